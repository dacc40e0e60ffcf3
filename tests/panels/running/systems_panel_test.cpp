#include "panels/running/systems_panel.hpp"

#include "catch.hpp"
#include "ecs/world/observers.hpp"
#include "panels/support/headless.hpp"

namespace systems_panel_test {

using panels::SystemsPanel;
using panels::TransportRequest;

namespace {

struct Position {
    float x = 0;
};
struct Velocity {
    float x = 0;
};

struct Scene {
    Harness harness{{1200, 300}};
    SystemsPanel panel;

    explicit Scene(bool with_systems = true) {
        ecs::World& world = harness.world;
        world.types().add<Position>("Position").field("x", &Position::x);
        world.types().add<Velocity>("Velocity").field("x", &Velocity::x);
        for (int i = 0; i < 5; ++i) world.create(Position{}, Velocity{1});
        if (with_systems) {
            add("Movement", ecs::Phase::Update, ecs::access<Position, const Velocity>(world));
            add("Steer", ecs::Phase::PreUpdate, ecs::access<Velocity>(world));
            add("Camera", ecs::Phase::PostUpdate, {});
        }
        harness.add(panel);
        harness.frames(2);
    }
    void add(const char* name, ecs::Phase phase, std::vector<ecs::SystemAccess> accesses) {
        ecs::SystemDescription system;
        system.name = name;
        system.description = std::string("What ") + name + " does";
        system.phase = phase;
        system.accesses = std::move(accesses);
        system.run = [](ecs::SystemContext& context) { context.entities_visited = 5; };
        REQUIRE(harness.schedule.add(std::move(system)));
    }
    ecs::World& world() { return harness.world; }
    float y_of(std::string_view text) const { return harness.need(text).middle().y; }
    ImVec2 box_of(std::string_view name) const {
        const DrawnText text = harness.need(name);
        return {text.low.x - 14, text.middle().y};
    }
};

}  // namespace

TEST_CASE("Systems: of the path of a system that has no room, the end is shown", "[panels][systems]") {
    Scene s;
    s.add(
        "a_module_with_a_name_that_goes_on_and_on::and_another_one_inside_of_it_which_is_as_long::and_a_third_one_that_"
        "takes_what_is_left_of_the_room_in_the_column::advance<a::Clock>",
        ecs::Phase::Update, {});
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("advance<a::Clock>"));
    CHECK_FALSE(s.harness.says("a_module_with"));
}

TEST_CASE("Systems: they stand in the order they run, by phase", "[panels][systems]") {
    Scene s;
    INFO(s.harness.screen());
    CHECK(s.y_of("Before the update") < s.y_of("Steer"));
    CHECK(s.y_of("Steer") < s.y_of("Movement"));
    CHECK(s.y_of("Movement") < s.y_of("After the update"));
    CHECK(s.y_of("After the update") < s.y_of("Camera"));
}

TEST_CASE("Systems: the box asks to switch a system, undoable and by name", "[panels][systems]") {
    Scene s;
    s.harness.click(s.box_of("Movement"));
    CHECK(s.harness.edit_labels() == std::vector<std::string>{"Switch Movement off"});
    CHECK_FALSE(s.harness.schedule.find("Movement")->enabled);
    s.harness.click(s.box_of("Movement"));
    CHECK(s.harness.edit_labels().back() == "Switch Movement on");
    CHECK(s.harness.schedule.find("Movement")->enabled);
}

TEST_CASE("Systems: one that is off is dimmed and has no share", "[panels][systems]") {
    Scene s;
    s.harness.schedule.tick(s.harness.world);
    s.harness.schedule.set_enabled("Movement", false);
    s.harness.frames(2);
    CHECK(s.harness.need("Movement").color == s.harness.style.theme->quiet);
    CHECK(s.harness.need("Steer").color == s.harness.style.theme->text);
    CHECK(s.harness.says("2 of 3 on"));
}

TEST_CASE("Systems: what a system reads and writes stands in its row", "[panels][systems]") {
    Scene s;
    const float reads = s.harness.need("Reads").low.x, writes = s.harness.need("Writes").low.x;
    const float row = s.y_of("Movement");
    const auto stands_at = [&](std::string_view text, float from, float to) {
        for (const DrawnText& drawn : s.harness.texts())
            if (drawn.text.find(text) != std::string::npos && std::abs(drawn.middle().y - row) < 8 &&
                drawn.low.x >= from && drawn.low.x < to)
                return true;
        return false;
    };
    CHECK(stands_at("Velocity", reads, writes));
    CHECK(stands_at("Position", writes, 1e9f));
    CHECK_FALSE(stands_at("Position", reads, writes));

    s.harness.hover_text("Movement");
    CHECK(s.harness.says("What Movement does"));
    CHECK(s.harness.says("Must not run at the same time as Steer"));
}

