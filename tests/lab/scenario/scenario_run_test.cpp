#include "ecs/lab/scenario/scenario_run.hpp"

#include "catch.hpp"
#include "lab/support/lab_scenarios.hpp"
#include "lab/support/scenario_values.hpp"

namespace scenario_run_test {

using namespace ecs::lab;

TEST_CASE("ScenarioRun: all storages agree on every value, entity by entity", "[lab][scenario_run]") {
    const Scenario scenario = lab_test::pattern(500);
    ScenarioRun first(scenario, StorageKind::Chunks, Mode::Repaired, {}, Tracing::None);
    first.run_to(2);
    const auto expected = lab_test::values_of(first);
    CHECK(expected.size() > 1000);
    for (const StorageKind kind : storage_kinds) {
        CAPTURE(name_of(kind));
        ScenarioRun run(scenario, kind, Mode::Repaired, {}, Tracing::None);
        run.run_to(2);
        CHECK(run.results()[1].visited == 250);
        CHECK(lab_test::values_of(run) == expected);
    }
}

TEST_CASE("ScenarioRun: traced, counted and untraced runs leave the same bytes", "[lab][scenario_run]") {
    const Scenario scenario = lab_test::pattern(200);
    for (const StorageKind kind : storage_kinds)
        for (const Mode mode : {Mode::Faithful, Mode::Repaired}) {
            CAPTURE(name_of(kind), name_of(mode));
            ScenarioRun plain(scenario, kind, mode, {}, Tracing::None),
                counted(scenario, kind, mode, {}, Tracing::Counts), traced(scenario, kind, mode, {}, Tracing::Events);
            for (ScenarioRun* run : {&plain, &counted, &traced}) run->run_to(2);
            CHECK(plain.arena().snapshot() == traced.arena().snapshot());
            CHECK(plain.arena().snapshot() == counted.arena().snapshot());
            CHECK(counted.work() == traced.work());
        }
}

TEST_CASE("ScenarioRun: undoing all events gives back the first snapshot, in either mode", "[lab][scenario_run]") {
    const Scenario scenario = lab_test::removal();
    for (const StorageKind kind : storage_kinds)
        for (const Mode mode : {Mode::Faithful, Mode::Repaired}) {
            CAPTURE(name_of(kind), name_of(mode));
            ScenarioRun run(scenario, kind, mode, {}, Tracing::Events);
            const Arena::Snapshot first = run.arena().snapshot();
            const std::size_t begin = run.trace()->events().size();
            run.run_to(scenario.steps.size());
            REQUIRE_FALSE(run.arena().snapshot() == first);
            run.trace()->go_to(begin);
            CHECK(run.arena().snapshot() == first);
        }
}

TEST_CASE("ScenarioRun: the ledger adds up at every step of either mode", "[lab][scenario_run]") {
    const Scenario scenario = lab_test::removal();
    for (const StorageKind kind : storage_kinds)
        for (const Mode mode : {Mode::Faithful, Mode::Repaired}) {
            CAPTURE(name_of(kind), name_of(mode));
            ScenarioRun run(scenario, kind, mode, {}, Tracing::Counts);
            while (!run.finished()) {
                run.step();
                CAPTURE(run.done());
                REQUIRE(fault_of(run.storage(), run.arena()) == "");
                const Account account = account_of(run.storage(), run.arena());
                REQUIRE(account.payload + account.index + account.holes + account.spare + account.padding ==
                        account.allocated);
            }
        }
}

TEST_CASE("ScenarioRun: a destroyed entity's handle is stale, and using it is refused when repaired",
          "[lab][scenario_run]") {
    const Scenario scenario = lab_test::removal();
    for (const StorageKind kind : storage_kinds) {
        CAPTURE(name_of(kind));
        ScenarioRun run(scenario, kind, Mode::Repaired, {}, Tracing::None);
        run.run_to(scenario.steps.size());
        CHECK(run.is_stale(1));
        CHECK_FALSE(run.is_stale(4));
        CHECK(run.results().back().refused == 1);
        CHECK_FALSE(run.results().back().why.empty());
        CHECK_FALSE(run.entity_of(*run.handle_of(1)).has_value());
        CHECK(run.entity_of(*run.handle_of(4)) == 4u);
    }
}

TEST_CASE("ScenarioRun: where a handle is a place, the entity that moved there is known, and its own handle stale",
          "[lab][scenario_run]") {
    const Scenario scenario = lab_test::removal();
    ScenarioRun run(scenario, StorageKind::ArchetypeBlock, Mode::Faithful, {}, Tracing::None);
    run.run_to(6);
    CHECK(run.entity_of(*run.handle_of(1)) == 4u);  // the last row fills the hole
    CHECK(run.is_stale(4));
    CHECK_FALSE(run.is_stale(0));
}

}  // namespace scenario_run_test
