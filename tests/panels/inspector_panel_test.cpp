#include "panels/inspector_panel.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>

#include "catch.hpp"
#include "ecs/cost.hpp"
#include "headless.hpp"

using panels::InspectorPanel;
using panels::compat::Key;
using Labels = std::vector<std::string>;

namespace {

enum class Mood : std::int8_t { Calm, Angry, Asleep };
struct Slot {
    std::int32_t item = 0;
    float weight = 0;
};
/// A field of every kind.
struct Everything {
    bool flag = false;
    std::int8_t i8 = 0;
    std::int16_t i16 = 0;
    std::int32_t i32 = 0;
    std::int64_t i64 = 0;
    std::uint8_t u8 = 0;
    std::uint16_t u16 = 0;
    std::uint32_t u32 = 0;
    std::uint64_t u64 = 0;
    float f32 = 0;
    double f64 = 0;
    Mood mood = Mood::Calm;
    std::string text = "hello";
    ecs::Entity target;
    ecs::Vec2 v2;
    ecs::Vec3 v3;
    ecs::Vec4 v4;
    ecs::Rgba color;
    std::int32_t numbers[3] = {1, 2, 3};
    Slot slot;
    Slot slots[2];
};
struct Health {
    std::int32_t hp = 100;
};
struct Tag {};
struct Handle {
    std::unique_ptr<int> owned;
    std::int32_t number = 7;
};

struct Scene {
    Harness harness{{420, 1400}};
    InspectorPanel panel;
    ecs::World& world = harness.world;
    ecs::Entity hero;

    Scene() {
        ecs::TypeRegistry& types = world.types();
        types.add<Everything>("game::Everything", "One of each")
            .field("flag", &Everything::flag)
            .field("i8", &Everything::i8)
            .field("i16", &Everything::i16)
            .field("i32", &Everything::i32, {.min = -10, .max = 10, .step = 1, .unit = "px", .description = "A range"})
            .field("i64", &Everything::i64)
            .field("u8", &Everything::u8)
            .field("u16", &Everything::u16)
            .field("u32", &Everything::u32)
            .field("u64", &Everything::u64)
            .field("f32", &Everything::f32)
            .field("f64", &Everything::f64)
            .field("mood", &Everything::mood, {.names = {{"Calm", 0}, {"Angry", 1}, {"Asleep", 2}}})
            .field("text", &Everything::text)
            .field("target", &Everything::target)
            .field("v2", &Everything::v2)
            .field("v3", &Everything::v3)
            .field("v4", &Everything::v4)
            .field("color", &Everything::color)
            .field("numbers", &Everything::numbers)
            .struct_field("slot", &Everything::slot,
                          ecs::StructBuilder<Slot>().field("item", &Slot::item).field("weight", &Slot::weight))
            .struct_field("slots", &Everything::slots,
                          ecs::StructBuilder<Slot>().field("item", &Slot::item).field("weight", &Slot::weight));
        types.add<Health>("game::Health", "What is left of it").field("hp", &Health::hp);
        types.add<Tag>("game::Tag");
        hero = world.create(ecs::Name{"Hero"});
        harness.add(panel);
        harness.selection.select(hero);
        harness.frames(3);
    }

    void give_everything() {
        world.add(hero, Everything{});
        harness.frames(3);
    }
    const Everything& everything() const { return world.get<Everything>(hero); }

    /// The middle of the widget behind a label.
    ImVec2 widget_of(std::string_view label, float across = 0.5f) const {
        const DrawnText text = harness.need(label);
        const float left = 8 + std::floor(std::clamp(404 * 0.34f, 72.0f, 160.0f)), right = 412;
        return {left + (right - left) * across, text.middle().y};
    }
    void type_into(ImVec2 place, std::string_view text) {
        harness.double_click(place);
        harness.type(text);
        harness.key(Key::Enter);
    }
    void type_into(std::string_view label, std::string_view text) { type_into(widget_of(label), text); }
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
    CHECK(s.harness.says(ecs::to_string(second)));
    const ecs::Location at = s.world.location(second);
    CHECK(s.harness.says("Archetype"));
    CHECK(s.harness.says("#" + std::to_string(at.archetype)));
    CHECK(at.row == 1);

