// Queries that somebody wrote pass over prefabs, as those of systems do.
#include "catch.hpp"
#include "ecs/language/text_query.hpp"
#include "ecs/language/why.hpp"
#include "ecs/prefab/prefab_world.hpp"

namespace text_queries_test {

using namespace prefab_world;

namespace {

std::size_t count(const PrefabWorld& test, const std::string& text) {
    auto query = ecs::TextQuery::parse(text);
    REQUIRE(query);
    REQUIRE(query->bind(test.world) == nullptr);
    return query->count(test.world);
}

}  // namespace

TEST_CASE("TextQuery: prefabs match only who names Prefab, or one of their entities", "[ecs][prefab][language]") {
    PrefabWorld test;
    const ecs::Entity root = test.turret();
    const ecs::Entity prefab = test.prefab_from(root);
    CHECK(count(test, "Life") == 2);
    CHECK(count(test, "Life.hp == 10") == 2);
    CHECK(count(test, "Life & Prefab") == 2);
    CHECK(count(test, "!Prefab & Life") == 2);

    auto query = ecs::TextQuery::parse("Life");
    REQUIRE(query);
    REQUIRE(query->bind(test.world) == nullptr);
    CHECK_FALSE(query->matches(test.world, prefab));
    CHECK(query->matches(test.world, root));
    CHECK(ecs::near_archetypes(test.world, *query).size() == 1);
    const ecs::QueryVerdict verdict = ecs::why(test.world, *query, prefab);
    CHECK_FALSE(verdict.matches);
    CHECK(verdict.nearest_miss == "is part of a prefab");
    const std::vector<ecs::QueryTerm> terms{{test.world.id<Life>()}};
    CHECK(ecs::why(test.world, terms, prefab).nearest_miss == "is part of a prefab");
    CHECK(ecs::why(test.world, terms, root).matches);
}

}  // namespace text_queries_test
