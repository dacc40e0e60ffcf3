#include "panels/lessons/lesson_pictures.hpp"

#include "catch.hpp"
#include "panels/support/headless.hpp"

namespace lesson_pictures_test {

using namespace ecs::lab;

namespace {

/// Twenty entities with two values each, visited once.
Scenario pairs() {
    Scenario scenario;
    for (const char* name : {"Position", "Velocity"}) {
        ecs::ComponentType type;
        type.name = name;
        ecs::Field field;
        field.name = "x";
        field.kind = ecs::FieldKind::F64;
        type.fields.push_back(field);
        ecs::lay_out(type.fields);
        scenario.types.push_back(&(*scenario.registry)[*scenario.registry->add_at_run_time(type)]);
    }
    const std::vector<std::byte> zero(8);
    scenario.steps.push_back({CreateStep{20, {{0, zero, {}, {}}, {1, zero, {}, {}}}}, "create", 0});
    scenario.steps.push_back({EachStep{{0, 1}, {}, 1}, "each", 0});
    scenario.entities = 20;
    return scenario;
}

}  // namespace

TEST_CASE("Lesson pictures: an array over lines has every line's address, and a value in two lines stands in both",
          "[panels][lessons]") {
    Harness harness({900, 300});
    const PlacedArray array(0, 12, 16);
    harness.add([&](const panels::Context& context) { panels::show_placed_array(context.style, array); });
    harness.frames(2);
    INFO(harness.screen());
    std::size_t fives = 0, fours = 0;
    for (const DrawnText& drawn : harness.texts()) {
        fives += drawn.text == "5";
        fours += drawn.text == "4";
    }
    CHECK(fours == 1);
    CHECK(fives >= 1);
    const DrawnText five = harness.need("4"), six = harness.need("6");
    CHECK(five.low.y < six.low.y);  // in the line below
}

TEST_CASE("Lesson pictures: touches are numbered from left to right, and stand at the height of their line",
          "[panels][lessons]") {
    Harness harness({900, 500});
    const Scenario scenario = pairs();
    ScenarioRun run(scenario, StorageKind::PackedVector, Mode::Repaired, {}, Tracing::Events);
    run.run_to(2);
    harness.add([&](const panels::Context& context) { panels::show_touch_order(context.style, run, 400); });
    harness.frames(2);
    INFO(harness.screen());
    const auto& touched = run.trace()->operations().back().touched;
    REQUIRE(touched.size() > 4);
    std::vector<DrawnText> numbers;
    for (std::size_t i = 0; i < 3; ++i)
        for (const DrawnText& drawn : harness.texts())
            if (drawn.text == std::to_string(i + 1)) numbers.push_back(drawn);
    REQUIRE(numbers.size() == 3);
    for (std::size_t i = 1; i < 3; ++i) {
        CHECK(numbers[i - 1].low.x < numbers[i].low.x);
        CHECK((numbers[i - 1].low.y < numbers[i].low.y) == (touched[i - 1].line < touched[i].line));
    }
}

TEST_CASE("Lesson pictures: a pass shows who is asked, and who is asked about himself", "[panels][lessons]") {
    Harness harness({500, 300});
    const std::vector<PairMoment> moments = pairs_met(Mode::Faithful);
    harness.add([&](const panels::Context& context) { panels::show_pairs_met(context.style, moments); });
    harness.frames(2);
    INFO(harness.screen());
    CHECK(harness.says("b = b"));
    CHECK(harness.says("b × c"));
    CHECK(harness.need("b = b").color == harness.style.theme->warn);
    CHECK(harness.need("b × c").color == harness.style.theme->text);
    CHECK(harness.need("b = b").low.y < harness.need("b × c").low.y);
}

}  // namespace lesson_pictures_test
