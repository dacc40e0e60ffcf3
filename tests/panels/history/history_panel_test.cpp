#include "panels/history/history_panel.hpp"

#include <string>

#include "catch.hpp"
#include "panels/support/headless.hpp"

namespace history_panel_test {

namespace {

using namespace panels;

struct Point {
    float x = 0, y = 0;
};

struct Screen {
    Harness harness{{420, 420}};
    HistoryPanel panel;
    ecs::Entity hero;

    Screen() {
        harness.world.types().add<Point>("Point").field("x", &Point::x).field("y", &Point::y);
        hero = harness.world.create(ecs::Name{"Hero"}, Point{1, 2});
        harness.add(panel);
        harness.frames(2);
    }
    void perform(std::string label, ecs::Edit edit) {
        std::vector<ecs::Edit> edits;
        edits.push_back(std::move(edit));
        harness.requests.emplace_back(
            EditRequest{.label = std::move(label), .edits = std::move(edits), .ends_gesture = true});
        harness.frames(2);
    }
    void set_x(float x) {
        const ecs::ComponentType& type = harness.world.types()[harness.world.id<Point>()];
        perform("Set x to " + std::to_string(static_cast<int>(x)),
                ecs::SetComponent{hero, ecs::Value::of(type, Point{x, 0}), {0}});
    }
    float x() const { return harness.world.get<Point>(hero).x; }
};

}  // namespace

TEST_CASE("History panel: a click on a step goes there, and back", "[panels][history]") {
    Screen s;
    for (const float x : {10.0f, 20.0f, 30.0f}) s.set_x(x);
    CHECK(s.harness.says("3 steps"));
    s.harness.click_text("Set x to 10");
    s.harness.frames(2);
    CHECK(s.x() == 10);
    CHECK(s.harness.says("undone"));
    s.harness.click_text("Set x to 30");
    s.harness.frames(2);
    CHECK(s.x() == 30);
    s.harness.click_text("Before the first change");
    s.harness.frames(2);
    CHECK(s.x() == 1);
    CHECK(s.harness.refused.empty());
}

TEST_CASE("History panel: what an undo changes flashes, and what is selected stays", "[panels][history]") {
    Screen s;
    s.set_x(10);
    const ecs::Entity other = s.harness.world.create(ecs::Name{"Other"});
    s.harness.selection.select(other);
    s.harness.requests.emplace_back(HistoryRequest{.undo = true});
    s.harness.frame();
    CHECK(s.harness.selection.entities() == std::vector{other});
    CHECK(s.harness.selection.flash.has(s.hero));
    CHECK_FALSE(s.harness.selection.flash.has(other));
    CHECK(s.harness.selection.flash.has(s.harness.world.id<Point>()));
    CHECK(s.harness.selection.flash.strength(100) == 1);
    CHECK(s.harness.selection.flash.strength(100.6) < 0.6f);
    CHECK(s.harness.selection.flash.strength(200) == 0);
    CHECK_FALSE(s.harness.selection.flash.has(s.hero));
}

TEST_CASE("History panel: who goes to a step sees what it changed; so does who has nothing selected",
          "[panels][history]") {
    Screen s;
    s.set_x(10);
    s.harness.selection.select(s.harness.world.create(ecs::Name{"Other"}));
    s.harness.requests.emplace_back(HistoryRequest{.go_to = 0});
    s.harness.frame();
    CHECK(s.harness.selection.entities() == std::vector{s.hero});
    s.harness.selection.clear();
    s.harness.requests.emplace_back(HistoryRequest{.undo = false});
    s.harness.frame();
    CHECK(s.harness.selection.entities() == std::vector{s.hero});
}

TEST_CASE("History panel: of a tree that comes back, its root is selected", "[panels][history]") {
    Screen s;
    const ecs::Entity child = s.harness.world.create(ecs::Parent{s.hero});
    s.perform("Destroy Hero", ecs::DestroyEntity{s.hero});
    s.harness.requests.emplace_back(HistoryRequest{.undo = true});
    s.harness.frame();
    CHECK(s.harness.world.alive(child));
    CHECK(s.harness.selection.entities() == std::vector{s.hero});
    CHECK(s.harness.selection.flash.has(child));
}

TEST_CASE("History panel: hovering a step names what it changed, with the values before and after",
          "[panels][history]") {
    Screen s;
    s.set_x(10);
    s.harness.hover_text("Set x to 10");
    CHECK(s.harness.says("Set Point.x of Hero: from 1 to 10"));
    CHECK(s.harness.says("1 entity"));
}

TEST_CASE("History panel: its menu copies a step as script and as C++", "[panels][history]") {
    Screen s;
    s.set_x(10);
    s.harness.click_text("Set x to 10", 0, 1);
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("Select what it changed"));
    CHECK(s.harness.says("Copy as"));
}

