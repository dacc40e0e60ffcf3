// One function draws any field of any component, for reading or for editing: a label, and the widget of the field's
// kind.
//
// The widget changes the caller's copy; the caller then requests SetComponent with it. A drag changes the copy in
// every frame in which the mouse moved; typing changes it once, at the end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <imgui.h>

#include "panels/base/panel.hpp"
#include "panels/base/patterns.hpp"
#include "panels/inspector/field_change.hpp"
#include "panels/inspector/field_sweep.hpp"
#include "panels/widgets/number_kinds.hpp"
#include "panels/widgets/search_list.hpp"

namespace panels {

/// The component (or enclosing struct) of the field.
struct FieldTarget {
    const void* read = nullptr;
    void* write = nullptr;             // the same address; null: read-only
    std::string_view why_read_only;    // shown on hover when `write` is null
    const void* former = nullptr;      // as it was before it changed, where it is known: marks what differs from it
    const std::byte* mixed = nullptr;  // of many entities: as long as the component, not 0 where their values differ
    /// The colours of many entities where they differ, of the element at this place in `read`. May be empty.
    std::function<std::span<const ecs::Rgba>(const void* at)> colors = {};
    /// Called with each field of the component that was drawn, and its place: for a menu. May be empty.
    std::function<void(const ecs::Field& field, const Area& area)> offer_menu = {};
    // Whose value `write` is in, where that is known.
    ecs::Entity entity = {};
    const ecs::Value* whole = nullptr;
};

/// A text that is typed for the world of another program. It goes out at Enter, or when the field loses the keyboard.
struct TextDraft {
    ImGuiID id = 0;  // of the field; 0: none
    int frame = 0;   // in which it was drawn last
    std::string text;
    std::string problem;  // why it cannot be written
    bool changed = false;
    bool focus = false;  // the field must take the keyboard again
    // Where it belongs, should the field be gone before it went out.
    ecs::Entity entity = {};
    ecs::ComponentId component = ecs::no_component;
    std::size_t offset = 0;
};

/// The number that is being dragged or typed. A panel with fields keeps one object for all of them. The first six
/// are for the caller.
struct FieldEditor {
    float label_width = 96;                          // of the column of labels, in pixels
    float right_gap = 0;                             // left free at the right of each row
    bool units = true;                               // behind the labels; else only in tooltips
    bool deltas = true;                              // before numbers that changed
    bool overridden = false;                         // the row differs from a prefab: its label is bold
    std::array<float, 4> mark_strength{1, 1, 1, 1};  // of the marks of what changed, by field of the row: 0 to 1

    ImGuiID typing = 0;  // the number being typed; 0: none
    std::string text, problem;
    bool focus = false;  // the field must still take the keyboard

    ImGuiID dragging = 0;  // the number being dragged; 0: none
    std::array<std::byte, 8> drag_start{};
    double dragged_px = 0;
    bool drag_moved = false;
    std::uint64_t drags = 0;  // begun so far

    /// Of the value that changed in this frame.
    FieldChange change;
    bool many = false;    // the caller does it to many entities: their own values may change where this one's does not
    std::string refused;  // why it could not be done to all: shown until another text is typed
    /// Opens the number anew that was typed last, with the reason why it could not be done.
    void refuse(std::string why) {
        if (change.how != FieldChange::How::Compute) return;
        refused = std::move(why);
        problem = refused;
        typing = last_number;
        type_next = false;
        tab_back_to = 0;
        focus = true;
    }

    ImGuiID last_number = 0;  // drawn before the present one
    ImGuiID tab_back_to = 0;  // to be typed next, after Shift+Tab
    bool type_next = false;   // the next number drawn is to be typed next, after Tab
    SearchList enum_search;
    FieldSweep sweep;
    TextDraft draft;
};

/// Draws the rows of one field. Returns whether the value changed in this frame.
bool field_widget(const Context& context, FieldEditor& editor, const ecs::Field& field, const FieldTarget& target);

/// How many fields from the first on stand in one row: 2 to 4 when they are the numbers x, y, z, w or r, g, b, a of one
/// thing, with the same kind and unit; else 1. The names may be paths with the same beginning: `at.x`, `at.y`.
std::size_t fields_in_row(std::span<const ecs::Field> fields);
/// Draws as many fields in a row. Returns the position of the one that changed in this frame.
std::optional<std::size_t> field_row(const Context& context, FieldEditor& editor, std::span<const ecs::Field> fields,
                                     const FieldTarget& target);

/// Requests the text that was left in a field which is not drawn any more.
void request_left_text(const Context& context, const TextDraft& draft);

/// The tooltip of a field's label: kind, unit, range and description.
std::string describe_field(const ecs::Field& field);

}  // namespace panels