    SECTION("a click on the archetype selects and shows it") {
        s.harness.click_text("#" + std::to_string(at.archetype));
        CHECK(s.harness.selection.archetype() == at.archetype);
        REQUIRE(s.harness.performed.size() == 1);
        CHECK(std::get<panels::ShowPanelRequest>(s.harness.performed[0]).title == "Archetypes");
    }
    SECTION("children and parents are a click away") {
        s.harness.click_text("1 child");
        CHECK(s.harness.selection.entity() == child);
        s.harness.frame();
        s.harness.click_text("Second");
        CHECK(s.harness.selection.entity() == second);
    }
    SECTION("the id can be copied") {
        const DrawnText id = s.harness.need(ecs::to_string(second));
        s.harness.click({id.high.x + 16, id.middle().y});
        CHECK(std::string(ImGui::GetClipboardText()) == ecs::to_string(second));
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

TEST_CASE("Inspector: numbers of every kind are typed", "[panels][inspector]") {
    Scene s;
    s.give_everything();
    s.type_into("i8", "-128");
    s.type_into("i16", "2*100");
    s.type_into("i64", "-9223372036854775808");
    s.type_into("u8", "255");
    s.type_into("u16", "65535");
    s.type_into("u32", "4294967295");
    s.type_into("u64", "18446744073709551615");
    s.type_into("f32", "2*pi");
    s.type_into("f64", "0.1");
    CHECK(s.everything().i8 == -128);
    CHECK(s.everything().i16 == 200);
    CHECK(s.everything().i64 == std::numeric_limits<std::int64_t>::min());
    CHECK(s.everything().u8 == 255);
    CHECK(s.everything().u16 == 65535);
    CHECK(s.everything().u32 == 4294967295u);
    CHECK(s.everything().u64 == std::numeric_limits<std::uint64_t>::max());
    CHECK(s.everything().f32 == Approx(6.2831853f));
    CHECK(s.everything().f64 == 0.1);
    CHECK(s.harness.says("18446744073709551615"));
    CHECK(s.harness.refused.empty());
    CHECK(s.harness.performed.size() == 9);
    CHECK(s.harness.edit_labels()[0] == "Set game::Everything.i8 of Hero");
}

TEST_CASE("Inspector: what is out of the range is moved into it", "[panels][inspector]") {
    Scene s;
    s.give_everything();
    s.type_into("i32", "99");
    CHECK(s.everything().i32 == 10);
    s.type_into("i32", "-99");
    CHECK(s.everything().i32 == -10);
    const ImVec2 box = s.widget_of("i32");
    s.harness.drag(box, {box.x + 180, box.y});
    CHECK(s.everything().i32 == 10);
}

TEST_CASE("Inspector: wrong text turns red, says why, and changes nothing", "[panels][inspector]") {
    Scene s;
    s.give_everything();
    for (const auto& [text, why] :
         std::vector<std::pair<std::string, std::string>>{{"abc", "\"abc\" is not known"},
                                                          {"1.5", "A whole number is needed"},
                                                          {"300", "It must be from 0 to 255"}}) {
        s.harness.double_click(s.widget_of("u8"));
        s.harness.type(text);
        INFO(s.harness.screen());
        CHECK(s.harness.says(why));
        CHECK(s.harness.need(text).color == s.harness.style.theme->error);
        s.harness.key(Key::Enter);
        CHECK(s.everything().u8 == 0);
        CHECK(s.harness.says(why));
        s.harness.key(Key::Escape);
        s.harness.frames(2);
        CHECK_FALSE(s.harness.says(why));
    }
    CHECK(s.harness.performed.empty());
}

TEST_CASE("Inspector: Escape and clicking away leave a number as expected", "[panels][inspector]") {
    Scene s;
    s.give_everything();
    s.harness.double_click(s.widget_of("f32"));
    s.harness.type("5");
    s.harness.key(Key::Escape);
    CHECK(s.everything().f32 == 0);
    CHECK(s.harness.performed.empty());

    s.harness.double_click(s.widget_of("f32"));
    s.harness.type("6");
    s.harness.click({200, 1390});
    CHECK(s.everything().f32 == 6);

    s.harness.double_click(s.widget_of("f32"));
    s.harness.type("oops");
    s.harness.click({200, 1390});
    s.harness.frames(2);
    CHECK(s.everything().f32 == 6);
    CHECK_FALSE(s.harness.says("oops"));
}

TEST_CASE("Inspector: Tab goes to the next number, Shift+Tab to the one before", "[panels][inspector]") {
    Scene s;
    s.give_everything();
    s.harness.double_click(s.widget_of("v3", 0.15f));
    s.harness.type("1");
    s.harness.key(Key::Tab);
    s.harness.type("2");
    s.harness.key(Key::Tab);
    s.harness.type("3");
    s.harness.hold(false, true);
    s.harness.key(Key::Tab);
    s.harness.hold(false);
    s.harness.type("4");
    s.harness.key(Key::Enter);
    CHECK(s.everything().v3 == ecs::Vec3{1, 4, 3});
}

TEST_CASE("Inspector: a drag asks in every frame in which the number changed, for that field only",
          "[panels][inspector]") {
    Scene s;
    s.give_everything();
    const ImVec2 box = s.widget_of("f32");
    s.harness.drag(box, {box.x + 50, box.y}, 5);
    CHECK(s.everything().f32 > 0);
    CHECK(s.harness.performed.size() >= 4);
    for (const panels::Request& request : s.harness.performed) {
        const auto& edit = std::get<panels::EditRequest>(request);
        REQUIRE(edit.edits.size() == 1);
        const auto& set = std::get<ecs::SetComponent>(edit.edits[0]);
        CHECK(set.entity == s.hero);
        CHECK(set.fields == std::vector<std::uint32_t>{9});
    }
    const std::size_t asked = s.harness.performed.size();
    s.harness.frames(10);
    CHECK(s.harness.performed.size() == asked);
}

TEST_CASE("Inspector: 64-bit numbers are dragged without losing a bit", "[panels][inspector]") {
    Scene s;
    s.give_everything();
    s.world.get_mut<Everything>(s.hero).i64 = 9007199254740993;  // 2^53 + 1, which no double holds
    s.world.get_mut<Everything>(s.hero).u64 = 18446744073709551609u;
    s.harness.frame();
    ImVec2 box = s.widget_of("i64");
    s.harness.drag(box, {box.x + 40, box.y});
    CHECK(s.everything().i64 > 9007199254740993);
    CHECK(s.everything().i64 < 9007199254740993 + 40);
    box = s.widget_of("u64");
    s.harness.drag(box, {box.x + 100, box.y});
    CHECK(s.everything().u64 == std::numeric_limits<std::uint64_t>::max());
}

TEST_CASE("Inspector: Escape during a drag brings the number back", "[panels][inspector]") {
    Scene s;
    s.give_everything();
    s.world.get_mut<Everything>(s.hero).f64 = 5;
    const ImVec2 box = s.widget_of("f64");
    s.harness.move_to(box);
    s.harness.press();
    s.harness.move_to({box.x + 60, box.y});
    CHECK(s.everything().f64 > 5);
    s.harness.key(Key::Escape);
    CHECK(s.everything().f64 == 5);
    s.harness.move_to({box.x + 90, box.y});
    CHECK(s.everything().f64 == 5);
    s.harness.release();
}

TEST_CASE("Inspector: flags, texts, enums and colours are edited", "[panels][inspector]") {
    Scene s;
    s.give_everything();
    SECTION("bool") {
        s.harness.click(s.widget_of("flag", 0.04f));
        CHECK(s.everything().flag);
    }
    SECTION("string") {
        s.harness.click(s.widget_of("text"));
        s.harness.replace_text("something quite a lot longer than it was before");
        s.harness.key(Key::Enter);
        CHECK(s.everything().text == "something quite a lot longer than it was before");
    }
    SECTION("enum, picked") {
        s.harness.click_text("Calm");
        s.harness.click_text("Asleep");
        CHECK(s.everything().mood == Mood::Asleep);
        CHECK(s.harness.says("Asleep"));
    }
    SECTION("enum, typed") {
        s.harness.click_text("Calm");
        s.harness.type("ang");
        CHECK_FALSE(s.harness.says("Asleep"));
        s.harness.key(Key::Enter);
        CHECK(s.everything().mood == Mood::Angry);
    }
    SECTION("an enum value without a name is shown as a number") {
        s.world.get_mut<Everything>(s.hero).mood = static_cast<Mood>(9);
        s.harness.frame();
        CHECK(s.harness.says("9 (no name)"));
    }
    SECTION("colour") {
        CHECK(s.harness.says("#FFFFFF"));
        s.harness.click(s.widget_of("color", 0.05f));
        s.harness.frames(2);
        // The square of the picker lies below the swatch; its lower left corner is black.
        const ImVec2 swatch = s.widget_of("color", 0.05f);
        s.harness.drag({swatch.x + 40, swatch.y + 60}, {swatch.x + 60, swatch.y + 120});
        CHECK(s.everything().color != ecs::Rgba{});
        CHECK_FALSE(s.harness.performed.empty());
    }
    CHECK(s.harness.refused.empty());
}

TEST_CASE("Inspector: vectors, arrays and structs are edited part by part", "[panels][inspector]") {
    Scene s;
    s.give_everything();
    s.type_into(s.widget_of("v2", 0.75f), "7");
    CHECK(s.everything().v2 == ecs::Vec2{0, 7});
    s.type_into(s.widget_of("v4", 0.9f), "9");
    CHECK(s.everything().v4 == ecs::Vec4{0, 0, 0, 9});

    CHECK(s.harness.says("numbers  [3]"));
    s.type_into("item", "5");
    CHECK(s.everything().slot.item == 5);
    s.type_into("weight", "0.25");
    CHECK(s.everything().slot.weight == 0.25f);

    const DrawnText numbers = s.harness.need("numbers  [3]");
    s.type_into({s.widget_of("numbers").x, numbers.middle().y + 28 * 2}, "77");
    CHECK(s.everything().numbers[1] == 77);
    CHECK(s.everything().numbers[0] == 1);
    CHECK(s.everything().numbers[2] == 3);
}

TEST_CASE("Inspector: references are followed, cleared, dropped, and marked when they lead nowhere",
          "[panels][inspector]") {
    Scene s;
    const ecs::Entity other = s.world.create(ecs::Name{"Other"});
    s.give_everything();
    CHECK(s.harness.says("none"));

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

    const DrawnText head = s.harness.need("Health");
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
    other.harness.move_to({402, other.harness.need("Health").middle().y});
    other.harness.frames(3);
    CHECK(other.harness.says("Remove Health"));
    CHECK(other.harness.says("B copied"));
}

TEST_CASE("Inspector: folding a component is kept", "[panels][inspector]") {
    Scene s;
    s.world.add(s.hero, Health{});
    s.harness.frames(2);
    CHECK(s.harness.says("hp"));
    s.harness.click_text("Health");
    CHECK_FALSE(s.harness.says("hp"));
    CHECK(s.panel.save_settings() == "Name Parent game::Health");

    InspectorPanel other;
    other.load_settings("game::Health game::Other");
    CHECK(other.save_settings() == "game::Health game::Other");
    s.harness.click_text("Health");
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

TEST_CASE("Inspector: of several selected it shows the last one, and says so", "[panels][inspector]") {
    Scene s;
    const ecs::Entity other = s.world.create(ecs::Name{"Other"}, Health{5});
    s.harness.selection.toggle(other);
    s.harness.frames(2);
    CHECK(s.harness.says("2 selected"));
    s.type_into("hp", "6");
    CHECK(s.world.get<Health>(other).hp == 6);
    CHECK_FALSE(s.world.has<Health>(s.hero));
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

TEST_CASE("Inspector: exactly the fields that changed are tinted, for a while", "[panels][inspector]") {
    Scene s;
    struct Triple {
        float first = 0, second = 0, third = std::numeric_limits<float>::quiet_NaN();
    };
    s.world.types()
        .add<Triple>("game::Triple")
        .field("first", &Triple::first)
        .field("second", &Triple::second)
        .field("third", &Triple::third);
    s.world.add(s.hero, Triple{});
    s.harness.frames(3);
    const std::size_t calm = s.harness.vertex_count();
    s.harness.frames(3);
    CHECK(s.harness.vertex_count() == calm);  // NaN is no change

    s.world.get_mut<Triple>(s.hero).first = 1;
    s.harness.frame();
    const std::size_t one = s.harness.vertex_count();
    CHECK(one > calm);
    s.world.get_mut<Triple>(s.hero).second = 1;
    s.harness.frame();
    CHECK(s.harness.vertex_count() > one);
    s.harness.frames(50);
    CHECK(s.harness.vertex_count() == calm);
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
