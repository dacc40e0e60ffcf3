// The characters of Japanese for a Harness, from the font that lies beside the program.
#pragma once

#include <fstream>
#include <iterator>
#include <vector>

#include "panels/base/imgui_compat.hpp"

/// `font` keeps the file, and lives as long as the harness. False when the program has no font for them.
inline bool add_japanese(std::vector<unsigned char>& font, const ImWchar* ranges = nullptr) {
    std::ifstream file(TEST_FONT_FOLDER "/DroidSansFallbackFull.ttf", std::ios::binary);
    font.assign(std::istreambuf_iterator<char>(file), {});
    if (font.empty()) return false;
    ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.MergeMode = true;
    config.OversampleH = config.OversampleV = 1;
#if IMGUI_VERSION_NUM >= 19200
    constexpr float size = 0;  // that of the font which it is merged into
#else
    constexpr float size = 13;
#endif
    fonts.AddFontFromMemoryTTF(font.data(), static_cast<int>(font.size()), size, &config,
                               ranges != nullptr ? ranges : fonts.GetGlyphRangesJapanese());
#if IMGUI_VERSION_NUM < 19200
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    fonts.GetTexDataAsAlpha8(&pixels, &width, &height);
#endif
    return true;
}
