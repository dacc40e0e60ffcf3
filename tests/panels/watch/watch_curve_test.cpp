#include "panels/watch/watch_curve.hpp"

#include <vector>

#include "catch.hpp"

namespace watch_curve_test {

using panels::WatchCurve;

namespace {

std::vector<double> values(const WatchCurve& curve) {
    std::vector<double> all;
    for (std::size_t i = 0; i < curve.size(); ++i)
        all.push_back(std::isnan(curve[i]) ? -1 : static_cast<double>(curve[i]));
    return all;
}

}  // namespace

TEST_CASE("WatchCurve: it keeps the last ticks, and NaN for those that were left out", "[panels][watch]") {
    WatchCurve curve;
    curve.set_capacity(4);
    for (const std::uint64_t tick : {10, 11, 13}) curve.add(tick, static_cast<double>(tick));
    CHECK(values(curve) == std::vector<double>{10, 11, -1, 13});
    CHECK(curve.oldest_tick() == 10);
    curve.add(14, 14);
    CHECK(values(curve) == std::vector<double>{11, -1, 13, 14});
    CHECK(curve.at(13) == 13);
    CHECK(std::isnan(curve.at(10)));
    CHECK(std::isnan(curve.at(15)));
    curve.add(90, 90);  // longer ago than it keeps
    CHECK(values(curve) == std::vector<double>{90});
}

TEST_CASE("WatchCurve: a world that goes back takes the ticks from there on with it", "[panels][watch]") {
    WatchCurve curve;
    curve.set_capacity(5);
    for (std::uint64_t tick = 1; tick <= 8; ++tick) curve.add(tick, static_cast<double>(tick));
    curve.add(6, 60);
    CHECK(values(curve) == std::vector<double>{4, 5, 60});
    CHECK(curve.newest_tick() == 6);
    curve.add(7, 70);
    curve.add(2, 20);
    CHECK(values(curve) == std::vector<double>{20});
}

TEST_CASE("WatchCurve: another capacity keeps the newest values", "[panels][watch]") {
    WatchCurve curve;
    curve.set_capacity(3);
    for (std::uint64_t tick = 1; tick <= 5; ++tick) curve.add(tick, static_cast<double>(tick));
    curve.set_capacity(5);
    CHECK(values(curve) == std::vector<double>{3, 4, 5});
    curve.add(6, 6);
    curve.set_capacity(2);
    CHECK(values(curve) == std::vector<double>{5, 6});
    curve.add(7, 7);
    CHECK(values(curve) == std::vector<double>{6, 7});
    CHECK(curve.oldest_tick() == 6);
}

TEST_CASE("WatchCurve: least, most and mean are of the values there are", "[panels][watch]") {
    WatchCurve curve;
    curve.add(1, 100);
    curve.add(2, 4);
    curve.add(4, 8);
    const WatchCurve::Summary summary = curve.summary(3);
    CHECK(summary.values == 2);
    CHECK(summary.least == 4);
    CHECK(summary.most == 8);
    CHECK(summary.mean == 6);
    CHECK(std::isnan(WatchCurve().summary(10).mean));
}

}  // namespace watch_curve_test
