#include <algorithm>

#include "editor/app/actions/menus.hpp"
#include "editor/base/language.hpp"
#include "panels/inspector/entity_edits.hpp"

namespace editor {

namespace {

std::string why_not_frame_selection(Desk& desk) {
    const ecs::Entity entity = desk.selection.entity();
    if (!entity) return tr("No entity is selected");
    std::string why = panels::why_not_frame(desk.context(), entity);
    const std::vector<ecs::Entity>& all = desk.selection.entities();
    const auto fits = [&](ecs::Entity each) { return panels::why_not_frame(desk.context(), each).empty(); };
    if (!why.empty() && all.size() > 1 && std::any_of(all.begin(), all.end(), fits)) why.clear();
    return why;
}

// clang-format off
constexpr Command view_table[]{
    {.name = "view.frame_selection", .label = tr_later("Frame selection"),
     .description = tr_later("Moves the camera to the selected entities"), .shortcut = plain(Key::F), .begins_group = true, .needs_program = true,
     .act = [](Desk& desk) { program_of(desk)->frame_selection(); },
     .why_not = why_not_frame_selection},
    {.name = "view.frame_all", .label = tr_later("Frame everything"),
     .description = tr_later("Moves the camera so that all shapes are in sight"),
     .shortcut = plain(Key::Home), .alternative = shift(Key::F), .needs_program = true,
     .act = [](Desk& desk) { program_of(desk)->frame_all(); }},
    {.name = "view.drawn_from", .label = tr_later("Drawn from…"),
     .description = tr_later("Chooses the fields that say where entities are and what they look like"), .needs_program = true,
     .act = [](Desk& desk) { program_of(desk)->show_drawn_from() = !program_of(desk)->show_drawn_from(); },
     .checked = [](Desk& desk) { return program_of(desk)->show_drawn_from(); }},
    {.name = "view.costs", .label = tr_later("Cost of the panels"), .description = tr_later("The time that each panel takes in a frame"),
     .begins_group = true, .needs_program = true,
     .act = [](Desk& desk) {
         panels::Workbench& workbench = desk.workbench;
         workbench.open("cost") ? workbench.close_panel("cost") : workbench.focus_panel("cost");
     },
     .checked = [](Desk& desk) { return desk.workbench.open("cost"); }},
};
// clang-format on

}  // namespace

std::span<const Command> view_actions() { return view_table; }

}  // namespace editor
