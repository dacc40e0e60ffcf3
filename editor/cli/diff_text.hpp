// The words of `diff` and `merge`: values of a world as a world file writes them. Private to the command line.
#pragma once

#include <string>
#include <utility>

#include "ecs/diff/merge.hpp"
#include "ecs/diff/world_diff.hpp"

namespace editor {

/// JSON; `null` where the entity or the component is not there. `field` and `component` as in ecs::MergeConflict.
std::string value_as_json(const ecs::World& world, ecs::Entity entity, const std::string& component,
                          const std::string& field);

/// What one entry that is not a whole entity changes: from, to.
std::pair<std::string, std::string> values_as_json(const ecs::WorldDiff& diff, const ecs::World& before,
                                                   const ecs::World& after, const ecs::DiffEntry& entry);

/// `12v3 Lamp`, or `12v3`: for lists.
std::string entity_in_list(const ecs::World& world, ecs::Entity entity);

}  // namespace editor
