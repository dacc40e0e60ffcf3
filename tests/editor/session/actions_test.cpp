#include "editor/session/actions.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>

#include "catch.hpp"

using namespace editor;

TEST_CASE("Actions: each is found again by id, name and shortcut", "[editor][actions]") {
    CHECK(all_actions().size() == action_count);
    std::set<std::string_view> names;
    for (const Action& each : all_actions()) {
        INFO(each.name);
        CHECK(&action(each.id) == &each);
        CHECK(find_action(each.name) == &each);
        CHECK(names.insert(each.name).second);
        CHECK_FALSE(each.label.empty());
        CHECK_FALSE(each.description.empty());
        const auto categories = action_categories();
        CHECK(std::find(categories.begin(), categories.end(), each.category) != categories.end());
        for (const Shortcut& shortcut : {each.shortcut, each.alternative})
            if (shortcut) CHECK(action_for(shortcut) == &each);  // so no two share one
        if (each.alternative) CHECK(each.shortcut);
    }
    CHECK(find_action("file.sav") == nullptr);
    CHECK(action_for({}) == nullptr);
    CHECK(action_for({.key = Key::K, .ctrl = true, .alt = true}) == nullptr);
}

TEST_CASE("Actions: those of a category stand together", "[editor][actions]") {
    std::vector<std::string_view> order;
    for (const Action& each : all_actions())
        if (order.empty() || order.back() != each.category) order.push_back(each.category);
    const auto categories = action_categories();
    CHECK(order == std::vector<std::string_view>(categories.begin(), categories.end()));
}

TEST_CASE("Actions: shortcuts read as people write them", "[editor][actions]") {
    CHECK(to_string(action(ActionId::Redo).shortcut) == "Ctrl+Shift+Z");
    CHECK(to_string(action(ActionId::Redo).alternative) == "Ctrl+Y");
    CHECK(to_string(action(ActionId::PlayPause).shortcut) == "Space");
    CHECK(to_string(action(ActionId::StepTick).shortcut) == "F10");
    CHECK(to_string(action(ActionId::GoBack).shortcut) == "Alt+Left");
    CHECK(to_string(action(ActionId::ScaleUp).shortcut) == "Ctrl+=");
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
        CHECK(action_for({.key = key}) == nullptr);
    for (const Action& each : all_actions()) {
        if (!each.while_typing) continue;
        INFO(each.name);
        CHECK((each.shortcut.ctrl || each.shortcut.alt || name_of(each.shortcut.key)[0] == 'F'));
    }
}
