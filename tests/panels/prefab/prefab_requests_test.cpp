#include "panels/prefab/prefab_requests.hpp"

#include <string>

#include "catch.hpp"
#include "panels/entities/entities_panel.hpp"
#include "panels/inspector/inspector_panel.hpp"
#include "panels/support/headless.hpp"

namespace prefab_requests_test {

namespace {

struct Place {
    float x = 0, y = 0;
};
struct Life {
    std::int32_t hp = 10;
};
struct Hot {};

/// A turret with a gun, which was made a prefab, and the panels over it.
struct Scene {
    Harness harness{{420, 1000}};
    panels::InspectorPanel inspector;
    panels::EntitiesPanel entities;
    ecs::World& world = harness.world;
    ecs::Entity turret, gun, prefab;

    explicit Scene(bool with_list = false) {
        world.types().add<Place>("Position").field("x", &Place::x).field("y", &Place::y);
        world.types().add<Life>("Life").field("hp", &Life::hp);
        world.types().add<Hot>("Hot");
        turret = world.create(ecs::Name{"Turret"}, Place{1, 2}, Life{});
        gun = world.create(ecs::Name{"Gun"}, ecs::Parent{turret}, Life{}, Hot{});
        if (with_list)
            harness.add(entities);
        else
            harness.add(inspector);
        ask([&](const panels::Context& context) { panels::request_make_prefab(context, turret); });
        prefab = prefabs().source_of(turret);
        harness.selection.select(turret);
        harness.frames(3);
    }
    ecs::Prefabs prefabs() const { return ecs::Prefabs(harness.world); }
    template <class F>
    void ask(const F& push) {
        push(harness.context());
        harness.frames(2);
    }
    void set_hp(ecs::Entity entity, std::int32_t hp) {
        ask([&](const panels::Context& context) {
            context.requests.push_back(panels::EditRequest{
                .label = "Set hp",
                .edits = {ecs::SetComponent{entity, ecs::Value::of(world.types()[world.id<Life>()], Life{hp}), {0}}},
                .ends_gesture = true});
        });
    }
    std::int32_t hp(ecs::Entity entity) const { return harness.world.get<Life>(entity).hp; }
    std::vector<ecs::Override> overrides(ecs::Entity instance) const {
        return ecs::overrides(harness.world, instance, panels::placing_of(harness.world));
    }
};

}  // namespace

TEST_CASE("Prefab requests: a prefab is made in one step, which undo takes back", "[panels][prefab]") {
    Scene s;
    REQUIRE(s.prefab);
    CHECK(s.prefabs().is_instance(s.turret));
    CHECK(s.harness.history.undo().empty());
    CHECK_FALSE(s.world.alive(s.prefab));
    CHECK_FALSE(s.world.has<ecs::InstanceOf>(s.turret));
}

TEST_CASE("Prefab requests: an edit of a prefab by any panel reaches its instances", "[panels][prefab]") {
    Scene s;
    s.ask([&](const panels::Context& context) { panels::request_place(context, s.prefab, ecs::Vec2{50, 60}); });
    const ecs::Entity placed = s.harness.selection.entity();
    REQUIRE(s.prefabs().is_instance(placed));
    CHECK(s.world.get<Place>(placed).x == 50);
    s.set_hp(s.turret, 3);
    s.set_hp(s.prefab, 20);
    CHECK(s.hp(placed) == 20);
    CHECK(s.hp(s.turret) == 3);
    REQUIRE(s.overrides(s.turret).size() == 1);

    s.ask([&](const panels::Context& context) { panels::request_apply(context, s.overrides(s.turret)); });
    CHECK(s.hp(placed) == 3);
    CHECK(s.harness.history.steps().back().label == "Apply Life.hp of Turret to Turret");
    CHECK(s.harness.history.undo().empty());
    s.ask([&](const panels::Context& context) { panels::request_revert(context, s.overrides(s.turret)); });
    CHECK(s.hp(s.turret) == 20);
}

TEST_CASE("Prefab requests: one drag in a prefab is one undo step and passes over overrides", "[panels][prefab]") {
    Scene s;
    s.ask([&](const panels::Context& context) { panels::request_place(context, s.prefab, ecs::Vec2{50, 60}); });
    const ecs::Entity placed = s.harness.selection.entity();
    s.set_hp(s.turret, 12);
    const std::size_t steps = s.harness.history.done();
    for (const std::int32_t hp : {11, 12, 13})
        s.harness.context().requests.push_back(
            panels::EditRequest{.label = "Set hp",
                                .edits = {ecs::SetComponent{
                                    s.prefab, ecs::Value::of(s.world.types()[s.world.id<Life>()], Life{hp}), {0}}}});
    s.harness.frames(2);
    CHECK(s.hp(placed) == 13);
    CHECK(s.hp(s.turret) == 12);
    CHECK(s.harness.history.done() == steps + 1);
}

TEST_CASE("Prefab requests: a prefab with instances is not destroyed, but unpacked with a word", "[panels][prefab]") {
    Scene s;
    s.ask([&](const panels::Context& context) {
        context.requests.push_back(panels::EditRequest{.label = "Destroy", .edits = {ecs::DestroyEntity{s.prefab}}});
    });
    CHECK(s.world.alive(s.prefab));
    s.ask([&](const panels::Context& context) { panels::request_destroy_prefab(context, s.prefab); });
    CHECK_FALSE(s.world.alive(s.prefab));
    CHECK_FALSE(s.world.has<ecs::InstanceOf>(s.turret));
}

TEST_CASE("Prefab requests: a child that is created in a prefab is selected, not its copies", "[panels][prefab]") {
    Scene s;
    s.ask([&](const panels::Context& context) {
        ecs::CreateEntities create;
        create.entities.push_back({ecs::null_entity, s.prefab, {}});
        context.requests.push_back(
            panels::EditRequest{.label = "Create", .edits = {std::move(create)}, .select_created = true});
    });
    REQUIRE(s.harness.selection.entities().size() == 1);
    CHECK(s.world.parent(s.harness.selection.entity()) == s.prefab);
    CHECK(s.world.children(s.turret).size() == 2);
}

TEST_CASE("Inspector: the head says whose instance it is and reverts and applies all", "[panels][prefab]") {
    Scene s;
    INFO(s.harness.screen());
    CHECK(s.harness.says("Instance of"));
    CHECK(s.harness.says("no overrides"));
    s.set_hp(s.gun, 4);
    CHECK(s.harness.says("1 override"));
    s.harness.click_text("Apply all");
    s.harness.frames(2);
    CHECK(s.hp(s.world.children(s.prefab).front()) == 4);
    CHECK(s.harness.says("no overrides"));
    s.set_hp(s.gun, 5);
    s.harness.click_text("Revert all");
    s.harness.frames(2);
    CHECK(s.hp(s.gun) == 4);
}

TEST_CASE("Inspector: a removed component stands there and can be restored", "[panels][prefab]") {
    Scene s;
    s.harness.selection.select(s.gun);
    s.harness.frames(2);
    CHECK(s.harness.says("Part of an instance of"));
    s.ask([&](const panels::Context& context) {
        context.requests.push_back(
            panels::EditRequest{.label = "Remove", .edits = {ecs::RemoveComponent{s.gun, s.world.id<Hot>()}}});
    });
    const DrawnText name = s.harness.need("Hot");
    s.harness.click({420 - 8 - 10, name.middle().y});
    s.harness.frames(2);
    CHECK(s.world.has<Hot>(s.gun));
    CHECK(s.overrides(s.turret).empty());
}

TEST_CASE("Inspector: a prefab says how many instances it has and places one", "[panels][prefab]") {
    Scene s;
    s.harness.selection.select(s.prefab);
    s.harness.frames(2);
    CHECK(s.harness.says("Prefab with 1 instance"));
    s.harness.click_text("Place an instance");
    s.harness.frames(2);
    CHECK(s.prefabs().with_source(s.prefab).size() == 2);
}

TEST_CASE("Entities: an open prefab is shown alone until Back", "[panels][prefab]") {
    Scene s(true);
    const ecs::Entity other = s.world.create(ecs::Name{"Other"});
    s.harness.frames(3);
    INFO(s.harness.screen());
    CHECK(s.harness.says("Prefabs  1"));
    CHECK(s.harness.says("Other"));
    const ecs::Entity gone = s.world.create(ecs::Name{"Gone"});
    s.harness.selection.select_all({gone, other});
    s.ask([&](const panels::Context& context) { panels::open_prefab(context, s.prefab); });
    s.harness.frames(3);
    CHECK(s.harness.selection.entity() == s.prefab);
    s.world.destroy(gone);
    CHECK(s.harness.says("Editing prefab Turret"));
    CHECK_FALSE(s.harness.says("Other"));
    CHECK(s.entities.list().hit_count(s.world) == 2);
    s.harness.click_text("Back");
    s.harness.frames(3);
    CHECK(s.harness.says("Other"));
    CHECK(s.world.alive(other));
    // What was selected before is again, as far as it lives.
    CHECK(s.harness.selection.entities() == std::vector<ecs::Entity>{other});
}

}  // namespace prefab_requests_test
