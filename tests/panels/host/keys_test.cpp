// The program's keys over panels, and the rule of who gets a key.
#include <imgui.h>

#include "catch.hpp"
#include "panels/changes/moves_panel.hpp"
#include "panels/entities/entities_panel.hpp"
#include "panels/support/headless.hpp"
#include "panels/support/standing_worlds.hpp"
#include "panels/widgets/widgets.hpp"

namespace keys_test {

using editor::Key;
using editor::KeyOwner;
using editor::KeyRule;
using editor::KeyState;
using editor::Shortcut;

namespace {

panels::KeyMap map() {
    panels::KeyMap all;
    editor::add_actions(all);
    return all;
}

KeyOwner owner(Shortcut shortcut, const KeyState& state, const panels::KeysUsed& used = {}) {
    KeyRule rule;
    return rule.press({.place = shortcut.key, .shortcut = shortcut}, state, used, map());
}

}  // namespace

TEST_CASE("Key rule: the first that has a use for a key gets it", "[panels][keys]") {
    const Shortcut space{.key = Key::Space}, save{.key = Key::S, .ctrl = true}, esc{.key = Key::Escape},
        w{.key = Key::W}, undo{.key = Key::Z, .ctrl = true}, f2{.key = Key::F2}, del{.key = Key::Delete};
    CHECK(owner(space, {}) == KeyOwner::Action);
    CHECK(owner(w, {}) == KeyOwner::Game);
    CHECK(owner({.key = Key::B}, {}) == KeyOwner::Nobody);
    CHECK(owner({.key = Key::W, .ctrl = true}, {}) == KeyOwner::Nobody);
    CHECK(owner(save, {.dialog = true}) == KeyOwner::Dialog);
    CHECK(owner(space, {.text = true}) == KeyOwner::Text);
    CHECK(owner(undo, {.text = true}) == KeyOwner::Text);
    CHECK(owner(save, {.text = true}) == KeyOwner::Action);
    CHECK(owner(w, {.popup = true}) == KeyOwner::Popup);
    CHECK(owner(esc, {.popup = true}) == KeyOwner::Popup);
    CHECK(owner(save, {.popup = true}) == KeyOwner::Action);
    CHECK(owner(undo, {.text = true, .popup = true}) == KeyOwner::Text);
    CHECK(owner(space, {.navigation = true}) == KeyOwner::Navigation);
    CHECK(owner(f2, {.navigation = true}) == KeyOwner::Action);
    CHECK(owner(w, {.navigation = true}) == KeyOwner::Game);
    CHECK(owner(esc, {.overlay = true}) == KeyOwner::Overlay);
    CHECK(owner(del, {.overlay = true}) == KeyOwner::Action);
    panels::KeysUsed used;
    used.add(Key::Space);
    CHECK(owner(space, {}, used) == KeyOwner::Panel);
    CHECK(owner(esc, {}, used) == KeyOwner::Action);
}

TEST_CASE("Key rule: Esc pressed twice closes a popup, and leaves the selection", "[panels][keys]") {
    const Shortcut esc{.key = Key::Escape};
    KeyRule rule;
    const auto press = [&](Shortcut shortcut, const KeyState& state) {
        return rule.press({.place = shortcut.key, .shortcut = shortcut}, state, {}, map());
    };
    CHECK(press(esc, {.popup = true}) == KeyOwner::Popup);
    CHECK(press(esc, {}) == KeyOwner::Nobody);
    CHECK(press(esc, {}) == KeyOwner::Action);
    // The field of a popup is left, then the popup.
    CHECK(press(esc, {.text = true, .popup = true}) == KeyOwner::Text);
    CHECK(press(esc, {.popup = true}) == KeyOwner::Popup);
    CHECK(press(esc, {}) == KeyOwner::Nobody);
    // Whoever did something else meanwhile means it.
    CHECK(press(esc, {.popup = true}) == KeyOwner::Popup);
    CHECK(press({.key = Key::F2}, {}) == KeyOwner::Action);
    CHECK(press(esc, {}) == KeyOwner::Action);
    CHECK(press(esc, {.popup = true, .clicked_secs = 1}) == KeyOwner::Popup);
    CHECK(press(esc, {.clicked_secs = 2}) == KeyOwner::Action);
}

TEST_CASE("Key rule: a key belongs to whoever got its press until it is let go", "[panels][keys]") {
    KeyRule rule;
    const panels::KeysUsed none;
    const auto held = [](Key) { return true; };
    const auto let_go = [](Key) { return false; };
    const KeyRule::Press w{.place = Key::W, .shortcut = {.key = Key::W}};
    rule.press(w, {}, none, map());
    CHECK(rule.game_input({}, false, held).up);
    CHECK(rule.game_input({}, false, held).up);
    CHECK_FALSE(rule.game_input({}, true, held).up);  // Ctrl is held besides

    // A menu opens: let go. It closes: not back before the next press, however often the keyboard repeats it.
    CHECK_FALSE(rule.game_input({.popup = true}, false, held).up);
    CHECK_FALSE(rule.game_input({}, false, held).up);
    KeyRule::Press repeated = w;
    repeated.repeat = true;
    rule.press(repeated, {}, none, map());
    CHECK_FALSE(rule.game_input({}, false, held).up);
    rule.press(w, {}, none, map());
    CHECK(rule.game_input({}, false, held).up);

    // Pressed in a menu, still held after.
    rule.press(w, {.popup = true}, none, map());
    CHECK_FALSE(rule.game_input({}, false, held).up);

    // Shorter than a frame: the game sees it once.
    rule.press(w, {}, none, map());
    CHECK(rule.game_input({}, false, let_go).up);
    CHECK_FALSE(rule.game_input({}, false, let_go).up);
}

TEST_CASE("Key rule: a key that repeats without its modifier is no shortcut that somebody pressed", "[panels][keys]") {
    KeyRule rule;
    const panels::KeysUsed none;
    KeyRule::Press k{.place = Key::K, .shortcut = {.key = Key::K, .ctrl = true}};
    REQUIRE(rule.press(k, {}, none, map()) == editor::KeyOwner::Action);
    k.repeat = true;
    CHECK(rule.press(k, {}, none, map()) == editor::KeyOwner::Action);
    k.shortcut.ctrl = false;
    CHECK(rule.press(k, {}, none, map()) == editor::KeyOwner::Nobody);
}

TEST_CASE("Keys: what no panel has a use for does what it does in the program", "[panels][keys]") {
    Harness harness;
    const ecs::Entity a = harness.world.create(ecs::Name{"A"}), b = harness.world.create(ecs::Name{"B"});
    harness.add([](const panels::Context&) { ImGui::TextUnformatted("nothing"); });
    harness.selection.select(a);
    harness.key({.key = Key::Space});
    CHECK(harness.transport.playing);
    harness.key({.key = Key::Space});
    CHECK_FALSE(harness.transport.playing);
    harness.key({.key = Key::Delete});
    CHECK_FALSE(harness.world.alive(a));
    harness.key({.key = Key::Z, .ctrl = true});
    CHECK(harness.world.alive(a));
    harness.key({.key = Key::Z, .ctrl = true, .shift = true});
    CHECK_FALSE(harness.world.alive(a));
    harness.selection.select(b);
    harness.key({.key = Key::F2});
    CHECK(harness.keyboard.acted.back() == "edit.rename");
    harness.key({.key = Key::Escape});
    CHECK_FALSE(harness.selection.entity());
}

TEST_CASE("Keys: Space in Moves steps the beat and does not play the world", "[panels][keys][moves]") {
    Harness harness({1200, 420});
    panels::MovesPanel panel;
    panel.load_settings("theatre");
    ecs::Journal journal(100);
    harness.world.observe(&journal);
    harness.lend(&panels::Context::journal, &journal);
    harness.add(panel);
    harness.world.create(ecs::Name{"Mover"});
    harness.frames(2);
    harness.click_text("Create");
    REQUIRE(panel.replay());
    harness.move_to({900, 300});
    harness.key({.key = Key::Space});
    CHECK(panel.moment() == 1);
    CHECK_FALSE(harness.transport.playing);
    CHECK(harness.keyboard.acted.empty());
    harness.world.observe(nullptr);
}

TEST_CASE("Keys: held under a menu they do not reach the game", "[panels][keys]") {
    Harness harness;
    bool open = false;
    harness.add([&](const panels::Context&) {
        if (std::exchange(open, false)) ImGui::OpenPopup("menu");
        if (!ImGui::BeginPopup("menu")) return;
        ImGui::TextUnformatted("in the menu");
        ImGui::EndPopup();
    });
    harness.hold_key(Key::D);
    harness.frame();
    CHECK(harness.keyboard.game.right);
    open = true;
    harness.frames(3);
    REQUIRE(harness.says("in the menu"));
    CHECK_FALSE(harness.keyboard.game.right);
    harness.let_go(Key::D);
    harness.hold_key(Key::D);
    harness.frames(2);
    CHECK_FALSE(harness.keyboard.game.right);
}

TEST_CASE("Keys: the list of entities has Delete and the arrows once it has the keyboard, and only once",
          "[panels][keys][entities]") {
    Harness harness({320, 400});
    panels::EntitiesPanel panel;
    const ecs::Entity a = harness.world.create(ecs::Name{"Alpha"});
    harness.world.create(ecs::Name{"Beta"});
    harness.world.create(ecs::Name{"Gamma"});
    harness.add(panel);
    harness.frames(3);
    harness.click_text("Alpha");
    harness.hold_key(Key::Down);
    harness.frame();
    CHECK_FALSE(harness.keyboard.game.down);
    harness.let_go(Key::Down);
    harness.selection.select(a);
    harness.key({.key = Key::Delete});
    CHECK(harness.edit_labels() == std::vector<std::string>{"Destroy Alpha"});
    CHECK(harness.keyboard.acted.empty());
}

TEST_CASE("Keys: navigation begins with Tab, shows where it is, and has the arrows and Space as long as it does",
          "[panels][keys][navigation]") {
    Harness harness;
    int pressed = 0;
    std::string text;
    harness.add([&](const panels::Context&) {
        panels::input_text("##text", text);
        pressed += ImGui::Button("First") ? 1 : 0;
        pressed += ImGui::Button("Second") ? 10 : 0;
    });
    harness.frames(2);
    // Nobody asked for it yet: the arrows are the game's, Space plays.
    harness.hold_key(Key::Down);
    harness.frame();
    CHECK(harness.keyboard.game.down);
    harness.let_go(Key::Down);
    harness.click({300, 300});
    harness.key({.key = Key::Space});
    CHECK(harness.transport.playing);
    CHECK(pressed == 0);

    harness.key({.key = Key::Tab});
    harness.frames(2);
    harness.key({.key = Key::Down});
    REQUIRE(ImGui::GetIO().NavVisible);
    harness.key({.key = Key::Down});
    harness.key({.key = Key::Space});
    CHECK(pressed > 0);
    CHECK(harness.transport.playing);
    CHECK(harness.keyboard.last_owner == KeyOwner::Navigation);
    CHECK_FALSE(harness.keyboard.game.down);
    harness.key({.key = Key::F10});
    CHECK(harness.keyboard.acted.back() == "run.step_tick");

    // A click ends it.
    harness.click({300, 300});
    harness.frames(2);
    CHECK_FALSE(ImGui::GetIO().NavVisible);
    harness.hold_key(Key::Down);
    harness.frame();
    CHECK(harness.keyboard.game.down);
}

TEST_CASE("Keys: in a popup the arrows choose and Enter takes", "[panels][keys][navigation]") {
    Harness harness;
    bool open = true;
    std::string chosen;
    harness.add([&](const panels::Context&) {
        if (std::exchange(open, false)) ImGui::OpenPopup("menu");
        if (!ImGui::BeginPopup("menu")) return;
        for (const char* item : {"One", "Two", "Three"})
            if (ImGui::MenuItem(item)) chosen = item;
        ImGui::EndPopup();
    });
    harness.frames(4);
    REQUIRE(harness.says("Two"));
    harness.key({.key = Key::Down});
    harness.key({.key = Key::Down});
    harness.key({.key = Key::Enter});
    CHECK_FALSE(chosen.empty());
    CHECK_FALSE(harness.says("Two"));
}

TEST_CASE("Keys: after a popup that the mouse opened Space plays", "[panels][keys][navigation]") {
    Harness harness;
    std::string text;
    harness.add([&](const panels::Context&) {
        if (ImGui::Button("Open")) ImGui::OpenPopup("popup");
        if (!ImGui::BeginPopup("popup")) return;
        if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
        if (panels::input_text("##text", text, "", ImGuiInputTextFlags_EnterReturnsTrue)) ImGui::CloseCurrentPopup();
        ImGui::EndPopup();
    });
    harness.frames(2);
    harness.click_text("Open");
    harness.frames(3);
    harness.type("word");
    harness.key({.key = Key::Enter});
    harness.frames(3);
    REQUIRE(text == "word");
    harness.key({.key = Key::Space});
    CHECK(harness.transport.playing);
    CHECK(harness.keyboard.last_owner == KeyOwner::Action);
}

TEST_CASE("Keys: the menu bar is walked through by keyboard, from menu to menu", "[panels][keys][navigation]") {
    Harness harness({600, 300});
    bool toggle = false;
    std::string chosen;
    harness.add([&](const panels::Context&) {
        if (std::exchange(toggle, false)) panels::compat::toggle_menu_bar();
        if (!ImGui::BeginMainMenuBar()) return;
        for (const char* menu : {"One", "Two", "Three"}) {
            if (!ImGui::BeginMenu(menu)) continue;
            for (const char* item : {" first", " second"})
                if (ImGui::MenuItem((menu + std::string(item)).c_str())) chosen = menu + std::string(item);
            ImGui::EndMenu();
        }
        ImGui::EndMainMenuBar();
    });
    harness.frames(3);
    toggle = true;
    harness.key({.key = Key::Tab});  // begins, as Alt does in the window
    CHECK(panels::compat::in_menu_bar());
    harness.key({.key = Key::Down});
    harness.frames(3);
    INFO(harness.screen());
    REQUIRE(harness.says("One first"));
    // Before 1.87 the next menu is marked only, and Down opens it.
    for (const char* first : {"Two first", "Three first"}) {
        harness.key({.key = Key::Right});
        harness.frames(3);
        if (!harness.says(first)) harness.key({.key = Key::Down});
        harness.frames(3);
        REQUIRE(harness.says(first));
    }
    harness.key({.key = Key::Down});
    harness.key({.key = Key::Enter});
    CHECK(chosen == "Three second");
    CHECK_FALSE(harness.says("Three first"));
    CHECK_FALSE(harness.transport.playing);
}

}  // namespace keys_test
