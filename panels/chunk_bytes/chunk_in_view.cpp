#include "panels/chunk_bytes/chunk_in_view.hpp"
#include "panels/base/language.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace panels {

std::optional<std::uint32_t> ChunkInView::row_of(ecs::Entity entity) const {
    const auto location = location_if_alive(context.world, entity);
    if (!location || location->archetype != archetype.id() || location->chunk != position) return std::nullopt;
    return location->row;
}

void ChunkInView::select(std::uint32_t row) const {
    Selection& selection = context.selection;
    const bool picked = selection.archetype() == archetype.id() && selection.chunk() == position;
    select_by_click(selection, block.entities()[row]);
    if (picked) selection.select_chunk(archetype.id(), position);
}

void ChunkPointer::begin(const ChunkInView& in) {
    row = std::exchange(next_row, std::nullopt);
    if (row && *row >= in.block.rows) row.reset();
    run.reset();
    byte.reset();
    // Another panel points at a component: its column is marked as if the legend did.
    const int column = in.archetype.column_of(in.context.selection.hovered_component);
    if (in.context.selection.hovered_component == ecs::no_component || column == ecs::no_column) return;
    const ByteRange first = cell_bytes(in.archetype, column, 0);
    const std::uint32_t capacity = in.archetype.layout().capacity;
    if (first.end > first.begin)
        run = ChunkRun{first.begin, first.begin + capacity * (first.end - first.begin), ecs::ByteRole::Field, column};
}

void ChunkPointer::point_at_row(const ChunkInView& in, std::uint32_t pointed_row) {
    next_row = pointed_row;
    in.context.selection.hovered = in.block.entities()[pointed_row];
}

std::string_view name_of_column(const ecs::Archetype& archetype, int column) {
    if (column == ecs::no_column) return tr("entity ids");
    return short_name(archetype.types()[static_cast<std::size_t>(column)]->name);
}

ImU32 color_of_column(const Style& style, const ecs::Archetype& archetype, int column) {
    if (column == ecs::no_column) return style.theme->n_id;
    return style.color_of(archetype.components()[static_cast<std::size_t>(column)]);
}

std::string hex_offset(std::uint32_t offset) {
    char text[16];
    std::snprintf(text, sizeof text, "%04x", offset);
    return text;
}

std::string bytes_from_to(ByteRange range) {
    std::string text = range.end - range.begin == 1
                           ? phrase("byte {}", format_count(range.begin))
                           : phrase("bytes {} to {}", format_count(range.begin), format_count(range.end - 1));
    return text + " (0x" + hex_offset(range.begin) + ')';
}

std::string hex_bytes(const std::byte* bytes, std::size_t count, std::size_t bytes_max) {
    std::string text;
    char two[4];
    for (std::size_t i = 0; i < std::min(count, bytes_max); ++i) {
        std::snprintf(two, sizeof two, "%02x", static_cast<unsigned>(bytes[i]));
        if (i > 0) text += ' ';
        text += two;
    }
    return count > bytes_max ? text + " …" : text;
}

}  // namespace panels
