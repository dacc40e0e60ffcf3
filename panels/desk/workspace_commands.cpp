// The menu Workspace: which panels are where.
#include <algorithm>
#include <optional>

#include "panels/base/general_keys.hpp"
#include "panels/base/language.hpp"
#include "panels/desk/command.hpp"
#include "panels/desk/desk.hpp"

namespace panels {

namespace {

namespace workspace_rows {

/// The position of the built-in workspace of this command; nothing: this program has none.
template <const KeyCommand& command>
std::optional<std::size_t> number_of(Desk& desk) {
    const std::vector<Workspace>& all = desk.workbench.workspaces().all();
    const auto found = std::find_if(all.begin(), all.end(), [](const Workspace& each) {
        return each.command != nullptr && each.command->id == command.id;
    });
    if (found == all.end()) return std::nullopt;
    return static_cast<std::size_t>(found - all.begin());
}

/// The row of a built-in workspace.
template <const KeyCommand& command>
constexpr Command built_in() {
    return of(
        command,
        {.needs_program = true,
         .act =
             [](Desk& desk) {
                 if (const auto number = number_of<command>(desk)) desk.workbench.choose_workspace(*number);
             },
         .why_not = [](Desk& desk) -> std::string {
             return number_of<command>(desk) ? "" : tr("There are fewer workspaces");
         },
         .checked = [](Desk& desk) { return number_of<command>(desk) == desk.workbench.workspaces().current_number(); },
         .offered = [](Desk& desk) { return number_of<command>(desk).has_value(); }});
}

const Workspace& current(Desk& desk) { return desk.workbench.workspaces().current(); }

std::vector<CommandChoice> own_workspaces(Desk& desk) {
    std::vector<CommandChoice> choices;
    Workbench& workbench = desk.workbench;
    const std::vector<Workspace>& all = workbench.workspaces().all();
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].own)
            choices.push_back({std::string(tr(all[i].title)), std::string(tr(all[i].description)),
                               workbench.workspaces().current_number() == i,
                               [&workbench, i] { workbench.choose_workspace(i); }});
    return choices;
}

std::vector<CommandChoice> panel_choices(Desk& desk) {
    std::vector<CommandChoice> choices;
    Workbench& workbench = desk.workbench;
    for (const auto& panel : workbench.panels()) {
        const std::string id(panel->id());
        if (!workbench.offers(id)) continue;
        choices.push_back({panel->title(), panel->description(), workbench.open(id), [&workbench, id] {
                               // One behind another is brought to the front: who looks for it here does not see it.
                               if (workbench.open(id) && workbench.visible(id))
                                   workbench.close_panel(id);
                               else
                                   workbench.show_panel(id);
                           }});
    }
    return choices;
}

void ask_for_workspace_name(Desk& desk) {
    desk.owner().ask_text(
        {.title = tr("Save the workspace"),
         .button = tr("Save"),
         .about = tr("Keeps the panels as they stand now"),
         .hint = tr("Name of the workspace"),
         .why_not_empty = tr("A workspace needs a name"),
         .act = [&desk](const std::string& title) { return desk.workbench.save_workspace_as(title); }});
}

void fill_window(Desk& desk) {
    Workbench& workbench = desk.workbench;
    workbench.maximize(workbench.maximized().empty() ? workbench.focused() : std::string());
}

// clang-format off
constexpr Command workspace_table[]{
    built_in<keys::inspect>(), built_in<keys::memory>(), built_in<keys::author>(), built_in<keys::learn>(),
    built_in<keys::debug>(),
    {.name = "workspace.own", .label = tr_later("Own workspaces"), .description = tr_later("Those that you saved under a name"),
     .needs_program = true, .choices = own_workspaces, .inline_choices = true},
    {.name = "workspace.save_as", .label = tr_later("Save workspace as…"),
     .description = tr_later("Keeps the panels as they stand now, under a name"), .begins_group = true, .needs_program = true,
     .act = ask_for_workspace_name},
    {.name = "workspace.delete", .label = tr_later("Delete workspace"), .description = tr_later("Deletes the workspace in view"),
     .needs_program = true, .act = [](Desk& desk) { desk.workbench.remove_workspace(); },
     .why_not = [](Desk& desk) {
         return current(desk).own ? std::string() : phrase("{} is built in; it can be reset", tr(current(desk).title));
     }},
    {.name = "view.reset_layout", .label = tr_later("Reset panels"),
     .description = tr_later("Puts the panels of this workspace back where they were at first"), .needs_program = true,
     .act = [](Desk& desk) { desk.workbench.reset(); }},
    of(keys::fill_window, {.begins_group = true,
     .needs_program = true, .act = fill_window,
     .why_not = [](Desk& desk) {
         const Workbench& workbench = desk.workbench;
         const bool can = !workbench.focused().empty() || !workbench.maximized().empty();
         return std::string(can ? "" : tr("No panel has the keyboard; click into one"));
     },
     .label_now = [](Desk& desk) {
         const bool filled = !desk.workbench.maximized().empty();
         return std::string(filled ? tr("Back to all panels") : tr("Fill the window with this panel"));
     }}),
    of(keys::find, {.needs_program = true,
     .act = [](Desk& desk) {
         Workbench& workbench = desk.workbench;
         if (!workbench.find_in_focused()) desk.owner().open_palette(workbench.palette_search());
     }}),
    of(keys::next_panel, {.needs_program = true,
     .act = [](Desk& desk) { desk.workbench.focus_neighbour(1); }}),
    of(keys::previous_panel, {.needs_program = true,
     .act = [](Desk& desk) { desk.workbench.focus_neighbour(-1); }}),
    {.name = "panels.all", .label = tr_later("Panels"), .description = tr_later("Opens or closes a panel"), .begins_group = true,
     .needs_program = true, .choices = panel_choices, .inline_choices = true},
};
// clang-format on

}  // namespace workspace_rows

}  // namespace

std::span<const Command> workspace_commands() { return workspace_rows::workspace_table; }

}  // namespace panels
