// What panels ask of the timeline of the world (ecs/timeline/timeline.hpp), which Context::timeline shows.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "ecs/base/result.hpp"
#include "ecs/timeline/time_facts.hpp"
#include "ecs/world/world.hpp"

namespace panels {

/// It is an OtherRequest, of a RequestRunner. The clock is stopped; Play goes on from where the world then stands. In
/// the past it runs what was recorded; who changes something there begins a branch, and is not asked.
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

/// Makes a copy of the world as it was at a moment; the world itself is afterwards where it was. It is an OtherRequest,
/// of a RequestRunner.
struct WorldAtRequest {
    ecs::TimePoint point;
    /// The error is for a person.
    std::function<void(ecs::Result<std::unique_ptr<ecs::World>>)> done;
};

/// Finds the last write of a value, by running recorded time again, and goes to where it had just happened. It is an
/// OtherRequest, of a RequestRunner, which tells what it found. A long search goes on over many frames, with a Job that
/// shows how far it is and cancels it; a person who goes on otherwise ends it.
struct RunBackRequest {
    ecs::Entity entity;
    ecs::ComponentId component = ecs::no_component;
    std::uint32_t offset = 0;  // of the value
    std::string what = {};     // how a person calls it: "Health.hp of Player"
};

struct Context;
/// Whether the tick can be reached, and is not the present one.
bool can_seek(const Context& context, std::uint64_t tick);
/// Why not, for a person; empty: it can be reached.
std::string why_not_seek(const Context& context, std::uint64_t tick);
/// Goes to the tick, if it can be reached.
void request_seek(const Context& context, std::uint64_t tick);

}  // namespace panels
