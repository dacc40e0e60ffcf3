// The box that shows one number and lets a person drag or type it. Private to the field widgets.
#pragma once

#include <string_view>

#include "panels/inspector/field_widget.hpp"

namespace panels {

struct NumberBox {
    const Context& context;
    FieldEditor& editor;
    const ecs::Field& field;
    const NumberKind& kind;
    const void* read;
    void* write;  // null: read-only
    std::string_view why_read_only;
    const char* id;
    const char* axis;  // a letter on the left; null: none
    float width;

    /// Returns whether the number changed.
    bool draw();

private:
    bool draw_typing();
    bool drag();
    bool commit();
    void start_typing(ImGuiID box);
    void draw_box(ImVec2 low, ImVec2 high, bool hovered, bool held) const;
};

}  // namespace panels
