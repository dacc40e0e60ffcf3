// A drag across several fields of the Inspector sets them all.
#include "panels/inspector/field_sweep.hpp"

#include "catch.hpp"
#include "panels/support/inspector_scene.hpp"

namespace field_sweep_test {

using namespace inspector_scene;
using panels::compat::Key;

TEST_CASE("Field sweep: a drag from a number down across others sets them all, as one step",
          "[panels][inspector][sweep]") {
    Scene s;
    s.give_everything();
    s.type_into("i8", "7");
    s.harness.performed.clear();
    s.harness.drag(s.widget_of("i8"), s.widget_of("i32"));
    CHECK(s.everything().i8 == 7);
    CHECK(s.everything().i16 == 7);
    CHECK(s.everything().i32 == 7);
    CHECK(s.harness.edit_labels() == std::vector<std::string>{"Set 2 fields of Hero"});
    REQUIRE(s.harness.history.undo().empty());
    CHECK(s.everything().i8 == 7);
    CHECK(s.everything().i16 != 7);
}

TEST_CASE("Field sweep: what a number does not fit is marked and stays as it is", "[panels][inspector][sweep]") {
    Scene s;
    s.give_everything();
    s.type_into("i8", "-5");
    const auto before = s.everything().u8;
    s.harness.drag(s.widget_of("i8"), s.widget_of("u8"));
    CHECK(s.everything().i16 == -5);
    CHECK(s.everything().i64 == -5);
    CHECK(s.everything().u8 == before);
}

TEST_CASE("Field sweep: of many entities, each field is set for all of them", "[panels][inspector][sweep]") {
    Scene s;
    s.give_everything();
    s.type_into("i8", "7");
    Everything other;
    other.i8 = 7;
    other.u8 = 200;
    const ecs::Entity second = s.world.create(ecs::Name{"Second"}, other);
    s.harness.selection.select_all({second, s.hero});
    s.harness.frames(5);
    s.harness.drag(s.widget_of("i8"), s.widget_of("u8"));
    s.harness.frames(2);
    for (const ecs::Entity entity : {s.hero, second}) {
        CHECK(s.world.get<Everything>(entity).i16 == 7);
        CHECK(s.world.get<Everything>(entity).u8 == 7);
        CHECK(s.world.get<Everything>(entity).u16 == 0);
    }
    CHECK(s.harness.history.steps().back().label == "Set 4 fields of 2 entities");
}

TEST_CASE("Field sweep: check boxes are all set to what the first one becomes", "[panels][inspector][sweep]") {
    struct Flags {
        bool a = false, b = true, c = false;
    };
    Scene s;
    s.world.types()
        .add<Flags>("game::Flags")
        .field("first", &Flags::a)
        .field("second", &Flags::b)
        .field("third", &Flags::c);
    s.world.add(s.hero, Flags{});
    s.harness.frames(3);
    const auto box = [&](std::string_view label) { return s.widget_of(label, 0.02f); };
    s.harness.drag(box("first"), box("third"));
    s.harness.frames(2);
    const Flags& flags = s.world.get<Flags>(s.hero);
    CHECK((flags.a && flags.b && flags.c));
    CHECK(s.harness.history.steps().back().label == "Set 3 fields of Hero");
}

TEST_CASE("Field sweep: Esc ends it and nothing changes", "[panels][inspector][sweep]") {
    Scene s;
    s.give_everything();
    s.type_into("i8", "7");
    s.harness.performed.clear();
    const ImVec2 from = s.widget_of("i8"), to = s.widget_of("i64");
    s.harness.move_to(from);
    s.harness.press();
    s.harness.move_to({from.x, from.y + 20});
    s.harness.move_to(to);
    CHECK(s.harness.says("Set 3 fields to 7"));
    s.harness.key(Key::Escape);
    s.harness.release();
    s.harness.frames(2);
    CHECK(s.harness.performed.empty());
    CHECK(s.everything().i16 != 7);
}

TEST_CASE("Field sweep: a drag aside still changes the one number", "[panels][inspector][sweep]") {
    Scene s;
    s.give_everything();
    s.type_into("i16", "1");
    const auto below = s.everything().i32;
    const ImVec2 from = s.widget_of("i16");
    s.harness.drag(from, {from.x + 60, from.y + 10});
    CHECK(s.everything().i16 > 1);
    CHECK(s.everything().i32 == below);
}

}  // namespace field_sweep_test
