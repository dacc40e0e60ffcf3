// What panels ask of the timeline of the world (ecs/timeline/timeline.hpp), which Context::timeline shows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ecs/timeline/time_facts.hpp"

namespace panels {

/// It is an OtherRequest, of a RequestRunner. The clock is stopped; Play goes on from where the world then stands. In
/// the past that is a branch of its own, and nothing needs to be asked for it.
struct TimelineRequest {
    enum class Kind {
        Seek,      // to `tick` of `branch`
        StepBack,  // by one tick
        ReturnToNow,
        Switch,  // to the end of `branch`
        Rename,  // `branch`, to `name`
        Remove,  // `branch`
        Mark,    // the present tick, with `name`
    };
    Kind kind = Kind::Seek;
    std::uint64_t tick = 0;
    std::optional<ecs::BranchId> branch = {};  // nothing: the one in use
    std::string name = {};
};

}  // namespace panels
