// Hashes the state of all entities of a world: handles, components by name, values by field. The order of rows, the
// order of registration and padding do not matter, so a saved and loaded world has the hash of the original.
//
// A value counts with the bytes of its fields, one after another: a string with its length and text, a value kept as
// JSON text with that text, floats and enums with their bits. If the type describes no fields, all bytes of the value
// count; but if such a type cannot be copied byte by byte, only its name counts, because its bytes are addresses. The
// hash is the same in every build and on every machine of the same byte order.
#pragma once

#include <cstdint>

#include "ecs/world/world.hpp"

namespace ecs {

std::uint64_t state_hash(const World& world);

}  // namespace ecs
