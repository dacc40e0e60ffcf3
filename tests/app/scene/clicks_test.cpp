// Clicks and drags in the Scene panel over worlds of the demo, with the picking and the fields of the program.
#include <cmath>
#include <random>

#include "catch.hpp"
#include "editor/app/scene/picking.hpp"
#include "editor/demo/components.hpp"
#include "editor/demo/demo_game.hpp"
#include "panels/running/viewport_panel.hpp"
#include "panels/support/headless.hpp"

namespace clicks_test {

using namespace editor;
using ecs::Entity;

namespace {

struct Desk {
    Harness harness{{800, 600}};
    ecs::World& world = harness.world;
    DrawnFields fields;
    panels::ViewportPanel panel;
    panels::SceneLink link;

    Desk() {
        register_components(world.types());
        fields = find_drawn_fields(world.types(), demo_game().draw);
        link.texture = 1;
        link.marks_selection = true;
        link.pick = [this](ecs::Vec2 at) { return entities_at(world, fields, at, 0); };
        link.box = [this](Entity entity) { return box_of(world, fields, entity); };
        link.bounds = [this](Entity entity) { return bounds_of(world, fields, entity); };
        link.fields.x = fields[DrawRole::X];
        link.fields.y = fields[DrawRole::Y];
        link.camera = {400, 300, 1};
        harness.viewport = &link;
        harness.add(panel);
        harness.frames(3);
    }
    ImVec2 on_screen(ecs::Vec2 at) const {
        const ecs::Vec2 in_picture =
            link.camera.picture_from_world(at, panel.picture().width(), panel.picture().height());
        return {panel.picture().low.x + in_picture.x, panel.picture().low.y + in_picture.y};
    }
};

/// Whether the shape covers the point, by its corners: not by the distances that picking computes with.
bool encloses(const ecs::World& world, Entity entity, ecs::Vec2 point) {
    const Position at = world.get<Position>(entity);
    const float radius =
        world.get<Radius>(entity).value * (world.has<Scale>(entity) ? world.get<Scale>(entity).value : 1);
    const ShapeKind kind = world.get<Shape>(entity).kind;
    if (kind == ShapeKind::Circle) return std::hypot(point.x - at.x, point.y - at.y) <= radius;
    const float turned = world.has<Rotation>(entity) ? world.get<Rotation>(entity).angle : 0;
    const int corners = kind == ShapeKind::Triangle ? 3 : 4;
    const float reach = kind == ShapeKind::Square ? radius * std::sqrt(2.0f) : radius;
    const float first = kind == ShapeKind::Square ? 45.0f : -90.0f;
    const auto corner = [&](int i) {
        const float angle =
            (turned + first + 360.0f * static_cast<float>(i) / static_cast<float>(corners)) * 3.14159265f / 180;
        return ecs::Vec2{at.x + reach * std::cos(angle), at.y + reach * std::sin(angle)};
    };
    for (int i = 0; i < corners; ++i) {
        const ecs::Vec2 a = corner(i), b = corner((i + 1) % corners);
        if ((b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) < 0) return false;
    }
    return true;
}

/// The one with the last slot of those that enclose the point: it lies on top.
Entity expected_at(const ecs::World& world, ecs::Vec2 point) {
    for (auto slot = static_cast<std::uint32_t>(world.slot_count()); slot-- > 1;)
        if (const Entity entity = world.entity_at_slot(slot); entity && encloses(world, entity, point)) return entity;
    return {};
}

}  // namespace

TEST_CASE("Scene: a click picks what is seen there, in a hundred scenes", "[ui][picking]") {
    int hits = 0;
    for (unsigned seed = 1; seed <= 100; ++seed) {
        std::mt19937 random(seed);
        const auto between = [&](float low, float high) {
            return std::uniform_real_distribution<float>(low, high)(random);
        };
        Desk desk;
        std::vector<Entity> all;
        for (int i = 0; i < 25; ++i) {
            const Entity each = desk.world.create(Position{between(120, 680), between(120, 480)},
                                                  Shape{static_cast<ShapeKind>(random() % 4)}, Radius{between(8, 60)});
            if (random() % 2 == 0) desk.world.add(each, Rotation{between(0, 360)});
            if (random() % 3 == 0) desk.world.add(each, Scale{between(0.5f, 1.5f)});
            all.push_back(each);
        }
        desk.link.camera = {between(350, 450), between(250, 350), between(0.8f, 1.2f)};
        desk.harness.frames(2);
        const ecs::Vec2 at{between(150, 650), between(150, 450)};
        const Position middle = desk.world.get<Position>(all[random() % all.size()]);
        for (const ecs::Vec2 point : {at, ecs::Vec2{middle.x, middle.y}}) {
            const ImVec2 place = desk.on_screen(point);
            if (place.x < 80 || place.y < 80 || place.x > 720 || place.y > 520) continue;
            desk.harness.selection.clear();
            desk.harness.click(place);
            INFO("seed " << seed << " at " << point.x << ", " << point.y);
            // The mouse stands on whole pixels.
            const ecs::Vec2 clicked =
                desk.link.camera.world_from_picture({ImGui::GetMousePos().x - desk.panel.picture().low.x,
                                                     ImGui::GetMousePos().y - desk.panel.picture().low.y},
                                                    desk.panel.picture().width(), desk.panel.picture().height());
            const Entity expected = expected_at(desk.world, clicked);
            CHECK(desk.harness.selection.entity() == expected);
            hits += expected ? 1 : 0;
            // A click elsewhere, so that the next one is no second one at the same place.
            desk.harness.click(desk.on_screen({-300, -300}));
        }
    }
    CHECK(hits > 100);
}

TEST_CASE("Scene: a box encloses what is drawn, however it is turned", "[ui][picking]") {
    Desk desk;
    for (const ShapeKind kind : {ShapeKind::Circle, ShapeKind::Square, ShapeKind::Triangle, ShapeKind::Diamond})
        for (const float angle : {0.0f, 30.0f, 45.0f, 200.0f}) {
            const Entity each = desk.world.create(Position{100, 50}, Shape{kind}, Radius{20}, Rotation{angle});
            const auto box = box_of(desk.world, desk.fields, each);
            REQUIRE(box);
            // What is drawn reaches each side, and nothing of it lies beyond.
            float left = 1000, right = -1000, top = 1000, bottom = -1000;
            for (float x = 60; x <= 140; x += 0.5f)
                for (float y = 10; y <= 90; y += 0.5f)
                    if (encloses(desk.world, each, {x, y})) {
                        left = std::min(left, x), right = std::max(right, x);
                        top = std::min(top, y), bottom = std::max(bottom, y);
                    }
            CHECK(left == Approx(box->low.x).margin(1));
            CHECK(right == Approx(box->high.x).margin(1));
            CHECK(top == Approx(box->low.y).margin(1));
            CHECK(bottom == Approx(box->high.y).margin(1));
        }
    CHECK_FALSE(box_of(desk.world, desk.fields, desk.world.create(Radius{3})));
}

}  // namespace clicks_test
