// The ChunkView looks into one chunk: its whole block byte by byte, where header, columns, padding and rows not in use
// lie, and beside it the rows in order. Pointing at a byte names the entity, the field and its value; a click selects
// the entity everywhere. What is drawn comes from the archetype's layout and ecs::describe_byte.
#pragma once

#include "panels/archetype_widgets.hpp"
#include "panels/block_grid.hpp"

namespace panels {

class ChunkView {
public:
    /// Draws the chunk into the room that is left. The chunk must exist.
    void show(const Context& context, const ecs::Archetype& archetype, std::size_t chunk);

    /// As drawn last.
    const BlockGrid& grid() const { return grid_; }

private:
    struct LegendEntry {
        ChunkRun run;  // of no bytes for padding and unused: all of them
        std::string label;
    };

    void draw_legend(const Context& context, const ecs::Archetype& archetype);
    void draw_legend_entry(const Context& context, const ecs::Archetype& archetype, const LegendEntry& entry,
                           float width);
    void draw_block(const Context& context, const ecs::Archetype& archetype, std::size_t chunk, ImVec2 size);
    void draw_runs(const Context& context, const ecs::Archetype& archetype);
    void draw_cells(const Context& context, const ecs::Archetype& archetype, std::size_t chunk);
    void draw_rulers(const Style& style, float ruler_px);
    void draw_row(const ecs::Archetype& archetype, std::uint32_t row, ImU32 color, float fill, float thickness);
    void point_at(const Context& context, const ecs::Archetype& archetype, std::size_t chunk, std::uint32_t byte);
    void byte_tooltip(const Context& context, const ecs::Archetype& archetype, std::size_t chunk,
                      const ecs::ByteSpan& span, std::uint32_t byte) const;
    void draw_rows(const Context& context, const ecs::Archetype& archetype, std::size_t chunk, ImVec2 size);
    void select(const Context& context, const ecs::Archetype& archetype, std::size_t chunk, std::uint32_t row) const;

    BlockGrid grid_;
    std::vector<ChunkRun> runs_;
    AreaBatch batch_;
    std::optional<ChunkRun> pointed_run_;       // by the mouse over the legend
    std::optional<std::uint32_t> hovered_row_;  // in the last frame, by the mouse over block or list
    std::optional<std::uint32_t> next_hovered_row_;
    std::size_t revision_seen_ = 0;
    const ecs::Chunk* chunk_seen_ = nullptr;
};

}  // namespace panels
