// The names of the workspaces side by side, in a bar of menus. The one in view looks chosen.
#pragma once

#include "panels/workspace/workbench.hpp"

namespace panels {

/// From the cursor on, as far as `right`; both are positions in the present window. Those that do not fit are left out.
void draw_workspace_strip(const Context& context, Workbench& workbench, float right);

}  // namespace panels
