#include "panels/base/panel_costs.hpp"

#include <algorithm>
#include <cmath>

namespace panels {

void PanelCosts::set_budget(double us) { budget_us_ = std::clamp(us, least_budget_us, most_budget_us); }

void PanelCosts::begin_frame(double frame_secs) {
    frame_secs_ = frame_secs;
    constexpr double smoothing_secs = 0.5;
    const double share = mean_frame_secs_ == 0 ? 1.0 : std::clamp(frame_secs / smoothing_secs, 0.0, 1.0);
    mean_frame_secs_ += (frame_secs - mean_frame_secs_) * share;
    std::erase_if(costs_, [](const Cost& cost) { return !cost.seen; });
    for (Cost& cost : costs_) cost.seen = false;
}

PanelCosts::Cost* PanelCosts::find(std::string_view id) {
    const auto found = std::find_if(costs_.begin(), costs_.end(), [&](const Cost& cost) { return cost.id == id; });
    return found == costs_.end() ? nullptr : &*found;
}

bool PanelCosts::draws_now(std::string_view id, std::string_view title, bool wanted) {
    Cost* cost = find(id);
    if (cost == nullptr) {
        cost = &costs_.emplace_back();
        cost->id = id;
    }
    cost->seen = true;
    if (cost->title != title) cost->title = title;
    // Too much or not for half a second, and for ten frames, before anything changes: a few slow frames are no reason,
    // such as those in which a list of a million is made.
    const double frame_secs = std::min(frame_secs_, throttled_after_secs / 10);
    const bool too_much = cost->mean_us > throttle_us();
    if (too_much != (cost->over_secs > 0)) cost->over_secs = 0;
    cost->over_secs += too_much ? frame_secs : -frame_secs;
    if (cost->over_secs > throttled_after_secs)
        cost->every = std::clamp(static_cast<int>(std::ceil(cost->mean_us / throttle_us())), 2, most_frames);
    else if (cost->over_secs < -throttled_after_secs)
        cost->every = 1;
    if (cost->throttled() && !wanted && cost->frames_to_wait > 0) {
        --cost->frames_to_wait;
        return false;
    }
    cost->frames_to_wait = cost->every - 1;
    return true;
}

void PanelCosts::note(std::string_view id, double mean_us, double last_us) {
    if (Cost* cost = find(id)) {
        cost->mean_us = mean_us;
        cost->last_us = last_us;
    }
}

bool PanelCosts::throttled(std::string_view id) const {
    return std::any_of(costs_.begin(), costs_.end(),
                       [&](const Cost& cost) { return cost.id == id && cost.throttled(); });
}

double PanelCosts::sum_us() const {
    double sum = 0;
    for (const Cost& cost : costs_) sum += cost.mean_us / cost.every;
    return sum;
}

}  // namespace panels
