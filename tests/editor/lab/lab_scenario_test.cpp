#include "editor/lab/lab_scenario.hpp"

#include <cstring>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/lab/scenario/scenario_run.hpp"
#include "files/support/temporary_folder.hpp"
#include "lab/support/invariants.hpp"

namespace lab_scenario_test {

using editor::read_scenario;
using namespace ecs::lab;

namespace {

constexpr const char* components = R"("components": { "Position": { "fields": { "x": "f32", "y": "f32" } },
  "Velocity": { "fields": { "x": "f32", "y": "f32" } }, "Count": { "fields": { "n": "i32" } }, "Mark": {} })";

std::string error_of(const std::string& steps) {
    try {
        read_scenario("{ " + std::string(components) + ",\n  \"steps\": [\n" + steps + "\n] }", "try.json");
    } catch (const files::FileError& error) {
        return error.what();
    }
    return {};
}

Scenario with_steps(const std::string& steps) {
    return read_scenario("{ " + std::string(components) + ", \"steps\": [ " + steps + " ] }", "try.json");
}

}  // namespace

TEST_CASE("Lab scenario: those that come with the program can all be read", "[editor][lab]") {
    CHECK(editor::built_in_scenarios().size() >= 11);
    for (const editor::BuiltInScenario& each : editor::built_in_scenarios()) {
        CAPTURE(each.name);
        const Scenario scenario = editor::open_scenario(std::string(each.name));
        CHECK_FALSE(scenario.title.empty());
        CHECK_FALSE(scenario.about.empty());
        CHECK_FALSE(scenario.steps.empty());
    }
}

TEST_CASE("Lab scenario: values grow from entity to entity, and only where they are wanted", "[editor][lab]") {
    const Scenario scenario = with_steps(R"({ "create": { "Count": { "n": 5 }, "Mark": {} }, "count": 10, "as": "first",
        "grow": { "Count": { "n": 3 } }, "where": { "Mark": { "divide": 2, "modulo": 2, "is": 1 } } })");
    const auto& create = std::get<CreateStep>(scenario.steps.at(0).what);
    CHECK(create.count == 10);
    REQUIRE(create.values.size() == 2);
    std::int32_t n = 0;
    std::memcpy(&n, value_at(create.values[0], *scenario.types[2], 4).data(), sizeof n);
    CHECK(n == 17);
    CHECK_FALSE(create.values[0].where.has_value());
    CHECK_FALSE(create.values[1].where->holds(1));
    CHECK(create.values[1].where->holds(2));
    CHECK(scenario.entity_name(0) == "first");
    CHECK(scenario.entity_name(1) == "#1");
    CHECK(scenario.steps[0].text == "create 10 entities with Count, Mark");
}

