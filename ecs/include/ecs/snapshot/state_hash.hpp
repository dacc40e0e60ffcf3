// A hash of everything a world's entities are: handles, components by name, values by field. It does not depend on
// the order of rows, of registration or on padding, so that a saved and loaded world has the hash of the original.
//
// What counts of a value: the bytes of its fields one after another (a string by its length and text, a value kept as
// text by that text, floats and enums by their bits), or all its bytes when the type describes no fields. A type that
// describes no fields and cannot be copied byte by byte counts by its name alone: its bytes are addresses. The hash is
// the same in every build and on every machine of the same byte order.
#pragma once

#include <cstdint>

#include "ecs/world/world.hpp"

namespace ecs {

std::uint64_t state_hash(const World& world);

}  // namespace ecs
