#include "panels/base/timeline_request.hpp"

#include "ecs/timeline/timeline.hpp"
#include "panels/base/panel.hpp"

namespace panels {

bool can_seek(const Context& context, std::uint64_t tick) {
    const ecs::Timeline* const timeline = context.timeline;
    return timeline != nullptr && timeline->recording() && tick >= timeline->first_tick() &&
           tick <= timeline->last_tick() && tick != context.world.tick();
}

void request_seek(const Context& context, std::uint64_t tick) {
    if (can_seek(context, tick)) context.requests.push_back(OtherRequest{TimelineRequest{.tick = tick}});
}

}  // namespace panels
