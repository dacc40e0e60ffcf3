// Breakpoints of a client, checked in the program that has the probe::Probe, here in one process.
#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/breakpoints/owner_breakpoints.hpp"
#include "ecs/ecs.hpp"
#include "ecs/mirror/fake_owner.hpp"
#include "ecs/types/field_path.hpp"
#include "remote/support/linked_program.hpp"

namespace program_breakpoints_test {

namespace {

using Control = ecs::OwnerControl;
using Wanted = std::vector<ecs::WantedBreakpoint>;

struct Count {
    std::int32_t ticks = 0, looks = 0;
};
struct Late {
    std::int32_t value = 0;
};

/// A program that counts its ticks in an entity, and its client.
struct Both : test::LinkedProgram {
    ecs::Entity counter;

    Both() {
        world.types().add<Count>("Count").field("ticks", &Count::ticks).field("looks", &Count::looks);
        counter = world.create(ecs::Name{"Counter"}, Count{});
        schedule.system<Count>("Tick", [](Count& count) { ++count.ticks; });
        schedule.system<Count>("Look", [](Count& count) { ++count.looks; });
        probe.show(world, schedule);
    }
    ecs::OwnerBreakpoints& breakpoints() {
        REQUIRE(owner.breakpoints() != nullptr);
        return *owner.breakpoints();
    }
    /// The program has these breakpoints, and no tick has run meanwhile.
    bool armed(const Wanted& wanted) {
        breakpoints().want(wanted);
        holds = true;
        states.clear();
        const bool told = until([&] {
            take_news();
            return std::all_of(wanted.begin(), wanted.end(),
                               [&](const ecs::WantedBreakpoint& each) { return states.contains(each.id); });
        });
        holds = false;
        return told;
    }
    void take_news() {
        for (const ecs::BreakpointNews& each : breakpoints().take_news()) {
            ecs::BreakpointNews& state = states[each.id];
            state.error = each.error;
            state.hits += each.hits;
            state.stops += each.stops;
        }
    }
    std::optional<ecs::BreakpointHit> take_stop() {
        take_news();
        return breakpoints().take_stop();
    }
    std::optional<ecs::BreakpointHit> stop(int ticks_a_look = 1) {
        std::optional<ecs::BreakpointHit> hit;
        (void)until([&] {
            for (int i = 1; i < ticks_a_look; ++i) run();
            return (hit = take_stop()).has_value();
        });
        return hit;
    }
    std::map<ecs::BreakpointId, ecs::BreakpointNews> states;  // with all hits and stops
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
    CHECK(hit->field == "Count.ticks");
    REQUIRE(hit->after);
    REQUIRE(hit->shown != nullptr);
    CHECK(hit->shown->name == "ticks");
    const ecs::FieldPath ticks = *ecs::find_field(both.mirror.world().types(), "Count.ticks");
    CHECK(ecs::read_number(ticks, hit->after.data()) == far);
    REQUIRE(hit->before);
    CHECK(ecs::read_number(ticks, hit->before.data()) == far - 1);
    CHECK(both.own().ticks == far);
    CHECK(both.own().looks == far - 1);  // "Look" has not run
    REQUIRE(both.owner.clock() != nullptr);
    CHECK(both.owner.clock()->paused);
    CHECK(both.owner.clock()->next_system == "Look");
    REQUIRE(both.states.size() == 1);
    CHECK(both.states[7].stops == 1);

