// The part of World that changes where rows lie, but no values.

#include <algorithm>
#include <bit>

#include "ecs/world/world.hpp"

namespace ecs {

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
    if (bytes > kept_when_empty_bytes) return;  // a block of this size is freed when it empties
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
