#include "panels/watch/plot_figure.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "figures/drawing/palette.hpp"
#include "panels/base/format.hpp"
#include "panels/watch/curve_drawing.hpp"
#include "panels/widgets/number_kinds.hpp"

namespace panels {

namespace {

PlotRange range_within(std::span<const Pin* const> series, double first, double last) {
    PlotRange range{first, last, 0, 1};
    bool any = false;
    for (const Pin* pin : series)
        for (double tick = std::max(std::ceil(first), 0.0); tick <= last; ++tick) {
            const double value = pin->curve.at(static_cast<std::uint64_t>(tick));
            if (!std::isfinite(value)) continue;
            range.least = any ? std::min(range.least, value) : value;
            range.most = any ? std::max(range.most, value) : value;
            any = true;
        }
    return range;
}

}  // namespace

bool all_whole(std::span<const Pin* const> series) {
    return std::all_of(series.begin(), series.end(), [](const Pin* pin) { return pin->whole; });
}

/// A value on the upright axis.
std::string axis_text(double number, bool whole) {
    if (!std::isfinite(number)) return "–";
    return with_minus(format_decimal(number, whole ? 0 : std::abs(number) < 100 ? 3 : 2));
}

figures::Drawing draw_plots(const ecs::World& world, std::span<const PlotToDraw> plots, double first, double last) {
    using figures::Line;
    using figures::Text;
    using figures::Tone;
    figures::Drawing drawing;
    drawing.title = "Watches over ticks";
    drawing.caption = "Ticks " + format_count(static_cast<std::uint64_t>(std::max(first, 0.0))) + " to " +
                      format_count(static_cast<std::uint64_t>(std::max(last, 0.0)));
    constexpr double left = 40, right = 1240, head = 90, foot = 680;
    figures::Group texts{"texts", {}};
    texts.shapes.push_back(Text{.x = left, .y = 44, .words = drawing.title, .size = 24, .face = figures::Face::Bold});
    texts.shapes.push_back(Text{.x = left, .y = 68, .words = drawing.caption, .size = 15, .ink = {Tone::Quiet}});
    drawing.groups.push_back(std::move(texts));
    const double each = (foot - head) / static_cast<double>(std::max<std::size_t>(plots.size(), 1));
    for (std::size_t plot = 0; plot < plots.size(); ++plot) {
        figures::Group group{"plot-" + std::to_string(plot + 1), {}};
        const double top = head + each * static_cast<double>(plot) + 28;
        const double bottom = head + each * static_cast<double>(plot + 1) - 12;
        const std::span<const Pin* const> all(plots[plot].series);
        const bool own = plots[plot].own_axes && all.size() > 1;
        PlotRange shared = range_within(all, first, last);
        const auto x_of = [&](double tick) {
            return left + 60 + (tick - first) / (last - first) * (right - left - 60);
        };
        group.shapes.push_back(figures::Box{
            .x = left + 60, .y = top, .width = right - left - 60, .height = bottom - top, .edge = {Tone::Line}});
        const auto number = [&](double y, double value) {
            group.shapes.push_back(Text{.x = left + 52,
                                        .y = y,
                                        .words = axis_text(value, all_whole(all)),
                                        .size = 12,
                                        .ink = {Tone::Quiet},
                                        .anchor = figures::Anchor::Right,
                                        .face = figures::Face::Mono});
        };
        if (!own) {
            number(top + 10, shared.most);
            number(bottom, shared.least);
        }
        double legend = left + 60;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const Pin& pin = *all[i];
            const figures::Ink ink = figures::component_ink(figures::component_of_tone(figures::tone_of_series(i)));
            const PlotRange range = own ? range_within(all.subspan(i, 1), first, last) : shared;
            std::string name = name_of(world, pin);
            if (own) name += "  " + axis_text(range.least, pin.whole) + " to " + axis_text(range.most, pin.whole);
            const auto y_of = [&](double value) {
                return range.most > range.least
                           ? bottom - (value - range.least) / (range.most - range.least) * (bottom - top)
                           : (top + bottom) / 2;
            };
            group.shapes.push_back(figures::Box{.x = legend, .y = top - 19, .width = 10, .height = 10, .fill = {ink}});
            group.shapes.push_back(Text{.x = legend + 16, .y = top - 9, .words = name, .size = 14});
            legend += 16 + figures::text_width(name, 14) + 24;
            // At most a point for each unit of the page; between them the curve is as the first of the ticks left out.
            const double step = std::max(1.0, std::ceil((last - first) / (right - left)));
            double x = 0, y = WatchCurve::none;
            for (double tick = std::max(std::ceil(first), 0.0); tick <= last; tick += step) {
                const double value = pin.curve.at(static_cast<std::uint64_t>(tick));
                const double next_x = x_of(tick), next_y = std::isfinite(value) ? y_of(value) : WatchCurve::none;
                if (!std::isnan(y) && !std::isnan(next_y))
                    group.shapes.push_back(
                        Line{.x1 = x, .y1 = y, .x2 = next_x, .y2 = next_y, .ink = ink, .width = 1.5});
                x = next_x;
                y = next_y;
            }
        }
        drawing.groups.push_back(std::move(group));
    }
    return drawing;
}

}  // namespace panels
