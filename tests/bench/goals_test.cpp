#include "goals.hpp"

#include "catch.hpp"
#include "comparison.hpp"

namespace goals_test {

using namespace bench;

TEST_CASE("Goals: every goal is about a row that there is, at a size it is measured at", "[bench][goals]") {
    std::size_t found = 0;
    for (const Row& row : all_rows())
        for (const std::size_t n : row.sizes)
            if (goal_of(row.name, n)) ++found;
    CHECK(found + (BENCH_WORLD_FILES ? 0 : 2) + (BENCH_ENTT ? 0 : 1) + (BENCH_FLECS ? 0 : 1) == all_goals().size());
}

TEST_CASE("Goals: a ratio, nanoseconds or bytes are compared with what was measured", "[bench][goals]") {
    Measurement measurement;
    measurement.ecs.median = 40;
    measurement.ratio.median = 1.05;
    CHECK(met({"iterate", 1, GoalKind::Ratio, 1.05}, measurement));
    CHECK_FALSE(met({"iterate", 1, GoalKind::Ratio, 1.04}, measurement));
    CHECK(met({"bytes", 1, GoalKind::Bytes, 40}, measurement));
    CHECK_FALSE(met({"save", 1, GoalKind::Nanoseconds, 39}, measurement));
    CHECK(to_string({"bytes", 1, GoalKind::Bytes, 48}) == "<= 48 bytes");
    CHECK(to_string({"save", 1, GoalKind::Nanoseconds, 350}) == "<= 350 ns");
    CHECK(to_string({"get", 1, GoalKind::Ratio, 1.6}) == "<= 1.6");
    CHECK_FALSE(goal_of("iterate", 1'000));
}

}  // namespace goals_test
