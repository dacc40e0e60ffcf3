// The menu Help.
#include "editor/app/actions/menus.hpp"

namespace editor {

namespace {

// clang-format off
constexpr Action help_table[]{
    of(keys::all_keys, {.needs_program = true, .act = [](ActionHost& host) { host.program->show_keys(); }}),
    of(keys::panel_keys, {.needs_program = true, .act = [](ActionHost& host) { host.program->show_panel_keys(); }}),
    {.name = "help.messages", .label = "Messages", .description = "What the program said since it started",
     .needs_program = true,
     .act = [](ActionHost& host) { host.program->show_messages() = !host.program->show_messages(); },
     .checked = [](ActionHost& host) { return host.program->show_messages(); }},
    {.name = "help.about", .label = "About Chunkscope", .description = "Version and licence", .needs_program = true,
     .act = [](ActionHost& host) { host.program->show_about(); }},
};
// clang-format on

}  // namespace

std::span<const Action> help_actions() { return help_table; }

}  // namespace editor
