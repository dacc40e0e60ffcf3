// The menus, one table of actions each. Only actions.cpp puts them together.
#pragma once

#include "editor/app/actions/action.hpp"
#include "panels/base/general_keys.hpp"

namespace editor {

std::span<const Action> file_actions();
std::span<const Action> edit_actions();
std::span<const Action> run_actions();
std::span<const Action> view_actions();
std::span<const Action> workspace_actions();
std::span<const Action> help_actions();

namespace keys = panels::keys;

/// A row for a command that panels know, too: its texts and keys stand in panels/base/general_keys.hpp.
constexpr Action of(const panels::KeyCommand& command, Action action) {
    action.name = command.id;
    action.label = command.name;
    action.description = command.description;
    action.shortcut = command.key;
    action.alternative = command.alternative;
    action.while_typing = command.while_typing;
    return action;
}

using panels::alt;
using panels::ctrl;
using panels::ctrl_shift;
using panels::plain;
using panels::shift;

}  // namespace editor
