#include "ecs/lab/memory/placed_array.hpp"

#include "catch.hpp"

namespace placed_array_test {

using ecs::lab::PlacedArray;

TEST_CASE("Placed array: values lie one behind the other, so many bytes behind the begin of a line", "[lab][lesson]") {
    const PlacedArray array(20, 12, 16);
    CHECK(array.count() == 16);
    CHECK(array.block().begin % 64 == 0);
    CHECK(array.at(0) == array.block().begin + 20);
    CHECK(array.at(15) == array.block().begin + 20 + 15 * 12);
    CHECK(array.at(15) + 12 <= array.block().end());
}

TEST_CASE("Placed array: lines are those that reading a value touches", "[lab][lesson]") {
    const PlacedArray array(0, 12, 16);
    for (std::uint64_t i = 0; i < 16; ++i) CHECK(array.lines_of(i) == (i == 5 || i == 10 ? 2 : 1));
    CHECK(array.straddling() == 2);
    CHECK(PlacedArray(0, 16, 16).straddling() == 0);
    CHECK(PlacedArray(4, 16, 16).straddling() == 4);
    CHECK(PlacedArray(60, 200, 1).lines_of(0) == 5);
}

}  // namespace placed_array_test
