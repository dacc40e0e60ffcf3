#include "panels/widgets/number_room.hpp"

#include <cmath>

#include "catch.hpp"
#include "panels/support/headless.hpp"
#include "panels/widgets/little_room.hpp"

namespace number_room_test {

TEST_CASE("Numbers: what has no room has fewer digits, and stays the same number", "[panels][widgets][numbers]") {
    Harness harness{{400, 200}};
    harness.add([](const panels::Context&) {
        using panels::number_that_fits, panels::text_width;
        const std::string whole = "18,446,744,073,709,551,615";
        CHECK(number_that_fits(whole, 18446744073709551615.0, text_width(whole)) == whole);
        const std::string shorter = number_that_fits(whole, 18446744073709551615.0, text_width("1.84e19"));
        CHECK(shorter == "1.84e19");
        CHECK(number_that_fits("−9,007,199,254,740,993", -9007199254740993.0, text_width("−9.01e15")) == "−9.01e15");
        CHECK(number_that_fits("+12,345,678", 12345678.0, text_width("+1e7")) == "+1e7");
        CHECK(number_that_fits("0.0000123456", 1.23456e-5, text_width("1.2e-5")) == "1.2e-5");
        // Not even one digit has room, and what is no number.
        CHECK(number_that_fits(whole, 18446744073709551615.0, 1).find('1') == std::string::npos);
        CHECK(number_that_fits("infinite", HUGE_VAL, text_width("infin…")) == "infin…");
        for (float room = 200; room > 20; room -= 1)
            CHECK(text_width(number_that_fits(whole, 18446744073709551615.0, room)) <= room);
    });
    harness.frames(1);
}

}  // namespace number_room_test
