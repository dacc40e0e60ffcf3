// The layout of a squarified treemap: rectangles with areas proportional to weights, each as square as possible
// (Bruls, Huizing and van Wijk, 2000), so that areas are comparable by eye. Figures and panels draw it.
#pragma once

#include <span>

namespace figures {

struct TreemapArea {
    double x = 0, y = 0, width = 0, height = 0;
};
struct WeightedTile {
    double weight = 0;
    TreemapArea area = {};  // the result
};

/// Gives each tile its area; together they fill `room` without gap or overlap. All weights must be above 0, sorted
/// heaviest first; the room must not be empty.
void squarify(std::span<WeightedTile> tiles, TreemapArea room);

}  // namespace figures
