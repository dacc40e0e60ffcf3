// One entity as text: its line of a world file.
#pragma once

#include <span>
#include <string>

#include "ecs/base/progress.hpp"
#include "ecs/world/world.hpp"

namespace files {

/// `{ "id": "1v1", "name": "Player", "components": { "Position": { "x": 1, "y": 2 } } }`. The entity must be alive.
/// Throws FileError when it has something that a file cannot hold.
std::string entity_text(const ecs::World& world, ecs::Entity entity);
/// The lines of those that are alive, with ",\n" between them. `progress` may be null; once it is cancelled, the text
/// is not whole. Throws FileError as above.
std::string entities_text(const ecs::World& world, std::span<const ecs::Entity> entities, ecs::Progress* progress);

}  // namespace files
