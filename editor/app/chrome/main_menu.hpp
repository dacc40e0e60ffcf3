// The bar at the top of the window: the menus, the workspaces, and the transport of the simulation.
#pragma once

#include "editor/app/actions/action.hpp"
#include "panels/desk/desk.hpp"

namespace editor {

/// In pixels.
float menu_bar_height(const panels::Style& style);

void draw_menu_bar(panels::Desk& desk);

}  // namespace editor
