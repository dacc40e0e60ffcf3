// Scenarios made from another one by changing one thing, so that a lesson can turn it like a knob.
#pragma once

#include "ecs/lab/scenario/scenario.hpp"

namespace ecs::lab {

enum class Marking : std::uint8_t {
    Tags,   // a tag, which the entity has or has not
    Bools,  // a column of one byte, which every entity has
};

/// The scenario with `count` marks more, by the bits of the entities' numbers within the first step that creates some:
/// mark j is set for the i-th when bit j of i is. `count` + the types of `base` must not be more than max_types.
Scenario with_marks(const Scenario& base, Marking marking, unsigned count);

/// The scenario with each entity of the first step that creates some built by itself: created empty, and given its
/// values one by one. There must be such a step, and none before it.
Scenario built_by_adds(const Scenario& base);

}  // namespace ecs::lab
