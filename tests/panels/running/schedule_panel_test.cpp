#include "panels/running/schedule_panel.hpp"

#include "catch.hpp"
#include "files/json/json_reader.hpp"
#include "panels/base/tick_trace.hpp"
#include "panels/support/headless.hpp"

namespace schedule_panel_test {

using panels::SchedulePanel;

namespace {

struct Health {
    int hp = 100;
};
struct Position {
    float x = 0;
};

struct Scene {
    Harness harness{{1200, 420}};
    panels::TickTrace trace;
    SchedulePanel panel;

    Scene() {
        ecs::World& world = harness.world;
        world.types().add<Health>("Health").field("hp", &Health::hp);
        world.types().add<Position>("Position").field("x", &Position::x);
        for (int i = 0; i < 5; ++i) world.create(ecs::Name{"Enemy " + std::to_string(i)}, Health{10}, Position{});
        harness.lend(&panels::Context::tick_trace, &trace);
    }
    ~Scene() { trace.leave(harness.schedule); }
    template <class T, class F>
    void add(const char* name, F visit, bool parallel = false) {
        REQUIRE(harness.schedule.add(ecs::make_system<T>(harness.world, name, visit, {.parallel = parallel})));
    }
    void add_some() {
        add<Health>("Double", [](Health& health) { health.hp *= 2; });
        add<Health>("Heal", [](Health& health) { health.hp += 5; });
        add<Position>("Move", [](Position& position) { position.x += 1; });
    }
    void show(const char* part) {
        harness.add(panel);
        panel.show_part(part);
        harness.frames(2);
    }
};

}  // namespace

TEST_CASE("Schedule panel: ticks are recorded only while they are shown", "[panels][schedule_panel]") {
    Scene s;
    s.add_some();
    s.show("matrix");
    CHECK(s.harness.schedule.trace == nullptr);
    s.panel.show_part("ticks");
    s.harness.frames(2);
    CHECK(s.harness.schedule.trace != nullptr);
    CHECK(s.harness.says("No tick was recorded yet"));
    s.harness.click_text("Run one tick");
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("Tick 0 took"));
    CHECK(s.harness.says("Ticks"));
    s.panel.show_part("graph");
    s.harness.frames(2);
    CHECK(s.harness.schedule.trace == nullptr);
}

TEST_CASE("Schedule panel: a click on a strip shows the system, and an earlier tick can be chosen",
          "[panels][schedule_panel]") {
    Scene s;
    s.add<Health>("Busy", [](Health&) {
        const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
        while (std::chrono::steady_clock::now() < until) {
        }
    });
    s.show("ticks");
    for (int i = 0; i < 5; ++i) {
        s.harness.schedule.tick(s.harness.world);
        s.harness.frame();
    }
    INFO(s.harness.screen());
    CHECK(s.harness.says("Tick 4 took"));
    s.harness.hover_text("Busy");
    CHECK(s.harness.says("Visited 5 entities"));
    s.harness.click_text("Busy");
    const auto shown = std::find_if(s.harness.performed.begin(), s.harness.performed.end(), [](const auto& request) {
        const auto* show = std::get_if<panels::ShowPanelRequest>(&request);
        return show != nullptr && show->id == "systems" && show->part == "Busy";
    });
    CHECK(shown != s.harness.performed.end());
    // The bars stand at the right, 3 px wide, above the words about the tick.
    const DrawnText words = s.harness.need("Tick 4 took");
    s.harness.click({1200 - 8 - 2 * 3 - 1, words.low.y - 12});
    s.harness.frames(2);
    CHECK(s.harness.says("Tick 2 took"));
    s.harness.schedule.tick(s.harness.world);
    s.harness.frames(2);
    CHECK(s.harness.says("Tick 2 took"));
    s.harness.click_text("Last tick");
    s.harness.frames(2);
    CHECK(s.harness.says("Tick 5 took"));
}

TEST_CASE("Schedule panel: the recorded ticks are exported as a trace", "[panels][schedule_panel]") {
    Scene s;
    s.add_some();
    s.show("ticks");
    s.harness.schedule.tick(s.harness.world);
    s.harness.frames(2);
    s.harness.click_text("Export");
    s.harness.click_text("Chrome trace");
    s.harness.frames(2);
    const panels::ExportTextRequest* asked = nullptr;
    for (const panels::Request& request : s.harness.performed)
        if (const auto* text = std::get_if<panels::ExportTextRequest>(&request)) asked = text;
    REQUIRE(asked != nullptr);
    CHECK(asked->name == "trace.json");
    ecs::Progress progress;
    const ecs::Result<std::string> text = asked->make(progress);
    REQUIRE(text);
    files::JsonReader json(*text, "trace.json");
    json.skip();
    json.finish();
    CHECK(text->find("\"name\":\"Double\"") != std::string::npos);
}

