#include "figures/world/occupancy.hpp"

#include "catch.hpp"

namespace occupancy_test {

using namespace figures;

TEST_CASE("Occupancy: bins are tens of percent, and only what is full is full", "[figures][occupancy]") {
    CHECK(occupancy_bin(0, 100) == 0);
    CHECK(occupancy_bin(1, 100) == 1);
    CHECK(occupancy_bin(1, 2047) == 1);
    CHECK(occupancy_bin(10, 100) == 1);
    CHECK(occupancy_bin(11, 100) == 2);
    CHECK(occupancy_bin(99, 100) == 10);
    CHECK(occupancy_bin(2046, 2047) == 10);
    CHECK(occupancy_bin(100, 100) == 11);
    CHECK(occupancy_bin_name(0) == "empty");
    CHECK(occupancy_bin_name(1) == "1–10 %");
    CHECK(occupancy_bin_name(10) == "91–99 %");
    CHECK(occupancy_bin_name(11) == "full");
}

}  // namespace occupancy_test
