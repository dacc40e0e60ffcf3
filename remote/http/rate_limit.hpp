// A RateLimit lets so many events through in the long run, and so many at once. It belongs to one thread. Private to
// remote.
#pragma once

#include <algorithm>
#include <chrono>

namespace remote {

class RateLimit {
public:
    using Time = std::chrono::steady_clock::time_point;
    RateLimit(double per_sec, double at_once) : per_sec_(per_sec), at_once_(at_once), left_(at_once) {}

    /// Whether one more may pass now. The time only grows.
    bool take(Time now) {
        if (last_ != Time())
            left_ = std::min(at_once_, left_ + per_sec_ * std::chrono::duration<double>(now - last_).count());
        last_ = now;
        if (left_ < 1) return false;
        left_ -= 1;
        return true;
    }

private:
    double per_sec_, at_once_, left_;
    Time last_{};
};

}  // namespace remote
