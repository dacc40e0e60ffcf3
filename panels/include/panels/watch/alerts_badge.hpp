// What alerts have found now, in a few words: for the status bar of the editor and for the line of a Host, so that
// nobody must look into the Watch panel to learn of it.
#pragma once

#include "panels/base/panel.hpp"

namespace panels {

/// An icon and the count, in the colour of the worst; with a `gap`, on the present line if it fits there. A click shows
/// the alerts. Draws nothing, and returns false, while no alert has found anything.
bool alerts_badge(const Context& context, float gap = -1);

}  // namespace panels