TEST_CASE("Schedule panel: the stages stand in order, and what waits for what is told", "[panels][schedule_panel]") {
    Scene s;
    s.add<Health>(
        "Hurt", [](Health&) {}, true);
    s.add<Position>(
        "Move", [](Position&) {}, true);
    s.add<Health>(
        "Heal", [](Health&) {}, true);
    s.show("graph");
    INFO(s.harness.screen());
    const ImVec2 hurt = s.harness.need("Hurt").middle(), move = s.harness.need("Move").middle();
    const ImVec2 heal = s.harness.need("Heal").middle();
    CHECK(std::abs(s.harness.need("Hurt").low.x - s.harness.need("Move").low.x) < 1);
    CHECK(hurt.y < move.y);
    CHECK(heal.x > hurt.x + 100);
    CHECK(s.harness.says("3 systems in 2 stages"));
    s.harness.hover(heal);
    CHECK(s.harness.says("Waits for Hurt: they conflict"));
    s.harness.schedule.set_enabled("Hurt", false);
    s.harness.frames(2);
    CHECK(s.harness.says("Switched off"));
    CHECK(s.harness.says("2 systems in 1 stage"));
}

TEST_CASE("Schedule panel: the matrix says over what two systems conflict", "[panels][schedule_panel]") {
    Scene s;
    s.add_some();
    s.show("matrix");
    const DrawnText first = s.harness.need("Double"), second = s.harness.need("Heal");
    INFO(s.harness.screen());
    // Row of Heal, column 1: the numbers of the columns stand above the names, as one line.
    float x = 0;
    for (const DrawnText& text : s.harness.texts())
        if (text.text.starts_with("1 ") && text.low.y < first.low.y - 4) x = text.low.x + 2;
    REQUIRE(x > 0);
    s.harness.hover({x, second.middle().y});
    CHECK(s.harness.says("Double and Heal"));
    CHECK(s.harness.says("both write Health"));
    s.harness.click({x, second.middle().y});
    s.harness.move_to({4, 4});
    s.harness.frames(2);
    CHECK(s.harness.says("Double and Heal: both write Health"));
    s.harness.click_text("Does their order matter?");
    s.harness.frames(3);
    INFO(s.harness.screen());
    CHECK(s.harness.says("Their order matters in tick 0: Health.hp of Enemy 0"));
    CHECK(s.harness.says("is 25 now, and would be 30 the other way round"));
    CHECK(s.harness.world.tick() == 0);
}

TEST_CASE("Schedule panel: all neighbours are checked, one a frame, and another schedule forgets the results",
          "[panels][schedule_panel]") {
    Scene s;
    s.add_some();
    s.show("check");
    s.harness.frames(4);
    INFO(s.harness.screen());
    CHECK(s.harness.says("Order matters for 1 of 2 pairs"));
    s.harness.schedule.set_enabled("Double", false);
    s.harness.frames(2);
    CHECK_FALSE(s.harness.says("Order matters for"));
    CHECK(s.harness.history.done() == 0);
}

TEST_CASE("Schedule panel: a check is cancelled between two pairs, and what is known stays",
          "[panels][schedule_panel]") {
    Scene s;
    for (int i = 0; i < 30; ++i)
        s.add<Health>(("Heal " + std::to_string(i)).c_str(), [](Health& health) { ++health.hp; });
    s.show("check");
    INFO(s.harness.screen());
    CHECK(s.harness.says("of 29 checked"));
    s.harness.click_text("Cancel");
    s.harness.frames(3);
    CHECK(s.harness.says("Check order"));
    CHECK_FALSE(s.harness.says("checked"));
    CHECK(s.harness.says("Order matters for 0 of "));
    const std::string known = s.harness.need("Order matters for").text;
    s.harness.frames(5);
    CHECK(s.harness.need("Order matters for").text == known);
    CHECK_FALSE(s.harness.says("of 29 pairs"));
}

TEST_CASE("Schedule panel: the chosen view is kept", "[panels][schedule_panel]") {
    SchedulePanel panel;
    CHECK(panel.save_settings() == "ticks");
    panel.load_settings("graph");
    CHECK(panel.save_settings() == "graph");
    panel.load_settings("what is this");
    CHECK(panel.save_settings() == "graph");
}

TEST_CASE("Schedule model: two systems conflict when one writes what the other uses", "[panels][schedule_panel]") {
    Scene s;
    s.add<const Health>("Look", [](const Health&) {});
    s.add<Health>("Hurt", [](Health&) {});
    s.add<const Health>("Count", [](const Health&) {});
    panels::ScheduleModel model;
    CHECK(model.read(s.harness.world, s.harness.schedule));
    CHECK_FALSE(model.read(s.harness.world, s.harness.schedule));
    REQUIRE(model.conflict(0, 1) != nullptr);
    CHECK(model.conflict(0, 1) == model.conflict(1, 0));
    CHECK(model.conflict(0, 1)->over.front().second_writes);
    CHECK_FALSE(model.conflict(0, 1)->over.front().first_writes);
    CHECK(model.conflict(0, 2) == nullptr);
    REQUIRE(model.edges().size() == 2);
    CHECK(model.stages().size() == 3);
    // The same as the schedule says.
    for (std::size_t i = 0; i < 3; ++i) {
        std::size_t count = 0;
        for (std::size_t other = 0; other < 3; ++other) count += other != i && model.conflict(i, other) != nullptr;
        CHECK(count == s.harness.schedule.conflicts(*s.harness.schedule.systems()[i]).size());
    }
}

}  // namespace schedule_panel_test
