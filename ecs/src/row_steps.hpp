// The steps that every structural change of one row is made of, inlined into the calls that take them. What is seldom
// (values that memcpy cannot move, a journal that listens) stands in functions of its own, out of the way.
#pragma once

#include "copy_bytes.hpp"
#include "ecs/world.hpp"

namespace ecs {

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
    if (journal_) [[unlikely]]
        report_created(entity, place);
}

inline void World::drop_last_row(Archetype& archetype, std::uint64_t now) {
    Chunk* last = archetype.last_;
    --archetype.entity_count_;
    last->versions[0] = now;
    if (--last->rows == 0) [[unlikely]]
        drop_empty_chunk(archetype);
}

inline void World::close_hole(Archetype& archetype, Row hole, std::uint64_t now) {
    const Row last{archetype.last_, archetype.last_->rows - 1};
    if (hole.chunk != last.chunk || hole.row != last.row) {
        const Entity filler = last.chunk->entity_column()[last.row];
        hole.chunk->entity_column()[hole.row] = filler;
        if (archetype.trivial_) [[likely]] {
            const Archetype::ByteColumn* const end = archetype.byte_columns_.data() + archetype.byte_columns_.size();
            for (const Archetype::ByteColumn* column = archetype.byte_columns_.data(); column != end; ++column)
                copy_bytes(hole.value(column->start, column->size), last.value(column->start, column->size),
                           column->size);
        } else {
            relocate_row(archetype, last, hole);
        }
        index_.place(filler, hole.chunk->id, hole.row);
        hole.chunk->versions[0] = now;
        if (journal_) [[unlikely]]
            report_filled_hole(archetype, filler, last, hole);
    }
    drop_last_row(archetype, now);
}

}  // namespace ecs
