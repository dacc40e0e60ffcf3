// The menu Workspace: which panels stand where.
#include "editor/app/actions/menus.hpp"
#include "editor/base/language.hpp"

namespace editor {

namespace {

template <std::size_t number>
void choose(ActionHost& host) {
    host.program->workbench().choose_workspace(number);
}
template <std::size_t number>
bool is_chosen(ActionHost& host) {
    return host.program->workbench().workspaces().current_number() == number;
}
template <std::size_t number>
std::string why_not_choose(ActionHost& host) {
    const bool there = number < host.program->workbench().workspaces().all().size();
    return there ? "" : tr("There are fewer workspaces");
}

const panels::Workspace& current(ActionHost& host) { return host.program->workbench().workspaces().current(); }

std::vector<ActionChoice> own_workspaces(ActionHost& host) {
    std::vector<ActionChoice> choices;
    panels::Workbench& workbench = host.program->workbench();
    const std::vector<panels::Workspace>& all = workbench.workspaces().all();
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].own)
            choices.push_back({std::string(tr(all[i].title)), std::string(tr(all[i].description)),
                               workbench.workspaces().current_number() == i,
                               [&workbench, i] { workbench.choose_workspace(i); }});
    return choices;
}

std::vector<ActionChoice> panel_choices(ActionHost& host) {
    std::vector<ActionChoice> choices;
    panels::Workbench& workbench = host.program->workbench();
    for (const auto& panel : workbench.panels()) {
        const std::string id(panel->id());
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

void fill_window(ActionHost& host) {
    panels::Workbench& workbench = host.program->workbench();
    workbench.maximize(workbench.maximized().empty() ? workbench.focused() : std::string());
}

// clang-format off
constexpr Action workspace_table[]{
    of(keys::inspect, {.needs_program = true, .act = choose<0>, .checked = is_chosen<0>}),
    of(keys::memory, {.needs_program = true, .act = choose<1>, .checked = is_chosen<1>}),
    of(keys::author, {.needs_program = true, .act = choose<2>, .checked = is_chosen<2>}),
    of(keys::learn, {.needs_program = true,
     .act = choose<3>, .why_not = why_not_choose<3>, .checked = is_chosen<3>}),
    of(keys::debug, {.needs_program = true,
     .act = choose<4>, .why_not = why_not_choose<4>, .checked = is_chosen<4>}),
    {.name = "workspace.own", .label = tr_later("Own workspaces"), .description = tr_later("Those that you saved under a name"),
     .needs_program = true, .choices = own_workspaces, .inline_choices = true},
    {.name = "workspace.save_as", .label = tr_later("Save workspace as…"),
     .description = tr_later("Keeps the panels as they stand now, under a name"), .begins_group = true, .needs_program = true,
     .act = [](ActionHost& host) { host.program->ask_for_workspace_name(); }},
    {.name = "workspace.delete", .label = tr_later("Delete workspace"), .description = tr_later("Deletes the workspace in view"),
     .needs_program = true, .act = [](ActionHost& host) { host.program->workbench().remove_workspace(); },
     .why_not = [](ActionHost& host) {
         return current(host).own ? std::string() : phrase("{} is built in; it can be reset", current(host).title );
     }},
    {.name = "view.reset_layout", .label = tr_later("Reset panels"),
     .description = tr_later("Puts the panels of this workspace back where they were at first"), .needs_program = true,
     .act = [](ActionHost& host) { host.program->workbench().reset(); }},
    of(keys::fill_window, {.begins_group = true,
     .needs_program = true, .act = fill_window,
     .why_not = [](ActionHost& host) {
         const panels::Workbench& workbench = host.program->workbench();
         const bool can = !workbench.focused().empty() || !workbench.maximized().empty();
         return std::string(can ? "" : tr("No panel has the keyboard; click into one"));
     },
     .label_now = [](ActionHost& host) {
         const bool filled = !host.program->workbench().maximized().empty();
         return std::string(filled ? tr("Back to all panels") : tr("Fill the window with this panel"));
     }}),
    of(keys::find, {.needs_program = true,
     .act = [](ActionHost& host) {
         panels::Workbench& workbench = host.program->workbench();
         if (!workbench.find_in_focused()) host.program->open_palette(workbench.palette_search());
     }}),
    of(keys::next_panel, {.needs_program = true,
     .act = [](ActionHost& host) { host.program->workbench().focus_neighbour(1); }}),
    of(keys::previous_panel, {.needs_program = true,
     .act = [](ActionHost& host) { host.program->workbench().focus_neighbour(-1); }}),
    {.name = "panels.menu_bar", .label = tr_later("Menu bar"), .description = tr_later("Gives the menus the keyboard, as Alt does alone"),
     .while_typing = true, .needs_program = true, .act = [](ActionHost& host) { host.program->enter_menu_bar(); }},
    {.name = "panels.all", .label = tr_later("Panels"), .description = tr_later("Opens or closes a panel"), .begins_group = true,
     .needs_program = true, .choices = panel_choices, .inline_choices = true},
};
// clang-format on

}  // namespace

std::span<const Action> workspace_actions() { return workspace_table; }

}  // namespace editor
