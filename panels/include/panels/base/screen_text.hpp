// What stands on the screen, read back from the quads that Dear ImGui drew: each glyph has its own place in the texture
// of the fonts, so a quad with that place is that glyph. Tests of panels and of the whole program find the words and
// numbers they click on with it, wherever the layout puts them.
#pragma once

#include <array>
#include <string>
#include <vector>

#include <imgui.h>

namespace panels {

/// Glyphs that follow each other on one line in one colour. Gaps of a few spaces' width are read as spaces.
struct ScreenText {
    std::string text;
    ImVec2 low, high;
    ImU32 color = 0;
    std::vector<std::array<float, 2>> spans;  // left and right of the glyph that each byte of `text` belongs to

    ImVec2 middle() const { return {(low.x + high.x) / 2, (low.y + high.y) / 2}; }
    /// Some of its bytes, which must not be none.
    ScreenText part(std::size_t first, std::size_t count) const;
};

/// In the order it was drawn; glyphs whose middle is clipped away are left out.
std::vector<ScreenText> read_screen_text(const ImDrawData& data);

}  // namespace panels
