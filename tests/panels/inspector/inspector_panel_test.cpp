#include "panels/inspector/inspector_panel.hpp"

#include <limits>

#include "catch.hpp"
#include "ecs/diagnose/cost.hpp"
#include "panels/support/inspector_scene.hpp"

namespace inspector_panel_test {

using namespace inspector_scene;
using panels::InspectorPanel;
using panels::compat::Key;
using Labels = std::vector<std::string>;

namespace {

struct Position {
    float x = 0, y = 0;
};

}  // namespace

TEST_CASE("Inspector: nothing selected says what would be here", "[panels][inspector]") {
    Scene s;
    s.harness.selection.clear();
    s.harness.frame();
    CHECK(s.harness.says("Nothing is selected"));
    CHECK(s.panel.listed().empty());
}

TEST_CASE("Inspector: the head says what the entity is and where it lies", "[panels][inspector]") {
    Scene s;
    const ecs::Entity second = s.world.create(ecs::Name{"Second"});
    const ecs::Entity child = s.world.create(ecs::Name{"Child"}, ecs::Parent{second});
    s.harness.selection.select(second);
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("Second"));
    CHECK(s.harness.says("#" + std::to_string(second.index)));
    CHECK_FALSE(s.harness.says(ecs::to_string(second)));
    const ecs::Location at = s.world.location(second);
    CHECK(s.harness.says("Archetype"));
    CHECK(s.harness.says("Name"));
    CHECK(at.row == 1);

    SECTION("a click on the archetype selects and shows it") {
        s.harness.click_text("Name");
        CHECK(s.harness.selection.archetype() == at.archetype);
        REQUIRE(s.harness.performed.size() == 1);
        CHECK(std::get<panels::ShowPanelRequest>(s.harness.performed[0]).id == "archetypes");
    }
    SECTION("children and parents are a click away") {
        s.harness.click_text("1 child");
        CHECK(s.harness.selection.entity() == child);
        s.harness.frame();
        s.harness.click_text("Second");
        CHECK(s.harness.selection.entity() == second);
    }
    SECTION("the id can be copied") {
        const DrawnText id = s.harness.need("#" + std::to_string(second.index));
        s.harness.click({id.high.x + 16, id.middle().y});
        CHECK(std::string(ImGui::GetClipboardText()) == ecs::to_string(second));
    }
    SECTION("the generation is told on hover") {
        s.harness.hover_text("#" + std::to_string(second.index));
        CHECK(s.harness.says(ecs::to_string(second)));
    }
}

TEST_CASE("Inspector: the name is edited where it stands", "[panels][inspector]") {
    Scene s;
    s.harness.click_text("Hero");
    s.harness.replace_text("Villain");
    CHECK(s.world.name(s.hero) == "Hero");
    s.harness.key(Key::Enter);
    CHECK(s.world.name(s.hero) == "Villain");
    CHECK(s.harness.edit_labels() == Labels{"Rename Hero to Villain"});

    s.harness.click_text("Villain");
    s.harness.replace_text("Nobody");
    s.harness.key(Key::Escape);
    CHECK(s.world.name(s.hero) == "Villain");
}

TEST_CASE("Inspector: a destroyed entity is never mistaken for its slot's next one", "[panels][inspector]") {
    Scene s;
    s.world.add(s.hero, Health{42});
    s.harness.frames(2);
    CHECK(s.harness.says("42"));
    s.world.destroy(s.hero);
    s.harness.frame();
    CHECK(s.harness.says(ecs::to_string(s.hero) + " was destroyed"));
    CHECK(s.panel.listed().empty());

    const ecs::Entity next = s.world.create(ecs::Name{"Newcomer"}, Health{77});
    REQUIRE(next.index == s.hero.index);
    s.harness.frame();
    CHECK(s.harness.says(ecs::to_string(s.hero) + " was destroyed"));
    CHECK_FALSE(s.harness.says("77"));
    CHECK(s.panel.listed().empty());
    s.harness.click_text("Newcomer");
    s.harness.frame();
    CHECK(s.harness.says("77"));
}

