// Shortcuts as the keys of a keyboard: `Ctrl+Shift+Z` is three caps side by side.
#pragma once

#include <string_view>

#include <imgui.h>

#include "panels/base/style.hpp"

namespace panels {

/// Height of a cap.
float key_cap_height(const Style& style);
/// Width of all caps of the shortcut, with the gaps between them; 0 for an empty text.
float key_caps_width(const Style& style, std::string_view shortcut);
void draw_key_caps(ImDrawList& list, const Style& style, ImVec2 low, std::string_view shortcut);

}  // namespace panels
