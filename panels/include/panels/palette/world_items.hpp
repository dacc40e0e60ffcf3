// What every program over a world offers in the palette: its panels and workspaces, systems and component types, what
// is done with two entities, and the headings of the manual.
#pragma once

#include <functional>
#include <string_view>

#include "panels/palette/palette.hpp"
#include "panels/workspace/workbench.hpp"

namespace panels {

/// The references of the context, and the workbench, must live as long as the items.
void add_panel_items(std::vector<PaletteItem>& items, Workbench& workbench);
void add_system_items(std::vector<PaletteItem>& items, const Context& context);
/// What is done to the selected entities with another one that is asked for.
void add_entity_items(std::vector<PaletteItem>& items, const Context& context);
/// Shows the panel with this id and gives it the keyboard. `part`: see Panel::show_part().
using GoToPanel = std::function<void(std::string_view id, std::string_view part)>;
/// Each component: where it is, and that what is selected gets it or loses it.
void add_component_items(std::vector<PaletteItem>& items, const Context& context, const GoToPanel& go_to);
/// The chapters of the manual and their headings.
void add_manual_items(std::vector<PaletteItem>& items, const GoToPanel& go_to);

/// The group of a menu's items, and its icon.
struct MenuKind {
    std::string_view menu;
    const char* group;
    Icon icon;
};
const MenuKind& kind_of_menu(std::string_view menu);

}  // namespace panels
