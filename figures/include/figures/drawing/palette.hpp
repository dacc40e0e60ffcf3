// Colours by role, for the interface and for figures. No colour is written anywhere else.
#pragma once

#include <array>
#include <cstdint>

namespace figures {

struct Color {
    std::uint8_t r = 0, g = 0, b = 0;
    friend bool operator==(const Color&, const Color&) = default;
};

enum class Theme { Dark, Light, Contrast };

struct Palette {
    Color background, panel, raised, line;  // of the window, outwards
    Color text, quiet_text, accent, on_accent;
    Color warning, error, good;
    Color scene_background, scene_grid;  // figures stand on the ground of scenes
    std::array<Color, 12> components;    // people with colour blindness can tell them apart
};

const Palette& palette_of(Theme theme);

}  // namespace figures
