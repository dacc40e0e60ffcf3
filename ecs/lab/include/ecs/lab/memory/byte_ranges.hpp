// Sets of bytes of an arena, as ranges of addresses.
#pragma once

#include <utility>
#include <vector>

#include "ecs/lab/memory/arena.hpp"

namespace ecs::lab {

/// Ranges [first, second) by address that neither touch nor overlap.
using ByteRanges = std::vector<std::pair<Address, Address>>;

/// Joins ranges in any order into sorted ranges that neither touch nor overlap.
ByteRanges joined_ranges(ByteRanges ranges);
std::uint64_t byte_count(const ByteRanges& ranges);
/// The first range that ends behind `at`.
ByteRanges::const_iterator first_behind(const ByteRanges& ranges, Address at);

}  // namespace ecs::lab
