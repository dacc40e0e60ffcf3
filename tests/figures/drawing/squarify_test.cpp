#include "figures/drawing/squarify.hpp"

#include <algorithm>
#include <vector>

#include "catch.hpp"

namespace squarify_test {

using namespace figures;

TEST_CASE("Squarify: the example of its authors comes out as in their paper", "[figures][squarify]") {
    std::vector<WeightedTile> tiles;
    for (const double weight : {6.0, 6.0, 4.0, 3.0, 2.0, 2.0, 1.0}) tiles.push_back({weight});
    squarify(tiles, {0, 0, 600, 400});
    // The two of weight 6 share the left half, one above the other.
    CHECK(tiles[0].area.width == Approx(300));
    CHECK(tiles[0].area.height == Approx(200));
    CHECK(tiles[1].area.y == Approx(200));
    CHECK(tiles[2].area.x == Approx(300));
    for (const WeightedTile& tile : tiles) {
        const auto [shorter, longer] = std::minmax(tile.area.width, tile.area.height);
        CHECK(longer / shorter < 3);
        CHECK(tile.area.width * tile.area.height == Approx(tile.weight * 10'000));
    }
}

TEST_CASE("Squarify: thousands of tiles end exactly at the edge of the room", "[figures][squarify]") {
    std::vector<WeightedTile> tiles;
    for (int i = 5'000; i > 0; --i) tiles.push_back({0.1 + i / 7.0});
    squarify(tiles, {10, 20, 700, 300});
    double right = 0, bottom = 0, covered = 0;
    for (const WeightedTile& tile : tiles) {
        right = std::max(right, tile.area.x + tile.area.width);
        bottom = std::max(bottom, tile.area.y + tile.area.height);
        covered += tile.area.width * tile.area.height;
    }
    CHECK(right == Approx(710).epsilon(1e-12));
    CHECK(bottom == Approx(320).epsilon(1e-12));
    CHECK(covered == Approx(700.0 * 300).epsilon(1e-9));
}

}  // namespace squarify_test
