// The layout of a squarified treemap: rectangles whose areas are as their weights, each as close to a square as the
// others allow (Bruls, Huizing and van Wijk, 2000), so that areas can be compared by eye. Figures and panels draw it.
#pragma once

#include <span>

namespace figures {

struct TreemapArea {
    double x = 0, y = 0, width = 0, height = 0;
};
struct WeightedTile {
    double weight = 0;
    TreemapArea area = {};  // filled in
};

/// Gives each tile its area; together they fill `room` without gap or overlap. All have weights above 0, the heaviest
/// first; the room has some extent.
void squarify(std::span<WeightedTile> tiles, TreemapArea room);

}  // namespace figures
