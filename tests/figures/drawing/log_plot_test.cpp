#include "figures/drawing/log_plot.hpp"

#include <algorithm>
#include <cmath>

#include "catch.hpp"

namespace log_plot_test {

using namespace figures;

TEST_CASE("Log plot: decades are equally wide, and all that is on the axis lies within it", "[figures]") {
    const LogAxis axis(100, 100'000);
    CHECK(axis.place(100) > 0);
    CHECK(axis.place(100'000) < 1);
    CHECK(axis.place(1'000) - axis.place(100) == Approx(axis.place(100'000) - axis.place(10'000)));
    const std::vector<double> ticks = axis.ticks();
    REQUIRE(ticks.size() == 4);
    CHECK(ticks[0] == Approx(100));
    CHECK(ticks[3] == Approx(100'000));

    const LogAxis narrow(3, 40);
    const std::vector<double> finer = narrow.ticks();
    REQUIRE(finer.size() == 3);
    CHECK(finer[0] == Approx(5));
    CHECK(finer[2] == Approx(20));

    const LogAxis one(1'000, 1'000);
    CHECK(one.place(1'000) == Approx(0.5));
}

TEST_CASE("Log plot: ticks and nanoseconds as people read them", "[figures]") {
    CHECK(tick_text(0.01) == "0.01");
    CHECK(tick_text(0.5) == "0.5");
    CHECK(tick_text(1) == "1");
    CHECK(tick_text(2'000) == "2,000");
    CHECK(tick_text(1e6) == "1M");
    CHECK(nanos_text(0.4321) == "0.432");
    CHECK(nanos_text(2) == "2.00");
    CHECK(nanos_text(9.996) == "10.0");
    CHECK(nanos_text(12.345) == "12.3");
    CHECK(nanos_text(99.97) == "100");
    CHECK(nanos_text(184.6) == "185");
    CHECK(nanos_text(12'345.6) == "12,346");
}

TEST_CASE("Log plot: markers stay within their radius and differ", "[figures]") {
    std::vector<std::vector<Stroke>> all;
    for (int i = 0; i < 8; ++i) {
        all.push_back(strokes_of(static_cast<Marker>(i)));
        for (const Stroke& stroke : all.back()) {
            CHECK(std::hypot(stroke.x1, stroke.y1) <= 1.25);
            CHECK(std::hypot(stroke.x2, stroke.y2) <= 1.25);
        }
        REQUIRE(all.back().size() >= 2);
    }
    CHECK(look_of_series(2, false).ink == look_of_series(2, true).ink);
    CHECK(look_of_series(2, false).marker != look_of_series(2, true).marker);
    CHECK(look_of_series(2, false).marker != look_of_series(3, false).marker);
}

TEST_CASE("Log plot: labels keep apart, in their order and within the room", "[figures]") {
    const std::vector<double> same = kept_apart({50, 50, 50}, 10, 0, 100);
    CHECK(same == std::vector<double>{40, 50, 60});
    const std::vector<double> free = kept_apart({90, 10}, 10, 0, 100);
    CHECK(free == std::vector<double>{90, 10});
    const std::vector<double> below = kept_apart({98, 99, 97}, 10, 0, 100);
    CHECK(below == std::vector<double>{90, 100, 80});
    const std::vector<double> chain = kept_apart({0, 1, 12, 13}, 10, 0, 100);
    for (std::size_t i = 1; i < chain.size(); ++i) CHECK(chain[i] - chain[i - 1] >= 9.999);
    CHECK(chain.front() >= 0);
    CHECK(kept_apart({}, 10, 0, 100).empty());
}

}  // namespace log_plot_test
