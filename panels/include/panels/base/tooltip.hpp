// Opens all tooltips; no panel opens one by itself. A tooltip appears when the mouse has rested on something for 0.6
// s. It disappears when a button is pressed, the wheel is turned or a key is struck, and then returns only after the
// mouse has left. It is beside the thing that it explains and never covers it. Of overlapping things the smallest
// one gets the tooltip.
#pragma once

#include <optional>

#include "panels/base/patterns.hpp"

namespace panels {

inline constexpr double tooltip_delay_secs = 0.6;

/// Whether a tooltip about the last item is due. The item may be disabled.
bool tooltip_due();

/// Everything drawn while a Tooltip lives and is true goes into the tooltip:
///
///     if (const Tooltip shown; shown) quiet_text(style, "…");
class Tooltip {
public:
    /// Now: explains what a person is doing at this moment, not what the mouse points at.
    enum class When { Rested, Now };

    /// About the last item.
    Tooltip();
    /// About a part of a picture under the mouse. While shown, it follows the mouse to other parts; after the wheel
    /// it waits again.
    explicit Tooltip(const Area& part, When when = When::Rested);
    ~Tooltip();
    Tooltip(const Tooltip&) = delete;
    Tooltip& operator=(const Tooltip&) = delete;

    explicit operator bool() const { return shown_; }

private:
    void begin(const Area& about);

    bool shown_ = false;
    int pushed_ = 0;  // style variables
};

/// The place of a tooltip of this size: below the thing that it is about, above it, or to its right or left, wherever
/// it fits on the screen. If it fits nowhere, it crosses the edge of the screen. Only a thing that takes more than a
/// quarter of the screen's height may then be covered, beside the mouse.
ImVec2 place_tooltip(const Area& about, ImVec2 mouse, ImVec2 size, const Area& screen);

/// The tooltip of the last frame.
struct ShownTooltip {
    Area area, about;
};
std::optional<ShownTooltip> shown_tooltip();

}  // namespace panels
