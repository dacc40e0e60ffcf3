// The history of an archetype's numbers: the facts of each archetype at each recorded tick. A sample is stored only
// when something changed, and holds until the next one. Memory is bounded: the oldest samples of an archetype are
// dropped first, and dropped() counts them. Ticks without recording (the panel was hidden) are gaps, not guesses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "panels/archetypes/archetype_facts.hpp"

namespace panels {

struct ArchetypeSample {
    std::uint64_t tick = 0;
    ArchetypeFacts facts;
};

/// Ticks [first, last] without recording.
struct TickGap {
    std::uint64_t first = 0, last = 0;
};

class ArchetypeHistory {
public:
    /// Limit of samples of all archetypes together, unless so many archetypes exist that each has `fewest` of its
    /// own.
    static constexpr std::size_t samples_max = 60'000;
    static constexpr std::size_t most = 512, fewest = 4;  // of one archetype
    static constexpr std::size_t gaps_max = 32;

    void clear();
    /// Records that somebody looks at this tick, and did so in the last frame unless `after_pause`. Call it before
    /// record(). Returns whether the world went back to an earlier tick: later samples were dropped, and everything
    /// must be recorded again.
    bool look(std::uint64_t tick, bool after_pause);
    /// Records a sample; replaces an earlier one of the same tick. A sample holds the facts at the end of its tick.
    void record(ecs::ArchetypeId archetype, std::uint64_t tick, const ArchetypeFacts& facts);

    /// Oldest first.
    std::span<const ArchetypeSample> samples(ecs::ArchetypeId archetype) const;
    /// Number of dropped older samples of the archetype.
    std::uint64_t dropped(ecs::ArchetypeId archetype) const;
    /// The facts at the end of a tick; null before the oldest sample.
    const ArchetypeSample* at(ecs::ArchetypeId archetype, std::uint64_t tick) const;
    std::span<const TickGap> gaps() const { return gaps_; }
    /// The first recorded tick. The next function gives the last.
    std::uint64_t first_tick() const { return first_tick_; }
    std::uint64_t last_tick() const { return last_tick_; }
    std::size_t sample_count() const { return sample_count_; }

private:
    struct Line {
        std::vector<ArchetypeSample> samples;
        std::uint64_t dropped = 0;
    };
    std::size_t limit() const;
    void forget_after(std::uint64_t tick);
    void drop_oldest(Line& line, std::size_t count);

    std::vector<Line> lines_;  // by archetype id
    std::size_t sample_count_ = 0;
    std::vector<TickGap> gaps_;
    std::uint64_t first_tick_ = 0, last_tick_ = 0;
    bool looked_ = false;
};

}  // namespace panels
