// Texts of all panels: in a colour, a number flush right, cut with "…" where room ends; and their tooltips.
#include <algorithm>
#include <cmath>

#include <imgui_internal.h>

#include "ecs/base/utf8.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

void raw_text(std::string_view text) {
    const float wrap = ImGui::GetCurrentWindow()->DC.TextWrapPos;
    if (wrap < 0) return ImGui::TextUnformatted(text.data(), text.data() + text.size());
    const std::string lines = with_line_breaks(text, ImGui::CalcWrapWidthForPos(ImGui::GetCursorScreenPos(), wrap));
    ImGui::TextUnformatted(lines.data(), lines.data() + lines.size());
}

constexpr std::string_view ellipsis = "…";

void tooltip_text(std::string_view text) {
    ImGui::PushTextWrapPos(tooltip_wrap());
    raw_text(text);
    ImGui::PopTextWrapPos();
}

/// The longest prefix of whole characters that is at most `room` wide.
std::string_view start_that_fits(std::string_view text, float room) {
    std::size_t kept = 0;
    float used = 0;
    while (kept < text.size()) {
        std::size_t next = kept;
        ecs::next_character(text, next);
        used += text_width(text.substr(kept, next - kept));
        if (used > room) break;
        kept = next;
    }
    return text.substr(0, kept);
}

/// The visible part of a name, on one line: names may be long.
std::string line_to_show(std::string_view text, float width) {
    constexpr float narrowest_px = 2, widest_px = 1e6f;  // no screen is as wide
    return one_line(text, static_cast<std::size_t>(std::clamp(width, 0.0f, widest_px) / narrowest_px) + 2);
}

/// On one line that ends in "…" at the clipping edge. Measurements of the content width, as by an auto-fit column,
/// still get the whole text.
void text_until_edge(std::string_view text) {
    const float room = room_to_edge(), width = text_width(text);
    constexpr float slack = 0.5f;
    ImGuiWindow& window = *ImGui::GetCurrentWindow();
    if (width <= room + slack || window.DC.TextWrapPos >= 0 || text.find('\n') != std::string_view::npos)
        return raw_text(text);
    const float right = ImGui::GetCursorScreenPos().x + width;
    clipped_text(text, std::max(room, 0.0f));
    window.DC.CursorMaxPos.x = std::max(window.DC.CursorMaxPos.x, right);
}
}  // namespace

float room_to_edge() {
    const ImGuiWindow& window = *ImGui::GetCurrentWindowRead();
    if ((window.Flags & ImGuiWindowFlags_HorizontalScrollbar) != 0) return FLT_MAX;
    return window.DrawList->GetClipRectMax().x - ImGui::GetCursorScreenPos().x;
}

void colored_text(ImU32 color, std::string_view text) {
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    text_until_edge(text);
    ImGui::PopStyleColor();
}

void quiet_text(const Style& style, std::string_view text) { colored_text(style.theme->quiet, text); }

void wrapped_text(ImU32 color, std::string_view text) {
    ImGui::PushTextWrapPos(0);
    colored_text(color, text);
    ImGui::PopTextWrapPos();
}

void mono_text(const Style& style, std::string_view text) { mono_text(style, text, style.theme->text); }

void mono_text(const Style& style, std::string_view text, ImU32 color) {
    const compat::FontScope font(style.mono);
    colored_text(color, text);
}

void number_text(const Style& style, std::string_view text) { number_text(style, text, style.theme->text); }

void number_text(const Style& style, std::string_view text, ImU32 color) {
    const compat::FontScope font(style.mono);
    const float room = ImGui::GetContentRegionAvail().x - text_width(text);
    if (room > 0) ImGui::SetCursorPosX(std::floor(ImGui::GetCursorPosX() + room));
    colored_text(color, text);
}

void bytes_text(const Style& style, std::uint64_t bytes) {
    number_text(style, format_bytes(bytes));
    tooltip(format_bytes_exact(bytes));
}

std::string label_text(std::string_view text) {
    constexpr std::size_t max_characters = 80;
    constexpr std::string_view hair_space = "\xe2\x80\x8a";
    std::string label = one_line(text, max_characters);
    for (std::size_t at = 0; (at = label.find("##", at)) != std::string::npos;) label.insert(++at, hair_space);
    return label;
}

std::string shortened(std::string_view text, float width) {
    const std::string line = line_to_show(text, width);
    if (text_width(line) <= width) return line;
    const float room = width - text_width(ellipsis);
    return room < 0 ? std::string() : std::string(start_that_fits(line, room)) += ellipsis;
}

std::string first_that_fits(std::initializer_list<std::string> texts, float width) {
    for (const std::string& text : texts)
        if (text_width(text) <= width) return text;
    return texts.size() == 0 ? std::string() : *(texts.end() - 1);
}

void clipped_text(std::string_view text, float width) {
    const std::string shown = shortened(text, width);
    raw_text(shown);
    constexpr std::size_t max_told = 400;  // more would not fit on the screen
    if (shown != text) tooltip(one_line(text, max_told));
}

void clipped_text(ImU32 color, std::string_view text, float width) {
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    clipped_text(text, width);
    ImGui::PopStyleColor();
}

void clipped_line(ImU32 color, std::string_view text) { clipped_text(color, text, ImGui::GetContentRegionAvail().x); }

void same_line_if_fits(float width, float gap) {
    ImGui::SameLine(0, gap);
    if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

void draw_text_until(ImDrawList& list, ImVec2 at, float right, ImU32 color, std::string_view text) {
    const float room = right - at.x;
    if (room <= 0 || text.empty()) return;
    // Most texts need no string of their own.
    const auto plain = [](unsigned char c) { return c >= 0x20 && c < 0x7f; };
    if (std::all_of(text.begin(), text.end(), plain)) {
        if (text_width(text) <= room) return list.AddText(at, color, text.data(), text.data() + text.size());
        if (room < text_width(ellipsis)) return;
        const std::string_view start = start_that_fits(text, room - text_width(ellipsis));
        list.AddText(at, color, start.data(), start.data() + start.size());
        return list.AddText({at.x + text_width(start), at.y}, color, ellipsis.data(),
                            ellipsis.data() + ellipsis.size());
    }
    const std::string shown = shortened(text, room);
    list.AddText(at, color, shown.data(), shown.data() + shown.size());
}

float row_height(const Style& style) { return std::floor(style.px(24)); }

void tooltip(std::string_view text) {
    if (text.empty()) return;
    if (const Tooltip shown; shown) tooltip_text(text);
}

void tooltip_over(const Area& part, std::string_view text) {
    if (text.empty()) return;
    if (const Tooltip shown(part); shown) tooltip_text(text);
}
}  // namespace panels
