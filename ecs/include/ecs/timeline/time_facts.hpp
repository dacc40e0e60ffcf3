// What a Timeline tells people: branches, marks, how much it holds, and where a replay was not the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ecs/base/entity.hpp"

namespace ecs {

/// Names a branch for good.
using BranchId = std::uint32_t;

struct TimePoint {
    BranchId branch = 0;
    std::uint64_t tick = 0;
    friend bool operator==(const TimePoint&, const TimePoint&) = default;
};

enum class MarkKind : std::uint8_t { Edited, Burst, Alert, Breakpoint, Diverged, Note, Log };

/// Something that happened in a tick.
struct TimeMark {
    std::uint64_t tick = 0;
    MarkKind kind = MarkKind::Note;
    std::string text;
};

/// Ticks that a record of states does not have one by one.
struct MissingTicks {
    std::uint64_t first = 0, last = 0;
    bool thinned = false;  // because of the cap only the moments around them are kept; else nobody saw them
};

/// One line of time. It begins where it leaves its parent; what was before is the parent's.
struct TimeBranch {
    BranchId id = 0;
    std::string name;
    std::optional<BranchId> parent;  // nothing: of the first one, and when the parent was deleted
    std::uint64_t fork_tick = 0;     // where it leaves the parent; without one, where it begins
    std::uint64_t first_tick = 0;    // the first that is still kept of its own ticks
    std::uint64_t last_tick = 0;
    std::vector<TimeMark> marks;  // by tick; beyond TimelineOptions::most_marks the oldest go, lines of a log first
    std::uint64_t dropped_marks = 0;
    std::vector<MissingTicks> missing = {};  // by tick; none where ticks can be run again
    std::uint64_t unseen_ticks = 0;          // likewise: that nobody recorded
};

struct TimelineOptions {
    bool by_states = false;                         // see Timeline
    std::size_t cap_bytes = std::size_t{64} << 20;  // of everything that is kept; more where two key frames need it
    std::uint64_t recent_ticks = 3600;              // these have key frames close together
    double recent_secs = 0.008;                     // of ticks that are run again to reach one of these
    double older_secs = 0.075;                      // likewise of older ones
    double most_secs = 0.25;                        // likewise, when the cap is reached; then the oldest ticks go
    double record_share = 0.03;                     // of the time of a tick that key frames may take
    double hitch_secs = 0.008;                      // key frames that take longer are seldom: see hitch_ticks
    std::uint64_t hitch_ticks = 1800;
    std::uint64_t hash_every = 16;    // ticks, more where a hash takes long; 0: none, so nobody notices
                                      // when a replay differs
    double hash_share = 0.01;         // of the time of a tick that hashes may take
    std::size_t most_marks = 10'000;  // a branch
    std::size_t most_branches = 32;   // the oldest that is not in use goes first
};

struct TimelineStats {
    std::size_t bytes = 0;  // of all that is kept
    std::size_t key_frame_bytes = 0, input_bytes = 0;
    std::size_t key_frames = 0, inputs = 0;  // of all branches
    std::size_t states = 0;                  // between key frames, of a record of states
    std::uint64_t every_tick_from = 0;       // of a record of states: from here on none was thinned
    std::uint64_t unseen_ticks = 0;          // likewise: that nobody recorded, in all branches
    std::uint64_t key_distance = 0;          // ticks between key frames now
    std::uint64_t thinned = 0;               // key frames that were dropped because of their age or of the cap
    std::uint64_t dropped_ticks = 0;         // that can't be reached any more
    std::string why_dropped;                 // for a person; empty: nothing was
    double tick_secs = 0;                    // of the last ticks, mean
    double record_secs = 0;                  // that recording added to each, mean
    double last_seek_secs = 0;
    std::uint64_t last_seek_ticks = 0;  // that were run again
};

/// A replay that was not the same as what was recorded.
struct Divergence {
    TimePoint after;     // here it was still the same
    TimePoint found;     // here it was not
    std::string system;  // that does it; empty: not known
    Entity entity;       // the first that differs; null: not known
    std::string field;   // "Health.hp"
    std::string sentence;
};

}  // namespace ecs
