// Steps of systems in a program whose world a mirror shows: what each changed is the difference of the copy.
#include <string>

#include "catch.hpp"
#include "panels/stops/step_panel.hpp"
#include "panels/support/owner_scene.hpp"

namespace owner_steps_test {

namespace {

struct Scene : OwnerScene {
    panels::StepPanel panel;
    ecs::OwnerKey hero = owner.spawn();

    Scene() : OwnerScene({820, 420}) {
        owner.ticks = ecs::OwnerClock{.tick = 100, .paused = true};
        owner.running = {{.name = "Move"}, {.name = "Hurt"}};
        owner.call(hero, "Hero");
        owner.set(hero, test::FakeOwner::health, std::int32_t{12});
        harness.lend(&panels::Context::debugger, &harness.watch.debugger());
        harness.add(panel);
        update();
    }
    void ask() {
        harness.requests.emplace_back(panels::TransportRequest{.kind = panels::TransportRequest::Kind::StepSystem});
        harness.frames(2);
    }
    void ran(std::int32_t hp, std::string next) {
        owner.set(hero, test::FakeOwner::health, hp);
        owner.ticks->next_system = std::move(next);
        update();
    }
    const ecs::SystemSteps& steps() { return *harness.watch.debugger().steps(); }
    std::string headline() { return steps().shown() == nullptr ? "" : panels::headline_of(*steps().shown()); }
};

}  // namespace

TEST_CASE("Owner steps: what a system of the program changed is shown, until the copy changes again",
          "[panels][stops]") {
    Scene s;
    s.ask();
    REQUIRE(s.owner.controls.size() == 1);
    CHECK(s.headline().empty());  // it has not run yet
    s.update();
    CHECK(s.headline().empty());
    s.ran(9, "Hurt");
    CHECK(s.headline() == "Move changed 1 field of 1 entity");
    CHECK(s.steps().is_present());
    CHECK(s.panel.rows_drawn() == 1);
    CHECK_FALSE(s.steps().shown()->knows_commands);
    CHECK(s.harness.watch.debugger().why_not_back() == "The program runs its systems itself, and cannot run them back");
    s.update();
    CHECK(s.steps().is_present());
    s.owner.set(s.hero, test::FakeOwner::health, std::int32_t{9});  // as it was
    s.update();
    CHECK(s.steps().is_present());

    s.ask();
    s.ask();  // before the first one has run
    s.ran(7, {});
    CHECK(s.headline() == "Hurt and 1 more changed 1 field of 1 entity");
    s.owner.ticks->tick = 101;
    s.owner.set(s.hero, test::FakeOwner::health, std::int32_t{1});
    s.update();
    CHECK_FALSE(s.steps().is_present());
}

TEST_CASE("Owner steps: nothing is said of a step that cannot be told apart", "[panels][stops]") {
    enum class What { GoesOn, Ran, Edited, Lost };
    const What what = GENERATE(What::GoesOn, What::Ran, What::Edited, What::Lost);
    CAPTURE(what);
    Scene s;
    if (what == What::Ran) {  // when it was asked
        s.owner.ticks->paused = false;
        s.update();
    }
    s.ask();
    s.owner.ticks->paused = what != What::GoesOn;
    if (what == What::Edited)
        REQUIRE(s.history.perform({"Move", {ecs::SetParent{s.mirror.entity_of(s.hero), {}}}}).empty());
    if (what == What::Lost) {
        s.owner.gone = "it ended";
        s.update();
        s.owner.gone.clear();
    }
    s.ran(9, "Hurt");
    CHECK(s.headline().empty());
}

}  // namespace owner_steps_test
