#include "editor/app/window/fonts.hpp"

#include <array>
#include <cmath>

#include "ecs/base/utf8.hpp"
#include "editor/base/font_files.hpp"
#include "panels/base/glyphs.hpp"
#include "panels/base/imgui_compat.hpp"

namespace editor {

namespace {

constexpr std::array<ImWchar, 9> number_ranges{0x0020, 0x017F, 0x0370, 0x03FF, 0x2000, 0x206F, 0x2190, 0x21FF, 0};

ImFont* add_font(std::vector<unsigned char>& bytes, float size, const ImWchar* ranges, bool merge) {
    if (bytes.empty()) return nullptr;
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.MergeMode = merge;
    config.OversampleH = size > 24 || merge ? 1 : 2;
    config.OversampleV = 1;
    config.PixelSnapH = true;
    return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(bytes.data(), static_cast<int>(bytes.size()), size, &config,
                                                      ranges);
}

ImFont* add_builtin_font(float size) {
    ImFontConfig config;
    config.SizePixels = std::floor(size);
    config.OversampleH = config.OversampleV = 1;
    config.PixelSnapH = true;
    return ImGui::GetIO().Fonts->AddFontDefault(&config);
}

}  // namespace

Fonts::Fonts()
    : words_(read_font(words_font)),
      words_bold_(read_font(bold_font)),
      mono_(read_font(mono_font)),
      fallback_(read_font(fallback_font)) {
    if (words_.empty()) missing_.push_back(words_font);
    if (words_bold_.empty()) missing_.push_back(bold_font);
    if (mono_.empty()) missing_.push_back(mono_font);
    if (fallback_.empty()) missing_.push_back(fallback_font);
}

bool Fonts::want(std::string_view utf8) {
    if (panels::compat::fonts_load_on_demand || fallback_.empty()) return false;
    bool found_new = false;
    for (std::size_t at = 0; at < utf8.size();) {
        const std::uint32_t character = ecs::next_character(utf8, at);
        const bool drawn = character > 0x7f && character <= IM_UNICODE_CODEPOINT_MAX;  // ImGui 1.86 ends at U+FFFF
        if (drawn && !panels::in_glyph_ranges(character)) found_new |= wanted_.insert(character).second;
    }
    return found_new;
}

void Fonts::merge_fallback(float size) {
    if (fallback_.empty()) return;
    if (panels::compat::fonts_load_on_demand) {
        add_font(fallback_, size, nullptr, true);
    } else if (fallback_ranges_.size() > 1) {
        add_font(fallback_, size, fallback_ranges_.data(), true);
    }
}

void Fonts::build(panels::Style& style) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.Clear();
    // Texts are drawn on whole pixels: a size that is not whole would blur them.
    const float size = std::round(style.px(size_at_scale_1));

    fallback_ranges_.clear();
    for (const unsigned int codepoint : wanted_) {
        if (!fallback_ranges_.empty() && fallback_ranges_.back() + 1u == codepoint) {
            fallback_ranges_.back() = static_cast<ImWchar>(codepoint);
        } else {
            fallback_ranges_.push_back(static_cast<ImWchar>(codepoint));
            fallback_ranges_.push_back(static_cast<ImWchar>(codepoint));
        }
    }
    fallback_ranges_.push_back(0);

    style.words = add_font(words_, size, panels::glyph_ranges(), false);
    if (!style.words) style.words = add_builtin_font(size);
    merge_fallback(size);
    style.words_bold = add_font(words_bold_, size, panels::glyph_ranges(), false);
    if (style.words_bold) merge_fallback(size);
    style.mono = add_font(mono_, size, number_ranges.data(), false);
    if (style.mono) merge_fallback(size);
    panels::compat::set_font_size(ImGui::GetStyle(), size);
}

}  // namespace editor
