#include "panels/treemap.hpp"

#include <algorithm>
#include <cmath>

namespace panels {

namespace {

/// The side ratio of the worst of the tiles that share a strip along `side`.
double worst_ratio(double smallest, double largest, double sum, double side) {
    const double square = sum * sum, edge = side * side;
    return std::max(edge * largest / square, square / (edge * smallest));
}

/// Room that is left, in doubles: thousands of strips must not drift apart.
struct Room {
    double left = 0, top = 0, right = 0, bottom = 0;

    double width() const { return right - left; }
    double height() const { return bottom - top; }
    double short_side() const { return std::min(width(), height()); }
};

ImVec2 corner(double x, double y) { return {static_cast<float>(x), static_cast<float>(y)}; }

}  // namespace

std::vector<TreemapTile> squarify(std::vector<TreemapItem> items, const Area& area) {
    items.erase(std::remove_if(items.begin(), items.end(), [](const TreemapItem& item) { return !(item.weight > 0); }),
                items.end());
    // Equal weights keep the order of their ids, so that tiles do not change places for nothing.
    std::sort(items.begin(), items.end(), [](const TreemapItem& a, const TreemapItem& b) {
        return a.weight != b.weight ? a.weight > b.weight : a.id < b.id;
    });
    double total = 0;
    for (const TreemapItem& item : items) total += item.weight;
    std::vector<TreemapTile> tiles;
    if (items.empty() || area.width() <= 0 || area.height() <= 0) return tiles;
    tiles.reserve(items.size());

    Room room{static_cast<double>(area.low.x), static_cast<double>(area.low.y), static_cast<double>(area.high.x),
              static_cast<double>(area.high.y)};
    const double scale = room.width() * room.height() / total;
    for (std::size_t first = 0; first < items.size();) {
        const double side = room.short_side();
        double sum = 0, best = 0;
        std::size_t end = first;
        while (end < items.size()) {
            const double largest = items[first].weight * scale, next = items[end].weight * scale;
            const double ratio = worst_ratio(next, largest, sum + next, side);
            if (end > first && ratio > best) break;
            best = ratio;
            sum += next;
            ++end;
        }
        // The strip lies along the short side; the last one takes all that rounding left.
        const bool upright = room.width() >= room.height(), last_strip = end == items.size();
        const double thick = last_strip ? (upright ? room.width() : room.height()) : sum / side;
        double at = upright ? room.top : room.left;
        for (std::size_t i = first; i < end; ++i) {
            const double whole = upright ? room.bottom : room.right;
            const double until = i + 1 == end ? whole : at + items[i].weight * scale / sum * side;
            const Area tile = upright ? Area{corner(room.left, at), corner(room.left + thick, until)}
                                      : Area{corner(at, room.top), corner(until, room.top + thick)};
            tiles.push_back({items[i].id, tile});
            at = until;
        }
        (upright ? room.left : room.top) += thick;
        first = end;
    }
    return tiles;
}

}  // namespace panels
