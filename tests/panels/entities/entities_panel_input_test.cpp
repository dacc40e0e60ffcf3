// What mouse and keys ask for in the Entities panel: renaming, destroying, copying, creating, dragging.
#include "panels/entities/entities_panel.hpp"

#include <algorithm>
#include <limits>

#include "catch.hpp"
#include "figures/drawing/value_text.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/support/entities_scene.hpp"

namespace entities_panel_input_test {

using panels::compat::Key;
using Scene = EntitiesScene;

TEST_CASE("Entities: F2 and double click rename in place", "[panels][entities]") {
    Scene s;
    SECTION("F2, Enter") {
        s.select("Rock");
        s.harness.key(Key::F2);
        s.harness.type("Boulder");
        s.harness.key(Key::Enter);
        CHECK(s.world.name(s.rock) == "Boulder");
        CHECK(s.harness.edit_labels() == Labels{"Rename Rock to Boulder"});
    }
    SECTION("Escape leaves the name alone") {
        s.select("Rock");
        s.harness.key(Key::F2);
        s.harness.type("Boulder");
        s.harness.key(Key::Escape);
        CHECK(s.world.name(s.rock) == "Rock");
        CHECK(s.harness.performed.empty());
        CHECK(s.harness.says("Rock"));
    }
    SECTION("double click") {
        s.harness.double_click_text("Ship");
        s.harness.type("Boat");
        s.harness.key(Key::Enter);
        CHECK(s.world.name(s.ship) == "Boat");
    }
    SECTION("an entity without a name gets one") {
        s.harness.click_text(figures::short_id(s.nameless));
        s.harness.key(Key::F2);
        s.harness.type("Somebody");
        s.harness.key(Key::Enter);
        CHECK(s.world.name(s.nameless) == "Somebody");
    }
    SECTION("the same name asks for nothing") {
        s.select("Rock");
        s.harness.key(Key::F2);
        s.harness.key(Key::Enter);
        CHECK(s.harness.performed.empty());
    }
    SECTION("the entity is destroyed meanwhile") {
        s.select("Rock");
        s.harness.key(Key::F2);
        s.harness.type("Boulder");
        s.world.destroy(s.rock);
        s.harness.frames(3);
        s.harness.key(Key::Enter);
        CHECK(s.harness.performed.empty());
        CHECK(s.harness.refused.empty());
    }
}

TEST_CASE("Entities: Delete destroys what is selected, each once", "[panels][entities]") {
    Scene s;
    s.harness.click(s.arrow_of("Ship"));
    s.select("Ship");
    s.harness.hold(true);
    s.select("Turret");
    s.select("Rock");
    s.harness.hold(false);
    s.harness.key(Key::Delete);
    CHECK(s.harness.refused.empty());
    CHECK(s.world.entity_count() == 1);
    CHECK(s.harness.edit_labels() == Labels{"Destroy 3 entities"});  // the turret goes with its ship
}

TEST_CASE("Entities: labels count what goes along", "[panels][entities]") {
    Scene s;
    s.world.create(ecs::Name{"Barrel"}, ecs::Parent{s.turret});
    s.harness.selection.select(s.ship);
    s.harness.key({.key = editor::Key::Delete});
    s.harness.key({.key = editor::Key::Z, .ctrl = true});
    s.harness.selection.select_all({s.ship, s.rock});
    s.harness.key({.key = editor::Key::D, .ctrl = true});
    CHECK(s.harness.edit_labels() == Labels{"Destroy Ship and 2 entities below it", "Duplicate 4 entities"});
    CHECK(s.world.entity_count() == 9);

    std::vector<panels::Request> requests;
    panels::Context context = s.harness.context();
    panels::request_move(context, {s.turret}, s.rock);
    s.harness.frame();
    CHECK(s.harness.edit_labels().back() == "Move Turret and 1 entity below it below Rock");
}

TEST_CASE("Entities: copies have a name and a place of their own", "[panels][entities]") {
    Scene s;
    panels::SceneLink link;
    struct Shift {
        std::size_t record;
        float x;
    };
    std::vector<Shift> shifts;
    link.shift = [&](ecs::EntityRecord& record, ecs::Vec2 by) { shifts.push_back({record.values.size(), by.x}); };
    link.bounds = [&](ecs::Entity) { return std::optional(ecs::Vec3{100, 100, 20}); };
    s.harness.viewport = &link;
    const auto duplicate = [&](ecs::Entity entity) {
        s.harness.selection.select(entity);
        s.harness.key({.key = editor::Key::D, .ctrl = true});
        return s.harness.selection.entity();
    };
    const ecs::Entity second = duplicate(s.rock);
    CHECK(s.world.name(second) == "Rock 2");
    CHECK(s.world.name(duplicate(second)) == "Rock 3");
    CHECK(s.world.name(duplicate(s.rock)) == "Rock 4");
    const ecs::Entity boat = duplicate(s.ship);
    CHECK(s.world.name(boat) == "Ship 2");
    CHECK(s.world.name(s.world.children(boat)[0]) == "Turret");
    REQUIRE(shifts.size() == 5);
    for (const Shift& shift : shifts) CHECK(shift.x >= 16);

    // Where a copy stands already the next one does not.
    link.pick = [&](ecs::Vec2 at) {
        return at.x < 131 ? std::vector<ecs::Entity>{second} : std::vector<ecs::Entity>();
    };
    link.bounds = [&](ecs::Entity entity) {
        return std::optional(entity == second ? ecs::Vec3{130, 130, 20} : ecs::Vec3{100, 100, 20});
    };
    duplicate(s.rock);
    CHECK(shifts.back().x > 31);
}

TEST_CASE("Entities: nobody is taken to a place that is no finite number", "[panels][entities][numbers]") {
    Scene s;
    panels::SceneLink link;
    s.harness.viewport = &link;
    constexpr float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    ecs::Vec3 place{100, 100, 20};
    link.bounds = [&](ecs::Entity) { return std::optional(place); };
    CHECK(panels::why_not_frame(s.harness.context(), s.rock).empty());
    for (const ecs::Vec3 odd : {ecs::Vec3{nan, 5, 1}, {5, nan, 1}, {infinity, 5, 1}, {5, -infinity, 1}}) {
        place = odd;
        CHECK(panels::why_not_frame(s.harness.context(), s.rock) == "The place of the entity is no finite number");
    }
}

TEST_CASE("Entities: Delete in the filter deletes text, not entities", "[panels][entities]") {
    Scene s;
    s.select("Rock");
    s.harness.click_text("Filter");
    s.harness.type("rock");
    s.harness.key(Key::Home);
    s.harness.key(Key::Delete);
    CHECK(s.world.entity_count() == 4);
    CHECK(s.harness.selection.entity() == s.rock);
}

TEST_CASE("Entities: creating selects what was created, and shows it", "[panels][entities]") {
    Scene s;
    s.harness.click_text("+ Create");
    s.harness.frames(3);
    CHECK(s.world.entity_count() == 5);
    CHECK(s.world.name(s.harness.selection.entity()) == "Entity");
    CHECK(s.harness.says("5 entities"));
    CHECK(s.harness.edit_labels() == Labels{"Create entity"});
}

TEST_CASE("Entities: the menu of a row does what it says", "[panels][entities]") {
    Scene s;
    SECTION("Create child") {
        s.harness.click_text("Rock", 0, 1);
        CHECK(s.harness.selection.entity() == s.rock);
        s.harness.click_text("Create child");
        s.harness.frames(3);
        REQUIRE(s.world.children(s.rock).size() == 1);
        CHECK(s.harness.selection.entity() == s.world.children(s.rock)[0]);
        CHECK(s.harness.says("Entity"));
    }
    SECTION("Duplicate copies what lies below, too") {
        s.harness.click_text("Ship", 0, 1);
        s.harness.click_text("Duplicate");
        s.harness.frames(3);
        CHECK(s.world.entity_count() == 6);
        const ecs::Entity copy = s.harness.selection.entity();
        CHECK(copy != s.ship);
        CHECK(s.world.children(copy).size() == 1);
        CHECK(s.harness.edit_labels() == Labels{"Duplicate Ship and 1 entity below it"});
    }
    SECTION("Destroy") {
        s.harness.click_text("Ship", 0, 1);
        s.harness.click_text("Destroy");
        CHECK(s.world.entity_count() == 2);
        CHECK(s.harness.edit_labels() == Labels{"Destroy Ship and 1 entity below it"});
    }
    SECTION("Rename is typed in the row") {
        s.harness.click_text("Rock", 0, 1);
        s.harness.click_text("Rename");
        s.harness.frames(3);
        s.harness.replace_text("Stone");
        s.harness.key(Key::Enter);
        CHECK(s.world.name(s.rock) == "Stone");
    }
    SECTION("It comes by the keyboard, too") {
        s.select("Rock");
        s.harness.key(editor::Shortcut{.key = editor::Key::F10, .shift = true});
        REQUIRE(s.harness.says("Create child"));
        CHECK(s.harness.need("Create child").low.y > s.harness.need("Rock").low.y);
        CHECK(s.harness.keyboard.acted.empty());
    }
    SECTION("Frame in the scene says why it can't") {
        s.harness.click_text("Rock", 0, 1);
        s.harness.hover_text("Frame in the scene");
        CHECK(s.harness.says("The Scene panel is not there"));
        s.harness.click_text("Frame in the scene");
        CHECK(s.harness.performed.empty());
    }
    SECTION("Frame in the scene") {
        panels::SceneLink link;
        link.bounds = [&](ecs::Entity entity) {
            return entity == s.rock ? std::optional(ecs::Vec3{1, 2, 3}) : std::nullopt;
        };
        s.harness.viewport = &link;
        s.harness.click_text("Rock", 0, 1);
        s.harness.click_text("Frame in the scene");
        REQUIRE(s.harness.performed.size() == 1);
        CHECK(std::get<panels::FrameEntityRequest>(s.harness.performed[0]).entity == s.rock);
    }
}

TEST_CASE("Entities: a row dropped onto another moves below it", "[panels][entities]") {
    Scene s;
    s.harness.drag(s.harness.need("Rock").middle(), s.harness.need("Ship").middle());
    s.harness.frames(3);
    CHECK(s.world.parent(s.rock) == s.ship);
    CHECK(s.harness.edit_labels() == Labels{"Move Rock below Ship"});
}

TEST_CASE("Entities: a row dropped below the list moves to the top", "[panels][entities]") {
    Scene s;
    s.harness.click(s.arrow_of("Ship"));
    s.harness.drag(s.harness.need("Turret").middle(), {160, 380});
    CHECK_FALSE(s.world.parent(s.turret));
    CHECK(s.harness.edit_labels() == Labels{"Move Turret to the top"});
}

TEST_CASE("Entities: a row dropped between two rows stands there, as one step that undo takes back",
          "[panels][entities][siblings]") {
    Scene s;
    const DrawnText ship = s.harness.need("Ship"), rock = s.harness.need("Rock");
    const float row = rock.middle().y - ship.middle().y;
    SECTION("before") {
        s.harness.drag(rock.middle(), {ship.middle().x, ship.middle().y - row * 0.4f});
        s.harness.frames(3);
        CHECK_FALSE(s.world.parent(s.rock));
        CHECK(s.harness.need("Rock").middle().y < s.harness.need("Ship").middle().y);
        CHECK(s.harness.history.steps().back().label == "Move Rock before Ship");
    }
    SECTION("behind") {
        s.harness.drag(ship.middle(), {rock.middle().x, rock.middle().y + row * 0.4f});
        s.harness.frames(3);
        CHECK(s.harness.need("Rock").middle().y < s.harness.need("Ship").middle().y);
        CHECK(s.harness.history.steps().back().label == "Move Ship and 1 entity below it behind Rock");
    }
    SECTION("as the first child of an open node") {
        s.harness.click(s.arrow_of("Ship"));
        s.harness.drag(s.harness.need("Rock").middle(), {ship.middle().x, ship.middle().y + row * 0.4f});
        s.harness.frames(3);
        CHECK(s.world.parent(s.rock) == s.ship);
        CHECK(s.harness.need("Rock").middle().y < s.harness.need("Turret").middle().y);
    }
    REQUIRE(s.harness.history.undo().empty());
    s.harness.frames(3);
    CHECK_FALSE(s.world.parent(s.rock));
    CHECK(s.harness.need("Ship").middle().y < s.harness.need("Rock").middle().y);
}

TEST_CASE("Entities: Alt and an arrow move the selected entity among its siblings", "[panels][entities][siblings]") {
    Scene s;
    s.select("Rock");
    s.harness.hold(false, false, true);
    s.harness.key(Key::Up);
    s.harness.hold(false);
    s.harness.frames(3);
    CHECK(s.harness.need("Rock").middle().y < s.harness.need("Ship").middle().y);
    s.harness.hold(false, false, true);
    s.harness.key(Key::Up);
    s.harness.hold(false);
    REQUIRE(s.harness.history.steps().size() == 1);
    CHECK(s.harness.history.steps().back().label == "Move Rock before Ship");
    s.harness.hold(false, false, true);
    s.harness.key(Key::Down);
    s.harness.hold(false);
    s.harness.frames(3);
    CHECK(s.harness.need("Ship").middle().y < s.harness.need("Rock").middle().y);
}

TEST_CASE("Entities: a drop that would make a circle is refused, with the reason", "[panels][entities]") {
    Scene s;
    s.harness.click(s.arrow_of("Ship"));
    const ImVec2 from = s.harness.need("Ship").middle(), to = s.harness.need("Turret").middle();
    s.harness.move_to(from);
    s.harness.press();
    s.harness.move_to({from.x + 10, from.y + 10});
    s.harness.move_to(to);
    s.harness.frames(3);
    CHECK(s.harness.says("Turret is below Ship"));
    s.harness.release();
    CHECK(s.harness.performed.empty());
    CHECK_FALSE(s.world.parent(s.ship));
}

TEST_CASE("Entities: what is dragged is named under the mouse, also when its row is scrolled away",
          "[panels][entities]") {
    Scene s;
    for (int i = 0; i < 100; ++i) s.world.create();
    s.harness.frames(2);
    const ImVec2 from = s.harness.need("Rock").middle();
    s.harness.move_to(from);
    s.harness.press();
    s.harness.move_to({from.x + 10, from.y + 10});
    s.harness.move_to({from.x + 10, from.y + 60});
    CHECK(s.harness.find("Rock", 1));
    s.harness.wheel(-20);
    s.harness.frames(3);
    CHECK(s.harness.find("Rock"));
    CHECK_FALSE(s.harness.find("Ship"));
    s.harness.release();
    s.harness.frames(2);
    CHECK(s.harness.history.done() == 1);
}

}  // namespace entities_panel_input_test
