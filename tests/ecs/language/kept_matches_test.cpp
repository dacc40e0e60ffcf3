#include "ecs/language/kept_matches.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/snapshot/snapshot.hpp"
#include "random_queries.hpp"

namespace kept_matches_test {

using namespace random_queries;

namespace {

ecs::TextQuery query_of(const ecs::World& world, const std::string& text) {
    auto query = ecs::TextQuery::parse(text);
    REQUIRE(query);
    REQUIRE_FALSE(query->bind(world));
    return std::move(*query);
}

std::vector<Entity> sorted(std::vector<Entity> entities) {
    std::sort(entities.begin(), entities.end());
    return entities;
}

std::vector<Entity> all_of(const ecs::KeptMatches& kept) {
    std::vector<Entity> entities;
    kept.collect(entities, static_cast<std::size_t>(-1));
    return sorted(std::move(entities));
}

void change(ecs::World& world, Random& random) {
    const Entity entity = world.entity_at_slot(1 + random.below(static_cast<std::uint32_t>(world.slot_count())));
    switch (entity ? random.below(8) : 0) {
        case 0:
            world.create(Health{2, 3}, Position{1, 1});
            break;
        case 1:
            world.destroy(entity);
            break;
        case 2:
            if (!world.remove<Enemy>(entity)) world.add(entity, Enemy{});
            break;
        case 3:
            world.add(entity, ecs::Name{one_of(random, {"Boss", "b"})});
            break;
        case 4:
            world.set_parent(entity, ecs::null_entity);
            break;
        default:
            if (world.has<Health>(entity)) world.get_mut<Health>(entity).hp = static_cast<int>(random.below(5));
            if (world.has<Ai>(entity)) world.get_mut<Ai>(entity).awake ^= true;
    }
}

}  // namespace

TEST_CASE("KeptMatches: what random queries keep is what they find, while the world changes", "[ecs][language]") {
    Random random(5);
    std::size_t matched = 0, local = 0;
    for (int round = 0; round < 400; ++round) {
        ecs::World world;
        fill(world, random);
        const std::string text = Writer(random).condition(2);
        INFO(text);
        ecs::TextQuery query = query_of(world, text);
        ecs::KeptMatches kept;
        ecs::Snapshots snapshots(world);
        const ecs::Result<ecs::Snapshot> before = snapshots.take();
        REQUIRE(before);
        for (int step = 0; step < 25; ++step) {
            INFO("round " << round << ", step " << step);
            kept.update(world, query);
            std::vector<Entity> expected;
            query.collect(world, expected);
            REQUIRE(all_of(kept) == sorted(expected));
            REQUIRE(kept.count() == expected.size());
            matched += expected.size();
            for (std::uint32_t i = random.below(4); i > 0; --i) change(world, random);
            if (step == 20) REQUIRE(snapshots.restore(*before));
        }
        local += query.reads_only_rows() ? 1 : 0;
    }
    CHECK(matched > 1000);
    CHECK(local > 100);
    CHECK(local < 400);
}

TEST_CASE("KeptMatches: only chunks are asked where something was written that the query reads", "[ecs][language]") {
    ecs::World world;
    register_types(world.types());
    std::vector<Entity> all;
    for (int i = 0; i < 20'000; ++i) all.push_back(world.create(Health{i % 100, 100}, Position{}));
    const std::size_t chunks = world.archetype_of(all.front()).chunk_count();
    REQUIRE(chunks > 3);
    ecs::TextQuery query = query_of(world, "Health.hp < 10");
    ecs::KeptMatches kept;
    CHECK(kept.update(world, query) == chunks);
    CHECK(kept.count() == 2000);
    CHECK(kept.update(world, query) == 0);
    world.get_mut<Position>(all[7]).x = 1;
    CHECK(kept.update(world, query) == 0);
    world.get_mut<Health>(all[50]).hp = 1;
    CHECK(kept.update(world, query) == 1);
    CHECK(kept.count() == 2001);
    // The last row takes the place of the destroyed one.
    world.destroy(all[0]);
    CHECK(kept.update(world, query) <= 2);
    CHECK(kept.count() == 2000);
    std::vector<Entity> first;
    kept.collect(first, 5);
    CHECK(first.size() == 5);
}

TEST_CASE("KeptMatches: a query that reaches beyond its rows is asked of all each time", "[ecs][language]") {
    ecs::World world;
    register_types(world.types());
    const Entity goal = world.create(Health{1, 1});
    const Entity archer = world.create(Target{goal});
    for (const char* text : {"Target.target.Health.hp == 7", "below(#1)", "#1", "$watch > 1"}) {
        INFO(text);
        CHECK_FALSE(query_of(world, text).reads_only_rows());
    }
    CHECK(query_of(world, "Target & name ~ \"a\" & Health.hp + 1 < 2").reads_only_rows());
    ecs::TextQuery query = query_of(world, "Target.target.Health.hp == 7");
    ecs::KeptMatches kept;
    kept.update(world, query);
    CHECK(kept.count() == 0);
    world.get_mut<Health>(goal).hp = 7;
    kept.update(world, query);
    CHECK(all_of(kept) == std::vector<Entity>{archer});
}

}  // namespace kept_matches_test
