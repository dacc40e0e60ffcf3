#include "panels/base/timeline_request.hpp"

#include "ecs/timeline/timeline.hpp"
#include "panels/base/format.hpp"
#include "panels/base/language.hpp"
#include "panels/base/panel.hpp"
#include "panels/base/tick_item.hpp"

namespace panels {

bool can_seek(const Context& context, std::uint64_t tick) {
    const ecs::Timeline* const timeline = context.timeline;
    return timeline != nullptr && timeline->recording() && tick >= timeline->first_tick() &&
           tick <= timeline->last_tick() && tick != context.world.tick();
}

std::string why_not_seek(const Context& context, std::uint64_t tick) {
    const ecs::Timeline* const timeline = context.timeline;
    if (timeline == nullptr || !timeline->recording()) return tr("Nobody records earlier ticks here");
    if (tick == context.world.tick()) return tr("The world is at this tick");
    if (tick < timeline->first_tick())
        return phrase("The record begins at tick {}", format_count(timeline->first_tick()));
    if (tick > timeline->last_tick()) return phrase("The record ends at tick {}", format_count(timeline->last_tick()));
    return {};
}

bool shows_recorded_state(const Context& context) {
    return context.timeline != nullptr && context.timeline->by_states() && !context.timeline->at_now();
}

std::string why_not_run(const Context& context) {
    return shows_recorded_state(context) ? std::string() : context.transport.why_not;
}

MenuItem tick_item(const Context& context, std::uint64_t tick) {
    return {.label = phrase("Go to tick {}", format_count(tick)),
            .icon = Icon::Clock,
            .why_not = why_not_seek(context, tick),
            .hint = tr("Brings the whole world back to that moment"),
            .run = [tick](const Context& now) { request_seek(now, tick); }};
}

void request_seek(const Context& context, std::uint64_t tick) {
    if (can_seek(context, tick)) context.requests.push_back(TimelineRequest{.tick = tick});
}

}  // namespace panels
