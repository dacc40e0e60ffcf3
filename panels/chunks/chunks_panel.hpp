// The Chunks panel is a map of all chunks of the world, or of one archetype. Each chunk is filled by its share of used
// rows. A histogram beside the map counts chunks by that share, and a timeline below shows when chunks were made and
// freed. A click on a chunk opens it (see ChunkView). For a mirrored world, the panel shows the pools or tables of the
// owner, or the chunks of the mirror, which are labelled so.
#pragma once

#include "panels/archetypes/occupancy.hpp"
#include "panels/chunk_bytes/chunk_view.hpp"
#include "panels/chunks/chunk_map_view.hpp"
#include "panels/chunks/chunk_timeline.hpp"
#include "panels/chunks/pool_map.hpp"

namespace panels {

class ChunksPanel : public Panel {
public:
    ChunksPanel();

    std::string save_settings() const override;
    void load_settings(std::string_view line) override;
    std::span<const FixedKeys> fixed_keys() const override;
    /// "pool=Position" opens that pool of the owner.
    void show_part(std::string_view part) override;

    const ChunkView& view() const { return view_; }
    const ChunkMapView& map() const { return map_; }
    ChunkMapView& map() { return map_; }
    const PoolMap& pools() const { return pools_; }
    PoolMap& pools() { return pools_; }
    bool shows_pools() const { return show_pools_; }
    const ChunkTimeline& timeline() const { return timeline_; }
    /// Cells drawn in the last frame. The next function counts their rows.
    std::size_t tiles_drawn() const { return map_.chunks_drawn(); }
    std::size_t rows_drawn() const { return map_.rows_drawn(); }
    /// Where a chunk of the archetype in view was last drawn.
    Area tile_area(std::size_t chunk) const;

protected:
    void draw(const Context& context) override;

private:
    /// The switch between the owner's memory and the copy's, and the owner's. Returns whether that was all.
    bool draw_owner_memory(const Context& context);
    std::optional<ChunkCell> chunk_in_view(const Context& context);
    void draw_chunk(const Context& context, ChunkCell place);
    void leave_chunk(const Context& context, ecs::ArchetypeId archetype);
    void draw_toolbar(const Context& context, std::optional<ecs::ArchetypeId> archetype);
    void ask_for_more(const Context& context, std::optional<ecs::ArchetypeId> archetype);
    void draw_summary(const Context& context, std::optional<ecs::ArchetypeId> archetype, bool inside);
    void draw_map(const Context& context, std::optional<ecs::ArchetypeId> archetype, ImVec2 size);
    void draw_histogram(const Context& context, ImVec2 size);
    /// Whether the bytes of one chunk find room, beside the map or below it.
    bool looks_inside(const Context& context, const ecs::Archetype& archetype, ImVec2 room) const;
    /// The chunk of the selected entity, else the first one.
    static std::size_t chunk_to_look_into(const Context& context, const ecs::Archetype& archetype);
    void draw_one_inside(const Context& context, const ecs::Archetype& archetype);

    PoolMap pools_;
    PoolMemory own_pool_memory_;
    bool show_pools_ = true;
    ChunkView view_;
    ChunkMapView map_;
    ChunkTimeline timeline_;
    Occupancy occupancy_;
    std::uint64_t occupancy_structure_ = 0;
    std::optional<ecs::ArchetypeId> occupancy_of_;
    bool show_all_ = false;
    bool timeline_fits_ = true, histogram_fits_ = true;    // whether they fit into the panel as last drawn
    bool show_timeline_ = false, show_histogram_ = false;  // off at first: the room is for the bytes of a chunk
    bool zoomed_ = false;                                  // follows the selected entity into its chunk
    std::optional<std::uint64_t> pointed_tick_;            // of the timeline, in the last frame
};

}  // namespace panels
