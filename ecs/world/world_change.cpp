// The part of World that changes several components of a row at once.

#include <algorithm>
#include <new>

#include "ecs/world/row_steps.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

Archetype& World::archetype_after(const Archetype& from, std::span<const ComponentId> removed,
                                  std::span<const ComponentId> added) {
    std::vector<ComponentId> signature = from.components_;
    for (const ComponentId component : removed) {
        if (component == parent_id_ || !from.has(component)) continue;
        check_access(*this, component, Access::Write);
        std::erase(signature, component);
    }
    for (const ComponentId component : added) {
        if (component == parent_id_) continue;
        check_access(*this, component, Access::Write);
        const auto at = std::lower_bound(signature.begin(), signature.end(), component);
        if (at == signature.end() || *at != component) signature.insert(at, component);
    }
    return add_archetype(std::move(signature));
}

bool World::change(Entity entity, std::span<const ComponentId> removed, std::span<const ComponentId> added) {
    if (!may_change("change") || !alive(entity)) return false;
    const Archetype& from = *chunks_[index_.chunk_id(entity)].archetype;
    Archetype& to = archetype_after(from, removed, added);
    if (&to == &from) return true;
    ensure_room(to);

    // New values come first, because making them may throw.
    const Row place{to.last_, to.last_->rows};
    std::size_t made = 0;
    const std::vector<Archetype::ByteColumn>& columns = to.byte_columns_;
    const auto is_new = [&](std::size_t column) { return !from.has(columns[column].type->id); };
    const auto value = [&](std::size_t column) { return place.value(columns[column].start, columns[column].size); };
    try {
        for (; made < columns.size(); ++made)
            if (is_new(made)) construct_values(*columns[made].type, value(made), 1);
    } catch (...) {
        while (made-- > 0)
            if (is_new(made)) destroy_values(*columns[made].type, value(made), 1);
        if (to.last_->rows == 0) drop_empty_chunk(to);
        throw;
    }
    finish_change(entity, to);
    return true;
}

void World::finish_change(Entity entity, Archetype& to) {
    const auto [chunk_id, row] = index_.place_of(entity);
    const ChunkHome& home = chunks_[chunk_id];
    const Archetype& from = *home.archetype;
    const Row source{home.chunk, row};
    const std::uint64_t now = begin_change(from.has_name_ || to.has_name_);
    const Row place = push_row(to, entity, now);
    std::uint32_t bytes_copied = sizeof(Entity);
    for (const Archetype::ByteColumn& column : from.byte_columns_) {
        std::byte* former = source.value(column.start, column.size);
        if (!to.has(column.type->id)) {
            report_leaving(entity, *column.type, former);
            destroy_values(*column.type, former, 1);
            continue;
        }
        relocate_values(*column.type, place.value(to.column_start(column.type->id), column.size), former, 1);
        bytes_copied += column.size;
    }
    ++structural_changes_;
    if (heard_) [[unlikely]]
        report({.kind = ChangeKind::Moved,
                .entity = entity,
                .from = location_of(home, row),
                .to = location_of(place),
                .bytes_copied = bytes_copied});
    close_hole(home, chunk_id, row, now);
}

