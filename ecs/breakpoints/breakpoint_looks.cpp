#include "ecs/breakpoints/breakpoint_looks.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "ecs/language/evaluator.hpp"

namespace ecs {

namespace {

Verdict verdict_of(const World& world, ArmedBreakpoint& armed, ArchetypeId archetype, const QueryInputs& inputs) {
    if (archetype == no_archetype) return Verdict::Never;
    Evaluator& evaluator = armed.query->begin(world, inputs);
    if (evaluator.passes_over(world.archetype(archetype))) return Verdict::Never;
    return evaluator.enter(world.archetype(archetype));
}

/// Who has the slot, when the generation is open.
Entity resolved(const World& world, Entity entity) {
    if (entity.generation != 0) return entity;
    return entity.index < world.slot_count() ? world.entity_at_slot(entity.index) : Entity{};
}

}  // namespace

bool differs(const ShownValue& shown, const ComponentType& type, const void* before, const void* now) {
    if (before == nullptr || now == nullptr) return false;
    const auto* a = static_cast<const std::byte*>(before) + shown.offset;
    const auto* b = static_cast<const std::byte*>(now) + shown.offset;
    if (shown.field == nullptr) {
        if (type.fields.empty()) return std::memcmp(before, now, type.size) != 0;
        return std::any_of(type.fields.begin(), type.fields.end(),
                           [&](const Field& field) { return !field_equal(field, before, now); });
    }
    if (shown.field->kind == FieldKind::Struct)
        return !field_equal(*shown.field, a - shown.field->offset, b - shown.field->offset);
    if (shown.field->kind == FieldKind::String)
        return *reinterpret_cast<const std::string*>(a) != *reinterpret_cast<const std::string*>(b);
    return std::memcmp(a, b, shown.size) != 0;
}

void BreakpointLooks::begin_tick(const World& world) {
    if (needs_baseline_) baseline_.advance(world);
}

void BreakpointLooks::look(const World& world, const Schedule& schedule, const LookedAfter& after,
                           std::span<Breakpoint> list, std::vector<BreakpointHit>& hits) {
    if (types_fingerprint(world.types()) != types_) rebind(world, list);
    const bool more = world.journal() != journal_ || (journal_ != nullptr && journal_->total() != journal_read_);
    if (world.version() == version_ && !more) return;
    ++looks;
    again_ = after.again;
    touched_.assign(world.types().size(), 0);
    touched_at_.resize(world.archetype_count());
    due_.clear();
    found_.clear();
    moved_.clear();
    read_journal(world);
    if (restored_) return rebase(world);
    find_written(world);
    find_due(world);
    std::sort(due_.begin(), due_.end());
    for (const std::uint32_t i : due_) ask(world, i);
    for (Found& each : moved_) {
        ArmedBreakpoint& armed = *armed_[each.armed];
        const bool removed = armed.parsed.kind == BreakpointKind::Removed;
        if (removed
                ? !world.alive(each.entity) || armed.query->matches(world, each.entity, inputs)
                : armed.parsed.kind != BreakpointKind::Destroyed && !armed.query->matches(world, each.entity, inputs))
            continue;
        found_.push_back(std::move(each));
    }
    const std::size_t first = hits.size();
    report(world, schedule, after, list, hits);  // before the copies are those of now
    found_.clear();
    copy_columns(world, true);
    report(world, schedule, after, list, hits);
    forget_copies_of_left(world);
    std::stable_sort(hits.begin() + static_cast<std::ptrdiff_t>(first), hits.end(),
                     [](const BreakpointHit& a, const BreakpointHit& b) { return a.breakpoint < b.breakpoint; });
    version_ = world.version();
}

void BreakpointLooks::read_journal(const World& world) {
    if (world.journal() != journal_) {  // nobody knows what the other one missed
        journal_ = world.journal();
        journal_read_ = journal_ == nullptr ? 0 : journal_->total();
        for (ArchetypeId id = 0; id < world.archetype_count(); ++id) touch(world, id);
        any_may_have_left_ = true;
        return;
    }
    if (journal_ == nullptr) return;
    const std::uint64_t total = journal_->total();
    std::uint64_t fresh = total - journal_read_;
    if (fresh > journal_->size()) {
        missed += fresh - journal_->size();
        fresh = journal_->size();
        any_may_have_left_ = true;
        for (ArchetypeId id = 0; id < world.archetype_count(); ++id) touch(world, id);
    }
    journal_read_ = total;
    for (std::size_t i = journal_->size() - static_cast<std::size_t>(fresh); i < journal_->size(); ++i)
        read_change(world, (*journal_)[i]);
}

void BreakpointLooks::read_change(const World& world, const StructuralChange& change) {
    if (change.kind == ChangeKind::Restored) {
        restored_ = true;
        return;
    }
    if (change.from.archetype != no_archetype) touch(world, change.from.archetype);
    if (change.to.archetype != no_archetype) touch(world, change.to.archetype);
    if (change.kind == ChangeKind::Destroyed || change.kind == ChangeKind::Moved) left_.push_back(change.entity);
    if (structural_.empty()) return;
    if (change.kind != ChangeKind::Created && change.kind != ChangeKind::Destroyed && change.kind != ChangeKind::Moved)
        return;
    for (const std::uint32_t i : waiting_for(world, change)) moved_.push_back({i, change.entity, change.cause, true});
}

const std::vector<std::uint32_t>& BreakpointLooks::waiting_for(const World& world, const StructuralChange& change) {
    const std::uint64_t key = (std::uint64_t{change.from.archetype} << 32 | change.to.archetype) * 3 +
                              static_cast<std::uint64_t>(change.kind);
    const auto [found, is_new] = waiting_.try_emplace(key);
    if (!is_new) return found->second;
    const ArchetypeId from = change.kind == ChangeKind::Created ? no_archetype : change.from.archetype;
    const ArchetypeId to = change.kind == ChangeKind::Destroyed ? no_archetype : change.to.archetype;
    for (const std::uint32_t i : structural_) {
        ArmedBreakpoint& armed = *armed_[i];
        const Verdict before = verdict_of(world, armed, from, inputs), now = verdict_of(world, armed, to, inputs);
        const bool did = before != Verdict::Never, does = now != Verdict::Never;
        bool waits = false;
        switch (armed.parsed.kind) {
            case BreakpointKind::Added:
                waits = does && !did && from != to;
                break;
            case BreakpointKind::Removed:
                waits = did && !does && change.kind == ChangeKind::Moved;
                break;
            case BreakpointKind::Destroyed:
                waits = did && change.kind == ChangeKind::Destroyed;
                break;
            default:
                waits = does && change.kind == ChangeKind::Moved && from != to;
        }
        if (waits) found->second.push_back(i);
    }
    return found->second;
}

void BreakpointLooks::touch(const World& world, ArchetypeId archetype) {
    if (touched_at_[archetype] == looks) return;
    touched_at_[archetype] = looks;
    for (const ComponentId component : world.archetype(archetype).components())
        if (component < touched_.size()) touched_[component] = 1;
}

void BreakpointLooks::find_written(const World& world) {
    for (std::size_t id = watched_columns_.size(); id < world.archetype_count(); ++id) {
        watched_columns_.emplace_back();
        const std::span<const ComponentId> components = world.archetype(static_cast<ArchetypeId>(id)).components();
        for (std::size_t column = 0; column < components.size(); ++column) {
            const ComponentId component = components[column];
            if (!readers_[component].empty() || !groups_of_[component].empty() || !changes_[component].empty() ||
                copies_[component])
                watched_columns_.back().emplace_back(static_cast<int>(column), component);
        }
    }
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        if (archetype.entity_count() == 0) continue;
        // The versions of a chunk lie side by side, so each chunk is looked at once, for what was not found yet.
        unwritten_.clear();
        for (const auto& each : watched_columns_[id])
            if (touched_[each.second] == 0) unwritten_.push_back(each);
        const std::size_t chunks = archetype.chunk_count();
        for (std::size_t chunk = 0; chunk < chunks && !unwritten_.empty(); ++chunk)
            for (std::size_t i = unwritten_.size(); i-- > 0;) {
                if (archetype.column_version(chunk, unwritten_[i].first) <= version_) continue;
                touched_[unwritten_[i].second] = 1;
                unwritten_[i] = unwritten_.back();
                unwritten_.pop_back();
            }
    }
}

