#include "panels/scene/scene_tools.hpp"

#include "catch.hpp"
#include "ecs/prefab/prefab_edits.hpp"
#include "ecs/prefab/prefabs.hpp"
#include "ecs/world/prefab_types.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/scene/place_panel.hpp"
#include "panels/support/shapes_world.hpp"

namespace scene_tools_test {

using panels::Key;
using panels::SceneTool;

TEST_CASE("Scene tools: keys choose them while the scene has the keyboard", "[panels][scene]") {
    ShapesWorld s;
    for (const auto& [key, tool] :
         {std::pair(Key::G, SceneTool::Move), std::pair(Key::R, SceneTool::Rotate), std::pair(Key::T, SceneTool::Scale),
          std::pair(Key::B, SceneTool::Paint), std::pair(Key::V, SceneTool::Select)}) {
        s.choose(key);
        CHECK(s.panel.tools().tool == tool);
    }
    // What a game is steered with, no tool takes.
    for (const Key key : {Key::W, Key::A, Key::S, Key::D}) s.choose(key);
    CHECK(s.panel.tools().tool == SceneTool::Select);
}

TEST_CASE("Scene tools: while the game is paused, arrows nudge what is selected", "[panels][scene]") {
    ShapesWorld s;
    const ecs::Entity rock = s.add("Rock", 400, 300);
    s.harness.selection.select(rock);
    s.focus();
    s.harness.key(Key::Right);
    s.harness.frames(1);
    CHECK(s.place(rock).x == 401);
    s.harness.hold(false, true);
    s.harness.key(Key::Up);
    s.harness.hold(false);
    s.harness.frames(1);
    CHECK(s.place(rock).y == 290);
    CHECK(s.steps() == 2);
    s.harness.transport.playing = true;
    s.harness.frames(1);
    s.harness.hold_key(Key::Right);
    s.harness.frames(2);
    CHECK(s.place(rock).x == 401);
    CHECK(s.harness.keyboard.game.right);
    s.harness.let_go(Key::Right);
}

TEST_CASE("Scene tools: what is locked neither moves nor is picked, what is hidden is not picked", "[panels][scene]") {
    ShapesWorld s;
    const ecs::Entity below = s.add("Below", 400, 300, 20), rock = s.add("Rock", 400, 300);
    s.harness.selection.select(rock);
    s.focus();
    s.harness.key(Key::L);
    s.harness.frames(1);
    CHECK(s.link.marks.locked(rock));
    CHECK(s.steps() == 0);  // no change of the world
    s.harness.click(s.at(400, 300));
    CHECK(s.harness.selection.entity() == below);
    s.choose(Key::G);
    s.harness.selection.select_all({rock, below});
    s.drag(400, 300, 420, 300);
    CHECK(s.place(rock).x == 400);
    CHECK(s.place(below).x == 420);

    s.harness.selection.select(below);
    s.focus();
    s.harness.key(Key::H);
    s.harness.frames(1);
    CHECK(s.link.marks.hidden(below));
    s.harness.click(s.at(420, 300));
    CHECK_FALSE(s.harness.selection.entity());
    s.harness.hold(false, false, true);
    s.harness.key(Key::H);
    s.harness.key(Key::L);
    s.harness.hold(false);
    s.harness.frames(1);
    CHECK(s.link.marks.all_hidden().empty());
    CHECK(s.link.marks.all_locked().empty());
}

TEST_CASE("Scene tools: Paint puts one by a click and many along a stroke, each as one step", "[panels][scene]") {
    ShapesWorld s;
    s.choose(Key::B);
    const auto created = [&] { return s.world.entity_count(); };
    s.harness.click(s.at(300, 200));
    s.harness.frames(2);
    REQUIRE(created() == 1);
    const ecs::Entity first = s.harness.selection.entity();
    CHECK(s.world.name(first) == "Circle");
    CHECK(s.place(first).x == 300);
    s.drag(300, 400, 400, 400);
    CHECK(created() == 5);  // 32 apart
    CHECK(s.harness.selection.entities().size() == 4);
    CHECK(s.steps() == 2);
    CHECK(s.world.name(s.harness.selection.entity()) == "Circle 5");
    REQUIRE(s.harness.history.undo().empty());
    CHECK(created() == 1);
    // A stroke that is given up makes nothing.
    s.hold_from(300, 400, 500, 400);
    s.harness.key(Key::Escape);
    s.harness.release();
    s.harness.frames(2);
    CHECK(created() == 1);
}

TEST_CASE("Scene tools: a click on a tool button is for the button alone", "[panels][scene]") {
    ShapesWorld s;
    const ecs::Entity rock = s.add("Rock", 400, 300);
    s.harness.selection.select(rock);
    const auto click_on = [&](const char* command) {
        const std::optional<panels::Area> button = s.harness.places.find(command);
        REQUIRE(button);
        s.harness.click(button->middle());
        s.harness.frames(2);
    };
    for (const char* command : {"scene.paint", "scene.move", "scene.paint", "scene.select"}) {
        click_on(command);
        CHECK(s.world.entity_count() == 1);
        CHECK(s.harness.selection.entity() == rock);
    }
    CHECK(s.panel.tools().tool == SceneTool::Select);
    CHECK(s.steps() == 0);
}

TEST_CASE("Scene tools: with Snap, what is painted already is not painted once more", "[panels][scene]") {
    ShapesWorld s;
    s.panel.load_settings("colors=0 snap grid=20 spacing=8");
    s.choose(Key::B);
    s.drag(301, 200, 359, 200);
    REQUIRE(s.world.entity_count() == 4);  // 300, 320, 340, 360
    s.drag(301, 201, 402, 199);
    CHECK(s.world.entity_count() == 6);  // and 380, 400
    CHECK(s.steps() == 2);
    s.harness.click(s.at(322, 203));
    s.harness.frames(2);
    CHECK(s.world.entity_count() == 6);
    CHECK(s.steps() == 2);
    // Something else may lie there: an entity of other components is no copy.
    s.world.create(ecs::Name{"Mark"}, ShapesWorld::Place{440, 200});
    s.harness.click(s.at(441, 203));
    s.harness.frames(2);
    CHECK(s.world.entity_count() == 8);
    // Without Snap a place is where the mouse is, taken or not.
    s.panel.load_settings("colors=0");
    s.harness.click(s.at(322, 203));
    s.harness.frames(2);
    CHECK(s.world.entity_count() == 9);
    CHECK(s.place(s.harness.selection.entity()).x == Approx(322).margin(0.5));
}

TEST_CASE("Scene tools: what is dragged from Place, and what is created here, keeps to the grid with Snap",
          "[panels][scene]") {
    for (const bool snaps : {true, false}) {
        ShapesWorld s;
        s.panel.load_settings(snaps ? "colors=0 snap grid=50" : "colors=0");
        s.harness.add([](const panels::Context&) {
            ImGui::Button("a tile");
            if (!ImGui::BeginDragDropSource()) return;
            const std::size_t number = 0;
            ImGui::SetDragDropPayload(panels::maker_payload, &number, sizeof number);
            ImGui::EndDragDropSource();
        });
        s.harness.frames(2);
        s.harness.drag(s.harness.need("a tile").middle(), s.at(412, 288));
        s.harness.frames(2);
        REQUIRE(s.world.entity_count() == 1);
        CHECK(s.place(s.harness.selection.entity()).x == Approx(snaps ? 400 : 412).margin(0.5));
        CHECK(s.place(s.harness.selection.entity()).y == Approx(snaps ? 300 : 288).margin(0.5));
        s.harness.click(s.at(212, 288), 1);
        s.harness.click_text("Create here");
        s.harness.frames(2);
        s.harness.click_text("Circle");
        s.harness.frames(2);
        REQUIRE(s.world.entity_count() == 2);
        CHECK(s.place(s.harness.selection.entity()).x == Approx(snaps ? 200 : 212).margin(1));
        CHECK(s.place(s.harness.selection.entity()).y == Approx(snaps ? 300 : 288).margin(1));
    }
}

TEST_CASE("Scene tools: with Snap, copies of what stands on the grid stand on the grid", "[panels][scene]") {
    ShapesWorld s;
    s.link.shift = [&](ecs::EntityRecord& copy, ecs::Vec2 by) {
        for (ecs::Value& value : copy.values)
            if (value.type().id == s.world.id<ShapesWorld::Place>()) {
                auto& place = *static_cast<ShapesWorld::Place*>(value.data());
                place = {place.x + by.x, place.y + by.y};
            }
    };
    const ecs::Entity rock = s.add("Rock", 400, 300);
    s.panel.load_settings("colors=0 snap grid=25");
    s.harness.frames(1);
    const auto duplicate = [&] {
        s.harness.selection.select(rock);
        panels::request_duplicate(s.harness.context(), s.harness.selection.entities());
        s.harness.frames(2);
        s.shapes.push_back(s.harness.selection.entity());
        return s.place(s.harness.selection.entity());
    };
    CHECK(duplicate().x == 425);
    const ShapesWorld::Place second = duplicate();
    CHECK(second.x == 450);  // the first copy stands at 425
    CHECK(second.y == 350);
    s.panel.load_settings("colors=0");
    s.harness.frames(1);
    CHECK(duplicate().x == 416);
}

TEST_CASE("Scene tools: Ctrl+A selects all that can be picked; Shift adds", "[panels][scene]") {
    ShapesWorld s;
    const ecs::Entity a = s.add("A", 300, 300), b = s.add("B", -4000, 300);
    s.focus();
    s.harness.key(panels::ctrl(Key::A));
    s.harness.frames(1);
    CHECK(s.harness.selection.entities() == std::vector<ecs::Entity>{a, b});
    s.harness.click(s.at(600, 500));
    CHECK_FALSE(s.harness.selection.entity());
    const ecs::Entity c = s.add("C", 500, 300);
    s.harness.click(s.at(300, 300));
    s.harness.hold(false, true);
    s.harness.click(s.at(500, 300));
    s.harness.hold(false);
    CHECK(s.harness.selection.entities() == std::vector<ecs::Entity>{a, c});
}

TEST_CASE("Scene tools: the menu of a place creates there", "[panels][scene]") {
    ShapesWorld s;
    s.harness.click(s.at(350, 250), 1);
    s.harness.click_text("Create here");
    s.harness.frames(2);
    s.harness.click_text("Circle");
    s.harness.frames(2);
    REQUIRE(s.world.entity_count() == 1);
    CHECK(s.place(s.harness.selection.entity()).x == Approx(350).margin(1));
    CHECK(s.place(s.harness.selection.entity()).y == Approx(250).margin(1));
}

TEST_CASE("Scene tools: a double click on what goes at the first click does not reach the scene", "[panels][scene]") {
    ShapesWorld s;
    const ecs::Entity rock = s.add("Rock", 400, 300);
    REQUIRE(ecs::register_prefab_types(s.world.types()).empty());
    auto made = ecs::make_prefab(s.world, rock);
    REQUIRE(made);
    REQUIRE(s.harness.history.perform({"Make a prefab", std::move(*made)}).empty());
    s.harness.selection.open_prefab(s.world, ecs::Prefabs(s.world).all().front());
    s.panel.show_part(panels::command_of(panels::SceneTool::Paint).id);
    s.harness.frames(3);
    const std::size_t before = s.world.entity_count();
    s.harness.double_click_text("Back");
    s.harness.frames(3);
    CHECK_FALSE(s.harness.selection.opened_prefab());
    CHECK(s.world.entity_count() == before);
    // The next click is one again.
    s.harness.click(s.at(300, 200));
    CHECK(s.world.entity_count() == before + 1);
}

TEST_CASE("Scene tools: a list at the mouse creates where the mouse is", "[panels][scene]") {
    ShapesWorld s;
    s.link.makers.push_back({"Turret", panels::Icon::Prefab, [&](ecs::Vec2 place) {
                                 std::vector<ecs::EntityRecord> records(1);
                                 records[0].values.push_back(
                                     ecs::Value::of(s.world.types()[s.world.types().find<ShapesWorld::Place>()],
                                                    ShapesWorld::Place{place.x, place.y}));
                                 return records;
                             }});
    s.focus();
    s.harness.move_to(s.at(250, 350));
    s.harness.key(panels::shift(Key::A));
    s.harness.frames(2);
    CHECK(s.harness.says("Circle"));
    s.harness.click_text("Turret");
    s.harness.frames(2);
    const ecs::Entity turret = s.harness.selection.entity();
    REQUIRE(s.world.alive(turret));
    CHECK(s.world.name(turret) == "Turret");
    CHECK(s.place(turret).x == Approx(250).margin(1));
    CHECK(s.place(turret).y == Approx(350).margin(1));
    CHECK(s.harness.edit_labels() == std::vector<std::string>{"Create Turret"});
}

TEST_CASE("Scene tools: without fields for a place there are none", "[panels][scene]") {
    ShapesWorld s;
    const ecs::Entity rock = s.add("Rock", 400, 300);
    s.link.fields = {};
    s.choose(Key::G);
    s.harness.selection.select(rock);
    s.drag(400, 300, 450, 300);
    CHECK(s.place(rock).x == 400);
    CHECK(s.steps() == 0);
}

TEST_CASE("Scene tools: what a person chose is kept", "[panels][scene]") {
    panels::SceneTools tools;
    CHECK(tools.save().empty());
    tools.snaps = true;
    tools.steps.grid = 25;
    tools.spacing = 64;
    panels::SceneTools again;
    again.load("colors=0 lasso" + tools.save());
    CHECK(again.snaps);
    CHECK(again.steps.grid == 25);
    CHECK(again.spacing == 64);
    again.load(" grid=x spacing=-4");
    CHECK(again.steps.grid == panels::SnapSteps{}.grid);
    CHECK(again.spacing == panels::SceneTools{}.spacing);
}

}  // namespace scene_tools_test
