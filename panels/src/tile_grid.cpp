#include "panels/tile_grid.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace panels {

namespace {

struct TileSize {
    float width, height, gap;  // at scale 1
    bool numbered;
};
// From large to small.
constexpr std::array<TileSize, 6> sizes{{
    {88, 104, 8, true},
    {64, 72, 6, true},
    {52, 48, 4, true},
    {44, 28, 4, true},
    {18, 24, 3, false},
    {10, 16, 2, false},
}};
constexpr TileSize smallest_with_number = sizes[3];

TileGrid make_grid(const TileSize& size, std::size_t count, float width, ImVec2 number_size, float scale) {
    TileGrid grid;
    grid.count = count;
    grid.numbered = size.numbered;
    grid.tile_width = std::floor(size.width * scale);
    grid.tile_height = std::floor(size.height * scale);
    if (size.numbered) {
        grid.tile_width = std::max(grid.tile_width, std::ceil(number_size.x) + 6);
        grid.tile_height = std::max(grid.tile_height, std::ceil(number_size.y) + 6);
    }
    grid.gap = std::floor(size.gap * scale);
    const float fitting = std::floor((width + grid.gap) / (grid.tile_width + grid.gap));
    grid.per_line = fitting < 1 ? 1 : static_cast<std::size_t>(fitting);
    return grid;
}

}  // namespace

TileGrid TileGrid::fit(std::size_t count, ImVec2 room, ImVec2 number_size, float scale) {
    TileGrid grid;
    for (const TileSize& size : sizes) {
        grid = make_grid(size, count, room.x, number_size, scale);
        if (grid.height() <= room.y) break;
    }
    return grid;
}

TileGrid TileGrid::numbered_lines(std::size_t count, float width, ImVec2 number_size, float scale) {
    return make_grid(smallest_with_number, count, width, number_size, scale);
}

Area TileGrid::area_of(std::size_t tile, ImVec2 origin) const {
    const ImVec2 low{origin.x + static_cast<float>(tile % per_line) * (tile_width + gap),
                     origin.y + static_cast<float>(tile / per_line) * line_height()};
    return {low, {low.x + tile_width, low.y + tile_height}};
}

std::optional<std::size_t> TileGrid::tile_at(ImVec2 place, ImVec2 origin) const {
    const float x = place.x - origin.x, y = place.y - origin.y;
    if (x < 0 || y < 0) return std::nullopt;
    const auto column = static_cast<std::size_t>(x / (tile_width + gap));
    const std::size_t tile = static_cast<std::size_t>(y / line_height()) * per_line + column;
    if (column >= per_line || tile >= count || !area_of(tile, origin).contains(place)) return std::nullopt;
    return tile;
}

TileGrid::Range TileGrid::tiles_between(float top, float bottom, ImVec2 origin) const {
    const float first = std::floor((top - origin.y) / line_height()),
                end = std::ceil((bottom - origin.y) / line_height());
    if (end <= 0 || count == 0) return {};
    const auto line = [this](float at) { return std::min(static_cast<std::size_t>(std::max(at, 0.0f)), line_count()); };
    return {std::min(line(first) * per_line, count), std::min(line(end) * per_line, count)};
}

}  // namespace panels
