// Who gets a key. The first of these that has a use for it gets it, and nobody else does anything with it. A key
// belongs to whoever got its press until it is let go: what is held while a menu opens is let go for the game, and
// comes back only when it is pressed again.
//
//     dialog      a question or the file dialog is open: every key
//     text        a text field has the keyboard: every key but those of actions that work while typing (Ctrl+S)
//     popup       a menu or popup is open: every key but Ctrl+…, which are actions. Esc closes it, a menu as a whole;
//                 a second Esc right after that does nothing, because one presses it twice to be sure
//     navigation  the frame around an item shows that the keyboard moves it: arrows, Tab, Space, Enter, Esc, Home,
//                 End and the page keys
//     panel       what the panel that has the focus took for itself: panels::take_key(), take_command()
//     list        arrows, Home, End and the page keys begin navigation in a panel without a use of its own for them
//     overlay     Esc closes what lies over the panels: the card of a job, Messages, the costs
//     action      a shortcut that the key map has for an action
//     game        W A S D and the arrows without Ctrl and Alt
//
// Navigation begins with Tab, with an arrow in a panel that shows no game, with Alt (the menu bar), and inside of every
// popup. It ends with Esc or a click. The list of entities and the scene have a use of their own for the arrows.
#pragma once

#include <array>
#include <functional>

#include "editor/app/actions/action.hpp"
#include "editor/game/held_keys.hpp"
#include "panels/base/keys_used.hpp"

namespace editor {

enum class KeyOwner : std::uint8_t { Nobody, Dialog, Text, Popup, Navigation, Panel, Overlay, Action, Game };

/// What the interface was busy with when the frame began in which the key came.
struct KeyState {
    bool dialog = false, text = false, popup = false, navigation = false;
    bool overlay = false;     // something that Esc closes lies over the panels
    bool list = false;        // a panel has the focus in which the arrows begin navigation
    double clicked_secs = 0;  // when a button of the mouse went down the last time
};

/// What Dear ImGui is busy with; `dialog` and `overlay` are for the caller to add.
KeyState key_state_of_imgui();

class KeyRule {
public:
    struct Press {
        Key place = Key::None;  // on the keyboard, whatever letter the layout has there
        Shortcut shortcut;
        bool repeat = false;
    };
    /// Who has the key now. For Action, it is the one that action_for(map, press.shortcut) tells.
    KeyOwner press(const Press& press, const KeyState& state, const panels::KeysUsed& used, const panels::KeyMap& map);

    /// What the game is told in this frame; `down` says whether a key is held. A press that was short counts once.
    HeldKeys game_input(const KeyState& state, bool modifier, const std::function<bool(Key)>& down);

private:
    bool closes_twice(const Press& press, const KeyState& state, KeyOwner owner);
    static KeyOwner owner_of(const Press& press, const KeyState& state, const panels::KeysUsed& used,
                             const panels::KeyMap& map);

    std::array<KeyOwner, key_count> owners_{};  // since the last press
    std::array<bool, key_count> fresh_{};       // the game was not told yet
    bool popup_closed_ = false;                 // by Esc, which was the last key
    double clicked_secs_ = 0;                   // as KeyState had it then
};

/// Dear ImGui's navigation by keyboard is on inside of popups, and from Tab or Alt on as long as a frame around an item
/// shows where the keyboard is. So the arrows are the game's before anybody asked for anything else, and Space plays
/// after a popup that was opened with the mouse.
class Navigation {
public:
    /// Call before each ImGui::NewFrame(). `begins`: Tab, Alt or a key of lists was pressed.
    void before_frame(bool begins);
    /// Call after each ImGui::NewFrame(). `tab`: Tab was pressed; `list_key`: a key that moves in lists.
    void frame_began(bool tab, bool backwards, bool list_key);

private:
    bool begun_ = false;
    panels::compat::TabOrder tab_order_;
    int frames_to_enter_ = 0;  // a key moved the keyboard: into a list as soon as it is there
    int frames_to_show_ = 0;   // the frame around the item comes a little later than the key
};

}  // namespace editor
