// The menu on the screen: how it comes, what it shows, how it goes.
#include "panels/menus/context_menu.hpp"

#include "catch.hpp"
#include "panels/support/inspector_scene.hpp"
#include "panels/widgets/widgets.hpp"

namespace context_menu_test {

using panels::compat::Key;
using Labels = std::vector<std::string>;

struct Position {
    float x = 0, y = 0;
};

/// Rows of entities, each with its menu.
struct Rows {
    Harness harness{{480, 640}};
    ecs::World& world = harness.world;
    ecs::Entity ship, rock;

    Rows() {
        world.types().add<Position>("Position").field("x", &Position::x).field("y", &Position::y);
        ship = world.create(ecs::Name{"Ship"}, Position{1, 2});
        rock = world.create(ecs::Name{"Rock"});
        harness.add([this](const panels::Context& context) {
            for (const ecs::Entity entity : {ship, rock}) {
                ImGui::PushID(static_cast<int>(entity.index));
                panels::selectable(std::string(context.world.name(entity)).c_str());
                panels::offer_menu(context, panels::EntityAt{entity});
                ImGui::PopID();
            }
        });
        harness.frames(3);
    }
};

TEST_CASE("ContextMenu: a right click opens it at the mouse, Esc and a click elsewhere close it", "[panels][menus]") {
    Rows s;
    s.harness.click_text("Ship", 0, 1);
    REQUIRE(s.harness.says("Duplicate"));
    CHECK(s.harness.says("Ship (#1)"));
    s.harness.click({400, 600});
    CHECK_FALSE(s.harness.says("Duplicate"));
    // On another row while it is open: the menu of that.
    s.harness.click_text("Ship", 0, 1);
    s.harness.click({20, s.harness.need("Rock").middle().y}, 1);
    s.harness.frames(2);
    CHECK(s.harness.says("Rock (#2)"));
    CHECK_FALSE(s.harness.says("Ship (#1)"));
}

TEST_CASE("ContextMenu: what cannot be done is there, does nothing and says why", "[panels][menus]") {
    Rows s;
    s.harness.click_text("Ship", 0, 1);
    s.harness.hover_text("Frame in the scene");
    CHECK(s.harness.says("The Scene panel is not there"));
    s.harness.click_text("Frame in the scene");
    CHECK(s.harness.performed.empty());
}

TEST_CASE("ContextMenu: keys come from the table of actions, and only for what is selected", "[panels][menus]") {
    Rows s;
    s.harness.click_text("Ship", 0, 1);
    CHECK_FALSE(s.harness.says(s.harness.key_map.find("edit.duplicate")->text()));
    s.harness.selection.select(s.ship);
    s.harness.frame();
    const DrawnText keys = s.harness.need(s.harness.key_map.find("edit.duplicate")->text());
    CHECK(keys.middle().y == Approx(s.harness.need("Duplicate").middle().y).margin(1));
    CHECK(keys.high.x == Approx(s.harness.need(s.harness.key_map.find("edit.rename")->text()).high.x).margin(1.5));
    CHECK(keys.color == s.harness.style.theme->quiet);
}

TEST_CASE("ContextMenu: a submenu opens, and its items copy", "[panels][menus]") {
    Rows s;
    s.harness.click_text("Ship", 0, 1);
    s.harness.hover_text("Copy as");
    s.harness.click_text("Link");
    s.harness.frames(2);
    CHECK(std::string(ImGui::GetClipboardText()) == "chunkscope:entity=1v1");
    CHECK_FALSE(s.harness.says("Copy as"));
}

TEST_CASE("ContextMenu: where no row takes the name, a field does", "[panels][menus]") {
    Rows s;
    s.harness.click_text("Ship", 0, 1);
    s.harness.click_text("Rename");
    s.harness.frames(3);
    REQUIRE(s.harness.says("Rename Ship"));
    s.harness.replace_text("Boat");
    s.harness.key(Key::Enter);
    s.harness.frames(2);
    CHECK(s.world.name(s.ship) == "Boat");
    CHECK_FALSE(s.harness.says("Rename Ship"));
    CHECK(s.harness.edit_labels() == Labels{"Rename Ship to Boat"});
}

TEST_CASE("ContextMenu: a component is found by its name and added to all that are selected", "[panels][menus]") {
    Rows s;
    s.harness.selection.select_all({s.ship, s.rock});
    s.harness.click_text("Rock", 0, 1);
    s.harness.click_text("Add component");
    s.harness.frames(3);
    s.harness.type("posi");
    s.harness.key(Key::Enter);
    s.harness.frames(2);
    CHECK(s.world.has<Position>(s.rock));
    CHECK(s.world.get<Position>(s.ship).x == 1);
    CHECK(s.harness.edit_labels() == Labels{"Add Position to Rock"});
}

TEST_CASE("ContextMenu: it stays open when its entity goes, and says so", "[panels][menus]") {
    Rows s;
    s.harness.click_text("Rock", 0, 1);
    s.world.destroy(s.rock);
    s.harness.frames(2);
    s.harness.hover_text("Duplicate");
    CHECK(s.harness.says("2v1 was destroyed"));
}

TEST_CASE("ContextMenu: the item that has the keyboard has its menu by Shift+F10", "[panels][menus]") {
    Rows s;
    s.harness.key(Key::Tab);
    s.harness.frames(2);
    s.harness.key(editor::Shortcut{.key = editor::Key::F10, .shift = true});
    s.harness.frames(2);
    REQUIRE(s.harness.says("Duplicate"));
    CHECK(s.harness.need("Duplicate").low.y > s.harness.need("Ship").low.y);
    // The arrows walk through it.
    s.harness.key(Key::Down);
    s.harness.key(Key::Down);
    s.harness.key(Key::Down);
    s.harness.key(Key::Enter);
    s.harness.frames(2);
    CHECK(s.harness.edit_labels().size() <= 1);
}

TEST_CASE("ContextMenu: what a panel adds stands first, and takes the place of what has its label", "[panels][menus]") {
    Harness harness{{480, 640}};
    std::string ran;
    harness.world.types().add<Position>("Position").field("x", &Position::x);
    harness.add([&](const panels::Context& context) {
        panels::selectable("row");
        if (panels::menu_asked(context))
            panels::request_menu(
                context, panels::ComponentAt{{}, context.world.types().find("Position")->id},
                {{.label = "Only here", .keys = "F2", .run = [&](const panels::Context&) { ran += "own"; }},
                 {.label = "Select the 0 entities with Position", .keys = "by hand"}});
    });
    harness.frames(3);
    harness.click_text("row", 0, 1);
    CHECK(harness.need("Only here").low.y < harness.need("Select the 0").low.y);
    CHECK(harness.says("F2"));
    CHECK(harness.need("by hand").middle().y == Approx(harness.need("Select the 0").middle().y).margin(1));
    harness.click_text("Only here");
    CHECK(ran == "own");
}

TEST_CASE("ContextMenu: at the edge of the screen it lies inside of it", "[panels][menus]") {
    Harness harness{{300, 500}};
    const ecs::Entity entity = harness.world.create();
    bool ask = true;
    harness.add([&](const panels::Context& context) {
        if (std::exchange(ask, false)) panels::request_menu(context, panels::EntityAt{entity}, {}, ImVec2{280, 480});
    });
    harness.frames(5);
    CHECK(harness.need("Destroy").high.y <= 500);
    CHECK(harness.need("Destroy").high.x <= 308);
}

TEST_CASE("ContextMenu: a component and a field of the inspector have their menus", "[panels][menus]") {
    inspector_scene::Scene s;
    s.world.add(s.hero, inspector_scene::Health{7});
    s.harness.frames(3);
    s.harness.click({200, s.harness.need("Health", 1).middle().y}, 1);
    CHECK(s.harness.says("Health of Hero"));
    CHECK(s.harness.need("Delete").middle().y == Approx(s.harness.need("Remove component").middle().y).margin(1));
    s.harness.key(Key::Escape);
    s.harness.click({400, 1300});
    s.harness.click(s.widget_of("hp"), 1);
    REQUIRE(s.harness.says("Health.hp of Hero"));
    s.harness.click_text("Reset to default");
    s.harness.frames(2);
    CHECK(s.world.get<inspector_scene::Health>(s.hero).hp == 100);
}

TEST_CASE("ContextMenu: each number of a row has its own", "[panels][menus]") {
    inspector_scene::Scene s;
    s.world.types().add<Position>("Position").field("x", &Position::x).field("y", &Position::y);
    s.world.add(s.hero, Position{1, 2});
    s.harness.frames(3);
    s.harness.click(s.widget_of("x, y", 0.25f), 1);
    CHECK(s.harness.says("Position.x of Hero"));
    s.harness.click({400, 1300});
    s.harness.click(s.widget_of("x, y", 0.75f), 1);
    CHECK(s.harness.says("Position.y of Hero"));
}

}  // namespace context_menu_test