TEST_CASE("Inspector: of a destroyed entity it says what brings it back, if anything does", "[panels][inspector]") {
    Scene s;
    ecs::History& history = s.harness.history;
    const auto perform = [&](std::string label, ecs::Edit edit) {
        std::vector<ecs::Edit> edits;
        edits.push_back(std::move(edit));
        REQUIRE(history.perform({std::move(label), std::move(edits)}).empty());
        history.seal();
    };
    const ecs::Entity other = s.world.create(), by_system = s.world.create();
    perform("Destroy Hero", ecs::DestroyEntity{s.hero});
    s.harness.frames(2);
    CHECK(s.harness.says("Undo brings it back. No other"));
    perform("Destroy the other", ecs::DestroyMany{ecs::EntityRuns(std::vector{other})});
    s.harness.frames(2);
    CHECK(s.harness.says("Undo back to \"Destroy Hero\" brings it back"));
    s.harness.selection.select(other);
    s.harness.frames(2);
    CHECK(s.harness.says("Undo brings it back"));
    // As after another run of an attached program.
    history.close_steps([](const ecs::HistoryStep&) { return "the program is another one"; });
    s.harness.frames(2);
    CHECK(s.harness.says("Nothing in the history brings it back"));

    std::vector<ecs::Edit> edits;
    edits.push_back(ecs::CreateEntities{{ecs::EntityRecord{}}});
    REQUIRE(history.perform({"Create", std::move(edits)}).empty());
    const ecs::Entity made = std::get<ecs::DestroyEntities>(history.steps().back().edits[0]).entities[0];
    s.harness.selection.select(made);
    REQUIRE(history.undo().empty());
    s.harness.frames(2);
    CHECK(s.harness.says("Redo brings it back. A new"));
    CHECK(s.harness.says("There is no " + ecs::to_string(made) + " any more"));
    // One gets it and goes: what Redo makes is not that one.
    REQUIRE(s.world.create() == made);
    s.harness.frames(2);
    s.world.destroy(made);
    s.harness.frames(2);
    CHECK(s.harness.says("Nothing in the history brings it back"));
    CHECK(s.harness.says(ecs::to_string(made) + " was destroyed"));

    s.harness.selection.select(by_system);
    s.harness.frames(2);
    s.world.destroy(by_system);
    s.harness.frames(2);
    INFO(s.harness.screen());
    CHECK(s.harness.says("Nothing in the history brings it back"));
}

TEST_CASE("Inspector: references are followed, cleared, dropped, and marked when they lead nowhere",
          "[panels][inspector]") {
    Scene s;
    const ecs::Entity other = s.world.create(ecs::Name{"Other"});
    s.give_everything();
    CHECK(s.harness.says("none: drag an entity here"));

    s.world.get_mut<Everything>(s.hero).target = other;
    s.harness.frame();
    SECTION("click follows") {
        s.harness.click_text("Other");
        CHECK(s.harness.selection.entity() == other);
    }
    SECTION("the cross clears") {
        s.harness.click(s.widget_of("target", 0.97f));
        CHECK_FALSE(s.everything().target);
        CHECK(s.harness.edit_labels() == Labels{"Set game::Everything.target of Hero"});
    }
    SECTION("destroyed") {
        s.world.destroy(other);
        s.harness.frame();
        CHECK(s.harness.need("destroyed").color == s.harness.style.theme->error);
        s.harness.click_text("destroyed");
        CHECK(s.harness.selection.entity() == s.hero);
    }
}

TEST_CASE("Inspector: an entity dragged from elsewhere is dropped onto a reference", "[panels][inspector]") {
    Scene s;
    const ecs::Entity other = s.world.create(ecs::Name{"Other"});
    s.harness.add([&](const panels::Context&) {
        ImGui::Button("drag me");
        if (!ImGui::BeginDragDropSource()) return;
        ImGui::SetDragDropPayload("chunkscope entity", &other, sizeof other);
        ImGui::TextUnformatted("Other");
        ImGui::EndDragDropSource();
    });
    s.give_everything();
    s.harness.drag(s.harness.need("drag me").middle(), s.widget_of("target"));
    CHECK(s.everything().target == other);
}

TEST_CASE("Inspector: components are added from a list that can be searched, and removed", "[panels][inspector]") {
    Scene s;
    s.harness.click_text("+ Add component");
    CHECK(s.harness.says("game::Tag"));
    CHECK(s.harness.says("game::Health"));
    CHECK(s.harness.says("What is left of it"));
    CHECK_FALSE(s.harness.says("ecs::Name"));
    s.harness.type("heal");
    CHECK_FALSE(s.harness.says("game::Tag"));
    s.harness.key(Key::Enter);
    REQUIRE(s.world.has<Health>(s.hero));
    CHECK(s.harness.edit_labels() == Labels{"Add game::Health to Hero"});
    s.harness.frames(2);

    const DrawnText head = s.harness.need("Health", 1);  // the first one names the archetype
    s.harness.click({402, head.middle().y});
    CHECK_FALSE(s.world.has<Health>(s.hero));
    CHECK(s.harness.edit_labels().back() == "Remove game::Health from Hero");

    s.harness.click_text("+ Add component");
    s.harness.click_text("game::Tag");
    CHECK(s.world.has<Tag>(s.hero));
    CHECK(s.harness.refused.empty());
}

