// The ArchetypeRecorder keeps the history of each archetype's numbers and of their sums while a world runs. The
// program that runs the world owns it and calls sample() after each tick, so that a panel opened later can show
// earlier ticks. Without such a program the panel has its own recorder, with gaps. The recorder reads the world and
// never changes it. A sample looks at `archetypes_a_sample` archetypes at most, and only when rows have moved;
// ArchetypeHistory bounds the memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ecs/world/world.hpp"
#include "panels/archetypes/archetype_history.hpp"

namespace panels {

class ArchetypeRecorder {
public:
    static constexpr std::size_t archetypes_a_sample = 1024;

    /// Call it after each tick, and once a frame for the effect of edits. `after_pause`: the ticks since the last
    /// sample are a gap.
    void sample(const ecs::World& world, bool after_pause = false);
    /// Call it when another world comes: forgets everything.
    void clear();

    const ArchetypeHistory& each() const { return each_; }
    /// The history of the sums over all archetypes, stored under id 0.
    const ArchetypeHistory& sums() const { return sums_; }

    /// For tests: number of archetypes that the last sample read.
    std::size_t last_work() const { return last_work_; }

private:
    bool is_known(const ecs::World& world) const;
    void look_at(const ecs::World& world, std::size_t archetype, bool is_new);

    std::vector<ArchetypeFacts> seen_;  // by archetype id
    ArchetypeFacts totals_;
    ArchetypeHistory each_, sums_;
    const ecs::Archetype* first_ = nullptr;  // of the recorded world
    std::uint64_t structure_seen_ = 0;
    std::size_t next_ = 0, left_ = 0;
    bool record_all_ = false;  // record all archetypes, changed or not, until each was read
    std::size_t last_work_ = 0;
};

}  // namespace panels
