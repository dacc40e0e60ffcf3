// The rows of the menu Workspace that only the editor has.
#include "editor/app/actions/menus.hpp"
#include "editor/base/language.hpp"

namespace editor {

namespace {

constexpr Command workspace_table[]{
    {.name = "panels.menu_bar",
     .label = tr_later("Menu bar"),
     .description = tr_later("Gives the menus the keyboard, as Alt does alone"),
     .while_typing = true,
     .needs_program = true,
     .act = [](Desk& desk) { program_of(desk)->enter_menu_bar(); }},
};

}  // namespace

std::span<const Command> workspace_actions() { return workspace_table; }

}  // namespace editor
