#include "panels/widgets/units.hpp"

#include "catch.hpp"

namespace units_test {

TEST_CASE("Units: what is known has words, and what is not stands as it is", "[panels][widgets]") {
    CHECK(panels::words_for_unit("u") == "units of the world");
    CHECK(panels::words_for_unit("°/tick") == "degrees per tick");
    CHECK(panels::words_for_unit("m/s") == "metres per second");
    CHECK(panels::words_for_unit("gold").empty());
    CHECK(panels::words_for_unit("gold/s").empty());
    CHECK(panels::words_for_unit("").empty());
    CHECK(panels::unit_with_words("u/tick") == "u/tick (units of the world per tick)");
    CHECK(panels::unit_with_words("gold") == "gold");
}

}  // namespace units_test
