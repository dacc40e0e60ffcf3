// Whose keys are they: the game's or the Host's?
#include "catch.hpp"
#include "panels/host/host_action.hpp"
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
    CHECK(screen.says("Ctrl+Shift+S"));
    CHECK(screen.says("Hide or show"));
    CHECK(captured());
    screen.key(Key::Escape);
    screen.frames(3);
    CHECK_FALSE(screen.says("Ctrl+Shift+S"));
}

TEST_CASE("Host action: keys are a name, with Ctrl and Shift before it", "[panels][host][keys]") {
    for (const char* keys : {"Space", "Ctrl+Z", "Ctrl+Shift+Z", "Shift+Space", "[", "F11", "Ctrl+4"}) {
        INFO(keys);
        CHECK(panels::are_keys(keys));
    }
    for (const char* keys : {"", "Ctrl+", "Z+Ctrl", "F13", "Shift+Ctrl+Z"}) {
        INFO(keys);
        CHECK_FALSE(panels::are_keys(keys));
    }
}

}  // namespace host_keys_test
