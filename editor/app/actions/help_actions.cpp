// The menus Panels and Help.
#include "editor/app/actions/menus.hpp"

namespace editor {

namespace {

std::vector<ActionChoice> panel_choices(ActionHost& host) {
    std::vector<ActionChoice> choices;
    for (const auto& panel : host.program->panels()) {
        const std::string id(panel->id());
        choices.push_back(
            {panel->title(), panel->description(), host.program->panel_open(id), [program = host.program, id] {
                 // One behind another is brought to the front: who looks for it here does not see it.
                 if (program->panel_open(id) && program->panel_in_front(id))
                     program->close_panel(id);
                 else
                     program->show_panel(id);
             }});
    }
    return choices;
}

// clang-format off
constexpr Action panels_table[]{
    {.name = "panels.all", .label = "Panels", .description = "Opens or closes a panel", .needs_program = true,
     .choices = panel_choices, .inline_choices = true},
    {.name = "view.reset_layout", .label = "Reset panels", .description = "Puts every panel back where it was at first",
     .begins_group = true, .needs_program = true, .act = [](ActionHost& host) { host.program->reset_panels(); }},
};

constexpr Action help_table[]{
    {.name = "help.keys", .label = "Keys", .description = "Lists all shortcuts", .shortcut = plain(Key::F1),
     .while_typing = true, .needs_program = true, .act = [](ActionHost& host) { host.program->show_keys(); }},
    {.name = "help.messages", .label = "Messages", .description = "What the program said since it started",
     .needs_program = true,
     .act = [](ActionHost& host) { host.program->show_messages() = !host.program->show_messages(); },
     .checked = [](ActionHost& host) { return host.program->show_messages(); }},
    {.name = "help.about", .label = "About Chunkscope", .description = "Version and licence", .needs_program = true,
     .act = [](ActionHost& host) { host.program->show_about(); }},
};
// clang-format on

}  // namespace

std::span<const Action> panels_actions() { return panels_table; }
std::span<const Action> help_actions() { return help_table; }

}  // namespace editor
