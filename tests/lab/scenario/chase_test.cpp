#include "ecs/lab/scenario/chase.hpp"

#include <cmath>
#include <map>

#include "catch.hpp"
#include "ecs/lab/memory/trace.hpp"
#include "ecs/lab/storages/packed_vector.hpp"

namespace chase_test {

using namespace ecs::lab;

namespace {

struct Game {
    Arena arena;
    std::unique_ptr<Storage> storage;
    Chase chase;

    explicit Game(StorageKind kind = StorageKind::PackedVector, Mode mode = Mode::Faithful,
                  const StorageOptions& options = {})
        : storage(make_storage(kind, mode, options, chase::types(), arena, nullptr)), chase(*storage) {}
    Game(Chase::Target target, Mode mode)
        : storage(make_storage(StorageKind::PackedVector, mode, {}, chase::types(), arena, nullptr)),
          chase(*storage, target) {}

    chase::Position where(Handle entity) {
        chase::Position at;
        REQUIRE(storage->get(entity, chase::position, &at));
        return at;
    }
    double gap(Handle a, Handle b) { return std::hypot(where(a).x - where(b).x, where(a).y - where(b).y); }
};

const chase::Input no_keys;

}  // namespace

TEST_CASE("003-C6: a player and an enemy are one Input, one MoveTarget, two Velocities and two Positions",
          "[lab][chase]") {
    for (const Mode mode : {Mode::Faithful, Mode::Repaired}) {
        Game game(StorageKind::PackedVector, mode);
        REQUIRE(game.chase.add_player());
        REQUIRE(game.chase.add_enemy());
        const auto& storage = static_cast<const PackedVectorStorage&>(*game.storage);
        CHECK(storage.look(chase::input).length == 1);
        CHECK(storage.look(chase::move_target).length == 1);
        CHECK(storage.look(chase::velocity).length == 2);
        CHECK(storage.look(chase::position).length == 2);
        REQUIRE(game.chase.tick(no_keys));
        CHECK(storage.look(chase::velocity).length == 2);
        CHECK(storage.look(chase::position).length == 2);
    }
}

TEST_CASE("003-C6: the enemy chases when the player is near, and does not move when not", "[lab][chase]") {
    Game game;
    const Handle player = game.chase.add_player({200, 100}).handle;
    const Handle enemy = game.chase.add_enemy({100, 100}).handle;  // at exactly 100: not nearer than that
    for (int i = 0; i < 5; ++i) REQUIRE(game.chase.tick(no_keys));
    CHECK(game.where(enemy) == chase::Position{100, 100});
    chase::Input left;
    left.left = true;
    REQUIRE(game.chase.tick(left));  // the player moves at the end of this tick
    CHECK(game.where(player) == chase::Position{198, 100});
    CHECK(game.where(enemy) == chase::Position{100, 100});
    REQUIRE(game.chase.tick(no_keys));
    CHECK(game.where(enemy).x == Approx(100 + 98.0 / 50));
    CHECK(game.where(player) == chase::Position{198, 100});

    // Out of sight again, it stops.
    chase::Position far{500, 500};
    REQUIRE(game.storage->set(player, {chase::position, &far}));
    const chase::Position before = game.where(enemy);
    for (int i = 0; i < 3; ++i) REQUIRE(game.chase.tick(no_keys));
    CHECK(game.where(enemy) == before);
}

TEST_CASE("003-C7: the gap to a player who stands still shrinks by a fiftieth each tick", "[lab][chase]") {
    Game game;
    const Handle player = game.chase.add_player({150, 150}).handle;
    const Handle enemy = game.chase.add_enemy({120, 110}).handle;
    CHECK(game.gap(player, enemy) == Approx(50));
    for (int i = 1; i <= 60; ++i) {
        REQUIRE(game.chase.tick(no_keys));
        CHECK(game.gap(player, enemy) == Approx(50 * std::pow(0.98, i)).epsilon(1e-4));
    }
    CHECK(game.gap(player, enemy) == Approx(14.878).epsilon(1e-4));
}

TEST_CASE("003-C7: from the start of the game nothing moves, the keys move the player by two a tick", "[lab][chase]") {
    Game game;
    const Handle player = game.chase.add_player().handle, enemy = game.chase.add_enemy().handle;
    CHECK(game.gap(player, enemy) == Approx(197.99).epsilon(1e-4));
    for (int i = 0; i < chase::ticks_per_second; ++i) REQUIRE(game.chase.tick(no_keys));
    CHECK(game.where(player) == chase::player_start);
    CHECK(game.where(enemy) == chase::enemy_start);

    const auto moved = [&](chase::Input keys) {
        const chase::Position before = game.where(player);
        REQUIRE(game.chase.tick(keys));
        return chase::Position{game.where(player).x - before.x, game.where(player).y - before.y};
    };
    CHECK(moved({.up = true}) == chase::Position{0, -2});
    CHECK(moved({.left = true}) == chase::Position{-2, 0});
    CHECK(moved({.down = true}) == chase::Position{0, 2});
    CHECK(moved({.right = true}) == chase::Position{2, 0});
    CHECK(moved({.up = true, .right = true}) == chase::Position{2, -2});
    CHECK(moved({.left = true, .right = true}) == chase::Position{0, 0});
    CHECK(moved({}) == chase::Position{0, 0});
    CHECK(game.where(enemy) == chase::enemy_start);
}

TEST_CASE("003-C7: the circles to draw have the radii of the game, players first", "[lab][chase]") {
    Game game;
    const Handle enemy = game.chase.add_enemy().handle, player = game.chase.add_player().handle;
    const auto circles = game.chase.view();
    REQUIRE(circles.size() == 2);
    CHECK(circles[0].entity == player);
    CHECK(circles[0].player);
    CHECK(circles[0].radius == 10);
    CHECK(circles[0].at == chase::Position{150, 150});
    CHECK(circles[1].entity == enemy);
    CHECK_FALSE(circles[1].player);
    CHECK(circles[1].radius == 15);
    CHECK(circles[1].at == chase::Position{10, 10});
}

TEST_CASE("003-L5: of several players the last one decides, however far; repaired it is the nearest", "[lab][chase]") {
    for (const bool near_first : {true, false})
        for (const Mode mode : {Mode::Faithful, Mode::Repaired}) {
            Game game(StorageKind::PackedVector, mode);
            const Handle enemy = game.chase.add_enemy({100, 100}).handle;
            REQUIRE(game.chase.add_player(near_first ? chase::Position{130, 100} : chase::Position{700, 500}));
            REQUIRE(game.chase.add_player(near_first ? chase::Position{700, 500} : chase::Position{130, 100}));
            REQUIRE(game.chase.tick(no_keys));
            const bool chases = game.where(enemy) == chase::Position{100 + 30.0F / 50, 100};
            CHECK(chases == (mode == Mode::Repaired || !near_first));
            if (!chases) CHECK(game.where(enemy) == chase::Position{100, 100});
        }
    // Two in sight: repaired it is the nearer one in either order.
    for (const bool near_first : {true, false}) {
        Game game(Chase::Target::Nearest, Mode::Faithful);
        const Handle enemy = game.chase.add_enemy({100, 100}).handle;
        REQUIRE(game.chase.add_player(near_first ? chase::Position{110, 100} : chase::Position{100, 150}));
        REQUIRE(game.chase.add_player(near_first ? chase::Position{100, 150} : chase::Position{110, 100}));
        REQUIRE(game.chase.tick(no_keys));
        CHECK(game.where(enemy).y == 100);
        CHECK(game.where(enemy).x > 100);
    }
}

TEST_CASE("Chase: every storage, repaired, plays the same game", "[lab][chase]") {
    std::map<std::string_view, std::vector<chase::Position>> played;
    for (const StorageKind kind : storage_kinds) {
        Arena arena;
        const auto storage = make_storage(kind, Mode::Repaired, {}, chase::types(), arena, nullptr);
        if (storage == nullptr) continue;
        Chase game(*storage);
        std::vector<Handle> entities{game.add_player().handle};
        for (int i = 0; i < 20; ++i)
            entities.push_back(game.add_enemy({static_cast<float>(i % 5) * 40, static_cast<float>(i) * 15}).handle);
        for (int i = 0; i < 200; ++i) {
            chase::Input keys;
            keys.right = i / 20 % 2 == 0;
            keys.down = i / 30 % 2 == 0;
            REQUIRE(game.tick(keys));
        }
        for (const Handle entity : entities) {
            chase::Position at;
            REQUIRE(storage->get(entity, chase::position, &at));
            played[name_of(kind)].push_back(at);
        }
    }
    REQUIRE(played.size() >= 2);
    for (const auto& [name, positions] : played) {
        CAPTURE(name);
        CHECK(positions == played.begin()->second);
        CHECK(positions[0] != chase::player_start);
    }
}

TEST_CASE("Chase: what a storage cannot do ends the tick with its reason", "[lab][chase]") {
    Game no_joins(StorageKind::HashIndex, Mode::Faithful);
    REQUIRE(no_joins.chase.add_player());
    REQUIRE(no_joins.chase.add_enemy());
    CHECK(no_joins.chase.tick(no_keys).rule == "000-C6");

    // The rarer type as the base: then Velocity, which seek must write, is not the base (003-L3).
    StorageOptions options;
    options.join_base = StorageOptions::JoinBase::Smallest;
    Game other_base(StorageKind::PackedVector, Mode::Faithful, options);
    REQUIRE(other_base.chase.add_player());
    REQUIRE(other_base.chase.add_enemy());
    const Outcome outcome = other_base.chase.tick(no_keys);
    CHECK(outcome.verdict == Verdict::Refused);
    CHECK(outcome.rule == "003-L3");
}

}  // namespace chase_test
