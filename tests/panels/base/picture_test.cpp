#include "panels/base/picture.hpp"

#include "catch.hpp"

namespace picture_test {

using panels::Picture;

TEST_CASE("Picture: rows remember the revision at which they last changed", "[panels][picture]") {
    Picture picture;
    picture.reset(3, 4, 0xff000000u);
    CHECK(picture.pixels == std::vector<std::uint32_t>(12, 0xff000000u));
    const std::uint64_t drawn = picture.revision;
    CHECK(picture.row_revisions == std::vector<std::uint64_t>(4, drawn));

    picture.row(2)[1] = 7;
    picture.touch(2, 3);
    CHECK(picture.pixels[7] == 7);
    CHECK(picture.revision > drawn);
    CHECK(picture.row_revisions == std::vector<std::uint64_t>{drawn, drawn, picture.revision, drawn});

    picture.touch(-5, 99);
    CHECK(picture.row_revisions == std::vector<std::uint64_t>(4, picture.revision));
}

TEST_CASE("Picture: after a new size no row is painted yet", "[panels][picture]") {
    Picture picture;
    picture.reset(3, 4, 0);
    const std::uint64_t drawn = picture.revision;
    picture.resize(2, 5);
    CHECK(picture.pixels.size() == 10);
    CHECK(picture.revision > drawn);
    CHECK(picture.row_revisions == std::vector<std::uint64_t>(5, 0));
    picture.touch(1, 2);
    CHECK(picture.row_revisions == std::vector<std::uint64_t>{0, picture.revision, 0, 0, 0});
}

TEST_CASE("Picture: none shares its id with another", "[panels][picture]") {
    const Picture first, second;
    CHECK(first.id != second.id);
}

}  // namespace picture_test
