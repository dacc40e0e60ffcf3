// The part of World that changes whole archetypes at once.

#include <algorithm>
#include <cstring>

#include "ecs/storage/dead_rows.hpp"
#include "ecs/world/query.hpp"
#include "ecs/world/row_steps.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

namespace {

// The slot of a handle is prefetched this many handles before its turn: slots may lie anywhere in the index.
constexpr std::size_t slots_ahead = 16;

}  // namespace

void World::create_many(std::span<Entity> out, std::span<const ComponentId> components) {
    if (!may_change("create_many")) {
        std::fill(out.begin(), out.end(), null_entity);
        return;
    }
    Archetype& archetype = archetype_for(components);
    const std::size_t slots_before = slot_count();
    if (!archetype.trivial_) {  // each construction may throw
        std::size_t made = 0;
        try {
            for (; made < out.size(); ++made) out[made] = create_default(archetype, null_entity);
        } catch (...) {
            take_back_new(out.first(made), slots_before);
            throw;
        }
        return;
    }
    index_.reserve_more(out.size());
    std::size_t made = 0;
    try {
        while (made < out.size()) made += create_run(archetype, out.subspan(made));
    } catch (...) {
        take_back_new(out.first(made), slots_before);
        throw;
    }
}

std::size_t World::create_many_at(std::span<const Entity> handles, std::span<const ComponentId> components) {
    if (!may_change("create_many_at")) return 0;
    Archetype& archetype = archetype_for(components);
    const std::size_t slots_before = slot_count();
    std::size_t made = 0;
    try {
        index_.reserve_up_to(handles);
        while (made < handles.size()) {
            const std::size_t count = create_run_at(archetype, handles.subspan(made));
            if (count == 0) break;
            made += count;
        }
    } catch (...) {
        take_back_new(handles.first(made), slots_before);
        throw;
    }
    return made;
}

// As create_run, for given handles. Returns 0 when the first of them is taken.
std::size_t World::create_run_at(Archetype& archetype, std::span<const Entity> handles) {
    if (!index_.can_acquire(handles.front())) return 0;
    if (!archetype.trivial_) {  // each construction may throw
        create_default(archetype, handles.front());
        return 1;
    }
    ensure_room(archetype);
    Chunk* chunk = archetype.last_;
    const std::uint32_t first = chunk->rows, room = chunk->capacity - first;
    const std::size_t count =
        index_.acquire_run_of(handles.first(std::min<std::size_t>(handles.size(), room)), chunk->id, first);
    std::memcpy(chunk->entity_column() + first, handles.data(), count * sizeof(Entity));
    add_default_rows(archetype, *chunk, count);
    return count;
}

// Makes the values of the next rows; their handles are in place.
void World::add_default_rows(Archetype& archetype, Chunk& chunk, std::size_t count) {
    for (const Archetype::ByteColumn& column : archetype.byte_columns_)
        construct_values(*column.type, chunk.at(column.start) + std::size_t{chunk.rows} * column.size, count);
    const std::uint32_t first = chunk.rows;
    chunk.rows += static_cast<std::uint32_t>(count);
    archetype.entity_count_ += count;
    index_.count_alive(static_cast<std::ptrdiff_t>(count));
    structural_changes_ += count;
    chunk.versions[0] = begin_change(archetype.has_name_);
    if (!heard_) return;
    for (std::uint32_t row = first; row < chunk.rows; ++row)
        report({.kind = ChangeKind::Created,
                .entity = chunk.entity_column()[row],
                .from = {},
                .to = location_of(chunk, row)});
}

// Creates as many rows as the last chunk has room for and returns their number. The index must have room for their
// handles.
std::size_t World::create_run(Archetype& archetype, std::span<Entity> out) {
    ensure_room(archetype);
    Chunk* chunk = archetype.last_;
    const std::uint32_t first = chunk->rows;
    const std::size_t count = std::min<std::size_t>(out.size(), chunk->capacity - first);
    index_.acquire_run(out.first(count), chunk->id, first);
    std::memcpy(chunk->entity_column() + first, out.data(), count * sizeof(Entity));
    add_default_rows(archetype, *chunk, count);
    return count;
}

// Undoes a create_many that failed: removes these entities; their handles will be handed out again in the same order.
void World::take_back_new(std::span<const Entity> entities, std::size_t slots_before) {
    for (std::size_t i = entities.size(); i-- > 0;) destroy_one(entities[i], true);
    index_.take_back(entities, slots_before);
}

