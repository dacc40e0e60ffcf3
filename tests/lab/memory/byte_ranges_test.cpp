#include "ecs/lab/memory/byte_ranges.hpp"

#include "catch.hpp"

namespace byte_ranges_test {

using namespace ecs::lab;

TEST_CASE("Byte ranges: ranges in any order become the same bytes, in order and apart", "[lab][ranges]") {
    const ByteRanges joined = joined_ranges({{40, 44}, {8, 12}, {12, 16}, {10, 11}, {30, 30}, {41, 50}});
    CHECK(joined == ByteRanges{{8, 16}, {40, 50}});
    CHECK(byte_count(joined) == 18);
    CHECK(joined_ranges({}).empty());
}

TEST_CASE("Byte ranges: the first that ends behind an address", "[lab][ranges]") {
    const ByteRanges ranges{{8, 16}, {40, 50}};
    CHECK(first_behind(ranges, 0)->first == 8);
    CHECK(first_behind(ranges, 15)->first == 8);
    CHECK(first_behind(ranges, 16)->first == 40);
    CHECK(first_behind(ranges, 50) == ranges.end());
}

}  // namespace byte_ranges_test