TEST_CASE("History panel: the limit of memory is kept, shown and remembered", "[panels][history]") {
    Screen s;
    s.panel.load_settings("steps 1048576");
    for (const char letter : {'a', 'b', 'c', 'd'})
        s.perform(std::string("Rename to ") + letter,
                  ecs::rename(s.harness.world, s.hero, std::string(400'000, letter)));
    s.harness.frames(2);
    CHECK(s.harness.history.memory_limit() == 1048576);
    CHECK(s.harness.history.bytes() <= 1048576);
    INFO(s.harness.screen());
    CHECK(s.harness.says("1.0 MiB"));
    CHECK(s.harness.says("forgotten"));
    CHECK(s.panel.save_settings() == "steps 1048576");
    for (const char* damaged : {"", "steps x", "script 99999999999999999999", "steps 3"}) {
        s.panel.load_settings(damaged);
        CHECK(s.panel.save_settings().find(' ') == std::string::npos);
    }
}

TEST_CASE("History panel: the script view copies the steps in force, and runs them as one step", "[panels][history]") {
    Screen s;
    s.set_x(10);
    s.set_x(20);
    s.harness.click_text("Script");
    s.harness.frames(2);
    CHECK(s.harness.says("{ \"set\": \"1v1\", \"component\": \"Point\""));
    s.harness.click_text("Copy as C++");
    CHECK_THAT(ImGui::GetClipboardText(),
               Catch::Matchers::Contains("world.get_mut<Point>(ecs::Entity{1, 1}).x = 20.0f;"));
    s.harness.click_text("Copy as JSON");
    s.harness.requests.emplace_back(HistoryRequest{.go_to = 0});
    s.harness.frames(2);
    CHECK(s.x() == 1);
    s.harness.click_text("Run from clipboard");
    s.harness.frames(3);
    CHECK(s.x() == 20);
    CHECK(s.harness.history.steps().size() == 1);
    CHECK(s.harness.says("1 step"));

    ImGui::SetClipboardText(
        "{ \"edits\": [\n{ \"set\": \"9v9\", \"component\": \"Point\", \"value\": { \"x\": 1 } }\n] }");
    s.harness.click_text("Run from clipboard");
    s.harness.frames(3);
    INFO(s.harness.screen());
    CHECK(s.harness.says("clipboard:2:"));
    CHECK(s.x() == 20);
    CHECK(s.harness.history.steps().size() == 1);
}

TEST_CASE("History panel: of thousands of steps it draws those in view", "[panels][history]") {
    Screen s;
    for (int i = 0; i < 5'000; ++i) {
        REQUIRE(
            s.harness.history.perform({"Toggle", {ecs::rename(s.harness.world, s.hero, std::to_string(i))}}).empty());
        s.harness.history.seal();
    }
    s.harness.frames(3);
    CHECK(s.panel.rows_drawn() > 5);
    CHECK(s.panel.rows_drawn() < 40);
    CHECK(s.harness.says("now"));  // scrolled there
}

}  // namespace history_panel_test
