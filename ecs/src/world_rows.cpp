// The part of World that moves rows: archetypes and their edges, blocks, chunks, holes.

#include <algorithm>
#include <cstring>
#include <new>

#include "ecs/world.hpp"

namespace ecs {

namespace {

// An archetype that empties keeps a block this small, so that one entity that comes and goes allocates nothing.
constexpr std::uint32_t kept_when_empty_bytes = 1024;

// Memory for one more, so that the push_back after the last thing that can fail cannot fail.
template <class T>
void make_room(std::vector<T>& list) {
    if (list.size() == list.capacity()) list.reserve(std::max<std::size_t>(4, list.size() * 2));
}

}  // namespace

std::size_t World::SignatureHash::operator()(const std::vector<ComponentId>& ids) const noexcept {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (ComponentId id : ids) hash = (hash ^ id) * 0x100000001b3u;
    return static_cast<std::size_t>(hash ^ (hash >> 32));
}

Archetype& World::archetype_for(std::vector<ComponentId> components) {
    std::sort(components.begin(), components.end());
    components.erase(std::unique(components.begin(), components.end()), components.end());
    // Parent comes with set_parent, which knows whose child it is.
    components.erase(std::remove(components.begin(), components.end(), parent_id_), components.end());
    return add_archetype(std::move(components));
}

Archetype& World::add_archetype(std::vector<ComponentId> sorted) {
    const auto found = by_signature_.find(sorted);
    if (found != by_signature_.end()) return *found->second;
    std::vector<const ComponentType*> types;
    types.reserve(sorted.size());
    for (ComponentId component : sorted) types.push_back(&types_[component]);
    archetypes_.push_back(std::make_unique<Archetype>(static_cast<ArchetypeId>(archetypes_.size()), std::move(types)));
    Archetype& added = *archetypes_.back();
    try {
        by_signature_.emplace(std::move(sorted), &added);
    } catch (...) {
        archetypes_.pop_back();
        throw;
    }
    ++version_;
    return added;
}

const Archetype* World::find_archetype(std::span<const ComponentId> components) const {
    std::vector<ComponentId> sorted(components.begin(), components.end());
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    const auto found = by_signature_.find(sorted);
    return found == by_signature_.end() ? nullptr : found->second;
}

Archetype::Edge& World::edge(Archetype& from, ComponentId component, bool adding) {
    auto& edges = adding ? from.add_edges_ : from.remove_edges_;
    const auto known = edges.find(component);
    if (known != edges.end()) return known->second;

    std::vector<ComponentId> signature = from.components_;
    const auto at = std::lower_bound(signature.begin(), signature.end(), component);
    if (adding)
        signature.insert(at, component);
    else
        signature.erase(at);
    Archetype::Edge step;
    step.target = &add_archetype(std::move(signature));
    for (std::size_t c = 0; c < from.components_.size(); ++c) {
        const int to = step.target->column_of(from.components_[c]);
        if (to != no_column && !from.types_[c]->is_tag())
            step.shared.push_back({static_cast<std::uint16_t>(c), static_cast<std::uint16_t>(to)});
    }
    return edges.emplace(component, std::move(step)).first->second;
}

Chunk* World::make_chunk(const Archetype& archetype, const ChunkLayout& layout) {
    const std::size_t columns = archetype.types_.size() + 1;
    if (free_chunk_ids_.empty()) {
        if (chunks_.size() >= EntityIndex::max_chunks) throw std::bad_alloc();  // 32 GiB of full chunks
        make_room(chunks_);
        free_chunk_ids_.reserve(chunks_.capacity());  // giving a chunk back must not allocate
    }
    auto versions = std::make_unique<std::uint64_t[]>(columns);
    void* block = blocks_.take(layout.block_bytes, archetype.block_align_);

    Chunk* chunk = new (block) Chunk;
    if (free_chunk_ids_.empty()) {
        chunk->id = static_cast<std::uint32_t>(chunks_.size());
        chunks_.push_back(chunk);
    } else {
        chunk->id = free_chunk_ids_.back();
        free_chunk_ids_.pop_back();
        chunks_[chunk->id] = chunk;
    }
    chunk->archetype = archetype.id_;
    chunk->capacity = layout.capacity;
    chunk->block_bytes = layout.block_bytes;
    chunk->versions = versions.release();
    chunk->made_at_tick = tick_;
    return chunk;
}

void World::free_chunk(Archetype& archetype, Chunk* chunk) {
    if (observer_) report({.kind = ChangeKind::ChunkFreed, .entity = {}, .from = {}, .to = location_of(*chunk, 0)});
    chunks_[chunk->id] = nullptr;
    free_chunk_ids_.push_back(chunk->id);
    delete[] chunk->versions;
    const std::size_t bytes = chunk->block_bytes;
    chunk->~Chunk();
    blocks_.give_back(chunk, bytes, archetype.block_align_);
}

void World::ensure_room(Archetype& archetype) {
    if (!archetype.chunks_.empty()) {
        if (!archetype.chunks_.back()->full()) return;
        if (archetype.layout_.capacity < archetype.full_capacity_) return grow_block(archetype);
    }
    make_room(archetype.chunks_);
    Chunk* chunk = make_chunk(archetype, archetype.layout_);
    chunk->position = static_cast<std::uint32_t>(archetype.chunks_.size());
    archetype.chunks_.push_back(chunk);
    if (observer_) report({.kind = ChangeKind::ChunkMade, .entity = {}, .from = {}, .to = location_of(*chunk, 0)});
}

// Only ever called for an archetype's single chunk, which is full: it moves to a block twice the size.
void World::grow_block(Archetype& archetype) {
    Chunk* old = archetype.chunks_.front();
    ChunkLayout layout;
    std::size_t bytes = archetype.layout_.block_bytes;
    do {
        bytes *= 2;
        layout = lay_out_chunk(archetype.types_, bytes);
    } while (layout.capacity <= old->rows);

    auto* block = static_cast<std::byte*>(blocks_.take(bytes, archetype.block_align_));
    Chunk* grown = new (block) Chunk(*old);
    grown->capacity = layout.capacity;
    grown->block_bytes = layout.block_bytes;
    std::memcpy(grown->entity_column(), old->entity_column(), old->rows * sizeof(Entity));
    for (std::size_t c = 0; c < archetype.types_.size(); ++c)
        relocate_values(*archetype.types_[c], grown->at(layout.offsets[c]), old->at(archetype.layout_.offsets[c]),
                        old->rows);
    chunks_[grown->id] = grown;
    archetype.chunks_.front() = grown;
    archetype.layout_ = std::move(layout);
    const std::size_t old_bytes = old->block_bytes;
    old->~Chunk();
    blocks_.give_back(old, old_bytes, archetype.block_align_);
    structure_changed(archetype, *grown);
    if (observer_)
        report({.kind = ChangeKind::ChunkGrown,
                .entity = {},
                .from = {},
                .to = location_of(*grown, 0),
                .bytes_copied = static_cast<std::uint32_t>(grown->rows * archetype.row_bytes_)});
}

World::Row World::push_row(Archetype& archetype, Entity entity) {
    ensure_room(archetype);
    Chunk* chunk = archetype.chunks_.back();
    const std::uint32_t row = chunk->rows++;
    chunk->entity_column()[row] = entity;
    index_.place(entity, chunk->id, row);
    ++archetype.entity_count_;
    structure_changed(archetype, *chunk);
    return {chunk, row};
}

void World::drop_last_row(Archetype& archetype) {
    Chunk* last = archetype.chunks_.back();
    --last->rows;
    --archetype.entity_count_;
    structure_changed(archetype, *last);
    drop_empty_chunk(archetype);
}

void World::drop_empty_chunk(Archetype& archetype) {
    Chunk* last = archetype.chunks_.back();
    if (last->rows > 0) return;
    if (archetype.chunks_.size() == 1 && last->block_bytes <= kept_when_empty_bytes) return;
    archetype.chunks_.pop_back();
    free_chunk(archetype, last);
    if (archetype.chunks_.empty())
        archetype.layout_ = lay_out_chunk(archetype.types_, first_block_bytes(archetype.types_));
}

void World::close_hole(Archetype& archetype, Chunk* chunk, std::uint32_t row) {
    Chunk* last = archetype.chunks_.back();
    const std::uint32_t last_row = last->rows - 1;
    if (chunk != last || row != last_row) {
        const Entity filler = last->entity_column()[last_row];
        chunk->entity_column()[row] = filler;
        for (std::size_t c = 0; c < archetype.types_.size(); ++c) {
            const ComponentType& type = *archetype.types_[c];
            const std::uint32_t offset = archetype.layout_.offsets[c];
            relocate_values(type, chunk->at(offset) + std::size_t{row} * type.size,
                            last->at(offset) + std::size_t{last_row} * type.size, 1);
        }
        index_.place(filler, chunk->id, row);
        structure_changed(archetype, *chunk);
        if (observer_)
            report({.kind = ChangeKind::FilledHole,
                    .entity = filler,
                    .from = location_of(*last, last_row),
                    .to = location_of(*chunk, row),
                    .bytes_copied = archetype.row_bytes_});
    }
    drop_last_row(archetype);
}

World::Row World::move_row(Entity entity, const Archetype::Edge& step, ComponentId component, bool adding, bool taken) {
    Chunk* source = chunks_[index_.chunk_id(entity)];
    const std::uint32_t source_row = index_.row(entity);
    Archetype& from = *archetypes_[source->archetype];
    Archetype& to = *step.target;
    const Row place = push_row(to, entity);

    std::uint32_t bytes = sizeof(Entity);
    for (const Archetype::ColumnMove move : step.shared) {
        const ComponentType& type = *from.types_[move.from];
        relocate_values(type, place.chunk->at(to.layout_.offsets[move.to]) + std::size_t{place.row} * type.size,
                        source->at(from.layout_.offsets[move.from]) + std::size_t{source_row} * type.size, 1);
        bytes += type.size;
    }
    if (!adding && !taken && !types_[component].trivial) {
        const auto column = static_cast<std::size_t>(from.column_of(component));
        destroy_values(types_[component],
                       source->at(from.layout_.offsets[column]) + std::size_t{source_row} * types_[component].size, 1);
    }
    ++structural_changes_;
    if (observer_)
        report({.kind = ChangeKind::Moved,
                .entity = entity,
                .from = location_of(*source, source_row),
                .to = location_of(*place.chunk, place.row),
                .component = component,
                .added = adding,
                .bytes_copied = bytes});
    close_hole(from, source, source_row);
    if (component == name_id_) names_version_ = version_;
    return place;
}

}  // namespace ecs
