#include "panels/keys/keys_window.hpp"

#include <imgui.h>

#include "catch.hpp"
#include "panels/changes/moves_panel.hpp"
#include "panels/support/headless.hpp"

namespace keys_window_test {

using namespace panels;

namespace {

struct Bench {
    Harness harness{{900, 700}};
    KeysWindow window;

    Bench() {
        std::vector<std::unique_ptr<Panel>> all;
        all.push_back(std::make_unique<MovesPanel>());
        harness.key_map.add_panels(all);
        harness.add_windows([this](const Context& context) { window.draw(context, harness.key_map); });
        window.open();
        harness.frames(4);
    }
    std::string keys(std::string_view id) const { return harness.key_map.find(id)->text(); }
    /// With the keyboard: the first command that the words find.
    void ask_for(const char* words) {
        harness.type(words);
        harness.key(Key::Enter);
        REQUIRE(window.asked());
    }
};

}  // namespace

TEST_CASE("Keys window: search, Enter, the new keys: all without a mouse", "[panels][keys]") {
    Bench bench;
    bench.ask_for("step one tick");
    CHECK(bench.window.asked()->command == "run.step_tick");
    CHECK(bench.harness.says("Press the new keys for Step one tick"));
    bench.harness.key(ctrl(Key::J));
    CHECK(bench.keys("run.step_tick") == "Ctrl+J");
    CHECK_FALSE(bench.window.asked());
    CHECK(bench.window.is_open());
    // The field has the keyboard again; Esc leaves.
    bench.harness.replace_text("undo");
    CHECK(bench.harness.says("Undo"));
    CHECK_FALSE(bench.harness.says("Step one tick"));
    bench.harness.key(Key::Escape);
    bench.harness.frames(2);
    CHECK_FALSE(bench.window.is_open());
    CHECK(bench.harness.keyboard.acted.empty());
}

TEST_CASE("Keys window: keys of another command are told with its name", "[panels][keys]") {
    Bench bench;
    bench.ask_for("step one tick");
    bench.harness.key(ctrl(Key::D));
    CHECK(bench.window.note() == "Ctrl+D is \"Duplicate\"");
    CHECK(bench.keys("run.step_tick") == "F10");
    bench.harness.click_text("Cancel");
    CHECK(bench.keys("run.step_tick") == "F10");
    CHECK(bench.keys("edit.duplicate") == "Ctrl+D");
    bench.harness.frames(2);
    bench.harness.key(Key::Enter);
    REQUIRE(bench.window.asked());
    bench.harness.key(ctrl(Key::D));
    bench.harness.click_text("Take it over");
    CHECK(bench.keys("run.step_tick") == "Ctrl+D");
    CHECK(bench.keys("edit.duplicate").empty());
}

TEST_CASE("Keys window: a panel's command may share keys with one that works everywhere", "[panels][keys]") {
    Bench bench;
    bench.ask_for("moves back");
    bench.harness.key(ctrl(Key::D));
    bench.harness.click_text("Use it for both");
    CHECK(bench.keys("moves.back") == "Ctrl+D");
    CHECK(bench.keys("edit.duplicate") == "Ctrl+D");
}

TEST_CASE("Keys window: Enter is the answer to take keys over", "[panels][keys]") {
    Bench bench;
    bench.ask_for("step one tick");
    bench.harness.key(ctrl(Key::D));
    bench.harness.key(Key::Enter);
    CHECK(bench.keys("run.step_tick") == "Ctrl+D");
    CHECK_FALSE(bench.window.asked());
}

TEST_CASE("Keys window: what cannot be given says why, and the question stays", "[panels][keys]") {
    Bench bench;
    bench.ask_for("step one tick");
    bench.harness.key(Key::Tab);
    CHECK(bench.window.note() == "Tab always goes to the next control; with Ctrl it can be given");
    REQUIRE(bench.window.asked());
    bench.harness.click({450, 60});
    CHECK(bench.window.note() == "Only keys can be given, not buttons of the mouse");
    bench.harness.key(Key::Escape);
    CHECK_FALSE(bench.window.asked());
    CHECK(bench.window.is_open());
    CHECK(bench.keys("run.step_tick") == "F10");
}

TEST_CASE("Keys window: one command gets its default back, or all do", "[panels][keys]") {
    Bench bench;
    bench.harness.key_map.set("run.step_tick", 0, plain(Key::F9));
    bench.harness.key_map.set("edit.undo", 0, plain(Key::F8));
    bench.harness.frames(2);
    bench.harness.click_text("Reset all");
    CHECK_FALSE(bench.harness.key_map.any_changed());
}

TEST_CASE("Keys window: a click on a key asks for another one, and keys can be taken away", "[panels][keys]") {
    Bench bench;
    bench.harness.type("step one tick");
    bench.harness.click_text("F10");
    REQUIRE(bench.window.asked());
    bench.harness.click_text("No keys");
    CHECK(bench.keys("run.step_tick").empty());
}

TEST_CASE("Keys window: a long description has as many lines as it takes", "[panels][keys]") {
    Bench bench;
    static constexpr KeyCommand wordy{
        "test.wordy",
        "Wordy",
        "This command does one thing after another and says all of it in one long sentence that no single line of the "
        "window holds, so that its very last word is kumquat",
        {}};
    bench.harness.key_map.add(wordy, "Scene", "scene");
    bench.harness.type("wordy");
    bench.harness.frames(3);
    INFO(bench.harness.screen());
    const DrawnText name = bench.harness.need("Wordy"), last = bench.harness.need("kumquat");
    CHECK(last.low.y > name.high.y);
    CHECK(bench.harness.says("This command does"));
}

}  // namespace keys_window_test
