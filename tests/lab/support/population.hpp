// The entities that the design's reference numbers are about.
#pragma once

#include "ecs/lab/storages/storage.hpp"

namespace lab_test {

/// `count` entities of lab_test::types(), in the order of their numbers: entity i has Position{i, 0, 0} unless
/// (i / 10) % 3 == 0, Velocity{0, i, 0} unless (i / 10) % 4 == 0, and Health{i}.
void populate(ecs::lab::Storage& storage, int count);

}  // namespace lab_test