void BreakpointLooks::make_due(std::uint32_t i) {
    ArmedBreakpoint& armed = *armed_[i];
    if (armed.due_at == looks) return;
    armed.due_at = looks;
    due_.push_back(i);
}

const ColumnRanges::Range& BreakpointLooks::range_of(const Group& group) const {
    return ranges_[group.field.component]->range(group.number);
}

/// Who matched before may have ceased to.
bool BreakpointLooks::must_ask(const ArmedBreakpoint& armed) const {
    if (armed.group == ArmedBreakpoint::no_group || armed.matches.count() > 0) return true;
    const ColumnRanges::Range& range = range_of(groups_[armed.group]);
    return armed.low <= range.greatest && armed.high >= range.least;
}

void BreakpointLooks::find_due(const World& world) {
    // Another column may be written first that the same condition reads.
    for (ComponentId component = 0; component < touched_.size(); ++component)
        if (ranges_[component] && (touched_[component] != 0 || ranges_[component]->never_read()))
            chunks_asked += ranges_[component]->update(world);
    for (ComponentId component = 0; component < touched_.size(); ++component) {
        if (touched_[component] == 0) continue;
        for (const std::uint32_t i : readers_[component])
            if (must_ask(*armed_[i])) make_due(i);
        for (const std::uint32_t number : groups_of_[component]) {
            Group& group = groups_[number];
            const auto [least, greatest] = range_of(group);
            for (const Bounded& each : group.below) {
                if (each.bound < least) break;
                make_due(each.armed);
            }
            for (const Bounded& each : group.above) {
                if (each.bound > greatest) break;
                make_due(each.armed);
            }
            for (const std::uint32_t i : group.others)
                if (must_ask(*armed_[i])) make_due(i);
            for (const std::uint32_t i : group.holding) make_due(i);
        }
    }
    const bool moved = std::exchange(structure_seen_, world.structure_version()) != world.structure_version();
    for (const std::uint32_t i : any_write_)
        if (moved || !armed_[i]->only_id) make_due(i);
}

