#include "editor/app/actions/shortcut.hpp"

#include <array>

namespace editor {

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
    "=", "-", "[", "]", ",", ".",
};
// clang-format on

}  // namespace

std::string_view name_of(Key key) { return key_names[static_cast<std::size_t>(key)]; }

std::string to_string(const Shortcut& shortcut) {
    if (!shortcut) return {};
    std::string text;
    if (shortcut.ctrl) text += "Ctrl+";
    if (shortcut.shift) text += "Shift+";
    if (shortcut.alt) text += "Alt+";
    return text += name_of(shortcut.key);
}

}  // namespace editor
