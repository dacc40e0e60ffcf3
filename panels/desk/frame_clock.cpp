#include "panels/desk/frame_clock.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace panels {

FrameClock::FrameClock()
    : FrameClock([start = std::chrono::steady_clock::now()] {
          return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      }) {}

FrameClock::FrameClock(Now now) : now_(std::move(now)), frame_start_(now_()), measure_start_(frame_start_) {}

double FrameClock::begin_frame() {
    const double now = now_();
    frame_secs_ = std::min(now - std::exchange(frame_start_, now), longest_frame_secs);
    return frame_secs_;
}

void FrameClock::begin_ticks(double due_per_sec) {
    due_per_sec_ = std::max(due_per_sec, 1e-9);
    give_up();  // who does not take all ticks of a frame is not to have ever more
    due_ += frame_secs_ * due_per_sec;
    ticks_start_ = now_();
    ticks_ = 0;
}

bool FrameClock::take_tick() {
    const bool late = ticks_ > 0 && now_() - ticks_start_ >= budget_secs;
    if (due_ < 1 || late) {
        end_ticks();
        return false;
    }
    due_ -= 1;
    ++ticks_;
    return true;
}

void FrameClock::give_up() { due_ = std::min(due_, std::max(max_behind_secs * due_per_sec_, 1.0)); }

void FrameClock::end_ticks() {
    give_up();
    behind_secs_ = due_ < 1 ? 0 : due_ / due_per_sec_;
    measure(ticks_);
}

void FrameClock::hold() {
    due_ = behind_secs_ = 0;
    ticks_ = 0;
    measure(0);
}

void FrameClock::measure(int ticks) {
    measured_ticks_ += ticks;
    const double passed = now_() - measure_start_;
    if (passed < 0.5) return;
    measured_ = measured_ticks_ / passed;
    measured_ticks_ = 0;
    measure_start_ += passed;
}

}  // namespace panels
