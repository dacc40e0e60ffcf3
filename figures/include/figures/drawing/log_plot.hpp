// The parts of a plot with two logarithmic axes, for figures and panels: axes with ticks, a colour and a shape for
// each series, and labels that do not overlap.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "figures/drawing/drawing.hpp"

namespace figures {

/// A logarithmic axis that reaches a little beyond its values.
class LogAxis {
public:
    /// Both must be more than 0; `most` may equal `least`.
    LogAxis(double least, double most);

    /// 0 at the beginning of the axis, 1 at its end.
    double place(double value) const;
    /// Powers of ten; with few of them also 2 and 5 times those.
    std::vector<double> ticks() const;

private:
    double low_ = 0, high_ = 1;  // exponents of ten
};
/// A value of an axis: `0.5`, `20`, `1,000`, `1M`.
std::string tick_text(double value);
/// Nanoseconds: `0.43`, `12.6`, `185`, with up to three digits.
std::string nanos_text(double ns);

/// Distinguishes series without colours.
enum class Marker : std::uint8_t { Circle, Square, Diamond, Upward, Downward, Cross, Plus, Star };
struct Stroke {
    double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
};
/// Lines around the origin, within a radius of 1.
std::vector<Stroke> strokes_of(Marker marker);

struct SeriesLook {
    Ink ink;
    Marker marker = Marker::Circle;
};
/// The look of the series with this number; a variant has the same colour.
SeriesLook look_of_series(std::uint32_t number, bool variant);

/// Moves places as little as possible so that neighbours are `gap` apart and all lie within [low, high], if that is
/// possible. Keeps the order of the input.
std::vector<double> kept_apart(const std::vector<double>& wanted, double gap, double low, double high);

}  // namespace figures
