// How the number widgets show, type and drag each kind of number. Whole numbers of 64 bits keep every bit.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "ecs/types/field.hpp"

namespace panels {

struct NumberKind {
    std::size_t size = 0;
    /// The text in a panel, with `decimals` decimals if the kind has any.
    std::string (*shown)(const void* value, int decimals) = nullptr;
    /// How far the value moved: `+0.48`, `−12`. Empty when it did not move by any finite number.
    std::string (*moved)(const void* from, const void* to) = nullptr;
    double (*real)(const void* value) = nullptr;
    /// Without loss, for whole numbers of 64 bits too.
    long double (*number)(const void* value) = nullptr;
    /// Writes the number, clamped to the range of the field. For one that the kind cannot hold, writes nothing and
    /// returns the reason.
    std::string (*put)(const ecs::Field& field, long double number, void* value) = nullptr;
    /// A text that parses to the same value.
    std::string (*exact)(const void* value) = nullptr;
    /// Writes the typed value, clamped to the range of the field. For an invalid text, writes nothing and returns the
    /// reason.
    std::string (*parse)(const ecs::Field& field, std::string_view text, void* value) = nullptr;
    /// By how much a pixel of dragging moves it.
    double (*step)(const ecs::Field& field, const void* start) = nullptr;
    /// Writes `start` moved by that much, clamped to the range of the field; whole numbers are rounded.
    void (*move)(const ecs::Field& field, const void* start, long double by, void* value) = nullptr;
    /// Position of the value in the range of the field, 0 to 1. The field must have a range.
    float (*share)(const ecs::Field& field, const void* value) = nullptr;
};

/// A number as a panel shows it: with a minus sign instead of the hyphen that is typed.
std::string with_minus(std::string_view number);
/// The reverse, for what a person copied.
std::string with_hyphens(std::string_view text);

/// How many decimals a panel shows of it, where there is room.
int decimals_shown(const NumberKind& kind, const void* value);

/// Null for kinds without numbers. Vectors and colours consist of F32.
const NumberKind* number_kind(ecs::FieldKind kind);

}  // namespace panels
