// Reads the text on the screen back from the quads that Dear ImGui drew: each glyph has its own place in the font
// texture, which identifies it. Tests of panels and of the whole program find the words and numbers that they click
// on with it, wherever they stand.
#pragma once

#include <array>
#include <string>
#include <vector>

#include <imgui.h>

namespace panels {

/// Consecutive glyphs on one line in one colour. Gaps of a few spaces' width count as spaces.
struct ScreenText {
    std::string text;
    ImVec2 low, high;
    ImU32 color = 0;
    std::vector<std::array<float, 2>> spans;  // left and right of the glyph of each byte of `text`

    ImVec2 middle() const { return {(low.x + high.x) / 2, (low.y + high.y) / 2}; }
    /// A part of its bytes, at least one.
    ScreenText part(std::size_t first, std::size_t count) const;
};

/// In order of drawing, without glyphs whose middle is clipped.
std::vector<ScreenText> read_screen_text(const ImDrawData& data);

}  // namespace panels
