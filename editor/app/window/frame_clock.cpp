#include "editor/app/window/frame_clock.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace editor {

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

int FrameClock::run(double speed, const std::function<void()>& tick) {
    due_ += frame_secs_ * speed * ticks_per_sec;
    const double start = now_();
    int ticks = 0;
    while (due_ >= 1) {
        tick();
        due_ -= 1;
        ++ticks;
        if (now_() - start >= budget_secs) break;
    }
    const double ticks_a_real_sec = std::max(speed * ticks_per_sec, 1e-9);
    due_ = std::min(due_, std::max(max_behind_secs * ticks_a_real_sec, 1.0));
    behind_secs_ = due_ < 1 ? 0 : due_ / ticks_a_real_sec;
    measure(ticks);
    return ticks;
}

void FrameClock::hold() {
    due_ = behind_secs_ = 0;
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

}  // namespace editor
