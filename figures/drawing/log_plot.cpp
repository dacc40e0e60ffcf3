#include "figures/drawing/log_plot.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "figures/drawing/format.hpp"

namespace figures {

LogAxis::LogAxis(double least, double most) {
    const double low = std::log10(least), high = std::log10(std::max(most, least));
    const double room = std::max((high - low) * 0.04, 0.06);
    low_ = low - room;
    high_ = high + room;
}

double LogAxis::place(double value) const { return (std::log10(value) - low_) / (high_ - low_); }

std::vector<double> LogAxis::ticks() const {
    std::vector<double> ticks;
    const bool few = high_ - low_ < 2.2;
    for (int exponent = static_cast<int>(std::floor(low_)); exponent <= static_cast<int>(std::ceil(high_)); ++exponent)
        for (const double factor : {1.0, 2.0, 5.0}) {
            if (factor > 1 && !few) continue;
            const double value = factor * std::pow(10.0, exponent);
            if (const double at = place(value); at >= 0 && at <= 1) ticks.push_back(value);
        }
    return ticks;
}

std::string tick_text(double value) {
    if (value >= 999'999) return tick_text(value / 1e6) + "M";
    if (value >= 0.999) return format_count(static_cast<std::uint64_t>(std::lround(value)));
    std::string text = std::to_string(value);
    text.erase(text.find_last_not_of('0') + 1);
    return text;
}

std::string nanos_text(double ns) {
    if (ns >= 1000) return format_count(static_cast<std::uint64_t>(std::llround(ns)));
    const std::size_t decimals = ns >= 99.95 ? 0 : ns >= 9.995 ? 1 : ns >= 0.9995 ? 2 : 3;
    const double scale = std::pow(10.0, static_cast<double>(decimals));
    std::string text = std::to_string(std::round(ns * scale) / scale);
    text.resize(text.find('.') + (decimals > 0 ? decimals + 1 : 0));
    return text;
}

std::vector<Stroke> strokes_of(Marker marker) {
    const auto closed = [](const std::vector<std::array<double, 2>>& points) {
        std::vector<Stroke> strokes;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const auto &from = points[i], &to = points[(i + 1) % points.size()];
            strokes.push_back({from[0], from[1], to[0], to[1]});
        }
        return strokes;
    };
    constexpr double half = 0.7, side = 0.38;
    switch (marker) {
        case Marker::Circle:
            return closed({{side, -0.92},
                           {0.92, -side},
                           {0.92, side},
                           {side, 0.92},
                           {-side, 0.92},
                           {-0.92, side},
                           {-0.92, -side},
                           {-side, -0.92}});
        case Marker::Square:
            return closed({{-0.8, -0.8}, {0.8, -0.8}, {0.8, 0.8}, {-0.8, 0.8}});
        case Marker::Diamond:
            return closed({{0, -1}, {1, 0}, {0, 1}, {-1, 0}});
        case Marker::Upward:
            return closed({{0, -1}, {0.95, 0.8}, {-0.95, 0.8}});
        case Marker::Downward:
            return closed({{0, 1}, {0.95, -0.8}, {-0.95, -0.8}});
        case Marker::Cross:
            return {{-half, -half, half, half}, {-half, half, half, -half}};
        case Marker::Plus:
            return {{-1, 0, 1, 0}, {0, -1, 0, 1}};
        case Marker::Star:
            break;
    }
    return {{-1, 0, 1, 0}, {0, -1, 0, 1}, {-half, -half, half, half}, {-half, half, half, -half}};
}

SeriesLook look_of_series(std::uint32_t number, bool variant) {
    constexpr std::uint32_t markers = 8, variant_step = 3;
    return {component_ink(component_of_tone(number)),
            static_cast<Marker>((variant ? number + variant_step : number) % markers)};
}

std::vector<double> kept_apart(const std::vector<double>& wanted, double gap, double low, double high) {
    std::vector<std::size_t> order(wanted.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });
    // Runs of labels that touch stand around the middle of what they wanted.
    struct Run {
        double sum = 0;
        std::size_t count = 0;
        double begin(double gap, double low, double high) const {
            const double length = gap * static_cast<double>(count - 1);
            return std::max(low, std::min(sum / static_cast<double>(count) - length / 2, high - length));
        }
    };
    std::vector<Run> runs;
    for (const std::size_t i : order) {
        runs.push_back({wanted[i], 1});
        while (runs.size() > 1) {
            const Run &last = runs.back(), &before = runs[runs.size() - 2];
            if (before.begin(gap, low, high) + gap * static_cast<double>(before.count) <= last.begin(gap, low, high))
                break;
            const Run joined{before.sum + last.sum, before.count + last.count};
            runs.resize(runs.size() - 2);
            runs.push_back(joined);
        }
    }
    std::vector<double> places(wanted.size());
    std::size_t next = 0;
    for (const Run& run : runs)
        for (std::size_t k = 0; k < run.count; ++k)
            places[order[next++]] = run.begin(gap, low, high) + gap * static_cast<double>(k);
    return places;
}

}  // namespace figures
