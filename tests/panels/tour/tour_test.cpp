#include "panels/tour/tour.hpp"

#include <cmath>

#include "catch.hpp"
#include "panels/support/headless.hpp"

namespace tour_test {

using namespace panels;

namespace {

struct Place {
    float x = 0, y = 0;
};

Area area(float left, float top, float right, float bottom) { return {{left, top}, {right, bottom}}; }
bool meet(const Area& a, const Area& b) {
    return a.low.x < b.high.x && b.low.x < a.high.x && a.low.y < b.high.y && b.low.y < a.high.y;
}

/// A window whose panels stand as in the workspace Inspect, at 1280 x 800.
struct Scene {
    explicit Scene(float scale = 1) {
        world.types().add<Place>("Place").field("x", &Place::x).field("y", &Place::y);
        player = world.create(ecs::Name{"Player"}, Place{-200, -100});
        enemy = world.create(ecs::Name{"Enemy 1"}, Place{100, 50});
        other = world.create(ecs::Name{"Enemy 2"}, Place{200, 50});
        harness.selection.select(enemy);
        harness.transport.playing = true;
        harness.style.scale = scale;
        apply_style(harness.style, ImGui::GetStyle());
        link.left_px = picture.low.x;
        link.top_px = picture.low.y;
        link.width_px = picture.width();
        link.height_px = picture.height();
        link.bounds = [this](ecs::Entity entity) -> std::optional<ecs::Vec3> {
            const Place* place = world.find<Place>(entity);
            return place == nullptr ? std::nullopt : std::optional(ecs::Vec3{place->x, place->y, 10});
        };
        harness.viewport = &link;
        harness.add_windows([this](const Context& context) {
            harness.places.begin_frame();
            const Area screen = area(0, 0, 1280, 800);
            harness.places.note("panel.scene", area(232, 64, 936, 468), screen);
            harness.places.note("scene.picture", picture, screen);
            harness.places.note("panel.inspector", inspector, screen);
            harness.places.note("inspector.values", area(948, 172, 1272, 200), screen);
            harness.places.note("transport", area(953, 4, 1005, 28), screen);
            if (chunks_in_view) {
                harness.places.note("panel.chunks", area(380, 500, 936, 776), screen);
                harness.places.note("chunks.selected_row", area(440, 590, 780, 740), screen);
            }
            tour.draw(context, area(0, 32, 1280, 776));
        });
    }
    /// Until the tour has come to rest after something was done.
    void rest() { harness.frames(70); }

