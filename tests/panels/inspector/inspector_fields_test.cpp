// The inspector's widgets for fields: typing, dragging and choosing.
#include <limits>

#include "catch.hpp"
#include "panels/support/inspector_scene.hpp"

namespace inspector_fields_test {

using namespace inspector_scene;
using panels::compat::Key;

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
    s.type_into({s.widget_of("numbers").x, numbers.middle().y + 50}, "77");
    CHECK(s.everything().numbers[1] == 77);
    CHECK(s.everything().numbers[0] == 1);
    CHECK(s.everything().numbers[2] == 3);
}

}  // namespace inspector_fields_test
