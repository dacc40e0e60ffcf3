#include "figures/drawing/palette.hpp"

namespace figures {

namespace {

/// As it is written everywhere else: 0xRRGGBB.
constexpr Color rgb(std::uint32_t code) {
    return {static_cast<std::uint8_t>(code >> 16), static_cast<std::uint8_t>(code >> 8),
            static_cast<std::uint8_t>(code)};
}

constexpr Palette dark_palette{
    .background = rgb(0x15171C),
    .panel = rgb(0x1B1E25),
    .raised = rgb(0x242833),
    .line = rgb(0x303644),
    .text = rgb(0xD9DEE8),
    .quiet_text = rgb(0x8A93A6),
    .accent = rgb(0x5AA9FF),
    .on_accent = rgb(0x0B0F16),
    .warning = rgb(0xF2B84B),
    .error = rgb(0xFF6B6B),
    .good = rgb(0x59C98B),
    .scene_background = rgb(0x101217),
    .scene_grid = rgb(0x1E222B),
    .components = {rgb(0x80C5FF), rgb(0xFC9A02), rgb(0xA387FC), rgb(0xC4DA93), rgb(0xE45292), rgb(0xFFF639),
                   rgb(0x5566E4), rgb(0xB38027), rgb(0xB2FFFF), rgb(0xA83AA3), rgb(0xD1A7B0), rgb(0x6E6A48)},
};

constexpr Palette light_palette{
    .background = rgb(0xE6E9EE),
    .panel = rgb(0xF8F9FB),
    .raised = rgb(0xE9ECF1),
    .line = rgb(0xC6CCD6),
    .text = rgb(0x1B1F27),
    .quiet_text = rgb(0x586174),
    .accent = rgb(0x1A5FBF),
    .on_accent = rgb(0xFFFFFF),
    .warning = rgb(0x845400),
    .error = rgb(0xB8242C),
    .good = rgb(0x17693C),
    .scene_background = rgb(0xFFFFFF),
    .scene_grid = rgb(0xE4E8EE),
    .components = {rgb(0x1492FF), rgb(0xE56D00), rgb(0x4C49CF), rgb(0x8E0E00), rgb(0xAA8884), rgb(0x1821A3),
                   rgb(0xC82C16), rgb(0x7773BB), rgb(0x5A0025), rgb(0x905967), rgb(0x400865), rgb(0x5B3C5E)},
};

constexpr Palette contrast_palette{
    .background = rgb(0x000000),
    .panel = rgb(0x060606),
    .raised = rgb(0x1C1C1C),
    .line = rgb(0x8E8E8E),
    .text = rgb(0xFFFFFF),
    .quiet_text = rgb(0xD2D2D2),
    .accent = rgb(0x6CC7FF),
    .on_accent = rgb(0x000000),
    .warning = rgb(0xFFD23F),
    .error = rgb(0xFF8A8A),
    .good = rgb(0x62FFA8),
    .scene_background = rgb(0x000000),
    .scene_grid = rgb(0x333333),
    .components = {rgb(0x80C5FF), rgb(0xFC9A02), rgb(0xA387FC), rgb(0xC4DA93), rgb(0xE45292), rgb(0xFFF639),
                   rgb(0x5566E4), rgb(0xB38027), rgb(0xB2FFFF), rgb(0xA83AA3), rgb(0xD1A7B0), rgb(0x6E6A48)},
};

}  // namespace

const Palette& palette_of(Theme theme) {
    switch (theme) {
        case Theme::Light:
            return light_palette;
        case Theme::Contrast:
            return contrast_palette;
        case Theme::Dark:
            break;
    }
    return dark_palette;
}

}  // namespace figures
