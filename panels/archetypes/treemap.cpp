#include "panels/archetypes/treemap.hpp"

#include <algorithm>

#include "figures/drawing/squarify.hpp"

namespace panels {

std::vector<TreemapTile> squarify(std::vector<TreemapItem> items, const Area& area) {
    std::erase_if(items, [](const TreemapItem& item) { return !(item.weight > 0); });
    // Equal weights keep the order of their ids, so that tiles do not change places without reason.
    std::sort(items.begin(), items.end(), [](const TreemapItem& a, const TreemapItem& b) {
        return a.weight != b.weight ? a.weight > b.weight : a.id < b.id;
    });
    std::vector<TreemapTile> tiles;
    if (items.empty() || area.width() <= 0 || area.height() <= 0) return tiles;
    std::vector<figures::WeightedTile> weighted;
    weighted.reserve(items.size());
    for (const TreemapItem& item : items) weighted.push_back({item.weight});
    figures::squarify(weighted, {static_cast<double>(area.low.x), static_cast<double>(area.low.y),
                                 static_cast<double>(area.width()), static_cast<double>(area.height())});
    const auto corner = [](double x, double y) { return ImVec2{static_cast<float>(x), static_cast<float>(y)}; };
    tiles.reserve(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
        const figures::TreemapArea& tile = weighted[i].area;
        tiles.push_back({items[i].id, {corner(tile.x, tile.y), corner(tile.x + tile.width, tile.y + tile.height)}});
    }
    return tiles;
}

}  // namespace panels
