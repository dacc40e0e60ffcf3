// The keys that the editor knows, and shortcuts made of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace editor {

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

}  // namespace editor
