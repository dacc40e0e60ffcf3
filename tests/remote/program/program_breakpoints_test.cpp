// Breakpoints of a client, checked in the program that has the probe::Probe, here in one process.
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/ecs.hpp"
#include "ecs/mirror/mirror.hpp"
#include "probe/run/probe.hpp"
#include "remote/program/program_owner.hpp"
#include "remote/support/relay.hpp"

namespace program_breakpoints_test {

namespace {

using Control = ecs::OwnerControl;
using Wanted = std::vector<probe::WantedBreakpoint>;

struct Count {
    std::int32_t ticks = 0, looks = 0;
};
struct Late {
    std::int32_t value = 0;
};

/// A program that counts its ticks in an entity, and its client at the other end of a Relay.
struct Both {
    ecs::World world;
    ecs::Schedule schedule{world};
    ecs::Entity counter;
    probe::Probe probe{"test", {.announced = false, .share = 0}};
    test::Relay relay{probe.port()};
    remote::ProgramOwner owner{{.port = relay.port(), .token = probe.token()}};
    ecs::Mirror mirror{owner};

    Both() {
        world.types().add<Count>("Count").field("ticks", &Count::ticks).field("looks", &Count::looks);
        counter = world.create(ecs::Name{"Counter"}, Count{});
        schedule.system<Count>("Tick", [](Count& count) { ++count.ticks; });
        schedule.system<Count>("Look", [](Count& count) { ++count.looks; });
        owner.know(&mirror);
        probe.show(world, schedule);
    }
    ~Both() { owner.know(nullptr); }
    bool holds = false;  // the world does not tick, although it may
    void run() {
        if (probe.tick() && !holds) schedule.tick();
    }
    bool until(const std::function<bool()>& done, int ticks_a_look = 1) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(40);
        while (!done()) {
            if (std::chrono::steady_clock::now() > end) return false;
            for (int i = 0; i < ticks_a_look; ++i) run();
            mirror.update();
        }
        return true;
    }
    bool known() {
        return until([&] { return owner.clock() != nullptr && mirror.lost().empty(); });
    }
    /// The program has these breakpoints, and no tick has run meanwhile.
    bool armed(const Wanted& wanted) {
        owner.want_breakpoints(wanted);
        holds = true;
        const bool told = until([&] { return owner.breakpoint_states().size() == wanted.size(); });
        holds = false;
        return told;
    }
    std::optional<ecs::BreakpointHit> stop(int ticks_a_look = 1) {
        std::optional<ecs::BreakpointHit> hit;
        (void)until([&] { return (hit = owner.take_stop()).has_value(); }, ticks_a_look);
        return hit;
    }
    std::string at(std::int32_t ticks, const std::string& field = "ticks") const {
        return "Count." + field + " == " + std::to_string(ticks);
    }
    const Count& own() const { return world.get<Count>(counter); }
};

}  // namespace

TEST_CASE(
    "Program breakpoints: the program stands still at the tick and behind the system that made a condition true, "
    "although the client sees few of its ticks",
    "[program][break]") {
    Both both;
    REQUIRE(both.known());
    const std::int32_t far = both.own().ticks + 20'000;
    REQUIRE(both.armed({{.id = 7, .text = both.at(far)}}));
    const std::optional<ecs::BreakpointHit> hit = both.stop(500);
    REQUIRE(hit);
    CHECK(hit->breakpoint == 7);
    CHECK(hit->tick == static_cast<std::uint64_t>(far - 1));
    CHECK(hit->writer == ecs::WriterKind::BySystem);
    CHECK(hit->writer_name == "Tick");
    CHECK(hit->entity == both.counter);
    CHECK(hit->entity_name == "Counter");
    CHECK(hit->number == 1);
    CHECK(both.own().ticks == far);
    CHECK(both.own().looks == far - 1);  // "Look" has not run
    REQUIRE(both.owner.clock() != nullptr);
    CHECK(both.owner.clock()->paused);
    CHECK(both.owner.clock()->next_system == "Look");
    REQUIRE(both.owner.breakpoint_states().size() == 1);
    CHECK(both.owner.breakpoint_states()[0].stops == 1);

    REQUIRE(both.mirror.control({.kind = Control::Kind::Go}).empty());
    REQUIRE(both.until([&] { return both.own().ticks > far + 10; }));
    CHECK_FALSE(both.owner.take_stop());
    CHECK(both.own().looks == both.own().ticks);
}

