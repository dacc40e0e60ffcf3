// What a person looks at closely in a Bevy program, in each of its frames.
#include <algorithm>

#include "remote/bevy/bevy_owner.hpp"

namespace remote {

void BevyOwner::read_watches(Clock::time_point now) {
    for (const BevyWatches::Change& each : watches_.take()) {
        if (each.removed) pace_.at_once();
        std::vector<SeenPart> parts;
        for (const auto& [path, value] : each.values)
            if (const std::uint32_t type = type_of(path, &value); type != Replica::no_type)
                parts.emplace_back(type, &value);
        replica_.see_parts(each.key, parts, words());
    }
    watches_.keep_up(now,
                     dialect_.knows(Method::WatchComponents) ? std::string(dialect_.name_of(Method::WatchComponents))
                                                             : std::string(),
                     link_->options(), [this](ecs::OwnerKey key) { return watched_paths(key); });
}

/// Names, parents and children come with the rounds.
std::vector<std::string> BevyOwner::watched_paths(ecs::OwnerKey key) const {
    std::vector<std::string> paths;
    if (is_resource(key) || is_event(key)) return paths;
    for (const std::uint32_t type : replica_.types_of(key))
        if (!replica_.types()[type].is_tag()) paths.push_back(replica_.shape(type).path);
    return paths;
}

}  // namespace remote
