#include "panels/inspector/entity_systems.hpp"

#include "catch.hpp"
#include "panels/running/systems_panel.hpp"
#include "panels/support/inspector_scene.hpp"

namespace entity_systems_test {

using namespace inspector_scene;

namespace {

struct Velocity {
    float x = 0;
};
struct Frozen {};

struct SystemsScene : Scene {
    SystemsScene() {
        world.add(hero, Health{});
        add(ecs::make_system<Health>(world, "Heal", [](Health&) {}));
        add(ecs::make_system<const Health, Velocity>(world, "Move", [](const Health&, Velocity&) {}));
        ecs::SystemDescription silent{.name = "Silent", .accesses = ecs::access<const Health>(world)};
        add(std::move(silent));
        harness.frames(2);
    }
    void add(ecs::SystemDescription system) { REQUIRE(harness.schedule.add(std::move(system))); }
};

}  // namespace

TEST_CASE("Inspector: its foot says which systems read and write the entity", "[panels][inspector][why]") {
    SystemsScene s;
    INFO(s.harness.screen());
    CHECK(s.harness.says("Read or written by 1 of 3 systems"));
    CHECK(s.harness.says("Heal"));
    CHECK(s.harness.says("writes"));
    CHECK(s.harness.says("Why not Move?"));
    CHECK(s.harness.says("Perhaps by 1 system"));
    s.harness.hover_text("Silent");
    CHECK(s.harness.says("does not declare its queries"));
}

TEST_CASE("Inspector: systems of which nothing is known are not listed under each entity", "[panels][inspector][why]") {
    Scene s;
    s.world.add(s.hero, Health{});
    for (int i = 0; i < 14; ++i) REQUIRE(s.harness.schedule.add({.name = "Unknown" + std::to_string(i)}));
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("What the systems read and write is not known"));
    CHECK_FALSE(s.harness.says("Unknown3"));
    CHECK_FALSE(s.harness.says("Perhaps by"));
    // One that reads and writes only what the entity lacks has nothing to do with it.
    ecs::SystemDescription elsewhere{.name = "Elsewhere", .accesses = ecs::access<Velocity>(s.world)};
    REQUIRE(s.harness.schedule.add(std::move(elsewhere)));
    ecs::SystemDescription healer{.name = "Healer", .accesses = ecs::access<Health>(s.world)};
    REQUIRE(s.harness.schedule.add(std::move(healer)));
    s.harness.frames(2);
    CHECK(s.harness.says("Perhaps by 1 system"));
    CHECK(s.harness.says("Healer"));
    CHECK_FALSE(s.harness.says("Elsewhere"));
    CHECK(s.harness.says("What 14 other systems read and write is not known"));
}

TEST_CASE("Inspector: why not a system names what is missing, and the button adds it in one step",
          "[panels][inspector][why]") {
    SystemsScene s;
    s.harness.click_text("Why not Move?");
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("Move does not visit this entity"));
    CHECK(s.harness.need("lacks").color == s.harness.style.theme->error);
    s.harness.hover_text("Add Velocity");
    CHECK(s.harness.says("copied"));  // what the change costs
    s.harness.click_text("Add Velocity");
    s.harness.frames(2);
    CHECK(s.world.has<Velocity>(s.hero));
    CHECK(s.harness.edit_labels() == std::vector<std::string>{"Hero: Add Velocity"});
    CHECK(s.harness.says("Move visits this entity"));
    CHECK(s.harness.says("Read or written by 2 of 3 systems"));
    REQUIRE(s.harness.history.undo().empty());
    CHECK_FALSE(s.world.has<Velocity>(s.hero));
}

TEST_CASE("Inspector: a fix of several edits says what each of them costs", "[panels][inspector][why]") {
    SystemsScene s;
    s.add(ecs::make_system<Velocity, ecs::With<Frozen>>(s.world, "Both", [](Velocity&) {}));
    s.panel.show_part("why Both");
    s.harness.frames(2);
    s.harness.hover_text("Add Velocity, Add Frozen");
    INFO(s.harness.screen());
    REQUIRE(s.harness.find("copied", 1));  // twice: the row moves twice
    CHECK(s.harness.says("Velocity, Frozen]"));
}

TEST_CASE("Inspector: a menu elsewhere leads to the verdict, of a system that nobody judges too",
          "[panels][inspector][why]") {
    SystemsScene s;
    s.panel.show_part("why Move");
    s.harness.frames(2);
    CHECK(s.harness.says("Move does not visit this entity"));
    s.panel.show_part("why Silent");
    s.harness.frames(2);
    CHECK(s.harness.says("Whom Silent visits is not known"));
    s.panel.show_part("why Nobody");
    s.harness.frames(2);
    CHECK_FALSE(s.harness.says("Nobody"));
}

TEST_CASE("Systems: a click on a name lists its archetypes, and those that miss by one component",
          "[panels][systems][why]") {
    Harness harness({640, 480});
    panels::SystemsPanel panel;
    ecs::World& world = harness.world;
    for (int i = 0; i < 3; ++i) world.create(Health{}, Velocity{});
    const ecs::Entity frozen = world.create(Health{}, Velocity{}, Frozen{});
    for (int i = 0; i < 5; ++i) world.create(Health{});
    harness.schedule.add(
        ecs::make_system<const Health, Velocity, ecs::Without<Frozen>>(world, "Move", [](const Health&, Velocity&) {}));
    harness.add(panel);
    harness.frames(3);
    harness.click_text("Move");
    harness.frames(2);
    INFO(harness.screen());
    CHECK(harness.says("Visits 3 entities in 1 archetype"));
    CHECK(harness.says("2 archetypes miss by one component"));
    CHECK(harness.says("lacks component Velocity"));
    CHECK(harness.says("5 entities"));
    harness.click_text("has Frozen");
    CHECK(harness.selection.archetype() == world.location(frozen).archetype);
    harness.click_text("Move");
    harness.frames(2);
    CHECK_FALSE(harness.says("by one component"));
}

}  // namespace entity_systems_test
