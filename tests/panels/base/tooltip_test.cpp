#include "panels/base/tooltip.hpp"

#include "catch.hpp"
#include "panels/support/headless.hpp"
#include "panels/widgets/widgets.hpp"

namespace tooltip_test {

using namespace panels;

namespace {

/// A button, a text, a disabled button and a picture of two halves, each with a tooltip.
struct Scene {
    Harness harness{{600, 400}};
    Area button, text, disabled, left_half;
    bool text_changes = false;
    int frames = 0;

    Scene() {
        harness.add([this](const Context& context) {
            const auto last = [] { return Area{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()}; };
            panels::button("Press me", {}, "About the button");
            button = last();
            ++frames;
            quiet_text(context.style, text_changes ? std::to_string(100000 + frames * 7919) : "a text");
            text = last();
            tooltip("About the text");
            panels::button("Disabled", "Why not");
            disabled = last();
            const ImVec2 at = ImGui::GetCursorScreenPos();
            ImGui::InvisibleButton("picture", {200, 60});
            left_half = {at, {at.x + 100, at.y + 60}};
            const Area right{{at.x + 100, at.y}, {at.x + 200, at.y + 60}};
            if (!ImGui::IsItemHovered()) return;
            if (left_half.contains(ImGui::GetMousePos()))
                tooltip_over(left_half, "About the left");
            else
                tooltip_over(right, "About the right");
        });
        harness.frames(2);
    }
    void rest_on(const Area& area) {
        harness.move_to(area.middle());
        harness.frames(45);
    }
};

}  // namespace

TEST_CASE("Tooltip: comes when the mouse has rested for 0.6 s, on texts as on buttons, and goes with the mouse",
          "[panels][tooltip]") {
    Scene scene;
    for (const Area* area : {&scene.button, &scene.text, &scene.disabled}) {
        scene.harness.move_to(area->middle());
        scene.harness.frames(30);  // half a second
        CHECK_FALSE(shown_tooltip());
        scene.harness.frames(15);
        REQUIRE(shown_tooltip());
        CHECK(scene.harness.screen().find(area == &scene.disabled ? "Why not" : "About the") != std::string::npos);
        scene.harness.move_to({500, 300});
        CHECK_FALSE(shown_tooltip());
    }
}

TEST_CASE("Tooltip: about a grey control it is as easy to read as any other", "[panels][tooltip]") {
    Harness harness{{600, 400}};
    Area area;
    float alpha = 0, grey = 0;
    harness.add([&](const Context&) {
        ImGui::BeginDisabled();
        grey = ImGui::GetStyle().Alpha;
        ImGui::TextUnformatted("grey");
        area = {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
        if (const Tooltip shown(area); shown) alpha = ImGui::GetStyle().Alpha;
        ImGui::EndDisabled();
    });
    harness.frames(2);
    harness.move_to(area.middle());
    harness.frames(60);
    CHECK(grey < 1);
    CHECK(alpha == 1);
}

TEST_CASE("Tooltip: stands beside what it explains", "[panels][tooltip]") {
    Scene scene;
    for (const Area* area : {&scene.button, &scene.text, &scene.disabled, &scene.left_half}) {
        scene.rest_on(*area);
        const auto shown = shown_tooltip();
        REQUIRE(shown);
        const Area both = common_area(shown->area, *area);
        CHECK((both.width() <= 0 || both.height() <= 0));
        CHECK(shown->area.low.y >= 0);
        CHECK(shown->area.high.y <= 400);
    }
}

TEST_CASE("Tooltip: a press, the wheel and a key each put it away until the mouse has left", "[panels][tooltip]") {
    Scene scene;
    const auto put_away = [&](auto&& what) {
        scene.harness.move_to({500, 300});
        scene.rest_on(scene.button);
        REQUIRE(shown_tooltip());
        what();
        CHECK_FALSE(shown_tooltip());
        scene.harness.frames(90);
        CHECK_FALSE(shown_tooltip());
        scene.harness.move_to({500, 300});
        scene.rest_on(scene.button);
        CHECK(shown_tooltip());
    };
    put_away([&] {
        scene.harness.press();
        CHECK_FALSE(shown_tooltip());
        scene.harness.release();
    });
    put_away([&] { scene.harness.wheel(-1); });
    put_away([&] { scene.harness.key(compat::Key::Down); });
    put_away([&] { scene.harness.type("x"); });
}

TEST_CASE("Tooltip: a text that changes in every frame keeps its tooltip", "[panels][tooltip]") {
    Scene scene;
    scene.text_changes = true;
    scene.rest_on(scene.text);
    CHECK(shown_tooltip());
}

TEST_CASE("Tooltip: once shown it follows the mouse over a picture, and keeps clear of each part",
          "[panels][tooltip]") {
    Scene scene;
    scene.rest_on(scene.left_half);
    CHECK(scene.harness.says("About the left"));
    const ImVec2 right{scene.left_half.high.x + 50, scene.left_half.middle().y};
    scene.harness.move_to(right);
    CHECK(scene.harness.says("About the right"));
    scene.harness.press();
    scene.harness.release();
    scene.harness.move_to(scene.left_half.middle());
    CHECK_FALSE(shown_tooltip());  // put away, and another part: it waits again
    scene.harness.frames(45);
    CHECK(scene.harness.says("About the left"));
}

TEST_CASE("Tooltip: of two that lie over one another the smaller explains", "[panels][tooltip]") {
    Harness harness{{600, 400}};
    Area chip;
    harness.add([&](const Context& context) {
        compat::begin_overlapped_item();
        ImGui::Selectable("##row", false, 0, {400, 24});
        compat::end_overlapped_item();
        tooltip("About the row");
        ImGui::SameLine(100);
        quiet_text(context.style, "chip");
        chip = {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
        tooltip("About the chip");
    });
    harness.frames(2);
    harness.move_to(chip.middle());
    harness.frames(45);
    CHECK(harness.says("About the chip"));
    CHECK_FALSE(harness.says("About the row"));
    harness.move_to({chip.high.x + 60, chip.middle().y});
    harness.frames(45);
    CHECK(harness.says("About the row"));
}

TEST_CASE("Tooltip: finds a place below, above, or beside", "[panels][tooltip]") {
    Harness harness;  // for the sizes of ImGui's style
    harness.frame();
    const Area screen{{0, 0}, {800, 600}};
    const ImVec2 size{200, 100};
    const auto covers = [&](const Area& about, ImVec2 at) {
        const Area both = common_area(about, {at, {at.x + size.x, at.y + size.y}});
        return both.width() > 0 && both.height() > 0;
    };
    const auto inside = [&](ImVec2 at) {
        return at.x >= 0 && at.y >= 0 && at.x + size.x <= 800 && at.y + size.y <= 600;
    };
    for (const Area& about : {Area{{10, 10}, {790, 34}}, Area{{10, 560}, {790, 584}}, Area{{700, 300}, {790, 320}},
                              Area{{0, 20}, {40, 580}}, Area{{760, 20}, {800, 580}}, Area{{300, 300}, {301, 301}}}) {
        const ImVec2 at = place_tooltip(about, about.middle(), size, screen);
        INFO(about.low.x << " " << about.low.y << ": " << at.x << " " << at.y);
        CHECK_FALSE(covers(about, at));
        CHECK(inside(at));
    }
    // Nothing has room beside the whole screen: it stands beside the mouse.
    const ImVec2 at = place_tooltip(screen, {400, 300}, size, screen);
    CHECK(inside(at));
    CHECK_FALSE(Area{at, {at.x + size.x, at.y + size.y}}.contains({400, 300}));
}

TEST_CASE("Tooltip: it has its padding, also in a window without one, and ends within the screen",
          "[panels][tooltip]") {
    Harness harness({600, 400});
    ImVec2 place;
    harness.add([&](const Context&) {
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
        ImGui::SetCursorScreenPos({ImGui::GetIO().DisplaySize.x - 24, 20});
        place = ImGui::GetCursorScreenPos();
        invisible_button("corner", {20, 20});
        tooltip("What stands in the corner does");
        ImGui::PopStyleVar();
    });
    harness.frames(2);
    harness.hover({place.x + 10, place.y + 10});
    REQUIRE(shown_tooltip());
    const Area area = shown_tooltip()->area;
    const DrawnText text = harness.need("What stands in the corner does");
    CHECK(area.high.x <= ImGui::GetIO().DisplaySize.x);
    CHECK(area.high.x - text.high.x >= 4);
    CHECK(text.low.x - area.low.x >= 4);
}

TEST_CASE("Tooltip: its words have the colour of words, whatever colour those of its button have",
          "[panels][tooltip]") {
    Harness harness({600, 400});
    harness.add([](const Context& context) { primary_button(context.style, "Go", {}, "What the button does"); });
    harness.frames(2);
    harness.hover_text("Go");
    REQUIRE(shown_tooltip());
    CHECK(harness.need("What the button does").color == harness.style.theme->text);
    CHECK(harness.need("Go").color == harness.style.theme->inv);
}

}  // namespace tooltip_test
