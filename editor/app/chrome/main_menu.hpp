// The menu bar, made from the tables of actions.
#pragma once

#include "editor/app/actions/action.hpp"

namespace editor {

void draw_main_menu(ActionHost& host);

}  // namespace editor