std::size_t World::destroy_many(std::span<const Entity> entities) {
    if (!may_change("destroy_many")) return 0;
    const std::size_t before = entity_count();
    // One by one when somebody hears of each row, when others may die too, or when few rows of many chunks die.
    if (heard_ || !hierarchy_.empty() || entities.size() < chunks_.size()) {
        for (const Entity entity : entities)
            if (alive(entity)) destroy_subtree(entity, false);
        return before - entity_count();
    }

    DeadRows dead(chunks_.size());
    std::vector<bool> has_dead(archetypes_.size());
    const bool trivial = std::all_of(archetypes_.begin(), archetypes_.end(), [](const auto& archetype) {
        return archetype->trivial_ || archetype->entity_count_ == 0;
    });
    std::size_t destroyed = 0;
    index_.reserve_to_free(entities.size());
    for (std::size_t i = 0; i < entities.size(); ++i) {
        if (i + slots_ahead < entities.size()) index_.prefetch(entities[i + slots_ahead]);
        const Entity entity = entities[i];
        if (!alive(entity)) continue;
        const auto [chunk_id, row] = index_.place_of(entity);
        if (!trivial) destroy_row_values(*chunks_[chunk_id].archetype, {chunks_[chunk_id].chunk, row});
        if (dead.mark(chunk_id, row)) has_dead[chunks_[chunk_id].archetype->id_] = true;
        index_.release(entity);
        ++destroyed;
    }
    index_.count_alive(-static_cast<std::ptrdiff_t>(destroyed));
    structural_changes_ += destroyed;
    for (const auto& archetype : archetypes_)
        if (has_dead[archetype->id_]) close_holes(*archetype, dead);
    return destroyed;
}

// Frees chunks without live rows, and fills the holes of the others with the archetype's last rows.
void World::close_holes(Archetype& archetype, const DeadRows& dead) {
    std::vector<Chunk*>& chunks = archetype.chunks_;
    const std::uint64_t now = begin_change(archetype.has_name_);
    std::size_t kept = 0;
    for (Chunk* chunk : chunks) {
        if (chunk->rows > 0 && dead.count(chunk->id) == chunk->rows) {
            archetype.entity_count_ -= chunk->rows;
            chunk->rows = 0;
            chunk->versions[0] = now;
            if (chunks.size() > 1 || chunk->block_bytes > kept_when_empty_bytes) {
                free_chunk(archetype, chunk);
                continue;
            }
        }
        if (chunk->position != kept) {  // readers that know chunks by position find other rows there
            put_chunk(archetype, chunk, kept);
            chunk->versions[0] = now;
        }
        ++kept;
    }
    chunks.resize(kept);
    archetype.last_ = kept == 0 ? nullptr : chunks.back();
    if (!archetype.last_) return archetype.set_layout(first_block_bytes(archetype.types_));

    for (std::size_t position = 0; position < chunks.size(); ++position) {
        Chunk* chunk = chunks[position];
        if (chunk->rows == 0 || dead.count(chunk->id) == 0) continue;
        for (std::uint32_t row = dead.next(chunk->id, 0, chunk->rows); row < chunk->rows;
             row = dead.next(chunk->id, row + 1, chunk->rows)) {
            while (dead.is_dead(archetype.last_->id, archetype.last_->rows - 1)) {
                const bool done = archetype.last_ == chunk && chunk->rows - 1 == row;
                drop_last_row(archetype, now);
                if (done) return;
            }
            close_hole(chunks_[chunk->id], chunk->id, row, now);
        }
    }
}

std::size_t World::clear_archetype(Archetype& archetype) {
    const std::size_t cleared = archetype.entity_count_;
    while (archetype.entity_count_ > 0) {
        Chunk* last = archetype.last_;
        const std::uint32_t rows = last->rows;
        if (!archetype.trivial_ && heard_)
            for (std::uint32_t row = rows; row-- > 0;)
                report_leaving(last->entity_column()[row], archetype, {last, row});
        for (const Archetype::ByteColumn& column : archetype.byte_columns_)
            destroy_values(*column.type, last->at(column.start), rows);
        for (std::uint32_t row = rows; row-- > 0;) {
            const Entity entity = last->entity_column()[row];
            if (heard_)
                report({.kind = ChangeKind::Destroyed, .entity = entity, .from = location_of(*last, row), .to = {}});
            index_.release(entity);
        }
        index_.count_alive(-static_cast<std::ptrdiff_t>(rows));
        structural_changes_ += rows;
        archetype.entity_count_ -= rows - 1;
        last->rows = 1;
        drop_last_row(archetype, begin_change(archetype.has_name_));
    }
    return cleared;
}

