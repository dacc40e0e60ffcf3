#include "panels/lab/lab_capacity.hpp"

#include "catch.hpp"
#include "panels/base/format.hpp"
#include "panels/support/headless.hpp"
#include "panels/support/lab_scenes.hpp"

namespace lab_capacity_test {

using namespace ecs::lab;

namespace {

Scenario with_sizes(std::vector<std::size_t> numbers) {
    Scenario scenario;
    scenario.name = "sizes";
    for (std::size_t i = 0; i < numbers.size(); ++i)
        add_type(scenario, (std::string("C") + std::to_string(i)).c_str(), numbers[i]);
    return scenario;
}

struct Lab {
    Harness harness{{1000, 560}};
    Scenario scenario;
    panels::LabCapacity capacity;

    explicit Lab(std::vector<std::size_t> numbers = {3, 3, 1}) : scenario(with_sizes(std::move(numbers))) {
        harness.add([this](const panels::Context& context) { capacity.show(context, scenario); });
        harness.frames(3);
    }
};

}  // namespace

TEST_CASE("Capacity calculator: it begins with the scenario's components, and each rule has its number",
          "[panels][lab]") {
    Lab lab;
    INFO(lab.harness.screen());
    CHECK(lab.harness.says("452 rows fit into 16.0 KiB"));
    CHECK(lab.harness.says("exact"));
    CHECK(lab.harness.says("453 rows: C2 would end at byte"));
    CHECK(lab.harness.says("Ours: 452; Naive: 455; Unity, 64-byte columns: 448"));
    lab.harness.click_text("Naive");
    lab.harness.frames(2);
    CHECK(lab.harness.says("455 rows fit"));
    CHECK(lab.harness.says("simulated"));
    lab.harness.click_text("Unity 64");
    lab.harness.frames(2);
    CHECK(lab.harness.says("448 rows fit"));
    lab.harness.click_text("Unity 128 rows");
    lab.harness.frames(2);
    CHECK(lab.harness.says("128 rows fit"));
    CHECK(lab.harness.says("The rule allows 128 rows at most; 448 would fit"));
}

TEST_CASE("Capacity calculator: starts, ends and slack of each column are those of the layout", "[panels][lab]") {
    Lab lab;
    const ecs::RuledLayout layout = lab.capacity.layout();
    REQUIRE(layout.places.size() == 4);
    for (std::size_t i = 0; i < layout.places.size(); ++i) {
        CHECK(lab.harness.says(panels::format_count(layout.places[i].begin)));
        CHECK(lab.harness.says(panels::format_count(layout.places[i].end)));
    }
    CHECK(lab.harness.says("With one row more, C2 around the end of the block: byte 16,384 is the first"));
}

TEST_CASE("Capacity calculator: components are ticked off, added and given another size", "[panels][lab]") {
    Lab lab;
    const DrawnText last = lab.harness.need("C2");
    lab.harness.click({last.low.x - 30, last.middle().y});
    lab.harness.frames(2);
    CHECK_FALSE(lab.capacity.columns()[2].on);
    CHECK(lab.harness.says("509 rows fit"));
    const DrawnText middle = lab.harness.need("C1");
    lab.harness.click({middle.low.x - 30, middle.middle().y});
    lab.harness.frames(2);
    CHECK(lab.harness.says("816 rows fit"));

    lab.harness.click_text("+ Add a component");
    lab.harness.frames(2);
    REQUIRE(lab.capacity.columns().size() == 4);
    CHECK(lab.capacity.columns()[3].own);
    CHECK(lab.capacity.columns()[3].column.size == 4);
    const DrawnText own = lab.harness.need("Own 1");
    const DrawnText plus = lab.harness.need("+");  // before that of the button that added it
    CHECK(std::abs(plus.middle().y - own.middle().y) < 6);
    const std::uint32_t before = lab.capacity.layout().capacity;
    lab.harness.click(plus.middle());
    lab.harness.frames(2);
    CHECK(lab.capacity.columns()[3].column.size == 5);
    CHECK(lab.capacity.layout().capacity < before);
    CHECK(lab.harness.performed.empty());
}

TEST_CASE("Capacity calculator: the numbers of the design, and none fits is a sentence", "[panels][lab]") {
    struct Known {
        std::vector<std::size_t> numbers;  // of 4 bytes
        const char* text;
    };
    for (const Known& known :
         {Known{{3}, "816 rows fit"}, Known{{3, 3}, "509 rows fit"}, Known{{3, 3, 1}, "452 rows"}}) {
        Lab lab(known.numbers);
        INFO(lab.harness.screen());
        CHECK(lab.harness.says(known.text));
    }
    Lab lab({1});
    // Larger than any chunk: typed into the box.
    lab.harness.click_text("+ Add a component");
    lab.harness.frames(2);
    const DrawnText plus = lab.harness.need("+");
    lab.harness.double_click({plus.middle().x - 60, plus.middle().y});
    lab.harness.replace_text("16312");
    lab.harness.key(panels::compat::Key::Enter);
    lab.harness.frames(3);
    INFO(lab.harness.screen());
    CHECK(lab.capacity.columns()[1].column.size == 16312);
    CHECK(lab.harness.says("0 rows fit"));
    CHECK(lab.harness.says("Not even one row fits into a block of 16,384 bytes"));
    CHECK(lab.harness.says("1 row: Own 1 would end at byte"));
}

TEST_CASE("Capacity calculator: header, id and alignment can be any", "[panels][lab]") {
    Lab lab;
    lab.harness.click_text("Own numbers");
    lab.harness.frames(2);
    INFO(lab.harness.screen());
    CHECK_FALSE(lab.capacity.rule());
    // They begin as ours.
    CHECK(lab.capacity.layout().capacity == 452);
    CHECK(lab.harness.says("simulated"));
    const DrawnText header = lab.harness.need("Header");
    lab.harness.double_click({header.high.x + 30, header.middle().y});
    lab.harness.replace_text("0");
    lab.harness.key(panels::compat::Key::Enter);
    lab.harness.frames(3);
    CHECK(lab.capacity.own_terms().header_bytes == 0);
    CHECK(lab.capacity.layout().capacity > 452);
}

}  // namespace lab_capacity_test
