#include "panels/timeline/time_axis.hpp"

#include <algorithm>
#include <iterator>

namespace panels {

void TimeAxis::zoom(double times, float x) {
    const double tick = tick_at(x);
    per_px /= times;
    first = tick - static_cast<double>(x - left) * per_px;
}

void TimeAxis::bring_into_view(double tick, float margin) {
    const double room = static_cast<double>(margin) * per_px;
    if (tick < first + room) first = tick - room;
    if (tick > last() - room) first = tick - length() + room;
}

void TimeAxis::keep_within(double first_tick, double last_tick, float beyond, float widest) {
    const double wide = std::max(static_cast<double>(right - left), 1.0);
    const double reach = std::max(last_tick - first_tick, 1.0);
    const double room = std::min(static_cast<double>(beyond), wide / 2);
    per_px = std::clamp(per_px, 1 / static_cast<double>(widest),
                        std::max(reach / std::max(wide - room, 1.0), usual_ticks_per_px));
    first = std::max(std::min(first, last_tick + room * per_px - length()), first_tick);
}

TickSteps tick_steps(double ticks_per_px, float label_px, float minor_px) {
    // Below a second ticks count in tens, above in seconds and minutes at 60 ticks a second.
    constexpr std::uint64_t steps[] = {1,         2,          5,          10,         20,      60,        120,
                                       300,       600,        1200,       1800,       3600,    7200,      18'000,
                                       36'000,    72'000,     108'000,    216'000,    432'000, 1'080'000, 2'160'000,
                                       5'184'000, 25'920'000, 51'840'000, 518'400'000};
    const auto at_least = [&](float px) {
        const auto* found = std::find_if(std::begin(steps), std::end(steps), [&](std::uint64_t step) {
            return static_cast<double>(step) >= ticks_per_px * static_cast<double>(px);
        });
        return found == std::end(steps) ? steps[std::size(steps) - 1] : *found;
    };
    // The middle marks are those of the shorter ones that lie at round numbers, so they divide the labels.
    TickSteps result{at_least(minor_px), 0, std::max<std::uint64_t>(at_least(label_px), 10)};
    while (result.label % result.minor != 0)
        result.minor = *std::next(std::find(std::begin(steps), std::end(steps), result.minor));
    result.middle = result.label;
    for (const std::uint64_t step : steps)
        if (step > result.minor && step < result.label && step % result.minor == 0 && result.label % step == 0)
            result.middle = step;
    return result;
}

}  // namespace panels
