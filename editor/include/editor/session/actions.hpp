// The actions: everything a person can ask the editor for by menu, key or palette, in one table. Adding one is an id,
// its row in actions.cpp, and its case where the app carries actions out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace editor {

// clang-format off
enum class ActionId : std::uint8_t {
    NewWorld, OpenWorld, SaveWorld, SaveWorldAs, RestartScene, Quit,
    Undo, Redo, CreateEntity, CreateChild, Duplicate, Rename, Destroy, Deselect, SelectParent, GoBack, GoForward,
    PlayPause, StepTick, StepSystem, Slower, Faster, NormalSpeed,
    FrameSelection, FrameAll, ToggleGrid,
    ScaleUp, ScaleDown, ScaleReset, ThemeDark, ThemeLight, ThemeContrast, ReduceMotion, ResetLayout,
    ShowKeys, ShowAbout,
};
// clang-format on
inline constexpr std::size_t action_count = static_cast<std::size_t>(ActionId::ShowAbout) + 1;

// clang-format off
enum class Key : std::uint8_t {
    None,
    A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T, U, V, W, X, Y, Z,
    Digit0, Digit1, Digit2, Digit3, Digit4, Digit5, Digit6, Digit7, Digit8, Digit9,
    F1, F2, F3, F4, F5, F6, F7, F8, F9, F10, F11, F12,
    Space, Escape, Enter, Tab, Backspace, Insert, Delete, Home, End, PageUp, PageDown, Left, Right, Up, Down,
    Equal, Minus, LeftBracket, RightBracket, Comma, Period,
};
// clang-format on
inline constexpr std::size_t key_count = static_cast<std::size_t>(Key::Period) + 1;
/// As a person reads it: `A`, `0`, `F5`, `Space`, `=`. Empty for None.
std::string_view name_of(Key key);

struct Shortcut {
    Key key = Key::None;
    bool ctrl = false, shift = false, alt = false;

    explicit operator bool() const { return key != Key::None; }
    friend bool operator==(const Shortcut&, const Shortcut&) = default;
};
/// `Ctrl+Shift+Z`; empty when there is none.
std::string to_string(const Shortcut& shortcut);

struct Action {
    ActionId id;
    std::string_view name;         // stable, for scripts and settings: "edit.undo"
    std::string_view label;        // of the menu item: "Undo"
    std::string_view category;     // the menu it stands in: "File", "Edit", "Run", "View", "Help"
    std::string_view description;  // one line, for hover and palette
    Shortcut shortcut;
    Shortcut alternative;       // second way to the same
    bool while_typing = false;  // the shortcut works in a text field, too
};

/// In the order of menus, and of ActionId.
std::span<const Action> all_actions();
const Action& action(ActionId id);
/// The action that this shortcut stands for, or null.
const Action* action_for(const Shortcut& shortcut);
/// Null when there is none of that name.
const Action* find_action(std::string_view name);
/// The categories in the order of the menus.
std::span<const std::string_view> action_categories();

}  // namespace editor
