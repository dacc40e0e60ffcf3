// What a menu bar shows beside its menus: the names of the workspaces, the one in view chosen, and the button of the
// command palette.
#pragma once

#include "panels/workspace/workbench.hpp"

namespace panels {

/// From the cursor on, as far as `right`; both are positions in the present window. Those that do not fit are left out.
/// Returns where they end.
float draw_workspace_strip(const Context& context, Workbench& workbench, float right);
/// What it takes of so much room.
float workspace_strip_width(const Style& style, const Workspaces& workspaces, float room);
/// Ends at `right`, on the cursor's line; with its key, without it, or not at all, as there is room from `left` on.
/// Returns whether it was clicked.
bool draw_commands_button(const Context& context, float left, float right);
float commands_button_width(const Context& context, bool with_keys);

}  // namespace panels
