#include "panels/base/chord.hpp"

#include <array>

namespace panels {

namespace {

// clang-format off
constexpr std::array<std::string_view, key_count> key_names{
    "",
    "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M",
    "N", "O", "P", "Q", "R", "S", "T", "U", "V", "W", "X", "Y", "Z",
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9",
    "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12",
    "Space", "Esc", "Enter", "Tab", "Backspace", "Insert", "Delete", "Home", "End", "Page up", "Page down",
    "Left", "Right", "Up", "Down",
    "=", "-", "[", "]", ",", ".", "/", ";", "'", "\\", "`", "Menu", "?",
};
// clang-format on

bool take_word(std::string_view& text, std::string_view word) {
    if (text.size() <= word.size() || text.substr(0, word.size()) != word) return false;
    text.remove_prefix(word.size());
    return true;
}

}  // namespace

std::string_view name_of(Key key) { return key_names[static_cast<std::size_t>(key)]; }

std::string to_string(const Chord& chord) {
    if (!chord) return {};
    std::string text;
    if (chord.ctrl) text += "Ctrl+";
    if (chord.shift) text += "Shift+";
    if (chord.alt) text += "Alt+";
    return text += name_of(chord.key);
}

std::optional<Chord> chord_from(std::string_view text) {
    Chord chord;
    chord.ctrl = take_word(text, "Ctrl+");
    chord.shift = take_word(text, "Shift+");
    chord.alt = take_word(text, "Alt+");
    for (std::size_t i = 1; i < key_count; ++i)
        if (key_names[i] == text) {
            chord.key = static_cast<Key>(i);
            return chord;
        }
    return std::nullopt;
}

bool writes_text(const Chord& chord) {
    if (!chord || !chord.plain()) return false;
    const bool letter = chord.key >= Key::A && chord.key <= Key::Digit9;
    return letter || chord.key == Key::Space || chord.key >= Key::Equal;
}

}  // namespace panels
