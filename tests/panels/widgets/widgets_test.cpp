#include "panels/widgets/widgets.hpp"

#include "catch.hpp"
#include "panels/support/headless.hpp"

namespace widgets_test {

using namespace panels;

TEST_CASE("Widgets: numbers stand at the right edge, however wide they are", "[panels][widgets]") {
    Harness harness({300, 200});
    harness.add([](const Context& context) {
        number_text(context.style, "7");
        number_text(context.style, "12,345");
    });
    harness.frames(2);
    CHECK(harness.need("7").high.x == Approx(292).margin(1));
    CHECK(harness.need("12,345").high.x == Approx(292).margin(1));
}

TEST_CASE("Widgets: bytes say exactly how many they are on hover", "[panels][widgets]") {
    Harness harness({300, 200});
    harness.add([](const Context& context) { bytes_text(context.style, 1258291); });
    harness.frames(2);
    harness.hover_text("1.2 MiB");
    CHECK(harness.says("1,258,291 bytes"));
}

TEST_CASE("Widgets: where there is all the room, a component's name is whole", "[panels][widgets]") {
    Harness harness({400, 200});
    const ecs::ComponentId name = harness.world.name_id();
    harness.add([&](const Context& context) {
        ImGui::BeginTooltip();
        component_chip(context, name);
        ImGui::EndTooltip();
    });
    harness.frames(3);
    CHECK(harness.says("Name"));
}

TEST_CASE("Widgets: a text, a button and a picture without room end in … or are not there, and nothing fails",
          "[panels][widgets]") {
    Harness harness({90, 200});
    int pressed = 0;
    harness.add([&](const Context& context) {
        quiet_text(context.style, "A text that is much longer than the window is wide");
        pressed += button("A button with such a label##id", {}, {}) ? 1 : 0;
        ImGui::SameLine();
        quiet_text(context.style, "Beyond the edge");
        ImGui::SameLine();
        invisible_button("none", {-50, 0});
        invisible_button("no height", {10, ImGui::GetContentRegionAvail().y - 10'000});
    });
    harness.frames(3);
    CHECK(harness.says("A text"));
    CHECK_FALSE(harness.says("the window is wide"));
    CHECK_FALSE(harness.says("Beyond"));
    CHECK_FALSE(harness.says("##id"));
    harness.click_text("A butto");
    harness.frames(2);
    CHECK(pressed == 1);
}

TEST_CASE("Widgets: a disabled button says why, and can't be pressed", "[panels][widgets]") {
    Harness harness({300, 200});
    std::string why = "The world is empty";
    int pressed = 0;
    harness.add([&](const Context&) { pressed += button("Go", why, "Starts it") ? 1 : 0; });
    harness.frames(2);
    harness.click_text("Go");
    CHECK(pressed == 0);
    harness.hover_text("Go");
    CHECK(harness.says("The world is empty"));

    why.clear();
    harness.frames(2);
    CHECK(harness.says("Starts it"));
    harness.click_text("Go");
    CHECK(pressed == 1);
}

TEST_CASE("Widgets: an entity is named, followed and marked when it is gone", "[panels][widgets]") {
    Harness harness({300, 200});
    const ecs::Entity named = harness.world.create(ecs::Name{"Hero"});
    const ecs::Entity nameless = harness.world.create();
    harness.add([&](const Context& context) {
        entity_link(context, named);
        entity_text(context, nameless);
        entity_text(context, ecs::null_entity);
    });
    harness.frames(2);
    CHECK(harness.says(ecs::to_string(nameless)));
    CHECK(harness.says("none"));
    harness.move_to(harness.need("Hero").middle());
    CHECK(harness.selection.hovered == named);
    harness.click_text("Hero");
    CHECK(harness.selection.entity() == named);

    harness.selection.clear();
    harness.world.destroy(named);
    harness.frames(2);
    CHECK(harness.says("destroyed"));
    harness.click_text(ecs::to_string(named));
    CHECK_FALSE(harness.selection.entity());
}

TEST_CASE("Widgets: the search box takes text of any length, and its cross empties it", "[panels][widgets]") {
    Harness harness({300, 200});
    std::string text;
    int changes = 0;
    harness.add(
        [&](const Context& context) { changes += search_box("search", context.style, text, "Find", 0) ? 1 : 0; });
    harness.frames(2);
    harness.click_text("Find");
    harness.type("abc");
    CHECK(text == "abc");
    CHECK(changes == 1);
    harness.replace_text(std::string(300, 'm'));
    CHECK(text == std::string(300, 'm'));

    const DrawnText some = harness.need("mmm");
    harness.click({280, some.middle().y});
    CHECK(text.empty());
    harness.frames(2);
    CHECK(harness.says("Find"));
}

TEST_CASE("Widgets: an empty state stands in the middle and offers the first step", "[panels][widgets]") {
    Harness harness({300, 400});
    int steps = 0;
    harness.add([&](const Context& context) {
        steps += empty_state(context.style, "Nothing here", "A hint that is much too long for one line of this panel",
                             "Make something")
                     ? 1
                     : 0;
    });
    harness.frames(2);
    const DrawnText what = harness.need("Nothing here");
    CHECK(what.middle().x == Approx(150).margin(2));
    CHECK(what.low.y > 100);
    for (const DrawnText& text : harness.texts()) {
        CHECK(text.low.x >= 8);
        CHECK(text.high.x <= 292);
    }
    harness.click_text("Make something");
    CHECK(steps == 1);
}

TEST_CASE("Widgets: text that is cut off is told on hover", "[panels][widgets]") {
    Harness harness({300, 200});
    harness.add([](const Context&) { clipped_text("A very long text indeed, which goes on", 100); });
    harness.frames(2);
    CHECK_FALSE(harness.says("goes on"));
    CHECK(harness.need("A very").high.x <= 108);
    harness.hover_text("A very");
    CHECK(harness.says("goes on"));
}

TEST_CASE("Widgets: every term is explained", "[panels][widgets]") {
    for (int term = 0; term <= static_cast<int>(Term::OpaqueType); ++term) {
        const std::string text = explanation(static_cast<Term>(term));
        INFO(term << ": " << text);
        CHECK(text.size() > 20);
        CHECK(text.back() != '.');
    }
}

TEST_CASE("Widgets: the mark of a component tells data from tags, and those that share a tone by stripes and letters",
          "[panels][widgets]") {
    Harness harness({300, 200});
    MarkedComponent component{2, false, "Obstacle"};
    float size = 8;
    harness.add([&](const Context& context) {
        component_mark(context.style, component, *ImGui::GetWindowDrawList(), {50, 50}, size);
    });
    const auto vertices = [&] {
        harness.frames(2);
        return harness.vertex_count();
    };
    const std::size_t square = vertices();
    component.tag = true;
    CHECK(vertices() != square);
    component = {18, false, "Obstacle"};
    const std::size_t striped = vertices();
    CHECK(striped > square);
    CHECK(!harness.says("Ob"));
    size = 16;
    CHECK(vertices() > striped);
    CHECK(harness.says("Ob"));
    CHECK(short_name("game::deep::Position") == "Position");
    CHECK(short_name("Position") == "Position");
}

TEST_CASE("Widgets: a badge is a word, and says on hover what it means and how the number came about",
          "[panels][widgets]") {
    Harness harness({300, 200});
    harness.add([](const Context& context) {
        for (const Badge kind : {Badge::Exact, Badge::Simulated, Badge::Measured}) {
            const float left = ImGui::GetCursorScreenPos().x;
            badge(context.style, kind, "as the test asked");
            CHECK(ImGui::GetItemRectMax().x - left == badge_width(context.style, kind));
        }
    });
    harness.frames(2);
    CHECK(harness.says("exact"));
    CHECK(harness.says("simulated"));
    harness.hover_text("measured");
    CHECK(harness.says("differs from run"));
    CHECK(harness.says("as the test asked"));
}

TEST_CASE("Widgets: the headings of a table stand in the middle of their row", "[panels][widgets]") {
    Harness harness({300, 200});
    harness.add([](const Context& context) {
        if (!ImGui::BeginTable("table", 2, list_table_flags)) return;
        ImGui::TableSetupScrollFreeze(0, 1);
        ImGui::TableSetupColumn("First");
        ImGui::TableSetupColumn("Second");
        header_row(context.style, nullptr, 0);
        begin_row(context.style);
        ImGui::TextUnformatted("row");
        ImGui::EndTable();
    });
    harness.frames(2);
    const DrawnText heading = harness.need("First");
    // The row below begins where the headings end, and its text stands in its middle.
    CHECK(heading.middle().y == Approx(harness.need("row").middle().y - row_height(harness.style)).margin(2));
}

TEST_CASE("Widgets: of several texts the longest that fits is shown, else the last", "[panels][widgets]") {
    Harness harness({300, 200});
    std::string wide, middle, narrow, none;
    harness.add([&](const Context&) {
        const float room = ImGui::CalcTextSize("shorter").x;
        wide = first_that_fits({"the longest", "shorter", "no"}, room * 3);
        middle = first_that_fits({"the longest", "shorter", "no"}, room);
        narrow = first_that_fits({"the longest", "shorter", "no"}, room - 1);
        none = first_that_fits({"the longest", "shorter", "no"}, 1);
    });
    harness.frames(2);
    CHECK(wide == "the longest");
    CHECK(middle == "shorter");
    CHECK(narrow == "no");
    CHECK(none == "no");
}

}  // namespace widgets_test