TEST_CASE("Program breakpoints: a breakpoint waits for a system, is switched off, and is removed", "[program][break]") {
    Both both;
    REQUIRE(both.known());
    REQUIRE(both.armed({{.id = 1, .text = "on system \"Look\""}}));
    std::optional<ecs::BreakpointHit> hit = both.stop();
    REQUIRE(hit);
    CHECK(hit->kind == ecs::BreakpointKind::System);
    CHECK(hit->writer_name == "Look");
    CHECK(both.own().ticks == both.own().looks + 1);

    for (const Wanted& none : {Wanted{{.id = 1, .text = "on system \"Look\"", .enabled = false}}, Wanted{}}) {
        both.owner.want_breakpoints(none);
        REQUIRE(both.mirror.control({.kind = Control::Kind::Go}).empty());
        const std::int32_t ticks = both.own().ticks;
        REQUIRE(both.until([&] { return both.own().ticks > ticks + 20; }));
        CHECK_FALSE(both.owner.take_stop());
    }
}

TEST_CASE(
    "Program breakpoints: what the program cannot check is told at the breakpoint, until the program knows the type",
    "[program][break]") {
    Both both;
    REQUIRE(both.known());
    REQUIRE(both.armed({{.id = 3, .text = "Late.value > 5"}}));
    CHECK(both.owner.breakpoint_states()[0].error.find("Late") != std::string::npos);
    both.world.types().add<Late>("Late").field("value", &Late::value);
    const ecs::Entity late = both.world.create(Late{});
    REQUIRE(both.until([&] { return both.owner.breakpoint_states()[0].error.empty(); }));
    both.world.get_mut<Late>(late).value = 6;
    const std::optional<ecs::BreakpointHit> hit = both.stop();
    REQUIRE(hit);
    CHECK(hit->entity == late);
}

TEST_CASE(
    "Program breakpoints: when the connection ends the program goes on, a reconnect sends the breakpoints again, and a "
    "stop that was told is not told twice",
    "[program][break]") {
    Both both;
    REQUIRE(both.known());
    const std::int32_t first = both.own().ticks + 2'000;
    REQUIRE(both.armed({{.id = 1, .text = both.at(first)}, {.id = 2, .text = "on system \"Nobody\""}}));
    REQUIRE(both.stop(20));
    REQUIRE(both.own().ticks == first);
    both.relay.cut();
    REQUIRE(both.until([&] { return both.own().ticks > first && both.mirror.lost().empty(); }));
    const std::int32_t second = both.own().ticks + 2'000;
    CHECK_FALSE(both.owner.take_stop());
    both.relay.cut();
    REQUIRE(both.until([&] { return !both.mirror.lost().empty(); }));
    both.owner.want_breakpoints(
        {{.id = 1, .text = both.at(second + 1'000'000'000)}, {.id = 4, .text = "Count.ticks > 0"}});
    REQUIRE(both.until([&] { return both.mirror.lost().empty() && both.owner.breakpoint_states()[1].id == 4; }));
    // What held already when it came stops nothing.
    CHECK_FALSE(both.owner.take_stop());
    both.world.create(Count{.ticks = 1});
    const std::optional<ecs::BreakpointHit> hit = both.stop();
    REQUIRE(hit);
    CHECK(hit->breakpoint == 4);
}

TEST_CASE(
    "Program breakpoints: without a schedule the world is looked at in each tick(), and another owner's world cannot "
    "be",
    "[program][break]") {
    Both both;
    both.probe.show(both.world);
    REQUIRE(both.known());
    const std::int32_t far = both.own().ticks + 3'000;
    REQUIRE(both.armed({{.id = 1, .text = both.at(far)}, {.id = 2, .text = "on system \"Look\""}}));
    CHECK_FALSE(both.owner.breakpoint_states()[1].error.empty());
    REQUIRE(both.stop(50));
    CHECK(both.own().ticks == far);
    CHECK(both.owner.clock()->paused);
    both.probe.hide();
    REQUIRE(both.until([&] {
        return both.owner.breakpoint_states()[0].error == "the program cannot check breakpoints in its world";
    }));
}

}  // namespace program_breakpoints_test
