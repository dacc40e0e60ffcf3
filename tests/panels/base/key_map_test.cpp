#include "panels/base/key_map.hpp"

#include <imgui.h>

#include "catch.hpp"
#include "panels/base/general_keys.hpp"
#include "panels/support/headless.hpp"

namespace key_map_test {

using namespace panels;

namespace {

constexpr KeyCommand key_map_jump{"here.jump", "Jump", "Jumps", plain(Key::Space)};
constexpr KeyCommand key_map_there{"there.jump", "Jump there", "Jumps", plain(Key::Space)};

KeyMap small_map() {
    KeyMap map;
    map.add(keys::play_or_pause, "Run");
    map.add(keys::undo, "Edit");
    map.add(keys::redo, "Edit");
    map.add(keys::save, "File");
    map.add(key_map_jump, "Here", "here");
    map.add(key_map_there, "There", "there");
    return map;
}

std::string id_of(const KeyMap::Entry* entry) { return entry != nullptr ? std::string(entry->command.id) : ""; }

}  // namespace

TEST_CASE("Key map: a panel's command comes before one that works everywhere", "[panels][keys]") {
    const KeyMap map = small_map();
    CHECK(id_of(map.command_for(plain(Key::Space))) == "run.play_pause");
    CHECK(id_of(map.command_for(plain(Key::Space), "here")) == "here.jump");
    CHECK(id_of(map.command_for(plain(Key::Space), "elsewhere")) == "run.play_pause");
    CHECK(id_of(map.command_for(plain(Key::F5), "here")) == "run.play_pause");
    CHECK(map.command_for(plain(Key::B)) == nullptr);
    CHECK(map.command_for({}) == nullptr);
}

TEST_CASE("Key map: a command can get other keys, and its own again", "[panels][keys]") {
    KeyMap map = small_map();
    map.set("edit.undo", 0, ctrl(Key::U));
    CHECK(map.find("edit.undo")->text() == "Ctrl+U");
    CHECK(map.command_for(ctrl(Key::Z)) == nullptr);
    map.set("edit.undo", 1, ctrl(Key::Z));
    CHECK(map.find("edit.undo")->text() == "Ctrl+U, Ctrl+Z");
    map.set("edit.undo", 0, {});
    CHECK(map.find("edit.undo")->text() == "Ctrl+Z");  // the first one is what menus show
    CHECK_FALSE(map.any_changed());
    map.set("edit.undo", 0, {});
    CHECK(map.find("edit.undo")->text().empty());
    CHECK(map.any_changed());
    map.reset("edit.undo");
    CHECK_FALSE(map.any_changed());
    map.set("edit.redo", 0, ctrl(Key::Y));  // it was the second: no chord stands twice
    CHECK(map.find("edit.redo")->text() == "Ctrl+Y");
    map.set("file.save", 0, ctrl(Key::U));
    map.reset_all();
    CHECK_FALSE(map.any_changed());
    CHECK(map.save().empty());
}

TEST_CASE("Key map: keys of another command are told, and can be taken over", "[panels][keys]") {
    KeyMap map = small_map();
    CHECK(id_of(map.rival_of("edit.undo", ctrl(Key::S))) == "file.save");
    CHECK(map.rival_of("edit.undo", ctrl(Key::Z)) == nullptr);  // its own
    CHECK(map.rival_of("here.jump", plain(Key::F7)) == nullptr);
    CHECK(id_of(map.rival_of("here.jump", ctrl(Key::Z))) == "edit.undo");
    map.set("there.jump", 0, plain(Key::J));
    CHECK(map.rival_of("here.jump", plain(Key::J)) == nullptr);  // never at the same time
    map.take_over("edit.undo", 0, ctrl(Key::Y));
    CHECK(map.find("edit.undo")->text() == "Ctrl+Y");
    CHECK(map.find("edit.redo")->text() == "Ctrl+Shift+Z");
    map.take_over("edit.undo", 1, ctrl_shift(Key::Z));
    CHECK(map.find("edit.redo")->text().empty());
}

TEST_CASE("Key map: keys that cannot be given say why", "[panels][keys]") {
    const KeyMap map = small_map();
    const struct {
        const char* id;
        Chord chord;
        const char* why_not;
    } cases[] = {
        {"edit.undo", plain(Key::Escape), "Esc always leaves what has the keyboard"},
        {"edit.undo", plain(Key::Tab), "Tab always goes to the next control; with Ctrl it can be given"},
        {"edit.undo", shift(Key::Tab), "Tab always goes to the next control; with Ctrl it can be given"},
        {"edit.undo", plain(Key::Enter), "Enter always confirms, or opens what is chosen"},
        {"edit.undo", plain(Key::Up), "Up moves in lists, and may steer the game; with Ctrl or Alt it can be given"},
        {"edit.undo", plain(Key::W), "W, A, S and D steer the game; with Ctrl or Alt they can be given"},
        {"file.save", plain(Key::B),
         "This command works in text fields, too, and B is needed there; with Ctrl or Alt it can be given"},
        {"file.save", ctrl(Key::V), "This command works in text fields, too, and Ctrl+V is needed there"},
        {"file.save", plain(Key::F9), ""},
        {"edit.undo", ctrl(Key::V), ""},
        {"edit.undo", {.key = Key::Tab, .ctrl = true}, ""},
        {"here.jump", plain(Key::Up), ""},  // in its panel
        {"edit.undo", plain(Key::B), ""},
        {"edit.undo", {}, ""},
    };
    for (const auto& each : cases) {
        INFO(each.id << " " << to_string(each.chord));
        CHECK(map.why_not(each.id, each.chord) == each.why_not);
    }
}

TEST_CASE("Key map: only what differs is saved, and it is read back", "[panels][keys]") {
    KeyMap map = small_map();
    map.set("edit.undo", 0, {.key = Key::Comma, .ctrl = true});
    map.set("edit.undo", 1, plain(Key::F8));
    map.set("file.save", 0, {});
    CHECK(map.save() == std::vector<std::string>{"edit.undo: Ctrl+,, F8", "file.save: "});
    KeyMap other = small_map();
    CHECK(other.load(map.save()).empty());
    CHECK(other.save() == map.save());
    CHECK(other.find("edit.undo")->chords == map.find("edit.undo")->chords);
    CHECK(other.find("file.save")->text().empty());
    CHECK(other.load({}).empty());
    CHECK_FALSE(other.any_changed());
}

TEST_CASE("Key map: what it does not know is told and kept", "[panels][keys]") {
    KeyMap map = small_map();
    const std::vector<std::string> lines{"edit.fly: Ctrl+F",     "edit.undo: Hyper+Z", "file.save: F9", "edit.redo", "",
                                         "edit.redo: F1, F2, F3"};
    CHECK(map.load(lines) == std::vector<std::string>{"no command is called \"edit.fly\"",
                                                      "\"Hyper+Z\" are no keys for Undo", "\"\" are no keys for Redo",
                                                      "no command is called \"\"",
                                                      "\"F1, F2, F3\" are no keys for Redo"});
    CHECK(map.find("file.save")->text() == "F9");
    CHECK(map.find("edit.undo")->text() == "Ctrl+Z");
    CHECK(map.save() == std::vector<std::string>{"file.save: F9", "edit.fly: Ctrl+F", "edit.undo: Hyper+Z", "edit.redo",
                                                 "", "edit.redo: F1, F2, F3"});
}

TEST_CASE("Key map: texts of the interface tell the keys as they are now", "[panels][keys]") {
    Harness harness;
    CHECK(with_keys(harness.context(), "Play", keys::play_or_pause) == "Play (Space)");
    harness.key_map.set("run.play_pause", 0, plain(Key::P));
    CHECK(with_keys(harness.context(), "Play", keys::play_or_pause) == "Play (P)");
    harness.key_map.set("run.play_pause", 0, {});
    harness.key_map.set("run.play_pause", 0, {});
    CHECK(with_keys(harness.context(), "Play", keys::play_or_pause) == "Play");
    Context context = harness.context();
    context.key_map = nullptr;
    CHECK(with_keys(context, "Play", keys::play_or_pause) == "Play (Space)");
}

TEST_CASE("Key map: a changed key does what the former one did, and the former one nothing", "[panels][keys]") {
    Harness harness;
    harness.add([](const Context&) { ImGui::TextUnformatted("nothing"); });
    harness.key_map.set("run.play_pause", 0, ctrl(Key::J));
    harness.key({.key = Key::Space});
    CHECK_FALSE(harness.transport.playing);
    harness.key(ctrl(Key::J));
    CHECK(harness.transport.playing);
}

}  // namespace key_map_test
