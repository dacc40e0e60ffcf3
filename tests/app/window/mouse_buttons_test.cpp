#include "editor/app/window/mouse_buttons.hpp"

#include <string>

#include "catch.hpp"

namespace mouse_buttons_test {

using editor::MouseButtons;

namespace {

/// What the left button does in the frames to come, while the mouse stands at x: `_` up, `#` down.
std::string frames(MouseButtons& mouse, int count, float x = 0) {
    std::string text;
    for (int i = 0; i < count; ++i) text += mouse.next_frame(x, 0).down[0] ? '#' : '_';
    return text;
}

}  // namespace

TEST_CASE("MouseButtons: of clicks within one frame none is lost", "[ui][mouse_buttons]") {
    MouseButtons mouse;
    for (const bool down : {true, false, true, false}) mouse.changed(0, down, 0, 0);
    CHECK(frames(mouse, 6) == "#_#___");
    mouse.changed(0, true, 0, 0);
    CHECK(frames(mouse, 2) == "##");
    for (const bool down : {false, true}) mouse.changed(0, down, 0, 0);  // let go and pressed again
    CHECK(frames(mouse, 3) == "_##");
    mouse.changed(0, false, 0, 0);
    CHECK(frames(mouse, 2) == "__");
}

TEST_CASE("MouseButtons: a press comes a frame after the mouse did, and where it was made", "[ui][mouse_buttons]") {
    MouseButtons mouse;
    mouse.next_frame(5, 6);
    mouse.changed(0, true, 10, 20);
    mouse.changed(0, false, 11, 20);
    for (const char* expected : {"up at 10", "down at 10", "up at 11", "up at 90"}) {
        const MouseButtons::Shown& shown = mouse.next_frame(90, 90);  // where the mouse has gone meanwhile
        CHECK((shown.down[0] ? "down at " : "up at ") + std::to_string(static_cast<int>(shown.x)) == expected);
    }
}

TEST_CASE("MouseButtons: buttons keep their order, and unknown ones do nothing", "[ui][mouse_buttons]") {
    MouseButtons mouse;
    mouse.changed(1, true, 0, 0);
    mouse.changed(0, true, 0, 0);
    mouse.changed(1, true, 0, 0);
    mouse.changed(-1, true, 0, 0);
    mouse.changed(17, true, 0, 0);
    CHECK(mouse.next_frame(0, 0).down == std::array<bool, 5>{false, true});
    CHECK(mouse.next_frame(0, 0).down == std::array<bool, 5>{true, true});
    mouse.changed(1, false, 0, 0);
    CHECK(mouse.next_frame(0, 0).down == std::array<bool, 5>{true, false});
    CHECK(mouse.next_frame(0, 0).down == std::array<bool, 5>{true, false});
}

}  // namespace mouse_buttons_test
