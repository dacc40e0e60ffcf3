#include "panels/base/noted_places.hpp"

#include "catch.hpp"

namespace noted_places_test {

using namespace panels;

TEST_CASE("Noted places: the part in view is remembered until it is not drawn again", "[panels][places]") {
    NotedPlaces places;
    const Area window{{0, 0}, {100, 100}};
    places.begin_frame();
    places.note("row", {{90, 10}, {120, 20}}, window);
    places.note("hidden", {{200, 10}, {220, 20}}, window);
    REQUIRE(places.find("row"));
    CHECK(places.find("row")->high.x == 100);
    CHECK_FALSE(places.find("hidden"));
    CHECK_FALSE(places.find("other"));
    // While the next frame is drawn the last one still counts.
    places.begin_frame();
    CHECK(places.find("row"));
    places.note("row", {{10, 10}, {20, 20}}, window);
    CHECK(places.find("row")->low.x == 10);
    places.begin_frame();
    places.begin_frame();
    CHECK_FALSE(places.find("row"));
}

}  // namespace noted_places_test