TEST_CASE("Lab scenario: what is wrong is named by file, line, path and what was expected", "[editor][lab]") {
    struct Case {
        const char* steps;
        const char* expected;
    };
    const std::string create = R"({ "create": { "Position": {} }, "as": "a" },)"
                               "\n";
    for (const Case& each : {
             Case{R"({ "creat": {} })", R"(did you mean "create"?)"},
             Case{R"({ "create": {}, "destroy": 0 })", R"(this one has "create" and "destroy")"},
             Case{R"({ "create": { "Positon": {} } })",
                  R"(no component is called "Positon"; did you mean "Position"?)"},
             Case{R"({ "create": { "Position": { "z": 1 } } })", "z"},
             Case{R"({ "create": {}, "count": 0 })", "must be from 1 to 1000000, found 0"},
             Case{R"({ "destroy": "b" })", R"(no entity is called "b")"},
             Case{R"({ "destroy": 7 })", "there is no entity 7 yet: 1 are created before this step"},
             Case{R"({ "destroy": { "from": 0, "count": 3 } })", "reaches to entity 2"},
             Case{R"({ "add": { "Count": {} } })", R"("add" needs "to")"},
             Case{R"({ "add": { "Count": {}, "Mark": {} }, "to": "a" })", "one component a step"},
             Case{R"({ "each": [] })", "one component at least"},
             Case{R"({ "each": [ "Position", "Position" ] })", "each component once"},
             Case{R"({ "each": [ "Position" ], "do": [ { "to": "Count", "plus": {} } ] })",
                  R"("Count" is not among the components of this query)"},
             Case{R"({ "each": [ "Position", "Count" ], "do": [ { "to": "Position", "plus": "Count" } ] })",
                  R"("Count" cannot be added to "Position")"},
             Case{R"({ "each": [ "Count" ], "do": [ { "to": "Count", "plus": "Count", "times": -1e300 } ] })",
                  "times must be from -1e15 to 1e15"},
             Case{R"({ "create": {}, "as": "a" })", R"(another entity is called "a" already)"},
             Case{R"({ "create": { "Mark": {} }, "where": { "Mark": { "divide": 2 } } })", R"("modulo" and one of)"},
             Case{R"({ "remove": "Position", "of": "a" })", R"(unknown member "of" of "remove")"},
         }) {
        CAPTURE(each.steps);
        const std::string error = error_of(create + each.steps);
        CHECK_THAT(error, Catch::Matchers::Contains(each.expected));
        CHECK_THAT(error, Catch::Matchers::StartsWith("try.json:5:"));
        CHECK_THAT(error, Catch::Matchers::Contains("/steps/1"));
    }
    CHECK_THAT(error_of("{ \"create\": {}, \"count\": 1000000 }, { \"create\": {} }"),
               Catch::Matchers::Contains("1,000,000 entities"));
}

TEST_CASE("Lab scenario: more work or memory than can be had is an error with its place, however it comes about",
          "[editor][lab]") {
    const std::string many = R"({ "create": { "Position": {} }, "count": 1000000 },)";
    CHECK(error_of(many + R"(
      { "each": [ "Position" ], "repeat": 50 },
      { "each": [ "Position" ],
        "repeat": 50 })") ==
          "try.json:7:19: /steps/2/repeat: the steps up to this one come to 101,000,000 operations and visits of "
          "rows, a scenario may come to 100,000,000");
    CHECK(error_of(many + R"({ "each": [ "Position" ], "repeat": 99 })").empty());
    CHECK(error_of(many + R"({ "each": [ "Position" ], "repeat": 100000 })").find("100,001,000,000") !=
          std::string::npos);
    // Thousands of small steps are as many as a large one.
    std::string steps = R"({ "create": { "Position": {} }, "count": 100000 })";
    for (int i = 0; i < 1'000; ++i) steps += R"(, { "each": [ "Position" ], "repeat": 10 })";
    CHECK(error_of(steps).find("/steps/100/repeat") != std::string::npos);
    // An operation takes longer than a visit.
    std::string moves = many;
    for (int i = 0; i < 5; ++i)
        moves += R"({ "add": { "Mark": {} }, "to": { "from": 0, "count": 1000000 } },
                    { "remove": "Mark", "from": { "from": 0, "count": 1000000 } },)";
    CHECK(error_of(moves + R"({ "each": [ "Mark" ] })").find("11,000,000 operations on entities") != std::string::npos);
    // Memory: what 1,000,000 entities with 160 bytes come to.
    const auto error_of_bytes = [](const std::string& bytes, const std::string& count) -> std::string {
        try {
            read_scenario(R"({ "components": { "Big": { "fields": { "b": "u8[)" + bytes + R"(]" } } },
  "steps": [ { "create": { "Big": {} },
    "count": )" + count + " } ] }",
                          "try.json");
        } catch (const files::FileError& error) {
            return error.what();
        }
        return {};
    };
    CHECK(error_of_bytes("160", "1000000") ==
          "try.json:3:14: /steps/0/count: the entities up to here would have 160,000,000 bytes if each had every "
          "component, a scenario may have 134,217,728");
    CHECK(error_of_bytes("128", "1000000").empty());
    CHECK(error_of_bytes("60000", "3000").find("180,000,000 bytes") != std::string::npos);
}

