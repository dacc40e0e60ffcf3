#include "panels/scene/scene_outlines.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "panels/base/imgui_compat.hpp"

namespace panels {

std::vector<ImVec2> outline_of(int shape, ImVec2 middle, float radius_px, double angle) {
    constexpr int circle_corners = 24;
    const int corners = shape == 1 || shape == 3 ? 4 : shape == 2 ? 3 : circle_corners;
    // A square has its radius at the middle of its sides, a triangle its corner up, a diamond its corners on the axes.
    const double reach = static_cast<double>(radius_px) * (shape == 1 ? std::numbers::sqrt2 : 1.0);
    const double first = shape == 1 ? 45.0 : -90.0;
    std::vector<ImVec2> result;
    for (int i = 0; i < corners; ++i) {
        const double at = (angle + first + 360.0 * i / corners) * std::numbers::pi / 180;
        result.push_back(
            {middle.x + static_cast<float>(reach * std::cos(at)), middle.y + static_cast<float>(reach * std::sin(at))});
    }
    return result;
}

void dashed_line(ImDrawList& list, ImVec2 from, ImVec2 to, ImU32 color, float scale, float* way) {
    constexpr float dash_px = 3;
    constexpr int most = 400;
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    if (!(length > 0)) return;
    const float dash = std::max(dash_px * scale, length / (2 * most)), come = way != nullptr ? *way : 0;
    const ImVec2 ahead{(to.x - from.x) / length, (to.y - from.y) / length};
    const auto point = [&](float at) { return ImVec2{from.x + ahead.x * at, from.y + ahead.y * at}; };
    // The dash that a part before this one began goes on here.
    for (float at = std::floor(come / (2 * dash)) * 2 * dash - come; at < length; at += 2 * dash) {
        const float begin = std::max(at, 0.0f), end = std::min(at + dash, length);
        if (end > begin) list.AddLine(point(begin), point(end), color);
    }
    if (way != nullptr) *way += length;
}

void dashed_outline(ImDrawList& list, const std::vector<ImVec2>& corners, ImU32 color, float scale) {
    float way = 0;
    for (std::size_t i = 0; i < corners.size(); ++i)
        dashed_line(list, corners[i], corners[(i + 1) % corners.size()], color, scale, &way);
}

void draw_label(ImDrawList& list, const Style& style, ImVec2 beside, const Area& within, std::string_view words,
                std::string_view quiet) {
    const auto width_of = [](std::string_view text) {
        return text.empty() ? 0.0f : ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
    };
    const float padding = style.px(8), gap = quiet.empty() ? 0 : style.px(12), high = std::floor(style.px(24));
    const float words_width = width_of(words), wide = words_width + gap + width_of(quiet) + 2 * padding;
    ImVec2 low{beside.x + style.px(16), beside.y + style.px(16)};
    low.x = std::max(std::min(low.x, within.high.x - wide), within.low.x);
    low.y = std::max(std::min(low.y, within.high.y - high), within.low.y);
    low = {std::floor(low.x), std::floor(low.y)};
    const ImVec2 high_corner{low.x + std::ceil(wide), low.y + high};
    list.AddRectFilled(low, high_corner, style.theme->popup, style.px(4));
    compat::add_rect(list, low, high_corner, style.theme->line, style.px(4));
    const float y = std::floor(low.y + (high - ImGui::GetFontSize()) / 2);
    list.AddText({low.x + padding, y}, style.theme->text, words.data(), words.data() + words.size());
    if (!quiet.empty())
        list.AddText({low.x + padding + words_width + gap, y}, style.theme->quiet, quiet.data(),
                     quiet.data() + quiet.size());
}

}  // namespace panels
