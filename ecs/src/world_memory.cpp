// The part of World that changes where rows lie without changing what they are, and the move over several components.

#include <algorithm>
#include <bit>

#include "ecs/world.hpp"
#include "row_steps.hpp"

namespace ecs {

bool World::change(Entity entity, std::span<const ComponentId> removed, std::span<const ComponentId> added) {
    if (!may_change("change") || !alive(entity)) return false;
    const auto [chunk_id, row] = index_.place_of(entity);
    Archetype& from = *chunks_[chunk_id].archetype;
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
    Archetype& to = add_archetype(std::move(signature));
    if (&to == &from) return true;
    ensure_room(to);

    // The new values come first, because making them may throw.
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

    const ChunkHome& home = chunks_[chunk_id];
    const Row source{home.chunk, row};
    const std::uint64_t now = begin_change(from.has_name_ || to.has_name_);
    push_row(to, entity, now);
    std::uint32_t bytes_copied = sizeof(Entity);
    for (const Archetype::ByteColumn& column : from.byte_columns_) {
        std::byte* former = source.value(column.start, column.size);
        if (!to.has(column.type->id)) {
            destroy_values(*column.type, former, 1);
            continue;
        }
        relocate_values(*column.type, place.value(to.column_start(column.type->id), column.size), former, 1);
        bytes_copied += column.size;
    }
    ++structural_changes_;
    if (journal_) [[unlikely]]
        report({.kind = ChangeKind::Moved,
                .entity = entity,
                .from = location_of(home, row),
                .to = location_of(place),
                .bytes_copied = bytes_copied});
    close_hole(home, chunk_id, row, now);
    return true;
}

void World::fit_block(ArchetypeId archetype_id, std::size_t bytes) {
    if (!may_change("fit_block") || archetype_id >= archetypes_.size()) return;
    Archetype& archetype = *archetypes_[archetype_id];
    if (archetype.chunks_.size() > 1) return;
    const bool empty = archetype.entity_count_ == 0;
    if (empty && bytes == 0) {
        if (!archetype.last_) return;
        Chunk* given_back = archetype.last_;
        archetype.chunks_.clear();
        archetype.last_ = nullptr;
        free_chunk(archetype, given_back);
        archetype.set_layout(first_block_bytes(archetype.types_));
        ++version_;
        structure_version_ = version_;
        return;
    }
    const std::size_t least = block_bytes_for(archetype.types_, archetype.entity_count_);
    bytes = std::clamp(std::bit_ceil(bytes), least, full_block_bytes(archetype.types_));
    if (empty) bytes = std::min(bytes, std::max<std::size_t>(least, kept_when_empty_bytes));
    if (archetype.last_) {
        if (bytes != archetype.layout_.block_bytes) rehouse(archetype, bytes);
        return;
    }
    if (bytes > kept_when_empty_bytes) return;  // such a block goes when it empties
    archetype.chunks_.reserve(1);
    archetype.versions_.reserve(1);
    Chunk* chunk = make_chunk(archetype, lay_out_chunk(archetype.types_, bytes));
    archetype.set_layout(bytes);
    put_chunk(archetype, chunk, 0);
    structure_version_ = version_;
    if (journal_) report({.kind = ChangeKind::ChunkMade, .entity = {}, .from = {}, .to = location_of(*chunk, 0)});
}

void World::move_chunk(Chunk* old, void* block) noexcept {
    Archetype& archetype = *archetypes_[old->archetype];
    carry_rows(archetype, old, archetype.byte_columns_, new (block) Chunk(*old));
}

void World::gather_blocks() {
    if (!may_change("gather_blocks")) return;
    blocks_.gather([this](void* from, void* to) { move_chunk(static_cast<Chunk*>(from), to); });
}

}  // namespace ecs
