#include "ecs/lab/scenario/game.hpp"

#include "catch.hpp"
#include "ecs/lab/scenario/bullets.hpp"
#include "ecs/lab/scenario/scenario_run.hpp"
#include "lab/support/scenario_values.hpp"

namespace game_test {

using namespace ecs::lab;

namespace {

/// The game's types in reverse, behind one that it does not know.
struct OtherOrder {
    ecs::TypeRegistry registry;
    std::vector<const ecs::ComponentType*> types;

    explicit OtherOrder(GameKind game) {
        struct Unknown {
            double value = 0;
        };
        registry.add<Unknown>("Unknown").field("value", &Unknown::value);
        types.push_back(registry.find("Unknown"));
        const auto wanted = types_of(game);
        types.insert(types.end(), wanted.rbegin(), wanted.rend());
    }
};

}  // namespace

TEST_CASE("Game: names go both ways", "[lab][game]") {
    for (const GameKind game : game_kinds) CHECK(game_from(name_of(game)) == game);
    CHECK_FALSE(game_from("chess").has_value());
}

TEST_CASE("Game: its parts are found by name wherever they stand, and it plays with them there", "[lab][game]") {
    const OtherOrder other(GameKind::Bullets);
    const auto parts = find_parts(GameKind::Bullets, other.types);
    REQUIRE(parts);
    REQUIRE(*parts == std::vector<TypeIndex>{5, 4, 3, 2, 1});
    Arena arena;
    const auto storage = make_storage(StorageKind::Chunks, Mode::Repaired, {}, other.types, arena, nullptr);
    const bullets::Position at{10, 0};
    const bullets::Velocity by{60, 120};
    const Value values[]{{5, &at}, {4, &by}};
    const Handle entity = storage->create(values).handle;
    Bullets game(*storage, {5, 4, 3, 2, 1});
    REQUIRE(game.tick());
    bullets::Position now;
    REQUIRE(storage->get(entity, 5, &now));
    CHECK(now == bullets::Position{11, 2});
}

TEST_CASE("Game: a type that is missing or has other fields is named with what it should be", "[lab][game]") {
    auto types =
        std::vector<const ecs::ComponentType*>(types_of(GameKind::Chase).begin(), types_of(GameKind::Chase).end());
    types.erase(types.begin() + 1);
    CHECK(find_parts(GameKind::Chase, types).error() ==
          "the game chase needs the component \"Velocity\" with the fields x: f32, y: f32");
    struct Velocity {
        double x = 0;
    };
    ecs::TypeRegistry registry;
    registry.add<Velocity>("Velocity").field("x", &Velocity::x);
    types.push_back(registry.find("Velocity"));
    CHECK(find_parts(GameKind::Chase, types).error() ==
          "the game chase needs the component \"Velocity\" with the fields x: f32, y: f32; here it has x: f64");
}

}  // namespace game_test
