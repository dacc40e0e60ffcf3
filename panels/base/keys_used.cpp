#include "panels/base/keys_used.hpp"

#include <algorithm>
#include <utility>

#include "panels/base/panel.hpp"

namespace panels {

namespace {

bool was_pressed(const Context& context, const Chord& chord, bool repeat) {
    if (!chord) return false;
    if (context.keys != nullptr && context.keys->pressed()) {
        const std::vector<KeyPressed>& all = *context.keys->pressed();
        return std::any_of(all.begin(), all.end(),
                           [&](const KeyPressed& each) { return each.chord == chord && (repeat || !each.repeat); });
    }
    const ImGuiIO& io = ImGui::GetIO();
    const bool same_shift = chord.key == Key::Question || io.KeyShift == chord.shift;
    return io.KeyCtrl == chord.ctrl && same_shift && io.KeyAlt == chord.alt && compat::key_pressed(chord.key, repeat);
}

}  // namespace

void KeysUsed::begin_frame(std::vector<KeyPressed> pressed) {
    used_.clear();
    pressed_ = std::move(pressed);
}

void KeysUsed::clear() {
    used_.clear();
    pressed_.reset();
}

void KeysUsed::add(compat::Key key) {
    add(plain(key));
    add(shift(key));
}
void KeysUsed::add(const Chord& chord) { used_.push_back(chord); }
bool KeysUsed::has(const Chord& chord) const { return std::find(used_.begin(), used_.end(), chord) != used_.end(); }

bool moves_in_lists(compat::Key key) {
    return (key >= Key::Left && key <= Key::Down) || (key >= Key::Home && key <= Key::PageDown);
}

bool navigates(compat::Key key) {
    return moves_in_lists(key) || key == Key::Tab || key == Key::Space || key == Key::Enter || key == Key::Escape;
}

bool take_key(const Context& context, compat::Key key, bool repeat) {
    const ImGuiIO& io = ImGui::GetIO();
    if (!compat::key_pressed(key, repeat) || io.WantTextInput || io.KeyCtrl || io.KeyAlt) return false;
    if (io.NavVisible && navigates(key)) return false;
    if (context.keys == nullptr) return true;
    if (context.keys->has(key)) return false;
    context.keys->add(key);
    return true;
}

namespace {

/// The chord of the command that was pressed; none: no chord.
Chord chord_pressed(const Context& context, const KeyCommand& command, bool repeat) {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.WantTextInput && !command.while_typing) return {};
    const KeyMap::Entry* entry = context.key_map != nullptr ? context.key_map->find(command.id) : nullptr;
    const KeyMap::Chords chords = entry != nullptr ? entry->chords : KeyMap::Chords{command.key, command.alternative};
    for (const Chord& chord : chords) {
        if (io.NavVisible && chord.plain() && navigates(chord.key)) continue;
        if (!was_pressed(context, chord, repeat)) continue;
        return context.keys != nullptr && context.keys->has(chord) ? Chord{} : chord;
    }
    return {};
}

}  // namespace

bool command_pressed(const Context& context, const KeyCommand& command, bool repeat) {
    return static_cast<bool>(chord_pressed(context, command, repeat));
}

bool take_command(const Context& context, const KeyCommand& command, bool repeat) {
    const Chord chord = chord_pressed(context, command, repeat);
    if (!chord) return false;
    if (context.keys != nullptr) context.keys->add(chord);
    return true;
}

Chord pressed_chord(const Context& context) {
    if (context.keys != nullptr && context.keys->pressed()) {
        for (const KeyPressed& each : *context.keys->pressed())
            if (each.chord && !each.repeat) return each.chord;
        return {};
    }
    const ImGuiIO& io = ImGui::GetIO();
    if (compat::key_pressed(Key::Question)) return plain(Key::Question);
    for (std::size_t i = 1; i < key_count; ++i)
        if (const auto key = static_cast<Key>(i); compat::key_pressed(key, false))
            return {.key = key, .ctrl = io.KeyCtrl, .shift = io.KeyShift, .alt = io.KeyAlt};
    return {};
}

}  // namespace panels
