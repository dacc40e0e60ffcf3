#include "panels/archetypes/archetype_recorder.hpp"

#include <algorithm>

namespace panels {

void ArchetypeRecorder::clear() { *this = {}; }

bool ArchetypeRecorder::is_known(const ecs::World& world) const {
    return seen_.empty() || (world.archetype_count() >= seen_.size() && &world.archetype(0) == first_ &&
                             world.structure_version() >= structure_seen_);
}

void ArchetypeRecorder::sample(const ecs::World& world, bool after_pause) {
    if (!is_known(world)) clear();
    const std::uint64_t tick = world.tick();
    sums_.look(tick, after_pause);
    if (each_.look(tick, after_pause)) {
        record_all_ = true;
        left_ = seen_.size();
    }
    last_work_ = 0;
    const std::size_t count = world.archetype_count();
    if (count > 0) first_ = &world.archetype(0);
    for (; seen_.size() < count && last_work_ < archetypes_a_sample; ++last_work_) {
        seen_.emplace_back();
        look_at(world, seen_.size() - 1, true);
    }
    if (world.structure_version() != structure_seen_) {
        structure_seen_ = world.structure_version();
        left_ = seen_.size();
    }
    for (; left_ > 0 && last_work_ < archetypes_a_sample; --left_, ++last_work_) {
        if (next_ >= seen_.size()) next_ = 0;
        look_at(world, next_++, false);
    }
    if (left_ == 0) record_all_ = false;

    const ArchetypeSample* last = sums_.at(0, tick);
    if (last == nullptr || last->facts != totals_) sums_.record(0, tick, totals_);
}

void ArchetypeRecorder::look_at(const ecs::World& world, std::size_t archetype, bool is_new) {
    const auto id = static_cast<ecs::ArchetypeId>(archetype);
    const ArchetypeFacts now = facts_of(world.archetype(id));
    ArchetypeFacts& before = seen_[archetype];
    if (is_new || record_all_ || now != before) each_.record(id, world.tick(), now);
    if (now == before) return;
    totals_.add_difference(before, now);
    before = now;
}

}  // namespace panels
