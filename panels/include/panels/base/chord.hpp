// A Chord is a key with the modifiers that are held with it, as a person reads and writes it: `Ctrl+Shift+Z`. All keys
// that the interface knows are here; KeyMap has the command of a key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace panels {

// clang-format off
enum class Key : std::uint8_t {
    None,
    A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T, U, V, W, X, Y, Z,
    Digit0, Digit1, Digit2, Digit3, Digit4, Digit5, Digit6, Digit7, Digit8, Digit9,
    F1, F2, F3, F4, F5, F6, F7, F8, F9, F10, F11, F12,
    Space, Escape, Enter, Tab, Backspace, Insert, Delete, Home, End, PageUp, PageDown, Left, Right, Up, Down,
    Equal, Minus, LeftBracket, RightBracket, Comma, Period, Slash, Semicolon, Apostrophe, Backslash, Grave,
    Menu,  // beside the right Ctrl
    Question,  // the character, wherever the keyboard has it: mostly with Shift
};
// clang-format on
inline constexpr std::size_t key_count = static_cast<std::size_t>(Key::Question) + 1;
/// As a person reads it: `A`, `0`, `F5`, `Space`, `=`. Empty for None.
std::string_view name_of(Key key);

struct Chord {
    Key key = Key::None;
    bool ctrl = false, shift = false, alt = false;

    explicit operator bool() const { return key != Key::None; }
    friend bool operator==(const Chord&, const Chord&) = default;
    /// Without Ctrl and Alt.
    bool plain() const { return !ctrl && !alt; }
};
/// `Ctrl+Shift+Z`; empty when there is none.
std::string to_string(const Chord& chord);
/// The chord that to_string() writes so; nothing when there is none.
std::optional<Chord> chord_from(std::string_view text);

/// Whether the chord writes a character into a text field.
bool writes_text(const Chord& chord);

constexpr Chord plain(Key key) { return {.key = key}; }
constexpr Chord ctrl(Key key) { return {.key = key, .ctrl = true}; }
constexpr Chord shift(Key key) { return {.key = key, .shift = true}; }
constexpr Chord alt(Key key) { return {.key = key, .alt = true}; }
constexpr Chord ctrl_shift(Key key) { return {.key = key, .ctrl = true, .shift = true}; }

}  // namespace panels
