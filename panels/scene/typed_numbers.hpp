// Numbers that a person types while dragging: "25", Tab, "-8". The first is for the first axis, the second for the
// other one. Nothing typed yet means that the mouse decides.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "panels/base/panel.hpp"

namespace panels {

class TypedNumbers {
public:
    static constexpr std::size_t most_characters = 12;

    /// Takes digits, point, minus, Backspace and, where there are `axes`, Tab, while the mouse drags. Also with Ctrl,
    /// which may be held to snap. Returns whether something changed.
    bool take_keys(const Context& context, std::size_t axes);
    void clear();

    /// Something was typed, even if it is no number yet.
    bool any() const { return !texts_[0].empty() || !texts_[1].empty(); }
    std::size_t axis() const { return axis_; }
    const std::string& text(std::size_t axis) const { return texts_[axis]; }
    /// Nothing where nothing was typed, or no number yet ("-").
    std::optional<double> number(std::size_t axis) const;

private:
    bool put(char character);

    std::array<std::string, 2> texts_;
    std::size_t axis_ = 0;
};

/// As take_key(), also while Ctrl is held: during a gesture it means snapping.
bool take_gesture_key(const Context& context, Key key);
/// Marks every key of this frame as used: while the mouse drags, no key may do anything else.
void swallow_keys(const Context& context);

}  // namespace panels
