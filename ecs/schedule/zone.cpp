#include "ecs/schedule/zone.hpp"

#include <utility>

namespace ecs {

constinit thread_local ZoneListener* ZoneListener::first = nullptr;

void ZoneListener::listen() {
    if (std::exchange(listens_, true)) return;
    next_ = std::exchange(first, this);
}

void ZoneListener::stop_listening() {
    if (!std::exchange(listens_, false)) return;
    zone_ = nullptr;
    ZoneListener** place = &first;
    while (*place != nullptr && *place != this) place = &(*place)->next_;
    if (*place == this) *place = next_;
}

// A listener may stop listening, and listen again, in its own call: the next one is read before.
Zone::Zone(std::string_view name) {
    for (ZoneListener *each = ZoneListener::first, *next = nullptr; each != nullptr; each = next) {
        next = each->next_;
        if (each->zone_ != nullptr) continue;
        each->zone_ = this;
        each->zone_began(name);
    }
}

Zone::~Zone() {
    for (ZoneListener *each = ZoneListener::first, *next = nullptr; each != nullptr; each = next) {
        next = each->next_;
        if (each->zone_ != this) continue;
        each->zone_ended();
        if (each->zone_ == this) each->zone_ = nullptr;
    }
}

}  // namespace ecs
