// Colours by role, and the tones of components, for the interface and for figures. No colour is written anywhere else.
// Each hue has one meaning: accent is selection, warn is change, error and good are verdicts, tones are components.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace figures {

struct Color {
    std::uint8_t r = 0, g = 0, b = 0;
    friend bool operator==(const Color&, const Color&) = default;
};

enum class Theme { Dark, Light, Contrast };

/// Names as in the design. The roles that begin with n_ are neutral: what every world has by itself.
struct Palette {
    Color bg, panel, raised, hover, line, edge;  // grounds from the window outwards, then lines
    Color text, quiet, quiet_sel, faint;         // quiet_sel is drawn on sel, selhov and hover; faint is disabled
    Color accent, sel, selhov;                   // selection and focus, and the grounds of selected rows
    Color warn, error, good;
    Color scene, grid, gridmaj;   // figures have the background of scenes
    Color bar, well, popup, inv;  // what is counted; holes; menus and tooltips; text on text's colour
    Color n_name, n_id, n_head;   // Name and Parent; entity ids; the header of a chunk
    std::array<Color, 16> tones;  // of components; people with colour blindness can tell them apart
};

const Palette& palette_of(Theme theme);

/// Every world registers Name and Parent first. They are neutral and take no tone.
inline constexpr std::uint32_t neutral_components = 2;
/// The number of the component that has the n-th tone, counted from 0. For what has no world: types of the lab, series.
constexpr std::uint32_t component_of_tone(std::size_t n) { return static_cast<std::uint32_t>(n) + neutral_components; }

/// The tone of the n-th series of a plot: the first few are as far apart as can be, for people with colour blindness,
/// too. Computed over both themes.
constexpr std::size_t tone_of_series(std::size_t n) {
    constexpr std::array<std::uint8_t, 16> order{13, 11, 4, 0, 1, 15, 9, 5, 6, 8, 12, 7, 3, 2, 14, 10};
    return order[n % order.size()];
}

/// How a component looks everywhere: its tone, and from the 17th on stripes over it.
struct ComponentLook {
    Color color;
    bool striped = false;
    friend bool operator==(const ComponentLook&, const ComponentLook&) = default;
};
/// By the component's place in the order of registration, which is its id.
ComponentLook look_of(std::uint32_t component, const Palette& palette);
bool is_striped(std::uint32_t component);

/// `share` (0 to 1) of the way from one colour to the other.
Color mixed(Color from, Color to, double share);
/// The dark half of the stripes over a tone: black at 55 %.
Color stripe_over(Color tone);
/// Text in an area of this colour: the darker or the lighter one, whichever has more contrast as WCAG 2 defines it.
Color text_on(Color ground);

}  // namespace figures
