#include "ecs/mirror/mirror_desk.hpp"

namespace mirror_clock_test {

using Desk = test::MirrorDesk;
using Control = ecs::OwnerControl;
using test::contains;
using test::FakeOwner;

TEST_CASE("Mirror: the tick is that of the owner's program, and where that is not known updates are counted",
          "[ecs][mirror]") {
    Desk desk;
    desk.mirror.update();
    desk.mirror.update();
    CHECK(desk.world().tick() == 2);
    desk.owner.ticks = ecs::OwnerClock{.tick = 40};
    desk.mirror.update();
    CHECK(desk.world().tick() == 40);
    desk.mirror.update();
    CHECK(desk.world().tick() == 40);
    // It grows in a run, whatever an owner says.
    desk.owner.ticks->tick = 30;
    desk.mirror.update();
    CHECK(desk.world().tick() == 40);
    desk.owner.begin_again();
    desk.mirror.update();
    CHECK(desk.world().tick() == 30);
}

TEST_CASE("Mirror: in the middle of a tick of the owner, the schedule says which system is next", "[ecs][mirror]") {
    Desk desk;
    desk.mirror.show_systems(desk.schedule);
    desk.owner.running = {{.name = "A"}, {.name = "B"}, {.name = "C"}};
    desk.owner.ticks = ecs::OwnerClock{.next_system = "B"};
    desk.mirror.update();
    CHECK(desk.schedule.within_tick());
    REQUIRE(desk.schedule.next_system() != nullptr);
    CHECK(desk.schedule.next_system()->description.name == "B");

    desk.owner.running.insert(desk.owner.running.begin(), ecs::OwnerSystem{.name = "New"});
    desk.owner.ticks->next_system = "C";
    desk.mirror.update();
    REQUIRE(desk.schedule.systems().size() == 4);
    CHECK(desk.schedule.systems()[0]->description.name == "New");
    REQUIRE(desk.schedule.next_system() != nullptr);
    CHECK(desk.schedule.next_system()->description.name == "C");

    desk.owner.ticks->next_system.clear();
    desk.mirror.update();
    CHECK_FALSE(desk.schedule.within_tick());
}

TEST_CASE("Mirror: what a person wants of the ticks goes to the owner, or there is a reason why not", "[ecs][mirror]") {
    Desk desk;
    const auto ask = [&](Control control) { return desk.mirror.control(control); };
    CHECK(ask({}) == "Fake runs its ticks itself");
    desk.owner.ticks = ecs::OwnerClock{.tick = 7, .why_not_systems = "they are one"};
    CHECK(ask({}).empty());
    CHECK(ask({.kind = Control::Kind::StepSystem}) == "they are one");
    CHECK(ask({.kind = Control::Kind::RunToTick, .ticks = 7}) == "Tick 7 is past");
    CHECK(ask({.kind = Control::Kind::RunToTick, .ticks = 8}).empty());
    for (const double speed : {2.0, 0.0, -1.0})
        CHECK_THAT(ask({.kind = Control::Kind::SetSpeed, .speed = speed}), contains("it can only be slowed down"));
    CHECK(ask({.kind = Control::Kind::SetSpeed, .speed = 0.5}).empty());
    CHECK(desk.owner.controls.size() == 3);
    CHECK(desk.history.steps().empty());

    desk.owner.gone = "the connection broke";
    desk.mirror.update();
    CHECK(ask({}) == "the connection broke");
    CHECK(desk.owner.controls.size() == 3);
}

}  // namespace mirror_clock_test
