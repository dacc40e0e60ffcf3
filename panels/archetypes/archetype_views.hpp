// The views beside the table of the Archetypes panel: sparklines of the numbers over time, the treemap of memory and
// the histogram of how full chunks are. They draw the facts and the order of an ArchetypeTable and keep no numbers.
#pragma once

#include "panels/archetypes/archetype_history.hpp"
#include "panels/archetypes/archetype_table.hpp"
#include "panels/archetypes/archetype_widgets.hpp"
#include "panels/archetypes/occupancy.hpp"
#include "panels/archetypes/treemap.hpp"

namespace panels {

/// `12,345`, `97 %`, `1.2 MiB`: a number as the table shows it.
std::string number_text_of(const ArchetypeFacts& facts, ArchetypeColumn column);

/// Ticks of the horizontal axis that all sparklines share.
struct TickAxis {
    std::uint64_t first = 0, last = 0;

    static TickAxis of(const ArchetypeHistory& history);
};
/// Draws one number of an archetype over the axis, between its lowest and highest value there. Ticks that were
/// dropped or not recorded are hatched. Pointing at a tick shows its value.
void draw_sparkline(const Style& style, const ArchetypeHistory& history, ecs::ArchetypeId archetype,
                    ArchetypeColumn column, const TickAxis& axis, const Area& area);

/// The memory of all archetypes as areas: the solid part is in use, the dotted part is waste. A click selects the
/// archetype.
class ArchetypeTreemap {
public:
    static constexpr std::size_t tiles_max = 300;  // all others share one tile

    void show(const Context& context, const ArchetypeTable& table, ImVec2 size);

    /// As last drawn.
    const std::vector<TreemapTile>& tiles() const { return tiles_; }

private:
    static constexpr std::uint32_t others = ecs::no_archetype;
    void lay_out(const ArchetypeTable& table, const Area& area);
    void draw_tile(const Context& context, const ArchetypeTable& table, const TreemapTile& tile) const;
    void point_at(const Context& context, const ArchetypeTable& table, const TreemapTile& tile) const;

    std::vector<TreemapTile> tiles_;
    std::vector<TreemapItem> items_, laid_out_;
    Area area_;
    std::uint64_t revision_ = 0;
    std::size_t other_count_ = 0;
    std::uint64_t other_bytes_ = 0;
};

/// The histogram of the listed archetypes.
class ArchetypeOccupancy {
public:
    void show(const Context& context, const ArchetypeTable& table, ImVec2 size);
    const Occupancy& occupancy() const { return occupancy_; }

private:
    Occupancy occupancy_;
    std::uint64_t revision_ = 0;
    OccupancyMeasure measure_ = OccupancyMeasure::Chunks;
};

}  // namespace panels
