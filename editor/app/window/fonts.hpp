// The Fonts of the program: Inter for words, JetBrains Mono for numbers and ids, and one more that is asked for the
// characters these lack. The files lie beside the program; one that is missing costs looks, never function.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "panels/base/style.hpp"

namespace editor {

class Fonts {
public:
    /// Reads the files. What is missing shows in missing().
    Fonts();

    /// Names of the font files that were not found or are none, for a person; empty when all is well.
    const std::vector<std::string>& missing() const { return missing_; }

    /// Whether the text has characters that no font was asked for yet; they are in the next build. Dear ImGui from 1.92
    /// on finds them by itself.
    bool want(std::string_view utf8);

    /// Fills ImGui's font atlas with glyphs of the scale's own size, and sets the fonts of the style. The caller makes
    /// the texture from the atlas.
    void build(panels::Style& style);

private:
    using Bytes = std::vector<unsigned char>;

    void merge_fallback(float size);

    Bytes words_, words_bold_, mono_, mono_bold_, fallback_;
    std::vector<std::string> missing_;
    std::set<unsigned int> wanted_;         // beyond the ranges that are always there
    std::vector<ImWchar> fallback_ranges_;  // the atlas keeps a pointer to them
};

}  // namespace editor
