// The widget of one value of a field: a check box, a number, a text, a colour, a reference, a list of names. Labels and
// rows are the matter of field_widget.hpp.
#pragma once

#include <cstddef>
#include <string_view>

#include "panels/inspector/field_widget.hpp"

namespace panels {

/// One element of a field, and the room for its widget.
struct FieldCell {
    const Context& context;
    FieldEditor& editor;
    const ecs::Field& field;
    const void* read;
    void* write;
    std::string_view why_read_only;
    const void* former;  // null: not known
    float width;
    const std::byte* mixed = nullptr;     // as FieldTarget, from this element on
    const FieldTarget* target = nullptr;  // for the colours
};

/// Whether the values of many entities differ in these bytes.
bool is_mixed(const std::byte* mixed, std::size_t size);

/// Draws the widget of the field's kind. Returns whether the value changed in this frame.
bool element_widget(const FieldCell& cell);
/// The width of each of `count` boxes that share a row.
float width_of_one(float width, std::size_t count);

}  // namespace panels
