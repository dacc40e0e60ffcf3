// Panels in Japanese: the language is spoken as long as a Speaking lives, and a Harness gets the characters of its
// texts.
#pragma once

#include <cstddef>
#include <fstream>
#include <string_view>
#include <vector>

#include "app/chrome/japanese_font.hpp"
#include "catch.hpp"
#include "ecs/base/language.hpp"
#include "panels/desk/languages.hpp"
#include "panels/texts/manual_text.hpp"

/// Speaks a language that is built in, then English again.
class Speaking {
public:
    explicit Speaking(std::string_view code) {
        const ecs::Catalog* const catalog = panels::built_in_language(code);
        REQUIRE(catalog != nullptr);
        ecs::speak(catalog);
    }
    ~Speaking() { ecs::speak(nullptr); }
    Speaking(const Speaking&) = delete;
    Speaking& operator=(const Speaking&) = delete;
};

/// Says so where there is none: then nothing can be looked at.
inline bool has_japanese_font() {
    const bool there = std::ifstream(TEST_FONT_FOLDER "/DroidSansFallbackFull.ttf").good();
    if (!there) WARN("without a font, Japanese is not looked at");
    CHECK(panels::built_in_language("ja")->texts().size() > 1000);
    return there;
}

/// As add_japanese(), but only the characters that the language needs: many harnesses are made.
inline bool add_japanese_texts(std::vector<unsigned char>& font) {
    static const ImVector<ImWchar> ranges = [] {
        ImFontGlyphRangesBuilder characters;
        for (const auto& text : panels::built_in_language("ja")->texts()) characters.AddText(text.second.c_str());
        for (const panels::ManualChapter& chapter : panels::manual_chapters_in("ja"))
            for (const panels::ManualBlock& block : chapter.blocks)
                characters.AddText(panels::plain_text(block).c_str());
        ImVector<ImWchar> found;
        characters.BuildRanges(&found);
        return found;
    }();
    return add_japanese(font, ranges.Data);
}