TEST_CASE("Inspector: what adding and removing will copy is said before the click", "[panels][inspector]") {
    Scene s;
    s.world.add(s.hero, Tag{});
    s.harness.frames(2);
    s.harness.click_text("+ Add component");
    s.harness.hover_text("game::Health");
    CHECK(s.harness.says("[Name, Health, Tag]"));
    const std::string adding = ecs::to_string(ecs::cost_of_adding(s.world, s.hero, s.world.id<Health>()).value());
    CHECK(s.harness.says("new archetype"));
    CHECK(s.harness.says(adding.substr(0, 12)));

    Scene other;
    other.world.add(other.hero, Health{});
    other.harness.frames(3);
    other.harness.hover({402, other.harness.need("Health", 1).middle().y});
    other.harness.frames(3);
    CHECK(other.harness.says("Remove Health"));
    CHECK(other.harness.says("B copied"));
}

TEST_CASE("Inspector: folding a component is kept", "[panels][inspector]") {
    Scene s;
    s.world.add(s.hero, Health{});
    s.harness.frames(2);
    CHECK(s.harness.says("hp"));
    s.harness.click_text("Health", 1);
    CHECK_FALSE(s.harness.says("hp"));
    CHECK(s.panel.save_settings() == "Name Parent game::Health");

    InspectorPanel other;
    other.load_settings("game::Health game::Other");
    CHECK(other.save_settings() == "game::Health game::Other");
    s.harness.click_text("Health", 1);
    CHECK(s.harness.says("hp"));
}

TEST_CASE("Inspector: types made at run time, opaque ones and those that can't be copied", "[panels][inspector]") {
    Scene s;
    SECTION("run time") {
        ecs::ComponentType made;
        made.name = "file::Ammo";
        ecs::Field rounds;
        rounds.name = "rounds";
        rounds.kind = ecs::FieldKind::I32;
        made.fields.push_back(rounds);
        const auto id = s.world.types().add_at_run_time(made);
        REQUIRE(id);
        s.world.add(s.hero, *id);
        s.harness.frames(2);
        s.type_into("rounds", "30");
        CHECK(*static_cast<const std::int32_t*>(s.world.get(s.hero, *id)) == 30);
    }
    SECTION("opaque: shown, not edited") {
        const auto id = s.world.types().add_opaque("mod::Thing");
        REQUIRE(id);
        s.world.add(s.hero, ecs::Value::of(s.world.types()[*id], std::string("{\"a\": 1}")));
        s.harness.frames(2);
        CHECK(s.harness.says("{\"a\": 1}"));
        s.harness.click_text("{\"a\": 1}");
        s.harness.replace_text("nonsense");
        s.harness.key(Key::Enter);
        CHECK(s.harness.performed.empty());
        CHECK(s.harness.says("{\"a\": 1}"));
    }
    SECTION("move-only: shown, not edited") {
        s.world.types().add<Handle>("game::Handle").field("number", &Handle::number);
        s.world.add(s.hero, s.world.id<Handle>());
        s.harness.frames(2);
        CHECK(s.harness.says("7"));
        const ImVec2 box = s.widget_of("number");
        s.harness.drag(box, {box.x + 60, box.y});
        s.harness.double_click(box);
        CHECK(s.harness.performed.empty());
        CHECK(s.world.get<Handle>(s.hero).number == 7);
    }
}

TEST_CASE("Inspector: of several selected it shows what all have, and leaves what one lacks", "[panels][inspector]") {
    Scene s;
    const ecs::Entity other = s.world.create(ecs::Name{"Other"}, Health{5});
    s.harness.selection.toggle(other);
    s.harness.frames(2);
    CHECK(s.harness.says("2 entities"));
    CHECK(s.panel.listed() == std::vector<ecs::ComponentId>{s.world.name_id()});
    s.world.add(s.hero, Health{7});
    s.harness.frames(2);
    s.type_into("hp", "6");
    CHECK(s.world.get<Health>(other).hp == 6);
    CHECK(s.world.get<Health>(s.hero).hp == 6);
}

