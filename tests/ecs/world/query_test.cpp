#include "ecs/world/query.hpp"

#include <set>

#include "catch.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/world/view.hpp"

namespace query_test {

using namespace ecs;
using namespace test;

namespace {

struct Fixture {
    World world;
    Entity plain, moving, frozen, named;
    Fixture() {
        register_types(world);
        plain = world.create(Position{1, 0, 0});
        moving = world.create(Position{2, 0, 0}, Velocity{1, 0, 0});
        frozen = world.create(Position{3, 0, 0}, Velocity{1, 0, 0}, Frozen{});
        named = world.create(Label{"no place"});
    }
    std::set<Entity> matches(std::vector<QueryTerm> terms) {
        Query query(world, std::move(terms));
        std::set<Entity> result;
        query.each_chunk(std::as_const(world), [&](const ChunkRows& rows) {
            for (Entity entity : rows.entities()) result.insert(entity);
        });
        CHECK(result.size() == query.entity_count());
        return result;
    }
};

}  // namespace

TEST_CASE("Query: with, without and optional choose archetypes", "[ecs][query]") {
    Fixture f;
    const auto position = f.world.id<Position>(), velocity = f.world.id<Velocity>(), frozen = f.world.id<Frozen>();
    CHECK(f.matches({{position}}) == std::set{f.plain, f.moving, f.frozen});
    CHECK(f.matches({{position}, {velocity}}) == std::set{f.moving, f.frozen});
    CHECK(f.matches({{position}, {frozen, Presence::Without, Access::None}}) == std::set{f.plain, f.moving});
    CHECK(f.matches({{position}, {velocity, Presence::Optional}}) == std::set{f.plain, f.moving, f.frozen});
    CHECK(f.matches({}).size() == 4);
}

TEST_CASE("Query: archetypes that appear later are found, and moved layouts are followed", "[ecs][query]") {
    Fixture f;
    View<Position> view(f.world);
    CHECK(view.each(f.world, [](Position&) {}) == 3);
    for (int i = 0; i < 5000; ++i) {
        f.world.create(Position{float(i), 0, 0}, Health{}, Wide{});
        if (i % 700 != 0) continue;
        std::size_t wrong = 0;
        View<const Position, const Wide> both(f.world);
        both.each(f.world, [&](const Position&, const Wide& wide) { wrong += wide != Wide{}; });
        REQUIRE(wrong == 0);
        REQUIRE(view.each(f.world, [](Position&) {}) == std::size_t(i) + 4);
    }
}

TEST_CASE("View: rows, chunks, entities and optional columns", "[ecs][view]") {
    Fixture f;
    View<Position, const Velocity*> view(f.world);
    view.each(f.world, [](Position& position, const Velocity* velocity) {
        if (velocity) position.x += velocity->x;
    });
    CHECK(f.world.get<Position>(f.plain).x == 1);
    CHECK(f.world.get<Position>(f.moving).x == 3);
    CHECK(f.world.get<Position>(f.frozen).x == 4);

    view.without<Frozen>();
    std::set<Entity> seen;
    const std::size_t visited =
        view.each(f.world, [&](Entity entity, Position&, const Velocity*) { seen.insert(entity); });
    CHECK(visited == 2);
    CHECK(seen == std::set{f.plain, f.moving});

    std::size_t with_velocity = 0;
    view.each_chunk(f.world, [&](std::span<const Entity> entities, std::span<Position> positions,
                                 std::span<const Velocity> velocities) {
        CHECK(entities.size() == positions.size());
        with_velocity += velocities.size();
    });
    CHECK(with_velocity == 1);
}

TEST_CASE("Query: writing needs a world that is not const, and its own world", "[ecs][query]") {
    Fixture f;
    FailuresThrow failures;
    Query writing(f.world, {{f.world.id<Position>(), Presence::With, Access::Write}});
    CHECK_THROWS_WITH(writing.each_chunk(std::as_const(f.world), [](const ChunkRows&) {}), contains("not const"));
    World other;
    register_types(other);
    other.create(Position{});
    CHECK_THROWS_WITH(writing.each_chunk(other, [](const ChunkRows&) {}), contains("another world"));
}

}  // namespace query_test
