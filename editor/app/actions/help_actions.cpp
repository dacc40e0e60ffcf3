// The rows of the menu Help that only the editor has.
#include "editor/app/actions/menus.hpp"
#include "editor/base/language.hpp"

namespace editor {

namespace {

// clang-format off
constexpr Command help_table[]{
    {.name = "help.manual", .label = tr_later("Manual"), .description = tr_later("Opens the manual at the panel in focus"),
     .shortcut = plain(Key::F1), .while_typing = true, .needs_program = true,
     .act = [](Desk& desk) { program_of(desk)->show_manual(); }},
    {.name = "help.tour", .label = tr_later("Tour"), .description = tr_later("Shows the first steps over the live scene, one after the other"),
     .needs_program = true, .act = [](Desk& desk) { program_of(desk)->start_tour(); },
     .why_not = [](Desk& desk) { return program_of(desk)->why_no_tour(); }},
    of(keys::panel_keys, {.needs_program = true, .act = [](Desk& desk) { program_of(desk)->show_panel_keys(); }}),
    {.name = "help.messages", .label = tr_later("Messages"), .description = tr_later("What the program said since it started"),
     .needs_program = true,
     .act = [](Desk& desk) { program_of(desk)->show_messages() = !program_of(desk)->show_messages(); },
     .checked = [](Desk& desk) { return program_of(desk)->show_messages(); }},
    {.name = "help.about", .label = tr_later("About Chunkscope"), .description = tr_later("Version and licence"), .needs_program = true,
     .act = [](Desk& desk) { program_of(desk)->show_about(); }},
};
// clang-format on

}  // namespace

std::span<const Command> help_actions() { return help_table; }

}  // namespace editor
