// The Fonts of the program: Inter for words, JetBrains Mono for numbers and ids, and more for the characters that these
// lack, each read when a text first needs it. The files lie beside the program; one that is missing costs looks, never
// function.
#pragma once

#include <array>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "editor/base/font_files.hpp"
#include "figures/raster/font_face.hpp"
#include "panels/base/style.hpp"

namespace editor {

class Fonts {
public:
    /// Reads the files. What is missing shows in missing().
    Fonts();

    /// Names of the font files that were not found or are none, for a person; empty when all is well.
    const std::vector<std::string>& missing() const { return missing_; }

    /// Whether the next build has characters of the text that the present one lacks.
    bool want(std::string_view utf8);

    /// A sentence for a person about what was wanted since and cannot be shown as it should; empty when all can.
    std::string take_problem();

    /// Fills ImGui's font atlas with glyphs of the scale's own size, and sets the fonts of the style. The caller makes
    /// the texture from the atlas.
    void build(panels::Style& style);

private:
    using Bytes = std::vector<unsigned char>;

    /// A font for characters that the others lack.
    struct Fallback {
        const char* name;
        bool asked = false;                         // then `face` was read, if it can be
        std::unique_ptr<figures::FontFace> face{};  // null: there is no such font
        std::set<unsigned int> wanted{};            // its characters
        std::vector<ImWchar> ranges{};              // the same for the atlas, which keeps a pointer to them
    };

    bool want(unsigned int character);
    void merge_fallbacks(float size);
    void add_pictographs(ImFont* font, float size);
    void draw_pictographs();

    Bytes words_, words_bold_, mono_, mono_bold_;
    std::array<Fallback, fallback_fonts.size()> fallbacks_;
    std::vector<std::string> missing_;
    std::set<unsigned int> unshown_, told_;  // characters that no font has; those of them that a person knows of
    enum class Unordered { None, Found, Told } unordered_ = Unordered::None;  // text from the right, without FriBidi

    /// A glyph beyond U+FFFF, which an atlas of 16-bit characters cannot take from a font file.
    struct Pictograph {
        int rect;
        figures::FontFace::Bitmap bitmap;
    };
    std::vector<Pictograph> pictographs_;  // of one build
};

}  // namespace editor
