#include "ecs/lab/scenario/access_log.hpp"

#include "catch.hpp"
#include "lab/support/lab_scenarios.hpp"

namespace access_log_test {

using namespace ecs::lab;

TEST_CASE("AccessLog: it has the accesses that the events of the same query tell of, in every storage",
          "[lab][access_log]") {
    const Scenario scenario = lab_test::pattern(200);
    for (const StorageKind kind : storage_kinds) {
        CAPTURE(name_of(kind));
        ScenarioRun run(scenario, kind, Mode::Repaired, {}, Tracing::Events);
        run.run_to(scenario.steps.size());
        std::vector<Access> told;
        for_each_access(*run.trace(), run.trace()->operations().size() - 1,
                        [&](Address at, std::uint64_t bytes, bool writes) {
                            told.push_back({at, static_cast<std::uint32_t>(bytes), writes});
                        });
        const auto log = log_last_query(scenario, kind, Mode::Repaired, {}, scenario.steps.size());
        REQUIRE(log);
        CHECK(log->complete());
        REQUIRE(log->accesses.size() == told.size());
        CHECK(log->accesses == told);

        // So a cache that holds all misses each line once.
        const CacheSimulation cache = simulate(*log, {1 << 20, 16});
        CHECK(cache.misses() == run.trace()->operations().back().work.lines);
    }
}

TEST_CASE("AccessLog: of a repeated query the last time is told, and later steps do not matter", "[lab][access_log]") {
    Scenario scenario = lab_test::pattern(30);
    const auto once = log_last_query(scenario, StorageKind::Chunks, Mode::Repaired, {}, 2);
    std::get<EachStep>(scenario.steps[1].what).repeat = 5;
    scenario.steps.push_back({DestroyStep{{0, 30, 1}}, "destroy all", 0});
    const auto often = log_last_query(scenario, StorageKind::Chunks, Mode::Repaired, {}, 3);
    REQUIRE(once);
    REQUIRE(often);
    CHECK(often->accesses == once->accesses);
    CHECK(often->made == once->made);
}

TEST_CASE("AccessLog: without a query there is none", "[lab][access_log]") {
    const Scenario scenario = lab_test::pattern(30);
    CHECK_FALSE(log_last_query(scenario, StorageKind::Chunks, Mode::Repaired, {}, 1));
    CHECK_FALSE(log_last_query(scenario, StorageKind::Chunks, Mode::Repaired, {}, 0));
}

TEST_CASE("AccessLog: more than can be kept is counted, and not taken for all", "[lab][access_log]") {
    const Scenario scenario = lab_test::pattern(100);
    const auto all = log_last_query(scenario, StorageKind::Chunks, Mode::Repaired, {}, 2);
    const auto some = log_last_query(scenario, StorageKind::Chunks, Mode::Repaired, {}, 2, {}, 10);
    REQUIRE(some);
    CHECK(some->accesses.size() == 10);
    CHECK(some->made == all->made);
    CHECK_FALSE(some->complete());
}

TEST_CASE("AccessLog: accesses that reach over the end of a line are counted", "[lab][access_log]") {
    AccessLog log;
    log.accesses = {{64, 64, false}, {60, 8, false}, {63, 1, true}, {63, 2, true}, {100, 200, false}};
    CHECK(log.straddling() == 3);
}

TEST_CASE("AccessLog: it stops when asked to", "[lab][access_log]") {
    const Scenario scenario = lab_test::pattern(100);
    std::stop_source stop;
    stop.request_stop();
    CHECK_FALSE(log_last_query(scenario, StorageKind::Chunks, Mode::Repaired, {}, 2, stop.get_token()));
}

}  // namespace access_log_test
