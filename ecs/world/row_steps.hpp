// The steps of a structural change of one row, inlined into the calls. Rare cases (values that memcpy cannot move, an
// attached journal) are in separate functions.
#pragma once

#include "ecs/base/copy_bytes.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

// Rows are taken from the end of columns and appended there, one after another. A loop over columns hides this
// pattern from the processor, which predicts the next address of single loads. So the next lines are prefetched here.
constexpr std::ptrdiff_t bytes_ahead = 192;

inline World::Row World::push_row(Archetype& archetype, Entity entity, std::uint64_t now) {
    Chunk* chunk = archetype.last_;
    const std::uint32_t row = chunk->rows++;
    chunk->entity_column()[row] = entity;
    index_.place(entity, chunk->id, row);
    ++archetype.entity_count_;
    chunk->versions[0] = now;
    return {chunk, row};
}

inline void World::count_created(Entity entity, Row place) {
    index_.count_alive(1);
    ++structural_changes_;
    if (heard_) [[unlikely]]
        report_created(entity, place);
}

inline void World::drop_last_row(Archetype& archetype, std::uint64_t now) {
    Chunk* last = archetype.last_;
    --archetype.entity_count_;
    last->versions[0] = now;
    if (--last->rows == 0) [[unlikely]]
        drop_empty_chunk(archetype);
}

inline void World::close_hole(const ChunkHome& home, std::uint32_t chunk_id, std::uint32_t row, std::uint64_t now) {
    Archetype& archetype = *home.archetype;
    const Row hole{home.chunk, row}, last{archetype.last_, archetype.last_->rows - 1};
    if (hole.chunk != last.chunk || hole.row != last.row) {
        const Entity filler = last.chunk->entity_column()[last.row];
        hole.chunk->entity_column()[hole.row] = filler;
        if (archetype.trivial_) [[likely]] {
            const Archetype::ByteColumn* const end = archetype.byte_columns_.data() + archetype.byte_columns_.size();
            for (const Archetype::ByteColumn* column = archetype.byte_columns_.data(); column != end; ++column) {
                const std::size_t size = column->size;
                const std::byte* from = last.value(column->start, column->size);
                __builtin_prefetch(from - bytes_ahead);
                copy_bytes(hole.value(column->start, column->size), from, size);
            }
        } else {
            relocate_row(archetype, last, hole);
        }
        index_.place(filler, chunk_id, row);
        home.versions[0] = now;
        if (journal_) [[unlikely]]
            report_filled_hole(archetype, filler, last, location_of(home, row));
    }
    drop_last_row(archetype, now);
}

inline Archetype::Edge& World::edge(Archetype& from, ComponentId component, bool adding) {
    Archetype::Edge* known = from.find_edge(component, adding);
    return known ? *known : make_edge(from, component, adding);
}

}  // namespace ecs
