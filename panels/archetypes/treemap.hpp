// The layout of a squarified treemap in a panel (see figures/drawing/squarify.hpp). It draws nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "panels/base/patterns.hpp"

namespace panels {

struct TreemapItem {
    std::uint32_t id = 0;
    double weight = 0;
};
struct TreemapTile {
    std::uint32_t id = 0;
    Area area;
};

/// Tiles that fill `area` without gap or overlap, heaviest first. Items without weight get no tile.
std::vector<TreemapTile> squarify(std::vector<TreemapItem> items, const Area& area);

}  // namespace panels
