#include "panels/desk/frame_clock.hpp"

#include "catch.hpp"

namespace frame_clock_test {

using panels::FrameClock;

namespace {

/// A clock that moves when it is told to.
struct Time {
    double now = 100;
    FrameClock clock{[this] { return now; }};
    int ticks = 0;
    double tick_secs = 0;  // that a tick takes

    int frame(double secs, double speed = 1) {
        now += secs;
        clock.begin_frame();
        clock.begin_ticks(speed * FrameClock::ticks_per_sec);
        const int before = ticks;
        for (; clock.take_tick(); ++ticks) now += tick_secs;
        return ticks - before;
    }
};

}  // namespace

TEST_CASE("FrameClock: a second is sixty ticks, whatever the frames are like", "[panels][frame_clock]") {
    for (const int frames_a_second : {60, 240, 20}) {
        INFO(frames_a_second << " frames a second");
        Time time;
        for (int i = 0; i < frames_a_second; ++i) time.frame(1.0 / frames_a_second);
        CHECK(time.ticks >= 59);
        CHECK(time.ticks <= 60);
        CHECK(time.clock.behind_secs() == 0);
    }
}

TEST_CASE("FrameClock: the speed multiplies the ticks", "[panels][frame_clock]") {
    Time time;
    for (int i = 0; i < 60; ++i) time.frame(1.0 / 60, 2);
    CHECK(time.ticks >= 119);
    CHECK(time.ticks <= 120);
    time.ticks = 0;
    for (int i = 0; i < 60; ++i) time.frame(1.0 / 60, 0.25);
    CHECK(time.ticks >= 14);
    CHECK(time.ticks <= 15);
}

TEST_CASE("FrameClock: ticks that take too long do not stop the frames, and the lag is told", "[panels][frame_clock]") {
    Time time;
    time.tick_secs = 0.03;
    for (int i = 0; i < 50; ++i) {
        const int ticks = time.frame(0.001);
        CHECK(ticks <= 1);  // one alone is over the budget
    }
    CHECK(time.clock.behind_secs() > 0.1);
    CHECK(time.clock.behind_secs() <= FrameClock::max_behind_secs);
}

TEST_CASE("FrameClock: a long pause is not made up for", "[panels][frame_clock]") {
    Time time;
    CHECK(time.frame(3600) <= static_cast<int>(FrameClock::longest_frame_secs * FrameClock::ticks_per_sec) + 1);
}

TEST_CASE("FrameClock: what was due when the simulation is paused is forgotten", "[panels][frame_clock]") {
    Time time;
    time.tick_secs = 0.05;
    for (int i = 0; i < 10; ++i) time.frame(0.05);
    time.clock.begin_frame();
    time.clock.hold();
    CHECK(time.clock.behind_secs() == 0);
    time.tick_secs = 0;
    CHECK(time.frame(1.0 / 60) <= 1);
}

}  // namespace frame_clock_test
