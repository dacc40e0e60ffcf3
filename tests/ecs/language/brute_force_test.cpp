// Ten thousand random worlds and queries, each answered by TextQuery and by the naive evaluator.
#include <string>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "naive_query.hpp"
#include "random_queries.hpp"

namespace brute_force_test {

using namespace random_queries;

namespace {

/// Worlds of this seed, several queries each. Returns how many queries were compared.
std::size_t compare(std::uint64_t seed, std::size_t queries) {
    Random random(seed);
    std::size_t compared = 0;
    std::size_t matched = 0, rows = 0;
    while (compared < queries) {
        ecs::World world;
        fill(world, random);
        for (int i = 0; i < 2 && compared < queries; ++i, ++compared) {
            const std::string text = Writer(random).condition(3);
            INFO(text);
            auto query = ecs::TextQuery::parse(text);
            REQUIRE(query);
            const ecs::TextError* error = query->bind(world);
            INFO((error ? error->message : std::string()));
            REQUIRE_FALSE(error);
            std::vector<bool> found(world.slot_count());
            query->each(world, [&](Entity entity) { found[entity.index] = true; });
            std::vector<Entity> collected;
            query->collect(world, collected);
            std::size_t count = 0;
            for (std::size_t slot = 0; slot < world.slot_count(); ++slot) {
                const Entity entity = world.entity_at_slot(slot);
                if (!entity) continue;
                const bool expected = test::naive_matches(world, query->syntax(), entity);
                if (found[slot] != expected || query->matches(world, entity) != expected) {
                    INFO(slot);
                    CHECK(found[slot] == expected);
                    REQUIRE(query->matches(world, entity) == expected);
                }
                count += expected ? 1 : 0;
                ++rows;
            }
            matched += count;
            REQUIRE(query->count(world) == count);
            REQUIRE(collected.size() == count);
        }
    }
    CHECK(matched > rows / 20);  // the queries say something
    CHECK(matched < rows * 19 / 20);
    return compared;
}

}  // namespace

TEST_CASE("TextQuery: random queries find what a naive evaluator finds, part 1", "[ecs][language]") {
    CHECK(compare(1, 2500) == 2500);
}
TEST_CASE("TextQuery: random queries find what a naive evaluator finds, part 2", "[ecs][language]") {
    CHECK(compare(2, 2500) == 2500);
}
TEST_CASE("TextQuery: random queries find what a naive evaluator finds, part 3", "[ecs][language]") {
    CHECK(compare(3, 2500) == 2500);
}
TEST_CASE("TextQuery: random queries find what a naive evaluator finds, part 4", "[ecs][language]") {
    CHECK(compare(4, 2500) == 2500);
}

}  // namespace brute_force_test
