#include "panels/keys/keys_overlay.hpp"

#include <imgui.h>

#include <cmath>

#include "catch.hpp"
#include "panels/entities/entities_panel.hpp"
#include "panels/support/headless.hpp"

namespace keys_overlay_test {

using namespace panels;

TEST_CASE("Keys overlay: shows the panel's keys and the general ones, as they are now", "[panels][keys]") {
    Harness harness({1280, 800});
    EntitiesPanel panel;
    KeysOverlay overlay;
    harness.add_windows([&](const Context& context) { overlay.draw(context); });
    harness.key_map.set("run.step_tick", 0, plain(Key::F9));
    overlay.open(harness.key_map, &panel);
    harness.frames(3);
    CHECK(harness.says("Entities"));
    CHECK(harness.says("Fold or unfold the row"));
    CHECK(harness.says("In every panel"));
    CHECK(harness.says("Step one tick"));
    CHECK(harness.says("F9"));
    const float row = harness.need("Step one tick").middle().y;
    for (const DrawnText& drawn : harness.texts())  // Ctrl+F10, in another row, is another key
        if (drawn.text == "F10") CHECK(std::abs(drawn.middle().y - row) > 4);
    for (const char* const group : {"File", "Edit", "Run", "View", "Workspace", "Help"}) CHECK(harness.says(group));
}

TEST_CASE("Keys overlay: Esc, the same key or a click closes it", "[panels][keys]") {
    Harness harness({1280, 800});
    KeysOverlay overlay;
    harness.add_windows([&](const Context& context) { overlay.draw(context); });
    const auto open = [&] {
        overlay.open(harness.key_map, nullptr);
        harness.frames(3);
        REQUIRE(harness.says("In every panel"));
    };
    open();
    harness.key(Key::Escape);
    CHECK_FALSE(overlay.is_open());
    open();
    harness.key(Key::Question);
    CHECK_FALSE(overlay.is_open());
    open();
    harness.click({640, 400});
    CHECK_FALSE(overlay.is_open());
}

TEST_CASE("Keys overlay: in a small window it fits, and scrolls", "[panels][keys]") {
    Harness harness({500, 360});
    KeysOverlay overlay;
    harness.add_windows([&](const Context& context) { overlay.draw(context); });
    overlay.open(harness.key_map, nullptr);
    harness.frames(3);
    CHECK(harness.says("In every panel"));
    CHECK_FALSE(harness.says("About"));
    for (int i = 0; i < 20; ++i) harness.key(Key::PageDown);
    CHECK(overlay.is_open());
    CHECK(harness.says("Keys of this panel"));
}

}  // namespace keys_overlay_test
