#include "panels/style.hpp"

#include <algorithm>
#include <cmath>

#include "panels/imgui_compat.hpp"

namespace panels {

namespace {

/// A colour as it is written everywhere else: 0xRRGGBB.
constexpr ImU32 rgb(std::uint32_t code) { return IM_COL32((code >> 16) & 0xff, (code >> 8) & 0xff, code & 0xff, 0xff); }

constexpr Theme dark_theme{
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
    .palette = {rgb(0x80C5FF), rgb(0xFC9A02), rgb(0xA387FC), rgb(0xC4DA93), rgb(0xE45292), rgb(0xFFF639), rgb(0x5566E4),
                rgb(0xB38027), rgb(0xB2FFFF), rgb(0xA83AA3), rgb(0xD1A7B0), rgb(0x6E6A48)},
};

constexpr Theme light_theme{
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
    .palette = {rgb(0x1492FF), rgb(0xE56D00), rgb(0x4C49CF), rgb(0x8E0E00), rgb(0xAA8884), rgb(0x1821A3), rgb(0xC82C16),
                rgb(0x7773BB), rgb(0x5A0025), rgb(0x905967), rgb(0x400865), rgb(0x5B3C5E)},
};

constexpr Theme contrast_theme{
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
    .palette = {rgb(0x80C5FF), rgb(0xFC9A02), rgb(0xA387FC), rgb(0xC4DA93), rgb(0xE45292), rgb(0xFFF639), rgb(0x5566E4),
                rgb(0xB38027), rgb(0xB2FFFF), rgb(0xA83AA3), rgb(0xD1A7B0), rgb(0x6E6A48)},
};

ImVec4 color_of(ImU32 color, float opacity = 1) {
    ImVec4 result = ImGui::ColorConvertU32ToFloat4(color);
    result.w *= opacity;
    return result;
}

void apply_colors(const Theme& theme, ImVec4* colors) {
    const ImVec4 none{0, 0, 0, 0};
    colors[ImGuiCol_Text] = color_of(theme.text);
    colors[ImGuiCol_TextDisabled] = color_of(theme.quiet_text);
    colors[ImGuiCol_WindowBg] = color_of(theme.panel);
    colors[ImGuiCol_ChildBg] = none;
    colors[ImGuiCol_PopupBg] = color_of(theme.panel);  // so that the fields in it stand out
    colors[ImGuiCol_Border] = color_of(theme.line);
    colors[ImGuiCol_BorderShadow] = none;
    colors[ImGuiCol_FrameBg] = color_of(theme.raised);
    colors[ImGuiCol_FrameBgHovered] = color_of(theme.line, 0.8f);
    colors[ImGuiCol_FrameBgActive] = color_of(theme.line);
    colors[ImGuiCol_TitleBg] = color_of(theme.background);
    colors[ImGuiCol_TitleBgActive] = color_of(theme.background);
    colors[ImGuiCol_TitleBgCollapsed] = color_of(theme.background);
    colors[ImGuiCol_MenuBarBg] = color_of(theme.background);
    colors[ImGuiCol_ScrollbarBg] = none;
    colors[ImGuiCol_ScrollbarGrab] = color_of(theme.line);
    colors[ImGuiCol_ScrollbarGrabHovered] = color_of(theme.quiet_text, 0.6f);
    colors[ImGuiCol_ScrollbarGrabActive] = color_of(theme.quiet_text);
    colors[ImGuiCol_CheckMark] = color_of(theme.accent);
    colors[ImGuiCol_SliderGrab] = color_of(theme.accent, 0.8f);
    colors[ImGuiCol_SliderGrabActive] = color_of(theme.accent);
    colors[ImGuiCol_Button] = color_of(theme.raised);
    colors[ImGuiCol_ButtonHovered] = color_of(theme.line, 0.8f);
    colors[ImGuiCol_ButtonActive] = color_of(theme.line);
    colors[ImGuiCol_Header] = color_of(theme.accent, 0.22f);
    colors[ImGuiCol_HeaderHovered] = color_of(theme.line, 0.6f);
    colors[ImGuiCol_HeaderActive] = color_of(theme.accent, 0.32f);
    colors[ImGuiCol_Separator] = color_of(theme.line);
    colors[ImGuiCol_SeparatorHovered] = color_of(theme.accent, 0.7f);
    colors[ImGuiCol_SeparatorActive] = color_of(theme.accent);
    colors[ImGuiCol_ResizeGrip] = none;
    colors[ImGuiCol_ResizeGripHovered] = color_of(theme.accent, 0.5f);
    colors[ImGuiCol_ResizeGripActive] = color_of(theme.accent);
    colors[ImGuiCol_Tab] = color_of(theme.background);
    colors[ImGuiCol_TabHovered] = color_of(theme.raised);
    colors[compat::color_tab_selected] = color_of(theme.panel);
    colors[compat::color_tab_dimmed] = color_of(theme.background);
    colors[compat::color_tab_dimmed_selected] = color_of(theme.panel);
    colors[ImGuiCol_PlotLines] = color_of(theme.accent);
    colors[ImGuiCol_PlotLinesHovered] = color_of(theme.text);
    colors[ImGuiCol_PlotHistogram] = color_of(theme.accent);
    colors[ImGuiCol_PlotHistogramHovered] = color_of(theme.text);
    colors[ImGuiCol_TableHeaderBg] = color_of(theme.panel);
    colors[ImGuiCol_TableBorderStrong] = color_of(theme.line);
    colors[ImGuiCol_TableBorderLight] = color_of(theme.line, 0.5f);
    colors[ImGuiCol_TableRowBg] = none;
    colors[ImGuiCol_TableRowBgAlt] = color_of(theme.raised, 0.35f);
    colors[ImGuiCol_TextSelectedBg] = color_of(theme.accent, 0.35f);
    colors[ImGuiCol_DragDropTarget] = color_of(theme.accent);
    colors[compat::color_nav_cursor] = color_of(theme.accent);
    colors[ImGuiCol_NavWindowingHighlight] = color_of(theme.accent);
    colors[ImGuiCol_NavWindowingDimBg] = color_of(theme.background, 0.5f);
    colors[ImGuiCol_ModalWindowDimBg] = color_of(theme.background, 0.6f);
#if IMGUI_VERSION_NUM >= 19290
    colors[ImGuiCol_CheckboxSelectedBg] = color_of(theme.raised);
    colors[ImGuiCol_InputTextCursor] = color_of(theme.text);
    colors[ImGuiCol_TabSelectedOverline] = color_of(theme.accent);
    colors[ImGuiCol_TabDimmedSelectedOverline] = none;
    colors[ImGuiCol_TextLink] = color_of(theme.accent);
    colors[ImGuiCol_TreeLines] = color_of(theme.line);
    colors[ImGuiCol_DragDropTargetBg] = color_of(theme.accent, 0.1f);
    colors[ImGuiCol_UnsavedMarker] = color_of(theme.text);
#endif
#ifdef IMGUI_HAS_DOCK
    colors[ImGuiCol_DockingPreview] = color_of(theme.accent, 0.4f);
    colors[ImGuiCol_DockingEmptyBg] = color_of(theme.background);
#endif
}

}  // namespace

const Theme& theme_named(ThemeName name) {
    switch (name) {
        case ThemeName::Light:
            return light_theme;
        case ThemeName::Contrast:
            return contrast_theme;
        case ThemeName::Dark:
            break;
    }
    return dark_theme;
}

ImU32 color_of_archetype(const Style& style, std::uint32_t archetype) {
    struct Tone {
        float saturation, value;
    };
    const Tone tone = style.theme_name == ThemeName::Light      ? Tone{0.62f, 0.68f}
                      : style.theme_name == ThemeName::Contrast ? Tone{0.62f, 1.0f}
                                                                : Tone{0.52f, 0.86f};
    // Steps of the golden ratio never come back to a hue, and keep any number of them apart.
    constexpr float golden = 0.618034f, first_hue = 0.58f;
    const float hue = std::fmod(first_hue + golden * static_cast<float>(archetype % 4096), 1.0f);
    const float darker = 1 - 0.16f * static_cast<float>(archetype / 3 % 3);
    ImVec4 color{0, 0, 0, 1};
    ImGui::ColorConvertHSVtoRGB(hue, tone.saturation, tone.value * darker, color.x, color.y, color.z);
    return ImGui::ColorConvertFloat4ToU32(color);
}

ImU32 faded(ImU32 color, float opacity) {
    const ImU32 alpha = (color >> IM_COL32_A_SHIFT) & 0xff;
    const auto result = static_cast<ImU32>(std::lround(static_cast<float>(alpha) * std::clamp(opacity, 0.0f, 1.0f)));
    return (color & ~IM_COL32_A_MASK) | result << IM_COL32_A_SHIFT;
}

void apply_style(const Style& style, ImGuiStyle& imgui_style) {
    apply_colors(*style.theme, imgui_style.Colors);
    const auto px = [&](float at_scale_1) { return std::floor(style.px(at_scale_1)); };
    constexpr float row = 24, text_size = 15;
    const bool outlines = style.theme_name == ThemeName::Contrast;

    imgui_style.Alpha = 1;
    imgui_style.DisabledAlpha = 0.5f;
    imgui_style.WindowPadding = {px(8), px(8)};
    imgui_style.WindowRounding = px(4);
    imgui_style.WindowBorderSize = 1;
    imgui_style.WindowMinSize = {px(64), px(48)};
    imgui_style.WindowTitleAlign = {0, 0.5f};
    imgui_style.WindowMenuButtonPosition = ImGuiDir_None;
    imgui_style.ChildRounding = 0;
    imgui_style.ChildBorderSize = 1;
    imgui_style.PopupRounding = px(4);
    imgui_style.PopupBorderSize = 1;
    imgui_style.FramePadding = {px(8), style.px(row - text_size) / 2};
    imgui_style.FrameRounding = px(3);
    imgui_style.FrameBorderSize = outlines ? 1.0f : 0.0f;
    imgui_style.ItemSpacing = {px(8), px(4)};
    imgui_style.ItemInnerSpacing = {px(4), px(4)};
    imgui_style.CellPadding = {px(8), 0};
    imgui_style.IndentSpacing = px(16);
    imgui_style.ColumnsMinSpacing = px(8);
    imgui_style.ScrollbarSize = px(12);
    imgui_style.ScrollbarRounding = px(4);
    imgui_style.GrabMinSize = px(12);
    imgui_style.GrabRounding = px(3);
    imgui_style.TabRounding = px(4);
    imgui_style.TabBorderSize = outlines ? 1.0f : 0.0f;
    imgui_style.ButtonTextAlign = {0.5f, 0.5f};
    imgui_style.SelectableTextAlign = {0, 0.5f};
    imgui_style.DisplaySafeAreaPadding = {px(4), px(4)};
#if IMGUI_VERSION_NUM >= 18970
    imgui_style.HoverStationaryDelay = 0.1f;
    imgui_style.HoverDelayShort = 0.1f;
    imgui_style.HoverDelayNormal = 0.35f;
#endif
}

}  // namespace panels
