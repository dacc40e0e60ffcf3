// Slots whose generations run out: the last handle works like any other, and nobody ever gets the slot again.
#include <limits>

#include "catch.hpp"
#include "ecs/edit/edit.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/support/world_state.hpp"

namespace last_generation_test {

using namespace ecs;
using namespace test;

namespace {

constexpr std::uint32_t last_generation = std::numeric_limits<std::uint32_t>::max();

struct Fixture {
    World world;
    Entity before, last;

    Fixture() {
        register_types(world);
        before = world.create();
        last = {before.index + 1, last_generation};
        REQUIRE(world.create_at(last, std::array{world.id<Health>()}));
    }
    // So many new entities, none of which may have the slot.
    void expect_retired(std::size_t count) {
        CHECK_FALSE(world.alive(last));
        CHECK_FALSE(world.has<Health>(last));
        CHECK_FALSE(world.create_at(last));
        CHECK_FALSE(world.create_at({last.index, 1}));
        CHECK_FALSE(world.create_at({last.index, last_generation - 1}));
        CHECK_FALSE(world.entity_index().parked(last));
        for (const Entity entity : world.entity_index().free_list()) CHECK(entity.index != last.index);
        for (std::size_t i = 0; i < count; ++i) CHECK(world.create().index != last.index);
        CHECK(storage_fault(world).empty());
    }
};

}  // namespace

TEST_CASE("World: an entity of the last generation lives like any other", "[ecs][world][generation]") {
    Fixture f;
    CHECK(f.world.alive(f.last));
    CHECK(f.world.get<Health>(f.last).hp == 100);
    f.world.add(f.last, Position{1, 2, 3});
    CHECK(f.world.set_parent(f.last, f.before));
    CHECK(f.world.children(f.before)[0] == f.last);
    CHECK_FALSE(f.world.alive({f.last.index, last_generation - 1}));
    CHECK_FALSE(f.world.alive({f.last.index, 0}));
    CHECK(to_string(f.last) == std::to_string(f.last.index) + "v4294967295");
    CHECK(parse_entity(to_string(f.last)) == f.last);
    CHECK(storage_fault(f.world).empty());
}

TEST_CASE("World: a slot is retired after its last generation, however its entity goes", "[ecs][world][generation]") {
    Fixture f;
    SECTION("destroyed") {
        f.world.destroy(f.last);
        CHECK_FALSE(f.world.alive(f.last));
    }
    SECTION("with its parent") {
        REQUIRE(f.world.set_parent(f.last, f.before));
        f.world.destroy(f.before);
    }
    SECTION("in a batch") {
        Query query(f.world, {{f.world.id<Health>()}});
        CHECK(f.world.destroy_all(query) == 1);
    }
    SECTION("one of many") {
        std::vector<Entity> many(200);
        f.world.create_many(many, std::array{f.world.id<Health>()});
        many.push_back(f.last);
        CHECK(f.world.destroy_many(many) == 201);
    }
    SECTION("parked and let go") {
        f.world.destroy_and_park(f.last);
        CHECK(f.world.entity_index().parked(f.last));
        f.world.unpark(f.last);
        f.world.unpark(f.last);
    }
    SECTION("reserved by commands that are dropped") {
        f.world.destroy(f.last);
        const Entity next_to_last{f.last.index + 40, last_generation - 1};
        REQUIRE(f.world.create_at(next_to_last));
        f.world.destroy(next_to_last);
        Entity reserved;
        {
            Commands commands(f.world);
            do reserved = commands.create();
            while (reserved.index != next_to_last.index);
            CHECK(reserved.generation == last_generation);
        }
        for (int i = 0; i < 100; ++i) CHECK(f.world.create().index != reserved.index);
    }
    f.expect_retired(100);
}

TEST_CASE("World: the handle before the last is followed by the last, and that by none", "[ecs][world][generation]") {
    Fixture f;
    const Entity almost{f.last.index + 1, last_generation - 1};
    REQUIRE(f.world.create_at(almost));
    f.world.destroy(almost);
    CHECK(f.world.entity_index().next() == Entity{almost.index, last_generation});
    const Entity next = f.world.create();
    CHECK(next == Entity{almost.index, last_generation});
    CHECK_FALSE(f.world.alive(almost));
    f.world.destroy(next);
    CHECK(f.world.create().index == almost.index + 1);
}

TEST_CASE("World: the last handle can be parked and brought back, and its creation undone",
          "[ecs][world][generation]") {
    Fixture f;
    const std::uint64_t hash = state_hash(f.world);
    f.world.destroy_and_park(f.last);
    CHECK_FALSE(f.world.create_at({f.last.index, 1}));
    REQUIRE(f.world.create_at(f.last, std::array{f.world.id<Health>()}));
    CHECK(state_hash(f.world) == hash);

    // A slot whose last generation was handed out and taken back waits with that same handle.
    const Entity almost{f.last.index + 1, last_generation - 1};
    REQUIRE(f.world.create_at(almost));
    f.world.destroy(almost);
    const std::vector<Entity> free_before = f.world.entity_index().free_list();
    const std::size_t slots_before = f.world.slot_count();
    const std::array taken{f.world.create()};
    CHECK(taken[0].generation == last_generation);
    f.world.destroy_and_park(taken[0]);
    f.world.take_back(taken, slots_before);
    CHECK(f.world.entity_index().free_list() == free_before);
    CHECK(f.world.create() == taken[0]);
}

TEST_CASE("Edits: destroying an entity of the last generation can be undone, and retires the slot when forgotten",
          "[ecs][edit][generation]") {
    Fixture f;
    Schedule schedule;
    const WorldState before = state_of(f.world);
    Edit edit = DestroyEntity{f.last};
    apply(f.world, schedule, edit);
    CHECK_FALSE(f.world.alive(f.last));
    apply(f.world, schedule, edit);
    CHECK(difference(before, state_of(f.world)).empty());
    apply(f.world, schedule, edit = DestroyEntity{f.last});
    release(f.world, edit);
    f.expect_retired(50);
}

TEST_CASE("State hash: tells generations apart, the last ones too", "[ecs][state_hash][generation]") {
    World worlds[3];
    const Entity handles[] = {{1, 1}, {1, last_generation - 1}, {1, last_generation}};
    for (std::size_t i = 0; i < 3; ++i) REQUIRE(worlds[i].create_at(handles[i]));
    CHECK(state_hash(worlds[0]) != state_hash(worlds[1]));
    CHECK(state_hash(worlds[1]) != state_hash(worlds[2]));
}

}  // namespace last_generation_test
