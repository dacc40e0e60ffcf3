#include "panels/running/system_times.hpp"

#include <algorithm>

namespace panels {

namespace {

constexpr double millis_from_secs = 0.010;    // a system that takes this long switches all times to milliseconds
constexpr std::size_t few_values = 16;        // their summary is cheap
constexpr std::size_t frames_a_summary = 15;  // after so many frames each system has a new one

}  // namespace

void TimeCurve::add(float secs) {
    secs_[next_] = secs;
    next_ = (next_ + 1) % length;
    size_ = std::min(size_ + 1, length);
}

float TimeCurve::highest(std::size_t count) const {
    float highest = 0;
    for (std::size_t i = size_ - std::min(size_, count); i < size_; ++i) highest = std::max(highest, (*this)[i]);
    return highest;
}

TimeSummary summary_of(const TimeCurve& curve, double budget_secs) {
    TimeSummary summary;
    summary.count = curve.size();
    if (curve.size() == 0) return summary;
    std::array<float, TimeCurve::length> values;
    double sum = 0;
    for (std::size_t i = 0; i < curve.size(); ++i) {
        values[i] = curve[i];
        sum += static_cast<double>(values[i]);
        summary.over += budget_secs > 0 && static_cast<double>(values[i]) > budget_secs;
    }
    const auto end = values.begin() + static_cast<std::ptrdiff_t>(curve.size());
    const auto [least, most] = std::minmax_element(values.begin(), end);
    summary.mean_secs = sum / static_cast<double>(curve.size());
    summary.least_secs = static_cast<double>(*least);
    summary.most_secs = static_cast<double>(*most);
    const std::size_t rank = (curve.size() * 95 + 99) / 100 - 1;  // the nearest rank
    const auto nth = values.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(values.begin(), nth, end);
    summary.most_of_95_secs = static_cast<double>(*nth);
    return summary;
}

void SystemTimes::read(const ecs::Schedule& schedule, std::uint64_t tick) {
    const auto systems = schedule.systems();
    if (systems_.size() > systems.size()) *this = {};  // another schedule, or systems went
    mean_of_all_secs_ = last_of_all_secs_ = 0;
    in_millis_ = false;
    const std::size_t share = (systems.size() + frames_a_summary - 1) / frames_a_summary;
    const std::size_t first = systems.empty() ? 0 : next_summary_ % systems.size();
    bool any_ran = false;
    for (std::size_t i = 0; i < systems.size(); ++i) {
        const ecs::System& system = *systems[i];
        OfSystem& known = systems_[&system];
        const ecs::SystemStats& stats = system.stats;
        if (stats.runs < known.runs) known = {};
        const bool ran = stats.runs > known.runs;
        any_ran = any_ran || ran;
        if (ran) known.curve.add(static_cast<float>(stats.last_secs));
        known.runs = stats.runs;
        const bool due = (i + systems.size() - first) % systems.size() < share;
        if (due || (ran && known.curve.size() <= few_values))
            known.summary = summary_of(known.curve, system.description.budget_us * 1e-6);
        in_millis_ = in_millis_ || known.summary.mean_secs >= millis_from_secs;
        if (!system.enabled) continue;
        mean_of_all_secs_ += known.summary.mean_secs;
        last_of_all_secs_ += stats.last_secs;
    }
    next_summary_ = first + share;
    reads_left_ = any_ran ? frames_a_summary : reads_left_ - std::min<std::size_t>(reads_left_, 1);
    if (schedule.within_tick()) return;
    if (read_before_ && tick < tick_) ticks_ = {};  // the world went back
    if (read_before_ && tick > tick_) {
        ticks_.curve.add(static_cast<float>(last_of_all_secs_));
        ++ticks_.runs;
    }
    ticks_.summary = summary_of(ticks_.curve, schedule.budget_us * 1e-6);
    tick_ = tick;
    read_before_ = true;
}

const SystemTimes::OfSystem& SystemTimes::of(const ecs::System& system) const {
    static const OfSystem none;
    const auto found = systems_.find(&system);
    return found == systems_.end() ? none : found->second;
}

}  // namespace panels
