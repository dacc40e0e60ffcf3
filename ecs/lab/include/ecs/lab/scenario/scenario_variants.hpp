// Variants of a scenario with one change each, for the knobs of a lesson.
#pragma once

#include "ecs/lab/scenario/scenario.hpp"

namespace ecs::lab {

enum class Marking : std::uint8_t {
    Tags,   // a tag that the entity has or lacks
    Bools,  // a column of one byte that every entity has
};

/// The scenario with `count` more marks. The first step that creates entities sets them by the bits of the entities'
/// numbers i in the step: mark j is set when bit j of i is. `count` + the types of `base` must not exceed max_types.
Scenario with_marks(const Scenario& base, Marking marking, unsigned count);

/// The scenario with each entity of the first creating step built by itself: created empty, then given its values one
/// by one. There must be such a step, and it must be the first one.
Scenario built_by_adds(const Scenario& base);

}  // namespace ecs::lab
