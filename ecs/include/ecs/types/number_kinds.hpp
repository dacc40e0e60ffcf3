// Numbers of one kind as numbers of another, without a double between them, so that 64-bit integers stay exact; and the
// integers below enums.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "ecs/types/field.hpp"

namespace ecs {

/// Whether the integer below an enum has no sign: 200 in one byte is 200 then, not -56.
bool is_unsigned_enum(const Field& field);
/// The kind of the integer below an enum of 1, 2, 4 or 8 bytes.
FieldKind kind_below_enum(std::uint32_t bytes, bool has_no_sign);
/// The kind of number whose bits an element of the field has: of an enum the integer below it, else the field's own.
FieldKind stored_kind(const Field& field);
/// A value that read_enum() returned, without a name: "200".
std::string enum_number_text(const Field& field, std::int64_t value);

/// What becomes of a number in another kind. A float that is rounded to the nearest one is no loss.
enum class NumberFit : std::uint8_t {
    Exact,
    Rounded,
    NotHeld,    // a whole number that a float cannot hold exactly
    Fraction,   // for an integer
    Overflow,   // the limit of the kind takes its place
    Underflow,  // to 0
};
inline bool is_loss(NumberFit fit) { return fit >= NumberFit::NotHeld; }

/// Writes the number at `from` as the nearest number of the kind `to`. Both kinds are Bool to F64, and no enums.
NumberFit carry_number(FieldKind from, const void* source, FieldKind to, void* target);

/// The number in full: the shortest text that reads back as the same number; "nan", "inf", "-inf". Of a Bool 0 or 1.
std::string number_text(FieldKind kind, const void* number);

/// The float nearest to `value`.
NumberFit narrow_float(double value, float& result);
/// Whether a float of this kind holds the whole number exactly.
template <class Float, class Whole>
bool holds_whole(Whole value) {
    const auto near = static_cast<Float>(value);
    // The limit itself may be rounded up, to a power of two that the integer cannot hold.
    constexpr int digits = std::numeric_limits<Whole>::digits;
    constexpr Float beyond = static_cast<Float>(std::uint64_t{1} << (digits - 1)) * 2;
    return near < beyond && static_cast<Whole>(near) == value;
}

}  // namespace ecs
