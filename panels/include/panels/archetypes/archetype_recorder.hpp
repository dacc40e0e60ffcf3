// The ArchetypeRecorder keeps the history of each archetype's numbers and of their sums while a world runs. Whoever
// runs the world owns it and calls sample() after each tick, so that a panel that is opened later can show what was
// before; where nobody lends one, the panel keeps its own, with gaps. It reads the world and never changes it. A sample
// looks at `archetypes_a_sample` at most, and only when rows have moved; ArchetypeHistory bounds the memory.
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

    /// Call after each tick, and once a frame for what edits do. `after_pause`: ticks since the last one are a gap.
    void sample(const ecs::World& world, bool after_pause = false);
    /// Another world comes.
    void clear();

    const ArchetypeHistory& each() const { return each_; }
    /// The sums over all archetypes, which stand at id 0.
    const ArchetypeHistory& sums() const { return sums_; }

    /// For tests: how many archetypes the last sample looked at.
    std::size_t last_work() const { return last_work_; }

private:
    bool is_known(const ecs::World& world) const;
    void look_at(const ecs::World& world, std::size_t archetype, bool is_new);

    std::vector<ArchetypeFacts> seen_;  // by archetype id
    ArchetypeFacts totals_;
    ArchetypeHistory each_, sums_;
    const ecs::Archetype* first_ = nullptr;  // of the world that is recorded
    std::uint64_t structure_seen_ = 0;
    std::size_t next_ = 0, left_ = 0;
    bool record_all_ = false;  // changed or not, until all were looked at
    std::size_t last_work_ = 0;
};

}  // namespace panels
