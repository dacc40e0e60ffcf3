// The values inside a component, told apart by where they lie: each has an offset from the start of the component. A
// FieldRecorder names values by it. Members of structs and elements of arrays are values of their own; vectors and
// colours are one value each.
#pragma once

#include <cstdint>
#include <string>

#include "ecs/record/field_record.hpp"
#include "ecs/types/component_type.hpp"

namespace ecs {

/// One value inside a component.
struct FieldPlace {
    const Field* field = nullptr;  // of the value; null: there is none
    std::uint32_t offset = 0;      // bytes from the start of the component
    std::string path;              // "x", "velocity.y", "cells[3]"
};

/// The value that begins at this offset, which a FieldRecord has. Valid as long as the type.
FieldPlace field_at(const ComponentType& type, std::uint32_t offset);

/// The number of the value at this offset among all values of the type, in the order of its fields, which is the same
/// wherever the values lie. whole_component: no value begins there.
std::uint32_t value_number(const ComponentType& type, std::uint32_t offset);
/// The opposite; whole_component: the type has fewer values.
std::uint32_t offset_of_value(const ComponentType& type, std::uint32_t number);

/// Whether changes of its values can be seen: it has fields, and values that can be copied.
bool can_record(const ComponentType& type);

/// Calls `changed(field, offset)` for each value that differs between two components. Compares bits, as field_equal.
template <class F>
void each_difference(const ComponentType& type, const void* a, const void* b, F&& changed);

namespace record_detail {

template <class F>
void differences_of(const Field& field, std::uint32_t start, const std::byte* a, const std::byte* b, F& changed) {
    if (field_equal(field, a, b)) return;
    Field one;  // of an array, each element is compared for itself
    for (std::uint32_t i = 0; i < field.count; ++i) {
        const std::uint32_t offset = field.offset + i * field.element_size;
        if (field.kind == FieldKind::Struct) {
            for (const Field& member : field.fields)
                differences_of(member, start + offset, a + offset, b + offset, changed);
            continue;
        }
        if (field.count > 1) {
            if (i == 0) one = field, one.count = 1;
            one.offset = offset;
            if (field_equal(one, a, b)) continue;
        }
        changed(field, start + offset);
    }
}

}  // namespace record_detail

template <class F>
void each_difference(const ComponentType& type, const void* a, const void* b, F&& changed) {
    for (const Field& field : type.fields)
        record_detail::differences_of(field, 0, static_cast<const std::byte*>(a), static_cast<const std::byte*>(b),
                                      changed);
}

}  // namespace ecs
