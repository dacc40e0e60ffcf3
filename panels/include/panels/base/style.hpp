// Colours by role, fonts and scale: the theme. The colours are those of figures/drawing/palette.hpp, which says what
// each role is for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <imgui.h>

#include "ecs/types/component_type.hpp"

namespace panels {

enum class ThemeName { Dark, Light, Contrast };

struct Theme {
    ImU32 bg, panel, raised, hover, line, edge;
    ImU32 text, quiet, quiet_sel, faint;
    ImU32 accent, sel, selhov;
    ImU32 warn, error, good;
    ImU32 scene, grid, gridmaj;
    ImU32 bar, well, popup, inv;
    ImU32 n_name, n_id, n_head;
    std::array<ImU32, 16> tones;
};

const Theme& theme_named(ThemeName name);

// Sizes of fonts in pixels at scale 1. Dear ImGui's size of a font is ascent minus descent: 1.2102 times the em of
// Inter, 1.32 times the em of JetBrains Mono. So these are ems of 13, 11, 12 and 11. No text is smaller.
struct TextSize {
    static constexpr float words = 15.73f, small = 13.31f, numbers = 15.84f, small_numbers = 14.52f;
};

/// Everything about looks that a panel may use. Sizes are in pixels, already scaled.
struct Style {
    ThemeName theme_name = ThemeName::Dark;
    const Theme* theme = &theme_named(ThemeName::Dark);  // that of theme_name; never null
    float scale = 1;
    ImFont* words = nullptr;  // Inter; null: the current font
    ImFont* words_bold = nullptr;
    ImFont* small = nullptr;  // headings of columns, units, badges
    ImFont* small_bold = nullptr;
    ImFont* mono = nullptr;  // JetBrains Mono: ids, numbers, bytes
    ImFont* mono_bold = nullptr;
    ImFont* mono_small = nullptr;  // offsets, deltas
    bool reduce_motion = false;
    const ecs::ComponentId* pointed_component = nullptr;  // what the mouse points at, marked wherever it is drawn

    float px(float at_scale_1) const { return at_scale_1 * scale; }
    /// The colour of a component, the same everywhere, in order of registration. From the 17th on it has stripes, see
    /// figures::is_striped().
    ImU32 color_of(ecs::ComponentId component) const;
    /// The n-th tone, counted from 0, for what has no world: types of the lab, series of plots.
    ImU32 tone(std::size_t n) const { return theme->tones[n % theme->tones.size()]; }
};

/// Distinguishes any number of archetypes, and the chunks of each; neighbours differ most. Separate from the palette,
/// which means components.
ImU32 color_of_archetype(const Style& style, std::uint32_t archetype);
ImU32 color_of_chunk(const Style& style, std::uint32_t archetype, std::size_t chunk);

/// The ground of a row. What lies on it comes later: it lets nothing through.
enum class RowState { Hovered, Selected, SelectedHovered };
ImU32 row_color(ThemeName theme, RowState state);
/// At least one of the two must be true.
constexpr RowState row_state(bool selected, bool hovered) {
    return !selected ? RowState::Hovered : hovered ? RowState::SelectedHovered : RowState::Selected;
}

/// `share` (0 to 1) of the way from one colour to the other; the opacity, too.
ImU32 mixed(ImU32 from, ImU32 to, float share);
/// Text in an area of this colour: the darker or the lighter one, whichever has more contrast.
ImU32 text_on(ImU32 ground);

/// `color` with its opacity multiplied by `opacity` (0 to 1).
ImU32 faded(ImU32 color, float opacity);

/// Sets ImGui's own colours and sizes from the style. Call it when theme or scale change.
void apply_style(const Style& style, ImGuiStyle& imgui_style);

}  // namespace panels
