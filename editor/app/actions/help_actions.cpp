// The menu Help.
#include "editor/app/actions/menus.hpp"
#include "editor/base/language.hpp"

namespace editor {

namespace {

// clang-format off
constexpr Action help_table[]{
    {.name = "help.manual", .label = tr_later("Manual"), .description = tr_later("Opens the manual at the panel in focus"),
     .shortcut = plain(Key::F1), .while_typing = true, .needs_program = true,
     .act = [](ActionHost& host) { host.program->show_manual(); }},
    {.name = "help.tour", .label = tr_later("Tour"), .description = tr_later("Shows the first steps over the live scene, one after the other"),
     .needs_program = true, .act = [](ActionHost& host) { host.program->start_tour(); },
     .why_not = [](ActionHost& host) { return host.program->why_no_tour(); }},
    of(keys::all_keys, {.needs_program = true, .act = [](ActionHost& host) { host.program->show_keys(); }}),
    of(keys::panel_keys, {.needs_program = true, .act = [](ActionHost& host) { host.program->show_panel_keys(); }}),
    {.name = "help.messages", .label = tr_later("Messages"), .description = tr_later("What the program said since it started"),
     .needs_program = true,
     .act = [](ActionHost& host) { host.program->show_messages() = !host.program->show_messages(); },
     .checked = [](ActionHost& host) { return host.program->show_messages(); }},
    {.name = "help.about", .label = tr_later("About Chunkscope"), .description = tr_later("Version and licence"), .needs_program = true,
     .act = [](ActionHost& host) { host.program->show_about(); }},
};
// clang-format on

}  // namespace

std::span<const Action> help_actions() { return help_table; }

}  // namespace editor
