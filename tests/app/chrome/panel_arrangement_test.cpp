#include "editor/app/chrome/panel_arrangement.hpp"

#include <functional>

#include "catch.hpp"

namespace panel_arrangement_test {

using editor::DockPlace;
using editor::PanelArrangement;
using editor::Rect;

namespace {

PanelArrangement make_arrangement() {
    PanelArrangement arrangement;
    arrangement.reset({{"entities", "Entities", DockPlace::Left, true},
                       {"scene", "Scene", DockPlace::Middle, true},
                       {"inspector", "Inspector", DockPlace::Right, true},
                       {"archetypes", "Archetypes", DockPlace::Bottom, true},
                       {"chunks", "Chunks", DockPlace::Bottom, true},
                       {"systems", "Systems", DockPlace::Bottom, true}});
    return arrangement;
}

using Ids = std::vector<std::string>;

void check_apart(const Rect& a, const Rect& b) {
    const bool overlap = a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom &&
                         a.width() > 0 && a.height() > 0 && b.width() > 0 && b.height() > 0;
    CHECK_FALSE(overlap);
}

}  // namespace

TEST_CASE("Panel arrangement: the first tab of a place is in front until another is shown", "[ui][arrangement]") {
    PanelArrangement arrangement = make_arrangement();
    CHECK(arrangement.front(DockPlace::Bottom) == "archetypes");
    arrangement.show("systems");
    CHECK(arrangement.front(DockPlace::Bottom) == "systems");
    arrangement.show("No such panel");
    CHECK(arrangement.front(DockPlace::Bottom) == "systems");
}

TEST_CASE("Panel arrangement: closing a tab brings its neighbour to the front", "[ui][arrangement]") {
    PanelArrangement arrangement = make_arrangement();
    arrangement.show("chunks");
    arrangement.close("chunks");
    CHECK(arrangement.front(DockPlace::Bottom) == "systems");
    CHECK_FALSE(arrangement.open("chunks"));
    arrangement.close("systems");
    CHECK(arrangement.front(DockPlace::Bottom) == "archetypes");
    arrangement.close("archetypes");
    CHECK(arrangement.front(DockPlace::Bottom).empty());
    arrangement.show("chunks");
    CHECK(arrangement.tabs(DockPlace::Bottom) == Ids{"chunks"});
}

TEST_CASE("Panel arrangement: a tab moves to another place, or to another position in its own", "[ui][arrangement]") {
    PanelArrangement arrangement = make_arrangement();
    arrangement.move("systems", DockPlace::Bottom, "archetypes");
    CHECK(arrangement.tabs(DockPlace::Bottom) == Ids{"systems", "archetypes", "chunks"});
    CHECK(arrangement.front(DockPlace::Bottom) == "systems");
    arrangement.move("systems", DockPlace::Right);
    CHECK(arrangement.tabs(DockPlace::Right) == Ids{"inspector", "systems"});
    CHECK(arrangement.front(DockPlace::Right) == "systems");
    CHECK(arrangement.tabs(DockPlace::Bottom) == Ids{"archetypes", "chunks"});
    CHECK(arrangement.front(DockPlace::Bottom) == "archetypes");
}

TEST_CASE("Panel arrangement: settings keep places, order, fronts, closed tabs and sizes", "[ui][arrangement]") {
    PanelArrangement arrangement = make_arrangement();
    arrangement.move("chunks", DockPlace::Left);
    arrangement.move("systems", DockPlace::Bottom, "archetypes");
    arrangement.close("inspector");
    arrangement.shares.left = 0.31f;
    editor::Settings settings;
    arrangement.save(settings);

    PanelArrangement restored = make_arrangement();
    restored.load(settings);
    CHECK(restored.tabs(DockPlace::Left) == Ids{"entities", "chunks"});
    CHECK(restored.front(DockPlace::Left) == "chunks");
    CHECK(restored.tabs(DockPlace::Bottom) == Ids{"systems", "archetypes"});
    CHECK_FALSE(restored.open("inspector"));
    CHECK(restored.shares == arrangement.shares);
}

TEST_CASE("Panel arrangement: settings of another version do no harm", "[ui][arrangement]") {
    editor::Settings settings;
    settings.set_list("layout.left.tabs", {"Gone", "scene"});
    settings.set_text("layout.bottom.front", "Gone");
    PanelArrangement arrangement = make_arrangement();
    CHECK(arrangement.load(settings).empty());
    CHECK(arrangement.tabs(DockPlace::Left) == Ids{"entities", "scene"});
    CHECK(arrangement.front(DockPlace::Bottom) == "archetypes");
}

TEST_CASE("Panel arrangement: settings that cannot be are named, and all stands where it does by default",
          "[ui][arrangement]") {
    struct Case {
        const char* what;
        std::function<void(editor::Settings&)> damage;
    };
    const Case cases[] = {
        {"layout.right.share must be from 0.05 to 0.9", [](auto& all) { all.set_number("layout.right.share", 1e9); }},
        {"layout.left.share must be from 0.05 to 0.9", [](auto& all) { all.set_number("layout.left.share", -1); }},
        {"layout.bottom.share must be a number", [](auto& all) { all.set_text("layout.bottom.share", "0.3"); }},
        {"layout.left.tabs must be a list of panels", [](auto& all) { all.set_text("layout.left.tabs", "scene"); }},
        {"layout.middle.front must name a panel", [](auto& all) { all.set_number("layout.middle.front", 4); }},
        {"layout.closed must be a list of panels", [](auto& all) { all.set_flag("layout.closed", true); }},
        {"the panel \"scene\" stands in two places",
         [](auto& all) {
             all.set_list("layout.left.tabs", {"scene"});
             all.set_list("layout.right.tabs", {"chunks", "scene"});
         }},
    };
    for (const Case& each : cases) {
        editor::Settings settings;
        settings.set_list("layout.bottom.tabs", {"entities"});
        each.damage(settings);
        PanelArrangement arrangement = make_arrangement();
        CHECK(arrangement.load(settings) == each.what);
        CHECK(arrangement.tabs(DockPlace::Left) == Ids{"entities"});
        CHECK(arrangement.shares == PanelArrangement::Shares{});
    }
}

TEST_CASE("Panel arrangement: places never overlap and the scene keeps its room", "[ui][arrangement]") {
    PanelArrangement arrangement = make_arrangement();
    arrangement.shares = {0.9f, 0.9f, 0.9f};
    for (const Rect window : {Rect{0, 24, 1280, 776}, Rect{0, 24, 1920, 1056}, Rect{0, 48, 640, 352}}) {
        for (const float unit : {1.0f, 2.0f}) {
            const auto rects = arrangement.rects(window, 4 * unit, unit);
            for (std::size_t a = 0; a < 4; ++a) {
                CHECK(rects[a].left >= window.left);
                CHECK(rects[a].right <= window.right);
                CHECK(rects[a].bottom <= window.bottom);
                CHECK(rects[a].width() >= 0);
                CHECK(rects[a].height() >= 0);
                for (std::size_t b = a + 1; b < 4; ++b) check_apart(rects[a], rects[b]);
            }
            CHECK(rects[static_cast<std::size_t>(DockPlace::Middle)].width() >=
                  std::min(260 * unit, window.width() * 0.4f));
            CHECK(rects[static_cast<std::size_t>(DockPlace::Left)].width() >=
                  std::min(170 * unit, window.width() * 0.27f));
            CHECK(rects[static_cast<std::size_t>(DockPlace::Middle)].height() > 100 * unit);
        }
    }
}

TEST_CASE("Panel arrangement: an empty place leaves its room to the others", "[ui][arrangement]") {
    PanelArrangement arrangement = make_arrangement();
    for (const char* title : {"entities", "inspector", "archetypes", "chunks", "systems"}) arrangement.close(title);
    const auto rects = arrangement.rects({0, 0, 1000, 800}, 4, 1);
    const Rect& middle = rects[static_cast<std::size_t>(DockPlace::Middle)];
    CHECK(middle.width() == 1000);
    CHECK(middle.height() == 800);
}

TEST_CASE("Panel arrangement: settings that name panels by their titles still hold", "[ui][arrangement]") {
    editor::Settings settings;
    settings.set_list("layout.left.tabs", {"Chunks", "Entities"});
    settings.set_text("layout.left.front", "Chunks");
    settings.set_list("layout.closed", {"Systems"});
    PanelArrangement arrangement = make_arrangement();
    CHECK(arrangement.load(settings).empty());
    CHECK(arrangement.tabs(DockPlace::Left) == Ids{"chunks", "entities"});
    CHECK(arrangement.front(DockPlace::Left) == "chunks");
    CHECK_FALSE(arrangement.open("systems"));
}

}  // namespace panel_arrangement_test