TEST_CASE("Inspector: after any structural change it lists what the entity has", "[panels][inspector]") {
    Scene s;
    std::vector<ecs::ComponentId> components;
    for (ecs::ComponentId id = 0; id < s.world.types().size(); ++id)
        if (id != s.world.parent_id()) components.push_back(id);
    std::vector<ecs::Entity> entities{s.hero};
    std::uint32_t state = 12345;
    const auto pick = [&](std::size_t below) {
        state = state * 1664525u + 1013904223u;
        return static_cast<std::size_t>(state >> 8) % below;
    };
    for (int i = 0; i < 10'000; ++i) {
        const ecs::Entity entity = entities[pick(entities.size())];
        switch (pick(5)) {
            case 0:
                entities.push_back(s.world.create());
                break;
            case 1:
                s.world.destroy(entity);
                break;
            case 2:
                s.world.remove(entity, components[pick(components.size())]);
                break;
            default:
                s.world.add(entity, components[pick(components.size())]);
                break;
        }
        if (entities.size() > 40) entities.erase(entities.begin());
        const ecs::Entity shown = entities[pick(entities.size())];
        if (pick(3) == 0) s.harness.selection.select(shown);
        s.harness.frame();

        const ecs::Entity inspected = s.harness.selection.entity();
        std::vector<ecs::ComponentId> real;
        if (s.world.alive(inspected)) {
            const auto list = s.world.archetype_of(inspected).components();
            real.assign(list.begin(), list.end());
        }
        REQUIRE(s.panel.listed() == real);
    }
}

TEST_CASE("Inspector: x and y of a component share a row, in rows of 24 px", "[panels][inspector]") {
    Scene s;
    s.world.types()
        .add<Position>("game::Position")
        .field("x", &Position::x, {.unit = "u"})
        .field("y", &Position::y, {.unit = "u"});
    s.world.add(s.hero, Position{1, 2});
    s.world.add(s.hero, Health{});
    s.harness.frames(3);
    INFO(s.harness.screen());
    const DrawnText label = s.harness.need("x, y");
    CHECK(s.harness.need("1.000").middle().y == Approx(label.middle().y).margin(2));
    CHECK(s.harness.need("2.000").middle().y == Approx(label.middle().y).margin(2));
    CHECK(s.harness.says("u"));
    CHECK(label.low.x == Approx(36).margin(1));
    const float head = s.harness.need("Position", 1).middle().y, next = s.harness.need("Health", 1).middle().y;
    CHECK(std::abs(next - head) == Approx(52).margin(1));

    s.type_into(s.widget_of("x, y", 0.75f), "7");
    CHECK(s.world.get<Position>(s.hero).x == 1);
    CHECK(s.world.get<Position>(s.hero).y == 7);
    CHECK(s.harness.edit_labels() == Labels{"Set game::Position.y of Hero"});
}

TEST_CASE("Inspector: the cross of a component comes under the mouse, and Delete and a menu remove, too",
          "[panels][inspector]") {
    Scene s;
    s.world.add(s.hero, Health{});
    s.harness.frames(3);
    const float y = s.harness.need("Health", 1).middle().y;
    CHECK(s.harness.says("4 B"));
    s.harness.move_to({200, y});
    s.harness.frame();
    CHECK_FALSE(s.harness.says("4 B"));
    s.harness.click({200, y}, 1);
    s.harness.click_text("Remove component");
    CHECK_FALSE(s.world.has<Health>(s.hero));
    CHECK(s.harness.edit_labels().back() == "Remove game::Health from Hero");
}

TEST_CASE("Inspector: what a world finds its resources by cannot be changed or removed", "[panels][inspector]") {
    Scene s;
    s.world.set_resource(Health{});
    s.harness.selection.select(s.world.resource_holder());
    s.harness.frames(3);
    s.harness.click(s.harness.need("ResourceHolder", 1).middle(), 1);
    s.harness.hover_text("Remove component");
    CHECK(s.harness.says("The world finds its"));
    s.harness.click_text("Remove component");
    s.harness.key(Key::Escape);
    s.harness.frames(2);
    s.harness.drag(s.widget_of("slot"), {s.widget_of("slot").x + 60, s.widget_of("slot").y});
    s.harness.frames(2);
    CHECK(s.harness.performed.empty());
    CHECK(s.world.find_resource<Health>() != nullptr);
}

