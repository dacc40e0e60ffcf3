#include "panels/base/patterns.hpp"

#include <algorithm>
#include <cmath>

#include "panels/base/imgui_compat.hpp"
#include "panels/base/style.hpp"

namespace panels {

namespace {

constexpr float smallest_side_px = 3;

bool too_small(const Area& area) { return area.width() < smallest_side_px || area.height() < smallest_side_px; }

}  // namespace

Area common_area(const Area& a, const Area& b) {
    return {{std::max(a.low.x, b.low.x), std::max(a.low.y, b.low.y)},
            {std::min(a.high.x, b.high.x), std::min(a.high.y, b.high.y)}};
}

Area visible_area(const ImDrawList& list) { return {list.GetClipRectMin(), list.GetClipRectMax()}; }

void hatch(ImDrawList& list, const Area& whole, ImU32 color, float gap, float thickness) {
    const Area area = common_area(whole, visible_area(list));
    if (too_small(area)) return;
    // Each line is where x + y is a multiple of the gap.
    while ((area.width() + area.height()) / gap > static_cast<float>(pattern_shapes_max)) gap *= 2;
    const float last = area.high.x + area.high.y;
    for (float sum = std::ceil((area.low.x + area.low.y) / gap) * gap; sum < last; sum += gap) {
        const float left = std::max(area.low.x, sum - area.high.y), right = std::min(area.high.x, sum - area.low.y);
        if (right - left >= 1) list.AddLine({left, sum - left}, {right, sum - right}, color, thickness);
    }
}

void dots(ImDrawList& list, const Area& whole, ImU32 color, float gap) {
    const Area area = common_area(whole, visible_area(list));
    if (too_small(area)) return;
    while (area.width() / gap * area.height() / gap > static_cast<float>(pattern_shapes_max)) gap *= 1.25f;
    const auto first = [gap](float low) { return static_cast<int>(std::ceil(low / gap)); };
    const auto end = [gap](float high) { return static_cast<int>(std::ceil((high - 1) / gap)); };
    const int left = first(area.low.x), right = end(area.high.x);
    const int top = first(area.low.y), bottom = end(area.high.y);
    const int count = std::min(std::max(right - left, 0) * std::max(bottom - top, 0), pattern_shapes_max);
    if (count == 0) return;
    list.PrimReserve(count * 6, count * 4);
    int drawn = 0;
    for (int y = top; y < bottom; ++y) {
        for (int x = left; x < right && drawn < count; ++x, ++drawn) {
            const ImVec2 low{std::floor(static_cast<float>(x) * gap), std::floor(static_cast<float>(y) * gap)};
            list.PrimRect(low, {low.x + 1, low.y + 1}, color);
        }
    }
}

void crosses(ImDrawList& list, const Area& whole, ImU32 color, float gap, float thickness) {
    const Area area = common_area(whole, visible_area(list));
    if (too_small(area)) return;
    while (area.width() / gap * area.height() / gap > static_cast<float>(pattern_shapes_max) / 2) gap *= 1.25f;
    const float arm = std::min(gap / 4, area.height() / 3);
    const ImVec2 first{std::ceil((area.low.x + arm) / gap) * gap, std::ceil((area.low.y + arm) / gap) * gap};
    // A line too low for the grid has its crosses in its middle.
    const bool low_line = first.y + arm > area.high.y;
    for (float y = low_line ? area.middle().y : first.y; y + arm <= area.high.y; y += gap)
        for (float x = first.x; x + arm <= area.high.x; x += gap) {
            list.AddLine({x - arm, y - arm}, {x + arm, y + arm}, color, thickness);
            list.AddLine({x - arm, y + arm}, {x + arm, y - arm}, color, thickness);
        }
}

void stripes(ImDrawList& list, const Area& area, float scale) {
    constexpr float root_of_two = 1.41421356f, black = 0.55f;
    const float wide = std::max(1.0f, std::floor(2 * scale));
    list.PushClipRect(area.low, area.high, true);
    hatch(list, area, faded(IM_COL32_BLACK, black), 2 * wide * root_of_two, wide);
    list.PopClipRect();
}

void cross_out(ImDrawList& list, const Area& area, ImU32 color, float thickness) {
    if (too_small(area)) return;
    list.AddLine(area.low, area.high, color, thickness);
    list.AddLine({area.low.x, area.high.y}, {area.high.x, area.low.y}, color, thickness);
}

void underline(ImDrawList& list, const Area& area, ImU32 color, float thickness) {
    list.AddRectFilled({area.low.x, area.high.y - thickness}, area.high, color);
}

void outline(ImDrawList& list, const Area& area, ImU32 color, float thickness) {
    const float inset = thickness / 2;
    if (area.width() <= thickness || area.height() <= thickness) return list.AddRectFilled(area.low, area.high, color);
    compat::add_rect(list, {area.low.x + inset, area.low.y + inset}, {area.high.x - inset, area.high.y - inset}, color,
                     0, thickness);
}

void AreaBatch::draw(ImDrawList& list) {
    // In parts, so that no draw command needs more corners than 16-bit indices can address.
    constexpr std::size_t part = 2048;
    for (std::size_t first = 0; first < areas_.size(); first += part) {
        const std::size_t count = std::min(part, areas_.size() - first);
        list.PrimReserve(static_cast<int>(count) * 6, static_cast<int>(count) * 4);
        for (std::size_t i = first; i < first + count; ++i)
            list.PrimRect(areas_[i].area.low, areas_[i].area.high, areas_[i].color);
    }
    areas_.clear();
}

}  // namespace panels
