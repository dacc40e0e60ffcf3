#include "panels/chunk_bytes/chunk_picture.hpp"

#include <algorithm>

namespace panels {

ImU32 color_of_byte(const Style& style, const ecs::Archetype& archetype, const ecs::ByteSpan& span) {
    switch (span.role) {
        case ecs::ByteRole::Header:
            return style.theme->line;
        case ecs::ByteRole::Entity:
        case ecs::ByteRole::Field:
            // Every other row is paler, which shows the extent of each row.
            return faded(color_of_column(style, archetype, span.column),
                         span.row % 2 == 0 ? used_opacity : other_row_opacity);
        case ecs::ByteRole::Unused:
            // The unused part of a column keeps a tint of its colour; the end of the block has none.
            return span.row < 0 ? 0 : faded(color_of_column(style, archetype, span.column), unused_opacity);
        case ecs::ByteRole::Padding:
            break;
    }
    return 0;
}

const Picture& ChunkPicture::of(const ChunkInView& in) {
    const Shown shown{&in.archetype, in.block.rows, in.block.block_bytes, in.context.style.theme};
    if (shown == shown_) return picture_;
    shown_ = shown;
    const std::uint32_t lines = (shown.block_bytes + BlockGrid::cache_line_bytes - 1) / BlockGrid::cache_line_bytes;
    picture_.reset(static_cast<int>(BlockGrid::cache_line_bytes), static_cast<int>(lines), 0);
    for (const ecs::ByteSpan& span : ecs::describe(in.archetype, in.position))
        std::fill_n(picture_.pixels.begin() + span.offset, span.size,
                    color_of_byte(in.context.style, in.archetype, span));
    return picture_;
}

}  // namespace panels
