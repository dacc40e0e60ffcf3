#include "editor/app/actions/key_rule.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include <imgui.h>

#include "panels/base/text_awaited.hpp"

namespace editor {

namespace {

constexpr std::array<Key, 8> game_keys{Key::W, Key::S, Key::A, Key::D, Key::Up, Key::Down, Key::Left, Key::Right};

std::size_t number_of(Key key) { return static_cast<std::size_t>(key); }

}  // namespace

KeyState key_state_of_imgui() {
    const ImGuiIO& io = ImGui::GetIO();
    return {.text = panels::text_field_active(),
            .popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel),
            .navigation = io.NavVisible,
            .clicked_secs = *std::max_element(std::begin(io.MouseClickedTime), std::end(io.MouseClickedTime))};
}

void Navigation::before_frame(bool begins) {
    constexpr int max_frames_to_show = 4;
    ImGuiIO& io = ImGui::GetIO();
    const bool popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
    if (begins) {
        begun_ = true;
        frames_to_show_ = max_frames_to_show;
    }
    // From a menu to the next one there is a frame without either.
    if (popup && begun_) frames_to_show_ = max_frames_to_show;
    if (!popup && !io.NavVisible && !io.WantTextInput && frames_to_show_ == 0) begun_ = false;
    panels::compat::navigate_by_keyboard(popup || begun_);
    frames_to_show_ = std::max(frames_to_show_ - 1, 0);
}

void Navigation::frame_began(bool tab, bool backwards, bool list_key) {
    tab_order_.go_on();
    if (tab) tab_order_.pressed(backwards);
    // A key leads to its end within a few frames.
    constexpr int max_frames_to_enter = 5;
    if (tab || list_key) frames_to_enter_ = max_frames_to_enter;
    if (frames_to_enter_ == 0) return;
    --frames_to_enter_;
    panels::compat::enter_list_at_focus();
}

KeyOwner KeyRule::press(const Press& press, const KeyState& state, const panels::KeysUsed& used,
                        const panels::KeyMap& map) {
    KeyOwner& owner = owners_[number_of(press.place)];
    if (!press.repeat || press.place == Key::None) {
        owner = owner_of(press, state, used, map);
        if (closes_twice(press, state, owner)) owner = KeyOwner::Nobody;
        fresh_[number_of(press.place)] = owner == KeyOwner::Game;
    }
    // A key that is still held repeats without Ctrl when Ctrl went up first: that is another shortcut, or none.
    if (owner == KeyOwner::Action && press.repeat && owner_of(press, state, used, map) != KeyOwner::Action)
        return KeyOwner::Nobody;
    return owner;
}

/// Who presses Esc twice to be sure that a popup is gone does not mean the selection.
bool KeyRule::closes_twice(const Press& press, const KeyState& state, KeyOwner owner) {
    const bool escape = press.shortcut == Shortcut{.key = Key::Escape};
    const bool again = escape && popup_closed_ && state.clicked_secs == clicked_secs_;
    popup_closed_ = escape && (owner == KeyOwner::Popup || (owner == KeyOwner::Text && state.popup));
    clicked_secs_ = state.clicked_secs;
    return again && owner == KeyOwner::Action;
}

KeyOwner KeyRule::owner_of(const Press& press, const KeyState& state, const panels::KeysUsed& used,
                           const panels::KeyMap& map) {
    const Shortcut& shortcut = press.shortcut;
    const Command* action = action_for(map, shortcut);
    const bool plain = shortcut.plain();
    const bool while_typing = action && action->while_typing && !panels::writes_text(shortcut);
    if (state.dialog) return KeyOwner::Dialog;
    if (state.text && !while_typing) return KeyOwner::Text;
    if (state.popup && !(action && shortcut.ctrl)) return KeyOwner::Popup;
    if (used.has(shortcut)) return KeyOwner::Panel;
    if (plain && state.navigation && panels::navigates(shortcut.key)) return KeyOwner::Navigation;
    if (plain && state.list && panels::moves_in_lists(shortcut.key)) return KeyOwner::Navigation;
    if (state.overlay && shortcut == Shortcut{.key = Key::Escape}) return KeyOwner::Overlay;
    if (action) return KeyOwner::Action;
    const bool game = std::find(game_keys.begin(), game_keys.end(), press.place) != game_keys.end();
    return game && plain ? KeyOwner::Game : KeyOwner::Nobody;
}

HeldKeys KeyRule::game_input(const KeyState& state, bool modifier, const std::function<bool(Key)>& down) {
    const bool blocked = state.dialog || state.text || state.popup;
    std::array<bool, game_keys.size()> held{};
    for (std::size_t i = 0; i < game_keys.size(); ++i) {
        const std::size_t key = number_of(game_keys[i]);
        if (owners_[key] != KeyOwner::Game) continue;
        const bool fresh = std::exchange(fresh_[key], false);
        if (blocked || (!fresh && !down(game_keys[i])))
            owners_[key] = KeyOwner::Nobody;
        else
            held[i] = !modifier;
    }
    return {
        .up = held[0] || held[4], .down = held[1] || held[5], .left = held[2] || held[6], .right = held[3] || held[7]};
}

}  // namespace editor
