// What a Timeline keeps of one branch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ecs/edit/history.hpp"
#include "ecs/snapshot/packed_snapshot.hpp"
#include "ecs/timeline/systems_state.hpp"
#include "ecs/timeline/time_facts.hpp"

namespace ecs {

/// Everything that the ticks after it depend on.
struct KeyFrame {
    std::uint64_t tick = 0;
    std::size_t events = 0;  // of the branch, that happened before it
    PackedSnapshot world;
    std::uint64_t random = 0;
    std::shared_ptr<const SystemsState> systems;
    std::shared_ptr<const std::vector<TypeRegistry::Label>> labels;
    std::uint64_t history_state = 0;
};

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
};

struct TimeInput {
    std::uint64_t tick = 0;  // the first tick that ran with it
    std::string bytes;
};

struct BranchData {
    TimeBranch facts;
    std::vector<KeyFrame> frames;      // by tick; never empty
    std::deque<TimeEvent> events;      // by tick
    std::size_t forgotten_events = 0;  // before those; positions of events count them
    std::vector<TimeInput> inputs;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> hashes;  // by tick
    HistorySteps steps;                                           // at its end, while the world is elsewhere
    std::size_t old_frames = 0;                                   // so many of them were thinned already
    std::size_t event_bytes = 0, input_bytes = 0, mark_bytes = 0;

    std::size_t event_count() const { return forgotten_events + events.size(); }
    const TimeEvent& event(std::size_t position) const { return events[position - forgotten_events]; }
};

}  // namespace ecs
