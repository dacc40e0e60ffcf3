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
    /// A text that parses to the same value.
    std::string (*exact)(const void* value) = nullptr;
    /// Writes the typed value, clamped to the range of the field. For an invalid text, writes nothing and returns the
    /// reason.
    std::string (*parse)(const ecs::Field& field, std::string_view text, void* value) = nullptr;
    /// Writes `start` moved by some pixels of dragging, clamped to the range of the field.
    void (*drag)(const ecs::Field& field, const void* start, double pixels, void* value) = nullptr;
    /// Position of the value in the range of the field, 0 to 1. The field must have a range.
    float (*share)(const ecs::Field& field, const void* value) = nullptr;
};

/// Null for kinds without numbers. Vectors and colours consist of F32.
const NumberKind* number_kind(ecs::FieldKind kind);

}  // namespace panels
