// A squarified treemap of a panel (see figures/squarify.hpp): only the layout; who draws it owns it.
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

/// Tiles that fill `area` without gap or overlap, the heaviest first. Items without weight have none.
std::vector<TreemapTile> squarify(std::vector<TreemapItem> items, const Area& area);

}  // namespace panels