TEST_CASE("Lab scenario: what is no file, or too large a one, is not read", "[editor][lab]") {
    const auto why = [](const std::string& file) -> std::string {
        try {
            editor::open_scenario(file);
        } catch (const files::FileError& error) {
            return error.what();
        }
        return {};
    };
    CHECK(why("/dev/zero") == "/dev/zero: cannot be read: it is a device, and only files are");
    const TemporaryFolder folder;
    CHECK_THAT(why(folder.path.string()), Catch::Matchers::EndsWith("cannot be read: it is a folder"));
    const std::string large = folder.write("large.json", "{").string();
    std::filesystem::resize_file(large, 65ull * 1024 * 1024);  // a hole: it takes no room
    CHECK_THAT(why(large), Catch::Matchers::EndsWith("cannot be read: it is larger than 64 MiB"));
}

TEST_CASE("Lab scenario: what random scenarios may do is bounded, and those that are accepted end", "[editor][lab]") {
    std::size_t accepted = 0, refused = 0, ran = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        INFO("seed " << seed);
        ecs::Random random(seed);
        const auto one_of = [&](std::initializer_list<const char*> words) -> std::string {
            return words.begin()[random.below(static_cast<std::uint32_t>(words.size()))];
        };
        std::uint64_t entities = 0;
        std::string steps;
        for (std::uint32_t step = 0, count = 2 + random.below(30); step < count; ++step) {
            if (step > 0) steps += ",\n";
            if (entities == 0 || random.below(4) == 0) {
                const std::string many = one_of({"1", "7", "100", "3000", "90000"});
                entities += std::stoull(many);
                steps += R"({ "create": { "Position": {}, "Mark": {} }, "count": )" + many + " }";
                continue;
            }
            const std::uint64_t from = random.below(static_cast<std::uint32_t>(entities));
            const std::string which = R"({ "from": )" + std::to_string(from) + R"(, "count": )" +
                                      std::to_string(1 + random.below(static_cast<std::uint32_t>(entities - from))) +
                                      " }";
            const std::uint32_t kind = random.below(5);
            if (kind == 0) steps += R"({ "destroy": )" + which + " }";
            if (kind == 1) steps += R"({ "add": { "Velocity": {} }, "to": )" + which + " }";
            if (kind == 2) steps += R"({ "remove": "Mark", "from": )" + which + " }";
            if (kind == 3) steps += R"({ "get": "Position", "of": )" + which + " }";
            if (kind == 4)
                steps += R"({ "each": [ "Position" ], "repeat": )" + one_of({"1", "9", "1000", "100000"}) + " }";
        }
        const std::string why = error_of(steps);
        refused += !why.empty();
        if (!why.empty()) {
            CHECK_THAT(why, Catch::Matchers::Contains("a scenario may come to"));
            continue;
        }
        const Scenario scenario = with_steps(steps);
        ++accepted;
        PlannedWork planned(scenario.types.size());
        for (const ScenarioStep& step : scenario.steps) planned.add(step);
        CHECK(planned.sum() <= max_planned_work);
        CHECK(planned.operations() <= max_planned_operations);
        if (planned.sum() > 20'000) continue;
        ++ran;
        for (const StorageKind kind : storage_kinds) {
            ScenarioRun run(scenario, kind, Mode::Repaired, {}, Tracing::None);
            run.run_to(scenario.steps.size());
            CHECK(run.done() == scenario.steps.size());
        }
    }
    CHECK(accepted > 50);
    CHECK(refused > 50);
    CHECK(ran > 10);
}

