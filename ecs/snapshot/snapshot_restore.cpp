// Restores snapshots. Everything that can fail happens first and changes nothing visible: new chunks are filled
// beside the present ones, tables get their memory. Then everything is put in place, which cannot fail.

#include <algorithm>
#include <memory>

#include "ecs/base/stream_copy.hpp"
#include "ecs/snapshot/snapshot_store.hpp"
#include "ecs/types/by_fields.hpp"
#include "ecs/world/observers.hpp"

namespace ecs {

namespace {

std::size_t block_bytes_in(const SnapshotContent& target, const Archetype& archetype) {
    if (archetype.id() >= target.archetypes.size()) return first_block_bytes(archetype.types());
    return target.archetypes[archetype.id()].layout->layout.block_bytes;
}

/// See left_out.hpp. No code of the component runs for values that stand for others, perhaps on another thread.
void make_stand_in(ComponentType& type) {
    type.cpp_key = 0;
    type.ops = ops_by_fields();
    type.ops.copy = nullptr;
}

}  // namespace

Result<std::size_t> SnapshotStore::restore(const SnapshotContent& target) {
    if (world_.iterating()) {
        fail("Snapshots: restore was called while a query iterates");
        return Error{"nothing can be restored while a query iterates"};
    }
    if (target.pool != pool_) return Error{"this snapshot was taken of another world"};

    Journal* const journal = std::exchange(world_.journal_, nullptr);  // the journal records the whole restore, not
                                                                       // single chunks
    try {
        prepare(target);
    } catch (...) {
        abandon();
        world_.journal_ = journal;
        throw;
    }
    commit(target);
    world_.journal_ = journal;
    if (journal) world_.report({.kind = ChangeKind::Restored, .entity = {}, .from = {}, .to = {}});
    if (world_.observers_) world_.observers_->restored();
    ++stats_.restored;
    stats_.chunks_restored += rewrites_.size();
    return rewrites_.size();
}

void SnapshotStore::prepare(const SnapshotContent& target) {
    rewrites_.clear();
    seen_.resize(std::max(seen_.size(), world_.archetype_count()));
    for (const auto& archetype : world_.archetypes_) prepare_archetype(*archetype, target);
    if (!is_seen(target.slots)) world_.index_.reserve_dead(target.slots->value);
    if (!is_seen(target.tree)) tree_ = world_.hierarchy_.restored(target.tree->value);
}

void SnapshotStore::prepare_archetype(Archetype& archetype, const SnapshotContent& target) {
    const SnapshotContent::ArchetypeState wanted = archetype.id() < target.archetypes.size()
                                                       ? target.archetypes[archetype.id()]
                                                       : SnapshotContent::ArchetypeState{};
    const bool same_layout = archetype.layout().block_bytes == block_bytes_in(target, archetype);
    SeenArchetype& seen = seen_[archetype.id()];
    seen.chunks.resize(std::max(archetype.chunk_count(), wanted.chunk_count));
    archetype.chunks_.reserve(wanted.chunk_count);
    archetype.versions_.reserve(wanted.chunk_count);
    for (std::size_t position = 0; position < wanted.chunk_count; ++position) {
        SavedChunk* copy = target.chunks[wanted.first_chunk + position];
        const bool present = same_layout && position < archetype.chunk_count();
        const SeenChunk& known = seen.chunks[position];
        if (present && known.copy == copy && known.stamp == copy->stamp && is(known, archetype, position)) continue;
        if (rewrites_.size() == rewrites_.capacity()) rewrites_.reserve(2 * rewrites_.size() + 16);
        if (copy->archetype->leaves_out)
            for (const SharedType& type : copy->archetype->types)
                swap_space_.resize(std::max(swap_space_.size(), std::size_t{type->size} + type->align));
        Chunk* fresh = present && copy->archetype->trivial ? nullptr : make_fresh(archetype, *copy);
        rewrites_.push_back({&archetype, position, copy, fresh});
    }
}

Chunk* SnapshotStore::make_fresh(Archetype& archetype, const SavedChunk& copy) {
    Chunk* fresh = world_.make_chunk(archetype, copy.layout->layout);
    std::byte* const block = reinterpret_cast<std::byte*>(fresh);
    try {
        copy_rows(*copy.archetype, *copy.layout, block, copy.block, copy.rows, CopyWay::Cached);
        try {
            construct_left_out(*copy.archetype, *copy.layout, archetype.types(), block, copy.rows);
        } catch (...) {
            destroy_rows(*copy.archetype, *copy.layout, block, copy.rows);
            throw;
        }
    } catch (...) {
        world_.free_chunk(archetype, fresh);
        throw;
    }
    fresh->rows = copy.rows;
    return fresh;
}

void SnapshotStore::abandon() noexcept {
    for (const Rewrite& rewrite : rewrites_) {
        if (!rewrite.fresh) continue;
        std::byte* const block = reinterpret_cast<std::byte*>(rewrite.fresh);
        destroy_rows(*rewrite.copy->archetype, *rewrite.copy->layout, block, rewrite.fresh->rows);
        destroy_left_out(*rewrite.copy->archetype, *rewrite.copy->layout, rewrite.archetype->types(), block,
                         rewrite.fresh->rows);
        world_.free_chunk(*rewrite.archetype, rewrite.fresh);
    }
    rewrites_.clear();
}

/// The live values of components that copies leave out take the places of the default values in the fresh chunks.
/// Chunks that are not written have theirs already.
void SnapshotStore::keep_live_values() noexcept {
    for (const Rewrite& rewrite : rewrites_) {
        const SavedArchetype& saved = *rewrite.copy->archetype;
        if (!saved.leaves_out) continue;
        for (std::size_t column = 0; column < saved.types.size(); ++column) {
            if (!saved.left_out[column]) continue;
            const ComponentType& type = *rewrite.archetype->types()[column];
            void* space = swap_space_.data();
            std::size_t room = swap_space_.size();
            space = std::align(type.align, type.size, space, room);
            std::byte* value = rewrite.fresh->at(rewrite.copy->layout->layout.offsets[column]);
            for (const Entity entity : rewrite.copy->entities()) {
                if (world_.alive(entity)) {
                    const Archetype& present = world_.archetype_of(entity);
                    const int at = present.column_of(type.id);
                    if (at != no_column) {
                        const EntityIndex::Place place = world_.index_.place_of(entity);
                        const std::uint32_t offset = present.layout().offsets[static_cast<std::size_t>(at)];
                        std::byte* const live =
                            world_.chunks_[place.chunk_id].chunk->at(offset) + std::size_t{place.row} * type.size;
                        relocate_values(type, space, live, 1);
                        relocate_values(type, live, value, 1);
                        relocate_values(type, value, space, 1);
                    }
                }
                value += type.size;
            }
        }
    }
}

void SnapshotStore::commit(const SnapshotContent& target) noexcept {
    keep_live_values();
    if (!is_seen(target.slots)) {
        world_.index_.restore_dead(target.slots->value);
        seen_slots_ = {target.slots, target.slots->stamp, world_.index_.changes(), world_.entity_count()};
    }
    if (!is_seen(target.tree)) {
        world_.hierarchy_ = std::move(tree_);
        world_.structure_version_ = ++world_.version_;
        seen_tree_ = {target.tree, target.tree->stamp, world_.hierarchy_.changes(), 0};
    }
    for (const auto& archetype : world_.archetypes_) {
        const bool known = archetype->id() < target.archetypes.size();
        const std::size_t chunk_count = known ? target.archetypes[archetype->id()].chunk_count : 0;
        while (archetype->chunks_.size() > chunk_count) {
            drop_chunk(*archetype, archetype->last_);
            archetype->chunks_.pop_back();
            archetype->last_ = archetype->chunks_.empty() ? nullptr : archetype->chunks_.back();
        }
        archetype->entity_count_ = known ? target.archetypes[archetype->id()].entity_count : 0;
        seen_[archetype->id()].chunks.resize(chunk_count);
    }
    way_ = way_to_copy(rewrites_.size());
    for (const Rewrite& rewrite : rewrites_) write_chunk(rewrite);
    end_stream_copies();
    for (const auto& archetype : world_.archetypes_) {
        const std::size_t block_bytes = block_bytes_in(target, *archetype);
        if (archetype->layout_.block_bytes != block_bytes) archetype->set_layout(block_bytes);
    }
    world_.tick_ = target.tick;
    world_.structural_changes_ = target.structural_changes;
}

void SnapshotStore::drop_chunk(Archetype& archetype, Chunk* chunk) noexcept {
    if (!archetype.trivial_)
        for (const Archetype::ByteColumn& column : archetype.byte_columns_)
            destroy_values(*column.type, chunk->at(column.start), chunk->rows);
    world_.free_chunk(archetype, chunk);
    world_.structure_version_ = ++world_.version_;
    if (archetype.has_name_) world_.names_version_ = world_.version_;
}

void SnapshotStore::write_chunk(const Rewrite& rewrite) noexcept {
    Archetype& archetype = *rewrite.archetype;
    const SavedChunk& copy = *rewrite.copy;
    Chunk* chunk = rewrite.fresh;
    bool same_entities = false;
    if (!chunk) {
        chunk = archetype.chunks_[rewrite.position];
        same_entities = std::ranges::equal(chunk->entities(), copy.entities());
        copy_rows(*copy.archetype, *copy.layout, reinterpret_cast<std::byte*>(chunk), copy.block, copy.rows, way_);
    } else {
        if (rewrite.position < archetype.chunks_.size()) drop_chunk(archetype, archetype.chunks_[rewrite.position]);
        world_.put_chunk(archetype, chunk, rewrite.position);
    }
    chunk->rows = copy.rows;
    chunk->made_at_tick = copy.made_at_tick;
    if (!same_entities) {
        const std::span<const Entity> entities = copy.entities();
        for (std::uint32_t row = 0; row < copy.rows; ++row) world_.index_.put(entities[row], chunk->id, row);
    }
    chunk->versions[0] = world_.begin_change(archetype.has_name_);
    seen_[archetype.id()].chunks[rewrite.position] = {chunk, archetype.newest_version(rewrite.position), rewrite.copy,
                                                      copy.stamp};
}

std::unique_ptr<World> SnapshotStore::make_world(const SnapshotContent& content) {
    auto world = std::make_unique<World>();
    for (std::size_t id = world->types().size(); id < content.types->size(); ++id) {
        ComponentType type = *(*content.types)[id];
        if (!type.copyable()) make_stand_in(type);
        world->types().add_copy(std::move(type));
    }
    for (const SnapshotContent::ArchetypeState& state : content.archetypes) {
        std::vector<ComponentId> components;
        for (const SharedType& type : state.archetype->types) components.push_back(type->id);
        world->add_archetype(std::move(components));
    }
    SnapshotStore store(*world, content.pool);
    static_cast<void>(store.restore(content));
    return world;
}

}  // namespace ecs
