// When a program is asked for all of its world again. Its answers take time inside of its frames, so a large world is
// asked for less often. What each answer waits for before the program begins with it costs the program nothing. Private
// to remote.
#pragma once

#include <algorithm>
#include <chrono>

namespace remote {

class RoundPace {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds least{100}, most{5000};  // between the beginnings of two rounds
    static constexpr double share = 0.125;                              // of the program's time

    bool due(Clock::time_point now) const { return now >= next_; }
    void at_once() { next_ = {}; }
    void begin(Clock::time_point now) {
        began_ = now;
        secs_ = 0;
    }
    /// Of any answer, measured where it was waited for. Returns how long the program was busy with it.
    double answered(double secs) {
        shortest_secs_ = std::min(shortest_secs_, secs);
        return secs - shortest_secs_;
    }
    /// Of an answer of the round.
    double answered_in_round(double secs) {
        const double busy_secs = answered(secs);
        secs_ += busy_secs;
        return busy_secs;
    }
    void end() {
        const auto wanted =
            std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::duration<double>(secs_ / share));
        next_ = began_ + std::clamp(wanted, least, most);
    }

private:
    Clock::time_point next_, began_;
    double secs_ = 0;
    double shortest_secs_ = 0.05;  // no program lets every answer wait for longer
};

}  // namespace remote