void BreakpointLooks::ask(const World& world, std::uint32_t i) {
    ArmedBreakpoint& armed = *armed_[i];
    if (armed.pinned) return ask_pinned(world, i);
    if (!armed.is_condition()) return;
    chunks_asked += armed.matches.update(world, *armed.query, inputs, &edges_);
    if (armed.group != ArmedBreakpoint::no_group) {
        std::vector<std::uint32_t>& holding = groups_[armed.group].holding;
        const auto known = std::find(holding.begin(), holding.end(), i);
        if (armed.matches.count() > 0 && known == holding.end()) holding.push_back(i);
        if (armed.matches.count() == 0 && known != holding.end()) holding.erase(known);
    }
    if (armed.parsed.kind == BreakpointKind::Holds)
        for (const Entity entity : edges_.entered) found_.push_back({i, entity});
    if (armed.parsed.kind == BreakpointKind::Destroyed)
        for (const Entity entity : edges_.left)
            if (!world.alive(entity)) found_.push_back({i, entity});
}

void BreakpointLooks::ask_pinned(const World& world, std::uint32_t i) {
    ArmedBreakpoint& armed = *armed_[i];
    const Entity entity = resolved(world, *armed.pinned);
    const bool same = entity == armed.pinned_last;
    const bool holds = world.alive(entity) && (armed.only_id || armed.query->matches(world, entity, inputs));
    armed.pinned_before.swap(armed.pinned_values);
    if (!same) armed.pinned_before.clear();
    armed.pinned_values.clear();
    for (const ShownValue& shown : armed.shown) {
        const void* const value = world.alive(entity) ? world.get(entity, shown.component) : nullptr;
        armed.pinned_values.push_back(value == nullptr ? Value() : Value(world.types()[shown.component], value));
    }
    switch (armed.parsed.kind) {
        case BreakpointKind::Holds:
            if (holds && !(same && armed.pinned_holds)) found_.push_back({i, entity});
            break;
        case BreakpointKind::Destroyed:
            if (armed.pinned_holds && !world.alive(armed.pinned_last)) found_.push_back({i, armed.pinned_last});
            break;
        case BreakpointKind::Change:
            if (holds && same && !armed.pinned_before.empty() && armed.pinned_before[0] && armed.pinned_values[0] &&
                differs(armed.shown[0], armed.pinned_values[0].type(), armed.pinned_before[0].data(),
                        armed.pinned_values[0].data()))
                found_.push_back({i, entity});
            break;
        default:
            break;
    }
    armed.pinned_holds = holds;
    armed.pinned_last = entity;
}

