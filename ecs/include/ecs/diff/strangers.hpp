// Two entities under one handle: two people made one world go on, and each created an entity of their own, to which
// both worlds gave the same handle. Who has the world from which both came merges (merge.hpp); who has only the two
// worlds tells it from what they show:
//
//     ecs::WorldDiff found = ecs::diff(before, after);
//     ecs::WorldComparison again(before, after, ecs::strangers_in(found, before, after));
#pragma once

#include <unordered_set>

#include "ecs/diff/world_diff.hpp"

namespace ecs {

/// Handles in use in both worlds that mean two entities, as far as can be told: another name and another value, or not
/// one component in common; and a slot that was used again, or that lies behind all that are the same in both worlds,
/// since worlds hand out new slots in rising order. `found` is the whole difference by handle.
std::unordered_set<Entity> strangers_in(const WorldDiff& found, const World& before, const World& after);

}  // namespace ecs
