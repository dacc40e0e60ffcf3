// The last times of all systems, as the panels saw them: one value for each system and frame in which it ran, and one
// for each tick. The core keeps no history, so these belong to the panel that shows them. Summaries are made a few
// systems a frame; a system with few values has a new one at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "ecs/schedule/schedule.hpp"

namespace panels {

/// The last times of one system in seconds, oldest first.
class TimeCurve {
public:
    static constexpr std::size_t length = 240;

    void add(float secs);
    std::size_t size() const { return size_; }
    /// 0 is the oldest kept time.
    float operator[](std::size_t i) const { return secs_[(next_ + length - size_ + i) % length]; }
    /// Of the last `count`.
    float highest(std::size_t count = length) const;

private:
    std::array<float, length> secs_{};
    std::size_t next_ = 0, size_ = 0;
};

struct TimeSummary {
    double mean_secs = 0, least_secs = 0, most_secs = 0;
    double most_of_95_secs = 0;  // 95 % of the values are at most this
    std::size_t count = 0;       // of values
    std::size_t over = 0;        // of them took longer than the budget
};

/// A budget of 0 is never exceeded.
TimeSummary summary_of(const TimeCurve& curve, double budget_secs);

class SystemTimes {
public:
    struct OfSystem {
        std::uint64_t runs = 0;
        TimeCurve curve;
        TimeSummary summary;
    };

    /// Whether each system has a summary of its last runs.
    bool settled() const { return reads_left_ == 0; }
    /// Once a frame.
    void read(const ecs::Schedule& schedule, std::uint64_t tick);

    /// Of a system that was there at the last read().
    const OfSystem& of(const ecs::System& system) const;
    /// The times of whole ticks: those of their systems, added up.
    const OfSystem& ticks() const { return ticks_; }
    /// Of the systems that are on: the last runs and the means, added up.
    double last_of_all_secs() const { return last_of_all_secs_; }
    double mean_of_all_secs() const { return mean_of_all_secs_; }
    /// Whether some system takes so long that milliseconds are the better unit.
    bool in_millis() const { return in_millis_; }

private:
    std::unordered_map<const ecs::System*, OfSystem> systems_;
    OfSystem ticks_;
    std::uint64_t tick_ = 0;
    std::size_t reads_left_ = 0;    // until all summaries are of the last runs
    std::size_t next_summary_ = 0;  // position in Schedule::systems()
    double last_of_all_secs_ = 0, mean_of_all_secs_ = 0;
    bool in_millis_ = false, read_before_ = false;
};

}  // namespace panels
