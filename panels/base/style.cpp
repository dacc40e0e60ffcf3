#include "panels/base/style.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "figures/drawing/palette.hpp"
#include "panels/base/imgui_compat.hpp"

namespace panels {

namespace {

constexpr ImU32 shade = IM_COL32(0x0B, 0x0C, 0x10, 0xff);  // over what stands behind a dialog or the palette

ImU32 packed(figures::Color color) { return IM_COL32(color.r, color.g, color.b, 0xff); }

Theme theme_of(const figures::Palette& colors) {
    Theme theme{.bg = packed(colors.bg),
                .panel = packed(colors.panel),
                .raised = packed(colors.raised),
                .hover = packed(colors.hover),
                .line = packed(colors.line),
                .edge = packed(colors.edge),
                .text = packed(colors.text),
                .quiet = packed(colors.quiet),
                .quiet_sel = packed(colors.quiet_sel),
                .faint = packed(colors.faint),
                .accent = packed(colors.accent),
                .sel = packed(colors.sel),
                .selhov = packed(colors.selhov),
                .warn = packed(colors.warn),
                .error = packed(colors.error),
                .good = packed(colors.good),
                .scene = packed(colors.scene),
                .grid = packed(colors.grid),
                .gridmaj = packed(colors.gridmaj),
                .bar = packed(colors.bar),
                .well = packed(colors.well),
                .popup = packed(colors.popup),
                .inv = packed(colors.inv),
                .n_name = packed(colors.n_name),
                .n_id = packed(colors.n_id),
                .n_head = packed(colors.n_head),
                .tones = {}};
    std::transform(colors.tones.begin(), colors.tones.end(), theme.tones.begin(), packed);
    return theme;
}

ImVec4 color_of(ImU32 color, float opacity = 1) {
    ImVec4 result = ImGui::ColorConvertU32ToFloat4(color);
    result.w *= opacity;
    return result;
}

void apply_colors(ThemeName name, const Theme& theme, ImVec4* colors) {
    const ImVec4 none{0, 0, 0, 0};
    colors[ImGuiCol_Text] = color_of(theme.text);
    colors[ImGuiCol_TextDisabled] = color_of(theme.quiet);
    colors[ImGuiCol_WindowBg] = color_of(theme.panel);
    colors[ImGuiCol_ChildBg] = none;
    colors[ImGuiCol_PopupBg] = color_of(theme.popup);
    colors[ImGuiCol_Border] = color_of(theme.line);
    colors[ImGuiCol_BorderShadow] = none;
    colors[ImGuiCol_FrameBg] = color_of(theme.raised);
    colors[ImGuiCol_FrameBgHovered] = color_of(theme.hover);
    colors[ImGuiCol_FrameBgActive] = color_of(theme.hover);
    colors[ImGuiCol_TitleBg] = color_of(theme.bg);
    colors[ImGuiCol_TitleBgActive] = color_of(theme.bg);
    colors[ImGuiCol_TitleBgCollapsed] = color_of(theme.bg);
    colors[ImGuiCol_MenuBarBg] = color_of(theme.bg);
    colors[ImGuiCol_ScrollbarBg] = none;
    colors[ImGuiCol_ScrollbarGrab] = color_of(theme.edge);
    colors[ImGuiCol_ScrollbarGrabHovered] = color_of(theme.bar);
    colors[ImGuiCol_ScrollbarGrabActive] = color_of(theme.quiet);
    colors[ImGuiCol_CheckMark] = color_of(theme.text);
    colors[ImGuiCol_SliderGrab] = color_of(theme.bar);
    colors[ImGuiCol_SliderGrabActive] = color_of(theme.text);
    colors[ImGuiCol_Button] = color_of(theme.raised);
    colors[ImGuiCol_ButtonHovered] = color_of(theme.hover);
    colors[ImGuiCol_ButtonActive] = color_of(theme.edge);
    colors[ImGuiCol_Header] = color_of(row_color(name, RowState::Selected));
    colors[ImGuiCol_HeaderHovered] = color_of(row_color(name, RowState::Hovered));
    colors[ImGuiCol_HeaderActive] = color_of(row_color(name, RowState::SelectedHovered));
    colors[ImGuiCol_Separator] = color_of(theme.line);
    colors[ImGuiCol_SeparatorHovered] = color_of(theme.edge);
    colors[ImGuiCol_SeparatorActive] = color_of(theme.text);
    colors[ImGuiCol_ResizeGrip] = none;
    colors[ImGuiCol_ResizeGripHovered] = color_of(theme.edge);
    colors[ImGuiCol_ResizeGripActive] = color_of(theme.text);
    colors[ImGuiCol_Tab] = color_of(theme.bg);
    colors[ImGuiCol_TabHovered] = color_of(theme.hover);
    colors[compat::color_tab_selected] = color_of(theme.panel);
    colors[compat::color_tab_dimmed] = color_of(theme.bg);
    colors[compat::color_tab_dimmed_selected] = color_of(theme.panel);
    colors[ImGuiCol_PlotLines] = color_of(theme.bar);
    colors[ImGuiCol_PlotLinesHovered] = color_of(theme.text);
    colors[ImGuiCol_PlotHistogram] = color_of(theme.bar);
    colors[ImGuiCol_PlotHistogramHovered] = color_of(theme.text);
    colors[ImGuiCol_TableHeaderBg] = color_of(theme.panel);
    colors[ImGuiCol_TableBorderStrong] = color_of(theme.line);
    colors[ImGuiCol_TableBorderLight] = color_of(theme.line);
    colors[ImGuiCol_TableRowBg] = none;
    colors[ImGuiCol_TableRowBgAlt] = none;
    colors[ImGuiCol_TextSelectedBg] = color_of(theme.accent, 0.35f);
    colors[ImGuiCol_DragDropTarget] = color_of(theme.text);
    colors[compat::color_accent] = color_of(theme.accent);
    colors[compat::color_nav_cursor] = {};  // draw_navigation_frame() draws it
    colors[ImGuiCol_NavWindowingHighlight] = color_of(theme.accent);
    colors[ImGuiCol_NavWindowingDimBg] = color_of(shade, 0.5f);
    colors[ImGuiCol_ModalWindowDimBg] = color_of(shade, 0.5f);
#if IMGUI_VERSION_NUM >= 19290
    colors[ImGuiCol_CheckboxSelectedBg] = color_of(theme.edge);
    colors[ImGuiCol_InputTextCursor] = color_of(theme.text);
    colors[ImGuiCol_TabSelectedOverline] = color_of(theme.accent);
    colors[ImGuiCol_TabDimmedSelectedOverline] = none;  // the bar is over one tab only: the focused panel's
    colors[ImGuiCol_TextLink] = color_of(theme.text);
    colors[ImGuiCol_TreeLines] = color_of(theme.line);
    colors[ImGuiCol_DragDropTargetBg] = color_of(theme.text, 0.1f);
    colors[ImGuiCol_UnsavedMarker] = color_of(theme.text);
#endif
#ifdef IMGUI_HAS_DOCK
    colors[ImGuiCol_DockingPreview] = color_of(theme.text, 0.4f);
    colors[ImGuiCol_DockingEmptyBg] = color_of(theme.bg);
#endif
}

/// Oklch: equal steps look about equal. Reduces chroma where the screen has no such colour. `hue` in turns.
ImU32 from_oklch(double lightness, double chroma, double hue) {
    const double angle = 2 * std::numbers::pi * hue;
    for (;; chroma *= 0.93) {
        const double a = chroma * std::cos(angle), b = chroma * std::sin(angle);
        const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
        const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
        const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
        const std::array<double, 3> linear{4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
                                           -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
                                           -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
        const auto [least, most] = std::minmax_element(linear.begin(), linear.end());
        if ((*least < 0 || *most > 1) && chroma > 0.01) continue;
        const auto channel = [](double value) {
            const double shown = value <= 0.0031308 ? 12.92 * value : 1.055 * std::pow(value, 1 / 2.4) - 0.055;
            return static_cast<ImU32>(std::lround(std::clamp(shown, 0.0, 1.0) * 255));
        };
        return IM_COL32(channel(linear[0]), channel(linear[1]), channel(linear[2]), 0xff);
    }
}

}  // namespace

const Theme& theme_named(ThemeName name) {
    static const Theme dark = theme_of(figures::palette_of(figures::Theme::Dark));
    static const Theme light = theme_of(figures::palette_of(figures::Theme::Light));
    static const Theme contrast = theme_of(figures::palette_of(figures::Theme::Contrast));
    switch (name) {
        case ThemeName::Light:
            return light;
        case ThemeName::Contrast:
            return contrast;
        case ThemeName::Dark:
            break;
    }
    return dark;
}

ImU32 color_of_chunk(const Style& style, std::uint32_t archetype, std::size_t chunk) {
    struct Range {
        double least, most;
        double at(double share) const { return least + (most - least) * share; }
    };
    const Range lightness = style.theme_name == ThemeName::Light      ? Range{0.34, 0.62}
                            : style.theme_name == ThemeName::Contrast ? Range{0.60, 0.95}
                                                                      : Range{0.56, 0.88};
    const Range chroma = style.theme_name == ThemeName::Contrast ? Range{0.07, 0.19} : Range{0.06, 0.17};
    // Hue, lightness and chroma advance in different steps, chosen so that two colours which are close in one of them
    // differ in another.
    const auto share = [&](double first, double an_archetype, double a_chunk) {
        const double sum = first + an_archetype * static_cast<double>(archetype) + a_chunk * static_cast<double>(chunk);
        return sum - std::floor(sum);
    };
    const double hue = share(0.7, 0.7548776662, 0.6180339887);
    return from_oklch(lightness.at(share(0.5, 0.5698402910, 0.4142135624)), chroma.at(share(0.5, 0.819, 0.671)), hue);
}

ImU32 color_of_archetype(const Style& style, std::uint32_t archetype) { return color_of_chunk(style, archetype, 0); }

ImU32 row_color(ThemeName theme, RowState state) {
    const Theme& colors = theme_named(theme);
    return state == RowState::Hovered ? colors.hover : state == RowState::Selected ? colors.sel : colors.selhov;
}

ImU32 Style::color_of(ecs::ComponentId component) const {
    return component < figures::neutral_components ? theme->n_name : tone(component - figures::neutral_components);
}

ImU32 mixed(ImU32 from, ImU32 to, float share) {
    const auto channel = [&](int shift) {
        const auto a = static_cast<float>(from >> shift & 0xff), b = static_cast<float>(to >> shift & 0xff);
        return static_cast<ImU32>(std::lround(a + (b - a) * std::clamp(share, 0.0f, 1.0f))) << shift;
    };
    return channel(0) | channel(8) | channel(16) | channel(24);
}

ImU32 text_on(ImU32 ground) {
    const auto channel = [&](int shift) { return static_cast<std::uint8_t>(ground >> shift & 0xff); };
    return packed(figures::text_on({channel(IM_COL32_R_SHIFT), channel(IM_COL32_G_SHIFT), channel(IM_COL32_B_SHIFT)}));
}

ImU32 faded(ImU32 color, float opacity) {
    const ImU32 alpha = (color >> IM_COL32_A_SHIFT) & 0xff;
    const auto result = static_cast<ImU32>(std::lround(static_cast<float>(alpha) * std::clamp(opacity, 0.0f, 1.0f)));
    return (color & ~IM_COL32_A_MASK) | result << IM_COL32_A_SHIFT;
}

void apply_style(const Style& style, ImGuiStyle& imgui_style) {
    apply_colors(style.theme_name, *style.theme, imgui_style.Colors);
    const auto px = [&](float at_scale_1) { return std::floor(style.px(at_scale_1)); };
    constexpr float row = 24;
    const bool outlines = style.theme_name == ThemeName::Contrast;

    imgui_style.Alpha = 1;
    imgui_style.DisabledAlpha = 0.38f;  // so that text looks faint
    imgui_style.WindowPadding = {px(8), px(8)};
    imgui_style.WindowRounding = 0;
    imgui_style.WindowBorderSize = 1;
    imgui_style.WindowMinSize = {px(64), px(48)};
    imgui_style.WindowTitleAlign = {0, 0.5f};
    imgui_style.WindowMenuButtonPosition = ImGuiDir_None;
    imgui_style.ChildRounding = 0;
    imgui_style.ChildBorderSize = 1;
    imgui_style.PopupRounding = px(4);
    imgui_style.PopupBorderSize = 1;
    imgui_style.FramePadding = {px(8), style.px(row - TextSize::words) / 2};
    imgui_style.FrameRounding = px(4);
    imgui_style.FrameBorderSize = outlines ? 1.0f : 0.0f;
    imgui_style.ItemSpacing = {px(8), px(4)};
    imgui_style.ItemInnerSpacing = {px(4), px(4)};
    imgui_style.CellPadding = {px(8), 0};
    imgui_style.IndentSpacing = px(16);
    imgui_style.ColumnsMinSpacing = px(8);
#if IMGUI_VERSION_NUM >= 19290
    imgui_style.ScrollbarSize = px(12);
    imgui_style.ScrollbarPadding = px(4);
#else
    imgui_style.ScrollbarSize = px(4) + 6;  // of which ImGui leaves 3 px free at each side
#endif
    imgui_style.ScrollbarRounding = px(2);
    imgui_style.GrabMinSize = px(12);
    imgui_style.GrabRounding = px(3);
    imgui_style.TabRounding = 0;
#if IMGUI_VERSION_NUM >= 19290
    imgui_style.TabBarOverlineSize = px(2);
#endif
    imgui_style.TabBorderSize = outlines ? 1.0f : 0.0f;
    imgui_style.ButtonTextAlign = {0.5f, 0.5f};
    imgui_style.SelectableTextAlign = {0, 0.5f};
    imgui_style.DisplaySafeAreaPadding = {px(4), px(4)};
}

}  // namespace panels
