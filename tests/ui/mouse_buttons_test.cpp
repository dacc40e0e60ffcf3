#include "mouse_buttons.hpp"

#include <string>

#include "catch.hpp"

using editor::MouseButtons;

namespace {

/// What the left button does in the frames to come: `_` up, `#` down.
std::string frames(MouseButtons& mouse, int count, bool moved_at_first = false) {
    std::string text;
    for (int i = 0; i < count; ++i) text += mouse.next_frame(moved_at_first && i == 0)[0] ? '#' : '_';
    return text;
}

}  // namespace

TEST_CASE("MouseButtons: of clicks within one frame none is lost", "[ui][mouse_buttons]") {
    MouseButtons mouse;
    for (const bool down : {true, false, true, false}) mouse.changed(0, down);
    CHECK(frames(mouse, 6) == "#_#___");
    mouse.changed(0, true);
    CHECK(frames(mouse, 2) == "##");
    for (const bool down : {false, true}) mouse.changed(0, down);  // let go and pressed again
    CHECK(frames(mouse, 3) == "_##");
    mouse.changed(0, false);
    CHECK(frames(mouse, 2) == "__");
}

TEST_CASE("MouseButtons: a press comes a frame after the mouse did, however it moves on", "[ui][mouse_buttons]") {
    MouseButtons mouse;
    mouse.changed(0, true);
    CHECK(frames(mouse, 3, true) == "_##");
    mouse.changed(0, false);
    CHECK(frames(mouse, 1, true) == "_");
    mouse.changed(0, true);
    CHECK_FALSE(mouse.next_frame(true)[0]);
    CHECK(mouse.next_frame(true)[0]);
}

TEST_CASE("MouseButtons: buttons do not wait for each other, and unknown ones do nothing", "[ui][mouse_buttons]") {
    MouseButtons mouse;
    mouse.changed(0, true);
    mouse.changed(1, true);
    mouse.changed(1, true);
    mouse.changed(-1, true);
    mouse.changed(17, true);
    const auto& down = mouse.next_frame(false);
    CHECK(down[0]);
    CHECK(down[1]);
    CHECK_FALSE(down[2]);
}
