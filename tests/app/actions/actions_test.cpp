#include "editor/app/actions/action.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>

#include "catch.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/stops/debugger.hpp"
#include "panels/support/headless.hpp"
#include "panels/support/pool_owner.hpp"
#include "panels/watch/watches.hpp"

namespace actions_test {

using namespace editor;

namespace {

panels::KeyMap map() {
    panels::KeyMap all;
    add_actions(all);
    return all;
}

}  // namespace

TEST_CASE("Actions: each is found again by name and shortcut, and can be done", "[editor][actions]") {
    std::set<std::string_view> names;
    for (const Menu& menu : all_menus()) {
        CHECK_FALSE(menu.commands.empty());
        for (const Command& each : menu.commands) {
            INFO(each.name);
            CHECK(find_action(each.name) == &each);
            CHECK(names.insert(each.name).second);
            CHECK_FALSE(each.label.empty());
            CHECK_FALSE(each.description.empty());
            CHECK((each.act != nullptr) != (each.choices != nullptr));
            for (const Shortcut& shortcut : {each.shortcut, each.alternative})
                if (shortcut) CHECK(action_for(map(), shortcut) == &each);  // so no two share one
            if (each.alternative) CHECK(each.shortcut);
        }
    }
    CHECK(names.size() > 30);
    CHECK(find_action("file.sav") == nullptr);
    CHECK(action_for(map(), {}) == nullptr);
    CHECK(action_for(map(), {.key = Key::K, .ctrl = true, .alt = true}) == nullptr);
}

TEST_CASE("Actions: without a program, those that need one say so", "[editor][actions]") {
    Harness desk;
    CHECK_FALSE(editor::why_not(*find_action("file.save"), desk).empty());
    CHECK(editor::why_not(*find_action("edit.undo"), desk) == "There is nothing to undo");
    CHECK(editor::why_not(*find_action("edit.destroy"), desk) == "No entity is selected");
    CHECK(editor::why_not(*find_action("run.play_pause"), desk).empty());
    find_action("run.play_pause")->act(desk);
    REQUIRE(desk.requests.size() == 1);
    CHECK(std::get<panels::TransportRequest>(desk.requests[0]).kind == panels::TransportRequest::Kind::Play);
    desk.transport.playing = true;
    CHECK(panels::label_of(*find_action("run.play_pause"), desk) == "Pause");
}

TEST_CASE("Actions: where only the view of a program stands still, the key that plays lets it go on",
          "[editor][actions]") {
    pool_test::PoolOwner owner;
    ecs::Mirror mirror{owner};
    owner.fill(3);
    mirror.update();
    Harness desk;
    ecs::World& world = mirror.world();
    ecs::Schedule schedule;
    ecs::History history{world, schedule};
    panels::Watches watches;
    panels::Debugger debugger;
    debugger.start(world, schedule, history, watches);
    debugger.follow(&mirror);
    (void)debugger.breakpoints().add("Health.hp < -5");
    desk.show({world, schedule, history, nullptr, nullptr, false});
    desk.transport.why_not = "This world is run by Pools";
    desk.mirror = &mirror;
    desk.lend(&panels::Context::debugger, &debugger);
    const Command& play = *find_action("run.play_pause");
    CHECK(panels::label_of(play, desk) == "Play");
    CHECK(panels::why_not(play, desk) == "This world is run by Pools");

    owner.set(100, test::FakeOwner::health, -9);
    mirror.update();
    debugger.look();
    REQUIRE(debugger.stopped() != nullptr);
    CHECK(panels::label_of(play, desk) == "Go on");
    CHECK(panels::why_not(play, desk).empty());
    play.act(desk);
    REQUIRE(desk.requests.size() == 1);
    CHECK(std::get_if<panels::GoOnRequest>(&desk.requests[0]) != nullptr);
    desk.close();
    debugger.stop();
    owner.forget();
}

TEST_CASE("Actions: why the selection cannot be framed is what the list of entities says", "[editor][actions]") {
    Harness desk;
    const Command& frame = *find_action("view.frame_selection");
    CHECK(frame.why_not(desk) == "No entity is selected");

    const ecs::Entity entity = desk.world.create();
    desk.selection.select(entity);
    panels::SceneLink link;
    link.bounds = [](ecs::Entity) { return std::optional<ecs::Vec3>(); };
    desk.viewport = &link;
    CHECK(frame.why_not(desk) == "The entity has no place in the scene");
    CHECK(frame.why_not(desk) == panels::why_not_frame(desk.context(), entity));
    link.bounds = [](ecs::Entity) { return std::optional<ecs::Vec3>(ecs::Vec3{1, 2, 3}); };
    CHECK(frame.why_not(desk).empty());
}

TEST_CASE("Actions: shortcuts read as people write them", "[editor][actions]") {
    CHECK(to_string(find_action("edit.redo")->shortcut) == "Ctrl+Shift+Z");
    CHECK(to_string(find_action("edit.redo")->alternative) == "Ctrl+Y");
    CHECK(to_string(find_action("run.play_pause")->shortcut) == "Space");
    CHECK(to_string(find_action("run.step_tick")->shortcut) == "F10");
    CHECK(to_string(find_action("edit.go_back")->shortcut) == "Alt+Left");
    CHECK(to_string(find_action("view.scale_up")->shortcut) == "Ctrl+=");
    CHECK(to_string(Shortcut{}) == "");
    CHECK(to_string(Shortcut{.ctrl = true}) == "");
}

TEST_CASE("Actions: every key has a name of its own", "[editor][actions]") {
    std::set<std::string_view> names;
    for (std::size_t i = 1; i < key_count; ++i) {
        const std::string_view name = name_of(static_cast<Key>(i));
        CHECK_FALSE(name.empty());
        CHECK(names.insert(name).second);
    }
    CHECK(name_of(Key::None).empty());
    CHECK(name_of(Key::A) == "A");
    CHECK(name_of(Key::Z) == "Z");
    CHECK(name_of(Key::Digit9) == "9");
    CHECK(name_of(Key::F12) == "F12");
    CHECK(name_of(Key::Down) == "Down");
    CHECK(name_of(Key::Period) == ".");
}

TEST_CASE("Actions: keys that move the player and keys that write text are free", "[editor][actions]") {
    for (const Key key : {Key::W, Key::A, Key::S, Key::D, Key::Up, Key::Down, Key::Left, Key::Right})
        CHECK(action_for(map(), {.key = key}) == nullptr);
    for (const Menu& menu : all_menus())
        for (const Command& each : menu.commands) {
            if (!each.while_typing || !each.shortcut) continue;
            INFO(each.name);
            CHECK((each.shortcut.ctrl || each.shortcut.alt || name_of(each.shortcut.key)[0] == 'F'));
        }
}

TEST_CASE("Actions: what is on a sign that keyboards print elsewhere or nowhere has a second key",
          "[editor][actions]") {
    const auto is_sign = [](const Shortcut& shortcut) {
        // "?" is what was typed, wherever that is; - and = are on the keypad, too.
        return shortcut.key > Key::Minus && shortcut.key <= Key::Grave;
    };
    int signs = 0;
    for (const Menu& menu : all_menus())
        for (const Command& each : menu.commands) {
            if (!each.shortcut || !is_sign(each.shortcut)) continue;
            INFO(each.name);
            CHECK(each.alternative);
            CHECK_FALSE(is_sign(each.alternative));
            ++signs;
        }
    CHECK(signs >= 5);
}

}  // namespace actions_test
