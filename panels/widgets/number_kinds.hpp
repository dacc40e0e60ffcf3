// What the number widgets know of each kind of number: how it is shown, typed and dragged. Whole numbers of 64 bits
// keep every bit.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "ecs/types/field.hpp"

namespace panels {

struct NumberKind {
    std::size_t size = 0;
    /// As it stands in a panel, with so many decimals if it can have any.
    std::string (*shown)(const void* value, int decimals) = nullptr;
    /// So that parsing it gives the same value again.
    std::string (*exact)(const void* value) = nullptr;
    /// Writes what was typed, moved into the range of the field. Returns the reason when it is no such number, and
    /// writes nothing then.
    std::string (*parse)(const ecs::Field& field, std::string_view text, void* value) = nullptr;
    /// Writes `start` moved by so many pixels of dragging, kept in the range of the field.
    void (*drag)(const ecs::Field& field, const void* start, double pixels, void* value) = nullptr;
    /// Where the value stands in the range of the field, 0 to 1. The field must have a range.
    float (*share)(const ecs::Field& field, const void* value) = nullptr;
};

/// Null for kinds that are not made of numbers. The vectors and the colour are made of F32.
const NumberKind* number_kind(ecs::FieldKind kind);

}  // namespace panels
