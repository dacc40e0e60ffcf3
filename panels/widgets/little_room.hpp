// Widgets for little room: rows of buttons and other tools that continue in a new line, so that none is cut off, and
// names that end in "…".
#pragma once

#include <algorithm>
#include <cmath>
#include <string_view>

#include <imgui.h>

#include "panels/base/language.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

/// Left and right of a button's label: a little more than in fields.
inline float button_padding() { return std::floor(ImGui::GetStyle().FramePadding.x * 1.25f); }

/// In the present font, on one line.
inline float text_width(std::string_view text) { return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x; }
/// The distance from the cursor to the clipping edge; content that can be scrolled to is not clipped.
float room_to_edge();

inline float button_width(std::string_view label) {
    return ImGui::CalcTextSize(label.data(), label.data() + label.size()).x + button_padding() * 2;
}

/// A button of 20 px, for rows of text.
inline bool small_button(const Style& style, const char* label) {
    const float high = std::floor(style.px(20)), padding = std::max(0.0f, (high - ImGui::GetFontSize()) / 2);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {std::floor(style.px(8)), padding});
    const bool pressed = ImGui::Button(label);
    ImGui::PopStyleVar();
    return pressed;
}

/// Whether the mouse is over the last item, a link, whose target is 20 px high however low its text is.
inline bool link_hovered(const Style& style) {
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const float more = std::max(0.0f, (style.px(20) - (high.y - low.y)) / 2);
    return ImGui::IsItemHovered() || (ImGui::IsWindowHovered() && !ImGui::IsAnyItemHovered() &&
                                      ImGui::IsMouseHoveringRect({low.x, low.y - more}, {high.x, high.y + more}));
}

/// Call it before each button but the first. A negative `gap` is the usual one.
inline void next_button(std::string_view label, float gap = -1) { same_line_if_fits(button_width(label), gap); }

/// Of export_menu(), for who leaves it room.
inline const char* export_label() { return tr("Export…"); }

/// ImGui::BeginCombo, `width` wide but at most as wide as the line. A preview that does not fit ends in "…".
inline bool begin_combo(const char* id, std::string_view preview, float width) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const float wide = std::min(width, std::max(ImGui::GetContentRegionAvail().x, 1.0f));
    ImGui::SetNextItemWidth(wide);
    const float room = wide - ImGui::GetFrameHeight() - style.FramePadding.x * 2;
    return ImGui::BeginCombo(id, shortened(preview, room).c_str());
}

/// A line of text as the next tool; on a line of its own if it does not fit, and cut with "…" there.
inline void next_text(ImU32 color, std::string_view text, float gap = -1) {
    same_line_if_fits(text_width(text), gap);
    ImGui::AlignTextToFramePadding();
    clipped_line(color, text);
}

/// The line width of tooltips: easy to read, and never beyond the program's window.
inline float tooltip_wrap() {
    return std::min(ImGui::GetFontSize() * 26, ImGui::GetIO().DisplaySize.x - ImGui::GetStyle().WindowPadding.x * 3);
}

/// As component_chip(), at most `width` wide.
void component_chip_within(const Context& context, ecs::ComponentId component, float width);

}  // namespace panels
