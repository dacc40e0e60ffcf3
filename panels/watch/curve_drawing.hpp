// Draws the curve of a watch: every tick where there is room, else one upright stroke a pixel that reaches from the
// least to the most of its ticks. So no peak is lost, however many ticks there are.
#pragma once

#include <imgui.h>

#include "panels/base/patterns.hpp"
#include "panels/watch/watch_curve.hpp"

namespace panels {

/// What a plot shows: ticks from left to right, values from bottom to top.
struct PlotRange {
    double first_tick = 0, last_tick = 1;
    double least = 0, most = 1;

    double x_of(double tick, const Area& area) const {
        const double share = (tick - first_tick) / std::max(last_tick - first_tick, 1e-9);
        return static_cast<double>(area.low.x) + share * static_cast<double>(area.width());
    }
    /// Values that do not differ lie in the middle.
    double y_of(double value, const Area& area) const {
        const double share = most > least ? (value - least) / (most - least) : 0.5;
        return static_cast<double>(area.high.y) - share * static_cast<double>(area.height());
    }
    double tick_at(float x, const Area& area) const {
        return first_tick + static_cast<double>((x - area.low.x) / area.width()) * (last_tick - first_tick);
    }
};

void draw_curve(ImDrawList& list, const WatchCurve& curve, const PlotRange& range, const Area& area, ImU32 color,
                float thickness);

}  // namespace panels
