// The ticks of a program with a probe::Probe, controlled by its client, here in one process.
#include <functional>
#include <string>

#include "catch.hpp"
#include "ecs/ecs.hpp"
#include "remote/support/linked_program.hpp"

namespace program_control_test {

namespace {

using Control = ecs::OwnerControl;

struct Count {
    std::int32_t ticks = 0;
};

/// A program that counts its ticks in an entity, and its client.
struct Both : test::LinkedProgram {
    ecs::Entity counter;

    Both() {
        world.types().add<Count>("Count").field("ticks", &Count::ticks);
        counter = world.create(Count{});
        schedule.system<Count>("Tick", [](Count& count) { ++count.ticks; });
        schedule.system<const Count>("Look", [](const Count&) {});
        probe.show(world, schedule);
    }
    bool paused_at(std::uint64_t tick) {
        return until([&] { return owner.clock()->paused && mirror.world().tick() == tick; });
    }
    std::int32_t seen() const {
        const ecs::ComponentType* const type = mirror.world().types().find("Count");
        return static_cast<const Count*>(mirror.world().get(counter, type->id))->ticks;
    }
};

}  // namespace

TEST_CASE("Program control: the client pauses the program, steps it, runs it to a tick, and slows it down",
          "[program][control]") {
    Both both;
    REQUIRE(both.known());
    CHECK_FALSE(both.owner.clock()->paused);
    REQUIRE(both.mirror.control({.kind = Control::Kind::Pause}).empty());
    REQUIRE(both.until([&] { return both.owner.clock()->paused; }));
    const std::uint64_t tick = both.world.tick();
    REQUIRE(both.paused_at(tick));
    CHECK(both.seen() == static_cast<std::int32_t>(tick));
    CHECK(both.world.tick() == tick);

    REQUIRE(both.mirror.control({.kind = Control::Kind::StepTicks, .ticks = 1}).empty());
    REQUIRE(both.paused_at(tick + 1));
    REQUIRE(both.mirror.control({.kind = Control::Kind::StepTicks, .ticks = 5}).empty());
    REQUIRE(both.paused_at(tick + 6));
    REQUIRE(both.mirror.control({.kind = Control::Kind::RunToTick, .ticks = tick + 10}).empty());
    REQUIRE(both.paused_at(tick + 10));
    CHECK(both.seen() == static_cast<std::int32_t>(tick + 10));
    CHECK(both.mirror.control({.kind = Control::Kind::RunToTick, .ticks = tick}).find("is past") != std::string::npos);

    REQUIRE(both.mirror.control({.kind = Control::Kind::StepSystem}).empty());
    REQUIRE(both.until([&] { return both.shown.within_tick(); }));
    CHECK(both.shown.next_system()->description.name == "Look");
    CHECK(both.world.tick() == tick + 10);
    CHECK(both.seen() == static_cast<std::int32_t>(tick + 11));
    REQUIRE(both.mirror.control({.kind = Control::Kind::StepSystem}).empty());
    REQUIRE(both.paused_at(tick + 11));
    CHECK_FALSE(both.shown.within_tick());

    REQUIRE(both.mirror.control({.kind = Control::Kind::SetSpeed, .speed = 0.5}).empty());
    CHECK_FALSE(both.mirror.control({.kind = Control::Kind::SetSpeed, .speed = 2}).empty());
    REQUIRE(both.mirror.control({.kind = Control::Kind::Go}).empty());
    REQUIRE(both.until([&] { return !both.owner.clock()->paused && both.owner.clock()->speed == 0.5; }));
    const std::uint64_t slow = both.world.tick();
    for (int i = 0; i < 100; ++i) both.step();
    CHECK(both.world.tick() == slow + 50);
    CHECK(both.history.steps().empty());
}

TEST_CASE("Program control: over a connection that breaks, each control is carried out once", "[program][control]") {
    Both both;
    REQUIRE(both.known());
    std::uint64_t asked = 0;
    for (int round = 0; round < 12; ++round) {
        REQUIRE(both.until([&] { return both.mirror.lost().empty(); }));
        for (const std::uint64_t ticks : {1u, 2u}) {
            REQUIRE(both.mirror.control({.kind = Control::Kind::StepTicks, .ticks = ticks}).empty());
            ++asked;
        }
        // Before it arrives, behind it, or behind its answer.
        for (int i = 0; i < round % 4; ++i) both.step();
        REQUIRE(both.cut());
    }
    REQUIRE(both.until([&] { return both.mirror.lost().empty() && both.probe.counts().controls >= asked; }));
    for (int i = 0; i < 50; ++i) both.step();
    CHECK(both.probe.counts().controls == asked);
}

TEST_CASE("Program control: steps that were asked for and did not arrive are made after the connection is back, once",
          "[program][control]") {
    Both both;
    REQUIRE(both.known());
    // The program has noticed that the connection broke, and the client has not.
    both.relay.cut();
    REQUIRE(test::go_on([&] { both.probe.tick(); }, [&] { return !both.probe.connected(); }));
    REQUIRE(both.mirror.control({.kind = Control::Kind::Pause}).empty());
    REQUIRE(both.mirror.control({.kind = Control::Kind::StepTicks, .ticks = 3}).empty());
    REQUIRE(both.until([&] { return both.probe.counts().controls >= 2; }));
    // The call that carried them out made the first step.
    const std::uint64_t tick = both.world.tick();
    REQUIRE(both.paused_at(tick + 2));
    for (int i = 0; i < 20; ++i) both.step();
    CHECK(both.world.tick() == tick + 2);
    CHECK(both.probe.counts().controls == 2);
}

TEST_CASE("Program control: when the world of the program goes back in time, another run of it begins",
          "[program][control]") {
    Both both;
    REQUIRE(both.known());
    REQUIRE(both.until([&] { return both.mirror.world().tick() > 20; }));
    CHECK(both.mirror.run() == 0);
    REQUIRE(both.mirror.control({.kind = Control::Kind::Pause}).empty());
    REQUIRE(both.until([&] { return both.owner.clock()->paused; }));
    both.world.set_tick(3);
    REQUIRE(both.until([&] { return both.mirror.run() == 1; }));
    CHECK(both.mirror.world().tick() == 3);
    CHECK(both.mirror.world().entity_count() == 1);
}

TEST_CASE("Program control: without a schedule the calls of tick() that run are counted, and systems cannot be stepped",
          "[program][control]") {
    Both both;
    both.probe.show(both.world);
    REQUIRE(both.until([&] { return both.owner.clock() != nullptr && !both.owner.clock()->why_not_systems.empty(); }));
    CHECK(both.mirror.control({.kind = Control::Kind::StepSystem}) ==
          "the program shows its world without its schedule, and no zone of its loop was seen");
    const std::uint64_t before = both.owner.clock()->tick;
    REQUIRE(both.until([&] { return both.owner.clock()->tick > before; }));
    REQUIRE(both.mirror.control({.kind = Control::Kind::Pause}).empty());
    REQUIRE(both.until([&] { return both.owner.clock()->paused; }));
    const std::uint64_t tick = both.owner.clock()->tick;
    // Edits still arrive.
    both.world.create(Count{});
    REQUIRE(both.until([&] { return both.mirror.world().entity_count() == 2; }));
    CHECK(both.owner.clock()->tick == tick);
}

TEST_CASE("Program control: a program that pauses by itself says so, and is answered and edited meanwhile",
          "[program][control]") {
    Both both;
    REQUIRE(both.known());
    const auto stands_until = [&](const std::function<bool()>& done) {
        return test::go_on(
            [&] {
                both.probe.stand_by();
                both.update();
            },
            done);
    };
    REQUIRE(stands_until([&] { return both.owner.clock()->paused; }));
    CHECK(both.owner.clock()->why_not_control == "the program has paused itself");
    const std::uint64_t tick = both.world.tick();
    REQUIRE(both.history.perform({"Destroy", {ecs::DestroyEntity{both.counter}}}).empty());
    REQUIRE(stands_until([&] { return both.mirror.unanswered() == 0; }));
    CHECK_FALSE(both.world.alive(both.counter));
    CHECK(both.world.tick() == tick);
    REQUIRE(both.until([&] { return !both.owner.clock()->paused && both.owner.clock()->why_not_control.empty(); }));
}

}  // namespace program_control_test
