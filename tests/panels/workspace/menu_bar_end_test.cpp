#include "panels/workspace/menu_bar_end.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "catch.hpp"
#include "panels/support/headless.hpp"

namespace menu_bar_end_test {

namespace {

struct Scene {
    Harness harness{{1400, 200}};
    panels::Workbench workbench{panels::make_all_panels};
    panels::TransportBar transport;
    float room = 1300;

    Scene() {
        harness.world.set_tick(42);
        harness.add([this](const panels::Context& context) {
            const float left = ImGui::GetCursorPosX();
            panels::draw_menu_bar_end(context, workbench, transport, left, left + room);
        });
        harness.frames(3);
    }
    /// The parts in the order of their importance, of which so many are shown.
    static constexpr const char* parts[] = {"Inspect", "Debug", "Commands", "tick 42", "1×", "0.70 s", "Ctrl"};
};

}  // namespace

TEST_CASE("Menu bar: where there is room for all, all is shown", "[panels][workspace]") {
    Scene s;
    INFO(s.harness.screen());
    for (const char* const part : Scene::parts) CHECK(s.harness.says(part));
}

TEST_CASE("Menu bar: what matters less gives way first", "[panels][workspace]") {
    Scene s;
    std::vector<std::string_view> gone;
    for (; s.room > 100; s.room -= 5) {
        s.harness.frames(2);
        INFO("in " << s.room << " pixels\n" << s.harness.screen());
        for (auto part = std::rbegin(Scene::parts); part != std::rend(Scene::parts); ++part) {
            const auto text = s.harness.find(*part);
            if (text) CHECK(text->high.x <= 8 + s.room);
            if (!text && std::find(gone.begin(), gone.end(), *part) == gone.end()) gone.emplace_back(*part);
        }
    }
    CHECK(gone == std::vector<std::string_view>(std::rbegin(Scene::parts), std::rend(Scene::parts)));
}

TEST_CASE("Menu bar: the transport is there as long as its buttons fit, and plays", "[panels][workspace]") {
    Scene s;
    s.room = 120;
    s.harness.frames(3);
    INFO(s.harness.screen());
    CHECK_FALSE(s.harness.says("tick 42"));
    const auto buttons = s.harness.places.find("transport");
    REQUIRE(buttons);
    s.harness.click({buttons->low.x + 12, buttons->middle().y});
    REQUIRE(s.harness.performed.size() == 1);
    CHECK(std::get<panels::TransportRequest>(s.harness.performed[0]).kind == panels::TransportRequest::Kind::Play);
}

}  // namespace menu_bar_end_test
