// A TimeTape is recorded time as data: how a world was at one moment, and all that the ticks after it depend on.
// Timeline makes one (tape) and runs its ticks in another world that is as its `start` (play). Values in edits are of
// the types of the world that it was recorded in, so it goes before that world.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ecs/edit/history.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/timeline/time_facts.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

/// Something that the History did to the world: edits, or handles that were freed.
struct TimeEvent {
    std::uint64_t tick = 0;
    bool within_tick = false;
    std::string before_system;  // within a tick: the system that was next
    bool backwards = false;
    std::vector<Edit> edits;            // as they were before they were applied
    std::vector<bool> seen = {};        // of each DestroyEntities: a system can have seen the entities
    std::vector<Entity> released = {};  // handles that were freed
    std::uint64_t history_state = 0;    // afterwards
    std::size_t bytes = 0;
    bool whole = true;  // false: a value could not be copied, so this cannot be done again
};

struct TimeInput {
    std::uint64_t tick = 0;  // the first tick that ran with it
    std::string bytes;
};

struct TimeTape {
    struct OfSystem {
        std::string name;
        bool enabled = true, waiting = false, created = false;  // as in ecs::System
        std::shared_ptr<const SystemDescription> description;   // may be null
    };

    /// Of a record of states: the world whose types the values in edits have, so that it goes last.
    std::shared_ptr<const World> types_of;
    std::unique_ptr<World> start;  // its tick is the first one; null in a tape that was read from a file
    std::uint64_t first_tick = 0, last_tick = 0;
    std::uint64_t random = 0;                                     // state of the random source at the start
    std::vector<OfSystem> systems;                                // at the start, in the order of adding
    std::uint64_t history_state = 0;                              // likewise
    std::vector<TimeEvent> events;                                // by tick
    std::vector<TimeInput> inputs;                                // by tick; the first may be of an earlier tick
    std::vector<std::pair<std::uint64_t, std::uint64_t>> hashes;  // by tick, of some ticks: Timeline::hash()
    std::optional<std::uint64_t> end_hash;                        // after the edits of the last tick
    std::vector<TimeMark> marks;
    HistorySteps
        steps;  // at the end; TakenHandles::system_calls is 1 where a system can have seen the entities, else 0
    std::string why_short;  // why it begins later than was asked for; empty: it does not
};

}  // namespace ecs
