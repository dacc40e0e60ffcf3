#include "panels/manual/manual_panel.hpp"

#include <string>

#include "catch.hpp"
#include "panels/support/headless.hpp"

namespace manual_panel_test {

using namespace panels;

namespace {

struct Scene {
    explicit Scene(ImVec2 size = {900, 700}) : harness(size) {
        harness.add(panel);
        harness.frames(3);
    }
    std::string here() const { return manual_link(panel.place()); }

    Harness harness;
    ManualPanel panel;
};

}  // namespace

TEST_CASE("Manual panel: chapters stand beside the page, or in a list above it where room is little",
          "[panels][manual]") {
    Scene wide;
    INFO(wide.harness.screen());
    CHECK(wide.harness.says("Glossary"));
    wide.harness.click_text("Author");
    CHECK(wide.here() == "author");
    CHECK(wide.harness.says("Make entities"));

    Scene narrow({340, 700});
    CHECK_FALSE(narrow.harness.says("Glossary"));
    narrow.harness.click_text("First steps");
    narrow.harness.frames(2);
    narrow.harness.click_text("Author");
    CHECK(narrow.here() == "author");
}

TEST_CASE("Manual panel: a search lists hits with their section, and one leads to its place", "[panels][manual]") {
    Scene scene;
    scene.harness.click_text("Search the manual");
    scene.harness.type("ping fills");
    scene.harness.frames(2);
    CHECK(scene.harness.says("The manual does not say"));
    scene.harness.replace_text("fills the hole");
    scene.harness.frames(2);
    INFO(scene.harness.screen());
    REQUIRE(!scene.panel.hits().empty());
    CHECK(scene.harness.says("How a world lies in memory"));
    scene.harness.click_text("How a world lies in memory");
    scene.harness.frames(3);
    CHECK(scene.here() == "memory#how-a-world-lies-in-memory");
    CHECK(scene.harness.says("When a row goes"));
    CHECK(scene.panel.hits().empty());
}

TEST_CASE("Manual panel: an empty search offers the glossary", "[panels][manual]") {
    Scene scene;
    scene.harness.click_text("Search the manual");
    scene.harness.type("phlogiston");
    scene.harness.frames(2);
    scene.harness.click_text("Open the glossary");
    CHECK(scene.here() == "glossary");
}

TEST_CASE("Manual panel: links lead to chapters, show panels and do actions, and Back leads back", "[panels][manual]") {
    Scene scene;
    std::vector<std::string> asked;
    KnownActions actions;
    actions.find = [](std::string_view name) -> std::optional<KnownActions::Action> {
        if (name == "edit.undo") return KnownActions::Action{"Undo", "Ctrl+Z", "There is nothing to undo"};
        return KnownActions::Action{std::string(name), "F10", ""};
    };
    scene.harness.lend(&panels::Context::actions, &actions);
    scene.harness.frames(2);
    scene.harness.click_text("Step one tick");
    REQUIRE(!scene.harness.performed.empty());
    const auto* action = std::get_if<DoActionRequest>(&scene.harness.performed.back());
    REQUIRE(action != nullptr);
    CHECK(action->name == "run.step_tick");

    // What cannot be done now says why.
    const std::size_t before = scene.harness.performed.size();
    scene.harness.click_text("Undo");
    CHECK(scene.harness.performed.size() == before);
    scene.harness.hover_text("Undo");
    CHECK(scene.harness.says("There is nothing to undo"));

    scene.panel.show_part("memory#doctor");
    scene.harness.frames(3);
    scene.harness.click_text("Open Doctor");
    CHECK(std::get<ShowPanelRequest>(scene.harness.performed.back()).id == "doctor");
    scene.panel.show_part("memory#figures-for-slides");
    scene.harness.frames(3);
    scene.harness.click_text("Command line", 1);
    CHECK(scene.here() == "command-line#figures");
}

TEST_CASE("Manual panel: without menus, links to their actions are plain text", "[panels][manual]") {
    Scene scene;
    scene.harness.click_text("Step one tick");
    CHECK(scene.harness.performed.empty());
}

TEST_CASE("Manual panel: a term is explained under the mouse, in the words of the glossary", "[panels][manual]") {
    Scene scene;
    scene.harness.hover_text("archetype");
    INFO(scene.harness.screen());
    CHECK(scene.harness.says("all entities with exactly this"));
}

TEST_CASE("Manual panel: it opens at the section about a panel, and remembers its chapter", "[panels][manual]") {
    Scene scene;
    scene.panel.show_part("doctor");
    scene.harness.frames(3);
    CHECK(scene.here() == "memory#doctor");
    CHECK(scene.harness.says("Open Doctor"));
    ManualPanel next;
    next.load_settings(scene.panel.save_settings());
    CHECK(next.place() == scene.panel.place());
    next.load_settings("chapter of long ago");
    CHECK(next.place() == scene.panel.place());
}

TEST_CASE("Manual panel: every chapter is drawn in any width, and links stay inside", "[panels][manual]") {
    for (const float width : {260.0f, 420.0f, 1200.0f}) {
        Scene scene({width, 10000});
        for (const ManualChapter& chapter : manual_chapters()) {
            scene.panel.show_part(chapter.id);
            scene.harness.frames(3);
            INFO(width << " " << chapter.id << "\n" << scene.harness.screen());
            // The last words of the chapter, as far as they stand in one line.
            std::string last = plain_text(chapter.blocks.back());
            last = last.substr(last.find_last_of(" \n", last.size() - 3) + 1);
            CHECK(scene.harness.says(last.substr(0, 6)));
            for (const DrawnText& drawn : scene.harness.texts()) CHECK(drawn.low.x < width);
        }
    }
}

}  // namespace manual_panel_test