void World::change_many(std::span<const RowChange> changes) {
    if (!may_change("change_many")) return;
    // Neighbours usually make the same step.
    struct Step {
        const Archetype* from = nullptr;
        std::span<const ComponentId> removed, added;
        Archetype* to = nullptr;
    } step;
    const auto same = [](std::span<const ComponentId> a, std::span<const ComponentId> b) {
        return a.data() == b.data() && a.size() == b.size();
    };
    std::vector<Archetype*> targets(changes.size());
    std::vector<PendingRoom> rooms;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const RowChange& change = changes[i];
        if (!alive(change.entity)) continue;
        const Archetype& from = *chunks_[index_.chunk_id(change.entity)].archetype;
        if (&from != step.from || !same(change.removed, step.removed) || !same(change.added, step.added)) {
            for (const ComponentId component : change.added)
                if (!types_[component].trivial)
                    return fail("World: change_many was to add " + types_[component].name + ", which is not trivial");
            step = {&from, change.removed, change.added, &archetype_after(from, change.removed, change.added)};
            rooms.resize(archetypes_.size());
        }
        if (step.to == &from) continue;
        targets[i] = step.to;
        ++rooms[step.to->id_].rows;
    }
    const BlockPool::Hold hold(blocks_);
    reserve_rooms(rooms, hold);

    // From here on nothing can fail.
    for (std::size_t i = 0; i < changes.size(); ++i) {
        if (!targets[i]) continue;
        Archetype& to = *targets[i];
        make_pending_room(to, rooms[to.id_]);
        ensure_room(to);
        const Row place{to.last_, to.last_->rows};
        const Archetype& from = *chunks_[index_.chunk_id(changes[i].entity)].archetype;
        for (const Archetype::ByteColumn& column : to.byte_columns_)
            if (!from.has(column.type->id)) construct_values(*column.type, place.value(column.start, column.size), 1);
        finish_change(changes[i].entity, to);
    }
}

void World::reserve_rooms(std::vector<PendingRoom>& by_archetype, const BlockPool::Hold&) {
    std::size_t new_chunks = 0, new_blocks = 0, max_columns = 0;
    for (ArchetypeId id = 0; id < by_archetype.size(); ++id) {
        PendingRoom& room = by_archetype[id];
        if (room.rows == 0) continue;
        Archetype& archetype = *archetypes_[id];
        const std::size_t rows = archetype.entity_count_ + room.rows;
        const std::size_t present = archetype.chunks_.size();
        const std::size_t present_bytes = present == 0 ? 0 : archetype.layout_.block_bytes;
        room.block_bytes = std::max(block_bytes_for(archetype.types_, rows), present_bytes);
        const std::size_t capacity = lay_out_chunk(archetype.types_, room.block_bytes).capacity;
        room.chunks = std::max((rows + capacity - 1) / capacity, present);
        room.blocks = room.chunks - (room.block_bytes == present_bytes ? present : 0);
        archetype.chunks_.reserve(room.chunks);
        archetype.versions_.reserve(room.chunks);
        new_chunks += room.chunks - present;
        new_blocks += room.blocks;
        max_columns = std::max(max_columns, archetype.byte_columns_.size());
    }
    former_columns_.reserve(max_columns);
    const std::size_t new_ids = new_chunks - std::min(new_chunks, free_chunk_ids_.size());
    if (chunks_.size() + new_ids > EntityIndex::max_chunks) throw std::bad_alloc();
    chunks_.reserve(chunks_.size() + new_ids);
    free_chunk_ids_.reserve(chunks_.capacity());

    struct Taken {
        void* block;
        std::size_t bytes, align;
    };
    std::vector<Taken> taken;
    taken.reserve(new_blocks);
    const auto give_all_back = [&] {
        for (const Taken& each : taken) blocks_.give_back(each.block, each.bytes, each.align);
    };
    try {
        for (ArchetypeId id = 0; id < by_archetype.size(); ++id) {
            const PendingRoom& room = by_archetype[id];
            const std::size_t align = archetypes_[id]->block_align_;
            for (std::size_t i = 0; i < room.blocks; ++i)
                taken.push_back({blocks_.take(room.block_bytes, align), room.block_bytes, align});
        }
    } catch (...) {
        give_all_back();
        throw;
    }
    give_all_back();
}

// Takes the size at once that the block would reach step by step.
void World::make_pending_room(Archetype& archetype, PendingRoom& room) {
    if (room.block_bytes == 0) return;
    if (!archetype.last_)
        archetype.set_layout(room.block_bytes);
    else if (archetype.layout_.block_bytes != room.block_bytes)
        rehouse(archetype, room.block_bytes);
    room.block_bytes = 0;
}

}  // namespace ecs
