#include "catch.hpp"
#include "editor/lab/lab_scenario.hpp"
#include "lab/support/invariants.hpp"

namespace lab_invariants_test {

using namespace ecs::lab;

TEST_CASE("Lab scenario: every one that comes with the program, at every event described as what is there",
          "[editor][lab][invariants]") {
    std::uint64_t moments = 0;
    for (const editor::BuiltInScenario& built_in : editor::built_in_scenarios()) {
        Scenario scenario = editor::open_scenario(std::string(built_in.name));
        lab_test::bound(scenario, 12, 3);
        for (const StorageKind kind : storage_kinds)
            for (const Mode mode : {Mode::Faithful, Mode::Repaired}) {
                CAPTURE(built_in.name, name_of(kind), name_of(mode));
                REQUIRE(lab_test::false_moment(scenario, kind, mode, {}, moments) == "");
            }
    }
    CHECK(moments > 20'000);
}

// Large ones are bounded: what holds of each step does not depend on how many entities it creates.
TEST_CASE("Lab scenario: every one that comes with the program keeps the promises at every step, in all storages",
          "[editor][lab][invariants]") {
    constexpr std::uint64_t max_entities = 120, max_ticks = 12;
    for (const editor::BuiltInScenario& built_in : editor::built_in_scenarios()) {
        Scenario scenario = editor::open_scenario(std::string(built_in.name));
        lab_test::bound(scenario, max_entities, max_ticks);
        REQUIRE(scenario.entities > 0);
        for (const StorageKind kind : storage_kinds)
            for (const Mode mode : {Mode::Faithful, Mode::Repaired}) {
                CAPTURE(built_in.name, name_of(kind), name_of(mode));
                std::uint64_t operations = 0;
                REQUIRE(lab_test::broken_promise(scenario, kind, mode, {}, operations) == "");
                CHECK(operations >= scenario.steps.size());
                CHECK(operations < 3'000);  // the time that this test takes is counted, not measured
            }
    }
}

}  // namespace lab_invariants_test
