#include "fonts.hpp"

#include <array>
#include <cmath>
#include <fstream>
#include <iterator>

#include "panels/imgui_compat.hpp"

namespace editor {

namespace {

namespace fs = std::filesystem;

// Latin, Greek, Cyrillic, punctuation, currency, arrows, mathematical signs and shapes: what Inter has.
constexpr std::array<ImWchar, 19> word_ranges{0x0020, 0x024F, 0x0370, 0x052F, 0x1E00, 0x1EFF, 0x2000,
                                              0x206F, 0x20A0, 0x20BF, 0x2100, 0x214F, 0x2190, 0x21FF,
                                              0x2200, 0x22FF, 0x25A0, 0x25FF, 0};
constexpr std::array<ImWchar, 9> number_ranges{0x0020, 0x017F, 0x0370, 0x03FF, 0x2000, 0x206F, 0x2190, 0x21FF, 0};

bool in_word_ranges(unsigned int codepoint) {
    for (std::size_t i = 0; i + 1 < word_ranges.size(); i += 2)
        if (codepoint >= word_ranges[i] && codepoint <= word_ranges[i + 1]) return true;
    return false;
}

fs::path find_font(const char* name) {
    const fs::path beside = program_folder();
    for (const fs::path& folder : {beside / "fonts", beside / "../share/chunkscope/fonts"}) {
        std::error_code unreadable;
        if (fs::is_regular_file(folder / name, unreadable)) return folder / name;
    }
    return {};
}

/// Empty when the file is not there or is no font: ImGui would stop the program over one that it cannot read.
std::vector<unsigned char> read_font(const char* name) {
    std::ifstream file(find_font(name), std::ios::binary);
    std::vector<unsigned char> bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (bytes.size() < 1024) return {};
    const std::string_view kind(reinterpret_cast<const char*>(bytes.data()), 4);
    if (kind != "OTTO" && kind != "true" && kind != std::string_view("\0\1\0\0", 4)) return {};
    return bytes;
}

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

fs::path program_folder() {
    std::error_code unknown;
    const fs::path program = fs::read_symlink("/proc/self/exe", unknown);
    return unknown ? fs::current_path(unknown) : program.parent_path();
}

Fonts::Fonts()
    : words_(read_font("Inter-Regular.otf")),
      words_bold_(read_font("Inter-SemiBold.otf")),
      mono_(read_font("JetBrainsMono-Regular.ttf")),
      fallback_(read_font("DroidSansFallbackFull.ttf")) {
    if (words_.empty()) missing_.push_back("Inter-Regular.otf");
    if (words_bold_.empty()) missing_.push_back("Inter-SemiBold.otf");
    if (mono_.empty()) missing_.push_back("JetBrainsMono-Regular.ttf");
    if (fallback_.empty()) missing_.push_back("DroidSansFallbackFull.ttf");
}

bool Fonts::want(std::string_view utf8) {
    if (panels::compat::fonts_load_on_demand || fallback_.empty()) return false;
    bool found_new = false;
    for (std::size_t i = 0; i < utf8.size();) {
        const auto lead = static_cast<unsigned char>(utf8[i]);
        const std::size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        if (length == 3 && i + 2 < utf8.size()) {  // from U+0800 on; ImGui 1.86 ends at U+FFFF
            const unsigned int codepoint = (lead & 0x0fu) << 12 |
                                           (static_cast<unsigned char>(utf8[i + 1]) & 0x3fu) << 6 |
                                           (static_cast<unsigned char>(utf8[i + 2]) & 0x3fu);
            if (!in_word_ranges(codepoint)) found_new |= wanted_.insert(codepoint).second;
        }
        i += length;
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

    style.words = add_font(words_, size, word_ranges.data(), false);
    if (!style.words) style.words = add_builtin_font(size);
    merge_fallback(size);
    style.words_bold = add_font(words_bold_, size, word_ranges.data(), false);
    if (style.words_bold) merge_fallback(size);
    style.mono = add_font(mono_, size, number_ranges.data(), false);
    if (style.mono) merge_fallback(size);
    panels::compat::set_font_size(ImGui::GetStyle(), size);
}

}  // namespace editor
