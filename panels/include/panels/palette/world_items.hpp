// What every program over a world offers in the palette: its panels and workspaces, systems and component types, and
// the headings of the manual.
#pragma once

#include "panels/palette/palette.hpp"
#include "panels/workspace/workbench.hpp"

namespace panels {

/// The references of the context, and the workbench, must live as long as the items.
void add_panel_items(std::vector<PaletteItem>& items, Workbench& workbench);
void add_system_items(std::vector<PaletteItem>& items, const Context& context);
void add_component_items(std::vector<PaletteItem>& items, const Context& context, Workbench& workbench);

/// The chapters of the manual and their headings.
void add_manual_items(std::vector<PaletteItem>& items, Workbench& workbench);

}  // namespace panels
