// The parts of a plot with two logarithmic axes, for figures and panels alike: axes with their ticks, a colour and a
// shape for each series, and labels that keep apart.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "figures/drawing/drawing.hpp"

namespace figures {

/// A logarithmic axis that reaches a little beyond what is on it.
class LogAxis {
public:
    /// Both more than 0; `most` may equal `least`.
    LogAxis(double least, double most);

    /// 0 at the beginning of the axis, 1 at its end.
    double place(double value) const;
    /// Powers of ten; 2 and 5 times those as well where there are few.
    std::vector<double> ticks() const;

private:
    double low_ = 0, high_ = 1;  // exponents of ten
};
/// `0.5`, `20`, `1,000`, `1M`: a value of an axis.
std::string tick_text(double value);
/// `0.43`, `12.6`, `185`: nanoseconds, three digits at least where there are any.
std::string nanos_text(double ns);

/// What tells a series from others where colours do not.
enum class Marker : std::uint8_t { Circle, Square, Diamond, Upward, Downward, Cross, Plus, Star };
struct Stroke {
    double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
};
/// Lines about the origin, within a radius of 1.
std::vector<Stroke> strokes_of(Marker marker);

struct SeriesLook {
    Ink ink;
    Marker marker = Marker::Circle;
};
/// Of the series with this number; a variant of it has its colour, too.
SeriesLook look_of_series(std::uint32_t number, bool variant);

/// Moves positions as little as possible, so that neighbours are `gap` apart and, if there is room, all lie within
/// [low, high]. They keep their order.
std::vector<double> kept_apart(const std::vector<double>& wanted, double gap, double low, double high);

}  // namespace figures
