// The menus, one table of the editor's own actions each. Only actions.cpp puts them together.
#pragma once

#include "editor/app/actions/action.hpp"
#include "panels/base/general_keys.hpp"

namespace editor {

std::span<const Command> file_actions();
std::span<const Command> view_actions();
std::span<const Command> workspace_actions();
std::span<const Command> help_actions();

namespace keys = panels::keys;

using panels::Desk;
using panels::of;

using panels::alt;
using panels::ctrl;
using panels::ctrl_shift;
using panels::plain;
using panels::shift;

}  // namespace editor
