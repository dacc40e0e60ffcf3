#include "panels/base/owner_clock.hpp"

#include "ecs/mirror/mirror.hpp"
#include "figures/drawing/value_text.hpp"
#include "panels/base/language.hpp"

namespace panels {

const ecs::OwnerClock* owner_clock(const Context& context) {
    return context.mirror == nullptr ? nullptr : context.mirror->owner().clock();
}

bool runs_elsewhere(const Context& context) {
    return context.mirror != nullptr && (!context.transport.why_not.empty() || owner_clock(context) != nullptr);
}

std::string why_not_step_system(const Context& context) {
    if (!context.transport.why_not.empty()) return context.transport.why_not;
    if (const ecs::OwnerClock* const clock = owner_clock(context)) return clock->why_not_systems;
    // The systems of an owner are only listed here.
    if (context.mirror != nullptr) return phrase("This world is run by {}", context.mirror->owner().name());
    if (context.schedule.of_zones())
        return tr("These systems are zones of the program's own loop: it runs to the end of its tick");
    return {};
}

std::string world_label(const std::string& name) {
    return name.empty() ? std::string(tr("World without a name")) : figures::one_line(name, 40);
}

double most_speed(const Context& context) { return owner_clock(context) != nullptr ? 1 : Transport::max_speed; }

}  // namespace panels
