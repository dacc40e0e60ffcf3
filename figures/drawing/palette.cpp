#include "figures/drawing/palette.hpp"

#include <cmath>

namespace figures {

namespace {

/// As it is written everywhere else: 0xRRGGBB.
constexpr Color rgb(std::uint32_t code) {
    return {static_cast<std::uint8_t>(code >> 16), static_cast<std::uint8_t>(code >> 8),
            static_cast<std::uint8_t>(code)};
}

constexpr std::array dark_tones{rgb(0xB4F1EA), rgb(0x72A570), rgb(0xB88C95), rgb(0x738C49),
                                rgb(0xCCB1CD), rgb(0x96921E), rgb(0x706DE6), rgb(0xC34B6E),
                                rgb(0xC5D7FB), rgb(0x60F3BC), rgb(0x9B7586), rgb(0x777402),
                                rgb(0x597948), rgb(0x5D85A5), rgb(0xA05786), rgb(0x6D67AD)};
constexpr std::array light_tones{rgb(0x2EA28B), rgb(0x56755B), rgb(0xCF7388), rgb(0x6D8255),
                                 rgb(0x993B8D), rgb(0x8E8035), rgb(0x7F6988), rgb(0xA21162),
                                 rgb(0x425674), rgb(0x1D6147), rgb(0xA8769C), rgb(0xA9911A),
                                 rgb(0x7B9B66), rgb(0x0999EA), rgb(0x9B6576), rgb(0xA685BA)};

constexpr Palette dark_palette{
    .bg = rgb(0x15171C),
    .panel = rgb(0x1B1E25),
    .raised = rgb(0x242833),
    .hover = rgb(0x2D3240),
    .line = rgb(0x303644),
    .edge = rgb(0x4A5266),
    .text = rgb(0xD9DEE8),
    .quiet = rgb(0x8A93A6),
    .quiet_sel = rgb(0xAAB3C5),
    .faint = rgb(0x5C6475),
    .accent = rgb(0x5AA9FF),
    .sel = rgb(0x223145),
    .selhov = rgb(0x2A3D56),
    .warn = rgb(0xF2B84B),
    .error = rgb(0xFF6B6B),
    .good = rgb(0x59C98B),
    .scene = rgb(0x101217),
    .grid = rgb(0x181B21),
    .gridmaj = rgb(0x20242C),
    .bar = rgb(0x5B667C),
    .well = rgb(0x15171C),
    .popup = rgb(0x20242D),
    .inv = rgb(0x15171C),
    .n_name = rgb(0xA3ABBA),
    .n_id = rgb(0x6E778A),
    .n_head = rgb(0x3D4453),
    .tones = dark_tones,
};

constexpr Palette light_palette{
    .bg = rgb(0xE3E6EB),
    .panel = rgb(0xFAFBFC),
    .raised = rgb(0xECEFF3),
    .hover = rgb(0xE0E4EA),
    .line = rgb(0xD2D7DF),
    .edge = rgb(0xA9B1BF),
    .text = rgb(0x1B1F27),
    .quiet = rgb(0x596274),
    .quiet_sel = rgb(0x434C5E),
    .faint = rgb(0x98A0AE),
    .accent = rgb(0x1F6FD6),
    .sel = rgb(0xDCE9FA),
    .selhov = rgb(0xCFE0F7),
    .warn = rgb(0x8A5700),
    .error = rgb(0xBE2D2D),
    .good = rgb(0x17794A),
    .scene = rgb(0xF1F3F6),
    .grid = rgb(0xE7EAEE),
    .gridmaj = rgb(0xDCE0E6),
    .bar = rgb(0x8B95A7),
    .well = rgb(0xF1F3F6),
    .popup = rgb(0xFFFFFF),
    .inv = rgb(0xFAFBFC),
    .n_name = rgb(0x7D8798),
    .n_id = rgb(0x9AA3B2),
    .n_head = rgb(0xC3C9D3),
    .tones = light_tones,
};

// Text has a contrast of at least 7 on every ground. Panels are black, so the ground between them is not.
constexpr Palette contrast_palette{
    .bg = rgb(0x1E1E1E),
    .panel = rgb(0x000000),
    .raised = rgb(0x242424),
    .hover = rgb(0x363636),
    .line = rgb(0x8E8E8E),
    .edge = rgb(0x595959),
    .text = rgb(0xFFFFFF),
    .quiet = rgb(0xD2D2D2),
    .quiet_sel = rgb(0xE6E6E6),
    .faint = rgb(0x8A8A8A),
    .accent = rgb(0x6CC7FF),
    .sel = rgb(0x0B3558),
    .selhov = rgb(0x14487A),
    .warn = rgb(0xFFD23F),
    .error = rgb(0xFFA0A0),
    .good = rgb(0x62FFA8),
    .scene = rgb(0x000000),
    .grid = rgb(0x1E1E1E),
    .gridmaj = rgb(0x363636),
    .bar = rgb(0x9A9A9A),
    .well = rgb(0x000000),
    .popup = rgb(0x121212),
    .inv = rgb(0x000000),
    .n_name = rgb(0xC8C8C8),
    .n_id = rgb(0x969696),
    .n_head = rgb(0x6A6A6A),
    .tones = dark_tones,
};

double luminance(Color color) {
    const auto linear = [](std::uint8_t part) {
        const double share = part / 255.0;
        return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b);
}

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

bool is_striped(std::uint32_t component) { return component >= component_of_tone(dark_palette.tones.size()); }

ComponentLook look_of(std::uint32_t component, const Palette& palette) {
    if (component < neutral_components) return {palette.n_name};
    return {palette.tones[(component - neutral_components) % palette.tones.size()], is_striped(component)};
}

Color mixed(Color from, Color to, double share) {
    const auto channel = [share](std::uint8_t a, std::uint8_t b) {
        return static_cast<std::uint8_t>(std::lround(a + (b - a) * share));
    };
    return {channel(from.r, to.r), channel(from.g, to.g), channel(from.b, to.b)};
}

Color stripe_over(Color tone) { return mixed(tone, {}, 0.55); }

Color text_on(Color ground) {
    constexpr Color dark = rgb(0x0E1014), light = rgb(0xFFFFFF);
    const double on = luminance(ground) + 0.05;
    return on * on > (luminance(dark) + 0.05) * (luminance(light) + 0.05) ? dark : light;
}

}  // namespace figures