void BreakpointLooks::copy_columns(const World& world, bool tell) {
    for (ComponentId component = 0; component < copies_.size(); ++component) {
        if (!copies_[component] || touched_[component] == 0) continue;
        RecordedColumn& column = *copies_[component];
        column.resize(world.slot_count());
        if (tell)
            for (const std::uint32_t i : changes_[component]) {
                ArmedBreakpoint& armed = *armed_[i];
                armed.where.clear();
                if (armed.query) armed.matches.collect(armed.where, std::numeric_limits<std::size_t>::max());
                std::sort(armed.where.begin(), armed.where.end());
            }
        for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
            const Archetype& archetype = world.archetype(id);
            const int position = archetype.column_of(component);
            if (position == no_column || archetype.entity_count() == 0) continue;
            for (std::size_t chunk = 0; chunk < archetype.chunk_count(); ++chunk)
                if (archetype.column_version(chunk, position) > copied_at_[component])
                    copy_chunk(world, column, archetype, chunk, static_cast<std::size_t>(position), tell);
        }
        copied_at_[component] = world.version();
    }
}

void BreakpointLooks::forget_copies_of_left(const World& world) {
    const std::vector<Entity> left = std::exchange(left_, {});
    const bool any = std::exchange(any_may_have_left_, false);
    if (left.empty() && !any) return;
    for (ComponentId component = 0; component < copies_.size(); ++component) {
        if (!copies_[component]) continue;
        std::vector<std::uint32_t>& generations = copies_[component]->generations;
        const auto forget = [&](std::uint32_t slot) {
            const Entity known{slot, generations[slot]};
            if (known && (!world.alive(known) || !world.has(known, component))) generations[slot] = 0;
        };
        if (any)
            for (std::uint32_t slot = 0; slot < generations.size(); ++slot) forget(slot);
        else
            for (const Entity each : left)
                if (each.index < generations.size()) forget(each.index);
    }
}

void BreakpointLooks::copy_chunk(const World&, RecordedColumn& column, const Archetype& archetype, std::size_t chunk,
                                 std::size_t position, bool tell) {
    const ComponentType& type = column.type;
    const std::span<const Entity> entities = archetype.chunk(chunk).entities();
    const std::byte* value = archetype.column_data(chunk, position);
    const std::vector<std::uint32_t>& waiting = changes_[type.id];
    for (std::size_t row = 0; row < entities.size(); ++row, value += type.size) {
        const Entity entity = entities[row];
        const bool known = column.generations[entity.index] == entity.generation;
        column.generations[entity.index] = entity.generation;
        std::byte* const copy = column.in_bytes ? column.bytes.data() + std::size_t{entity.index} * type.size : nullptr;
        if (known && copy != nullptr && std::memcmp(copy, value, type.size) == 0) continue;
        if (known && tell) {
            const void* const before = column.copy_of(entity.index);
            for (const std::uint32_t i : waiting) {
                ArmedBreakpoint& armed = *armed_[i];
                if (!differs(armed.shown[0], type, before, value)) continue;
                if (armed.query && !std::binary_search(armed.where.begin(), armed.where.end(), entity)) continue;
                ++armed.found;
                const bool shown = armed.found == 1 || armed.found + armed.count.of(again_) == armed.times;
                found_.push_back({i, entity, 0, false, shown ? Value(type, before) : Value()});
            }
        }
        if (copy != nullptr)
            std::memcpy(copy, value, type.size);
        else
            column.values[entity.index] = Value(type, value);
    }
}

}  // namespace ecs