TEST_CASE("Systems: which ones may run at the same time stands in the column of stages", "[panels][systems]") {
    Scene s;
    const auto add_parallel = [&](const char* name, std::vector<ecs::SystemAccess> accesses) {
        ecs::SystemDescription system;
        system.name = name;
        system.phase = ecs::Phase::PostUpdate;
        system.parallel = true;
        system.accesses = std::move(accesses);
        REQUIRE(s.harness.schedule.add(std::move(system)));
    };
    add_parallel("Fade", ecs::access<Position>(s.harness.world));
    add_parallel("Sway", ecs::access<Velocity>(s.harness.world));
    add_parallel("Blend", ecs::access<Velocity>(s.harness.world));
    s.harness.frames(2);
    const auto replay_cell = [&](std::string_view name) {
        const float left = s.harness.need("Stage").low.x, right = s.harness.need("Last").low.x, row = s.y_of(name);
        for (const DrawnText& drawn : s.harness.texts())
            if (std::abs(drawn.middle().y - row) < 8 && drawn.low.x >= left - 4 && drawn.high.x < right) return drawn;
        FAIL("no stage beside " << name);
        return DrawnText{};
    };
    CHECK(replay_cell("Steer").text == "1");
    CHECK(replay_cell("Movement").text == "2");
    CHECK(replay_cell("Camera").text == "3");
    CHECK(replay_cell("Fade").text == "4");
    CHECK(replay_cell("Sway").text == "4");
    CHECK(replay_cell("Blend").text == "5");
    s.harness.move_to(replay_cell("Fade").middle());
    s.harness.frames(60);
    CHECK(s.harness.says("May run at the same time as Sway"));
    s.harness.move_to(replay_cell("Movement").middle());
    s.harness.frames(60);
    CHECK(s.harness.says("Runs alone: it does not declare"));
    s.harness.schedule.set_enabled("Sway", false);
    s.harness.frames(2);
    CHECK(replay_cell("Sway").text.find_first_of("0123456789") == std::string::npos);
    CHECK(replay_cell("Blend").text == "4");
}

TEST_CASE("Systems: times and counts are those of the schedule", "[panels][systems]") {
    Scene s;
    s.harness.schedule.tick(s.harness.world);
    s.harness.frames(2);
    int rows_with_visits = 0;
    for (const DrawnText& drawn : s.harness.texts())
        if (drawn.text == "5" && drawn.low.x > s.harness.need("Entities").low.x - 20) ++rows_with_visits;
    CHECK(rows_with_visits == 3);
    CHECK(s.harness.says("µs"));
}

TEST_CASE("Systems: step runs one at a time, and the next one is marked", "[panels][systems]") {
    Scene s;
    s.harness.click_text("Step system");
    REQUIRE(s.harness.performed.size() == 1);
    const auto* request = std::get_if<TransportRequest>(&s.harness.performed[0]);
    REQUIRE(request);
    CHECK(request->kind == TransportRequest::Kind::StepSystem);

    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("next is Movement"));
    s.harness.schedule.tick(s.harness.world);
    s.harness.frames(2);
    CHECK_FALSE(s.harness.says("next is"));
}

TEST_CASE("Systems: when all are off, the button says why it does nothing", "[panels][systems]") {
    Scene s;
    for (const char* name : {"Movement", "Steer", "Camera"}) s.harness.schedule.set_enabled(name, false);
    s.harness.frames(2);
    s.harness.hover_text("Step system");
    CHECK(s.harness.says("All systems are switched off"));
    s.harness.click_text("Step system");
    CHECK(s.harness.performed.empty());
}

TEST_CASE("Systems: a header sorts by cost, and a third click restores the order", "[panels][systems]") {
    Scene s;
    ecs::SystemDescription slow;
    slow.name = "Slow";
    slow.phase = ecs::Phase::PostUpdate;
    slow.run = [](ecs::SystemContext&) {
        const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(2);
        while (std::chrono::steady_clock::now() < until) {
        }
    };
    REQUIRE(s.harness.schedule.add(std::move(slow)));
    s.harness.schedule.tick(s.harness.world);
    s.harness.frames(2);
    CHECK(s.y_of("Slow") > s.y_of("Movement"));
    s.harness.click_text("Mean");
    CHECK(s.y_of("Slow") < s.y_of("Movement"));
    CHECK_FALSE(s.harness.says("Before the update"));
    s.harness.click_text("Mean");
    s.harness.click_text("Mean");
    CHECK(s.y_of("Slow") > s.y_of("Movement"));
    CHECK(s.harness.says("Before the update"));
}

