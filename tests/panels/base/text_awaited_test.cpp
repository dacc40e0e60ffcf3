#include "panels/base/text_awaited.hpp"

#include <string>
#include <utility>

#include "catch.hpp"
#include "panels/support/headless.hpp"
#include "panels/widgets/widgets.hpp"

namespace text_awaited_test {

TEST_CASE("Text awaited: from the frame that asks for the keyboard until the field has it", "[panels][keys]") {
    Harness harness;
    std::string text;
    bool asks = false, shows = true;
    harness.add([&](const panels::Context&) {
        if (std::exchange(asks, false)) ImGui::SetKeyboardFocusHere();
        if (shows) panels::input_text("##name", text);
    });
    harness.frames(3);
    CHECK_FALSE(panels::text_field_awaited());
    CHECK_FALSE(panels::text_field_active());
    asks = true;
    harness.frame();
    CHECK(panels::text_field_awaited());
    CHECK_FALSE(panels::text_field_active());
    harness.frame();
    CHECK_FALSE(panels::text_field_awaited());
    CHECK(panels::text_field_active());
    harness.type("ab");
    CHECK(text == "ab");
    harness.key(panels::Key::Escape);
    harness.frames(2);
    CHECK_FALSE(panels::text_field_active());
    // A field that is not drawn after all holds nobody up.
    asks = true;
    shows = false;
    harness.frames(2);
    CHECK_FALSE(panels::text_field_awaited());
}

}  // namespace text_awaited_test
