#include <cmath>
#include <cstring>

#include "catch.hpp"
#include "ecs/lab/scenario/bullets.hpp"
#include "ecs/lab/scenario/compare.hpp"
#include "editor/lab/lab_scenario.hpp"
#include "lab/support/scenario_values.hpp"

namespace lab_scenario_play_test {

using namespace ecs::lab;

namespace {

/// Runs all steps, and checks that none was refused or went wrong.
std::unique_ptr<ScenarioRun> repaired(const Scenario& scenario, StorageKind kind) {
    auto run = std::make_unique<ScenarioRun>(scenario, kind, Mode::Repaired, StorageOptions{}, Tracing::None);
    while (!run->finished()) {
        const StepResult& result = run->step();
        CAPTURE(name_of(kind), run->done(), result.why);
        CHECK(result.refused + result.bitten == 0);
    }
    return run;
}

const StepResult& first_refused(const ScenarioRun& run) {
    for (const StepResult& result : run.results())
        if (result.refused > 0) return result;
    FAIL("nothing was refused");
    return run.results().front();
}

std::vector<std::array<float, 3>> positions_after(const Scenario& scenario, StorageKind kind, Mode mode,
                                                  std::size_t steps) {
    ScenarioRun run(scenario, kind, mode, {}, Tracing::None);
    run.run_to(steps);
    const TypeIndex position = scenario.type_named("Position").value();
    std::vector<std::array<float, 3>> result;
    for (std::uint64_t number = 0; number < scenario.entities; ++number) {
        result.emplace_back();
        REQUIRE(run.storage().get(run.handle_of(number).value(), position, result.back().data()));
    }
    return result;
}

}  // namespace

TEST_CASE("Lab scenario: increment gives the documented output of the sample in all six storages", "[editor][lab]") {
    const Scenario scenario = editor::open_scenario("increment");
    REQUIRE(scenario.steps.size() == 6);
    using Row3 = std::array<float, 3>;
    const std::vector<Row3> golden{{2, 3, 1}, {3, 4, 2}, {4, 5, 3}, {5, 6, 4},
                                   {6, 7, 5}, {2, 3, 1}, {3, 4, 2}, {4, 5, 3}};
    const Row3 moved[]{{2, 3, 1}, {3.1f, 4.1f, 2.1f}, {4.2f, 5.2f, 3.2f}};
    for (const StorageKind kind : storage_kinds) {
        CAPTURE(name_of(kind));
        CHECK(positions_after(scenario, kind, Mode::Repaired, 5) == golden);
        const auto last = positions_after(scenario, kind, Mode::Repaired, 6);
        CHECK(std::equal(golden.begin(), golden.begin() + 5, last.begin()));
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t axis = 0; axis < 3; ++axis) CHECK(std::fabs(last[5 + i][axis] - moved[i][axis]) < 1e-5f);
    }
    CHECK(positions_after(scenario, StorageKind::SparseVector, Mode::Faithful, 5) == golden);
}

TEST_CASE("Lab scenario: chase ends in the same values in all six storages", "[editor][lab]") {
    const Scenario scenario = editor::open_scenario("chase");
    const auto first = repaired(scenario, StorageKind::Chunks);
    const auto expected = lab_test::values_of(*first);
    CHECK(expected.size() == 3 * scenario.entities);
    for (const StorageKind kind : storage_kinds) {
        CAPTURE(name_of(kind));
        CHECK(lab_test::values_of(*repaired(scenario, kind)) == expected);
    }
    // 60 + 30 ticks to the right and 30 down, at 2 pixels each.
    float player[2];
    REQUIRE(first->storage().get(*first->handle_of(0), *scenario.type_named("Position"), player));
    CHECK(player[0] == 150 + 2 * 90);
    CHECK(player[1] == 150 + 2 * 30);
    // The one in the corner never sees the player; some of the others did.
    float enemy[2];
    REQUIRE(first->storage().get(*first->handle_of(1), *scenario.type_named("Position"), enemy));
    CHECK(enemy[0] == 10);
    std::size_t moved = 0;
    for (std::uint64_t number = 2; number < scenario.entities; ++number) {
        REQUIRE(first->storage().get(*first->handle_of(number), *scenario.type_named("Position"), enemy));
        if (enemy[0] != 250 + 30 * static_cast<float>(number - 2)) ++moved;
    }
    CHECK(moved >= 3);
}

TEST_CASE("Lab scenario: bullets ends with the same survivors and values in all six storages", "[editor][lab]") {
    const Scenario scenario = editor::open_scenario("bullets");
    const auto first = repaired(scenario, StorageKind::Chunks);
    const auto expected = lab_test::values_of(*first);
    std::size_t players = 0, flying = 0, hurt = 0;
    for (const auto& [key, value] : expected) {
        if (key.second == *scenario.type_named("Damage")) ++flying;
        if (key.second != *scenario.type_named("Health")) continue;
        ++players;
        std::int32_t points = 0;
        std::memcpy(&points, value.data(), sizeof points);
        CHECK(points > 0);
        if (points < 4) ++hurt;
    }
    CHECK(players > 0);
    CHECK(players < 16);
    CHECK(hurt > 0);
    CHECK(flying > 0);
    CHECK(flying < 150);
    for (const StorageKind kind : storage_kinds) {
        CAPTURE(name_of(kind));
        const auto run = repaired(scenario, kind);
        CHECK(lab_test::values_of(*run) == expected);
        CHECK(run->storage().size() == players + flying);
    }
}

