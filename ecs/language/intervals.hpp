// A comparison of a number in a column with a constant, as an interval in the kind of the column: `hp < 10` for an i32
// is [-2^31, 9]. So one loop tests all of them, without converting the values. NaN lies in no interval.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "ecs/language/bound.hpp"

namespace ecs {

struct Interval {
    Cell low, high;      // both inside; whole for signed kinds, bools and enums, natural for u64, number for floats
    bool flip = false;   // outside is meant
    bool empty = false;  // nothing is inside
};

/// Nothing when the comparison cannot be said so exactly: a 64-bit integer with a float.
std::optional<Interval> interval_of(const FieldPath& field, Operator op, ValueType type, Cell constant);
/// What is inside of both, which must not be flipped.
Interval both(const FieldPath& field, const Interval& a, const Interval& b);
/// `3 < x` as `x > 3`.
Operator mirrored(Operator op);

/// Writes 1 for each value inside, else 0. Values lie `stride` bytes apart.
void test_interval(const BoundNode& node, const std::byte* first, std::size_t stride, std::size_t count,
                   std::uint8_t* out);

}  // namespace ecs
