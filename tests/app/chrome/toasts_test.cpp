#include "editor/app/chrome/toasts.hpp"

#include <cmath>
#include <string>

#include <imgui_internal.h>

#include "catch.hpp"
#include "panels/support/headless.hpp"

namespace toasts_test {

using namespace editor;

namespace {

const ImGuiWindow* window_of(const char* what, unsigned number) {
    const ImGuiWindow* const window = ImGui::FindWindowByName((what + std::to_string(number)).c_str());
    return window != nullptr && window->Active ? window : nullptr;
}

}  // namespace

TEST_CASE("Toasts: the cross of a message is drawn on it, in each frame from the first to the last", "[ui][messages]") {
    Harness harness({900, 600});
    harness.style.reduce_motion = true;  // nothing fades: what is drawn is seen
    Toasts toasts;
    bool true_still = true;
    const ImVec2 corner{880, 560};
    harness.add_windows([&](const panels::Context& context) { toasts.draw(context.style, context.time_secs, corner); });
    harness.frames(2);
    toasts.add(MessageKind::Error, "settings.json: no command is called \"jump\"", "Copy path", [] {});
    toasts.add(MessageKind::Note, "Saved level.json", {}, {}, [&] { return true_still; });
    for (int frame = 0; frame < 400; ++frame) {
        INFO("frame " << frame);
        harness.frame();
        for (unsigned number = 0; number < 2; ++number) {
            const ImGuiWindow* const buttons = window_of("##buttons of toast", number);
            if (buttons == nullptr) continue;
            const ImGuiWindow* const message = window_of("##toast", number);
            REQUIRE(message != nullptr);
            CHECK_FALSE(message->Hidden);
            CHECK(message->Rect().Contains(buttons->Rect()));
            CHECK(std::abs(message->Rect().Max.x - corner.x) < 2);
        }
        if (frame == 30) {
            CHECK(window_of("##buttons of toast", 0) != nullptr);
            CHECK(window_of("##buttons of toast", 1) != nullptr);
        }
        if (frame == 100) true_still = false;
        if (frame == 102) CHECK(window_of("##buttons of toast", 1) == nullptr);
    }
}

TEST_CASE("Toasts: while a question is open, messages wait and lose no time", "[ui][messages]") {
    Harness harness({900, 600});
    Toasts toasts;
    bool question = false;
    harness.add_windows([&](const panels::Context& context) {
        toasts.draw(context.style, context.time_secs, {880, 560}, question);
    });
    toasts.add(MessageKind::Note, "Saved level.json");
    harness.frames(10);
    CHECK(window_of("##toast", 0) != nullptr);
    question = true;
    toasts.add(MessageKind::Note, "Another one");
    harness.frames(1000);
    CHECK(window_of("##toast", 0) == nullptr);
    CHECK(window_of("##toast", 1) == nullptr);
    CHECK(toasts.texts_up().size() == 2);
    question = false;
    harness.frames(10);
    CHECK(window_of("##toast", 0) != nullptr);
    CHECK(window_of("##toast", 1) != nullptr);
    harness.frames(1000);
    CHECK_FALSE(toasts.any_up());
}

TEST_CASE("Toasts: what is so no longer gives way to what was said since", "[ui][messages]") {
    Harness harness({900, 600});
    Toasts toasts;
    bool connected = false;
    harness.add_windows([&](const panels::Context& context) {
        toasts.draw(context.style, context.time_secs, {880, 560});
    });
    toasts.add(MessageKind::Warning, "Game does not answer");
    toasts.holds_while([&] { return !connected; });
    harness.frames(10);
    CHECK(toasts.texts_up() == std::vector<std::string>{"Game does not answer"});
    connected = true;
    CHECK(toasts.last() == nullptr);
    toasts.add(MessageKind::Good, "Game answers again");
    harness.frames(2);
    CHECK(toasts.texts_up() == std::vector<std::string>{"Game answers again"});
    CHECK(toasts.log().size() == 2);
}

}  // namespace toasts_test
