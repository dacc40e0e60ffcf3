// The icons of all panels: one set, drawn in a box of 16 x 16 with strokes of 1.5 px, in the colour of the text beside
// them. To add one, add its name here and its path in icons.cpp.
#pragma once

#include <string_view>

#include <imgui.h>

#include "panels/base/style.hpp"

namespace panels {

// clang-format off
enum class Icon {
    Play, Pause, Step, Back, Search, Plus, Close, Folded,
    Unfolded, Eye, Lock, Clock, System, Tag, Reference, Circle,
    Square, Triangle, Diamond, Prefab, Select, Move, Rotate, Scale,
    Paint, Grip, Undo, Redo, Warning, Error, Check, More,
    Pin, Revert, Snap, Maximize, Bytes, Rule, Minus, Book,
    Hint, Stop, Hidden,
};
// clang-format on
inline constexpr int icon_count = static_cast<int>(Icon::Hidden) + 1;

/// Draws the icon into a square of `size` pixels whose upper left corner is `low`.
void draw_icon(ImDrawList& list, Icon icon, ImVec2 low, float size, ImU32 color);

}  // namespace panels
