// The part of World that moves rows: archetypes and their edges, blocks, chunks, holes.

#include <algorithm>
#include <cstring>
#include <new>

#include "ecs/base/copy_bytes.hpp"
#include "ecs/world/row_steps.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

namespace {

// Makes room for one more item, so that a push_back after the last step that can fail cannot fail.
template <class T>
void make_room(std::vector<T>& list) {
    if (list.size() == list.capacity()) list.reserve(std::max<std::size_t>(4, list.size() * 2));
}

}  // namespace

Archetype& World::archetype_for(std::span<const ComponentId> components) {
    const std::size_t count = components.size();
    const ComponentId ends = count == 0 ? 0 : components[0] * 31 + components[count - 1];
    KnownSignature& known = known_signatures_[((ends + static_cast<ComponentId>(count)) * 0x9e3779b1u) >> 27];
    if (known.archetype && known.count == count) {
        std::size_t same = 0;
        while (same < count && known.components[same] == components[same]) ++same;
        if (same == count) return *known.archetype;
    }
    return remember_signature(components, known);
}

Archetype& World::remember_signature(std::span<const ComponentId> components, KnownSignature& known) {
    std::vector<ComponentId> sorted(components.begin(), components.end());
    const auto unknown =
        std::find_if(sorted.begin(), sorted.end(), [&](ComponentId component) { return component >= types_.size(); });
    if (unknown != sorted.end()) [[unlikely]] {
        fail("World: no component has the number " + std::to_string(*unknown));
        return *archetypes_[0];  // if execution continues, the entity gets no components
    }
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
    const auto found = by_signature_.find(Signature(sorted));
    if (found != by_signature_.end()) return **found;
    std::vector<const ComponentType*> types;
    types.reserve(sorted.size());
    for (ComponentId component : sorted) types.push_back(&types_[component]);
    archetypes_.push_back(std::make_unique<Archetype>(static_cast<ArchetypeId>(archetypes_.size()), std::move(types)));
    Archetype& added = *archetypes_.back();
    added.has_name_ = added.has(name_id_);
    added.has_parent_ = added.has(parent_id_);
    added.plain_ = added.trivial_ && !added.has_name_ && !added.has_parent_;
    try {
        by_signature_.insert(&added);
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
    const auto found = by_signature_.find(Signature(sorted));
    return found == by_signature_.end() ? nullptr : *found;
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
    if (adding) step->added_size = types_[component].size;
    for (const ComponentType* type : from.types_) {
        const int to = step->target->column_of(type->id);
        if (to == no_column || type->is_tag()) continue;
        Archetype::ColumnCopy copy;
        copy.from_column = static_cast<std::uint16_t>(from.column_of(type->id));
        copy.to_column = static_cast<std::uint16_t>(to);
        copy.size = type->size;
        step->copies.push_back(copy);
        step->bytes_copied += type->size;
    }
    Archetype::refresh_offsets(from, *step, component);
    Archetype::Edge& made = *step;
    from.edges_.insert(Archetype::edge_key(component, adding), std::move(step));
    return made;
}

Chunk* World::make_chunk(const Archetype& archetype, const ChunkLayout& layout) {
    if (free_chunk_ids_.empty()) {
        if (chunks_.size() >= EntityIndex::max_chunks) throw std::bad_alloc();  // 32 GiB of full chunks
        make_room(chunks_);
        free_chunk_ids_.reserve(chunks_.capacity());  // giving a chunk back must not allocate
    }
    void* block = blocks_.take(layout.block_bytes, archetype.block_align_);

    Chunk* chunk = new (block) Chunk;
    if (free_chunk_ids_.empty()) {
        chunk->id = static_cast<std::uint32_t>(chunks_.size());
        chunks_.emplace_back();
    } else {
        chunk->id = free_chunk_ids_.back();
        free_chunk_ids_.pop_back();
    }
    chunk->archetype = archetype.id_;
    chunk->capacity = layout.capacity;
    chunk->block_bytes = layout.block_bytes;
    chunk->made_at_tick = tick_;
    return chunk;
}

void World::put_chunk(Archetype& archetype, Chunk* chunk, std::size_t position) {
    if (position == archetype.chunks_.size()) archetype.chunks_.push_back(nullptr);
    archetype.chunks_[position] = chunk;
    archetype.last_ = archetype.chunks_.back();
    chunk->position = static_cast<std::uint32_t>(position);
    chunk->versions = archetype.versions_.row(position);
    chunk->versions[0] = ++version_;  // no version of a former chunk at this position may remain
    chunks_[chunk->id] = {chunk, &archetype, chunk->versions, chunk->position};
}

void World::free_chunk(Archetype& archetype, Chunk* chunk) {
    if (journal_) report({.kind = ChangeKind::ChunkFreed, .entity = {}, .from = {}, .to = location_of(*chunk, 0)});
    chunks_[chunk->id] = {};
    free_chunk_ids_.push_back(chunk->id);
    const std::size_t bytes = chunk->block_bytes;
    chunk->~Chunk();
    blocks_.give_back(chunk, bytes, archetype.block_align_);
}

void World::make_room_for_row(Archetype& archetype) {
    if (archetype.last_ && archetype.layout_.capacity < archetype.full_capacity_) return grow_block(archetype);
    make_room(archetype.chunks_);
    archetype.versions_.reserve(archetype.chunks_.size() + 1);
    Chunk* chunk = make_chunk(archetype, archetype.layout_);
    put_chunk(archetype, chunk, archetype.chunks_.size());
    if (journal_) report({.kind = ChangeKind::ChunkMade, .entity = {}, .from = {}, .to = location_of(*chunk, 0)});
}

// Called only for an archetype's single, full chunk: moves it to a block of at least twice the size.
void World::grow_block(Archetype& archetype) {
    rehouse(archetype, block_bytes_for(archetype.types_, std::size_t{archetype.last_->rows} + 1));
}

void World::rehouse(Archetype& archetype, std::size_t bytes) {
    Chunk* old = archetype.last_;
    former_columns_ = archetype.byte_columns_;
    auto* block = static_cast<std::byte*>(blocks_.take(bytes, archetype.block_align_));

    archetype.set_layout(bytes);
    Chunk* grown = new (block) Chunk(*old);
    grown->capacity = archetype.layout_.capacity;
    grown->block_bytes = archetype.layout_.block_bytes;
    const std::size_t old_bytes = old->block_bytes;
    carry_rows(archetype, old, former_columns_, grown);
    blocks_.give_back(old, old_bytes, archetype.block_align_);
    if (journal_)
        report({.kind = bytes > old_bytes ? ChangeKind::ChunkGrown : ChangeKind::ChunkShrunk,
                .entity = {},
                .from = {},
                .to = location_of(*grown, 0),
                .bytes_copied = static_cast<std::uint32_t>(grown->rows * archetype.row_bytes_)});
}

void World::carry_rows(Archetype& archetype, Chunk* old, std::span<const Archetype::ByteColumn> old_columns,
                       Chunk* moved) noexcept {
    std::memcpy(moved->entity_column(), old->entity_column(), old->rows * sizeof(Entity));
    for (std::size_t c = 0; c < old_columns.size(); ++c)
        relocate_values(*old_columns[c].type, moved->at(archetype.byte_columns_[c].start),
                        old->at(old_columns[c].start), old->rows);
    chunks_[moved->id].chunk = moved;
    archetype.chunks_[moved->position] = moved;
    archetype.last_ = archetype.chunks_.back();
    old->~Chunk();
    moved->versions[0] = begin_change(archetype.has_name_);
}

void World::drop_empty_chunk(Archetype& archetype) {
    Chunk* empty = archetype.last_;
    if (archetype.chunks_.size() == 1 && empty->block_bytes <= kept_when_empty_bytes) return;
    archetype.chunks_.pop_back();
    archetype.last_ = archetype.chunks_.empty() ? nullptr : archetype.chunks_.back();
    free_chunk(archetype, empty);
    if (!archetype.last_) archetype.set_layout(first_block_bytes(archetype.types_));
}

void World::relocate_row(const Archetype& archetype, Row from, Row to) {
    for (const Archetype::ByteColumn& column : archetype.byte_columns_)
        relocate_values(*column.type, to.value(column.start, column.size), from.value(column.start, column.size), 1);
}

void World::destroy_row_values(const Archetype& archetype, Row row) {
    for (const Archetype::ByteColumn& column : archetype.byte_columns_)
        destroy_values(*column.type, row.value(column.start, column.size), 1);
}

void World::report_created(Entity entity, Row row) const {
    report({.kind = ChangeKind::Created, .entity = entity, .from = {}, .to = location_of(row)});
}

void World::report_destroyed(Entity entity, Location from) const {
    report({.kind = ChangeKind::Destroyed, .entity = entity, .from = from, .to = {}});
}

void World::report_filled_hole(const Archetype& archetype, Entity filler, Row from, Location to) const {
    report({.kind = ChangeKind::FilledHole,
            .entity = filler,
            .from = location_of(from),
            .to = to,
            .bytes_copied = archetype.row_bytes_});
}

World::Row World::move_row(Entity entity, Archetype::Edge& step, ComponentId component, bool adding, bool taken) {
    Archetype& to = *step.target;
    ensure_room(to);  // from here on nothing fails
    const auto [chunk_id, row] = index_.place_of(entity);
    const ChunkHome& home = chunks_[chunk_id];
    Archetype& from = *home.archetype;
    const Row source{home.chunk, row};
    if (step.from_block_bytes != from.layout_.block_bytes || step.to_block_bytes != to.layout_.block_bytes) [[unlikely]]
        Archetype::refresh_offsets(from, step, component);
    const std::uint64_t now = begin_change(from.has_name_ || to.has_name_);
    const Row place = push_row(to, entity, now);

    if (step.trivial) [[likely]] {
        const Archetype::ColumnCopy* const end = step.copies.data() + step.copies.size();
        for (const Archetype::ColumnCopy* copy = step.copies.data(); copy != end; ++copy) {
            const std::size_t size = copy->size;
            std::byte* target_value = place.value(copy->to, copy->size);
            __builtin_prefetch(target_value + bytes_ahead, 1);
            copy_bytes(target_value, source.value(copy->from, copy->size), size);
        }
    } else {
        for (const Archetype::ColumnCopy& copy : step.copies)
            relocate_values(*from.types_[copy.from_column], place.value(copy.to, copy.size),
                            source.value(copy.from, copy.size), 1);
        if (!adding && !taken) {
            const ComponentType& type = types_[component];
            std::byte* value = source.value(from.column_start(component), type.size);
            report_leaving(entity, type, value);
            destroy_values(type, value, 1);
        }
    }
    ++structural_changes_;
    if (heard_) [[unlikely]]
        report({.kind = ChangeKind::Moved,
                .entity = entity,
                .from = location_of(home, row),
                .to = location_of(place),
                .component = component,
                .added = adding,
                .bytes_copied = step.bytes_copied});
    close_hole(home, chunk_id, row, now);
    return place;
}

}  // namespace ecs
