// Tooltips, of which no panel opens one by itself: they come when the mouse has rested on something for 0.6 s, go when
// a button is pressed, the wheel turned or a key struck, and then come again only when the mouse has left what it was
// on. They stand beside what they explain and never cover it. Of things that lie over one another the smallest
// explains.
#pragma once

#include <optional>

#include "panels/base/patterns.hpp"

namespace panels {

inline constexpr double tooltip_delay_secs = 0.6;

/// Whether it is time for a tooltip about the last item, which may be disabled.
bool tooltip_due();

/// What is drawn while it lives stands in a tooltip, if it is true:
///
///     if (const Tooltip shown; shown) quiet_text(style, "…");
class Tooltip {
public:
    /// Now: not what is pointed at is explained, but what a person does at this moment.
    enum class When { Rested, Now };

    /// About the last item.
    Tooltip();
    /// About a part of a picture that the mouse is over. While it is shown it follows the mouse to other parts; after
    /// the wheel it waits anew.
    explicit Tooltip(const Area& part, When when = When::Rested);
    ~Tooltip();
    Tooltip(const Tooltip&) = delete;
    Tooltip& operator=(const Tooltip&) = delete;

    explicit operator bool() const { return shown_; }

private:
    void begin(const Area& about);

    bool shown_ = false;
};

/// Where a tooltip of this size stands: below what it is about, above, to the right or to the left of it, wherever it
/// fits into the screen. If it fits nowhere, it reaches over the edge of the screen; only what takes more than a
/// quarter of the screen's height is then covered, beside the mouse.
ImVec2 place_tooltip(const Area& about, ImVec2 mouse, ImVec2 size, const Area& screen);

/// The tooltip that the last frame showed.
struct ShownTooltip {
    Area area, about;
};
std::optional<ShownTooltip> shown_tooltip();

}  // namespace panels
