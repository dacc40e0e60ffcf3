// A program whose client can only look, here in one process.
#include <string>

#include "catch.hpp"
#include "ecs/ecs.hpp"
#include "remote/support/linked_program.hpp"

namespace program_read_only_test {

namespace {

struct Count {
    std::int32_t ticks = 0;
};

struct Both : test::LinkedProgram {
    ecs::Entity counter;

    Both() : LinkedProgram(true) {
        world.types().add<Count>("Count").field("ticks", &Count::ticks);
        counter = world.create(ecs::Name{"Counter"}, Count{});
        schedule.system<Count>("Tick", [](Count& count) { ++count.ticks; });
        probe.show(world, schedule);
    }
};

}  // namespace

TEST_CASE("Program read-only: the client sees all, and is told why it can change and control nothing",
          "[program][read_only]") {
    Both both;
    const std::string why = "the program lets others only look at its world";
    REQUIRE(both.until([&] { return both.owner.clock() != nullptr && !both.shown.systems().empty(); }));
    CHECK(both.mirror.world().find_by_name("Counter"));
    CHECK(both.owner.clock()->why_not_control == why);
    for (const auto kind :
         {ecs::OwnerControl::Kind::Pause, ecs::OwnerControl::Kind::StepSystem, ecs::OwnerControl::Kind::SetSpeed})
        CHECK(both.mirror.control({.kind = kind, .speed = 0.5}) == why);
    CHECK(both.mirror.control({.kind = ecs::OwnerControl::Kind::RunToTick, .ticks = 1u << 30}) == why);
    for (const auto ability : {ecs::OwnerAbility::Create, ecs::OwnerAbility::Destroy, ecs::OwnerAbility::SetValue,
                               ecs::OwnerAbility::Rename, ecs::OwnerAbility::SwitchSystem})
        CHECK(both.owner.why_not(ability) == why);
    CHECK(both.owner.why_not(ecs::OwnerAbility::SeeSystems).empty());
    CHECK(both.owner.why_not(ecs::OwnerAbility::SeeMemory).empty());
    REQUIRE(both.until([&] { return both.owner.breakpoints() == nullptr; }));
}

TEST_CASE("Program read-only: a client that asks all the same changes nothing", "[program][read_only]") {
    Both both;
    REQUIRE(both.until([&] { return both.owner.clock() != nullptr && both.mirror.world().entity_count() == 1; }));
    const ecs::OwnerRequest destroy{.kind = ecs::OwnerRequest::Kind::Destroy, .key = both.counter.bits()};
    CHECK(both.owner.ask(1, destroy).outcome == ecs::OwnerReply::Outcome::Later);
    const std::uint64_t requests = both.probe.counts().requests;
    REQUIRE(both.until([&] { return both.probe.counts().requests > requests; }));
    REQUIRE(both.until([&] { return both.world.tick() > 20; }));
    CHECK(both.world.entity_count() == 1);
    CHECK(both.mirror.world().entity_count() == 1);
}

}  // namespace program_read_only_test
