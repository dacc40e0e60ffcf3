#include "editor/app/window/fonts.hpp"

#include <array>
#include <cmath>

#include "ecs/base/utf8.hpp"
#include "editor/base/font_files.hpp"
#include "panels/base/glyphs.hpp"
#include "panels/base/imgui_compat.hpp"

namespace editor {

namespace {

constexpr std::array<ImWchar, 11> number_ranges{0x0020, 0x017F, 0x0370, 0x03FF, 0x2000, 0x206F,
                                                0x2190, 0x21FF, 0x2200, 0x22FF, 0};

ImFont* add_font(std::vector<unsigned char>& bytes, float size, const ImWchar* ranges, bool merge, float down = 0) {
    if (bytes.empty()) return nullptr;
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.MergeMode = merge;
    config.OversampleH = size > 24 || merge ? 1 : 2;
    config.OversampleV = 1;
    config.PixelSnapH = true;
    config.GlyphOffset.y = down;
    return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(bytes.data(), static_cast<int>(bytes.size()), size, &config,
                                                      ranges);
}

/// How far the numbers of a line go down, so that they stand on the base line of its words. Before 1.92 Dear ImGui
/// rounds the ascent of each font by itself.
float base_line_below(float number_size, float words_size) {
    if (panels::compat::fonts_load_on_demand) return 0;
    constexpr float words_ascent = 0.96875f / 1.2102f, number_ascent = 1.02f / 1.32f;  // shares of the sizes
    return std::floor(words_ascent * words_size + 1) - std::floor(number_ascent * number_size + 1);
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
      mono_bold_(read_font(mono_bold_font)),
      fallback_(read_font(fallback_font)) {
    if (words_.empty()) missing_.push_back(words_font);
    if (words_bold_.empty()) missing_.push_back(bold_font);
    if (mono_.empty()) missing_.push_back(mono_font);
    if (mono_bold_.empty()) missing_.push_back(mono_bold_font);
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
    // Base lines stand on whole pixels whatever the size, so an em may be whole where the size is not.
    const float size = style.px(panels::TextSize::words), small = style.px(panels::TextSize::small);
    const float number = style.px(panels::TextSize::numbers), small_number = style.px(panels::TextSize::small_numbers);

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

    const auto add_words = [&](Bytes& bytes, float px) {
        ImFont* const font = add_font(bytes, px, panels::glyph_ranges(), false);
        if (font) merge_fallback(px);
        return font;
    };
    style.words = add_words(words_, size);
    if (!style.words) {
        style.words = add_builtin_font(size);
        merge_fallback(size);
    }
    style.words_bold = add_words(words_bold_, size);
    style.small = add_words(words_, small);
    style.small_bold = add_words(words_bold_, small);
    // Numbers stand in sentences, too, so Japanese may stand between them.
    const auto add_numbers = [&](Bytes& bytes, float px, float beside) {
        ImFont* const font = add_font(bytes, px, number_ranges.data(), false, base_line_below(px, beside));
        if (font) merge_fallback(px);
        return font;
    };
    style.mono = add_numbers(mono_, number, size);
    style.mono_bold = add_numbers(mono_bold_, number, size);
    style.mono_small = add_numbers(mono_, small_number, small);
    panels::compat::set_font_size(ImGui::GetStyle(), size);
}

}  // namespace editor
