// The keys of every panel: what they do, and that docs/keys.md says so.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <imgui.h>

#include "catch.hpp"
#include "editor/app/actions/action.hpp"
#include "editor/app/chrome/lab_source.hpp"
#include "editor/session/session.hpp"
#include "editor/support/demo.hpp"
#include "files/base/atomic_file.hpp"
#include "panels/base/general_keys.hpp"
#include "panels/keys/keys_overlay.hpp"
#include "panels/lessons/all_panels_with_lab.hpp"
#include "panels/stops/debugger.hpp"
#include "panels/support/headless.hpp"
#include "panels/watch/recording.hpp"
#include "panels/watch/watches.hpp"

namespace panel_keys_test {

using namespace editor;

namespace {

panels::KeyMap whole_map() {
    panels::KeyMap map;
    add_actions(map);
    map.add_panels(panels::make_all_panels_with_lab());
    return map;
}

/// A panel over a world with some of everything, with the focus.
struct FocusedPanel {
    Harness harness{{900, 600}};
    ecs::Journal journal{1000};
    panels::LabSource lab = make_lab_source();
    panels::SceneLink link;
    panels::Watches watches;
    panels::Recording recording;
    panels::Debugger debugger;

    explicit FocusedPanel(panels::Panel& panel) {
        for (int i = 0; i < 8; ++i) {
            const ecs::Entity entity = harness.world.create(ecs::Name{"Thing " + std::to_string(i)});
            if (i == 3) harness.selection.select(entity);
        }
        harness.world.observe(&journal);
        harness.world.create(ecs::Name{"New"});
        harness.lend(&panels::Context::journal, &journal);
        harness.lend(&panels::Context::lab, &lab);
        harness.viewport = &link;
        watches.start(harness.world, harness.schedule);
        recording.start(harness.world, harness.schedule, harness.history);
        harness.lend(&panels::Context::watches, &watches);
        harness.lend(&panels::Context::recording, &recording);
        debugger.start(harness.world, harness.schedule, harness.history, watches);
        harness.lend(&panels::Context::debugger, &debugger);
        link.texture = 1;
        harness.key_map.add_panels(panels::make_all_panels_with_lab());
        harness.keyboard.list_focused = !panel.shows_the_game() && !panel.has_lists_of_its_own();
        harness.add([&panel](const panels::Context& context) {
            if (ImGui::IsWindowAppearing()) ImGui::SetWindowFocus();
            panel.show(context);
        });
        panel.take_keyboard();
        harness.frames(6);
    }
    ~FocusedPanel() {
        debugger.stop();
        recording.stop();
        watches.stop();
        harness.world.observe(nullptr);
    }
};

std::string cell(const panels::KeySection& section) {
    std::string text;
    for (const panels::KeySection::Row& row : section.rows) {
        if (!text.empty()) text += "<br>";
        text += row.keys + ": " + row.what;
    }
    return text.empty() ? "none" : text;
}

std::string page_of_keys() {
    const panels::KeyMap map = whole_map();
    std::string page =
        "# Keys\n\nEvery key can be changed in Help > Keys…, but for those that move in every panel. This page is "
        "what the program itself lists; a test compares both.\n\n## In each panel\n\n"
        "| panel | keys of its own | Find (" +
        to_string(panels::keys::find.key) + ") | arrows |\n|---|---|---|---|\n";
    for (const auto& panel : panels::make_all_panels_with_lab()) {
        const std::string what(panel->palette_search());
        const std::string find = panel->find()  ? "its own field"
                                 : what.empty() ? "the palette"
                                                : "the palette, with `" + what + "`";
        const char* const arrows = panel->shows_the_game()         ? "steer the game"
                                   : panel->has_lists_of_its_own() ? "its own"
                                                                   : "from control to control";
        page += std::string("| ") + panel->title() + " | " + cell(keys_of_panel(map, *panel)) + " | " + find + " | " +
                arrows + " |\n";
    }
    std::vector<panels::KeySection> sections = general_keys(map);
    sections.insert(sections.begin(), panels::keys_of_controls());
    for (const panels::KeySection& section : sections) {
        page += "\n## " + section.title + "\n\n| keys | what they do |\n|---|---|\n";
        for (const panels::KeySection::Row& row : section.rows) page += "| " + row.keys + " | " + row.what + " |\n";
    }
    return page;
}

}  // namespace

TEST_CASE("Panel keys: docs/keys.md says what every panel does", "[app][keys]") {
    const std::filesystem::path file = std::filesystem::path(TEST_DATA_DIR) / "../../docs/keys.md";
    const std::string page = page_of_keys();
    INFO("The page should be:\n" << page);
    if (std::getenv("CHUNKSCOPE_WRITE_GOLDEN") != nullptr) std::ofstream(file, std::ios::binary) << page;
    CHECK(files::read_file(file) == page);
}

TEST_CASE("Panel keys: in one place, no two commands have the same key", "[app][keys]") {
    const panels::KeyMap map = whole_map();
    for (const panels::KeyMap::Entry& each : map.entries())
        for (const panels::Chord& chord : each.chords) {
            if (!chord) continue;
            INFO(each.command.id << " " << to_string(chord));
            CHECK(map.command_for(chord, each.place) == &each);
            CHECK_FALSE(each.command.name.empty());
            CHECK_FALSE(each.command.description.empty());
            if (each.command.while_typing) CHECK_FALSE(writes_text(chord));
        }
    for (const panels::KeyMap::Entry& each : map.entries())
        for (const panels::KeyMap::Entry& other : map.entries())
            if (&each != &other) CHECK(each.command.id != other.command.id);
}

TEST_CASE("Panel keys: Find leads into the panel's field, where it has one", "[app][keys]") {
    int fields = 0;
    for (const auto& panel : panels::make_all_panels_with_lab()) {
        INFO(panel->title());
        FocusedPanel focused(*panel);
        if (!panel->find()) continue;
        ++fields;
        focused.harness.frames(3);
        CHECK(ImGui::GetIO().WantTextInput);
        focused.harness.type("thing");
        CHECK(focused.harness.says("thing"));
        // Esc leaves the field; the selection stays.
        const ecs::Entity selected = focused.harness.selection.entity();
        focused.harness.key(panels::Key::Escape);
        CHECK_FALSE(ImGui::GetIO().WantTextInput);
        CHECK(focused.harness.selection.entity() == selected);
    }
    CHECK(fields >= 3);
}

TEST_CASE("Panel keys: the game gets the arrows in the scene, and in no other panel", "[app][keys]") {
    for (const auto& panel : panels::make_all_panels_with_lab()) {
        INFO(panel->title());
        FocusedPanel focused(*panel);
        Harness& harness = focused.harness;
        for (const panels::Key key : {panels::Key::Down, panels::Key::Right}) {
            harness.hold_key(key);
            harness.frame();
            CHECK((harness.keyboard.game.down || harness.keyboard.game.right) == panel->shows_the_game());
            harness.let_go(key);
        }
    }
}

TEST_CASE("Panel keys: Tab goes from control to control, and what has the keyboard is seen", "[app][keys]") {
    for (const auto& panel : panels::make_all_panels_with_lab()) {
        INFO(panel->title());
        FocusedPanel focused(*panel);
        Harness& harness = focused.harness;
        for (int i = 0; i < 4; ++i) {
            harness.key(panels::Key::Tab);
            harness.frames(6);
            const bool seen = ImGui::GetIO().NavVisible || ImGui::GetIO().WantTextInput;
            CHECK((seen || panel->has_lists_of_its_own() || panel->shows_the_game()));
        }
    }
}

}  // namespace panel_keys_test
