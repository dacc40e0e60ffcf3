#include "panels/tile_grid.hpp"

#include "catch.hpp"

using panels::TileGrid;

namespace {
const ImVec2 number{28, 13};
}

TEST_CASE("Tile grid: few tiles are large and numbered, thousands are small", "[panels][tile_grid]") {
    const ImVec2 room{900, 240};
    const TileGrid few = TileGrid::fit(5, room, number, 1), many = TileGrid::fit(5000, room, number, 1);
    CHECK(few.numbered);
    CHECK_FALSE(many.numbered);
    float last = few.tile_width;
    for (std::size_t count = 1; count < 6000; count = count * 3 / 2 + 1) {
        const TileGrid grid = TileGrid::fit(count, room, number, 1);
        CHECK(grid.tile_width <= last);
        last = grid.tile_width;
        CHECK(static_cast<float>(grid.per_line) * (grid.tile_width + grid.gap) - grid.gap <= room.x);
        const bool smallest = grid.tile_width == many.tile_width;
        CHECK((smallest || grid.height() <= room.y));
        if (grid.numbered) CHECK(grid.tile_width >= number.x);
    }
}

TEST_CASE("Tile grid: tiles and places lead to each other, gaps to nothing", "[panels][tile_grid]") {
    const ImVec2 origin{11, 23};
    const TileGrid grid = TileGrid::fit(123, {400, 200}, number, 1.5f);
    for (std::size_t tile = 0; tile < 123; ++tile) {
        const panels::Area area = grid.area_of(tile, origin);
        CHECK(grid.tile_at(area.middle(), origin) == tile);
        CHECK_FALSE(grid.tile_at({area.high.x + grid.gap / 2, area.low.y + 1}, origin));
    }
    CHECK_FALSE(grid.tile_at(grid.area_of(123, origin).middle(), origin));
    CHECK_FALSE(grid.tile_at({0, 0}, origin));
}

TEST_CASE("Tile grid: only the lines in view are handed out", "[panels][tile_grid]") {
    const TileGrid grid = TileGrid::fit(5000, {300, 100}, number, 1);
    const ImVec2 scrolled{0, -500};
    const TileGrid::Range range = grid.tiles_between(0, 100, scrolled);
    CHECK(range.first > 0);
    CHECK(range.end < 5000);
    for (std::size_t tile = 0; tile < 5000; ++tile) {
        const panels::Area area = grid.area_of(tile, scrolled);
        if (area.high.y > 0 && area.low.y < 100) REQUIRE((tile >= range.first && tile < range.end));
    }
    CHECK(grid.tiles_between(0, 100, {0, 200}).end == 0);
    CHECK(grid.tiles_between(0, 100, {0, -1e6f}).first == grid.tiles_between(0, 100, {0, -1e6f}).end);
    CHECK(TileGrid::fit(0, {300, 100}, number, 1).tiles_between(0, 100, {0, 0}).end == 0);
}
