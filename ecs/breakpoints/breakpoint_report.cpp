// The part of BreakpointLooks that says what has come true: who did it, and what the value was.
#include <algorithm>
#include <utility>

#include "ecs/breakpoints/breakpoint_looks.hpp"
#include "ecs/world/observers.hpp"

namespace ecs {

const void* BreakpointLooks::copy_of(const World&, ComponentId component, Entity entity) const {
    if (component >= copies_.size() || !copies_[component]) return nullptr;
    const RecordedColumn& column = *copies_[component];
    if (entity.index >= column.generations.size() || column.generations[entity.index] != entity.generation)
        return nullptr;
    return column.copy_of(entity.index);
}

void BreakpointLooks::report(const World& world, const Schedule& schedule, const LookedAfter& after,
                             std::span<Breakpoint> list, std::vector<BreakpointHit>& hits) {
    std::stable_sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) { return a.armed < b.armed; });
    for (std::size_t first = 0; first < found_.size();) {
        ArmedBreakpoint& armed = *armed_[found_[first].armed];
        std::size_t end = first;
        while (end < found_.size() && found_[end].armed == found_[first].armed) ++end;
        const std::uint64_t count = end - first;
        Breakpoint& breakpoint = list[armed.position];
        std::uint64_t& counted = armed.count.of(again_);
        if (counted + count >= armed.times) {
            const std::uint64_t which = armed.times - counted - 1;
            BreakpointHit hit;
            hit.breakpoint = armed.id;
            hit.kind = armed.parsed.kind;
            hit.tick = world.tick();
            hit.number = again_ ? 0 : breakpoint.hits + which + 1;
            hit.more = static_cast<std::size_t>(count - 1);
            describe(world, schedule, after, armed, found_[first + static_cast<std::size_t>(which)], hit);
            hits.push_back(std::move(hit));
            counted = 0;
        } else {
            counted += count;
        }
        if (!again_) breakpoint.hits += count;
        armed.found = 0;
        first = end;
    }
}

void BreakpointLooks::describe(const World& world, const Schedule& schedule, const LookedAfter& after,
                               const ArmedBreakpoint& armed, const Found& found, BreakpointHit& hit) const {
    hit.entity = found.entity;
    if (const void* const name = world.alive(found.entity) ? world.get(found.entity, world.name_id())
                                                           : copy_of(world, world.name_id(), found.entity))
        hit.entity_name = static_cast<const Name*>(name)->value;
    if (found.by_cause) {
        hit.writer_name = world.cause_name(found.cause);
        const Observers* const observers = world.find_observers();
        hit.writer = schedule.find(hit.writer_name) != nullptr                      ? WriterKind::BySystem
                     : observers != nullptr && observers->has_hook(hit.writer_name) ? WriterKind::ByHook
                     : found.cause == 0                                             ? WriterKind::Direct
                                                                                    : WriterKind::ByStep;
        if (hit.writer == WriterKind::Direct) hit.writer_name.clear();
    } else {
        name_writer(world, after, armed, found.entity, hit);
    }
    // What is different says best why it came true; then what came or went.
    enum class Says { Nothing, Same, OneSide, Differs };
    const ShownValue* chosen = nullptr;
    Says best = Says::Nothing;
    for (std::size_t i = 0; i < armed.shown.size() && best != Says::Differs; ++i) {
        const ShownValue& shown = armed.shown[i];
        const ComponentType& type = world.types()[shown.component];
        const void* const now = world.alive(found.entity) ? world.get(found.entity, shown.component) : nullptr;
        const void* before = found.before ? found.before.data() : copy_of(world, shown.component, found.entity);
        if (armed.pinned) before = i < armed.pinned_before.size() ? armed.pinned_before[i].data() : nullptr;
        if (now == nullptr && before == nullptr) continue;
        const Says says = now == nullptr || before == nullptr ? Says::OneSide
                          : differs(shown, type, before, now) ? Says::Differs
                                                              : Says::Same;
        if (says <= best) continue;
        best = says;
        chosen = &shown;
        hit.before = before == nullptr ? Value() : Value(type, before);
        hit.after = now == nullptr ? Value() : Value(type, now);
    }
    if (chosen == nullptr) return;
    hit.same = best == Says::Same;
    hit.field = chosen->text;
    hit.shown = chosen->field;
    hit.offset = chosen->offset;
    hit.member = chosen->member;
}

/// Of a stage, the system did it that declares to write what the breakpoint reads: no two of them write the same
/// component. Where several do, it is the last one in order that changed a value of the entity.
void BreakpointLooks::name_writer(const World& world, const LookedAfter& after, const ArmedBreakpoint& armed,
                                  Entity entity, BreakpointHit& hit) const {
    hit.writer = after.kind;
    hit.writer_name = after.name;
    const auto about = [&](const System& system, bool changed) {
        return std::any_of(
            system.description.accesses.begin(), system.description.accesses.end(), [&](const SystemAccess& access) {
                if (access.access != Access::Write) return false;
                if (armed.parsed.kind == BreakpointKind::Change && access.component != armed.field.component)
                    return false;
                if (std::find(armed.reads.begin(), armed.reads.end(), access.component) == armed.reads.end())
                    return false;
                if (!changed || access.component >= touched_.size() || touched_[access.component] == 0) return !changed;
                const void* const before = copy_of(world, access.component, entity);
                const void* const now = world.alive(entity) ? world.get(entity, access.component) : nullptr;
                if (before == nullptr || now == nullptr) return true;
                const ComponentType& type = world.types()[access.component];
                return std::any_of(type.fields.begin(), type.fields.end(),
                                   [&](const Field& field) { return !field_equal(field, before, now); });
            });
    };
    for (const bool changed : {true, false})
        for (auto each = after.stage.rbegin(); each != after.stage.rend(); ++each)
            if (about(**each, changed)) {
                hit.writer_name = (*each)->description.name;
                return;
            }
}

}  // namespace ecs
