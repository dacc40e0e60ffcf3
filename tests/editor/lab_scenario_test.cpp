#include "editor/lab_scenario.hpp"

#include <cstring>

#include "catch.hpp"

using editor::read_scenario;
using namespace ecs::lab;

namespace {

constexpr const char* components = R"("components": { "Position": { "fields": { "x": "f32", "y": "f32" } },
  "Velocity": { "fields": { "x": "f32", "y": "f32" } }, "Count": { "fields": { "n": "i32" } }, "Mark": {} })";

std::string error_of(const std::string& steps) {
    try {
        read_scenario("{ " + std::string(components) + ",\n  \"steps\": [\n" + steps + "\n] }", "try.json");
    } catch (const editor::FileError& error) {
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

TEST_CASE("Lab scenario: a name that is neither built in nor a file is a sentence", "[editor][lab]") {
    CHECK_THROWS_WITH(editor::open_scenario("patern"), Catch::Matchers::Contains("did you mean \"pattern\"?"));
}
