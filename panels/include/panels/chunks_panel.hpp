// The Chunks panel: the memory of an archetype as one tile a chunk, filled as far as its rows are in use; all
// archetypes when none is selected. A click on a tile looks into the chunk (see ChunkView).
#pragma once

#include "panels/archetype_table.hpp"
#include "panels/chunk_view.hpp"
#include "panels/tile_grid.hpp"

namespace panels {

class ChunksPanel : public Panel {
public:
    ChunksPanel();

    const ChunkView& view() const { return view_; }
    /// Tiles drawn in the last frame, and the rows that they show together.
    std::size_t tiles_drawn() const { return tiles_drawn_; }
    std::size_t rows_drawn() const { return rows_drawn_; }
    /// Where the tile of a chunk of the archetype in view was drawn last.
    Area tile_area(std::size_t chunk) const { return tiles_.area_of(chunk, tiles_origin_); }

protected:
    void draw(const Context& context) override;

private:
    struct Group {  // the chunks of one archetype among all
        ecs::ArchetypeId archetype = 0;
        std::size_t first_line = 0;
        std::size_t chunks = 0;
    };
    struct ChunkPlace {
        ecs::ArchetypeId archetype = 0;
        std::size_t chunk = 0;
    };

    std::optional<ChunkPlace> chunk_in_view(const Context& context);
    void draw_chunk(const Context& context, ChunkPlace place);
    void leave_chunk(const Context& context, ecs::ArchetypeId archetype);
    void draw_toolbar(const Context& context, std::optional<ecs::ArchetypeId> archetype);
    void draw_archetype(const Context& context, const ecs::Archetype& archetype);
    void draw_all(const Context& context);
    void update_groups(std::size_t per_line);
    void draw_group(const Context& context, const Group& group, TileGrid grid, ImVec2 origin, float name_width,
                    bool hovered);
    void draw_tiles(const Context& context, const ecs::Archetype& archetype, const TileGrid& grid, ImVec2 origin);
    void point_at_tile(const Context& context, const ecs::Archetype& archetype, std::size_t chunk);

    ChunkView view_;
    ArchetypeTable table_;  // of all archetypes, in the order of their ids
    bool show_all_ = false;
    bool zoomed_ = false;  // follows the selected entity into its chunk

    std::vector<Group> groups_;
    std::uint64_t groups_revision_ = 0;
    std::size_t groups_per_line_ = 0, group_lines_ = 0, groups_without_chunks_ = 0;

    TileGrid tiles_;
    ImVec2 tiles_origin_;
    std::size_t tiles_drawn_ = 0, rows_drawn_ = 0;
};

}  // namespace panels
