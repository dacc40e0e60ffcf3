// A StateRecord is a copy of what a Timeline recorded of a world that somebody else runs (TimelineOptions::by_states).
// World and Timeline go on while another thread makes a tape of it. It is a value, shares its memory with the Timeline,
// and may outlive it.
#pragma once

#include <cstdint>
#include <vector>

#include "ecs/base/progress.hpp"
#include "ecs/base/result.hpp"
#include "ecs/snapshot/packed_snapshot.hpp"
#include "ecs/timeline/time_tape.hpp"

namespace ecs {

class StateRecord {
public:
    /// The first state, and the edits that lead from each state to the next one, without systems. Makes a world of each
    /// state and compares it with the one before, so it takes long; from any thread. An error is for a person.
    /// `progress` counts states.
    Result<TimeTape> tape(Progress* progress = nullptr) const;
    std::uint64_t random() const { return random_; }

private:
    friend class Timeline;
    /// A key frame and what changed until the next one.
    struct Stretch {
        PackedSnapshot world;
        std::vector<PackedChanges> changes;
    };

    std::vector<Stretch> stretches_;
    std::vector<TimeMark> marks_;
    std::vector<MissingTicks> missing_;
    std::uint64_t from_ = 0, last_tick_ = 0, random_ = 0;
};

}  // namespace ecs
