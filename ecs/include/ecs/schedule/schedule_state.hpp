// A ScheduleState is what a schedule knows at one moment besides the descriptions of its systems: their order, times
// and switches, which of them were created, and the random source. Ticks that are taken back with Snapshots take it
// back, too. While one is kept, no system may be added or removed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/schedule/schedule.hpp"

namespace ecs {

class ScheduleState {
public:
    explicit ScheduleState(const Schedule& schedule);

    void put_back(Schedule& schedule) const;

    /// Lets the systems run in this order until put_back(), whatever they ask for. `order` has all of
    /// Schedule::systems().
    static void run_in_order(Schedule& schedule, std::span<const System* const> order);

    /// For systems that run elsewhere: the tick is half done there, and this system is next. Of no system's name: no tick
    /// is half done.
    static void set_next(Schedule& schedule, std::string_view name);

private:
    struct OfSystem {
        System* system;
        SystemStats stats;
        bool enabled, created, waiting;
        CauseId cause;
        std::string problem;
    };

    std::vector<OfSystem> systems_;  // in the order in which they run
    std::vector<System*> created_;
    std::size_t position_;
    std::uint64_t total_calls_;
    float dt_secs_;
    Random random_;
};

}  // namespace ecs
