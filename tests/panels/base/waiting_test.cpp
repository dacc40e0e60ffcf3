#include "panels/base/waiting.hpp"

#include "catch.hpp"
#include "panels/inspector/inspector_panel.hpp"
#include "panels/running/systems_panel.hpp"
#include "panels/support/headless.hpp"

namespace waiting_test {

using panels::compat::Key;

namespace {

struct Health {
    std::int32_t hp = 100;
    std::int32_t max = 100;
};

struct Scene {
    Harness harness{{420, 600}};
    panels::InspectorPanel inspector;
    panels::SystemsPanel systems;
    ecs::World& world = harness.world;
    ecs::Entity hero;

    Scene() {
        world.types().add<Health>("Health").field("hp", &Health::hp).field("max", &Health::max);
        hero = world.create(ecs::Name{"Hero"}, Health{});
        ecs::SystemDescription system;
        system.name = "Movement";
        system.run = [](ecs::SystemContext&) {};
        REQUIRE(harness.schedule.add(std::move(system)));
        harness.selection.select(hero);
        harness.add(inspector);
        harness.add(systems);
        harness.frames(3);
        harness.stands_still = true;
    }
    const Health& health() const { return world.get<Health>(hero); }
    ecs::Value pending_health() { return panels::pending_value(harness.context(), hero, type()); }
    const ecs::ComponentType& type() const { return world.types()[world.id<Health>()]; }
    void wait_for(ecs::Edit edit) {
        panels::EditRequest request{"Edit", {}};
        request.edits.push_back(std::move(edit));
        harness.wait_for(std::move(request));
    }
    ecs::SetComponent set(Health value, std::vector<std::uint32_t> fields) const {
        return {hero, ecs::Value::of(type(), value), std::move(fields)};
    }
    ImVec2 box_of(std::string_view label) const {
        const DrawnText text = harness.need(label);
        return {text.low.x + 220, text.middle().y};
    }
};

}  // namespace

TEST_CASE("Waiting: a component is what the edits that wait make of it, in their order", "[panels][waiting]") {
    Scene s;
    CHECK_FALSE(s.pending_health());
    s.wait_for(s.set({7, 8}, {0}));
    s.wait_for(s.set({1, 9}, {1}));
    ecs::Value value = s.pending_health();
    REQUIRE(value);
    CHECK(static_cast<const Health*>(value.data())->hp == 7);
    CHECK(static_cast<const Health*>(value.data())->max == 9);
    CHECK(s.health().hp == 100);  // the world waits

    SECTION("another entity's do not count") {
        const ecs::Entity other = s.world.create(Health{});
        CHECK_FALSE(panels::pending_value(s.harness.context(), other, s.type()));
    }
    SECTION("what an undo takes back is not known, so only what comes after counts") {
        s.harness.wait_for(panels::HistoryRequest{.undo = true});
        CHECK_FALSE(s.pending_health());
        s.wait_for(s.set({3, 0}, {0}));
        value = s.pending_health();
        CHECK(static_cast<const Health*>(value.data())->hp == 3);
        CHECK(static_cast<const Health*>(value.data())->max == 100);
    }
    SECTION("a component that is added has a value already") {
        const ecs::Entity bare = s.world.create();
        s.wait_for(ecs::AddComponent{bare, ecs::Value::of(s.type(), Health{5, 6})});
        value = panels::pending_value(s.harness.context(), bare, s.type());
        REQUIRE(value);
        CHECK(static_cast<const Health*>(value.data())->hp == 5);
    }
}

TEST_CASE("Waiting: the inspector shows what was typed", "[panels][waiting][inspector]") {
    Scene s;
    s.harness.double_click(s.box_of("hp"));
    s.harness.replace_text("42");
    s.harness.key(Key::Enter);
    s.harness.frames(2);
    CHECK(s.health().hp == 100);
    CHECK(s.harness.says("42"));
    s.harness.go_on();
    CHECK(s.health().hp == 42);
    CHECK(s.harness.refused.empty());
}

TEST_CASE("Waiting: a drag moves on from where the one before it ended", "[panels][waiting][inspector]") {
    Scene moved, waited;
    moved.harness.stands_still = false;
    for (Scene* s : {&moved, &waited}) {
        const ImVec2 box = s->box_of("hp");
        s->harness.drag(box, {box.x + 40, box.y});
        s->harness.drag(box, {box.x + 30, box.y});
    }
    REQUIRE(moved.health().hp != 100);
    CHECK(waited.health().hp == 100);
    CHECK(waited.harness.waiting().size() > 1);
    waited.harness.go_on();
    CHECK(waited.health().hp == moved.health().hp);
}

TEST_CASE("Waiting: a name that was typed stays in its field", "[panels][waiting][inspector]") {
    Scene s;
    s.harness.click_text("Hero");
    s.harness.replace_text("Heroine");
    s.harness.key(Key::Enter);
    s.harness.frames(2);
    CHECK(s.world.name(s.hero) == "Hero");
    CHECK(s.harness.says("Heroine"));
    s.harness.go_on();
    CHECK(s.world.name(s.hero) == "Heroine");
}

TEST_CASE("Waiting: a system that was switched off can be switched on again", "[panels][waiting][systems]") {
    Scene s;
    const DrawnText name = s.harness.need("Movement");
    const ImVec2 box{name.low.x - 14, name.middle().y};
    s.harness.click(box);
    CHECK_FALSE(panels::pending_enabled(s.harness.context(), *s.harness.schedule.systems()[0]));
    CHECK(s.harness.schedule.systems()[0]->enabled);
    s.harness.click(box);
    CHECK(panels::pending_enabled(s.harness.context(), *s.harness.schedule.systems()[0]));
    s.harness.click(box);
    s.harness.go_on();
    CHECK_FALSE(s.harness.schedule.systems()[0]->enabled);
}

}  // namespace waiting_test
