// Calls of a world that are refused, or whose values throw: nothing is changed, and nothing is left that would break
// later.
#include "catch.hpp"
#include "test_types.hpp"
#include "tracked.hpp"
#include "world_state.hpp"

using namespace ecs;
using namespace test;

namespace {

struct Fixture {
    World world;
    std::vector<Entity> entities;

    // As many entities as make the chunks of their archetype exactly full, so that one more needs a new chunk.
    Fixture() {
        register_types(world);
        register_tracked(world);
        const std::array ids{world.id<Tracked>(), world.id<Wide>()};
        const Archetype* archetype = nullptr;
        do {
            entities.push_back(world.create_with(ids));
            archetype = world.find_archetype(ids);
        } while (archetype->chunk_count() < 2);
        world.destroy(entities.back());
        entities.pop_back();
    }
};

}  // namespace

TEST_CASE("World: create_at of a taken handle leaves no empty chunk behind", "[ecs][world]") {
    Fixture f;
    const std::array ids{f.world.id<Tracked>(), f.world.id<Wide>()};
    const WorldState before = state_of(f.world);
    CHECK_FALSE(f.world.create_at(f.entities.front(), ids));
    CHECK(difference(before, state_of(f.world)).empty());
    CHECK(storage_fault(f.world).empty());
    f.world.destroy(f.entities.front());
    CHECK(storage_fault(f.world).empty());
    CHECK(f.world.location(f.entities.back()) == before.locations.front());
}

TEST_CASE("World: creating is undone when a value throws, down to the next free handle", "[ecs][world]") {
    const TrackedScope scope;
    {
        Fixture f;
        const std::array ids{f.world.id<Wide>(), f.world.id<Label>(), f.world.id<Tracked>()};
        const WorldState before = state_of(f.world);
        const auto unchanged = [&] {
            CHECK(difference(before, state_of(f.world)).empty());
            CHECK(storage_fault(f.world).empty());
        };
        {
            const TrackedThrows throws(1);
            CHECK_THROWS_AS(f.world.create_with(ids), TrackedThrew);
            unchanged();
        }
        {
            const TrackedThrows throws(1);
            CHECK_THROWS_AS(f.world.create_at({f.entities.back().index + 20, 3}, ids), TrackedThrew);
            unchanged();
        }
        std::vector<Entity> many(30);
        for (int i : {1, 2, 15, 30}) {
            const TrackedThrows throws(i);
            CHECK_THROWS_AS(f.world.create_many(many, ids), TrackedThrew);
            unchanged();
        }
        Journal journal;
        f.world.observe(&journal);
        {
            const TrackedThrows throws(20);
            CHECK_THROWS_AS(f.world.create_many(many, ids), TrackedThrew);
            unchanged();
        }
        f.world.observe(nullptr);
        CHECK(f.world.create_with(ids) == before.next);
    }
    CHECK(scope.clean());
}

TEST_CASE("World: adding a default value that throws leaves the entity where it is", "[ecs][world]") {
    const TrackedScope scope;
    {
        Fixture f;
        const Entity entity = f.world.create(Position{1, 2, 3}, Label{"x"});
        const WorldState before = state_of(f.world);
        const TrackedThrows throws(1);
        CHECK_THROWS_AS(f.world.add(entity, f.world.id<Tracked>()), TrackedThrew);
        CHECK(difference(before, state_of(f.world)).empty());
        CHECK(storage_fault(f.world).empty());
        CHECK(f.world.add(entity, f.world.id<Tracked>()));
    }
    CHECK(scope.clean());
}
