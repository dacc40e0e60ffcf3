// Things that are dragged in the scene, with the mouse and with what is typed meanwhile.
#include "catch.hpp"
#include "panels/support/shapes_world.hpp"

namespace scene_tools_drag_test {

using panels::Key;

TEST_CASE("Scene tools: one drag is one step of the history, and undo brings it back", "[panels][scene]") {
    ShapesWorld s;
    const ecs::Entity rock = s.add("Rock", 400, 300);
    s.choose(Key::G);
    s.drag(400, 300, 448, 330);
    CHECK(s.place(rock).x == 448);
    CHECK(s.place(rock).y == 330);
    REQUIRE(s.steps() == 1);
    CHECK(s.harness.history.steps()[0].label == "Move Rock by 48, 30");
    CHECK(s.harness.selection.entity() == rock);
    REQUIRE(s.harness.history.undo().empty());
    CHECK(s.place(rock).x == 400);
    CHECK(s.place(rock).y == 300);
    REQUIRE(s.harness.history.redo().empty());
    CHECK(s.place(rock).x == 448);
    // The next drag is a step of its own.
    s.drag(448, 330, 460, 330);
    CHECK(s.steps() == 2);
}

TEST_CASE("Scene tools: Esc and the right button give a drag up as if it had never begun", "[panels][scene]") {
    for (const bool by_key : {true, false}) {
        ShapesWorld s;
        const auto give_up = [&] {
            if (by_key)
                s.harness.key(Key::Escape);
            else
                s.harness.press(1);
            s.harness.frames(2);
        };
        const ecs::Entity rock = s.add("Rock", 400, 300);
        s.choose(Key::G);
        s.drag(400, 300, 410, 300);
        const std::uint64_t state = s.harness.history.state();
        s.hold_from(410, 300, 500, 400);
        CHECK(s.place(rock).x == 500);
        give_up();
        CHECK(s.place(rock).x == 410);
        CHECK(s.place(rock).y == 300);
        CHECK(s.harness.history.state() == state);
        CHECK_FALSE(s.harness.history.can_redo());
        // What could be redone before can be redone again.
        s.harness.release();
        s.harness.release(1);
        s.harness.frames(2);
        REQUIRE(s.harness.history.undo().empty());
        s.hold_from(400, 300, 500, 400);
        give_up();
        CHECK(s.place(rock).x == 400);
        REQUIRE(s.harness.history.can_redo());
        REQUIRE(s.harness.history.redo().empty());
        CHECK(s.place(rock).x == 410);
        // The button is still held: nothing goes on.
        s.harness.move_to(s.at(300, 200));
        s.harness.release();
        s.harness.frames(2);
        CHECK(s.place(rock).x == 410);
        CHECK(s.steps() == 1);
    }
}

TEST_CASE("Scene tools: a drag that comes back to its beginning is no step", "[panels][scene]") {
    ShapesWorld s;
    const ecs::Entity rock = s.add("Rock", 400, 300);
    s.choose(Key::G);
    s.hold_from(400, 300, 450, 300);
    CHECK(s.steps() == 1);
    s.harness.move_to(s.at(400, 300));
    s.harness.release();
    s.harness.frames(2);
    CHECK(s.place(rock).x == 400);
    CHECK(s.steps() == 0);
}

TEST_CASE("Scene tools: Select drags what is selected, and frames beside it", "[panels][scene]") {
    ShapesWorld s;
    const ecs::Entity rock = s.add("Rock", 400, 300), other = s.add("Other", 450, 300);
    // Not selected: a frame, which encloses both.
    s.drag(395, 280, 470, 320);
    CHECK(s.place(rock).x == 400);
    CHECK(s.harness.selection.entities().size() == 2);
    s.drag(400, 300, 400, 350);
    CHECK(s.place(rock).y == 350);
    CHECK(s.place(other).y == 350);
    CHECK(s.steps() == 1);
    CHECK(s.harness.history.steps()[0].label == "Move 2 entities by 0, 50");
}

TEST_CASE("Scene tools: the handles keep one axis, rotate and scale", "[panels][scene]") {
    ShapesWorld s;
    const ecs::Entity rock = s.add("Rock", 400, 300);
    s.harness.selection.select(rock);
    s.choose(Key::G);
    // Arms of 88 px begin at the middle, whatever the zoom is.
    for (const float zoom : {1.0f, 4.0f}) {
        s.link.camera = {400, 300, zoom};
        s.harness.frames(2);
        const float before = s.place(rock).x;
        const float middle_x = before, middle_y = s.place(rock).y;
        s.drag(middle_x + 60 / zoom, middle_y, middle_x + 60 / zoom + 20, middle_y + 35);
        CHECK(s.place(rock).x == Approx(before + 20).margin(0.01));
        CHECK(s.place(rock).y == Approx(middle_y));
    }
    s.link.camera = {400, 300, 1};
    s.harness.frames(2);
    const auto [x, y] = s.place(rock);
    s.drag(x, y + 60, x + 30, y + 40);
    CHECK(s.place(rock).x == x);
    CHECK(s.place(rock).y == y - 20);

    s.choose(Key::R);
    const auto [at_x, at_y] = s.place(rock);
    s.drag(at_x + 64, at_y, at_x, at_y + 64);
    CHECK(s.world.get<ShapesWorld::Turn>(rock).degrees == Approx(90).margin(1));
    CHECK(s.place(rock).x == at_x);

    s.choose(Key::T);
    s.drag(at_x + 50, at_y, at_x + 100, at_y);
    CHECK(s.world.get<ShapesWorld::Size>(rock).factor == Approx(2).margin(0.01));
    CHECK(s.place(rock).x == at_x);
    CHECK(s.steps() == 5);
}

TEST_CASE("Scene tools: several rotate and grow around their common middle", "[panels][scene]") {
    ShapesWorld s;
    const ecs::Entity a = s.add("A", 370, 300), b = s.add("B", 430, 300);
    s.harness.selection.select_all({a, b});
    s.choose(Key::R);
    s.drag(464, 300, 400, 364);
    CHECK(s.place(a).x == Approx(400).margin(0.5));
    CHECK(s.place(a).y == Approx(270).margin(0.5));
    CHECK(s.place(b).y == Approx(330).margin(0.5));
    CHECK(s.world.get<ShapesWorld::Turn>(b).degrees == Approx(90).margin(1));
    s.choose(Key::T);
    s.drag(450, 300, 425, 300);
    CHECK(s.place(b).y == Approx(315).margin(0.5));
    CHECK(s.world.get<ShapesWorld::Size>(a).factor == Approx(0.5).margin(0.01));
}

TEST_CASE("Scene tools: children follow what they stand below, once", "[panels][scene]") {
    ShapesWorld s;
    const ecs::Entity ship = s.add("Ship", 400, 300), gun = s.add("Gun", 420, 260), tip = s.add("Tip", 420, 240, 4);
    s.world.set_parent(gun, ship);
    s.world.set_parent(tip, gun);
    // The gun is selected, too, and yet moves as far as its parent.
    s.harness.selection.select_all({ship, gun});
    s.drag(400, 300, 410, 320);
    CHECK(s.place(ship).x == 410);
    CHECK(s.place(gun).x == 430);
    CHECK(s.place(tip).y == 260);
    CHECK(s.harness.history.steps()[0].label == "Move Ship and 2 entities below it by 10, 20");
    REQUIRE(s.harness.history.undo().empty());
    CHECK(s.place(tip).y == 240);
}

TEST_CASE("Scene tools: what is typed while dragging counts instead of the mouse", "[panels][scene]") {
    ShapesWorld s;
    const ecs::Entity rock = s.add("Rock", 400, 300);
    s.choose(Key::G);
    SECTION("a number goes along the first axis, Tab to the other one, and Enter ends") {
        s.hold_from(400, 300, 440, 310);
        for (const Key key : {Key::Digit2, Key::Digit5}) s.harness.key(key);
        s.harness.frames(1);
        CHECK(s.place(rock).x == 425);
        CHECK(s.place(rock).y == 300);
        for (const Key key : {Key::Tab, Key::Digit8, Key::Minus}) s.harness.key(key);
        s.harness.frames(1);
        CHECK(s.harness.says("x 25"));
        CHECK(s.place(rock).y == 292);
        s.harness.key(Key::Enter);
        s.harness.move_to(s.at(500, 500));
        s.harness.release();
        s.harness.frames(2);
        CHECK(s.place(rock).x == 425);
        CHECK(s.place(rock).y == 292);
        CHECK(s.steps() == 1);
    }
    SECTION("with one axis it goes along that one") {
        s.hold_from(400, 300, 440, 310);
        for (const Key key : {Key::Y, Key::Digit1, Key::Digit2}) s.harness.key(key);
        s.harness.release();
        s.harness.frames(2);
        CHECK(s.place(rock).x == 400);
        CHECK(s.place(rock).y == 312);
    }
    SECTION("Backspace takes a digit back, and without any the mouse decides again") {
        s.hold_from(400, 300, 440, 310);
        s.harness.key(Key::Digit7);
        s.harness.frames(1);
        CHECK(s.place(rock).x == 407);
        s.harness.key(Key::Backspace);
        s.harness.frames(1);
        CHECK(s.place(rock).x == 440);
        s.harness.release();
        s.harness.frames(1);
    }
    SECTION("degrees, and a factor") {
        s.harness.selection.select(rock);
        s.choose(Key::R);
        s.hold_from(464, 300, 464, 340);
        for (const Key key : {Key::Digit4, Key::Digit5}) s.harness.key(key);
        s.harness.release();
        s.harness.frames(2);
        CHECK(s.world.get<ShapesWorld::Turn>(rock).degrees == 45);
        s.choose(Key::T);
        s.hold_from(450, 300, 480, 300);
        for (const Key key : {Key::Digit3}) s.harness.key(key);
        s.harness.release();
        s.harness.frames(2);
        CHECK(s.world.get<ShapesWorld::Size>(rock).factor == 3);
    }
    // Nothing else happened by these keys.
    CHECK(s.harness.keyboard.acted.empty());
}

TEST_CASE("Scene tools: with Ctrl, things stop at the grid, in line with others, at angles", "[panels][scene]") {
    ShapesWorld s;
    const ecs::Entity rock = s.add("Rock", 403, 303);
    s.choose(Key::G);
    s.harness.selection.select(rock);
    s.hold_from(403, 303, 430, 330);
    s.harness.hold(true);
    s.harness.move_to(s.at(431, 331));
    s.harness.frames(2);
    CHECK(s.place(rock).x == 430);
    CHECK(s.place(rock).y == 330);
    CHECK(s.harness.says("snaps to 10 u"));
    s.harness.release();
    s.harness.hold(false);
    s.harness.frames(2);

    // A shape that stands between the lines of the grid attracts more.
    const ecs::Entity other = s.add("Other", 604, 203, 14);
    s.hold_from(430, 330, 560, 330);
    s.harness.hold(true);
    s.harness.move_to(s.at(603, 330));
    s.harness.frames(2);
    CHECK(s.place(rock).x == 604);
    CHECK(s.harness.says("in line with Other"));
    s.harness.release();
    s.harness.hold(false);
    s.harness.frames(2);
    CHECK(s.world.alive(other));

    s.choose(Key::R);
    const auto [x, y] = s.place(rock);
    s.hold_from(x + 64, y, x + 60, y + 20);
    s.harness.hold(true);
    s.harness.move_to(s.at(x + 52, y + 40));
    s.harness.frames(2);
    CHECK(s.world.get<ShapesWorld::Turn>(rock).degrees == 45);
    s.harness.release();
    s.harness.hold(false);
    s.harness.frames(2);
}

TEST_CASE("Scene tools: edits that wait while the world is saved end where the drag ended", "[panels][scene]") {
    ShapesWorld s;
    const ecs::Entity rock = s.add("Rock", 400, 300);
    s.choose(Key::G);
    s.harness.stands_still = true;
    s.drag(400, 300, 450, 320);
    CHECK(s.place(rock).x == 400);
    s.hold_from(400, 300, 420, 300);
    s.harness.key(Key::Escape);
    s.harness.release();
    s.harness.frames(2);
    s.harness.go_on();
    CHECK(s.steps() >= 1);
    CHECK(s.harness.refused.empty());
}

TEST_CASE("Scene tools: an entity that is destroyed while it is dragged is left out", "[panels][scene]") {
    ShapesWorld s;
    const ecs::Entity a = s.add("A", 400, 300), b = s.add("B", 460, 300);
    s.harness.selection.select_all({a, b});
    s.choose(Key::G);
    s.hold_from(400, 300, 410, 300);
    s.world.destroy(b);
    s.harness.move_to(s.at(430, 300));
    s.harness.frames(1);
    CHECK(s.place(a).x == 430);
    CHECK(s.harness.refused.empty());
    s.harness.release();
    s.harness.frames(2);
}

}  // namespace scene_tools_drag_test
