#include "panels/timeline/time_axis.hpp"

#include "catch.hpp"

namespace time_axis_test {

using panels::tick_steps;
using panels::TickSteps;
using panels::TimeAxis;

TEST_CASE("TimeAxis: ticks and pixels are each other's inverse, and zooming keeps the tick under the mouse",
          "[panels][timeline]") {
    TimeAxis axis{100, 0.5, 10, 210};
    CHECK(axis.tick_at(axis.x_of(133)) == Approx(133));
    CHECK(axis.last() == 200);
    const double under = axis.tick_at(60);
    axis.zoom(4, 60);
    CHECK(axis.tick_at(60) == Approx(under));
    CHECK(axis.per_px == 0.125);
}

TEST_CASE("TimeAxis: it never leaves what was recorded", "[panels][timeline]") {
    TimeAxis axis{-500, 0.5, 0, 200};
    axis.keep_within(0, 1000, 50, 8);
    CHECK(axis.first == 0);
    axis.first = 5000;
    axis.keep_within(0, 1000, 50, 8);
    CHECK(axis.last() == Approx(1000 + 50 * axis.per_px));
    axis.per_px = 1000;
    axis.keep_within(0, 1000, 50, 8);
    CHECK(axis.x_of(1000) == Approx(150));
    CHECK(axis.x_of(0) == Approx(0));
    axis.per_px = 0.0001;
    axis.keep_within(0, 1000, 50, 8);
    CHECK(axis.per_px == Approx(0.125));
}

TEST_CASE("TimeAxis: what is recorded for a moment only begins at the left", "[panels][timeline]") {
    TimeAxis axis{0, 0.5, 0, 1000};
    axis.keep_within(0, 3, 60, 8);
    CHECK(axis.first == 0);
    CHECK(axis.x_of(3) == Approx(6));
}

TEST_CASE("TimeAxis: labels are far enough apart at each zoom, and marks divide them", "[panels][timeline]") {
    for (double per_px = 0.05; per_px < 2e6; per_px *= 1.7) {
        const TickSteps steps = tick_steps(per_px, 90, 5);
        INFO(per_px << ": " << steps.minor << " " << steps.middle << " " << steps.label);
        CHECK(static_cast<double>(steps.label) >= per_px * 90);
        CHECK(static_cast<double>(steps.minor) >= per_px * 5);
        CHECK(steps.label % steps.minor == 0);
        CHECK(steps.label % steps.middle == 0);
        CHECK(steps.middle % steps.minor == 0);
    }
    // As in the picture of the design.
    const TickSteps usual = tick_steps(0.5, 90, 5);
    CHECK(usual.label == 60);
    CHECK(usual.minor == 5);
}

}  // namespace time_axis_test
