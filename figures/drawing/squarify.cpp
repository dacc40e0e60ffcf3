#include "figures/drawing/squarify.hpp"

#include <algorithm>

namespace figures {

// Tiles in rows along the shorter side, each row as long as its tiles grow squarer by it.
void squarify(std::span<WeightedTile> tiles, TreemapArea room) {
    double left = 0;
    for (const WeightedTile& tile : tiles) left += tile.weight;
    for (std::size_t first = 0; first < tiles.size();) {
        const bool upright = room.width >= room.height;  // the row is a column at the left
        const double side = upright ? room.height : room.width;
        const double weight_per_area = left / (room.width * room.height);
        double weight = 0, worst = 0;
        std::size_t end = first;
        for (; end < tiles.size(); ++end) {
            const double more = weight + tiles[end].weight;
            const double thickness = more / weight_per_area / side;
            const double longest = tiles[first].weight / weight_per_area / thickness;
            const double shortest = tiles[end].weight / weight_per_area / thickness;
            const double now = std::max(longest / thickness, thickness / shortest);
            if (end > first && now > worst) break;
            worst = now;
            weight = more;
        }
        // The last row takes all that rounding left.
        const double thickness =
            end == tiles.size() ? (upright ? room.width : room.height) : weight / weight_per_area / side;
        double along = 0;
        for (std::size_t i = first; i < end; ++i) {
            const double length = i + 1 == end ? side - along : tiles[i].weight / weight * side;
            tiles[i].area = upright ? TreemapArea{room.x, room.y + along, thickness, length}
                                    : TreemapArea{room.x + along, room.y, length, thickness};
            along += length;
        }
        room = upright ? TreemapArea{room.x + thickness, room.y, room.width - thickness, room.height}
                       : TreemapArea{room.x, room.y + thickness, room.width, room.height - thickness};
        left -= weight;
        first = end;
    }
}

}  // namespace figures
