// The box that shows one number and lets a person drag or type it. Private to the field widgets.
#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include "panels/base/imgui_compat.hpp"
#include "panels/base/language.hpp"
#include "panels/base/patterns.hpp"
#include "panels/inspector/field_widget.hpp"

namespace panels {

struct NumberBox {
    const Context& context;
    FieldEditor& editor;
    const ecs::Field& field;
    const NumberKind& kind;
    const void* read;
    void* write;         // null: read-only
    const void* former;  // the value before it changed; null: not known
    bool mixed;          // many entities are meant, and their numbers differ
    std::string_view why_read_only;
    const char* id;
    const char* axis;  // a letter on the left; null: none
    float width;
    float strength = 1;  // of the mark that it changed

    /// Returns whether the number changed.
    bool draw();

private:
    bool draw_typing();
    /// Writes the number that was typed; returns why it is none.
    std::string read_typed(void* value);
    void note_change(FieldChange change);
    bool drag();
    void show_ladder() const;
    bool commit();
    void start_typing(ImGuiID box);
    bool changed() const;
    std::string hover_text(const std::string& shown) const;
    void draw_box(ImVec2 low, ImVec2 high, bool hovered, bool held) const;
};

/// What a tooltip says of values that differ.
inline std::string mixed_hint(bool editable) {
    return editable ? tr("The values differ. A value sets all; +5, *2 or round(x) act on each one's own")
                    : tr("The values differ");
}

/// How far small text, or small numbers, go down to stand on the base line of words, or of numbers.
inline float lower_by(const Style& style) {
    constexpr float ascent = 0.8f;  // of Inter, as a share of its size
    return std::round((compat::size_of(style.words) - compat::size_of(style.small)) * ascent);
}

/// Marks a value that changed, at its left edge. A mark of less than full strength is paler; a dot, which stands there
/// where motion is reduced, does not fade.
void draw_changed_bar(const Style& style, ImDrawList& list, const Area& area, float strength = 1);
/// The same with a tint over the whole value.
void draw_changed_tint(const Style& style, ImDrawList& list, const Area& area, float strength);

}  // namespace panels