std::size_t World::destroy_all(Query& query) {
    if (!may_change("destroy_all")) return 0;
    if (query.world_ != this) [[unlikely]] {
        fail("World: destroy_all was given a query of another world");
        return 0;
    }
    const std::size_t before = entity_count();
    for (ArchetypeId id : query.archetypes()) {
        Archetype& archetype = *archetypes_[id];
        if (hierarchy_.empty()) {
            clear_archetype(archetype);
            continue;
        }
        std::vector<Entity> doomed;
        doomed.reserve(archetype.entity_count_);
        for (const Chunk* chunk : archetype.chunks_)
            doomed.insert(doomed.end(), chunk->entities().begin(), chunk->entities().end());
        for (Entity entity : doomed)
            if (alive(entity)) destroy_subtree(entity, false);
    }
    return before - entity_count();
}

std::size_t World::add_to_all(Query& query, ComponentId component) {
    if (!may_change("add_to_all") || component == parent_id_) return 0;
    if (query.world_ != this) [[unlikely]] {
        fail("World: add_to_all was given a query of another world");
        return 0;
    }
    if (component >= types_.size()) [[unlikely]] {
        fail("World: add_to_all: no component has the number " + std::to_string(component));
        return 0;
    }
    check_access(*this, component, Access::Write);
    const std::span<const ArchetypeId> found = query.archetypes();
    const std::vector<ArchetypeId> matches(found.begin(), found.end());  // adding makes archetypes, which may match,
                                                                         // too
    std::size_t changed = 0;
    for (ArchetypeId id : matches) {
        Archetype& from = *archetypes_[id];
        if (!from.has(component)) changed += move_all_rows(from, edge(from, component, true), component, true);
    }
    return changed;
}

std::size_t World::remove_from_all(Query& query, ComponentId component) {
    if (!may_change("remove_from_all")) return 0;
    if (query.world_ != this) [[unlikely]] {
        fail("World: remove_from_all was given a query of another world");
        return 0;
    }
    check_access(*this, component, Access::Write);
    const std::span<const ArchetypeId> found = query.archetypes();
    const std::vector<ArchetypeId> matches(found.begin(), found.end());
    std::size_t changed = 0;
    for (ArchetypeId id : matches) {
        Archetype& from = *archetypes_[id];
        if (!from.has(component)) continue;
        if (component != parent_id_) {
            changed += move_all_rows(from, edge(from, component, false), component, false);
            continue;
        }
        while (from.entity_count_ > 0) {
            set_parent(from.last_->entities().back(), null_entity);
            ++changed;
        }
    }
    return changed;
}

std::size_t World::move_all_rows(Archetype& from, Archetype::Edge& step, ComponentId component, bool adding) {
    const std::size_t moved = from.entity_count_;
    const ComponentType& type = types_[component];
    Archetype& to = *step.target;
    if (!type.trivial) {  // each construction may throw
        while (from.entity_count_ > 0) {
            const Entity entity = from.last_->entities().back();
            if (adding)
                add(entity, component);
            else
                move_row(entity, step, component, false);
        }
        return moved;
    }
    while (from.entity_count_ > 0) {
        ensure_room(to);
        if (step.from_block_bytes != from.layout_.block_bytes || step.to_block_bytes != to.layout_.block_bytes)
            Archetype::refresh_offsets(from, step, component);
        Chunk* source = from.last_;
        Chunk* target = to.last_;
        const std::uint32_t count = std::min(source->rows, target->capacity - target->rows);
        const std::uint32_t first = source->rows - count;
        const Entity* entities = source->entity_column() + first;
        std::memcpy(target->entity_column() + target->rows, entities, count * sizeof(Entity));
        for (std::uint32_t i = 0; i < count; ++i) index_.place(entities[i], target->id, target->rows + i);
        for (const Archetype::ColumnCopy& copy : step.copies)
            relocate_values(*from.types_[copy.from_column], target->at(copy.to) + std::size_t{target->rows} * copy.size,
                            source->at(copy.from) + std::size_t{first} * copy.size, count);
        if (step.added_start != no_offset)
            construct_values(type, target->at(step.added_start) + std::size_t{target->rows} * type.size, count);
        if (heard_)
            for (std::uint32_t i = 0; i < count; ++i)
                report({.kind = ChangeKind::Moved,
                        .entity = entities[i],
                        .from = location_of(*source, first + i),
                        .to = location_of(*target, target->rows + i),
                        .component = component,
                        .added = adding,
                        .bytes_copied = step.bytes_copied});
        target->rows += count;
        to.entity_count_ += count;
        const std::uint64_t now = begin_change(from.has_name_ || to.has_name_);
        target->versions[0] = now;
        source->rows = first + 1;
        from.entity_count_ -= count - 1;
        drop_last_row(from, now);
        structural_changes_ += count;
    }
    return moved;
}

}  // namespace ecs
