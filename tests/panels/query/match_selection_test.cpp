#include "panels/query/match_selection.hpp"

#include <algorithm>

#include "catch.hpp"
#include "ecs/base/random.hpp"

namespace match_selection_test {

namespace {

std::vector<ecs::Entity> shuffled(std::uint32_t count) {
    std::vector<ecs::Entity> entities;
    for (std::uint32_t slot = 0; slot < count; ++slot) entities.push_back({slot, slot % 3 + 1});
    ecs::Random random(5);
    for (std::size_t i = entities.size(); i > 1; --i)
        std::swap(entities[i - 1], entities[random.below(static_cast<std::uint32_t>(i))]);
    return entities;
}

}  // namespace

TEST_CASE("Match selection: many are selected in slices, in the order of the table", "[panels][query]") {
    const std::vector<ecs::Entity> entities = shuffled(100'000);
    panels::MatchSelection matches;
    panels::Selection selection;
    matches.start(entities, 100'000);
    std::size_t steps = 0;
    bool done = false;
    for (; !done; ++steps) {
        REQUIRE(matches.busy());
        REQUIRE(selection.entities().empty());
        done = matches.step(selection, std::chrono::microseconds(0));
    }
    CHECK(steps > 20);
    CHECK_FALSE(matches.busy());
    CHECK(selection.entities() == entities);
    CHECK(std::all_of(entities.begin(), entities.end(), [&](ecs::Entity each) { return selection.has(each); }));
    CHECK_FALSE(selection.has({7, 99}));
    CHECK_FALSE(matches.step(selection));
}

TEST_CASE("Match selection: what was begun can be given up", "[panels][query]") {
    panels::MatchSelection matches;
    panels::Selection selection;
    matches.start(shuffled(50'000), 50'000);
    REQUIRE_FALSE(matches.step(selection, std::chrono::microseconds(0)));
    matches.stop();
    CHECK_FALSE(matches.step(selection));
    CHECK(selection.entities().empty());
}

}  // namespace match_selection_test
