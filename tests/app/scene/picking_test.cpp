#include "editor/app/scene/picking.hpp"

#include <limits>

#include "catch.hpp"
#include "editor/demo/components.hpp"
#include "editor/demo/demo_game.hpp"

namespace picking_test {

using namespace editor;
using ecs::Entity;

namespace {

struct Scene {
    ecs::World world;
    DrawnFields fields;
    Scene() {
        register_components(world.types());
        fields = find_drawn_fields(world.types(), demo_game().draw);
    }

    Entity add(float x, float y, ShapeKind kind, float radius = 10) {
        return world.create(Position{x, y}, Shape{kind}, Radius{radius});
    }
    bool hits(Entity entity, float x, float y, float tolerance = 0) {
        const std::vector<Entity> found = entities_at(world, fields, {x, y}, tolerance);
        return std::find(found.begin(), found.end(), entity) != found.end();
    }
};

}  // namespace

TEST_CASE("Picking: each kind of shape is hit where it is drawn, and not beside it", "[ui][picking]") {
    Scene scene;
    const Entity circle = scene.add(0, 0, ShapeKind::Circle), square = scene.add(100, 0, ShapeKind::Square);
    const Entity triangle = scene.add(200, 0, ShapeKind::Triangle), diamond = scene.add(300, 0, ShapeKind::Diamond);

    CHECK(scene.hits(circle, 9.9f, 0));
    CHECK_FALSE(scene.hits(circle, 8, 8));
    CHECK(scene.hits(square, 109, 9));
    CHECK_FALSE(scene.hits(square, 111, 0));
    CHECK(scene.hits(triangle, 200, -9.5f));  // its tip is up
    CHECK(scene.hits(triangle, 207, 4.5f));
    CHECK_FALSE(scene.hits(triangle, 207, -4));
    CHECK_FALSE(scene.hits(triangle, 200, 6));
    CHECK(scene.hits(diamond, 309.5f, 0));
    CHECK_FALSE(scene.hits(diamond, 306, 6));
}

TEST_CASE("Picking: rotation and scale count", "[ui][picking]") {
    Scene scene;
    const Entity square =
        scene.world.create(Position{0, 0}, Shape{ShapeKind::Square}, Radius{10}, Rotation{45}, Scale{2});
    CHECK(scene.hits(square, 28, 0));
    CHECK_FALSE(scene.hits(square, 16, 16));
    const Entity triangle = scene.world.create(Position{200, 0}, Shape{ShapeKind::Triangle}, Radius{10}, Rotation{90});
    CHECK(scene.hits(triangle, 209.5f, 0));  // clockwise, with y down: the tip points right
    CHECK_FALSE(scene.hits(triangle, 193, 0));
}

TEST_CASE("Picking: where y grows up, larger values are above, and angles go against the clock", "[ui][picking]") {
    Scene scene;
    DrawRoles roles = demo_game().draw;
    roles.y_up = true;
    scene.fields = find_drawn_fields(scene.world.types(), roles);
    const Entity triangle = scene.world.create(Position{200, 50}, Shape{ShapeKind::Triangle}, Radius{10});
    CHECK(scene.hits(triangle, 200, -59.5f));  // its tip is up, as it is seen
    CHECK_FALSE(scene.hits(triangle, 200, 50));
    const Entity turned = scene.world.create(Position{0, 0}, Shape{ShapeKind::Triangle}, Radius{10}, Rotation{90});
    CHECK(scene.hits(turned, -9.5f, 0));
    CHECK_FALSE(scene.hits(turned, 9.5f, 0));
    scene.world.create(Arena{320, 200});
    CHECK(area_of(scene.world, scene.fields) == ecs::Vec2{320, -200});
}

TEST_CASE("Picking: an entity with nothing but a place is a dot", "[ui][picking]") {
    Scene scene;
    const Entity dot = scene.world.create(Position{5, 5});
    CHECK(scene.hits(dot, 8, 5));
    CHECK_FALSE(scene.hits(dot, 12, 5));
    CHECK(scene.hits(dot, 12, 5, 4));
    const Entity nowhere = scene.world.create(Radius{1000});
    CHECK_FALSE(scene.hits(nowhere, 5, 5));
    CHECK_FALSE(bounds_of(scene.world, scene.fields, nowhere));
}

TEST_CASE("Picking: the topmost, which is drawn last, comes first", "[ui][picking]") {
    Scene scene;
    const Entity below = scene.add(0, 0, ShapeKind::Circle), above = scene.add(1, 0, ShapeKind::Circle);
    const Entity other = scene.world.create(Position{0, 1}, Radius{10}, Color{});  // a later archetype
    CHECK(entities_at(scene.world, scene.fields, {0, 0}, 0) == std::vector<Entity>{other, above, below});
}

TEST_CASE("Picking: who is topmost does not depend on archetype and row", "[ui][picking]") {
    Scene scene;
    std::vector<Entity> all;
    for (int i = 0; i < 6; ++i) all.push_back(scene.add(float(i) * 0.1f, 0, ShapeKind::Circle));
    const std::vector<Entity> from_the_top(all.rbegin(), all.rend());
    CHECK(entities_at(scene.world, scene.fields, {0, 0}, 0) == from_the_top);
    scene.world.add(all[1], Rotation{3});  // moves to a later archetype, and the last row into its place
    scene.world.add(all[3], Color{});
    scene.world.remove<Shape>(all[4]);
    CHECK(entities_at(scene.world, scene.fields, {0, 0}, 0) == from_the_top);
    const std::vector<ecs::Vec2> around{{-9, -9}, {9, -9}, {9, 9}, {-9, 9}};
    CHECK(entities_inside(scene.world, scene.fields, around) == all);
}

TEST_CASE("Picking: bounds follow the entity and end with it", "[ui][picking]") {
    Scene scene;
    const Entity entity = scene.add(3, 4, ShapeKind::Circle, 10);
    const std::optional<ecs::Vec3> bounds = bounds_of(scene.world, scene.fields, entity);
    REQUIRE(bounds);
    CHECK(*bounds == ecs::Vec3{3, 4, 10});
    scene.add(-20, 0, ShapeKind::Circle, 5);
    const std::optional<WorldRect> all = rect_of_all(scene.world, scene.fields).rect;
    REQUIRE(all);
    CHECK(all->left == -25);
    CHECK(all->right == 13);
    scene.world.destroy(entity);
    CHECK_FALSE(bounds_of(scene.world, scene.fields, entity));
}

TEST_CASE("Picking: what is framed leaves out places that are no numbers, or beyond the rest", "[ui][picking]") {
    Scene scene;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<Entity> lost{scene.add(nan, 0, ShapeKind::Circle, 5)};
    FramedShapes framed = rect_of_all(scene.world, scene.fields);
    CHECK_FALSE(framed.rect);
    CHECK(framed.left_out == 1);
    std::vector<Entity> near;
    for (int i = 0; i < 9; ++i) near.push_back(scene.add(static_cast<float>(i * 100), 50, ShapeKind::Circle, 5));
    scene.add(3e38f, 50, ShapeKind::Circle, 5);
    scene.add(-3e38f, 3e38f, ShapeKind::Circle, 5);
    scene.add(0, std::numeric_limits<float>::infinity(), ShapeKind::Circle, 5);
    framed = rect_of_all(scene.world, scene.fields);
    REQUIRE(framed.rect);
    CHECK(framed.rect->left == -5);
    CHECK(framed.rect->right == 805);
    CHECK(framed.rect->top == 45);
    CHECK(framed.rect->bottom == 55);
    CHECK(framed.left_out == 4);
    // Far apart, but within reach of a camera: all are in sight.
    scene.add(4e5f, 50, ShapeKind::Circle, 5);
    framed = rect_of_all(scene.world, scene.fields);
    CHECK(framed.rect->right == 4e5f + 5);
    CHECK(framed.left_out == 4);
    // Those that are selected, and a single one wherever it is.
    framed = rect_of(scene.world, scene.fields, near);
    CHECK(framed.rect->right == 805);
    CHECK(framed.left_out == 0);
    const Entity far = scene.add(3e38f, 3e38f, ShapeKind::Circle, 5);
    framed = rect_of(scene.world, scene.fields, std::vector<Entity>{far, lost[0]});
    REQUIRE(framed.rect);
    CHECK(framed.rect->left == 3e38f);
    CHECK(framed.left_out == 1);
    // The place is known where the radius is no number.
    const Entity odd = scene.add(7, 8, ShapeKind::Circle, nan);
    framed = rect_of(scene.world, scene.fields, std::vector<Entity>{odd});
    REQUIRE(framed.rect);
    CHECK(framed.rect->left == 7);
    CHECK(framed.left_out == 0);
}

TEST_CASE("Picking: the area is that of the Arena", "[ui][picking]") {
    Scene scene;
    CHECK_FALSE(area_of(scene.world, scene.fields));
    scene.world.create(Arena{320, 200});
    CHECK(area_of(scene.world, scene.fields) == ecs::Vec2{320, 200});
}

TEST_CASE("Picking: a polygon holds the entities whose middle lies inside, as counting crossings says",
          "[ui][picking]") {
    Scene scene;
    const Entity inside = scene.add(50, 50, ShapeKind::Circle), outside = scene.add(95, 95, ShapeKind::Square, 40);
    const Entity elsewhere = scene.world.create(Radius{3});
    const std::vector<ecs::Vec2> triangle{{0, 0}, {150, 0}, {0, 150}};
    CHECK(entities_inside(scene.world, scene.fields, triangle) == std::vector<Entity>{inside});
    CHECK(entities_inside(scene.world, scene.fields, std::vector<ecs::Vec2>{{0, 0}, {9, 9}}).empty());
    CHECK(entities_inside(scene.world, scene.fields, {}).empty());
    CHECK_FALSE(bounds_of(scene.world, scene.fields, elsewhere));

    // A U: its notch is outside, although the frame around it has it.
    const Entity notch = scene.add(500, 480, ShapeKind::Circle), foot = scene.add(500, 595, ShapeKind::Circle);
    const std::vector<ecs::Vec2> u{{400, 400}, {450, 400}, {450, 580}, {550, 580},
                                   {550, 400}, {600, 400}, {600, 600}, {400, 600}};
    CHECK(entities_inside(scene.world, scene.fields, u) == std::vector<Entity>{foot});
    CHECK(scene.hits(notch, 500, 480));
    CHECK(scene.hits(outside, 95, 95));
}

}  // namespace picking_test
