// What context menus offer about prefabs: for a field and a component what differs, for an entity the rest.
#pragma once

#include <vector>

#include "panels/menus/menu_of.hpp"

namespace panels {

/// Revert and apply; empty where nothing differs.
std::vector<MenuItem> prefab_items_of(const Context& context, const FieldAt& at);
std::vector<MenuItem> prefab_items_of(const Context& context, const ComponentAt& at);
/// The submenu of an entity.
MenuItem prefab_menu_of(const Context& context, ecs::Entity entity, const std::string& gone);

}  // namespace panels
