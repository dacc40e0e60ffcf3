#include "panels/running/system_times.hpp"

#include <thread>

#include "catch.hpp"

namespace system_times_test {

using panels::TimeCurve;

TEST_CASE("Time curve: it keeps the last runs, oldest first", "[panels][systems]") {
    TimeCurve curve;
    CHECK(curve.size() == 0);
    for (int i = 1; i <= 300; ++i) curve.add(static_cast<float>(i));
    CHECK(curve.size() == TimeCurve::length);
    CHECK(curve[0] == 61.0f);
    CHECK(curve[curve.size() - 1] == 300.0f);
    CHECK(curve.highest() == 300.0f);
    for (int i = 0; i < 10; ++i) curve.add(0);
    CHECK(curve.highest(10) == 0.0f);
    CHECK(curve.highest(11) == 300.0f);
}

TEST_CASE("Time curve: least, most, mean, 95 % and how many exceed a budget", "[panels][systems]") {
    TimeCurve curve;
    CHECK(panels::summary_of(curve, 1).count == 0);
    for (int i = 1; i <= 100; ++i) curve.add(static_cast<float>(101 - i));
    const panels::TimeSummary summary = panels::summary_of(curve, 90);
    CHECK(summary.count == 100);
    CHECK(summary.least_secs == 1);
    CHECK(summary.most_secs == 100);
    CHECK(summary.mean_secs == 50.5);
    CHECK(summary.most_of_95_secs == 95);
    CHECK(summary.over == 10);
    CHECK(panels::summary_of(curve, 0).over == 0);
}

TEST_CASE("System times: each run and each tick is one value, and a system that came again begins anew",
          "[panels][systems]") {
    ecs::World world;
    ecs::Schedule schedule(world);
    for (const char* name : {"A", "B"}) schedule.system(name, [](ecs::SystemContext&) {});
    panels::SystemTimes times;
    times.read(schedule, world.tick());
    for (int i = 0; i < 5; ++i) {
        schedule.tick();
        times.read(schedule, world.tick());
        times.read(schedule, world.tick());
    }
    CHECK(times.of(*schedule.find("A")).curve.size() == 5);
    CHECK(times.ticks().curve.size() == 5);
    CHECK(times.ticks().summary.count == 5);
    CHECK(times.of(*schedule.find("A")).summary.count == 5);
    double sum = 0;
    for (const ecs::System* system : schedule.systems()) sum += system->stats.last_secs;
    CHECK(times.last_of_all_secs() == sum);
    REQUIRE(schedule.remove(world, "B"));
    times.read(schedule, world.tick());
    CHECK(times.of(*schedule.find("A")).curve.size() <= 1);
}

TEST_CASE("System times: on one thread the systems take nearly all of a tick", "[panels][systems]") {
    ecs::World world;
    ecs::Schedule schedule(world);
    for (const char* name : {"A", "B", "C"})
        schedule.system(name, [](ecs::SystemContext&) {
            const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(2);
            while (std::chrono::steady_clock::now() < until) {
            }
        });
    // The best of some: the machine may do something else in between.
    double best = 0;
    for (int i = 0; i < 20; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        schedule.tick();
        const std::chrono::duration<double> whole = std::chrono::steady_clock::now() - begin;
        double sum = 0;
        for (const ecs::System* system : schedule.systems()) sum += system->stats.last_secs;
        REQUIRE(sum <= whole.count());
        best = std::max(best, sum / whole.count());
    }
    CHECK(best > 0.95);
}

}  // namespace system_times_test
