#include "panels/entities/entities_panel.hpp"

#include <algorithm>

#include "catch.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/support/headless.hpp"

using panels::EntitiesPanel;
using panels::compat::Key;
using Entities = std::vector<ecs::Entity>;
using Labels = std::vector<std::string>;

namespace {

struct Frozen {};

/// A world of Ship with the turret below it, Rock and an entity without a name, in the Entities panel.
struct Scene {
    Harness harness{{320, 400}};
    EntitiesPanel panel;
    ecs::World& world = harness.world;
    ecs::Entity ship, turret, rock, nameless;

    Scene() {
        world.types().add<Frozen>("game::Frozen");
        ship = world.create(ecs::Name{"Ship"});
        turret = world.create(ecs::Name{"Turret"}, ecs::Parent{ship});
        rock = world.create(ecs::Name{"Rock"}, Frozen{});
        nameless = world.create();
        harness.add(panel);
        harness.frames(3);
    }

    ImVec2 arrow_of(std::string_view name) const {
        const DrawnText text = harness.need(name);
        return {text.low.x - 8, text.middle().y};
    }
    /// Clicks the row and so gives the list the keyboard.
    void select(std::string_view name) { harness.click_text(name); }
};

}  // namespace

TEST_CASE("Entities: it lists the top of the tree, and says how many there are", "[panels][entities]") {
    Scene s;
    INFO(s.harness.screen());
    CHECK(s.harness.says("Ship"));
    CHECK(s.harness.says("Rock"));
    CHECK(s.harness.says(ecs::to_string(s.nameless)));
    CHECK(s.harness.says("4 entities"));
    CHECK_FALSE(s.harness.says("Turret"));

    s.harness.click(s.arrow_of("Ship"));
    CHECK(s.harness.says("Turret"));
    CHECK_FALSE(s.harness.selection.entity());
    s.harness.click(s.arrow_of("Ship"));
    CHECK_FALSE(s.harness.says("Turret"));
}

TEST_CASE("Entities: a click selects, with Ctrl adds, with Shift takes the range", "[panels][entities]") {
    Scene s;
    s.harness.click(s.arrow_of("Ship"));
    s.select("Rock");
    CHECK(s.harness.selection.entities() == Entities{s.rock});
    s.harness.hold(true);
    s.select("Ship");
    s.harness.hold(false);
    CHECK(s.harness.selection.entities() == Entities{s.rock, s.ship});
    s.harness.hold(true);
    s.select("Rock");
    s.harness.hold(false);
    CHECK(s.harness.selection.entities() == Entities{s.ship});

    s.select("Turret");
    s.harness.hold(false, true);
    s.harness.click_text(ecs::to_string(s.nameless));
    s.harness.hold(false);
    CHECK(s.harness.selection.entities() == Entities{s.turret, s.rock, s.nameless});
    s.harness.hold(false, true);
    s.select("Ship");
    s.harness.hold(false);
    CHECK(s.harness.selection.entities() == Entities{s.turret, s.ship});

    s.harness.click({160, 380});
    CHECK(s.harness.selection.entities().empty());
}

TEST_CASE("Entities: the arrow keys walk, unfold and fold the tree", "[panels][entities]") {
    Scene s;
    s.select("Ship");
    s.harness.key(Key::Down);
    CHECK(s.harness.selection.entity() == s.rock);
    s.harness.key(Key::Up);
    s.harness.key(Key::Right);
    CHECK(s.harness.says("Turret"));
    CHECK(s.harness.selection.entity() == s.ship);
    s.harness.key(Key::Right);
    CHECK(s.harness.selection.entity() == s.turret);
    s.harness.key(Key::Left);
    CHECK(s.harness.selection.entity() == s.ship);
    s.harness.key(Key::Left);
    CHECK_FALSE(s.harness.says("Turret"));
    s.harness.key(Key::End);
    CHECK(s.harness.selection.entity() == s.nameless);
    s.harness.key(Key::Home);
    CHECK(s.harness.selection.entity() == s.ship);
}

TEST_CASE("Entities: the filter shows matches, what is above them, and how many there are", "[panels][entities]") {
    Scene s;
    s.harness.click_text("Filter");
    s.harness.type("turr");
    INFO(s.harness.screen());
    CHECK(s.harness.says("1 of 4 entities"));
    CHECK(s.harness.need("Turret").color == s.harness.style.theme->text);
    CHECK(s.harness.need("Ship").color == s.harness.style.theme->quiet_text);
    CHECK_FALSE(s.harness.says("Rock"));

    s.harness.replace_text("c:Frozen");
    CHECK(s.harness.says("1 of 4 entities"));
    CHECK(s.harness.says("Rock"));

    s.harness.replace_text("c:Zzz");
    CHECK(s.harness.says("No component has \"Zzz\" in its name"));
    CHECK_FALSE(s.harness.says("No entity matches"));  // nothing was looked for
    s.harness.click_text("Clear the filter");
    CHECK(s.harness.says("4 entities"));
    CHECK(s.harness.says("Rock"));
}