TEST_CASE("Lab scenario: faithful, a game ends at the article's wall, and says which", "[editor][lab]") {
    const auto wall = [](const char* name, StorageKind kind) {
        const Scenario scenario = editor::open_scenario(name);
        ScenarioRun run(scenario, kind, Mode::Faithful, {}, Tracing::None);
        run.run_to(scenario.steps.size());
        return std::string(first_refused(run).rule);
    };
    CHECK(wall("chase", StorageKind::HashIndex) == "000-C6");
    CHECK(wall("bullets", StorageKind::HashIndex) == "000-C6");
    CHECK(wall("bullets", StorageKind::PackedVector) == "003-L1");
}

TEST_CASE("Lab scenario: games leave the same bytes traced and untraced, and can be undone", "[editor][lab]") {
    for (const char* name : {"chase", "bullets"})
        for (const StorageKind kind : storage_kinds)
            for (const Mode mode : {Mode::Faithful, Mode::Repaired}) {
                CAPTURE(name, name_of(kind), name_of(mode));
                const Scenario scenario = editor::open_scenario(name);
                ScenarioRun plain(scenario, kind, mode, {}, Tracing::None),
                    traced(scenario, kind, mode, {}, Tracing::Events);
                const Arena::Snapshot before = traced.arena().snapshot();
                const std::size_t begin = traced.trace()->events().size();
                for (ScenarioRun* run : {&plain, &traced}) run->run_to(scenario.steps.size());
                CHECK(plain.arena().snapshot() == traced.arena().snapshot());
                CHECK(fault_of(traced.storage(), traced.arena()) == "");
                traced.trace()->go_to(begin);
                CHECK(traced.arena().snapshot() == before);
            }
}

TEST_CASE("Lab scenario: a game that is wrong is named by line, path and what was expected", "[editor][lab]") {
    const auto error_of = [](const std::string& step) -> std::string {
        try {
            editor::read_scenario(
                R"({ "components": { "Position": { "fields": { "x": "f32", "y": "f32", "n": "i32" } },
 "Damage": { "fields": { "points": "i32" } },
 "Velocity": { "fields": { "x": "f32", "y": "f32" } }, "Input": {} },
 "steps": [ { "create": {} },
  )" + step + " ] }",
                "try.json");
        } catch (const files::FileError& error) {
            return error.what();
        }
        return {};
    };
    struct Case {
        const char* step;
        const char* expected;
    };
    for (const Case& each : {
             Case{R"({ "play": "chaise", "ticks": 3 })",
                  R"(no game is called "chaise", there are "chase" and "bullets"; did you mean "chase"?)"},
             Case{R"({ "play": "chase" })", R"("play" needs "ticks")"},
             Case{R"({ "play": "chase", "tics": 3 })", R"(unknown member "tics" of "play"; did you mean "ticks"?)"},
             Case{R"({ "play": 3, "ticks": 3 })", "the name of a game"},
             Case{R"({ "play": "chase", "ticks": 3 })",
                  R"(needs the component "Input" with the fields up: bool, left: bool, down: bool, right: bool)"},
             Case{R"({ "play": "bullets", "ticks": 3 })", "here it has x: f32, y: f32, n: i32"},
             Case{R"({ "each": [ "Position" ], "do": [ { "to": "Position", "order": [ "x", "x" ] } ] })",
                  "each field once"},
             Case{R"({ "each": [ "Position" ], "do": [ { "to": "Position", "order": [ "y", "x" ] } ] })",
                  R"(every field of "Position" is needed, 3 of them, found 2)"},
             Case{R"({ "each": [ "Position" ], "do": [ { "to": "Position", "order": [ "n" ] } ] })",
                  R"("n" cannot become "x": they are of other kinds)"},
             Case{R"({ "each": [ "Position" ], "do": [ { "to": "Position", "order": [ "z" ] } ] })",
                  R"("Position" has no field "z")"},
             Case{R"({ "each": [ "Velocity" ], "do": [ { "to": "Velocity", "order": [ "y", "x" ], "plus": {} } ] })",
                  R"(either "plus" or "order")"},
         }) {
        CAPTURE(each.step);
        const std::string error = error_of(each.step);
        CHECK_THAT(error, Catch::Matchers::Contains(each.expected));
        CHECK_THAT(error, Catch::Matchers::StartsWith("try.json:5:"));
        CHECK_THAT(error, Catch::Matchers::Contains("/steps/1"));
    }
    // With the components as they should be: ticks and keys.
    const auto play = [](const std::string& step) -> std::string {
        try {
            editor::read_scenario(
                R"({ "components": { "Input": { "fields": { "up": "bool", "left": "bool", "down": "bool", "right": "bool" } },
 "Velocity": { "fields": { "x": "f32", "y": "f32" } }, "Position": { "fields": { "x": "f32", "y": "f32" } },
 "MoveTarget": { "fields": { "x": "f32", "y": "f32", "chasing": "u32" } },
 "Box": { "fields": { "width": "f32", "height": "f32" } }, "Health": { "fields": { "points": "i32" } },
 "Damage": { "fields": { "points": "i32" } } }, "steps": [ )" +
                    step + " ] }",
                "try.json");
        } catch (const files::FileError& error) {
            return error.what();
        }
        return {};
    };
    CHECK(play(R"({ "play": "chase", "ticks": 60, "keys": "wd" })").empty());
    CHECK(play(R"({ "play": "bullets", "ticks": 60 })").empty());
    CHECK_THAT(play(R"({ "play": "chase", "ticks": 0 })"), Catch::Matchers::Contains("from 1 to 3600, found 0"));
    CHECK_THAT(play(R"({ "play": "chase", "ticks": 9, "keys": "wx" })"),
               Catch::Matchers::Contains(R"(the keys are w, a, s and d, found "x")"));
    CHECK_THAT(play(R"({ "play": "bullets", "ticks": 9, "keys": "w" })"),
               Catch::Matchers::Contains("only \"chase\" is played with keys"));
}

}  // namespace lab_scenario_play_test