    REQUIRE(both.mirror.control({.kind = Control::Kind::Go}).empty());
    REQUIRE(both.until([&] { return both.own().ticks > far + 10; }));
    CHECK_FALSE(both.take_stop());
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
        both.breakpoints().want(none);
        both.update();  // sends the list; else Go may arrive before it
        REQUIRE(both.mirror.control({.kind = Control::Kind::Go}).empty());
        const std::int32_t ticks = both.own().ticks;
        REQUIRE(both.until([&] { return both.own().ticks > ticks + 20; }));
        CHECK_FALSE(both.take_stop());
    }
}

TEST_CASE(
    "Program breakpoints: what the program cannot check is told at the breakpoint, until the program knows the type",
    "[program][break]") {
    Both both;
    REQUIRE(both.known());
    REQUIRE(both.armed({{.id = 3, .text = "Late.value > 5"}}));
    CHECK(both.states[3].error.find("Late") != std::string::npos);
    both.world.types().add<Late>("Late").field("value", &Late::value);
    const ecs::Entity late = both.world.create(Late{});
    REQUIRE(both.until([&] {
        both.take_news();
        return both.states[3].error.empty();
    }));
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
    CHECK_FALSE(both.take_stop());
    REQUIRE(both.cut());
    both.breakpoints().want({{.id = 1, .text = both.at(second + 1'000'000'000)}, {.id = 4, .text = "Count.ticks > 0"}});
    REQUIRE(both.until([&] {
        both.take_news();
        return both.mirror.lost().empty() && both.states.contains(4);
    }));
    // What held already when it came stops nothing.
    CHECK_FALSE(both.take_stop());
    both.world.create(Count{.ticks = 1});
    const std::optional<ecs::BreakpointHit> hit = both.stop();
    REQUIRE(hit);
    CHECK(hit->breakpoint == 4);
}

TEST_CASE("Program breakpoints: without a schedule the world is looked at in each tick()", "[program][break]") {
    Both both;
    both.probe.show(both.world);
    REQUIRE(both.known());
    const std::int32_t far = both.own().ticks + 3'000;
    REQUIRE(both.armed({{.id = 1, .text = both.at(far)}, {.id = 2, .text = "on system \"Look\""}}));
    CHECK_FALSE(both.states[2].error.empty());
    REQUIRE(both.stop(50));
    CHECK(both.own().ticks == far);
    CHECK(both.owner.clock()->paused);
    both.probe.hide();
    REQUIRE(both.until([&] { return both.owner.breakpoints() == nullptr; }));
}

TEST_CASE(
    "Program breakpoints: a world of another library stops in the tick that made a condition true, although the client "
    "sees few of its ticks",
    "[program][break]") {
    test::FakeOwner other;
    const ecs::OwnerKey hero = other.spawn();
    other.call(hero, "Hero");
    Both both;
    both.probe.show(other);
    int ticks = 0;
    both.run_tick = [&] { other.set(hero, test::FakeOwner::health, ++ticks); };
    REQUIRE(both.known());
    const int far = ticks + 20'000;
    REQUIRE(both.armed(
        {{.id = 1, .text = "Health.hp == " + std::to_string(far)}, {.id = 2, .text = "Health.nothing == 1"}}));
    CHECK_FALSE(both.states[2].error.empty());
    std::optional<ecs::BreakpointHit> hit = both.stop(500);
    REQUIRE(hit);
    CHECK(hit->breakpoint == 1);
    CHECK(ticks == far);
    CHECK(hit->entity == both.mirror.entity_of(hero));
    CHECK(hit->entity_name == "Hero");
    REQUIRE(hit->before);
    REQUIRE(hit->after);
    CHECK(*static_cast<const int*>(hit->before.data()) == far - 1);
    CHECK(*static_cast<const int*>(hit->after.data()) == far);
    CHECK(both.owner.clock()->paused);
    const void* const shown = both.mirror.world().get(hit->entity, both.mirror.component_of(test::FakeOwner::health));
    REQUIRE(shown != nullptr);
    CHECK(*static_cast<const int*>(shown) == far);

    REQUIRE(both.mirror.control({.kind = Control::Kind::Go}).empty());
    REQUIRE(both.until([&] { return ticks > far + 10; }));
    CHECK_FALSE(both.take_stop());
    // In another world of the program, nothing of this one stops it.
    REQUIRE(both.armed({{.id = 3, .text = "on destroyed(Health)"}}));
    other.kill(hero);
    both.run_tick = [] {};
    hit = both.stop();
    REQUIRE(hit);
    CHECK(hit->entity_name == "Hero");
    both.probe.show(both.world, both.schedule);
    both.run_tick = [&] { both.schedule.tick(); };
    REQUIRE(both.armed({{.id = 3, .text = "on destroyed(Health)"}}));
    REQUIRE(both.mirror.control({.kind = Control::Kind::Go}).empty());
    REQUIRE(both.until([&] { return both.own().ticks > 10; }));
    CHECK_FALSE(both.take_stop());
    both.probe.show(other);
    both.run_tick = [&] {
        if (other.things.contains(hero)) return other.kill(hero);
        other.set(other.spawn(hero), test::FakeOwner::health, 1);
    };
    CHECK(both.stop());
    both.probe.hide();
}

TEST_CASE("Program breakpoints: what a program tells of breakpoints that nobody wants is not kept, and texts are cut",
          "[program][break]") {
    remote::ProgramBreakpoints breakpoints;
    breakpoints.want({{.id = 1, .text = "Count.ticks > 1"}});
    const std::string endless(100'000, 'x');
    for (std::uint32_t round = 1; round < 50; ++round) {
        probe::BreakpointsTold told{.states = {{1, endless, round, 0}, {round + 1, endless, 1, 1}}};
        told.hit.emplace().writer_name = endless;
        probe::ByteWriter bytes;
        probe::write_told(bytes, told);
        probe::ByteReader from(bytes.bytes());
        REQUIRE(breakpoints.take_in(from));
    }
    const std::vector<ecs::BreakpointNews> news = breakpoints.take_news();
    REQUIRE(news.size() == 1);
    CHECK(news[0].id == 1);
    CHECK(news[0].hits == 49);
    CHECK(news[0].error.size() < 2000);
    const std::optional<ecs::BreakpointHit> hit = breakpoints.take_stop();
    REQUIRE(hit);
    CHECK(hit->writer_name.size() < 2000);
    CHECK(breakpoints.take_news().empty());
}

TEST_CASE("Program breakpoints: what an edit makes true stops the program, and the edit did it", "[program][break]") {
    Both both;
    REQUIRE(both.known());
    REQUIRE(both.armed({{.id = 1, .text = "Count.looks < 0"}}));
    REQUIRE(both.mirror.control({.kind = Control::Kind::Pause}).empty());
    REQUIRE(both.until([&] { return both.owner.clock()->paused; }));
    const ecs::ComponentId count = both.mirror.world().types().find("Count")->id;
    const ecs::Entity shown = both.mirror.entity_of(both.counter.bits());
    ecs::SetField set{
        .component = count, .field = 1, .entities = {shown}, .values = std::vector<std::byte>(sizeof(std::int32_t))};
    const std::int32_t looks = -5;
    std::memcpy(set.values.data(), &looks, sizeof looks);
    REQUIRE(both.history.perform({.label = "Set looks", .edits = {std::move(set)}}).empty());
    const std::optional<ecs::BreakpointHit> hit = both.stop();
    REQUIRE(hit);
    CHECK(hit->breakpoint == 1);
    CHECK(hit->writer == ecs::WriterKind::ByStep);
    CHECK(hit->entity == shown);
    CHECK(both.own().looks == -5);
}

TEST_CASE("Program breakpoints: hits are counted once, through reconnects and other texts", "[program][break]") {
    Both both;
    REQUIRE(both.known());
    REQUIRE(both.armed({{.id = 1, .text = "on change Count.ticks"}}));
    std::uint64_t stops = 0;
    const auto stop_three_times = [&] {
        for (int i = 0; i < 3; ++i) {
            if (!both.stop()) return false;
            ++stops;
            if (!both.mirror.control({.kind = Control::Kind::Go}).empty()) return false;
        }
        return true;
    };
    REQUIRE(stop_three_times());
    REQUIRE(both.cut());
    REQUIRE(both.until([&] { return both.mirror.lost().empty(); }));
    REQUIRE(stop_three_times());
    both.breakpoints().want({{.id = 1, .text = "on change Count.looks"}});
    REQUIRE(stop_three_times());
    both.take_news();
    // At each change of the connection or the text, the program may have stopped once more, and with the text, the count of
    // a stop that is told afterwards is gone.
    CHECK(both.states[1].stops + 1 >= stops);
    CHECK(both.states[1].stops <= stops + 2);
    CHECK(both.states[1].hits == both.states[1].stops);
}

}  // namespace program_breakpoints_test
