// Whose keys are they: the game's or the Host's?
#include "catch.hpp"
#include "panels/support/hosted_game.hpp"

namespace host_keys_test {

using hosted::Game;
using hosted::OneHost;
using hosted::Program;
using Key = panels::compat::Key;

namespace {

const ImVec2 in_the_game{30, 860};
bool captured() { return ImGui::GetIO().WantCaptureKeyboard; }

}  // namespace

TEST_CASE("Host: keys are the game's until a person clicks into the Host, and again after a click into the game",
          "[panels][host][keys]") {
    OneHost one;
    Harness& screen = one.program.harness;
    screen.frames(5);
    CHECK_FALSE(captured());
    CHECK_FALSE(one.host.has_keyboard());
    screen.key(Key::Space);
    screen.frames(2);
    CHECK(one.host.transport().playing);

    one.click_into_it();
    CHECK(captured());
    CHECK(one.host.has_keyboard());
    screen.key(Key::Space);
    screen.frames(2);
    CHECK_FALSE(one.host.transport().playing);

    screen.click(in_the_game);
    screen.frames(3);
    CHECK_FALSE(captured());
    screen.key(Key::Space);
    screen.key({.key = editor::Key::K, .ctrl = true});
    screen.frames(2);
    CHECK_FALSE(one.host.transport().playing);
    CHECK_FALSE(one.host.palette_is_open());
}

TEST_CASE("Host: a window of the game that closes does not leave its keys to the Host", "[panels][host][keys]") {
    Game game;
    panels::Host host(game.world, game.schedule);
    bool open = true;
    Program program([&] {
        host.draw();
        if (!open) return;
        ImGui::SetNextWindowPos({20, 700});
        ImGui::Begin("Inventory");
        ImGui::TextUnformatted("A sword");
        ImGui::End();
    });
    Harness& screen = program.harness;
    screen.frames(3);
    screen.click_text("A sword");
    screen.frames(2);
    CHECK_FALSE(host.has_keyboard());
    open = false;
    screen.frames(4);
    CHECK_FALSE(host.has_keyboard());
    CHECK_FALSE(captured());
}

TEST_CASE("Host: a text that is typed does nothing else", "[panels][host][keys]") {
    OneHost one;
    Harness& screen = one.program.harness;
    screen.click_text("Filter");
    screen.frames(3);
    screen.type("Ba l");
    screen.key(Key::Space);
    screen.frames(2);
    CHECK(one.host.transport().playing);
    CHECK(captured());
}

TEST_CASE("Host: what its keys do is told when it cannot be done", "[panels][host][keys]") {
    OneHost one;
    one.click_into_it();
    one.press({.key = editor::Key::Z, .ctrl = true});
    CHECK(one.host.message() == "There is nothing to undo");
}

TEST_CASE("Host: Help lists its keys, and Esc closes the list", "[panels][host][keys]") {
    OneHost one;
    Harness& screen = one.program.harness;
    screen.click_text("Help");
    screen.frames(3);
    screen.click_text("Keys");
    screen.frames(4);
    CHECK(screen.says("Hide or show"));
    CHECK(screen.says("Create entity"));
    CHECK(captured());
    screen.key(Key::Escape);
    screen.frames(3);
    CHECK_FALSE(screen.says("Hide or show"));
    CHECK(one.host.has_keyboard());
}

TEST_CASE("Host: a person changes keys, also the one that hides it; they are in the settings",
          "[panels][host][keys][settings]") {
    OneHost one;
    Harness& screen = one.program.harness;
    one.click_into_it();
    const auto give = [&](const char* command, const editor::Shortcut& keys) {
        one.press({.key = Key::F1, .ctrl = true});
        screen.frames(4);
        screen.type(command);
        screen.key(Key::Enter);
        one.press(keys);
        screen.frames(2);
        screen.key(Key::Escape);
        screen.frames(3);
    };
    give("play or pause", {.key = Key::J, .ctrl = true});
    give("hide or show", {.key = Key::F9});
    CHECK(one.host.transport().playing);
    CHECK(one.host.visible);
    one.press({.key = Key::J, .ctrl = true});
    screen.frames(2);
    CHECK_FALSE(one.host.transport().playing);
    one.press({.key = Key::Space});
    screen.frames(2);
    CHECK_FALSE(one.host.transport().playing);
    one.press({.key = Key::F12});
    screen.frames(2);
    CHECK(one.host.visible);
    one.press({.key = Key::F9});
    screen.frames(2);
    CHECK_FALSE(one.host.visible);

    panels::Host other(one.game.world, one.game.schedule, "Other");
    CHECK(other.load_settings(one.host.save_settings()).empty());
    CHECK(other.key_map().find("run.play_pause")->text() == "Ctrl+J, F5");
    CHECK(other.key_map().find("host.toggle")->text() == "F9");
}

TEST_CASE("Host: its list of keys has the commands that there are, whatever a person changed",
          "[panels][host][keys][settings]") {
    OneHost one;
    Harness& screen = one.program.harness;
    CHECK(one.host.key_map().find("host.toggle")->text() == "F12");
    CHECK(one.host.load_settings("keys=file.save: F8\\nlesson.jump: F7").empty());
    CHECK(one.host.key_map().find("file.save")->text() == "F8");
    one.host.toggle_key = Key::F3;
    one.host.file_menu = false;
    screen.frames(2);
    CHECK(one.host.key_map().find("host.toggle")->text() == "F3");
    CHECK(one.host.key_map().find("file.save") == nullptr);
    one.host.toggle_key.reset();
    one.host.file_menu = true;
    screen.frames(2);
    CHECK(one.host.key_map().find("host.toggle") == nullptr);
    CHECK(one.host.key_map().find("file.save")->text() == "F8");
    CHECK(one.host.save_settings().find("lesson.jump: F7") != std::string::npos);
    CHECK(one.host.load_settings("keys=file.save: Nonsense").find("keys: ") == 0);
}

TEST_CASE("Host: F6 leads from panel to panel, and Ctrl+F into the field that searches one", "[panels][host][keys]") {
    OneHost one;
    Harness& screen = one.program.harness;
    one.click_into_it();
    const std::string first = one.host.workbench().focused();
    CHECK(first == "entities");
    one.press({.key = Key::F, .ctrl = true});
    screen.frames(3);
    CHECK(ImGui::GetIO().WantTextInput);
    CHECK_FALSE(one.host.palette_is_open());
    one.press({.key = Key::F6});
    screen.frames(3);
    CHECK(one.host.workbench().focused() != first);
    CHECK_FALSE(one.host.workbench().focused().empty());
    one.press({.key = Key::F6, .shift = true});
    screen.frames(3);
    CHECK(one.host.workbench().focused() == first);
}

TEST_CASE("Host: the right button shows the menu of what it points at, and its keys are not the game's meanwhile",
          "[panels][host][keys]") {
    OneHost one;
    Harness& screen = one.program.harness;
    one.click_into_it();
    const ImVec2 ball = screen.need("Ball").middle();
    screen.click(ball, 1);
    screen.frames(3);
    CHECK(screen.says("Destroy"));
    CHECK(captured());
    one.press({.key = Key::Space});
    screen.frames(2);
    CHECK(one.host.transport().playing);
    const std::size_t before = one.game.world.entity_count();
    screen.click_text("Duplicate");
    screen.frames(3);
    CHECK(one.game.world.entity_count() == before + 1);
    CHECK_FALSE(screen.says("Destroy"));
    CHECK(one.host.has_keyboard());
}

}  // namespace host_keys_test
