// Text in which the letters that a person typed are marked: in the palette, in the search of the manual.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <imgui.h>

#include "panels/base/style.hpp"

namespace panels {

/// `letters` are positions of bytes in `text`, ascending; they are underlined and bold. Returns where the text ends.
float draw_matched(ImDrawList& list, const Style& style, ImVec2 at, float right, ImU32 color, const std::string& text,
                   const std::vector<std::size_t>& letters);

}  // namespace panels
