// ProgramKeys gives each key of the window to its owner: game, panel or command (editor/app/actions/key_rule.hpp):
//
//     for_game() -> ticks -> take() -> ImGui::NewFrame() -> tell_panels() -> panels draw -> give() what they left
#pragma once

#include <functional>
#include <vector>

#include "editor/app/actions/key_rule.hpp"
#include "editor/app/window/window.hpp"
#include "panels/desk/desk.hpp"

namespace editor {

class ProgramKeys {
public:
    /// Both outlive it.
    ProgramKeys(Window& window, panels::Desk& desk) : window_(window), desk_(desk) {}

    /// What the interface is busy with: a `dialog`, or an `overlay` that Esc closes, among others.
    KeyState state(bool dialog, bool overlay) const;
    HeldKeys for_game(KeyState state);
    /// Takes what was pressed. Returns whether a key came that begins navigation by keyboard.
    bool take(const KeyState& state);
    void tell_panels();
    using Act = std::function<void(KeyOwner owner, const Shortcut& shortcut)>;
    /// Of each key that was pressed, in order.
    void give(const KeyState& state, const Act& act);

private:
    bool panel_has(const Shortcut& shortcut) const;
    void find_question_mark();

    Window& window_;
    panels::Desk& desk_;
    KeyRule rule_;
    std::vector<KeyRule::Press> presses_;  // of this frame
};

}  // namespace editor
