// Data that the views of one chunk share: the chunk, the place that the mouse points at in any view, and the names of
// bytes and columns.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "panels/archetypes/archetype_widgets.hpp"
#include "panels/chunk_bytes/block_grid.hpp"

namespace panels {

struct ChunkInView {
    const Context& context;
    const ecs::Archetype& archetype;
    std::size_t position;  // among the chunks of the archetype
    const ecs::Chunk& block;

    /// Whether the row of a span is in use.
    bool in_use(const ecs::ByteSpan& span) const {
        return span.row >= 0 && span.row < static_cast<std::int64_t>(block.rows);
    }
    ecs::ByteSpan span_at(std::uint32_t byte) const { return ecs::describe_byte(archetype, position, byte); }
    const ecs::ComponentType& type_of(int column) const { return *archetype.types()[static_cast<std::size_t>(column)]; }
    /// Start of the component that a span belongs to. The span must be in a row in use.
    const std::byte* component_at(const ecs::ByteSpan& span) const {
        return block.at(cell_bytes(archetype, span.column, static_cast<std::uint32_t>(span.row)).begin);
    }
    /// Row of the entity, if it is in this chunk.
    std::optional<std::uint32_t> row_of(ecs::Entity entity) const;
    /// The effect of a click on a row: selects its entity. The chunk stays in view if it was picked.
    void select(std::uint32_t row) const;
};

/// The place under the mouse, in any of the views.
struct ChunkPointer {
    std::optional<ChunkRun> run;                 // of the legend; without bytes for padding and unused, which means all
                                                 // of them
    std::optional<std::uint32_t> byte;           // of the block
    std::optional<std::uint32_t> row, next_row;  // row: of the last frame; next_row: so far in this frame

    /// Call it at the start of a frame.
    void begin(const ChunkInView& in);
    /// Marks the row as pointed at, and its entity in all panels.
    void point_at_row(const ChunkInView& in, std::uint32_t pointed_row);
};

/// `entity ids`, `Position`
std::string_view name_of_column(const ecs::Archetype& archetype, int column);
ImU32 color_of_column(const Style& style, const ecs::Archetype& archetype, int column);
/// `0a40`
std::string hex_offset(std::uint32_t offset);
/// `bytes 64 to 71 (0x0040)`
std::string bytes_from_to(ByteRange range);
/// `0a 40 00 ff`, with "…" after `bytes_max` bytes.
std::string hex_bytes(const std::byte* bytes, std::size_t count, std::size_t bytes_max);

/// How far a column's tone goes towards the panel: where something else in the chunk is selected, and where the system
/// of the lens touches nothing.
inline constexpr float dimmed_by_selection = 0.44f, dimmed_untouched = 0.74f;

}  // namespace panels
