#include "ecs/schedule/schedule_state.hpp"

#include <algorithm>

namespace ecs {

ScheduleState::ScheduleState(const Schedule& schedule)
    : created_(schedule.created_),
      position_(schedule.position_),
      total_calls_(schedule.total_calls_),
      dt_secs_(schedule.dt_secs),
      random_(schedule.random) {
    systems_.reserve(schedule.order_.size());
    for (System* system : schedule.order_)
        systems_.push_back({.system = system,
                            .stats = system->stats,
                            .enabled = system->enabled,
                            .created = system->created,
                            .waiting = system->waiting,
                            .cause = system->cause,
                            .problem = system->problem});
}

void ScheduleState::put_back(Schedule& schedule) const {
    for (std::size_t i = 0; i < systems_.size(); ++i) {
        const OfSystem& kept = systems_[i];
        System& system = *kept.system;
        schedule.order_[i] = &system;
        system.stats = kept.stats;
        system.enabled = kept.enabled;
        system.created = kept.created;
        system.waiting = kept.waiting;
        system.cause = kept.cause;
        system.problem = kept.problem;
    }
    schedule.created_ = created_;
    schedule.position_ = position_;
    schedule.total_calls_ = total_calls_;
    schedule.dt_secs = dt_secs_;
    schedule.random = random_;
    schedule.settle_stages();
}

void ScheduleState::run_in_order(Schedule& schedule, std::span<const System* const> order) {
    std::vector<System*> wanted;
    wanted.reserve(order.size());
    for (const System* each : order)
        for (System* const own : schedule.order_)
            if (own == each) wanted.push_back(own);
    if (wanted.size() != schedule.order_.size()) return fail("ScheduleState: an order needs all systems, each once");
    schedule.order_ = std::move(wanted);
    schedule.settle_stages();
}

void ScheduleState::set_next(Schedule& schedule, std::string_view name) {
    const auto next = std::find_if(schedule.order_.begin(), schedule.order_.end(),
                                   [&](const System* each) { return each->description.name == name; });
    schedule.position_ = next == schedule.order_.end() ? 0 : static_cast<std::size_t>(next - schedule.order_.begin());
}

}  // namespace ecs
