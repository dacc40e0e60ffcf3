#include "editor/app/window/fonts.hpp"

#include <array>
#include <initializer_list>
#include <string>

#include <imgui.h>

#include "catch.hpp"
#include "editor/base/visual_order.hpp"
#include "panels/base/imgui_compat.hpp"

namespace fonts_test {

namespace {

bool draws(ImFont* font, ImWchar character) {
#if IMGUI_VERSION_NUM >= 19200
    return font->IsGlyphInFont(character);
#else
    return font->FindGlyphNoFallback(character) != nullptr;
#endif
}

/// Fonts of a Dear ImGui of their own.
struct OwnFonts {
    OwnFonts() { ImGui::SetCurrentContext(own); }
    ~OwnFonts() {
        ImGui::DestroyContext(own);
        ImGui::SetCurrentContext(before);
    }
    void build() {
        fonts.build(style);
#if IMGUI_VERSION_NUM < 19200
        unsigned char* pixels = nullptr;
        ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&pixels, nullptr, nullptr);  // builds, unless that was done
#endif
    }

    ImGuiContext* before = ImGui::GetCurrentContext();
    ImGuiContext* own = ImGui::CreateContext();
    editor::Fonts fonts;
    panels::Style style;
};

}  // namespace

TEST_CASE("Fonts: every font draws the signs that stand in numbers", "[ui][fonts]") {
    OwnFonts own;
    own.build();
    for (const std::string& name : own.fonts.missing()) WARN("without " + name);
    const panels::Style& style = own.style;
    for (ImFont* const font : {style.words, style.words_bold, style.small, style.small_bold, style.mono,
                               style.mono_bold, style.mono_small}) {
        if (font == nullptr || !own.fonts.missing().empty()) continue;
        for (const ImWchar sign : std::initializer_list<ImWchar>{0x2212, 0x2013, 0x2026, 0xB5}) {  // − – … µ
            INFO(static_cast<unsigned>(sign));
            CHECK(draws(font, sign));
        }
    }
    CHECK(style.words != nullptr);
}

TEST_CASE("Fonts: a name in any script is drawn from the next build on", "[ui][fonts]") {
    struct Name {
        const char* text;
        ImWchar drawn;
    };
    constexpr std::array<Name, 6> names{{
        {"敵", 0x6575},    // Chinese and Japanese
        {"적군", 0xC801},  // Korean
        {"შენ", 0x10E8},   // Georgian
        {"שלום", 0x05E9},  // Hebrew
        {"سلام", 0xFEB3},  // Arabic: its first letter, joined
        {"🙂",
         static_cast<ImWchar>(sizeof(ImWchar) == 2 ? 0xE642 : 0x1F642)},  // a stand-in where characters end early
    }};
    OwnFonts own;
    own.build();
    if (!own.fonts.missing().empty()) {
        SUCCEED("without " + own.fonts.missing().front());
        return;
    }
    for (const Name& name : names) {
        INFO(name.text);
        if (name.drawn == 0xFEB3 && !editor::knows_visual_order()) continue;
        if (!panels::compat::fonts_load_on_demand) CHECK_FALSE(draws(own.style.words, name.drawn));
        // Fonts that load on demand are built again only for the first character of a font.
        const bool builds = own.fonts.want(name.text);
        if (!panels::compat::fonts_load_on_demand) CHECK(builds);
        CHECK_FALSE(own.fonts.want(name.text));  // a build for each frame would be slow
    }
    own.build();
    for (const Name& name : names) {
        INFO(name.text);
        if (name.drawn == 0xFEB3 && !editor::knows_visual_order()) continue;
        // Where fonts load on demand, characters of 16 bits cannot name a pictograph: it is a question mark.
        if (panels::compat::fonts_load_on_demand && name.drawn == 0xE642) continue;
        for (ImFont* const font : {own.style.words, own.style.words_bold, own.style.small})
            CHECK(draws(font, name.drawn));
    }
}

#if IMGUI_VERSION_NUM < 19200
TEST_CASE("Fonts: an emoji has ink in the atlas, at its place", "[ui][fonts]") {
    OwnFonts own;
    if (!own.fonts.missing().empty()) {
        SUCCEED("without " + own.fonts.missing().front());
        return;
    }
    own.fonts.want("🙂");
    own.build();
    const ImFontGlyph* const glyph = own.style.words->FindGlyphNoFallback(0xE642);
    REQUIRE(glyph != nullptr);
    unsigned char* pixels = nullptr;
    int width = 0, height = 0, dark = 0;
    ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
    const auto at = [](float share, int size) { return static_cast<int>(share * static_cast<float>(size) + 0.5f); };
    for (int y = at(glyph->V0, height); y < at(glyph->V1, height); ++y)
        for (int x = at(glyph->U0, width); x < at(glyph->U1, width); ++x) dark += pixels[y * width + x] > 128;
    CHECK(dark > 20);
    CHECK(glyph->AdvanceX > 8);
    CHECK(glyph->Y1 <= own.style.words->FontSize + 2);
}
#endif

}  // namespace fonts_test
