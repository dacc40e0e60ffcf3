#include "editor/app/shell/program_keys.hpp"

#include <algorithm>
#include <utility>

#include "editor/app/window/keys.hpp"
#include "panels/base/text_awaited.hpp"

namespace editor {

KeyState ProgramKeys::state(bool dialog, bool overlay) const {
    KeyState state = key_state_of_imgui();
    state.dialog = dialog;
    state.overlay = overlay;
    const panels::Panel* const focused = desk_.workbench.find_panel(desk_.workbench.focused());
    state.list = focused != nullptr && !focused->shows_the_game() && !focused->has_lists_of_its_own();
    return state;
}

HeldKeys ProgramKeys::for_game(KeyState state) {
    state.dialog |= !window_.focused();
    const bool modifier = ImGui::GetIO().KeyCtrl || ImGui::GetIO().KeyAlt;
    return rule_.game_input(state, modifier, [this](Key key) { return window_.key_down(glfw_key_of(key)); });
}

bool ProgramKeys::take(const KeyState& state) {
    window_.let_keys_through(panels::text_field_awaited()  ? KeysFor::Nobody
                             : panels::text_field_active() ? KeysFor::Text
                                                           : KeysFor::Commands);
    presses_.clear();
    for (const KeyPress& press : window_.take_key_presses())
        presses_.push_back({.place = place_of(press), .shortcut = shortcut_of(press), .repeat = press.repeat});
    return std::any_of(presses_.begin(), presses_.end(), [&](const KeyRule::Press& press) {
        return state.list && press.shortcut.plain() && panels::moves_in_lists(press.shortcut.key) &&
               !panel_has(press.shortcut);
    });
}

bool ProgramKeys::panel_has(const Shortcut& shortcut) const {
    const panels::KeyMap::Entry* entry = desk_.key_map.command_for(shortcut, desk_.workbench.focused());
    return entry != nullptr && !entry->place.empty();
}

// Where the question mark lies differs from keyboard to keyboard; the character says that it was typed.
void ProgramKeys::find_question_mark() {
    if (!panels::compat::key_pressed(Key::Question)) return;
    const Shortcut question{.key = Key::Question};
    for (KeyRule::Press& press : presses_) {
        if (!press.shortcut.shift || !press.shortcut.plain()) continue;
        press.shortcut = question;
        return;
    }
    presses_.push_back({.place = Key::None, .shortcut = question});
}

void ProgramKeys::tell_panels() {
    find_question_mark();
    std::vector<panels::KeyPressed> told;
    for (const KeyRule::Press& press : presses_) told.push_back({press.shortcut, press.repeat});
    desk_.keys_used.begin_frame(std::move(told));
}

void ProgramKeys::give(const KeyState& state, const Act& act) {
    for (const KeyRule::Press& press : presses_)
        act(rule_.press(press, state, desk_.keys_used, desk_.key_map), press.shortcut);
}

}  // namespace editor
