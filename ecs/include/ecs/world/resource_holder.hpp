// The component of the entity that has the resources of a world. It is an entity like all others, so resources need no
// rules of their own in panels, files, edits and snapshots. There is one rule: a ResourceHolder counts only on the
// entity whose handle it holds. A copy of the entity holds the handle of the original, so the world still has one value
// of each resource. Files and snapshots keep handles, and undo brings them back.
#pragma once

#include <cstdint>

#include "ecs/base/entity.hpp"

namespace ecs {

/// The handle, as two numbers: an Entity field would follow the copy.
struct ResourceHolder {
    std::uint32_t slot = 0;
    std::uint32_t generation = 0;

    bool is(Entity entity) const { return slot == entity.index && generation == entity.generation; }
};

}  // namespace ecs
