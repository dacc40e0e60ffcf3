// The values of one watch in the last ticks, one a tick. A tick in which there was no value is NaN. Integers of 64 bits
// are kept exactly; curves are drawn from doubles. Belongs to its pin.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace panels {

class WatchCurve {
public:
    /// Holds every 64-bit integer and every double.
    using Exact = long double;
    static_assert(std::numeric_limits<Exact>::digits >= 64);

    static constexpr double none = std::numeric_limits<double>::quiet_NaN();

    /// Least, most and mean of the values in some ticks; NaN when there are none.
    struct Summary {
        Exact least = none, most = none, mean = none;
        std::size_t values = 0;
    };

    /// Keeps at most so many ticks, the last ones.
    void set_capacity(std::size_t ticks);
    /// Ticks that were left out have no value. A tick that is not later than the last one takes the place of those from
    /// it on: the world went back.
    void add(std::uint64_t tick, Exact value);
    void clear() { size_ = next_ = 0; }

    std::size_t size() const { return size_; }
    std::uint64_t newest_tick() const { return newest_; }
    std::uint64_t oldest_tick() const { return newest_ + 1 - size_; }
    /// Value of a tick; NaN where there is none.
    double at(std::uint64_t tick) const { return static_cast<double>(exact_at(tick)); }
    Exact exact_at(std::uint64_t tick) const {
        if (size_ == 0 || tick > newest_ || tick < oldest_tick()) return none;
        return (*this)[static_cast<std::size_t>(tick - oldest_tick())];
    }
    /// 0 is the oldest kept tick.
    Exact operator[](std::size_t i) const { return ring_[(next_ + ring_.size() - size_ + i) % ring_.size()]; }
    /// Of the last `ticks` ticks.
    Summary summary(std::size_t ticks) const;

private:
    void push(Exact value);

    std::vector<Exact> ring_;
    std::size_t capacity_ = 600, next_ = 0, size_ = 0;
    std::uint64_t newest_ = 0;
};

}  // namespace panels
