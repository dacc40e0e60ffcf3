// Whether frames must be drawn although nobody moves anything: for a while after input, and as long as a panel shows
// something that moves. Otherwise the program sleeps until there is input.
#pragma once

#include <algorithm>

#include "panels/base/tooltip.hpp"

namespace editor {

class Wakefulness {
public:
    /// Something happened that should be seen.
    void wake(double now_secs) {
        until_secs_ = now_secs + awake_secs;
        frames_due_ = frames_to_rest;
    }
    /// Something that is shown came, as it does again and again: one frame shows it.
    void show() { frames_due_ = std::max(frames_due_, 1); }
    bool awake(double now_secs) const { return in_motion || frames_due_ > 0 || now_secs < until_secs_; }
    void frame_drawn() {
        if (frames_due_ > 0) --frames_due_;
    }

    bool in_motion = false;  // a panel shows something that moves; asked anew in every frame

private:
    // What waits for the mouse to rest comes even when nothing else moves.
    static constexpr double awake_secs = panels::tooltip_delay_secs + 0.2;
    // Drawn after each input, however long they take: what opens is sized in the frame after, and rests in the one
    // after that.
    static constexpr int frames_to_rest = 4;

    double until_secs_ = 0;
    int frames_due_ = 0;  // before the program may sleep
};

}  // namespace editor
