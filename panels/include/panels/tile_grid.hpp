// Where the tiles of the chunk map stand: as large as lets all of them be seen at once, small ones without numbers when
// there are many, and in lines that wrap. Tiles are found from places and places from tiles without walking them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "panels/patterns.hpp"

namespace panels {

struct TileGrid {
    float tile_width = 1, tile_height = 1, gap = 0;
    std::size_t count = 0, per_line = 1;
    bool numbered = false;  // there is room for a number of four digits

    /// The largest tiles with which all `count` fit into the room, or the smallest ones. `number_size` is what a number
    /// of four digits takes.
    static TileGrid fit(std::size_t count, ImVec2 room, ImVec2 number_size, float scale);
    /// Tiles of the size that has numbers, as many a line as fit.
    static TileGrid numbered_lines(std::size_t count, float width, ImVec2 number_size, float scale);

    std::size_t line_count() const { return (count + per_line - 1) / per_line; }
    float line_height() const { return tile_height + gap; }
    float height() const { return static_cast<float>(line_count()) * line_height(); }
    Area area_of(std::size_t tile, ImVec2 origin) const;
    /// Nothing between two tiles.
    std::optional<std::size_t> tile_at(ImVec2 place, ImVec2 origin) const;
    /// Tiles of all lines that are between two heights, as [first, end).
    struct Range {
        std::size_t first = 0, end = 0;
    };
    Range tiles_between(float top, float bottom, ImVec2 origin) const;
};

}  // namespace panels
