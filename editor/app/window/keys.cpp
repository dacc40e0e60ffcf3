#include "editor/app/window/keys.hpp"

#include <GLFW/glfw3.h>

#include <string_view>
#include <utility>

namespace editor {

namespace {

Key offset(Key first, int by) { return static_cast<Key>(static_cast<int>(first) + by); }

Key key_of(int key) {
    if (key >= GLFW_KEY_A && key <= GLFW_KEY_Z) return offset(Key::A, key - GLFW_KEY_A);
    if (key >= GLFW_KEY_0 && key <= GLFW_KEY_9) return offset(Key::Digit0, key - GLFW_KEY_0);
    if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9) return offset(Key::Digit0, key - GLFW_KEY_KP_0);
    if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12) return offset(Key::F1, key - GLFW_KEY_F1);
    switch (key) {
        case GLFW_KEY_SPACE:
            return Key::Space;
        case GLFW_KEY_ESCAPE:
            return Key::Escape;
        case GLFW_KEY_ENTER:
            return Key::Enter;
        case GLFW_KEY_TAB:
            return Key::Tab;
        case GLFW_KEY_BACKSPACE:
            return Key::Backspace;
        case GLFW_KEY_INSERT:
            return Key::Insert;
        case GLFW_KEY_DELETE:
            return Key::Delete;
        case GLFW_KEY_HOME:
            return Key::Home;
        case GLFW_KEY_END:
            return Key::End;
        case GLFW_KEY_PAGE_UP:
            return Key::PageUp;
        case GLFW_KEY_PAGE_DOWN:
            return Key::PageDown;
        case GLFW_KEY_LEFT:
            return Key::Left;
        case GLFW_KEY_RIGHT:
            return Key::Right;
        case GLFW_KEY_UP:
            return Key::Up;
        case GLFW_KEY_DOWN:
            return Key::Down;
        case GLFW_KEY_EQUAL:
        case GLFW_KEY_KP_ADD:
            return Key::Equal;
        case GLFW_KEY_MINUS:
        case GLFW_KEY_KP_SUBTRACT:
            return Key::Minus;
        case GLFW_KEY_LEFT_BRACKET:
            return Key::LeftBracket;
        case GLFW_KEY_RIGHT_BRACKET:
            return Key::RightBracket;
        case GLFW_KEY_COMMA:
            return Key::Comma;
        case GLFW_KEY_PERIOD:
            return Key::Period;
        case GLFW_KEY_SLASH:
            return Key::Slash;
        case GLFW_KEY_SEMICOLON:
            return Key::Semicolon;
        case GLFW_KEY_APOSTROPHE:
            return Key::Apostrophe;
        case GLFW_KEY_BACKSLASH:
            return Key::Backslash;
        case GLFW_KEY_GRAVE_ACCENT:
            return Key::Grave;
        case GLFW_KEY_MENU:
            return Key::Menu;
        default:
            return Key::None;
    }
}

}  // namespace

Key place_of(const KeyPress& press) { return key_of(press.key); }

int glfw_key_of(Key place) {
    switch (place) {
        case Key::Left:
            return GLFW_KEY_LEFT;
        case Key::Right:
            return GLFW_KEY_RIGHT;
        case Key::Up:
            return GLFW_KEY_UP;
        case Key::Down:
            return GLFW_KEY_DOWN;
        default:
            return GLFW_KEY_A + (static_cast<int>(place) - static_cast<int>(Key::A));
    }
}

Key key_printed(Key place, const char* sign) {
    if (sign == nullptr || sign[0] == '\0' || sign[1] != '\0') return place;
    if (sign[0] >= 'a' && sign[0] <= 'z') return offset(Key::A, sign[0] - 'a');
    constexpr std::pair<char, Key> signs[] = {{'=', Key::Equal},       {'+', Key::Equal},        {'-', Key::Minus},
                                              {'[', Key::LeftBracket}, {']', Key::RightBracket}, {',', Key::Comma},
                                              {'.', Key::Period},      {'/', Key::Slash},        {';', Key::Semicolon},
                                              {'\'', Key::Apostrophe}, {'\\', Key::Backslash},   {'`', Key::Grave}};
    for (const auto& [each, key] : signs)
        if (each == sign[0]) return key;
    // The digits are where they are, whatever France writes on them. Another sign is none of ours, wherever it lies.
    const bool is_sign = place >= Key::Equal && place <= Key::Grave;
    return is_sign ? Key::None : place;
}

Shortcut shortcut_of(const KeyPress& press) {
    Shortcut shortcut{.key = key_of(press.key),
                      .ctrl = (press.modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0,
                      .shift = (press.modifiers & GLFW_MOD_SHIFT) != 0,
                      .alt = (press.modifiers & GLFW_MOD_ALT) != 0};
    const char* const sign = glfwGetKeyName(press.key, press.scancode);
    shortcut.key = key_printed(shortcut.key, sign);
    // Where "+" is a key of its own it needs no Shift.
    if (sign != nullptr && std::string_view(sign) == "+") shortcut.shift = false;
    return shortcut;
}

}  // namespace editor
