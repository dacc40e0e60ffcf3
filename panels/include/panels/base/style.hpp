// Colours by role, fonts and scale: the theme. The colours are those of figures/drawing/palette.hpp.
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
    ImU32 background, panel, raised, line;  // from the window outwards
    ImU32 text, quiet_text, accent, on_accent;
    ImU32 warning, error, good;
    ImU32 scene_background, scene_grid;
    std::array<ImU32, 12> palette;  // of components; distinguishable with colour blindness
};

const Theme& theme_named(ThemeName name);

/// Everything about looks that a panel may use. Sizes are in pixels, already scaled.
struct Style {
    ThemeName theme_name = ThemeName::Dark;
    const Theme* theme = &theme_named(ThemeName::Dark);  // that of theme_name; never null
    float scale = 1;
    ImFont* words = nullptr;  // Inter; null: the current font
    ImFont* words_bold = nullptr;
    ImFont* mono = nullptr;  // JetBrains Mono: ids, numbers, bytes
    bool reduce_motion = false;

    float px(float at_scale_1) const { return at_scale_1 * scale; }
    /// The colour of a component, the same everywhere, in order of registration.
    ImU32 color_of(ecs::ComponentId component) const { return theme->palette[component % theme->palette.size()]; }
};

/// Distinguishes any number of archetypes, and the chunks of each; neighbours differ most. Separate from the palette,
/// which means components.
ImU32 color_of_archetype(const Style& style, std::uint32_t archetype);
ImU32 color_of_chunk(const Style& style, std::uint32_t archetype, std::size_t chunk);

/// The background of a row, drawn over a panel: the accent means selected, a lighter one means hovered; both can
/// combine.
enum class RowState { Hovered, Selected, SelectedHovered };
ImU32 row_color(ThemeName theme, RowState state);
/// At least one of the two must be true.
constexpr RowState row_state(bool selected, bool hovered) {
    return !selected ? RowState::Hovered : hovered ? RowState::SelectedHovered : RowState::Selected;
}

/// `color` with its opacity multiplied by `opacity` (0 to 1).
ImU32 faded(ImU32 color, float opacity);

/// Sets ImGui's own colours and sizes from the style. Call it when theme or scale change.
void apply_style(const Style& style, ImGuiStyle& imgui_style);

}  // namespace panels
