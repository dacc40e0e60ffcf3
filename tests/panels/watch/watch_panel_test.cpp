#include "panels/watch/watch_panel.hpp"

#include <string>

#include "catch.hpp"
#include "panels/support/headless.hpp"
#include "panels/watch/recording.hpp"

namespace watch_panel_test {

using panels::Severity;
using panels::compat::Key;

namespace {

struct Health {
    std::int32_t hp = 100;
};
struct Enemy {};

struct Scene {
    Harness harness{{820, 420}};
    panels::Watches watches;
    panels::Recording recording;
    panels::WatchPanel panel;
    ecs::Entity hero, other;

    explicit Scene(bool lends = true) {
        harness.world.types().add<Health>("Health").field("hp", &Health::hp);
        harness.world.types().add<Enemy>("Enemy");
        hero = harness.world.create(ecs::Name{"Hero"}, Health{10});
        other = harness.world.create(ecs::Name{"Other"}, Health{20});
        REQUIRE(harness.schedule.add({.name = "Hurt", .run = [this](ecs::SystemContext&) {
                                          if (harness.world.alive(hero)) harness.world.get_mut<Health>(hero).hp -= 2;
                                      }}));
        watches.start(harness.world, harness.schedule);
        recording.start(harness.world, harness.schedule, harness.history);
        if (lends) {
            harness.lend(&panels::Context::watches, &watches);
            harness.lend(&panels::Context::recording, &recording);
        }
        harness.selection.select(hero);
        harness.add(panel);
        harness.frames(2);
    }
    ~Scene() {
        recording.stop();
        watches.stop();
    }
    void type_in(std::string_view hint, std::string_view text) {
        harness.click_text(hint);
        harness.type(text);
        harness.key(Key::Enter);
        harness.frames(2);
    }
    void tick() {
        harness.schedule.tick(harness.world);
        harness.frames(1);
    }
};

}  // namespace

TEST_CASE("Watch: a typed value of the selected entity becomes a row with value, change and extremes",
          "[panels][watch]") {
    Scene s;
    s.type_in("Health.hp, count(Enemy)", "Health.hp");
    REQUIRE(s.watches.pins().size() == 1);
    CHECK(s.watches.pins()[0].entity == s.hero);
    s.tick();
    s.tick();
    INFO(s.harness.screen());
    CHECK(s.harness.says("Hero Health.hp"));
    CHECK(s.harness.says("2"));  // the change; no other number has a 2
    CHECK(s.harness.says("Least"));
    CHECK(s.harness.says("7"));  // the mean of 8 and 6
    CHECK(s.panel.rows_drawn() == 1);
}

TEST_CASE("Watch: after Enter the field keeps the keyboard, to go on or to mend", "[panels][watch]") {
    Scene s;
    s.type_in("Health.hp, count(Enemy)", "Health.hp");
    s.harness.type("Health.hp + 1");
    s.harness.key(Key::Enter);
    s.harness.frames(2);
    REQUIRE(s.watches.pins().size() == 2);
    CHECK(s.watches.pins()[1].text == "Health.hp + 1");
    s.harness.type("Health.hp * x");
    s.harness.key(Key::Enter);
    s.harness.frames(2);
    REQUIRE(s.watches.pins().size() == 2);
    s.harness.key(Key::Backspace);
    s.harness.type("3");
    s.harness.key(Key::Enter);
    s.harness.frames(2);
    REQUIRE(s.watches.pins().size() == 3);
    CHECK(s.watches.pins()[2].text == "Health.hp * 3");
    // Alerts likewise, whichever of the two fields Enter was pressed in.
    s.harness.key(Key::Escape);
    s.harness.click_text("Alerts");
    s.harness.frames(2);
    s.type_in("Health.hp < 0", "Health.hp < 0");
    s.harness.type("Health.hp < 1");
    s.harness.key(Key::Enter);
    s.harness.frames(2);
    CHECK(s.watches.alerts().size() == 2);
    CHECK(s.harness.keyboard.acted.empty());
}

TEST_CASE("Watch: a wrong text keeps standing there, with a caret and what was expected", "[panels][watch]") {
    Scene s;
    s.type_in("Health.hp, count(Enemy)", "Helth.hp");
    INFO(s.harness.screen());
    CHECK(s.watches.pins().empty());
    CHECK(s.harness.says("^"));
    CHECK(s.harness.says("Health"));  // did you mean
}

TEST_CASE("Watch: without watches, the first number of the selected entity is offered", "[panels][watch]") {
    Scene s;
    s.harness.click_text("Watch Health.hp");
    s.harness.frames(2);
    REQUIRE(s.watches.pins().size() == 1);
    CHECK(s.harness.says("Hero Health.hp"));
}

TEST_CASE("Watch: a click on a row selects its entity; one that is gone keeps its row", "[panels][watch]") {
    Scene s;
    REQUIRE_FALSE(s.watches.add_pin("Health.hp", s.other));
    s.harness.frames(2);
    s.harness.click_text("Other Health.hp");
    CHECK(s.harness.selection.entity() == s.other);
    s.tick();
    s.harness.world.destroy(s.other);
    s.tick();
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("Other Health.hp"));
    CHECK_FALSE(s.watches.pins()[0].now);
    CHECK(s.harness.says("20"));  // least and most of its curve
    s.harness.hover_text("Other Health.hp");
    CHECK(s.harness.says("does not live any more"));
}