TEST_CASE("Systems: without any it says what they are for", "[panels][systems]") {
    Scene s(false);
    CHECK(s.harness.says("No systems"));
}

TEST_CASE("Systems: hooks of components stand below the systems, with how often they were called",
          "[panels][systems]") {
    Scene s;
    CHECK_FALSE(s.harness.says("Hooks"));
    ecs::Observers& observers = s.world().observers();
    REQUIRE(observers.added<Position>("Show a bar", [](ecs::World&, ecs::Entity) {}) != 0);
    REQUIRE(observers.removed<Velocity>("Free the body", [](ecs::World&, ecs::Entity) {}) != 0);
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.y_of("After the update") < s.y_of("Hooks"));
    CHECK(s.y_of("Hooks") < s.y_of("Show a bar"));
    CHECK(s.harness.says("Position was added"));
    CHECK(s.harness.says("Velocity was removed"));
    CHECK(s.harness.says("0 calls"));
    s.world().create(Position{});
    observers.deliver();
    s.harness.frame();
    CHECK(s.harness.says("1 call"));
    s.harness.move_to(s.harness.need("Show a bar").middle());
    s.harness.frame();
    CHECK(s.harness.selection.hovered_component == s.world().id<Position>());
}

TEST_CASE("Systems: a group folds, sums its times, and is switched as one step", "[panels][systems]") {
    Scene s;
    s.add("Spin", ecs::Phase::Update, {});
    s.add("Orbit", ecs::Phase::Update, {});
    for (const char* name : {"Movement", "Spin"}) s.harness.schedule.set_note(name, "Physics", 0);
    s.harness.schedule.tick(s.world());
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.y_of("Physics") < s.y_of("Movement"));
    CHECK(s.y_of("Movement") < s.y_of("Spin"));
    CHECK(s.y_of("Spin") < s.y_of("Orbit"));
    const float left = s.harness.need("Orbit").low.x;
    CHECK(s.harness.need("Spin").low.x > left);

    s.harness.click_text("Physics");
    CHECK_FALSE(s.harness.says("Spin"));
    CHECK(s.harness.says("Orbit"));
    s.harness.click_text("Physics");
    CHECK(s.harness.says("Spin"));

    s.harness.click({s.harness.need("Physics").low.x - 32, s.y_of("Physics")});
    CHECK(s.harness.edit_labels() == std::vector<std::string>{"Switch group Physics off"});
    for (const char* name : {"Movement", "Spin"}) CHECK_FALSE(s.harness.schedule.find(name)->enabled);
    CHECK(s.harness.schedule.find("Orbit")->enabled);
    REQUIRE(s.harness.history.undo() == "");
    for (const char* name : {"Movement", "Spin"}) CHECK(s.harness.schedule.find(name)->enabled);
}

TEST_CASE("Systems: the menu of a system puts it into a group and gives it a budget", "[panels][systems]") {
    Scene s;
    s.harness.click_text("Movement", 0, 1);
    s.harness.click_text("Group and budget");
    s.harness.frames(3);
    INFO(s.harness.screen());
    REQUIRE(s.harness.says("System Movement"));
    s.harness.type("Physics");
    s.harness.key(panels::compat::Key::Enter);
    s.harness.frames(2);
    CHECK(s.harness.schedule.find("Movement")->description.group == "Physics");
    CHECK(s.harness.says("Physics"));
    REQUIRE(s.harness.history.undo() == "");
    CHECK(s.harness.schedule.find("Movement")->description.group.empty());
}

TEST_CASE("Systems: a budget that is exceeded is marked and counted", "[panels][systems]") {
    Scene s;
    s.harness.schedule.set_note("Movement", "", 0.0001);
    s.harness.schedule.set_note("Steer", "", 1e9);
    s.harness.schedule.budget_us = 0.0002;
    for (int i = 0; i < 3; ++i) {
        s.harness.schedule.tick(s.world());
        s.harness.frame();
    }
    INFO(s.harness.screen());
    CHECK(s.harness.says("Budget"));
    CHECK(s.harness.need("0.0001 µs 3×").color == s.harness.style.theme->warn);
    CHECK(s.harness.need("1000000 ms").color == s.harness.style.theme->quiet);
    CHECK(s.harness.says("3× over"));
    s.harness.hover_text("0.0001 µs");
    CHECK(s.harness.says("3 of the last 3 runs"));
}

