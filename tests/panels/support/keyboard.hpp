// The Keyboard of a Harness. A test presses keys; the rule of the program gives each one to its owner
// (editor/app/actions/key_rule.hpp).
#pragma once

#include <string_view>
#include <vector>

#include "editor/app/actions/key_rule.hpp"
#include "panels/desk/desk.hpp"

class Keyboard {
public:
    bool list_focused = false;  // as if a panel had the focus that shows no game and leaves the arrows to navigation
    std::vector<std::string_view> acted;                     // names of the actions that keys led to, in order
    editor::HeldKeys game;                                   // what the game was told of the keys in the last frame
    editor::KeyOwner last_owner = editor::KeyOwner::Nobody;  // of the last key that was pressed

    void press(editor::Shortcut shortcut) { pressed_.push_back(shortcut); }
    void hold(editor::Key key) { held_.push_back(key); }
    void let_go(editor::Key key) { std::erase(held_, key); }

    // Around ImGui::NewFrame(), and after the panels drew

    void before_frame(panels::KeysUsed& used);
    void frame_began();
    void act(panels::Desk& desk);

private:
    editor::KeyRule rule_;
    editor::Navigation navigation_;
    editor::KeyState state_;                 // when the frame began
    std::vector<editor::Shortcut> pressed_;  // since the last frame
    std::vector<editor::Key> held_;
    bool tab_ = false, list_key_ = false;  // were pressed
};
