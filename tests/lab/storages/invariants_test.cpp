#include "lab/support/invariants.hpp"

#include "catch.hpp"
#include "lab/support/lab_scenarios.hpp"

namespace invariants_test {

using namespace ecs::lab;

TEST_CASE("Storages: over random scenarios the roles add up, tracing changes nothing and all can be taken back",
          "[lab][invariants]") {
    std::uint64_t operations = 0, refused = 0, bitten = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const Scenario scenario = lab_test::random_scenario(seed, 40);
        for (const StorageKind kind : storage_kinds)
            for (const Mode mode : {Mode::Faithful, Mode::Repaired}) {
                CAPTURE(seed, name_of(kind), name_of(mode));
                REQUIRE(lab_test::broken_promise(scenario, kind, mode, {}, operations) == "");
                ScenarioRun run(scenario, kind, mode, {}, Tracing::None);
                run.run_to(scenario.steps.size());
                for (const StepResult& result : run.results()) {
                    refused += result.refused;
                    bitten += result.bitten;
                }
            }
    }
    // Scenarios that do nothing would hold every promise.
    CHECK(operations > 5'000);
    CHECK(refused > 100);
    CHECK(bitten > 100);
}

TEST_CASE("Storages: the same with every choice that the articles leave open", "[lab][invariants]") {
    using Removal = StorageOptions::Removal;
    using FreeList = StorageOptions::FreeList;
    using JoinBase = StorageOptions::JoinBase;
    std::vector<StorageOptions> choices;
    choices.push_back({.removal = Removal::Shift});
    choices.push_back({.free_list = FreeList::Newest, .join_base = JoinBase::Smallest});
    choices.push_back({.free_list = FreeList::Oldest, .pool_objects = true});
    std::uint64_t operations = 0;
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const Scenario scenario = lab_test::random_scenario(100 + i, 40);
        for (const StorageKind kind : storage_kinds)
            for (const Mode mode : {Mode::Faithful, Mode::Repaired}) {
                CAPTURE(i, name_of(kind), name_of(mode));
                REQUIRE(lab_test::broken_promise(scenario, kind, mode, choices[i], operations) == "");
            }
    }
    CHECK(operations > 1'000);
}

TEST_CASE("Storages: a bounded scenario creates no more than it may, and names only entities that are there",
          "[lab][invariants]") {
    Scenario scenario = lab_test::pattern(1000);
    scenario.steps.push_back({DestroyStep{{10, 400, 2}}, "destroy", 0});
    scenario.steps.push_back({lab_test::pattern(5).steps[0].what, "create", 0});
    scenario.steps.push_back({TypeStep{OperationKind::Get, {1002, 2, 1}, lab_test::health}, "get", 0});
    scenario.entities = 1005;
    scenario.names = {{"late", 1003}};
    lab_test::bound(scenario, 40, 3);
    CHECK(scenario.entities == 45);
    CHECK(scenario.names[0].second == 43);
    ScenarioRun run(scenario, StorageKind::Chunks, Mode::Repaired, {}, Tracing::None);
    run.run_to(scenario.steps.size());
    CHECK(run.storage().size() == 45 - 15);  // 10, 12, … 38
    CHECK(run.results()[4].refused == 0);
    CHECK(run.results()[4].operations == 2);
}

TEST_CASE("Storages: one that does not judge reads nothing that its article does not, and refuses the same",
          "[lab][invariants]") {
    const Scenario scenario = lab_test::random_scenario(7, 60);
    for (const StorageKind kind : {StorageKind::SparseVector, StorageKind::PackedVector}) {
        CAPTURE(name_of(kind));
        ScenarioRun judging(scenario, kind, Mode::Faithful, {}, Tracing::Events),
            plain(scenario, kind, Mode::Faithful, {}, Tracing::Events);
        plain.storage().judges = false;
        judging.run_to(scenario.steps.size());
        plain.run_to(scenario.steps.size());
        CHECK(judging.arena().snapshot() == plain.arena().snapshot());
        CHECK(judging.work() == plain.work());
        std::uint64_t bitten = 0, still_bitten = 0;
        for (const StepResult& result : judging.results()) bitten += result.bitten;
        for (const StepResult& result : plain.results()) still_bitten += result.bitten;
        CHECK(bitten > still_bitten);
    }
}

TEST_CASE("PackedVector: repaired, each operation reads whether the entity lives, and the trace says so",
          "[lab][invariants]") {
    Scenario scenario = lab_test::pattern(5);
    scenario.steps.resize(1);
    scenario.steps.push_back({TypeStep{OperationKind::Get, {1, 1, 1}, lab_test::health}, "get", 0});
    scenario.steps.push_back(
        {ValueStep{OperationKind::Set, {1, 1, 1}, lab_test::planned(lab_test::health, lab_test::Health{7})}, "set", 0});
    scenario.steps.push_back({TypeStep{OperationKind::Remove, {1, 1, 1}, lab_test::health}, "remove", 0});
    scenario.steps.push_back({DestroyStep{{1, 1, 1}}, "destroy", 0});
    ScenarioRun run(scenario, StorageKind::PackedVector, Mode::Repaired, {}, Tracing::Events);
    run.step();
    while (!run.finished()) {
        run.step();
        const Trace::Operation& operation = run.trace()->operations().back();
        bool read = false;
        for (std::size_t e = operation.begin; e < operation.end; ++e) {
            const Event& event = run.trace()->events()[e];
            read |= event.kind == EventKind::Read && event.text == "which entities live";
        }
        CAPTURE(operation.what);
        CHECK(read);
    }
}

}  // namespace invariants_test
