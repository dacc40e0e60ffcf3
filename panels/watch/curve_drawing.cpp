#include "panels/watch/curve_drawing.hpp"

#include <cstdint>
#include <vector>

#include "panels/base/imgui_compat.hpp"

namespace panels {

namespace {

struct CurveTicks {
    std::uint64_t first = 0, end = 0;
};

/// Those of [first, last] that the curve has.
CurveTicks ticks_within(const WatchCurve& curve, double first, double last) {
    const double oldest = static_cast<double>(curve.oldest_tick()), newest = static_cast<double>(curve.newest_tick());
    const double from = std::max(std::floor(first), oldest), to = std::min(std::ceil(last), newest);
    if (from > to) return {};
    return {static_cast<std::uint64_t>(from), static_cast<std::uint64_t>(to) + 1};
}

void draw_each_tick(ImDrawList& list, const WatchCurve& curve, const PlotRange& range, const Area& area, ImU32 color,
                    float thickness) {
    std::vector<ImVec2> points;
    const auto flush = [&] {
        if (points.size() == 1) {
            const ImVec2 at = points.front();
            list.AddRectFilled({at.x - thickness, at.y - thickness}, {at.x + thickness, at.y + thickness}, color);
        } else if (!points.empty()) {
            compat::add_polyline(list, points.data(), static_cast<int>(points.size()), color, false, thickness);
        }
        points.clear();
    };
    const CurveTicks ticks = ticks_within(curve, range.first_tick, range.last_tick);
    for (std::uint64_t tick = ticks.first; tick < ticks.end; ++tick) {
        const double value = curve.at(tick);
        if (!std::isfinite(value)) {
            flush();
            continue;
        }
        points.push_back({static_cast<float>(range.x_of(static_cast<double>(tick), area)),
                          static_cast<float>(range.y_of(value, area))});
    }
    flush();
}

}  // namespace

void draw_curve(ImDrawList& list, const WatchCurve& curve, const PlotRange& range, const Area& area, ImU32 color,
                float thickness) {
    if (curve.size() == 0 || area.width() < 1) return;
    const double a_pixel = (range.last_tick - range.first_tick) / static_cast<double>(area.width());
    if (a_pixel <= 1) return draw_each_tick(list, curve, range, area, color, thickness);
    double last = WatchCurve::none;
    for (int column = 0; column < static_cast<int>(area.width()); ++column) {
        const double from = range.first_tick + column * a_pixel;
        const CurveTicks ticks = ticks_within(curve, std::ceil(from), std::ceil(from + a_pixel) - 1);
        double least = last, most = last;  // it reaches to the stroke before
        bool any = false;
        for (std::uint64_t tick = ticks.first; tick < ticks.end; ++tick) {
            last = curve.at(tick);
            if (!std::isfinite(last)) continue;
            least = std::isfinite(least) ? std::min(least, last) : last;
            most = std::isfinite(most) ? std::max(most, last) : last;
            any = true;
        }
        if (!any) {
            last = WatchCurve::none;
            continue;
        }
        const float x = area.low.x + static_cast<float>(column);
        const float top = static_cast<float>(range.y_of(most, area)),
                    bottom = static_cast<float>(range.y_of(least, area));
        list.AddRectFilled({x, top - (thickness - 1) / 2}, {x + 1, bottom + (thickness + 1) / 2}, color);
    }
}

}  // namespace panels
