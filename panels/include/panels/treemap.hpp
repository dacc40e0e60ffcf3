// A squarified treemap: rectangles whose areas are as their weights, each as close to a square as the others allow
// (Bruls, Huizing and van Wijk, 2000), so that areas can be compared by eye. Only the layout; who draws it owns it.
#pragma once

#include <cstdint>
#include <vector>

#include "panels/patterns.hpp"

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
