// Where ticks stand on a line of the screen, and which of them get marks and labels.
#pragma once

#include <cstdint>

namespace panels {

/// A short record is not stretched over the whole line.
inline constexpr double usual_ticks_per_px = 0.5;

struct TimeAxis {
    double first = 0;   // the tick at `left`; may lie between two
    double per_px = 1;  // ticks
    float left = 0, right = 0;

    float x_of(double tick) const { return left + static_cast<float>((tick - first) / per_px); }
    double tick_at(float x) const { return first + static_cast<double>(x - left) * per_px; }
    double last() const { return tick_at(right); }
    double length() const { return static_cast<double>(right - left) * per_px; }

    /// Makes the ticks `times` as wide; the tick at x stays there.
    void zoom(double times, float x);
    /// Moves so far that the tick lies within, `margin` px from the ends.
    void bring_into_view(double tick, float margin);
    /// Keeps `first_tick` to `last_tick` in reach: no more than `beyond` px of the line lie outside of them, and no
    /// tick is wider than `widest` px. An axis that is longer than they are begins at first_tick, and is not longer
    /// than usual_ticks_per_px makes it.
    void keep_within(double first_tick, double last_tick, float beyond, float widest);
};

/// Distances between marks, in ticks: short ones, longer ones, and those with a label.
struct TickSteps {
    std::uint64_t minor = 1, middle = 10, label = 60;
};
/// The closest ones that stay readable. Labels are round numbers of ticks, or from a second on of seconds.
TickSteps tick_steps(double ticks_per_px, float label_px, float minor_px);

}  // namespace panels