TEST_CASE("Watch: the menu of a row renames, plots and removes it", "[panels][watch]") {
    Scene s;
    REQUIRE_FALSE(s.watches.add_pin("Health.hp", s.hero));
    s.harness.frames(2);
    s.harness.click_text("Hero Health.hp", 0, 1);
    s.harness.click_text("Rename");
    s.harness.frames(2);
    s.harness.replace_text("life");
    s.harness.key(Key::Enter);
    s.harness.frames(2);
    CHECK(s.watches.pins()[0].name == "life");
    s.harness.click_text("Hero Health.hp", 0, 1);
    s.harness.hover_text("Show in a plot");
    s.harness.click_text("A new plot");
    s.harness.frames(2);
    CHECK(s.watches.pins()[0].plot == 1);
    const auto* const plots = std::get_if<panels::ShowPanelRequest>(&s.harness.performed.back());
    REQUIRE(plots != nullptr);
    CHECK(plots->here);  // the workspace stays
    s.harness.click_text("Hero Health.hp", 0, 1);
    s.harness.click_text("Remove");
    s.harness.frames(2);
    CHECK(s.watches.pins().empty());
}

TEST_CASE("Watch: only rows in view are drawn", "[panels][watch]") {
    Scene s;
    for (int i = 0; i < 1000; ++i) REQUIRE_FALSE(s.watches.add_pin("Health.hp + " + std::to_string(i), s.hero));
    s.harness.frames(2);
    CHECK(s.panel.rows_drawn() > 5);
    CHECK(s.panel.rows_drawn() < 30);
}

TEST_CASE("Watch: an alert is typed, raised, opened and leads to its entity", "[panels][watch]") {
    Scene s;
    s.harness.click_text("Alerts");
    s.harness.frames(2);
    CHECK(s.harness.says("No alerts"));
    s.type_in("Health.hp < 0", "Health.hp < 9");
    REQUIRE(s.watches.alerts().size() == 1);
    CHECK(s.watches.alerts()[0].severity == Severity::Warning);
    CHECK(s.harness.says("all quiet"));
    s.tick();
    s.harness.frames(1);
    CHECK(s.harness.says("Alerts 1"));
    CHECK(s.harness.says("1 entity"));
    s.harness.selection.clear();
    s.harness.click_text("Health.hp < 9");
    s.harness.frames(2);
    CHECK(s.harness.says("since tick 0"));
    s.harness.click_text("since tick 0");
    CHECK(s.harness.selection.entity() == s.hero);
}

TEST_CASE("Watch: pins, alerts and what is recorded are the panel's settings", "[panels][watch]") {
    Scene s;
    REQUIRE_FALSE(s.watches.add_pin("Health.hp", s.hero));
    REQUIRE_FALSE(s.watches.add_alert("Enemy", Severity::Error, "Help"));
    s.recording.choose(panels::Recording::What::Nothing);
    const std::string kept = s.panel.save_settings();

    panels::Watches watches;
    panels::Recording recording;
    panels::WatchPanel other;
    other.load_settings(kept);  // before it knows where the lists are
    CHECK(other.save_settings() == kept);
    other.connect(watches, recording);
    CHECK(watches.pins().size() == 1);
    CHECK(watches.alerts().size() == 1);
    CHECK(recording.what() == panels::Recording::What::Nothing);
    CHECK(other.save_settings() == kept);
}

TEST_CASE("Watch: curves as CSV have a row for each tick", "[panels][watch]") {
    Scene s;
    REQUIRE_FALSE(s.watches.add_pin("Health.hp", s.hero));
    s.tick();
    REQUIRE_FALSE(s.watches.add_pin("count(name == \"Hero\")"));
    s.tick();
    CHECK(panels::csv_of(s.watches.pins()) == "tick,\"hp: Health.hp of " + ecs::to_string(s.hero) +
                                                  "\",\"count: count(name == \"\"Hero\"\")\"\n1,8,\n2,6,1\n");
    CHECK(panels::csv_of({}) == "tick\n");
}

TEST_CASE("Watch panel: a wide number has room, or fewer digits and the whole one as a tooltip",
          "[panels][watch][numbers]") {
    Scene s;
    struct Wide {
        std::uint64_t id = 18446744073709551615u;
    };
    s.harness.world.types().add<Wide>("Wide").field("id", &Wide::id);
    const ecs::Entity wide = s.harness.world.create(ecs::Name{"Wide"}, Wide{});
    REQUIRE_FALSE(s.watches.add_pin("Wide.id", wide));
    s.tick();
    s.harness.frames(3);
    INFO(s.harness.screen());
    // As the value in full; as least, most and mean it is short.
    CHECK(s.harness.says("18,446,744,073,709,551,615"));
    const DrawnText shorter = s.harness.need("e19");
    CHECK_FALSE(s.harness.find("18,446,744,073,709,551,615", 1));
    s.harness.move_to({(shorter.low.x + shorter.high.x) / 2, (shorter.low.y + shorter.high.y) / 2});
    s.harness.frames(60);
    CHECK(s.harness.find("18,446,744,073,709,551,615", 1));
}

}  // namespace watch_panel_test
