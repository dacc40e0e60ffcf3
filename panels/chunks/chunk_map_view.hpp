// The chunk map on the screen: the ChunkMap's picture with names, numbers and marks over it. A person zooms from all
// chunks to single rows, points at a chunk or a row for its tooltip, clicks to look inside, and drags over chunks or
// rows to select the entities in them.
#pragma once

#include "panels/archetypes/archetype_widgets.hpp"
#include "panels/base/patterns.hpp"
#include "panels/chunks/chunk_map.hpp"

namespace panels {

class ChunkMapView {
public:
    /// Draws the buttons for the size of cells, in a line of a toolbar.
    void show_zoom(const Context& context);
    /// Draws the chunks of one archetype, or of all. Chunks made in tick `marked_tick` are outlined.
    void show(const Context& context, std::optional<ecs::ArchetypeId> only, ImVec2 size,
              std::optional<std::uint64_t> marked_tick = {});

    const ChunkMap& map() const { return map_; }
    /// Level of ChunkMap, as last drawn.
    int level() const { return level_; }
    /// Nothing: the largest level at which everything is visible.
    void set_level(std::optional<int> level) { wanted_level_ = level; }
    /// Whether the person asked for cells so large that each row is visible.
    bool zoomed_to_rows() const { return wanted_level_ && ChunkMap::size_of(*wanted_level_, 1, {}).rows; }
    /// Where a chunk was last drawn. The next function is for a row of it.
    Area area_of(const ChunkCell& cell) const;
    Area area_of_row(const ChunkCell& cell, std::uint32_t row, std::uint32_t capacity) const;
    std::size_t chunks_drawn() const { return chunks_drawn_; }
    std::size_t rows_drawn() const { return rows_drawn_; }

    /// The chunk clicked in the last show(). The next function is for an archetype, clicked by its name.
    std::optional<ChunkCell> clicked_chunk() const { return clicked_chunk_; }
    std::optional<ecs::ArchetypeId> clicked_archetype() const { return clicked_archetype_; }

private:
    struct Arrangement {
        int level = 0;
        bool own_lines = false;
    };
    struct Pointed {
        ChunkCell cell;
        std::optional<std::uint32_t> row;
    };
    Arrangement choose(ImVec2 room, float name_px, const Style& style) const;
    std::size_t per_line_in(float width, const CellSize& cell) const;
    void draw_picture(const Context& context);
    void draw_lines(const Context& context, std::uintptr_t texture, float picture_height);
    void draw_squares(const Context& context, std::uintptr_t texture, ImVec2 picture_size);
    /// Draws cells as rectangles: all, or those whose rows are not painted yet.
    void draw_cells(const Context& context, bool only_waiting);
    void outline_selected(const Context& context) const;
    void draw_numbers(const Context& context) const;
    void draw_names_inside(const Context& context) const;
    void draw_names(const Context& context, bool hovered);
    void draw_marks(const Context& context, std::optional<std::uint64_t> marked_tick) const;
    void mark(const Context& context, const ecs::Location& place, bool chunk_selected, bool chunk_hovered,
              bool row_selected, bool row_hovered) const;
    std::optional<Pointed> pointed_at(const Context& context, ImVec2 place) const;
    void handle_mouse(const Context& context, bool hovered);
    void handle_click(const Context& context, const Pointed& pointed);
    void brush(const Context& context);
    /// Calls visit(cell, first row, end) for runs of rows in use that a rectangle in the map's own pixels touches.
    template <class F>
    void each_run_in(const Context& context, const Area& rect, F&& visit) const;
    void tooltip_of(const Context& context, const Pointed& pointed) const;

    ChunkMap map_;
    std::optional<int> wanted_level_;
    int level_ = 0;
    CellSize cell_;
    bool own_lines_ = false;
    ImVec2 origin_;  // of slot 0
    float name_left_ = 0, name_px_ = 0;
    ChunkMap::Visible visible_;
    AreaBatch batch_;
    std::optional<ImVec2> brush_from_;  // in the map's own pixels
    bool brushing_ = false;
    std::optional<ChunkCell> clicked_chunk_;
    std::optional<ecs::ArchetypeId> clicked_archetype_;
    std::size_t chunks_drawn_ = 0, rows_drawn_ = 0;
};

/// `12 of 509 rows`, in the form of the panels about chunks.
std::string rows_text(const ecs::Chunk& chunk);

}  // namespace panels