TEST_CASE("Systems: dragging a name moves the system, and what may not be is refused with the reason",
          "[panels][systems]") {
    Scene s;
    s.add("Spin", ecs::Phase::Update, {});
    ecs::SystemDescription late;
    late.name = "Late";
    late.after = {"Spin"};
    REQUIRE(s.harness.schedule.add(std::move(late)));
    s.harness.frames(2);
    const auto top_of = [&](const char* name) {
        const DrawnText text = s.harness.need(name);
        return ImVec2{text.low.x + 8, text.middle().y - 5};
    };
    s.harness.drag(s.harness.need("Spin").middle(), top_of("Movement"));
    s.harness.frames(2);
    CHECK(s.y_of("Spin") < s.y_of("Movement"));
    CHECK(s.harness.edit_labels() == std::vector<std::string>{"Move system Spin"});

    s.harness.move_to(s.harness.need("Late").middle());
    s.harness.press();
    s.harness.move_to(top_of("Movement"));
    s.harness.move_to(top_of("Spin"));
    s.harness.frames(2);
    CHECK(s.harness.says("Late must run after Spin"));
    s.harness.release();
    s.harness.frames(2);
    CHECK(s.harness.edit_labels().size() == 1);
    CHECK(s.y_of("Spin") < s.y_of("Late"));
}

TEST_CASE("Systems: dropped on the line of a group, a system belongs to it", "[panels][systems]") {
    Scene s;
    s.add("Spin", ecs::Phase::Update, {});
    s.harness.schedule.set_note("Movement", "Physics", 0);
    s.harness.frames(2);
    s.harness.drag(s.harness.need("Spin").middle(), s.harness.need("Physics").middle());
    s.harness.frames(2);
    CHECK(s.harness.schedule.find("Spin")->description.group == "Physics");
    CHECK(s.harness.edit_labels() == std::vector<std::string>{"Put Spin into group Physics"});
    CHECK(s.y_of("Spin") < s.y_of("Movement"));
}

TEST_CASE("Systems: a person chooses columns, which are kept", "[panels][systems]") {
    Scene s;
    CHECK(s.harness.says("Mean"));
    CHECK_FALSE(s.harness.says("Changes"));
    CHECK(s.panel.save_settings().empty());
    s.panel.load_settings("columns=System,Least,95 %");
    s.harness.frames(2);
    CHECK(s.harness.says("Least"));
    CHECK(s.harness.says("95 %"));
    CHECK_FALSE(s.harness.says("Mean"));
    CHECK(s.panel.save_settings() == "columns=System,Least,95 %");
    s.panel.load_settings("all-columns");
    s.harness.frames(2);
    CHECK(s.harness.says("Changes"));
}

TEST_CASE("Systems: with 200 systems only those in view are drawn", "[panels][systems]") {
    Scene s;
    const std::size_t few = s.harness.vertex_count();
    for (int i = 0; i < 200; ++i) s.add(("System " + std::to_string(i)).c_str(), ecs::Phase::PostUpdate, {});
    s.harness.frames(2);
    CHECK(s.harness.says("System 3"));
    CHECK_FALSE(s.harness.says("System 150"));
    CHECK(s.harness.vertex_count() < few * 6);
    s.panel.show_part("System 150");
    s.harness.frames(4);
    CHECK(s.harness.says("System 150"));
}

TEST_CASE("Systems: hooks are listed in a world without systems", "[panels][systems]") {
    Scene s(false);
    REQUIRE(s.world().observers().added<Position>("Show a bar", [](ecs::World&, ecs::Entity) {}) != 0);
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("Show a bar"));
    CHECK(s.harness.says("was added"));
}

TEST_CASE("Systems: while a row is dragged to the edge, the list scrolls, also under a mouse that rests",
          "[panels][systems]") {
    Scene s;
    for (int i = 0; i < 60; ++i) s.add(("System " + std::to_string(i)).c_str(), ecs::Phase::PostUpdate, {});
    s.harness.frames(2);
    REQUIRE_FALSE(s.harness.says("System 59"));
    const ImVec2 first = s.harness.need("Before the update").middle(), name = s.harness.need("Movement").middle();
    s.harness.move_to(name);
    s.harness.press();
    s.harness.move_to({name.x, 150});
    s.harness.move_to({name.x, 296});
    int frames = 0;
    // Nobody draws a frame that nobody asked for.
    const auto scroll_to = [&](const char* text) {
        while (!s.harness.says(text)) {
            s.harness.frame();
            REQUIRE((s.harness.says(text) || *s.harness.context().stay_awake));
            REQUIRE(++frames < 4000);
        }
    };
    scroll_to("System 59");
    s.harness.move_to({name.x, first.y - 24});
    scroll_to("Before the update");
    // Beside the list, nothing scrolls.
    s.harness.move_to({-50, 296});
    s.harness.frames(10);
    CHECK(s.harness.says("Before the update"));
    s.harness.release();
}

}  // namespace systems_panel_test