TEST_CASE("Lab scenario: a game's work is that of those who meet", "[editor][lab]") {
    const Scenario chase = editor::open_scenario("chase");
    CHECK(chase.planned_work() < 1'500'000);
    const std::string parts = R"("Position": { "fields": { "x": "f32", "y": "f32" } },
        "Velocity": { "fields": { "x": "f32", "y": "f32" } },
        "Box": { "fields": { "width": "f32", "height": "f32" } },
        "Health": { "fields": { "points": "i32" } }, "Damage": { "fields": { "points": "i32" } })";
    const auto with = [&](int players, int bullets) {
        return R"({ "components": { )" + parts + R"( }, "steps": [ { "create": { "Health": {} }, "count": )" +
               std::to_string(players) + R"( }, { "create": { "Damage": {} }, "count": )" + std::to_string(bullets) +
               R"( }, { "play": "bullets", "ticks": 1 } ] })";
    };
    CHECK_NOTHROW(read_scenario(with(1'000, 50'000), "try.json"));
    CHECK_THROWS_AS(read_scenario(with(20'000, 50'000), "try.json"), files::FileError);
}

TEST_CASE("Lab scenario: two-phase as article 002 published it ends with its sums, and refuses nothing",
          "[editor][lab]") {
    Scenario scenario = editor::open_scenario("two-phase");
    for (const Mode mode : {Mode::Faithful, Mode::Repaired}) {
        CAPTURE(name_of(mode));
        ScenarioRun run(scenario, StorageKind::ArchetypeBlock, mode, {}, Tracing::None);
        run.run_to(scenario.steps.size());
        for (const StepResult& result : run.results()) {
            CHECK(result.refused == 0);
            CHECK(result.bitten == 0);
        }
        CHECK(run.results()[1].operations == 100'000);
        CHECK(run.results()[2].visited == 500'000);
        std::int64_t sum = 0;
        std::uint64_t rows = 0, wrong = 0;
        run.storage().each(std::vector<TypeIndex>{0, 1}, [&](Row& row) {
            std::int32_t position[2], scale = 0;
            row.read(0, position);
            row.read(1, &scale);
            sum += position[0];
            ++rows;
            wrong += scale != 495 || position[0] != position[1] + 10;
        });
        CHECK(rows == 100'000);
        CHECK(wrong == 0);
        CHECK(sum == 5'000'950'000);
        // Nobody is left behind in the first chunk, and everybody is known by name.
        std::uint64_t stale = 0;
        for (std::uint64_t number = 0; number < scenario.entities; ++number) stale += run.is_stale(number);
        CHECK(stale == 0);
    }
}

TEST_CASE("Lab scenario: where every handle is passed as it was given, places go stale, as 002-L4 says",
          "[editor][lab]") {
    Scenario scenario = editor::open_scenario("two-phase");
    lab_test::bound(scenario, 100, 1);
    std::get<ValueStep>(scenario.steps[1].what).of.same_place = false;
    ScenarioRun run(scenario, StorageKind::ArchetypeBlock, Mode::Faithful, {}, Tracing::None);
    run.run_to(2);
    CHECK(run.results()[1].refused == 50);
    // Elsewhere an entity is named by its own handle, with or without it.
    std::get<ValueStep>(scenario.steps[1].what).of.same_place = true;
    for (const StorageKind kind : {StorageKind::HashIndex, StorageKind::PackedVector, StorageKind::Chunks}) {
        ScenarioRun other(scenario, kind, Mode::Faithful, {}, Tracing::None);
        other.run_to(2);
        CHECK(other.results()[1].refused == 0);
        for (std::uint64_t number = 0; number < 100; ++number) CHECK(other.storage().has(*other.handle_of(number), 1));
    }
}

TEST_CASE("Lab scenario: a name that is neither built in nor a file is a sentence", "[editor][lab]") {
    CHECK_THROWS_WITH(editor::open_scenario("patern"), Catch::Matchers::Contains("did you mean \"pattern\"?"));
}

}  // namespace lab_scenario_test
