#include "editor/app/chrome/layout.hpp"

#include <functional>

#include "catch.hpp"

namespace layout_test {

using editor::DockPlace;
using editor::Layout;
using editor::Rect;

namespace {

Layout make_layout() {
    Layout layout;
    layout.reset({{"entities", "Entities", DockPlace::Left, true},
                  {"scene", "Scene", DockPlace::Middle, true},
                  {"inspector", "Inspector", DockPlace::Right, true},
                  {"archetypes", "Archetypes", DockPlace::Bottom, true},
                  {"chunks", "Chunks", DockPlace::Bottom, true},
                  {"systems", "Systems", DockPlace::Bottom, true}});
    return layout;
}

using Ids = std::vector<std::string>;

void check_apart(const Rect& a, const Rect& b) {
    const bool overlap = a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom &&
                         a.width() > 0 && a.height() > 0 && b.width() > 0 && b.height() > 0;
    CHECK_FALSE(overlap);
}

}  // namespace

TEST_CASE("Layout: the first tab of a place is in front until another is shown", "[ui][layout]") {
    Layout layout = make_layout();
    CHECK(layout.front(DockPlace::Bottom) == "archetypes");
    layout.show("systems");
    CHECK(layout.front(DockPlace::Bottom) == "systems");
    layout.show("No such panel");
    CHECK(layout.front(DockPlace::Bottom) == "systems");
}

TEST_CASE("Layout: closing a tab brings its neighbour to the front", "[ui][layout]") {
    Layout layout = make_layout();
    layout.show("chunks");
    layout.close("chunks");
    CHECK(layout.front(DockPlace::Bottom) == "systems");
    CHECK_FALSE(layout.open("chunks"));
    layout.close("systems");
    CHECK(layout.front(DockPlace::Bottom) == "archetypes");
    layout.close("archetypes");
    CHECK(layout.front(DockPlace::Bottom).empty());
    layout.show("chunks");
    CHECK(layout.tabs(DockPlace::Bottom) == Ids{"chunks"});
}

TEST_CASE("Layout: a tab moves to another place, or to another position in its own", "[ui][layout]") {
    Layout layout = make_layout();
    layout.move("systems", DockPlace::Bottom, "archetypes");
    CHECK(layout.tabs(DockPlace::Bottom) == Ids{"systems", "archetypes", "chunks"});
    CHECK(layout.front(DockPlace::Bottom) == "systems");
    layout.move("systems", DockPlace::Right);
    CHECK(layout.tabs(DockPlace::Right) == Ids{"inspector", "systems"});
    CHECK(layout.front(DockPlace::Right) == "systems");
    CHECK(layout.tabs(DockPlace::Bottom) == Ids{"archetypes", "chunks"});
    CHECK(layout.front(DockPlace::Bottom) == "archetypes");
}

TEST_CASE("Layout: settings keep places, order, fronts, closed tabs and sizes", "[ui][layout]") {
    Layout layout = make_layout();
    layout.move("chunks", DockPlace::Left);
    layout.move("systems", DockPlace::Bottom, "archetypes");
    layout.close("inspector");
    layout.shares.left = 0.31f;
    editor::Settings settings;
    layout.save(settings);

    Layout restored = make_layout();
    restored.load(settings);
    CHECK(restored.tabs(DockPlace::Left) == Ids{"entities", "chunks"});
    CHECK(restored.front(DockPlace::Left) == "chunks");
    CHECK(restored.tabs(DockPlace::Bottom) == Ids{"systems", "archetypes"});
    CHECK_FALSE(restored.open("inspector"));
    CHECK(restored.shares == layout.shares);
}

TEST_CASE("Layout: settings of another version do no harm", "[ui][layout]") {
    editor::Settings settings;
    settings.set_list("layout.left.tabs", {"Gone", "scene"});
    settings.set_text("layout.bottom.front", "Gone");
    Layout layout = make_layout();
    CHECK(layout.load(settings).empty());
    CHECK(layout.tabs(DockPlace::Left) == Ids{"entities", "scene"});
    CHECK(layout.front(DockPlace::Bottom) == "archetypes");
}

TEST_CASE("Layout: settings that cannot be are named, and all stands where it does by default", "[ui][layout]") {
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
        Layout layout = make_layout();
        CHECK(layout.load(settings) == each.what);
        CHECK(layout.tabs(DockPlace::Left) == Ids{"entities"});
        CHECK(layout.shares == Layout::Shares{});
    }
}

TEST_CASE("Layout: places never overlap and the scene keeps its room", "[ui][layout]") {
    Layout layout = make_layout();
    layout.shares = {0.9f, 0.9f, 0.9f};
    for (const Rect window : {Rect{0, 24, 1280, 776}, Rect{0, 24, 1920, 1056}, Rect{0, 48, 640, 352}}) {
        for (const float unit : {1.0f, 2.0f}) {
            const auto rects = layout.rects(window, 4 * unit, unit);
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

TEST_CASE("Layout: an empty place leaves its room to the others", "[ui][layout]") {
    Layout layout = make_layout();
    for (const char* title : {"entities", "inspector", "archetypes", "chunks", "systems"}) layout.close(title);
    const auto rects = layout.rects({0, 0, 1000, 800}, 4, 1);
    const Rect& middle = rects[static_cast<std::size_t>(DockPlace::Middle)];
    CHECK(middle.width() == 1000);
    CHECK(middle.height() == 800);
}

TEST_CASE("Layout: settings that name panels by their titles still hold", "[ui][layout]") {
    editor::Settings settings;
    settings.set_list("layout.left.tabs", {"Chunks", "Entities"});
    settings.set_text("layout.left.front", "Chunks");
    settings.set_list("layout.closed", {"Systems"});
    Layout layout = make_layout();
    CHECK(layout.load(settings).empty());
    CHECK(layout.tabs(DockPlace::Left) == Ids{"chunks", "entities"});
    CHECK(layout.front(DockPlace::Left) == "chunks");
    CHECK_FALSE(layout.open("systems"));
}

}  // namespace layout_test
