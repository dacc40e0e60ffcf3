// What a Timeline keeps of one branch.
#pragma once

#include <algorithm>
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
#include "ecs/timeline/time_tape.hpp"

namespace ecs {

/// Everything that the ticks after it depend on.
struct KeyFrame {
    std::uint64_t tick = 0;
    std::size_t events = 0;  // of the branch, that happened before it; in a record of states: changes
    PackedSnapshot world;
    std::uint64_t random = 0;
    std::shared_ptr<const SystemsState> systems;
    std::shared_ptr<const std::vector<TypeRegistry::Label>> labels;
    std::uint64_t history_state = 0;
};

/// Whether the edits give types numbers, which another world would not give them.
inline bool makes_types(const std::vector<Edit>& edits) {
    return std::any_of(edits.begin(), edits.end(), [](const Edit& edit) {
        return std::holds_alternative<SetType>(edit) || std::holds_alternative<FoldTags>(edit) ||
               std::holds_alternative<UnfoldTags>(edit);
    });
}

struct BranchData {
    TimeBranch facts;
    bool apart = false;                // what was before does not lead to its first moment
    std::vector<KeyFrame> frames;      // by tick; never empty
    std::deque<TimeEvent> events;      // by tick
    std::size_t forgotten_events = 0;  // before those; positions of events count them
    std::vector<TimeInput> inputs;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> hashes;  // by tick
    HistorySteps steps;                                           // at its end, while the world is elsewhere
    std::size_t old_frames = 0;                                   // so many of them were thinned already
    std::size_t event_bytes = 0, input_bytes = 0, mark_bytes = 0;
    // Of a record of states: what changed after the key frame before it, or after the changes before it.
    std::deque<PackedChanges> changes;
    std::size_t forgotten_changes = 0;  // before those; KeyFrame::events counts them
    std::size_t changes_bytes = 0;      // since the last key frame

    std::size_t change_count() const { return forgotten_changes + changes.size(); }

    std::size_t event_count() const { return forgotten_events + events.size(); }
    const TimeEvent& event(std::size_t position) const { return events[position - forgotten_events]; }
};

}  // namespace ecs
