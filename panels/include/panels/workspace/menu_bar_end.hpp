// What follows the menus in a bar of menus: the workspaces, the button of the command palette, and the transport at the
// right edge. Where there is not room for all of it, what matters most is shown.
#pragma once

#include "panels/running/transport_bar.hpp"
#include "panels/workspace/workbench.hpp"

namespace panels {

/// Between two positions in the present window, from the cursor's height on. Returns whether the button of the palette
/// was clicked.
bool draw_menu_bar_end(const Context& context, Workbench& workbench, TransportBar& transport, float left, float right);

}  // namespace panels