    Harness harness{{1280, 800}};
    ecs::World& world = harness.world;
    Tour tour;
    SceneLink link;
    Area picture = area(240, 96, 928, 460), inspector = area(940, 64, 1280, 776);
    ecs::Entity player, enemy, other;
    bool chunks_in_view = true;
};

}  // namespace

TEST_CASE("Tour: it shows nothing before it starts and after it is left", "[panels][tour]") {
    Scene scene;
    scene.harness.frames(2);
    CHECK(scene.harness.texts().empty());
    scene.tour.start();
    scene.harness.frames(3);
    CHECK(scene.harness.says("This world is running"));
    CHECK(scene.tour.ring());
    scene.harness.click_text("Leave");
    CHECK_FALSE(scene.tour.on());
    scene.harness.frames(2);
    CHECK(scene.harness.texts().empty());
}

TEST_CASE("Tour: Next goes through all five steps, and the last one ends it", "[panels][tour]") {
    Scene scene;
    scene.tour.start();
    for (int step = 0; step < Tour::step_count; ++step) {
        scene.harness.frames(3);
        CHECK(scene.tour.step() == step);
        scene.harness.click_text(step + 1 < Tour::step_count ? "Next" : "Done");
    }
    CHECK_FALSE(scene.tour.on());
}

TEST_CASE("Tour: no card covers what it explains, and all of it is on the screen, at any scale", "[panels][tour]") {
    for (const float scale : {1.0f, 2.0f}) {
        Scene scene(scale);
        scene.tour.start();
        for (int step = 0; step < Tour::step_count; ++step) {
            scene.harness.frames(4);
            INFO(scale << ", step " << step);
            REQUIRE(scene.tour.ring());
            REQUIRE(scene.tour.card());
            const Area card = *scene.tour.card();
            CHECK_FALSE(meet(card, *scene.tour.ring()));
            CHECK(card.low.x >= 0);
            CHECK(card.low.y >= 32);
            CHECK(card.high.x <= 1280);
            CHECK(card.high.y <= 776);
            if (step == 2 && scale == 1) CHECK_FALSE(meet(card, scene.inspector));
            scene.harness.click_text(step + 1 < Tour::step_count ? "Next" : "Done");
        }
    }
}

TEST_CASE("Tour: the card stays while its thing moves, until it would be covered", "[panels][tour]") {
    Scene scene;
    scene.tour.start();
    scene.harness.frames(4);
    const Area card = *scene.tour.card();
    scene.world.get_mut<Place>(scene.player).y += 5;
    scene.harness.frames(2);
    CHECK(scene.tour.card()->low.x == card.low.x);
    CHECK(scene.tour.card()->low.y == card.low.y);
    // Into the card.
    const ImVec2 middle = card.middle();
    Place& place = scene.world.get_mut<Place>(scene.player);
    place.x = middle.x - scene.picture.middle().x;
    place.y = middle.y - scene.picture.middle().y;
    scene.harness.frames(4);
    CHECK_FALSE(meet(*scene.tour.card(), *scene.tour.ring()));
}

TEST_CASE("Tour: a step goes on by itself when the person does what it says", "[panels][tour]") {
    Scene scene;
    scene.tour.start();
    scene.harness.frames(2);
    // Not by keys that go elsewhere.
    scene.harness.key(compat::Key::Left);
    scene.rest();
    CHECK(scene.tour.step() == 0);
    scene.link.focused = true;
    scene.harness.key(compat::Key::Left);
    scene.rest();
    CHECK(scene.tour.step() == 1);

    scene.harness.selection.select(scene.other);
    scene.rest();
    CHECK(scene.tour.step() == 2);

    ecs::HistoryStep step{"Move", {}};
    step.edits.emplace_back(
        ecs::SetComponent{scene.other, ecs::Value::of(*scene.world.types().find("Place"), Place{1, 2}), {0}});
    REQUIRE(scene.harness.history.perform(std::move(step)).empty());
    scene.rest();
    CHECK(scene.tour.step() == 3);

    scene.harness.selection.select(scene.enemy);
    scene.rest();
    CHECK(scene.tour.step() == 4);

    // Time: three things, in any order; the last card stays until it is closed.
    scene.harness.frames(2);
    CHECK(scene.harness.says("Pause"));
    CHECK(scene.harness.says("Take your change back"));
    scene.harness.transport.playing = false;
    scene.harness.frames(2);
    scene.harness.schedule.tick(scene.world);
    scene.harness.frames(2);
    CHECK_FALSE(scene.harness.says("That was the tour"));
    REQUIRE(scene.harness.history.undo().empty());
    scene.rest();
    CHECK(scene.tour.step() == 4);
    CHECK(scene.harness.says("That was the tour"));
    scene.harness.click_text("Done");
    CHECK_FALSE(scene.tour.on());
}

TEST_CASE("Tour: a tick while the world plays is no step of the person", "[panels][tour]") {
    Scene scene;
    scene.tour.start();
    for (int step = 0; step < 4; ++step) {
        scene.harness.frames(3);
        scene.harness.click_text("Next");
    }
    scene.harness.frames(2);
    for (int i = 0; i < 5; ++i) {
        scene.harness.schedule.tick(scene.world);
        scene.harness.frame();
    }
    scene.harness.transport.playing = false;
    scene.rest();
    CHECK_FALSE(scene.harness.says("That was the tour"));
    scene.harness.schedule.tick(scene.world);
    scene.rest();
    CHECK(scene.harness.says("That was the tour"));
}

TEST_CASE("Tour: it asks for a panel that is not in view, once", "[panels][tour]") {
    Scene scene;
    scene.chunks_in_view = false;
    scene.tour.start();
    for (int step = 0; step < 3; ++step) {
        scene.harness.frames(3);
        scene.harness.click_text("Next");
    }
    scene.harness.frames(5);
    REQUIRE(scene.harness.performed.size() == 1);
    CHECK(std::get<ShowPanelRequest>(scene.harness.performed.front()).id == "chunks");
    CHECK_FALSE(scene.tour.ring());
    CHECK(scene.harness.says("And this is its row in memory"));
}

TEST_CASE("Tour: a panel that is too small to show anything fills the window meanwhile", "[panels][tour]") {
    Scene scene(3);
    scene.tour.start();
    scene.harness.frames(5);
    REQUIRE(scene.harness.performed.size() == 1);
    const auto& asked = std::get<ShowPanelRequest>(scene.harness.performed.front());
    CHECK(asked.id == "scene");
    CHECK(asked.fill == true);
    scene.tour.leave();
    scene.harness.frames(2);
    REQUIRE(scene.harness.performed.size() == 2);
    CHECK(std::get<ShowPanelRequest>(scene.harness.performed.back()).fill == false);
}

TEST_CASE("Tour: it ends when the world has nothing to show any more", "[panels][tour]") {
    Scene scene;
    scene.tour.start();
    scene.harness.frames(2);
    for (const ecs::Entity entity : {scene.player, scene.enemy, scene.other}) scene.world.destroy(entity);
    scene.harness.frames(2);
    CHECK_FALSE(scene.tour.on());
}

}  // namespace tour_test
