// The menus, one table of actions each. Only actions.cpp puts them together.
#pragma once

#include "editor/app/actions/action.hpp"

namespace editor {

std::span<const Action> file_actions();
std::span<const Action> edit_actions();
std::span<const Action> run_actions();
std::span<const Action> view_actions();
std::span<const Action> workspace_actions();
std::span<const Action> help_actions();

constexpr Shortcut plain(Key key) { return {.key = key}; }
constexpr Shortcut ctrl(Key key) { return {.key = key, .ctrl = true}; }
constexpr Shortcut shift(Key key) { return {.key = key, .shift = true}; }
constexpr Shortcut alt(Key key) { return {.key = key, .alt = true}; }
constexpr Shortcut ctrl_shift(Key key) { return {.key = key, .ctrl = true, .shift = true}; }

}  // namespace editor
