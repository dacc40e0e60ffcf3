// Reads the text on the screen back from the quads that Dear ImGui drew: each glyph has its own place in the font
// texture, which identifies it. Tests of panels and of the whole program find the words and numbers that they click
// on with it, wherever they are.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <unordered_map>
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

/// Reads pictures. It knows the glyphs of the present context's fonts and looks for them again only when the atlas has
/// others: fonts of other scripts have thousands.
class ScreenReader {
public:
    /// In order of drawing, without glyphs whose middle is clipped.
    std::vector<ScreenText> read(const ImDrawData& data);

private:
    using TextureRect = std::array<float, 4>;
    struct Glyph {
        unsigned int character = 0;
        float left = 0, top = 0, advance = 0;  // px from the pen
        float font_size = 0, space = 0;        // px
    };
    struct Hash {
        std::size_t operator()(const TextureRect& place) const;
    };
    class Reading;

    std::size_t known_atlas_ = 0;  // the stamp of the atlas that `glyphs_` come from
    std::unordered_map<TextureRect, Glyph, Hash> glyphs_;
};

}  // namespace panels
