// The FrameClock turns real time into fixed ticks: 60 a second, times the speed. A frame runs what is due, but no
// longer than its budget; what does not fit is caught up with later, up to a limit, and given up beyond it.
#pragma once

#include <functional>

namespace panels {

class FrameClock {
public:
    static constexpr double ticks_per_sec = 60;
    static constexpr double budget_secs = 0.012;  // of ticks in a frame
    static constexpr double max_behind_secs = 0.25;
    static constexpr double longest_frame_secs = 0.1;  // a longer pause (a moved window, a debugger) is not made up for

    /// Seconds on a clock that only grows; tests give their own.
    using Now = std::function<double()>;
    FrameClock();
    explicit FrameClock(Now now);

    /// Starts a frame. Returns how long the last one took, at most longest_frame_secs.
    double begin_frame();
    /// Forgets what is due: when the simulation is paused.
    void hold();

    // begin_ticks() once a frame, then a tick each time that take_tick() is true, until it is false.

    void begin_ticks(double due_per_sec);
    bool take_tick();

    double now_secs() const { return now_(); }
    double frame_secs() const { return frame_secs_; }
    /// How far the simulation lags because ticks take too long.
    double behind_secs() const { return behind_secs_; }
    /// Ticks that ran in the last second.
    double measured_ticks_per_sec() const { return measured_; }

private:
    void give_up();
    void end_ticks();
    void measure(int ticks);

    Now now_;
    double frame_start_ = 0, frame_secs_ = 0;
    double due_ = 0, behind_secs_ = 0;
    double due_per_sec_ = ticks_per_sec, ticks_start_ = 0;  // of this frame's ticks
    int ticks_ = 0;                                         // that this frame ran
    double measure_start_ = 0, measured_ = 0;
    int measured_ticks_ = 0;
};

}  // namespace panels
