// Each key press has one effect. A panel asks for a key with take_key(), which returns true once. After the panels
// drew, the program asks KeysUsed and ignores the keys that were taken.
#pragma once

#include <cstdint>

#include "panels/base/imgui_compat.hpp"

namespace panels {

struct Context;

/// The keys that panels took in the present frame.
class KeysUsed {
public:
    void add(compat::Key key) { bits_ |= bit(key); }
    bool has(compat::Key key) const { return (bits_ & bit(key)) != 0; }
    void clear() { bits_ = 0; }

private:
    static std::uint32_t bit(compat::Key key) { return 1u << static_cast<unsigned>(key); }
    std::uint32_t bits_ = 0;
};

/// Whether the key went down in this frame (or repeats) and nobody used it before: no text field, no keyboard
/// navigation, no other panel. Marks it as used. For panels that have the focus or are under the mouse.
bool take_key(const Context& context, compat::Key key, bool repeat = true);

/// Whether keyboard navigation is active and uses the key.
bool navigates(compat::Key key);

}  // namespace panels
