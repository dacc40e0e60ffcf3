#include "panels/scene/typed_numbers.hpp"

#include <charconv>
#include <system_error>
#include <utility>

#include "panels/base/keys_used.hpp"

namespace panels {

bool take_gesture_key(const Context& context, Key key) {
    if (take_key(context, key)) return true;
    const ImGuiIO& io = ImGui::GetIO();
    if (!io.KeyCtrl || io.KeyAlt || io.WantTextInput || !compat::key_pressed(key, true)) return false;
    const Chord chord = ctrl(key);
    if (context.keys == nullptr) return true;
    if (context.keys->has(chord)) return false;
    context.keys->add(chord);
    return true;
}

void swallow_keys(const Context& context) {
    if (context.keys == nullptr || !context.keys->pressed()) return;
    const std::vector<KeyPressed> pressed = *context.keys->pressed();
    for (const KeyPressed& each : pressed) context.keys->add(each.chord);
}

bool TypedNumbers::take_keys(const Context& context, std::size_t axes) {
    bool changed = false;
    for (int digit = 0; digit <= 9; ++digit)
        if (take_gesture_key(context, static_cast<Key>(static_cast<int>(Key::Digit0) + digit)))
            changed |= put(static_cast<char>('0' + digit));
    if (take_gesture_key(context, Key::Period) || take_gesture_key(context, Key::Comma)) changed |= put('.');
    if (take_gesture_key(context, Key::Minus)) changed |= put('-');
    if (any() && take_gesture_key(context, Key::Backspace)) {
        std::string& text = texts_[axis_];
        if (text.empty())
            axis_ = 0;
        else
            text.pop_back();
        changed = true;
    }
    if (axes > 1 && take_gesture_key(context, Key::Tab)) {
        axis_ = 1 - axis_;
        changed = true;
    }
    return changed;
}

bool TypedNumbers::put(char character) {
    std::string& text = texts_[axis_];
    if (text.size() >= most_characters) return false;
    if (character == '-') {
        // Wherever it is typed, it changes the sign.
        if (!text.empty() && text.front() == '-')
            text.erase(0, 1);
        else
            text.insert(text.begin(), '-');
        return true;
    }
    if (character == '.' && text.find('.') != std::string::npos) return false;
    text += character;
    return true;
}

void TypedNumbers::clear() {
    texts_ = {};
    axis_ = 0;
}

std::optional<double> TypedNumbers::number(std::size_t axis) const {
    const std::string& text = texts_[axis];
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end == text.data()) return std::nullopt;
    return value;
}

}  // namespace panels
