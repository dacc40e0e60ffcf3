#include "figures/raster/png.hpp"

#include <vector>

#include "catch.hpp"

namespace png_test {

TEST_CASE("PNG: the file says its size, and is the same each time", "[figures][png]") {
    std::vector<std::uint8_t> pixels(5 * 3 * 3, 200);
    const std::string png = figures::encode_png(pixels, 5, 3);
    REQUIRE(png.size() > 33);
    CHECK(png.substr(0, 8) == "\x89PNG\r\n\x1a\n");
    const auto number = [&](std::size_t at) {
        int value = 0;
        for (std::size_t i = at; i < at + 4; ++i) value = value * 256 + static_cast<unsigned char>(png[i]);
        return value;
    };
    CHECK(number(16) == 5);
    CHECK(number(20) == 3);
    CHECK(png == figures::encode_png(pixels, 5, 3));
    pixels[7] = 0;
    CHECK(png != figures::encode_png(pixels, 5, 3));
}

}  // namespace png_test
