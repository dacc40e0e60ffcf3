// The part of World that moves rows: archetypes and their edges, blocks, chunks, holes.

#include <algorithm>
#include <cstring>
#include <new>

#include "copy_bytes.hpp"
#include "ecs/world.hpp"

namespace ecs {

namespace {

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

Archetype& World::archetype_for(std::span<const ComponentId> components) {
    std::uint32_t hash = 0;
    for (const ComponentId component : components) hash = hash * 31 + component;
    KnownSignature& known = known_signatures_[(hash * 0x9e3779b1u) >> 27];
    if (known.archetype && std::equal(components.begin(), components.end(), known.components.begin(),
                                      known.components.begin() + known.count))
        return *known.archetype;

    std::vector<ComponentId> sorted(components.begin(), components.end());
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    sorted.erase(std::remove(sorted.begin(), sorted.end(), parent_id_), sorted.end());
    Archetype& archetype = add_archetype(std::move(sorted));
    if (components.size() <= known.components.size()) {
        known.archetype = &archetype;
        known.count = static_cast<std::uint32_t>(components.size());
        std::copy(components.begin(), components.end(), known.components.begin());
    }
    return archetype;
}

Archetype& World::add_archetype(std::vector<ComponentId> sorted) {
    const auto found = by_signature_.find(sorted);
    if (found != by_signature_.end()) return *found->second;
    std::vector<const ComponentType*> types;
    types.reserve(sorted.size());
    for (ComponentId component : sorted) types.push_back(&types_[component]);
    archetypes_.push_back(std::make_unique<Archetype>(static_cast<ArchetypeId>(archetypes_.size()), std::move(types)));
    Archetype& added = *archetypes_.back();
    added.has_name_ = added.has(name_id_);
    added.has_parent_ = added.has(parent_id_);
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
    Archetype::Edge* known = from.find_edge(component, adding);
    return known ? *known : make_edge(from, component, adding);
}

Archetype::Edge& World::make_edge(Archetype& from, ComponentId component, bool adding) {
    std::vector<ComponentId> signature = from.components_;
    const auto at = std::lower_bound(signature.begin(), signature.end(), component);
    if (adding)
        signature.insert(at, component);
    else
        signature.erase(at);
    auto step = std::make_unique<Archetype::Edge>();
    step->target = &add_archetype(std::move(signature));
    step->trivial = from.trivial_ && step->target->trivial_;
    step->bytes_copied = sizeof(Entity);
    for (const ComponentType* type : from.types_) {
        const Archetype::Column* to = step->target->find_column(type->id);
        if (!to || type->is_tag()) continue;
        Archetype::ColumnCopy copy;
        copy.from_column = static_cast<std::uint32_t>(from.find_column(type->id)->position);
        copy.to_column = static_cast<std::uint32_t>(to->position);
        copy.size = type->size;
        copy.type = type;
        step->copies.push_back(copy);
        step->bytes_copied += type->size;
    }
    Archetype::refresh_offsets(from, *step);
    Archetype::Edge& made = *step;
    (adding ? from.add_edges_ : from.remove_edges_).insert(component, std::move(step));
    return made;
}

Chunk* World::make_chunk(Archetype& archetype) {
    const std::size_t columns = archetype.types_.size() + 1;
    if (free_chunk_ids_.empty()) {
        if (chunks_.size() >= EntityIndex::max_chunks) throw std::bad_alloc();  // 32 GiB of full chunks
        make_room(chunks_);
        free_chunk_ids_.reserve(chunks_.capacity());  // giving a chunk back must not allocate
    }
    auto versions = std::make_unique<std::uint64_t[]>(columns);
    void* block = blocks_.take(archetype.layout_.block_bytes, archetype.block_align_);

    Chunk* chunk = new (block) Chunk;
    if (free_chunk_ids_.empty()) {
        chunk->id = static_cast<std::uint32_t>(chunks_.size());
        chunks_.emplace_back();
    } else {
        chunk->id = free_chunk_ids_.back();
        free_chunk_ids_.pop_back();
    }
    chunk->archetype = archetype.id_;
    chunk->capacity = archetype.layout_.capacity;
    chunk->block_bytes = archetype.layout_.block_bytes;
    chunk->versions = versions.release();
    chunk->made_at_tick = tick_;
    chunks_[chunk->id] = {chunk, &archetype, chunk->versions};
    return chunk;
}

void World::free_chunk(Archetype& archetype, Chunk* chunk) {
    if (observer_) report({.kind = ChangeKind::ChunkFreed, .entity = {}, .from = {}, .to = location_of(*chunk, 0)});
    chunks_[chunk->id] = {};
    free_chunk_ids_.push_back(chunk->id);
    delete[] chunk->versions;
    const std::size_t bytes = chunk->block_bytes;
    chunk->~Chunk();
    blocks_.give_back(chunk, bytes, archetype.block_align_);
}

void World::make_room_for_row(Archetype& archetype) {
    if (archetype.last_ && archetype.layout_.capacity < archetype.full_capacity_) return grow_block(archetype);
    make_room(archetype.chunks_);
    Chunk* chunk = make_chunk(archetype);
    chunk->position = static_cast<std::uint32_t>(archetype.chunks_.size());
    archetype.chunks_.push_back(chunk);
    archetype.last_ = chunk;
    if (observer_) report({.kind = ChangeKind::ChunkMade, .entity = {}, .from = {}, .to = location_of(*chunk, 0)});
}

// Only ever called for an archetype's single chunk, which is full: it moves to a larger block, at least twice the size.
void World::grow_block(Archetype& archetype) {
    Chunk* old = archetype.last_;
    std::size_t bytes = archetype.layout_.block_bytes;
    do bytes *= 2;
    while (lay_out_chunk(archetype.types_, bytes).capacity <= old->rows);
    const std::vector<Archetype::ByteColumn> old_columns = archetype.byte_columns_;
    auto* block = static_cast<std::byte*>(blocks_.take(bytes, archetype.block_align_));

    archetype.set_layout(bytes);
    Chunk* grown = new (block) Chunk(*old);
    grown->capacity = archetype.layout_.capacity;
    grown->block_bytes = archetype.layout_.block_bytes;
    std::memcpy(grown->entity_column(), old->entity_column(), old->rows * sizeof(Entity));
    for (std::size_t c = 0; c < old_columns.size(); ++c)
        relocate_values(*old_columns[c].type, grown->at(archetype.byte_columns_[c].start),
                        old->at(old_columns[c].start), old->rows);
    chunks_[grown->id].chunk = grown;
    archetype.chunks_.front() = archetype.last_ = grown;
    const std::size_t old_bytes = old->block_bytes;
    old->~Chunk();
    blocks_.give_back(old, old_bytes, archetype.block_align_);
    rows_changed(archetype, *grown);
    if (observer_)
        report({.kind = ChangeKind::ChunkGrown,
                .entity = {},
                .from = {},
                .to = location_of(*grown, 0),
                .bytes_copied = static_cast<std::uint32_t>(grown->rows * archetype.row_bytes_)});
}

World::Row World::push_row(Archetype& archetype, Entity entity) {
    Chunk* chunk = archetype.last_;
    const std::uint32_t row = chunk->rows++;
    chunk->entity_column()[row] = entity;
    index_.place(entity, chunk->id, row);
    ++archetype.entity_count_;
    rows_changed(archetype, *chunk);
    return {chunk, row};
}

void World::drop_last_row(Archetype& archetype) {
    Chunk* last = archetype.last_;
    --last->rows;
    --archetype.entity_count_;
    rows_changed(archetype, *last);
    if (last->rows == 0) [[unlikely]]
        drop_empty_chunk(archetype);
}

void World::drop_empty_chunk(Archetype& archetype) {
    Chunk* empty = archetype.last_;
    if (archetype.chunks_.size() == 1 && empty->block_bytes <= kept_when_empty_bytes) return;
    archetype.chunks_.pop_back();
    archetype.last_ = archetype.chunks_.empty() ? nullptr : archetype.chunks_.back();
    free_chunk(archetype, empty);
    if (!archetype.last_) archetype.set_layout(first_block_bytes(archetype.types_));
}

void World::close_hole(Archetype& archetype, Chunk* chunk, std::uint32_t row) {
    Chunk* last = archetype.last_;
    const std::uint32_t last_row = last->rows - 1;
    if (chunk != last || row != last_row) {
        const Entity filler = last->entity_column()[last_row];
        chunk->entity_column()[row] = filler;
        for (const Archetype::ByteColumn& column : archetype.byte_columns_) {
            std::byte* to = chunk->at(column.start) + std::size_t{row} * column.size;
            std::byte* from = last->at(column.start) + std::size_t{last_row} * column.size;
            if (archetype.trivial_)
                copy_bytes(to, from, column.size);
            else
                relocate_values(*column.type, to, from, 1);
        }
        index_.place(filler, chunk->id, row);
        rows_changed(archetype, *chunk);
        if (observer_)
            report({.kind = ChangeKind::FilledHole,
                    .entity = filler,
                    .from = location_of(*last, last_row),
                    .to = location_of(*chunk, row),
                    .bytes_copied = archetype.row_bytes_});
    }
    drop_last_row(archetype);
}

World::Row World::move_row(Entity entity, Archetype::Edge& step, ComponentId component, bool adding, bool taken) {
    Archetype& to = *step.target;
    ensure_room(to);  // from here on nothing fails
    const auto [chunk_id, row] = index_.place_of(entity);
    Chunk* source = chunks_[chunk_id].chunk;
    Archetype& from = *chunks_[chunk_id].archetype;
    if (step.from_block_bytes != from.layout_.block_bytes || step.to_block_bytes != to.layout_.block_bytes) [[unlikely]]
        Archetype::refresh_offsets(from, step);
    const Row place = push_row(to, entity);

    for (const Archetype::ColumnCopy& copy : step.copies) {
        std::byte* target_value = place.value(copy.to, copy.size);
        std::byte* source_value = source->at(copy.from) + std::size_t{row} * copy.size;
        if (step.trivial)
            copy_bytes(target_value, source_value, copy.size);
        else
            relocate_values(*copy.type, target_value, source_value, 1);
    }
    if (!step.trivial && !adding && !taken) {
        const ComponentType& type = types_[component];
        destroy_values(type, source->at(from.find_column(component)->start) + std::size_t{row} * type.size, 1);
    }
    ++structural_changes_;
    if (observer_)
        report({.kind = ChangeKind::Moved,
                .entity = entity,
                .from = location_of(*source, row),
                .to = location_of(*place.chunk, place.row),
                .component = component,
                .added = adding,
                .bytes_copied = step.bytes_copied});
    close_hole(from, source, row);
    if (component == name_id_) names_version_ = version_;
    return place;
}

}  // namespace ecs
