#include "probe/run/pace.hpp"

#include "catch.hpp"

namespace pace_test {

namespace {

using Control = ecs::OwnerControl;

/// Of so many calls from this tick on: how many let the world tick.
int ticks_of(probe::Pace& pace, int calls, std::uint64_t tick = 0) {
    int ran = 0;
    for (int i = 0; i < calls; ++i) {
        if (pace.holds(tick) || pace.leaves_out()) continue;
        pace.ran();
        ++tick;
        ++ran;
    }
    return ran;
}

}  // namespace

TEST_CASE("Pace: paused, nothing runs but the steps that are asked for", "[probe]") {
    probe::Pace pace;
    CHECK(ticks_of(pace, 10) == 10);
    pace.control({.kind = Control::Kind::Pause});
    CHECK(ticks_of(pace, 10) == 0);
    pace.control({.kind = Control::Kind::StepTicks, .ticks = 1});
    CHECK(pace.paused(0));
    CHECK(ticks_of(pace, 10) == 1);
    pace.control({.kind = Control::Kind::StepTicks, .ticks = 2});
    pace.control({.kind = Control::Kind::StepTicks, .ticks = 3});
    CHECK(ticks_of(pace, 10) == 5);
    pace.control({.kind = Control::Kind::Go});
    CHECK(ticks_of(pace, 10) == 10);
}

TEST_CASE("Pace: runs to a tick, and stands there", "[probe]") {
    probe::Pace pace;
    pace.control({.kind = Control::Kind::RunToTick, .ticks = 7});
    CHECK_FALSE(pace.paused(3));
    CHECK(pace.paused(7));
    CHECK(ticks_of(pace, 100, 3) == 4);
    pace.control({.kind = Control::Kind::RunToTick, .ticks = 7});
    pace.control({.kind = Control::Kind::Pause});
    CHECK(ticks_of(pace, 100, 3) == 0);
}

TEST_CASE("Pace: slower, ticks are left out, but none of those that are asked for one by one", "[probe]") {
    probe::Pace pace;
    pace.control({.kind = Control::Kind::SetSpeed, .speed = 0.25});
    CHECK(ticks_of(pace, 100) == 25);
    pace.control({.kind = Control::Kind::SetSpeed, .speed = 0.5});
    CHECK(ticks_of(pace, 1) == 0);
    CHECK(ticks_of(pace, 1) == 1);
    pace.control({.kind = Control::Kind::StepTicks, .ticks = 5});
    CHECK(ticks_of(pace, 5) == 5);
    CHECK(pace.speed() == 0.5);
}

}  // namespace pace_test
