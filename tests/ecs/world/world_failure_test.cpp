// Calls of a world that are refused, or whose values throw: nothing is changed, and nothing is left that would break
// later.
#include "catch.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/failures_told.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/support/tracked.hpp"
#include "ecs/support/world_state.hpp"
#include "ecs/world/commands.hpp"
#include "ecs/world/query.hpp"

namespace world_failure_test {

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

TEST_CASE("World: a query of another world changes nothing in this one", "[ecs][world]") {
    World a, b;
    for (World* world : {&a, &b}) register_types(*world);
    a.create(Position{1, 2});
    for (int i = 0; i < 3; ++i) b.create(Velocity{1, 2});
    Query positions(a, {{a.id<Position>()}});
    positions.archetypes();
    const FailuresAreTold handler;
    const std::uint64_t hash = state_hash(b);
    CHECK(b.destroy_all(positions) == 0);
    CHECK(b.add_to_all(positions, b.id<Health>()) == 0);
    CHECK(b.remove_from_all(positions, b.id<Velocity>()) == 0);
    CHECK(FailuresAreTold::told() ==
          std::vector<std::string>{"World: destroy_all was given a query of another world",
                                   "World: add_to_all was given a query of another world",
                                   "World: remove_from_all was given a query of another world"});
    CHECK(state_hash(b) == hash);
    CHECK(a.destroy_all(positions) == 1);
}

TEST_CASE("World: a value of another world's type, or none at all, is not put among its own", "[ecs][world]") {
    World world, other;
    register_types(world);
    other.types().add<Label>("Label").field("text", &Label::text);
    while (other.types().size() <= world.id<Velocity>()) {
        ComponentType filler;
        filler.name = "Filler" + std::to_string(other.types().size());
        Field text;
        text.name = "text";
        text.kind = FieldKind::String;
        filler.fields = {text};
        REQUIRE(other.types().add_at_run_time(filler));
    }
    const Entity entity = world.create(Velocity{1, 2});
    const ComponentType& foreign = other.types()[world.id<Velocity>()];
    const FailuresAreTold handler;
    const std::uint64_t hash = state_hash(world);
    CHECK_FALSE(world.add(entity, Value(foreign)));
    Commands commands(world);
    commands.add(entity, Value(foreign));
    commands.play_back();
    CHECK_FALSE(world.add(entity, Value()));
    CHECK(FailuresAreTold::told() ==
          std::vector<std::string>{"World: add: " + foreign.name + " is a component of another world",
                                   "World: add: " + foreign.name + " is a component of another world",
                                   "World: add was given an empty value"});
    CHECK(state_hash(world) == hash);
}

TEST_CASE("World: a number that no component has is refused by every call that takes one", "[ecs][world]") {
    World world;
    register_types(world);
    const Entity entity = world.create(Position{1, 2});
    Query positions(world, {{world.id<Position>()}});
    const FailuresAreTold handler;
    for (const ComponentId none : {no_component, static_cast<ComponentId>(world.types().size())}) {
        FailuresAreTold::told().clear();
        CHECK_FALSE(world.add(entity, none));
        CHECK(world.add_to_all(positions, none) == 0);
        CHECK(world.remove_from_all(positions, none) == 0);
        CHECK_FALSE(world.remove(entity, none));
        CHECK_FALSE(world.has(entity, none));
        CHECK(FailuresAreTold::told().size() == 2);
        const Entity bare = world.create_with(std::array{none});
        CHECK(FailuresAreTold::told().back() == "World: no component has the number " + std::to_string(none));
        CHECK(world.alive(bare));
        CHECK(storage_fault(world).empty());
    }
    CHECK(world.get<Position>(entity).x == 1);
}

TEST_CASE("Commands: appending themselves, or those for another world, is refused and loses none", "[ecs][commands]") {
    World world, other;
    register_types(world);
    Commands commands(world), foreign(other);
    const Entity made = commands.create(Position{});
    foreign.create();
    const FailuresAreTold handler;
    commands.append(commands);
    commands.append(foreign);
    CHECK(FailuresAreTold::told() == std::vector<std::string>{"Commands: append was given the same commands",
                                                              "Commands: append was given commands for another world"});
    CHECK_FALSE(foreign.empty());
    commands.play_back();
    CHECK(world.alive(made));
    foreign.play_back();
    CHECK(other.entity_count() == 1);
}

}  // namespace world_failure_test
