// Each key press has one effect. A panel asks for a key with take_key() or take_command(), which return true once.
// After the panels drew, the program asks KeysUsed and ignores the keys that were taken.
#pragma once

#include <optional>
#include <vector>

#include "panels/base/imgui_compat.hpp"
#include "panels/base/key_map.hpp"

namespace panels {

struct Context;

/// A key that went down in a frame, or repeats.
struct KeyPressed {
    Chord chord;
    bool repeat = false;
};

/// The keys of the present frame: which were pressed, and which of them panels took.
class KeysUsed {
public:
    /// Begins a frame. A program that gets keys from its window tells them: its letters are those of the person's
    /// keyboard. Otherwise panels read what Dear ImGui knows.
    void begin_frame(std::vector<KeyPressed> pressed);
    void clear();
    /// Nothing when the program does not tell.
    const std::optional<std::vector<KeyPressed>>& pressed() const { return pressed_; }

    /// With Shift and without.
    void add(compat::Key key);
    void add(const Chord& chord);
    bool has(compat::Key key) const { return has(Chord{.key = key}); }
    bool has(const Chord& chord) const;

private:
    std::optional<std::vector<KeyPressed>> pressed_;
    std::vector<Chord> used_;
};

/// Whether the key went down in this frame (or repeats) and nobody used it before: no text field, no keyboard
/// navigation, no other panel. Marks it as used. For panels that have the focus or are under the mouse.
bool take_key(const Context& context, compat::Key key, bool repeat = true);
/// The same for the keys that the map has for the command.
bool take_command(const Context& context, const KeyCommand& command, bool repeat = true);
/// Whether one of them was pressed and nobody used it before, without using it.
bool command_pressed(const Context& context, const KeyCommand& command, bool repeat = false);
/// The chord that was pressed in this frame, whoever it is for; none: no chord.
Chord pressed_chord(const Context& context);

/// Whether keyboard navigation, while it is active, uses the key.
bool navigates(compat::Key key);
/// Whether the key moves in a list: an arrow, Home, End, a page key. It begins navigation in panels without a use of
/// their own for it.
bool moves_in_lists(compat::Key key);

}  // namespace panels
