// Floats that are no number (NaN), by their bits: a text cannot tell one from another, and a hash does.
#pragma once

#include <string>
#include <vector>

#include "ecs/snapshot/world_order.hpp"

namespace ecs {

/// All in the world whose bits are not those of the usual quiet NaN.
std::vector<WorldOrder::OfNan> odd_floats(const World& world);
/// Empty when each stands at a float of the world that is no number, and is none itself; else why not.
std::string why_not(const World& world, const std::vector<WorldOrder::OfNan>& nans);
/// Writes their bits. why_not() must be empty.
void put_odd_floats(World& world, const std::vector<WorldOrder::OfNan>& nans);

}  // namespace ecs
