#include "editor/app/window/fonts.hpp"

#include <initializer_list>

#include <imgui.h>

#include "catch.hpp"

namespace fonts_test {

namespace {

bool draws(ImFont* font, ImWchar character) {
#if IMGUI_VERSION_NUM >= 19200
    return font->IsGlyphInFont(character);
#else
    return font->FindGlyphNoFallback(character) != nullptr;
#endif
}

}  // namespace

TEST_CASE("Fonts: every font draws the signs that stand in numbers", "[ui][fonts]") {
    ImGuiContext* const before = ImGui::GetCurrentContext();
    ImGuiContext* const own = ImGui::CreateContext();
    ImGui::SetCurrentContext(own);
    {
        editor::Fonts fonts;
        panels::Style style;
        fonts.build(style);
#if IMGUI_VERSION_NUM < 19200
        ImGui::GetIO().Fonts->Build();
#endif
        for (const std::string& name : fonts.missing()) WARN("without " + name);
        for (ImFont* const font : {style.words, style.words_bold, style.small, style.small_bold, style.mono,
                                   style.mono_bold, style.mono_small}) {
            if (font == nullptr || !fonts.missing().empty()) continue;
            for (const ImWchar sign : std::initializer_list<ImWchar>{0x2212, 0x2013, 0x2026, 0xB5}) {  // − – … µ
                INFO(static_cast<unsigned>(sign));
                CHECK(draws(font, sign));
            }
        }
        ImGui::DestroyContext(own);
    }
    ImGui::SetCurrentContext(before);
}

}  // namespace fonts_test