TEST_CASE("Inspector: watching an entity that moves takes no memory", "[panels][inspector]") {
    Scene s;
    s.give_everything();
    s.harness.frames(10);
    const std::size_t before = allocation_count();
    s.harness.frames(50);
    const std::size_t calm = allocation_count() - before;
    CHECK(calm / 50 < 100);
    for (int i = 0; i < 50; ++i) {
        s.world.get_mut<Everything>(s.hero).f32 += 1;
        s.harness.frame();
    }
    CHECK(allocation_count() - before < calm * 3 + 500);
}

TEST_CASE("Inspector: in a narrow panel the size of a component gives way to its name", "[panels][inspector]") {
    for (const float width : {420.0f, 130.0f}) {
        Harness harness({width, 600});
        InspectorPanel panel;
        harness.world.types().add<Health>("CertainHealth").field("hp", &Health::hp);
        const ecs::Entity entity = harness.world.create(Health{});
        harness.selection.select(entity);
        harness.add(panel);
        harness.frames(3);
        INFO(harness.screen());
        CHECK(harness.says("Certai"));
        CHECK(harness.says("4 B") == (width > 200));
    }
}

TEST_CASE("Inspector: an entity under the mouse elsewhere is marked at its id, not as if its name had the keyboard",
          "[panels][inspector]") {
    Harness harness({320, 400});
    const ecs::Entity second = harness.world.create(ecs::Name{"Second"});
    harness.selection.select(second);
    bool pointed_at = false;
    harness.add([&](const panels::Context& context) {
        if (pointed_at) context.selection.hovered = second;
    });
    InspectorPanel panel;
    harness.add(panel);
    harness.frames(3);
    const ImU32 ring = harness.style.theme->text;
    // A frame has its left edge at most so far beside the text.
    const auto framed = [&](const std::string& text) {
        const DrawnText drawn = harness.need(text);
        for (float x = drawn.low.x - 16; x < drawn.low.x; x += 0.25f)
            if (harness.covered({x, drawn.middle().y}, ring)) return true;
        return false;
    };
    const std::string id = "#" + std::to_string(second.index);
    CHECK_FALSE(framed("Second"));
    CHECK_FALSE(framed(id));
    pointed_at = true;
    harness.frames(2);
    CHECK_FALSE(framed("Second"));
    CHECK(framed(id));
}

TEST_CASE("Inspector: while an entity is dragged to the edge, fields below come into view", "[panels][inspector]") {
    Harness harness{{300, 260}};
    panels::InspectorPanel panel;
    ecs::World& world = harness.world;
    const auto add = [&](std::string name, const char* field, ecs::FieldKind kind) {
        ecs::ComponentType type;
        type.name = std::move(name);
        type.fields.emplace_back().name = field;
        type.fields.back().kind = kind;
        type.fields.back().element_size = static_cast<std::uint32_t>(ecs::size_of(kind));
        return *world.types().add_at_run_time(std::move(type));
    };
    const ecs::Entity hero = world.create(ecs::Name{"Hero"}), other = world.create(ecs::Name{"Other"});
    for (int i = 0; i < 12; ++i) world.add(hero, add("Number" + std::to_string(i), "value", ecs::FieldKind::F32));
    const ecs::ComponentId aim = add("Aim", "aims_at", ecs::FieldKind::Entity);
    world.add(hero, aim);
    harness.selection.select(hero);
    harness.add(panel);
    harness.add([&](const panels::Context&) {
        ImGui::Button("drag me");
        if (!ImGui::BeginDragDropSource()) return;
        ImGui::SetDragDropPayload("chunkscope entity", &other, sizeof other);
        ImGui::TextUnformatted("Other");
        ImGui::EndDragDropSource();
    });
    harness.frames(3);
    REQUIRE_FALSE(harness.says("aims_at"));
    harness.move_to(harness.need("drag me").middle());
    harness.press();
    harness.move_to({200, 150});
    harness.move_to({200, 255});
    int frames = 0;
    while (!harness.says("aims_at")) {
        harness.frame();
        REQUIRE(++frames < 2000);
    }
    harness.move_to({200, 150});  // there it rests
    harness.frames(2);
    INFO(harness.screen());
    harness.move_to({200, harness.need("aims_at").middle().y});
    harness.release();
    harness.frames(2);
    CHECK(*static_cast<const ecs::Entity*>(world.get(hero, aim)) == other);
}

}  // namespace inspector_panel_test
