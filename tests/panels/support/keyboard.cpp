#include "panels/support/keyboard.hpp"

#include <algorithm>
#include <utility>

void Keyboard::before_frame(panels::KeysUsed& used) {
    state_ = editor::key_state_of_imgui();
    state_.list = list_focused;
    const bool modifier = ImGui::GetIO().KeyCtrl || ImGui::GetIO().KeyAlt;
    game = rule_.game_input(state_, modifier, [this](editor::Key key) {
        return std::find(held_.begin(), held_.end(), key) != held_.end();
    });
    std::vector<panels::KeyPressed> keys;
    for (const editor::Shortcut& pressed : pressed_) keys.push_back({pressed});
    used.begin_frame(std::move(keys));
    const auto any = [this](auto wanted) { return std::any_of(pressed_.begin(), pressed_.end(), wanted); };
    tab_ = any([](const editor::Shortcut& each) { return each.key == editor::Key::Tab && !each.ctrl; });
    list_key_ = list_focused &&
                any([](const editor::Shortcut& each) { return each.plain() && panels::moves_in_lists(each.key); });
    navigation_.before_frame(tab_ || list_key_);
    panels::compat::keep_ctrl_tab_from_imgui();
}

void Keyboard::frame_began() { navigation_.frame_began(tab_, ImGui::GetIO().KeyShift, list_key_); }

void Keyboard::act(panels::Desk& desk) {
    for (const editor::Shortcut& shortcut : std::exchange(pressed_, {})) {
        last_owner = rule_.press({.place = shortcut.key, .shortcut = shortcut}, state_, desk.keys_used, desk.key_map);
        if (last_owner != editor::KeyOwner::Action) continue;
        const editor::Command& action = *editor::action_for(desk.key_map, shortcut);
        // What needs a program is only noted.
        if (!action.needs_program && !editor::why_not(action, desk).empty()) continue;
        acted.push_back(action.name);
        if (!action.needs_program) action.act(desk);
    }
}
