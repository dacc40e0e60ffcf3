// The operations of World that work on many entities at once, against the same entities treated one by one.
#include <algorithm>
#include <map>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/support/tracked.hpp"
#include "ecs/world/query.hpp"

namespace world_batches_test {

using namespace ecs;
using namespace test;

namespace {

// Entities of several archetypes, among them one of more than one chunk, one that cannot be moved by memcpy and one of
// tags alone. Each knows its number.
std::map<Entity, int> fill(World& world, int count) {
    std::map<Entity, int> numbers;
    for (int n = 0; n < count; ++n) {
        const Entity entity = world.create(Health{n});
        if (n % 2 == 0) world.add(entity, Position{float(n), 0, 0});
        if (n % 3 == 0) world.add(entity, Tracked(n));
        if (n % 5 == 0) world.add<Frozen>(entity);
        numbers[entity] = n;
    }
    return numbers;
}

void check_same(const World& world, const std::map<Entity, int>& numbers) {
    REQUIRE(world.entity_count() == numbers.size());
    std::size_t rows = 0;
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        std::size_t in_chunks = 0;
        for (std::size_t c = 0; c < archetype.chunk_count(); ++c) {
            const Chunk& chunk = archetype.chunk(c);
            if (c + 1 < archetype.chunk_count()) REQUIRE(chunk.full());
            REQUIRE(chunk.position == c);
            in_chunks += chunk.rows;
            for (std::uint32_t row = 0; row < chunk.rows; ++row)
                REQUIRE(world.location(chunk.entities()[row]) == Location{id, std::uint32_t(c), row});
        }
        REQUIRE(in_chunks == archetype.entity_count());
        rows += in_chunks;
    }
    REQUIRE(rows == numbers.size());
    for (const auto& [entity, number] : numbers) {
        REQUIRE(world.get<Health>(entity).hp == number);
        REQUIRE(world.has<Position>(entity) == (number % 2 == 0));
        if (number % 2 == 0) REQUIRE(world.get<Position>(entity).x == float(number));
        if (number % 3 == 0) REQUIRE(world.get<Tracked>(entity).value == number);
    }
}

}  // namespace

TEST_CASE("World: destroying many at once leaves exactly the others", "[ecs][world][batches]") {
    const TrackedScope scope;
    {
        Random random(GENERATE(1u, 2u, 3u));
        const std::uint32_t tenths = GENERATE(0u, 1u, 5u, 9u, 10u);
        World world;
        register_types(world);
        register_tracked(world);
        std::map<Entity, int> numbers = fill(world, 9000);
        std::vector<Entity> doomed;
        for (const auto& [entity, number] : numbers)
            if (random.below(10) < tenths) doomed.push_back(entity);
        for (std::size_t i = doomed.size(); i > 1; --i)
            std::swap(doomed[i - 1], doomed[random.below(static_cast<std::uint32_t>(i))]);
        for (Entity entity : doomed) numbers.erase(entity);
        const std::size_t count = doomed.size();
        doomed.insert(doomed.end(), doomed.begin(), doomed.begin() + std::ptrdiff_t(count / 2));  // dead by then

        CHECK(world.destroy_many(doomed) == count);
        check_same(world, numbers);
        CHECK(std::none_of(doomed.begin(), doomed.end(), [&](Entity entity) { return world.alive(entity); }));
        CHECK(world.destroy_many(doomed) == 0);

        for (const auto& [entity, number] : fill(world, 1000)) numbers[entity] = number;  // and goes on
        check_same(world, numbers);
    }
    CHECK(TrackedScope::clean());
}

TEST_CASE("World: chunks of which nothing is left after a batch go back, the others stay in order",
          "[ecs][world][batches]") {
    World world;
    register_types(world);
    std::vector<Entity> entities(509 * 6);
    const std::array ids{world.id<Position>(), world.id<Velocity>()};
    world.create_many(entities, ids);
    const Archetype& archetype = world.archetype_of(entities[0]);
    REQUIRE(archetype.chunk_count() == 6);
    const Chunk* third = &archetype.chunk(2);

    world.destroy_many(std::span(entities).first(2 * 509));
    CHECK(archetype.chunk_count() == 4);
    CHECK(&archetype.chunk(0) == third);
    CHECK(archetype.chunk(0).entities()[0] == entities[2 * 509]);

    world.destroy_many(entities);
    CHECK(archetype.chunk_count() == 0);
    CHECK(world.entity_count() == 0);
}

