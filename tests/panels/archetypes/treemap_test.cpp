#include "panels/archetypes/treemap.hpp"

#include "catch.hpp"
#include "ecs/base/random.hpp"

namespace treemap_test {

using namespace panels;

namespace {

double size_of(const Area& area) { return static_cast<double>(area.width()) * static_cast<double>(area.height()); }

}  // namespace

TEST_CASE("Treemap: areas are as the weights, and tile the room", "[panels][treemap]") {
    ecs::Random random;
    for (int round = 0; round < 50; ++round) {
        std::vector<TreemapItem> items;
        double total = 0;
        const std::uint32_t count = 1 + random.below(60);
        for (std::uint32_t id = 0; id < count; ++id) {
            items.push_back({id, 1.0 + random.below(10'000)});
            total += items.back().weight;
        }
        const Area room{{10, 20}, {710, 320}};
        const std::vector<TreemapTile> tiles = squarify(items, room);
        REQUIRE(tiles.size() == items.size());
        double covered = 0;
        for (const TreemapTile& tile : tiles) {
            CHECK(size_of(tile.area) / size_of(room) == Approx(items[tile.id].weight / total).margin(2e-4));
            CHECK(tile.area.low.x >= room.low.x - 0.01f);
            CHECK(tile.area.low.y >= room.low.y - 0.01f);
            CHECK(tile.area.high.x <= room.high.x + 0.01f);
            CHECK(tile.area.high.y <= room.high.y + 0.01f);
            covered += size_of(tile.area);
            for (const TreemapTile& other : tiles) {
                const Area both = common_area(tile.area, other.area);
                const bool apart = tile.id == other.id || both.width() < 0.01f || both.height() < 0.01f;
                CHECK(apart);
            }
        }
        CHECK(covered == Approx(size_of(room)).epsilon(1e-3));
    }
}

TEST_CASE("Treemap: what weighs nothing has no tile, and equals keep their order", "[panels][treemap]") {
    const Area room{{0, 0}, {100, 100}};
    CHECK(squarify({}, room).empty());
    CHECK(squarify({{1, 0}}, room).empty());
    const std::vector<TreemapTile> tiles = squarify({{5, 1}, {2, 1}, {9, 0}, {3, 1}}, room);
    REQUIRE(tiles.size() == 3);
    CHECK(tiles[0].id == 2);
    CHECK(tiles[1].id == 3);
    CHECK(tiles[2].id == 5);
    CHECK(squarify({{1, 1}}, {{0, 0}, {0, 100}}).empty());
}

}  // namespace treemap_test
