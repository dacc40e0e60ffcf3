#include "editor/game/game.hpp"

#include <array>
#include <cmath>
#include <string>

#include "catch.hpp"
#include "ecs/world/hierarchy.hpp"
#include "editor/demo/components.hpp"
#include "editor/session/session.hpp"
#include "editor/support/demo.hpp"

namespace systems_test {

using namespace editor;

namespace {

/// An empty session with these systems.
struct SmallSession : demo::Session {
    explicit SmallSession(std::initializer_list<const char*> systems) {
        for (const char* system : systems) REQUIRE(add_system(system));
    }
    ecs::Entity player(float x, float y) { return world.create(Position{x, y}, Player{}); }
    ecs::Entity enemy(float x, float y) { return world.create(Position{x, y}, Velocity{}, MoveTarget{}); }
    void run(int ticks) {
        for (int i = 0; i < ticks; ++i) tick();
    }
};

float gap(const SmallSession& session, ecs::Entity a, ecs::Entity b) {
    const auto& from = session.world.get<Position>(a);
    const auto& to = session.world.get<Position>(b);
    return std::hypot(to.x - from.x, to.y - from.y);
}

}  // namespace

TEST_CASE("Systems: all of them have a description and say what they use", "[editor][systems]") {
    demo::Session session;
    for (std::string_view name : editor::demo_game().system_names()) {
        INFO(name);
        REQUIRE(session.add_system(name));
        const ecs::System* system = session.schedule.find(name);
        REQUIRE(system);
        CHECK_FALSE(system->description.description.empty());
        CHECK_FALSE(system->description.accesses.empty());
    }
    CHECK_FALSE(session.add_system("Sekk"));
    CHECK_FALSE(session.add_system("Seek"));  // is there already
}

TEST_CASE("Seek: the gap to a player that stands still shrinks by a fiftieth a tick", "[editor][systems]") {
    SmallSession session{"Target", "Input", "Seek", "Movement"};
    const ecs::Entity player = session.player(150, 150);
    const ecs::Entity enemy = session.enemy(120, 110);
    REQUIRE(gap(session, enemy, player) == Approx(50));
    for (int n = 1; n <= 60; ++n) {
        session.tick();
        REQUIRE(gap(session, enemy, player) == Approx(50 * std::pow(0.98, n)).epsilon(1e-4));
    }
    CHECK(gap(session, enemy, player) == Approx(14.878).margin(0.001));
    CHECK(session.world.get<MoveTarget>(enemy).target == player);
}

TEST_CASE("Seek: what is not nearer than the range does not move", "[editor][systems]") {
    SmallSession session{"Target", "Input", "Seek", "Movement"};
    const ecs::Entity player = session.player(150, 150);
    const ecs::Entity far = session.enemy(10, 10);
    const ecs::Entity at_range = session.enemy(50, 150);
    const ecs::Entity in_range = session.enemy(50.5f, 150);
    session.run(60);
    CHECK(gap(session, far, player) == Approx(197.99).margin(0.001));
    CHECK(session.world.get<Position>(far).x == 10);
    CHECK(session.world.get<Position>(at_range).x == 50);
    CHECK(session.world.get<Position>(in_range).x > 60);
    CHECK(session.world.get<MoveTarget>(far).distance == Approx(197.99).margin(0.001));
}

TEST_CASE("Seek: an enemy stops when its target leaves the range or the world", "[editor][systems]") {
    SmallSession session{"Target", "Seek", "Movement"};
    const ecs::Entity player = session.player(60, 0);
    const ecs::Entity enemy = session.enemy(0, 0);
    session.tick();
    CHECK(session.world.get<Velocity>(enemy).x == Approx(1.2));

    SECTION("it went too far") {
        session.world.get_mut<Position>(player).x = 500;
        CHECK(gap(session, enemy, player) > 400);
    }
    SECTION("it was destroyed") {
        session.world.destroy(player);
        CHECK_FALSE(session.world.alive(player));
    }
    SECTION("it was destroyed, and nothing looks for targets") {
        session.schedule.set_enabled("Target", false);
        session.world.destroy(player);
        CHECK_FALSE(session.world.alive(player));
    }
    session.tick();
    CHECK(session.world.get<Velocity>(enemy).x == 0);
    CHECK(session.world.get<Position>(enemy).x == Approx(1.2));
}

TEST_CASE("Seek: enemies keep following when nothing looks for targets any more", "[editor][systems]") {
    SmallSession session{"Target", "Seek", "Movement"};
    const ecs::Entity player = session.player(50, 0);
    const ecs::Entity enemy = session.enemy(0, 0);
    session.tick();
    session.schedule.set_enabled("Target", false);
    session.run(59);
    CHECK(gap(session, enemy, player) == Approx(14.878).margin(0.001));
    session.world.get_mut<Position>(player).x = 1000;
    session.tick();
    CHECK(session.world.get<Velocity>(enemy).x == 0);
}

TEST_CASE("Target: it is the nearest player, and the one of lower id when two are as near", "[editor][systems]") {
    SmallSession session{"Target"};
    const ecs::Entity left = session.player(-30, 0);
    const ecs::Entity right = session.player(40, 0);
    const ecs::Entity enemy = session.enemy(0, 0);
    session.tick();
    CHECK(session.world.get<MoveTarget>(enemy).target == left);
    CHECK(session.world.get<MoveTarget>(enemy).distance == 30);

    session.world.get_mut<Position>(right).x = 20;
    session.tick();
    CHECK(session.world.get<MoveTarget>(enemy).target == right);

    session.world.get_mut<Position>(right).x = 30;
    session.tick();
    CHECK(session.world.get<MoveTarget>(enemy).target == left);

    session.world.destroy(left);
    session.world.destroy(right);
    session.tick();
    CHECK_FALSE(session.world.get<MoveTarget>(enemy).target);
    CHECK(session.world.get<MoveTarget>(enemy).distance == 0);
}

TEST_CASE("Target: an enemy that is a player, too, does not chase itself", "[editor][systems]") {
    SmallSession session{"Target"};
    const ecs::Entity both = session.enemy(0, 0);
    session.world.add<Player>(both);
    session.tick();
    CHECK_FALSE(session.world.get<MoveTarget>(both).target);
    const ecs::Entity player = session.player(5, 0);
    session.tick();
    CHECK(session.world.get<MoveTarget>(both).target == player);
}

TEST_CASE("Input: keys move the player by its speed along each axis", "[editor][systems]") {
    SmallSession session{"Input", "Movement"};
    const ecs::Entity player = session.world.create(Position{150, 150}, Velocity{}, PlayerInput{});
    struct Case {
        HeldKeys keys;
        float x, y;
    };
    for (const Case& each : {Case{{.up = true}, 0, -2}, Case{{.down = true}, 0, 2}, Case{{.left = true}, -2, 0},
                             Case{{.right = true}, 2, 0}, Case{{.up = true, .right = true}, 2, -2},
                             Case{{.left = true, .right = true}, 0, 0}, Case{{}, 0, 0}}) {
        session.world.get_mut<Position>(player) = {150, 150};
        session.keys = each.keys;
        session.tick();
        CHECK(session.world.get<Position>(player).x == 150 + each.x);
        CHECK(session.world.get<Position>(player).y == 150 + each.y);
    }
}

TEST_CASE("Movement and Spin: they pass over what is frozen", "[editor][systems]") {
    SmallSession session{"Movement", "Spin"};
    const ecs::Entity entity = session.world.create(Position{1, 2}, Velocity{3, -4}, Rotation{358}, Spin{5});
    session.tick();
    CHECK(session.world.get<Position>(entity).x == 4);
    CHECK(session.world.get<Position>(entity).y == -2);
    CHECK(session.world.get<Rotation>(entity).angle == 3);
    session.world.get_mut<Spin>(entity).speed = -5;
    session.tick();
    CHECK(session.world.get<Rotation>(entity).angle == 358);

    session.world.add<Frozen>(entity);
    session.run(5);
    CHECK(session.world.get<Position>(entity).x == 7);
    CHECK(session.world.get<Rotation>(entity).angle == 358);
}

TEST_CASE("Bounce: what leaves the arena is turned back, and comes back even from far outside", "[editor][systems]") {
    SmallSession session{"Bounce", "Movement"};
    const ecs::Entity arena = session.world.create(Arena{100, 50});
    const ecs::Entity inside = session.world.create(Position{50, 25}, Velocity{7, 11});
    const ecs::Entity outside = session.world.create(Position{-300, 90}, Velocity{-5, 3});
    bool stays = true;
    for (int i = 0; i < 500; ++i) {
        session.tick();
        const auto& position = session.world.get<Position>(inside);
        stays &= position.x >= -7 && position.x <= 107 && position.y >= -11 && position.y <= 61;
    }
    CHECK(stays);
    CHECK(session.world.get<Position>(outside).x >= -5);
    CHECK(session.world.get<Position>(outside).y <= 53);

    session.world.destroy(arena);
    session.run(100);
    const auto& position = session.world.get<Position>(inside);
    CHECK((position.x < -100 || position.x > 200));  // no arena, no walls
}

TEST_CASE("Bounce: of two arenas the one of lower id counts, in whatever order their rows lie", "[editor][systems]") {
    for (const bool lower_first : {true, false}) {
        SmallSession session{"Bounce", "Movement"};
        const ecs::Entity lower{1, 1}, higher{2, 1};
        for (const ecs::Entity arena : lower_first ? std::array{lower, higher} : std::array{higher, lower}) {
            REQUIRE(session.world.create_at(arena));
            session.world.add(arena, arena == lower ? Arena{100, 100} : Arena{1000, 1000});
        }
        const ecs::Entity moving = session.world.create(Position{99, 50}, Velocity{3, 0});
        session.run(5);
        CHECK(session.world.get<Velocity>(moving).x == -3);
    }
}

TEST_CASE("Orbit: a child keeps its distance while it circles, and follows its parent", "[editor][systems]") {
    SmallSession session{"Orbit"};
    const ecs::Entity parent = session.world.create(Position{100, 200});
    const ecs::Entity child = session.world.create(Position{}, Orbit{.x = 30, .y = 0, .speed = 1}, ecs::Parent{parent});
    session.tick();
    CHECK(session.world.get<Position>(child).x == Approx(100 + 30 * std::cos(3.14159265 / 180)).margin(0.001));
    CHECK(session.world.get<Position>(child).y == Approx(200 + 30 * std::sin(3.14159265 / 180)).margin(0.001));
    session.run(3599);  // ten times round
    CHECK(gap(session, parent, child) == Approx(30).epsilon(1e-4));
    CHECK(session.world.get<Position>(child).x == Approx(130).margin(0.5));
    session.world.get_mut<Position>(parent) = {-500, 0};
    session.tick();
    CHECK(gap(session, parent, child) == Approx(30).epsilon(1e-4));
}

TEST_CASE("Orbit: moons of moons stand around where their parents are in the same tick", "[editor][systems]") {
    // The moon's row comes first in one world and last in the other.
    for (const bool moon_first : {true, false}) {
        SmallSession session{"Orbit"};
        const ecs::Entity sun = session.world.create(Position{10, 20});
        ecs::Entity planet, moon;
        const auto make = [&] { return session.world.create(Position{}, Orbit{.x = 50, .y = 0, .speed = 2}); };
        if (moon_first)
            moon = make(), planet = make();
        else
            planet = make(), moon = make();
        session.world.set_parent(planet, sun);
        session.world.set_parent(moon, planet);
        session.run(10);
        const auto& offset = session.world.get<Orbit>(moon);
        const auto& at = session.world.get<Position>(planet);
        CHECK(session.world.get<Position>(moon).x == Approx(at.x + offset.x));
        CHECK(session.world.get<Position>(moon).y == Approx(at.y + offset.y));
    }
}

}  // namespace systems_test