TEST_CASE("World: destroying many takes what is below along", "[ecs][world][batches][hierarchy]") {
    World world;
    register_types(world);
    std::vector<Entity> parents(300), children(300);
    world.create_many(parents, {});
    for (std::size_t i = 0; i < children.size(); ++i) children[i] = world.create(Position{}, Parent{parents[i]});
    const std::vector<Entity> some(parents.begin(), parents.begin() + 100);
    CHECK(world.destroy_many(some) == 200);
    CHECK(world.entity_count() == 400);
    CHECK_FALSE(world.alive(children[99]));
    CHECK(world.parent(children[100]) == parents[100]);
}

TEST_CASE("World: creating many hands out the handles that creating one by one does", "[ecs][world][batches]") {
    World one_by_one, at_once;
    for (World* world : {&one_by_one, &at_once}) {
        register_types(*world);
        std::vector<Entity> first(2000);
        world->create_many(first, {});
        for (std::size_t i = 0; i < first.size(); i += 3) world->destroy(first[i]);
    }
    std::vector<Entity> expected(3000), made(3000);
    for (Entity& entity : expected) entity = one_by_one.create(Position{}, Health{});
    const std::array ids{at_once.id<Health>(), at_once.id<Position>()};
    at_once.create_many(made, ids);
    CHECK(made == expected);
    CHECK(at_once.get<Health>(made.back()) == Health{});
}

TEST_CASE("World: given handles are created in a batch as one by one", "[ecs][world][batches]") {
    Random random(5);
    for (const bool trivial : {true, false}) {
        World one, many;
        for (World* world : {&one, &many}) {
            world->types().add<Position>("Position");
            world->types().add<Tracked>("Tracked");
        }
        const std::vector<ComponentId> components{trivial ? one.id<Position>() : one.id<Tracked>()};
        std::uint32_t index = 0;
        for (int round = 0; round < 20; ++round) {
            std::vector<Entity> handles;
            for (std::uint32_t i = random.below(400); i > 0; --i)
                handles.push_back({index += 1 + (random.below(10) == 0 ? random.below(5) : 0), 1 + random.below(3)});
            for (const Entity handle : handles) CHECK(one.create_at(handle, components));
            CHECK(many.create_many_at(handles, components) == handles.size());
        }
        REQUIRE(many.entity_count() == one.entity_count());
        REQUIRE(many.slot_count() == one.slot_count());
        CHECK(many.entity_index().free_list() == one.entity_index().free_list());
        const Archetype& archetype = *many.find_archetype(components);
        for (std::size_t slot = 0; slot < one.slot_count(); ++slot) {
            const Entity entity = one.entity_at_slot(slot);
            REQUIRE(many.entity_at_slot(slot) == entity);
            if (!entity) continue;
            const Location place = many.location(entity);
            REQUIRE(place == one.location(entity));
            REQUIRE(archetype.chunk(place.chunk).entities()[place.row] == entity);
            if (trivial) REQUIRE(many.get<Position>(entity).x == Position{}.x);
        }
    }
}

TEST_CASE("World: creating given handles in a batch stops at the first that is taken", "[ecs][world][batches]") {
    World world;
    const std::vector<ComponentId> components{world.types().add<Position>("Position").id()};
    REQUIRE(world.create_at({7, 2}, components));
    const std::vector<Entity> handles{{3, 1}, {9, 4}, {7, 3}, {10, 1}};
    CHECK(world.create_many_at(handles, components) == 2);
    CHECK(world.alive({3, 1}));
    CHECK(world.alive({9, 4}));
    CHECK(world.alive({7, 2}));
    CHECK_FALSE(world.alive({10, 1}));
    CHECK(world.create_many_at(std::vector<Entity>{{9, 4}}, components) == 0);
    CHECK(world.create_many_at(std::vector<Entity>{{11, 0}}, components) == 0);
    CHECK(world.create_many_at(std::vector<Entity>{{12, 1}, {12, 1}}, components) == 1);
    CHECK(world.entity_count() == 4);
}

}  // namespace world_batches_test