TEST_CASE("Entities: what is selected but filtered away is said", "[panels][entities]") {
    Scene s;
    s.select("Rock");
    s.harness.click_text("Filter");
    s.harness.type("ship");
    CHECK(s.harness.says("Rock is selected, but the filter"));
}

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
        s.harness.click_text(ecs::to_string(s.nameless));
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
    panels::ViewportLink link;
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

TEST_CASE("Entities: Enter in the filter selects the first hit, or the one that the arrows went to",
          "[panels][entities]") {
    Scene s;
    const ecs::Entity rocket = s.world.create(ecs::Name{"Rocket"});
    s.harness.frames(2);
    s.harness.click_text("Filter");
    SECTION("the only hit") {
        s.harness.type("turr");
        s.harness.key(Key::Enter);
        CHECK(s.harness.selection.entity() == s.turret);
    }
    SECTION("the first of several") {
        s.harness.type("rock");
        s.harness.key(Key::Enter);
        CHECK(s.harness.selection.entity() == s.rock);
        // The list has the keyboard then.
        s.harness.key(Key::Down);
        CHECK(s.harness.selection.entity() == rocket);
    }
    SECTION("the arrows choose") {
        s.harness.type("rock");
        s.harness.key(Key::Down);
        CHECK_FALSE(s.harness.selection.entity());
        s.harness.key(Key::Enter);
        CHECK(s.harness.selection.entity() == rocket);
    }
    SECTION("no hit") {
        s.harness.type("zzz");
        s.harness.key(Key::Enter);
        CHECK_FALSE(s.harness.selection.entity());
    }
}

TEST_CASE("Entities: what the filter does not understand is said, not answered with no match", "[panels][entities]") {
    Scene s;
    s.harness.click_text("Filter");
    for (const char* text : {"Health.hp < 10", "ship & rock", "(ship)", "hp >= 3", "a|b"}) {
        s.harness.replace_text(text);
        INFO(s.harness.screen());
        CHECK(s.harness.says("The filter does not understand"));
        CHECK_FALSE(s.harness.says("No entity matches"));
        CHECK(s.harness.says("components"));
    }
    s.harness.replace_text("zzz");
    CHECK(s.harness.says("No entity matches"));
    // Names may have such signs.
    s.world.create(ecs::Name{"a<b"});
    s.harness.replace_text("a<b");
    s.harness.frames(2);
    CHECK(s.harness.says("1 of 5 entities"));
}

TEST_CASE("Entities: where there is no room for both, the name stays and the id goes", "[panels][entities]") {
    Scene s;
    s.harness.style.scale = 3;
    panels::apply_style(s.harness.style, ImGui::GetStyle());
    s.harness.frames(2);
    CHECK(s.harness.says("3v1"));
    ecs::Edit longer = ecs::rename(s.world, s.rock, "Quite a long name of a rock that has a story");
    ecs::apply(s.world, s.harness.schedule, longer);
    s.harness.frames(3);
    INFO(s.harness.screen());
    CHECK(s.harness.says("Quite a long name of"));
    CHECK_FALSE(s.harness.says("3v1"));
}

