#include "ecs/lab/scenario/bullets.hpp"

#include <map>

#include "catch.hpp"

namespace bullets_test {

using namespace ecs::lab;

namespace {

struct Scene {
    Arena arena;
    std::unique_ptr<Storage> storage;
    Bullets game;

    explicit Scene(StorageKind kind, Mode mode = Mode::Repaired, GameHost host = {})
        : storage(make_storage(kind, mode, {}, bullets::types(), arena, nullptr)),
          game(*storage, {0, 1, 2, 3, 4}, std::move(host)) {}

    Handle player(bullets::Position at, std::int32_t points) {
        const bullets::Velocity still;
        const bullets::Box box{20, 20};
        const bullets::Health health{points};
        const Value values[]{
            {bullets::position, &at}, {bullets::velocity, &still}, {bullets::box, &box}, {bullets::health, &health}};
        return storage->create(values).handle;
    }
    Handle bullet(bullets::Position at, bullets::Velocity by, std::int32_t points = 1) {
        const bullets::Box box{4, 4};
        const bullets::Damage damage{points};
        const Value values[]{
            {bullets::position, &at}, {bullets::velocity, &by}, {bullets::box, &box}, {bullets::damage, &damage}};
        return storage->create(values).handle;
    }
    std::int32_t health_of(Handle entity) {
        bullets::Health health;
        REQUIRE(storage->get(entity, bullets::health, &health));
        return health.points;
    }
    bullets::Position where(Handle entity) {
        bullets::Position at;
        REQUIRE(storage->get(entity, bullets::position, &at));
        return at;
    }
};

}  // namespace

TEST_CASE("Bullets: boxes overlap when they have more than an edge in common", "[lab][bullets]") {
    const bullets::Box player{20, 20}, bullet{4, 4};
    CHECK(bullets::overlap({0, 0}, bullet, {11.9f, 0}, player));
    CHECK_FALSE(bullets::overlap({0, 0}, bullet, {12, 0}, player));
    CHECK_FALSE(bullets::overlap({0, 0}, bullet, {0, -12}, player));
    CHECK(bullets::overlap({0, 0}, bullet, {11.9f, -11.9f}, player));
}

TEST_CASE("Bullets: a bullet flies, hurts whom it meets, and is gone; at no health left the player is, too",
          "[lab][bullets]") {
    for (const StorageKind kind : storage_kinds) {
        CAPTURE(name_of(kind));
        Scene scene(kind);
        const Handle player = scene.player({100, 100}, 3);
        const Handle first = scene.bullet({100, 115}, {0, -120});  // 2 pixels a tick, overlaps below 112
        const Handle far = scene.bullet({300, 115}, {0, -120});
        REQUIRE(scene.game.tick());
        CHECK(scene.game.hits() == 0);
        CHECK(scene.where(first) == bullets::Position{100, 113});
        REQUIRE(scene.game.tick());
        CHECK(scene.game.hits() == 1);
        CHECK(scene.game.destroyed() == 1);
        CHECK_FALSE(scene.storage->alive(first));
        CHECK(scene.health_of(player) == 2);
        CHECK(scene.where(far) == bullets::Position{300, 111});
        REQUIRE(scene.game.tick());
        CHECK(scene.game.hits() == 0);
        CHECK(scene.health_of(player) == 2);

        const Handle heavy = scene.bullet({100, 100}, {}, 2);
        REQUIRE(scene.game.tick());
        CHECK_FALSE(scene.storage->alive(heavy));
        CHECK_FALSE(scene.storage->alive(player));
        CHECK(scene.storage->alive(far));
        CHECK(scene.storage->size() == 1);
    }
}

TEST_CASE("Bullets: of one tick, a bullet after the last wound finds nobody, and hits the next in its way",
          "[lab][bullets]") {
    for (const StorageKind kind : storage_kinds) {
        CAPTURE(name_of(kind));
        std::map<std::uint64_t, std::uint64_t> numbers;  // by the handle's bits
        GameHost host;
        host.number_of = [&](Handle handle) { return numbers.at(handle.bits); };
        Scene scene(kind, Mode::Repaired, host);
        const auto counted = [&](Handle handle) {
            numbers[handle.bits] = numbers.size();
            return handle;
        };
        const Handle weak = counted(scene.player({100, 100}, 1)), strong = counted(scene.player({105, 100}, 5));
        const Handle first = counted(scene.bullet({102, 100}, {})), second = counted(scene.bullet({102, 100}, {}));
        const Handle third = counted(scene.bullet({95, 120}, {}));
        REQUIRE(scene.game.tick());
        CHECK(scene.game.hits() == 2);
        CHECK(scene.game.destroyed() == 3);
        CHECK_FALSE(scene.storage->alive(weak));
        CHECK(scene.health_of(strong) == 4);
        CHECK_FALSE(scene.storage->alive(first));
        CHECK_FALSE(scene.storage->alive(second));
        CHECK(scene.storage->alive(third));
    }
}

TEST_CASE("Bullets: what an article cannot do ends the tick with its row", "[lab][bullets]") {
    Scene no_joins(StorageKind::HashIndex, Mode::Faithful);
    no_joins.player({100, 100}, 1);
    CHECK(no_joins.game.tick().rule == "000-C6");

    Scene no_removal(StorageKind::PackedVector, Mode::Faithful);
    const Handle player = no_removal.player({100, 100}, 3);
    const Handle bullet = no_removal.bullet({100, 100}, {});
    const Outcome outcome = no_removal.game.tick();
    CHECK(outcome.verdict == Verdict::Refused);
    CHECK(outcome.rule == "003-L1");
    CHECK(no_removal.health_of(player) == 2);  // what came before the wall stays
    CHECK(no_removal.storage->alive(bullet));
}

}  // namespace bullets_test
