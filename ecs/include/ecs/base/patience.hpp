// How long a person waits for something before it is shown that it takes its time.
#pragma once

namespace ecs {

/// What is done sooner needs no card, no progress and no window around it.
inline constexpr double patience_secs = 0.15;
/// Work that has done nothing for so long gets on, only slowly.
inline constexpr double slow_start_secs = 1;

/// Whether a dialog that waits for work goes away, so that the work goes on without it. What is wrong from the start is
/// told in the dialog, however slow the machine is.
constexpr bool too_long_for_dialog(double elapsed_secs, double fraction) {
    return elapsed_secs > (fraction > 0 ? patience_secs : slow_start_secs);
}

}  // namespace ecs
