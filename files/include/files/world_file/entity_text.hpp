// One entity as text: its line of a world file.
#pragma once

#include <string>

#include "ecs/world/world.hpp"

namespace files {

/// `{ "id": "1v1", "name": "Player", "components": { "Position": { "x": 1, "y": 2 } } }`. The entity must be alive.
/// Throws FileError when it has something that a file cannot hold.
std::string entity_text(const ecs::World& world, ecs::Entity entity);

}  // namespace files
