#include "editor/app/window/fonts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>
#include <utility>

#include "ecs/base/utf8.hpp"
#include "editor/base/language.hpp"
#include "editor/base/visual_order.hpp"
#include "figures/drawing/format.hpp"
#include "panels/base/glyphs.hpp"
#include "panels/base/imgui_compat.hpp"
#include "panels/base/script_layout.hpp"

namespace editor {

namespace {

constexpr std::array<ImWchar, 11> number_ranges{0x0020, 0x017F, 0x0370, 0x03FF, 0x2000, 0x206F,
                                                0x2190, 0x21FF, 0x2200, 0x22FF, 0};

ImFont* add_font(std::span<unsigned char> bytes, float size, const ImWchar* ranges, bool merge, float down = 0) {
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

constexpr float words_ascent = 0.96875f / 1.2102f, number_ascent = 1.02f / 1.32f;  // shares of the sizes

/// How far the numbers of a line go down, so that they stand on the base line of its words. Before 1.92 Dear ImGui
/// rounds the ascent of each font by itself.
float base_line_below(float number_size, float words_size) {
    if (panels::compat::fonts_load_on_demand) return 0;
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
      mono_bold_(read_font(mono_bold_font)) {
    for (std::size_t i = 0; i < fallbacks_.size(); ++i) fallbacks_[i].name = fallback_fonts[i];
    if (words_.empty()) missing_.push_back(words_font);
    if (words_bold_.empty()) missing_.push_back(bold_font);
    if (mono_.empty()) missing_.push_back(mono_font);
    if (mono_bold_.empty()) missing_.push_back(mono_bold_font);
    for (const char* const name : fallback_fonts)
        if (!has_font(name)) missing_.push_back(name);
}

bool Fonts::want(std::string_view utf8) {
    bool found_new = false;
    const auto want_each = [&](std::string_view text) {
        for (std::size_t at = 0; at < text.size();) {
            if (static_cast<unsigned char>(text[at]) < 0x80)
                ++at;
            else
                found_new |= want(ecs::next_character(text, at));
        }
    };
    want_each(utf8);
    // Joined letters are characters of their own.
    if (const std::string ordered = visual_order(utf8); ordered != utf8) want_each(ordered);
    return found_new;
}

bool Fonts::want(unsigned int character) {
    if (panels::in_glyph_ranges(character) || character > 0x10ffff) return false;
    constexpr unsigned int first_from_right = 0x590, end_from_right = 0x8ff;
    const bool from_right = character >= first_from_right && character <= end_from_right;
    if (from_right && unordered_ == Unordered::None && !knows_visual_order()) unordered_ = Unordered::Found;
    const bool pictograph = panels::stand_in_for(character) != 0;
    const bool drawable = pictograph || character <= IM_UNICODE_CODEPOINT_MAX;
    for (Fallback& fallback : fallbacks_) {
        if (!drawable) break;
        if (!std::exchange(fallback.asked, true)) {
            auto face = std::make_unique<figures::FontFace>(read_font(fallback.name));
            if (face->usable()) fallback.face = std::move(face);
        }
        if (!fallback.face || fallback.face->glyph_of(character) == 0) continue;
        const bool first = fallback.wanted.empty(), fresh = fallback.wanted.insert(character).second;
        return panels::compat::fonts_load_on_demand ? first : fresh;
    }
    constexpr unsigned int first_shown = 0xa0;  // before are control characters, which are written out
    if (character >= first_shown && !told_.contains(character)) unshown_.insert(character);
    return false;
}

std::string Fonts::take_problem() {
    std::string problem;
    if (!unshown_.empty()) {
        char first[16];
        std::snprintf(first, sizeof first, "U+%04X", *unshown_.begin());
        const std::size_t others = unshown_.size() - 1;
        problem =
            others == 0
                ? phrase("No font here shows the character {}. It is kept, and drawn as a question mark.", first)
                : phrase("No font here shows the character {} and {} more. It is kept, and drawn as a question mark.",
                         first, figures::format_count(others));
        told_.merge(unshown_);
        unshown_.clear();
    }
    if (unordered_ == Unordered::Found) {
        unordered_ = Unordered::Told;
        problem += std::string(problem.empty() ? "" : " ") +
                   tr("Arabic and Hebrew are drawn letter by letter from the left, because this machine has no FriBidi "
                      "(package libfribidi0).");
    }
    return problem;
}

void Fonts::merge_fallbacks(float size) {
    for (Fallback& fallback : fallbacks_) {
        if (fallback.wanted.empty()) continue;
        const ImWchar* const ranges = panels::compat::fonts_load_on_demand ? nullptr : fallback.ranges.data();
        if (ranges && *ranges == 0) continue;
        add_font(fallback.face->bytes(), size, ranges, true);
    }
}

#if IMGUI_VERSION_NUM < 19200

void Fonts::add_pictographs(ImFont* font, float size) {
    if (font == nullptr) return;
    constexpr double of_em = 0.9;  // pictographs fill their em, letters do not
    const double em = std::floor(static_cast<double>(size) * of_em);
    const float base_line = std::floor(words_ascent * size + 1);
    for (const Fallback& fallback : fallbacks_) {
        for (const unsigned int character : fallback.wanted) {
            const auto stand_in = static_cast<ImWchar>(panels::stand_in_for(character));
            if (stand_in == 0) continue;
            const int glyph = fallback.face->glyph_of(character);
            figures::FontFace::Bitmap bitmap = fallback.face->bitmap(glyph, em, 0);
            if (bitmap.coverage.empty()) continue;
            const float left = static_cast<float>(bitmap.left), top = base_line + static_cast<float>(bitmap.top);
            const float advance = std::round(static_cast<float>(fallback.face->advance(glyph, em)));
            const int rect = ImGui::GetIO().Fonts->AddCustomRectFontGlyph(font, stand_in, bitmap.width, bitmap.height,
                                                                          advance, {left, top});
            pictographs_.push_back({rect, std::move(bitmap)});
        }
    }
}

void Fonts::draw_pictographs() {
    if (pictographs_.empty()) return;
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    unsigned char* pixels = nullptr;
    int width = 0;
    atlas.GetTexDataAsAlpha8(&pixels, &width, nullptr);  // builds
    for (const Pictograph& each : pictographs_) {
        const ImFontAtlasCustomRect& place = *atlas.GetCustomRectByIndex(each.rect);
        for (int y = 0; y < each.bitmap.height; ++y)
            std::copy_n(each.bitmap.coverage.data() + y * each.bitmap.width, each.bitmap.width,
                        pixels + (place.Y + y) * width + place.X);
    }
    pictographs_.clear();
}

#else

void Fonts::add_pictographs(ImFont*, float) {}
void Fonts::draw_pictographs() {}

#endif

void Fonts::build(panels::Style& style) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.Clear();
    // Base lines stand on whole pixels whatever the size, so an em may be whole where the size is not.
    const float size = style.px(panels::TextSize::words), small = style.px(panels::TextSize::small);
    const float number = style.px(panels::TextSize::numbers), small_number = style.px(panels::TextSize::small_numbers);

    for (Fallback& fallback : fallbacks_) {
        fallback.ranges.clear();
        for (const unsigned int character : fallback.wanted) {
            if (character > IM_UNICODE_CODEPOINT_MAX) continue;
            const auto last = static_cast<ImWchar>(character);
            if (!fallback.ranges.empty() && fallback.ranges.back() + 1u == character)
                fallback.ranges.back() = last;
            else
                fallback.ranges.insert(fallback.ranges.end(), {last, last});
        }
        fallback.ranges.push_back(0);
    }

    const auto add_words = [&](Bytes& bytes, float px) {
        ImFont* const font = add_font(bytes, px, panels::glyph_ranges(), false);
        if (font) merge_fallbacks(px);
        add_pictographs(font, px);
        return font;
    };
    style.words = add_words(words_, size);
    if (!style.words) {
        style.words = add_builtin_font(size);
        merge_fallbacks(size);
        add_pictographs(style.words, size);
    }
    style.words_bold = add_words(words_bold_, size);
    style.small = add_words(words_, small);
    style.small_bold = add_words(words_bold_, small);
    // Numbers stand in sentences, too, so Japanese may stand between them.
    const auto add_numbers = [&](Bytes& bytes, float px, float beside) {
        ImFont* const font = add_font(bytes, px, number_ranges.data(), false, base_line_below(px, beside));
        if (font) merge_fallbacks(px);
        return font;
    };
    style.mono = add_numbers(mono_, number, size);
    style.mono_bold = add_numbers(mono_bold_, number, size);
    style.mono_small = add_numbers(mono_, small_number, small);
    panels::compat::set_font_size(ImGui::GetStyle(), size);
    draw_pictographs();
}

}  // namespace editor
