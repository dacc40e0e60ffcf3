#include <algorithm>
#include <array>
#include <cmath>

#include "editor/app/actions/menus.hpp"
#include "editor/base/language.hpp"
#include "panels/inspector/entity_edits.hpp"

namespace editor {

namespace {

constexpr std::array<float, 10> scale_steps{0.75f, 0.9f, 1.0f, 1.1f, 1.25f, 1.5f, 1.75f, 2.0f, 2.5f, 3.0f};

float next_scale(float present, bool up) {
    if (up)
        return *std::find_if(scale_steps.begin(), scale_steps.end() - 1,
                             [&](float step) { return step > present + 0.01f; });
    return *std::find_if(scale_steps.rbegin(), scale_steps.rend() - 1,
                         [&](float step) { return step < present - 0.01f; });
}

std::string why_not_frame_selection(ActionHost& host) {
    const ecs::Entity entity = host.context.selection.entity();
    if (!entity) return tr("No entity is selected");
    std::string why = panels::why_not_frame(host.context, entity);
    const std::vector<ecs::Entity>& all = host.context.selection.entities();
    const auto fits = [&](ecs::Entity each) { return panels::why_not_frame(host.context, each).empty(); };
    if (!why.empty() && all.size() > 1 && std::any_of(all.begin(), all.end(), fits)) why.clear();
    return why;
}

void change_scale(ActionHost& host, bool up) {
    host.program->set_user_scale(next_scale(host.program->user_scale(), up));
}

std::vector<ActionChoice> scales(ActionHost& host) {
    std::vector<ActionChoice> choices;
    for (const int percent : {75, 100, 125, 150, 200, 250, 300}) {
        const float scale = static_cast<float>(percent) / 100;
        choices.push_back({std::to_string(percent) + " %", "", std::abs(host.program->user_scale() - scale) < 0.01f,
                           [program = host.program, scale] { program->set_user_scale(scale); }});
    }
    return choices;
}

/// Each under its own name, for who does not read the present one.
std::vector<ActionChoice> languages(ActionHost& host) {
    const ecs::Catalog* const present = ecs::spoken();
    std::vector<ActionChoice> choices{
        {"English", "", present == nullptr, [program = host.program] { program->set_language("en"); }}};
    for (const ecs::Catalog* const each : host.program->languages())
        choices.push_back({each->name(), "", present == each,
                           [program = host.program, code = each->code()] { program->set_language(code); }});
    return choices;
}

template <panels::ThemeName name>
void choose_theme(ActionHost& host) {
    host.program->set_theme(name);
}
template <panels::ThemeName name>
bool is_theme(ActionHost& host) {
    return host.program->theme() == name;
}
using panels::ThemeName;

// clang-format off
constexpr Action view_table[]{
    of(keys::palette, {.needs_program = true,
     .act = [](ActionHost& host) { host.program->open_palette(); }}),
    {.name = "view.frame_selection", .label = tr_later("Frame selection"),
     .description = tr_later("Moves the camera to the selected entities"), .shortcut = plain(Key::F), .begins_group = true, .needs_program = true,
     .act = [](ActionHost& host) { host.program->frame_selection(); },
     .why_not = why_not_frame_selection},
    {.name = "view.frame_all", .label = tr_later("Frame everything"),
     .description = tr_later("Moves the camera so that all shapes are in sight"),
     .shortcut = plain(Key::Home), .alternative = shift(Key::F), .needs_program = true,
     .act = [](ActionHost& host) { host.program->frame_all(); }},
    {.name = "view.grid", .label = tr_later("Grid"), .description = tr_later("Shows or hides the grid behind the scene"),
     .shortcut = shift(Key::G), .needs_program = true,
     .act = [](ActionHost& host) { host.program->show_grid() = !host.program->show_grid(); },
     .checked = [](ActionHost& host) { return host.program->show_grid(); }},
    {.name = "view.drawn_from", .label = tr_later("Drawn from…"),
     .description = tr_later("Chooses the fields that say where entities are and what they look like"), .needs_program = true,
     .act = [](ActionHost& host) { host.program->show_drawn_from() = !host.program->show_drawn_from(); },
     .checked = [](ActionHost& host) { return host.program->show_drawn_from(); }},
    {.name = "view.theme_dark", .label = tr_later("Dark theme"), .description = tr_later("Light text on a dark background"),
     .begins_group = true, .needs_program = true,
     .act = choose_theme<ThemeName::Dark>, .checked = is_theme<ThemeName::Dark>},
    {.name = "view.theme_light", .label = tr_later("Light theme"), .description = tr_later("Dark text on a light background"),
     .needs_program = true, .act = choose_theme<ThemeName::Light>, .checked = is_theme<ThemeName::Light>},
    {.name = "view.theme_contrast", .label = tr_later("High-contrast theme"), .description = tr_later("The strongest contrast"),
     .needs_program = true, .act = choose_theme<ThemeName::Contrast>, .checked = is_theme<ThemeName::Contrast>},
    {.name = "view.reduce_motion", .label = tr_later("Reduce motion"),
     .description = tr_later("Shows changes immediately, without fading or gliding"), .needs_program = true,
     .act = [](ActionHost& host) { host.program->set_reduce_motion(!host.program->reduces_motion()); },
     .checked = [](ActionHost& host) { return host.program->reduces_motion(); }},
    {.name = "view.scale_up", .label = tr_later("Larger"), .description = tr_later("Makes text and controls larger"),
     .shortcut = ctrl(Key::Equal), .alternative = ctrl_shift(Key::Equal), .while_typing = true, .begins_group = true,
     .needs_program = true, .act = [](ActionHost& host) { change_scale(host, true); },
     .why_not = [](ActionHost& host) {
         return std::string(host.program->user_scale() < scale_steps.back() ? "" : tr("This is the largest size"));
     }},
    {.name = "view.scale_down", .label = tr_later("Smaller"), .description = tr_later("Makes text and controls smaller"),
     .shortcut = ctrl(Key::Minus), .while_typing = true, .needs_program = true,
     .act = [](ActionHost& host) { change_scale(host, false); },
     .why_not = [](ActionHost& host) {
         return std::string(host.program->user_scale() > scale_steps.front() ? "" : tr("This is the smallest size"));
     }},
    {.name = "view.scale_reset", .label = tr_later("Default size"),
     .description = tr_later("Gives text and controls the size that suits the screen"),
     .shortcut = ctrl(Key::Digit0), .while_typing = true, .needs_program = true,
     .act = [](ActionHost& host) { host.program->set_user_scale(1); }},
    {.name = "view.scale", .label = tr_later("Scale"), .description = tr_later("The size of text and controls"), .needs_program = true,
     .choices = scales},
    {.name = "view.language", .label = tr_later("Language"), .description = tr_later("The language of menus, panels and messages"),
     .begins_group = true, .needs_program = true, .choices = languages},
    {.name = "view.costs", .label = tr_later("Cost of the panels"), .description = tr_later("The time that each panel takes in a frame"),
     .begins_group = true, .needs_program = true,
     .act = [](ActionHost& host) {
         panels::Workbench& workbench = host.program->workbench();
         workbench.open("cost") ? workbench.close_panel("cost") : workbench.focus_panel("cost");
     },
     .checked = [](ActionHost& host) { return host.program->workbench().open("cost"); }},
};
// clang-format on

}  // namespace

std::span<const Action> view_actions() { return view_table; }

}  // namespace editor
