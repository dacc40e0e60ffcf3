#include "panels/entities/entities_panel.hpp"

#include <algorithm>
#include <cmath>

#include <imgui_internal.h>

#include "catch.hpp"
#include "ecs/prefab/prefabs.hpp"
#include "figures/drawing/value_text.hpp"
#include "panels/prefab/prefab_requests.hpp"
#include "panels/support/entities_scene.hpp"
#include "panels/widgets/widgets.hpp"

namespace entities_panel_test {

using panels::EntitiesPanel;
using panels::compat::Key;
using Scene = EntitiesScene;

TEST_CASE("Entities: it lists the top of the tree, and says how many there are", "[panels][entities]") {
    Scene s;
    INFO(s.harness.screen());
    CHECK(s.harness.says("Ship"));
    CHECK(s.harness.says("Rock"));
    CHECK(s.harness.says(figures::short_id(s.nameless)));
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
    s.harness.click_text(figures::short_id(s.nameless));
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
    CHECK(s.harness.need("Ship").color == s.harness.style.theme->quiet);
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

TEST_CASE("Entities: what the filter hides is counted, and a click shows it", "[panels][entities]") {
    Scene s;
    CHECK_FALSE(s.harness.says("hidden"));
    s.harness.click_text("Filter");
    s.harness.type("rock");
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("3 hidden"));
    CHECK_FALSE(s.harness.says("Ship"));
    s.harness.click_text("Show");
    s.harness.frames(2);
    CHECK(s.harness.says("Ship"));
    CHECK_FALSE(s.harness.says("hidden"));
}

TEST_CASE("Entities: the filter completes components, and plain names are left alone", "[panels][entities]") {
    Scene s;
    s.harness.click_text("Filter");
    s.harness.type("Fro");
    REQUIRE(s.harness.says("Tab takes the first"));
    s.harness.key(Key::Tab);
    s.harness.frames(3);
    INFO(s.harness.screen());
    CHECK(s.harness.says("1 of 4 entities"));
    CHECK(s.harness.says("Rock"));
    s.harness.replace_text("ro");
    s.harness.frames(2);
    CHECK_FALSE(s.harness.says("Tab takes the first"));
}

TEST_CASE("Entities: what is selected but filtered away is said", "[panels][entities]") {
    Scene s;
    s.select("Rock");
    s.harness.click_text("Filter");
    s.harness.type("ship");
    CHECK(s.harness.says("Rock is selected, but the filter"));
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
    for (const char* text : {"Health.hp <", "ship & rock", "(ship", "hp >= 3", "a|b"}) {
        s.harness.replace_text(text);
        s.harness.frames(2);
        INFO(s.harness.screen());
        CHECK(s.harness.says("The list stays as it was"));
        CHECK_FALSE(s.harness.says("No entity matches"));
    }
    s.harness.replace_text("zzz");
    CHECK(s.harness.says("No entity matches"));
    // Names may have such signs.
    s.world.create(ecs::Name{"a<b"});
    s.harness.replace_text("name == \"a<b\"");
    s.harness.frames(2);
    CHECK(s.harness.says("1 of 5 entities"));
}

TEST_CASE("Entities: where there is no room for both, the name stays and the id goes", "[panels][entities]") {
    Scene s;
    s.harness.style.scale = 3;
    panels::apply_style(s.harness.style, ImGui::GetStyle());
    s.harness.frames(2);
    CHECK(s.harness.says("#3"));
    ecs::Edit longer = ecs::rename(s.world, s.rock, "Quite a long name of a rock that has a story");
    ecs::apply(s.world, s.harness.schedule, longer);
    s.harness.frames(3);
    INFO(s.harness.screen());
    CHECK(s.harness.says("Quite a long name of"));
    CHECK_FALSE(s.harness.says("3v1"));
}

TEST_CASE("Entities: a prefab says that it is one, and an instance does not", "[panels][entities][prefab]") {
    Scene s;
    panels::request_make_prefab(s.harness.context(), s.rock);
    s.harness.frames(6);
    INFO(s.harness.screen());
    const ecs::Prefabs prefabs(s.world);
    REQUIRE(prefabs.all().size() == 1);
    REQUIRE(s.panel.list().rows().size() == 4);  // the prefab and its instance are both there
    std::size_t chips = 0;
    for (const DrawnText& each : s.harness.texts()) chips += each.text == "Prefab";
    CHECK(chips == 1);
}

TEST_CASE("Entities: names are read at any level: indentation ends, marks go first, the list scrolls sideways",
          "[panels][entities]") {
    Scene s;
    const ecs::ComponentId frozen = s.world.types().find<Frozen>();
    ecs::Entity below = s.ship;
    for (int level = 1; level <= 40; ++level)
        below = s.world.create(ecs::Name{"Level " + std::to_string(level)}, Frozen{}, ecs::Parent{below});
    const ecs::Entity sea = s.world.create(ecs::Name{"The sea with a name that no panel of this width can show"});
    s.harness.selection.select(below);
    s.harness.frames(4);
    const auto shown = [&](int level) { return s.harness.find("Level " + std::to_string(level)); };
    INFO(s.harness.screen());
    int whole = 0;
    float left = 0;
    for (int level = 1; level <= 40; ++level) {
        if (!shown(level)) continue;
        ++whole;
        CHECK(shown(level)->low.x >= left);  // a level deeper is never further to the left
        left = shown(level)->low.x;
        CHECK(shown(level)->high.x < 320);
    }
    CHECK(whole >= 10);
    // Where indentation shows the level no more, a number does.
    const auto level_of = [&](const std::string& name) {
        const float middle = s.harness.need(name).middle().y;
        for (const DrawnText& each : s.harness.texts())
            if (std::abs(each.middle().y - middle) < 4 && each.high.x < s.harness.need(name).low.x) return each.text;
        return std::string();
    };
    CHECK(level_of("Level 40") == "41");
    CHECK(level_of("Level 38") == "39");
    // The marks of components stand only where the name does not need the room.
    const auto marked = [&](const std::string& name) {
        const DrawnText row = s.harness.need(name);
        for (float x = row.high.x; x < 320; ++x)
            if (s.harness.covered({x, row.middle().y}, s.harness.style.color_of(frozen))) return true;
        return false;
    };
    CHECK(marked("Rock"));
    REQUIRE(shown(38));
    CHECK_FALSE(marked("Level 38"));
    s.harness.selection.select(sea);
    s.harness.frames(4);
    CHECK(level_of("Rock").empty());
    // What is cut off is reached sideways.
    REQUIRE(s.harness.says("The sea with a name"));
    CHECK_FALSE(s.harness.says("of this width can show"));
    s.harness.move_to(s.harness.need("The sea").middle());
    s.harness.hold(false, true);
    for (int i = 0; i < 8; ++i) s.harness.wheel(-5);
    s.harness.hold(false);
    INFO(s.harness.screen());
    CHECK(s.harness.says("of this width can show"));
}

TEST_CASE("Entities: a row that is chosen by key is not below the bar that scrolls sideways", "[panels][entities]") {
    Scene s;
    for (int i = 0; i < 40; ++i)
        s.world.create(ecs::Name{"Stone " + std::to_string(i) + " with a name that no panel of this width can show"});
    s.select("Rock");
    for (int i = 0; i < 30; ++i) {
        s.harness.key(Key::Down);
        s.harness.frames(2);
    }
    INFO(s.harness.screen());
    REQUIRE(s.harness.selection.entity() != s.rock);
    const DrawnText row = s.harness.need(figures::name_or_id(s.world, s.harness.selection.entity()).substr(0, 9));
    const ImGuiWindow* list = nullptr;
    for (const ImGuiWindow* const window : ImGui::GetCurrentContext()->Windows)
        if (window->Active && window->ScrollbarX && window->InnerRect.Contains(row.low)) list = window;
    REQUIRE(list != nullptr);
    CHECK(row.middle().y + panels::row_height(s.harness.style) / 2 <= list->InnerRect.Max.y + 1);
}

TEST_CASE("Entities: Ctrl+A selects all that the list shows", "[panels][entities]") {
    Scene s;
    s.select("Rock");
    s.harness.hold(true);
    s.harness.key(Key::A);
    s.harness.hold(false);
    s.harness.frames(2);
    CHECK(s.harness.selection.entities() == Entities{s.ship, s.rock, s.nameless});  // the turret is folded
    s.harness.click(s.arrow_of("Ship"));
    s.harness.hold(true);
    s.harness.key(Key::A);
    s.harness.hold(false);
    CHECK(s.harness.selection.entities().size() == 4);
}

TEST_CASE("Entities: while a row is dragged to the edge, the list scrolls", "[panels][entities]") {
    Scene s;
    for (int i = 0; i < 200; ++i) s.world.create(ecs::Name{"Stone " + std::to_string(i)});
    s.harness.frames(4);
    REQUIRE(s.harness.says("Rock"));
    REQUIRE_FALSE(s.harness.says("Stone 150"));
    const float first_row = s.harness.need("Ship").middle().y;
    s.harness.move_to(s.harness.need("Rock").middle());
    s.harness.press();
    s.harness.move_to({160, 300});
    s.harness.move_to({160, 550});
    int frames = 0;
    while (!s.harness.says("Stone 199")) {
        s.harness.frame();
        REQUIRE(++frames < 2000);
    }
    s.harness.move_to({160, first_row});
    while (!s.harness.says("Ship")) {
        s.harness.frame();
        REQUIRE(++frames < 4000);
    }
    s.harness.release();
}

TEST_CASE("Entities: Tab leads from the list to the filter, the arrows back", "[panels][entities][keys]") {
    Scene s;
    s.select("Rock");
    s.harness.key(Key::Tab);
    s.harness.type("ship");
    CHECK(s.harness.says("1 of 4 entities"));
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
    s.harness.click_text("Tree");
    s.harness.frames(2);
    s.harness.click_text("Nothing (flat)");
    s.harness.frames(2);
    CHECK(s.harness.says("Turret"));
    CHECK(s.panel.save_settings() == "flat");
    EntitiesPanel other;
    other.load_settings("flat");
    CHECK(other.list().view() == panels::EntityList::View::Flat);
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
    CHECK(harness.says(figures::short_id(entities.back())));
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
        if (const auto row = harness.find(figures::short_id(entities.back()))) CHECK(harness.says("destroyed"));
    } while (!panel.list().up_to_date() && frames < 3000);
    CHECK(panel.list().rows().size() == count - 20'000);
}

TEST_CASE("Entities: quiet text is lighter on the ground of a selected row", "[panels][entities]") {
    Harness harness({320, 200});
    EntitiesPanel panel;
    const ecs::Entity entity = harness.world.create(ecs::Name{"Hero"});
    harness.add(panel);
    const auto drawn_in = [&](ImU32 color) {
        const ImDrawData& data = *ImGui::GetDrawData();
        for (int l = 0; l < data.CmdListsCount; ++l)
            for (const ImDrawVert& each : data.CmdLists[l]->VtxBuffer)
                if (each.col == color) return true;
        return false;
    };
    harness.frames(3);
    CHECK_FALSE(drawn_in(harness.style.theme->quiet_sel));
    harness.selection.select(entity);
    harness.frames(3);
    CHECK(drawn_in(harness.style.theme->quiet_sel));
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
    CHECK(harness.need("Tree").high.x <= 170);
    harness.hover_text("12,3");
    CHECK(harness.says("12,345 entities"));
}

TEST_CASE("Entities: a filter finds a component whose fields are changed, and changed back", "[panels][entities]") {
    Scene s;
    const auto mood = [](std::initializer_list<const char*> names) {
        ecs::ComponentType type;
        type.name = "Mood";
        for (const char* name : names) {
            type.fields.emplace_back().name = name;
            type.fields.back().kind = ecs::FieldKind::F32;
            type.fields.back().element_size = sizeof(float);
        }
        return type;
    };
    s.world.add(s.rock, *s.world.types().add_at_run_time(mood({"joy"})));
    s.harness.click_text("Filter");
    s.harness.type("c:Mood");
    s.harness.frames(3);
    CHECK(s.harness.says("1 of 4 entities"));
    ecs::SetType change;
    change.from = "Mood";
    change.to = mood({"joy", "fear"});
    REQUIRE(s.harness.history.perform({"Give it fear", {change}}).empty());
    s.harness.frames(3);
    CHECK(s.harness.says("1 of 4 entities"));
    REQUIRE(s.harness.history.undo().empty());
    s.harness.frames(3);
    INFO(s.harness.screen());
    CHECK(s.harness.says("1 of 4 entities"));
}

}  // namespace entities_panel_test
