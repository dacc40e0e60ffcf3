// The parts of World that are compiled into each structural change: what it tells the journal and the observers,
// whether it may happen now, and when it happens. Next to nothing is left of them when nobody listens. Included by
// world.hpp.
#pragma once

#include "ecs/world/world.hpp"

namespace ecs {

inline bool World::may_change(const char* call) const {
    if (iterating_ == 0) [[likely]]
        return true;
    refuse_change(call);
    return false;
}

inline void World::check_unheld([[maybe_unused]] const char* call) const {
#if ECS_ENABLE_ASSERTS
    if (held_) fail_held(call, "");
#endif
}

inline std::uint64_t World::begin_change(bool with_names) {
    const std::uint64_t now = ++version_;
    structure_version_ = now;
    if (with_names) names_version_ = now;
    return now;
}

inline void World::report(const StructuralChange& change) const {
    if (observers_) [[unlikely]]
        report_to_observers(change);
    if (!journal_) return;
    StructuralChange with_cause = change;
    with_cause.tick = tick_;
    with_cause.cause = cause_;
    journal_->record(with_cause);
    if (ChangeListener* listener = journal_->listener()) [[unlikely]]
        listener->changed(*this, with_cause);
}

inline void World::report_leaving(Entity entity, const ComponentType& type, const void* value) const {
    if (observers_ && !type.trivial) [[unlikely]]
        report_lost_value(entity, type, value);
}

inline void World::report_leaving(Entity entity, const Archetype& archetype, Row row) const {
    if (!observers_) [[likely]]
        return;
    for (const Archetype::ByteColumn& column : archetype.byte_columns_)
        report_leaving(entity, *column.type, row.value(column.start, column.size));
}

}  // namespace ecs
