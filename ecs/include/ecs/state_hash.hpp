// A hash of everything a world's entities are: handles, components by name, values by field. It does not depend on
// the order of rows, of registration or on padding, so that a saved and loaded world has the hash of the original.
#pragma once

#include <cstdint>

#include "ecs/world.hpp"

namespace ecs {

std::uint64_t state_hash(const World& world);

}  // namespace ecs