TEST_CASE("Entities: Tab leads from the list to the filter, the arrows back", "[panels][entities][keys]") {
    Scene s;
    s.select("Rock");
    s.harness.key(Key::Tab);
    s.harness.type("ship");
    CHECK(s.harness.says("1 of 4 entities"));
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
    SECTION("Copy id") {
        s.harness.click_text("Rock", 0, 1);
        s.harness.click_text("Copy id");
        CHECK(std::string(ImGui::GetClipboardText()) == ecs::to_string(s.rock));
    }
    SECTION("Frame in the scene says why it can't") {
        s.harness.click_text("Rock", 0, 1);
        s.harness.hover_text("Frame in the scene");
        CHECK(s.harness.says("The Scene panel is not there"));
        s.harness.click_text("Frame in the scene");
        CHECK(s.harness.performed.empty());
    }
    SECTION("Frame in the scene") {
        panels::ViewportLink link;
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
    CHECK(s.world.parent(s.rock));
}

TEST_CASE("Entities: what is selected elsewhere is unfolded and scrolled to", "[panels][entities]") {
    Scene s;
    s.harness.selection.select(s.turret);
    s.harness.frames(3);
    CHECK(s.harness.says("Turret"));

    for (int i = 0; i < 200; ++i) s.world.create();
    const ecs::Entity last = s.world.create(ecs::Name{"The last"});
    s.harness.frames(3);
    CHECK_FALSE(s.harness.says("The last"));
    s.harness.selection.select(last);
    s.harness.frames(3);
    CHECK(s.harness.says("The last"));
    s.harness.selection.go_back(s.world);
    s.harness.frames(3);
    CHECK(s.harness.says("Turret"));
}

TEST_CASE("Entities: a destroyed entity is gone in the same frame, its slot's next one is another",
          "[panels][entities]") {
    Scene s;
    s.select("Rock");
    s.world.destroy(s.rock);
    s.harness.frame();
    CHECK_FALSE(s.harness.says("Rock"));
    const ecs::Entity next = s.world.create(ecs::Name{"Newcomer"});
    REQUIRE(next.index == s.rock.index);
    s.harness.frames(2);
    CHECK(s.harness.says("Newcomer"));
    CHECK_FALSE(s.harness.selection.has(next));
}

TEST_CASE("Entities: an empty world offers the first step", "[panels][entities]") {
    Harness harness({320, 400});
    EntitiesPanel panel;
    harness.add(panel);
    harness.frames(2);
    CHECK(harness.says("No entities yet"));
    CHECK(harness.says("0 entities"));
    harness.click_text("Create an entity");
    harness.frames(2);
    CHECK(harness.world.entity_count() == 1);
    CHECK(harness.says("1 entity"));
}

TEST_CASE("Entities: tree or flat is remembered", "[panels][entities]") {
    Scene s;
    CHECK(s.panel.save_settings() == "tree");
    s.harness.click_text("Flat");
    CHECK(s.harness.says("Turret"));
    CHECK(s.panel.save_settings() == "flat");
    EntitiesPanel other;
    other.load_settings("flat");
    CHECK(other.list().mode() == panels::EntityList::Mode::Flat);
}

TEST_CASE("Entities: a frame costs what is in view, with a million entities", "[panels][entities][large]") {
    constexpr std::size_t count = 1'000'000;
    constexpr float height = 600;
    Harness harness({320, height});
    EntitiesPanel panel;
    std::vector<ecs::Entity> entities(count);
    harness.world.create_many(entities, {});
    // A node with many children, which stays folded.
    for (std::size_t i = 1; i < 20'000; ++i) harness.world.set_parent(entities[i], entities[0]);
    harness.add(panel);
    for (int i = 0; i < 3000 && !(i > 0 && panel.list().up_to_date()); ++i) harness.frame();
    REQUIRE(panel.list().up_to_date());
    REQUIRE(panel.list().rows().size() == count - 19'999);
    CHECK(harness.says("1,000,000 entities"));

    const auto visible = static_cast<std::size_t>(height / 24);
    CHECK(panel.rows_drawn() > visible / 2);
    CHECK(panel.rows_drawn() <= visible + 2);
    harness.frames(5);
    const std::size_t before = allocation_count();
    harness.frames(10);
    CHECK((allocation_count() - before) / 10 < 200);

    harness.selection.select(entities.back());
    harness.frames(3);
    CHECK(harness.says(ecs::to_string(entities.back())));
    CHECK(panel.rows_drawn() <= visible + 2);

    // One is destroyed: the list is made anew in slices, and nothing dead is shown as alive meanwhile.
    harness.world.destroy(entities.back());
    int frames = 0;
    do {
        harness.frame();
        ++frames;
        const std::size_t made_before = allocation_count();
        harness.frame();
        CHECK(allocation_count() - made_before < 300);
        if (const auto row = harness.find(ecs::to_string(entities.back()))) CHECK(harness.says("destroyed"));
    } while (!panel.list().up_to_date() && frames < 3000);
    CHECK(panel.list().rows().size() == count - 20'000);
}

TEST_CASE("Entities: in a narrow panel the count is shortened, not the buttons", "[panels][entities]") {
    Harness harness({170, 300});
    panels::EntitiesPanel panel;
    for (int i = 0; i < 12'345; ++i) harness.world.create();
    harness.add(panel);
    harness.frames(3);
    INFO(harness.screen());
    CHECK_FALSE(harness.says("12,345 entities"));
    CHECK(harness.says("12,3"));
    CHECK(harness.need("Flat").high.x <= 170);
    harness.hover_text("12,3");
    CHECK(harness.says("12,345 entities"));
}
