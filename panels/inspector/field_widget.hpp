// One function draws any field of any component, to be read or to be edited: a label, and the widget of its kind.
//
// What changes is the copy that the caller hands in; the caller then asks for SetComponent with it. A drag changes it
// in every frame in which the mouse moved, typing once, when it is done.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include <imgui.h>

#include "panels/base/panel.hpp"
#include "panels/widgets/number_kinds.hpp"
#include "panels/widgets/search_list.hpp"

namespace panels {

/// The component (or enclosing struct) that a field is drawn of.
struct FieldTarget {
    const void* read = nullptr;
    void* write = nullptr;           // the same address, or null to show only
    std::string_view why_read_only;  // shown on hover when `write` is null
};

/// What is being dragged or typed at present. A panel that shows fields keeps one for all of them; all but
/// `label_width` belongs to the widgets.
struct FieldEditor {
    float label_width = 96;  // of the column of labels, in pixels

    ImGuiID typing = 0;  // the number that is typed; 0: none
    std::string text, problem;
    bool focus = false;  // the keyboard is still to be taken

    ImGuiID dragging = 0;  // the number that is dragged; 0: none
    std::array<std::byte, 8> drag_start{};
    double dragged_px = 0;
    bool drag_moved = false;

    ImGuiID last_number = 0;  // drawn before the present one
    ImGuiID tab_back_to = 0;  // typed next, after Shift+Tab
    bool type_next = false;   // the next number is typed next, after Tab
    SearchList enum_search;
};

/// Draws the rows of one field. Returns whether the value changed in this frame.
bool field_widget(const Context& context, FieldEditor& editor, const ecs::Field& field, const FieldTarget& target);

/// What a hovered label says of its field: kind, unit, range and description.
std::string describe_field(const ecs::Field& field);

}  // namespace panels
