#include "panels/manual/scaled_picture.hpp"

#include "catch.hpp"

namespace scaled_picture_test {

using namespace panels;

TEST_CASE("Scaled picture: pixels of a smaller copy are the means of those that they cover", "[panels][manual]") {
    Picture source;
    source.reset(4, 2, 0xff000000);
    for (int y = 0; y < 2; ++y)
        for (int x = 0; x < 2; ++x) source.row(y)[x] = x == 0 ? 0xff000000 : 0xff0000c8;
    ScaledPicture scaled;
    const Picture& half = scaled.in_width(source, 2);
    REQUIRE(half.width == 2);
    REQUIRE(half.height == 1);
    CHECK(half.pixels[0] == 0xff000064);
    CHECK(half.pixels[1] == 0xff000000);
    // The same size is the picture itself; pixels of a larger one lie between those of the picture.
    CHECK(&scaled.in_width(source, 4) == &source);
    const Picture& twice = scaled.in_width(source, 8);
    REQUIRE(twice.height == 4);
    CHECK(twice.pixels[0] == 0xff000000);
    CHECK(twice.pixels[2] == 0xff000096);  // a quarter of its way from one to the next
}

TEST_CASE("Scaled picture: the copy is made once for each size", "[panels][manual]") {
    Picture source;
    source.reset(10, 10, 0xffffffff);
    ScaledPicture scaled;
    const std::uint64_t first = scaled.in_width(source, 5).revision;
    CHECK(scaled.in_width(source, 5).revision == first);
    CHECK(scaled.in_width(source, 6).revision != first);
}

}  // namespace scaled_picture_test
