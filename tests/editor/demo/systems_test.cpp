#include "editor/demo/systems.hpp"

#include <array>
#include <cmath>
#include <string>

#include "catch.hpp"
#include "ecs/world/hierarchy.hpp"
#include "editor/demo/components.hpp"
#include "editor/session/session.hpp"

namespace systems_test {

using namespace editor;

namespace {

/// An empty session with these systems.
struct Stage : Session {
    explicit Stage(std::initializer_list<const char*> systems) {
        for (const char* system : systems) REQUIRE(add_system(system, world, schedule, input));
    }
    ecs::Entity player(float x, float y) { return world.create(Position{x, y}, Player{}); }
    ecs::Entity enemy(float x, float y) { return world.create(Position{x, y}, Velocity{}, MoveTarget{}); }
    void run(int ticks) {
        for (int i = 0; i < ticks; ++i) tick();
    }
};

float gap(const Stage& stage, ecs::Entity a, ecs::Entity b) {
    const auto& from = stage.world.get<Position>(a);
    const auto& to = stage.world.get<Position>(b);
    return std::hypot(to.x - from.x, to.y - from.y);
}

}  // namespace

TEST_CASE("Systems: all of them have a description and say what they use", "[editor][systems]") {
    Session session;
    for (std::string_view name : system_names()) {
        INFO(name);
        REQUIRE(add_system(name, session.world, session.schedule, session.input));
        const ecs::System* system = session.schedule.find(name);
        REQUIRE(system);
        CHECK_FALSE(system->description.description.empty());
        CHECK_FALSE(system->description.accesses.empty());
    }
    CHECK_FALSE(add_system("Sekk", session.world, session.schedule, session.input));
    CHECK_FALSE(add_system("Seek", session.world, session.schedule, session.input));  // is there already
}

TEST_CASE("Seek: the gap to a player that stands still shrinks by a fiftieth a tick", "[editor][systems]") {
    Stage stage{"Target", "Input", "Seek", "Movement"};
    const ecs::Entity player = stage.player(150, 150);
    const ecs::Entity enemy = stage.enemy(120, 110);
    REQUIRE(gap(stage, enemy, player) == Approx(50));
    for (int n = 1; n <= 60; ++n) {
        stage.tick();
        REQUIRE(gap(stage, enemy, player) == Approx(50 * std::pow(0.98, n)).epsilon(1e-4));
    }
    CHECK(gap(stage, enemy, player) == Approx(14.878).margin(0.001));
    CHECK(stage.world.get<MoveTarget>(enemy).target == player);
}

TEST_CASE("Seek: what is not nearer than the range does not move", "[editor][systems]") {
    Stage stage{"Target", "Input", "Seek", "Movement"};
    const ecs::Entity player = stage.player(150, 150);
    const ecs::Entity far = stage.enemy(10, 10);
    const ecs::Entity at_range = stage.enemy(50, 150);
    const ecs::Entity in_range = stage.enemy(50.5f, 150);
    stage.run(60);
    CHECK(gap(stage, far, player) == Approx(197.99).margin(0.001));
    CHECK(stage.world.get<Position>(far).x == 10);
    CHECK(stage.world.get<Position>(at_range).x == 50);
    CHECK(stage.world.get<Position>(in_range).x > 60);
    CHECK(stage.world.get<MoveTarget>(far).distance == Approx(197.99).margin(0.001));
}

TEST_CASE("Seek: an enemy stops when its target leaves the range or the world", "[editor][systems]") {
    Stage stage{"Target", "Seek", "Movement"};
    const ecs::Entity player = stage.player(60, 0);
    const ecs::Entity enemy = stage.enemy(0, 0);
    stage.tick();
    CHECK(stage.world.get<Velocity>(enemy).x == Approx(1.2));

    SECTION("it went too far") {
        stage.world.get_mut<Position>(player).x = 500;
        CHECK(gap(stage, enemy, player) > 400);
    }
    SECTION("it was destroyed") {
        stage.world.destroy(player);
        CHECK_FALSE(stage.world.alive(player));
    }
    SECTION("it was destroyed, and nothing looks for targets") {
        stage.schedule.set_enabled("Target", false);
        stage.world.destroy(player);
        CHECK_FALSE(stage.world.alive(player));
    }
    stage.tick();
    CHECK(stage.world.get<Velocity>(enemy).x == 0);
    CHECK(stage.world.get<Position>(enemy).x == Approx(1.2));
}

TEST_CASE("Seek: enemies keep following when nothing looks for targets any more", "[editor][systems]") {
    Stage stage{"Target", "Seek", "Movement"};
    const ecs::Entity player = stage.player(50, 0);
    const ecs::Entity enemy = stage.enemy(0, 0);
    stage.tick();
    stage.schedule.set_enabled("Target", false);
    stage.run(59);
    CHECK(gap(stage, enemy, player) == Approx(14.878).margin(0.001));
    stage.world.get_mut<Position>(player).x = 1000;
    stage.tick();
    CHECK(stage.world.get<Velocity>(enemy).x == 0);
}

TEST_CASE("Target: it is the nearest player, and the one of lower id when two are as near", "[editor][systems]") {
    Stage stage{"Target"};
    const ecs::Entity left = stage.player(-30, 0);
    const ecs::Entity right = stage.player(40, 0);
    const ecs::Entity enemy = stage.enemy(0, 0);
    stage.tick();
    CHECK(stage.world.get<MoveTarget>(enemy).target == left);
    CHECK(stage.world.get<MoveTarget>(enemy).distance == 30);

    stage.world.get_mut<Position>(right).x = 20;
    stage.tick();
    CHECK(stage.world.get<MoveTarget>(enemy).target == right);

    stage.world.get_mut<Position>(right).x = 30;
    stage.tick();
    CHECK(stage.world.get<MoveTarget>(enemy).target == left);

    stage.world.destroy(left);
    stage.world.destroy(right);
    stage.tick();
    CHECK_FALSE(stage.world.get<MoveTarget>(enemy).target);
    CHECK(stage.world.get<MoveTarget>(enemy).distance == 0);
}

TEST_CASE("Target: an enemy that is a player, too, does not chase itself", "[editor][systems]") {
    Stage stage{"Target"};
    const ecs::Entity both = stage.enemy(0, 0);
    stage.world.add<Player>(both);
    stage.tick();
    CHECK_FALSE(stage.world.get<MoveTarget>(both).target);
    const ecs::Entity player = stage.player(5, 0);
    stage.tick();
    CHECK(stage.world.get<MoveTarget>(both).target == player);
}

TEST_CASE("Input: keys move the player by its speed along each axis", "[editor][systems]") {
    Stage stage{"Input", "Movement"};
    const ecs::Entity player = stage.world.create(Position{150, 150}, Velocity{}, PlayerInput{});
    struct Case {
        InputState keys;
        float x, y;
    };
    for (const Case& each : {Case{{.up = true}, 0, -2}, Case{{.down = true}, 0, 2}, Case{{.left = true}, -2, 0},
                             Case{{.right = true}, 2, 0}, Case{{.up = true, .right = true}, 2, -2},
                             Case{{.left = true, .right = true}, 0, 0}, Case{{}, 0, 0}}) {
        stage.world.get_mut<Position>(player) = {150, 150};
        stage.input = each.keys;
        stage.tick();
        CHECK(stage.world.get<Position>(player).x == 150 + each.x);
        CHECK(stage.world.get<Position>(player).y == 150 + each.y);
    }
}

TEST_CASE("Movement and Spin: they pass over what is frozen", "[editor][systems]") {
    Stage stage{"Movement", "Spin"};
    const ecs::Entity entity = stage.world.create(Position{1, 2}, Velocity{3, -4}, Rotation{358}, Spin{5});
    stage.tick();
    CHECK(stage.world.get<Position>(entity).x == 4);
    CHECK(stage.world.get<Position>(entity).y == -2);
    CHECK(stage.world.get<Rotation>(entity).angle == 3);
    stage.world.get_mut<Spin>(entity).speed = -5;
    stage.tick();
    CHECK(stage.world.get<Rotation>(entity).angle == 358);

    stage.world.add<Frozen>(entity);
    stage.run(5);
    CHECK(stage.world.get<Position>(entity).x == 7);
    CHECK(stage.world.get<Rotation>(entity).angle == 358);
}

TEST_CASE("Bounce: what leaves the arena is turned back, and comes back even from far outside", "[editor][systems]") {
    Stage stage{"Bounce", "Movement"};
    const ecs::Entity arena = stage.world.create(Arena{100, 50});
    const ecs::Entity inside = stage.world.create(Position{50, 25}, Velocity{7, 11});
    const ecs::Entity outside = stage.world.create(Position{-300, 90}, Velocity{-5, 3});
    bool stays = true;
    for (int i = 0; i < 500; ++i) {
        stage.tick();
        const auto& position = stage.world.get<Position>(inside);
        stays &= position.x >= -7 && position.x <= 107 && position.y >= -11 && position.y <= 61;
    }
    CHECK(stays);
    CHECK(stage.world.get<Position>(outside).x >= -5);
    CHECK(stage.world.get<Position>(outside).y <= 53);

    stage.world.destroy(arena);
    stage.run(100);
    const auto& position = stage.world.get<Position>(inside);
    CHECK((position.x < -100 || position.x > 200));  // no arena, no walls
}

TEST_CASE("Bounce: of two arenas the one of lower id counts, in whatever order their rows lie", "[editor][systems]") {
    for (const bool lower_first : {true, false}) {
        Stage stage{"Bounce", "Movement"};
        const ecs::Entity lower{1, 1}, higher{2, 1};
        for (const ecs::Entity arena : lower_first ? std::array{lower, higher} : std::array{higher, lower}) {
            REQUIRE(stage.world.create_at(arena));
            stage.world.add(arena, arena == lower ? Arena{100, 100} : Arena{1000, 1000});
        }
        const ecs::Entity moving = stage.world.create(Position{99, 50}, Velocity{3, 0});
        stage.run(5);
        CHECK(stage.world.get<Velocity>(moving).x == -3);
    }
}

TEST_CASE("Orbit: a child keeps its distance while it circles, and follows its parent", "[editor][systems]") {
    Stage stage{"Orbit"};
    const ecs::Entity parent = stage.world.create(Position{100, 200});
    const ecs::Entity child = stage.world.create(Position{}, Orbit{.x = 30, .y = 0, .speed = 1}, ecs::Parent{parent});
    stage.tick();
    CHECK(stage.world.get<Position>(child).x == Approx(100 + 30 * std::cos(3.14159265 / 180)).margin(0.001));
    CHECK(stage.world.get<Position>(child).y == Approx(200 + 30 * std::sin(3.14159265 / 180)).margin(0.001));
    stage.run(3599);  // ten times round
    CHECK(gap(stage, parent, child) == Approx(30).epsilon(1e-4));
    CHECK(stage.world.get<Position>(child).x == Approx(130).margin(0.5));
    stage.world.get_mut<Position>(parent) = {-500, 0};
    stage.tick();
    CHECK(gap(stage, parent, child) == Approx(30).epsilon(1e-4));
}

TEST_CASE("Orbit: moons of moons stand around where their parents are in the same tick", "[editor][systems]") {
    // The moon's row comes first in one world and last in the other.
    for (const bool moon_first : {true, false}) {
        Stage stage{"Orbit"};
        const ecs::Entity sun = stage.world.create(Position{10, 20});
        ecs::Entity planet, moon;
        const auto make = [&] { return stage.world.create(Position{}, Orbit{.x = 50, .y = 0, .speed = 2}); };
        if (moon_first)
            moon = make(), planet = make();
        else
            planet = make(), moon = make();
        stage.world.set_parent(planet, sun);
        stage.world.set_parent(moon, planet);
        stage.run(10);
        const auto& offset = stage.world.get<Orbit>(moon);
        const auto& at = stage.world.get<Position>(planet);
        CHECK(stage.world.get<Position>(moon).x == Approx(at.x + offset.x));
        CHECK(stage.world.get<Position>(moon).y == Approx(at.y + offset.y));
    }
}

}  // namespace systems_test
