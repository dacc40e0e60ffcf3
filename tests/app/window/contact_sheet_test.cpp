#include "editor/app/window/contact_sheet.hpp"

#include <array>
#include <vector>

#include "catch.hpp"

namespace contact_sheet_test {

using Color = std::array<std::uint8_t, 3>;

namespace {

std::vector<std::uint8_t> filled(int width, int height, Color color) {
    std::vector<std::uint8_t> pixels;
    for (int i = 0; i < width * height; ++i) pixels.insert(pixels.end(), color.begin(), color.end());
    return pixels;
}

Color at(const editor::ContactSheet::Picture& picture, int x, int y) {
    const auto pixel = picture.pixels.begin() + (y * picture.width + x) * 3;
    return {pixel[0], pixel[1], pixel[2]};
}

}  // namespace

TEST_CASE("Contact sheet: pictures stand in rows at half their size, whatever their sizes are", "[ui][sheet]") {
    editor::ContactSheet sheet(2);
    const Color red{200, 0, 0}, green{0, 200, 0}, blue{0, 0, 200};
    sheet.add(filled(40, 20, red), 40, 20);
    sheet.add(filled(81, 61, green), 81, 61);  // an odd row and column are left out
    sheet.add(filled(60, 10, blue), 60, 10);
    const auto whole = sheet.sheet();
    constexpr int gap = 8;
    REQUIRE(whole.width == gap + 30 + gap + 40 + gap);
    REQUIRE(whole.height == gap + 30 + gap + 5 + gap);
    CHECK(whole.pixels.size() == static_cast<std::size_t>(whole.width * whole.height * 3));
    CHECK(at(whole, gap, gap) == red);
    CHECK(at(whole, gap + 19, gap + 9) == red);
    CHECK(at(whole, gap + 20, gap) != red);
    CHECK(at(whole, gap + 30 + gap + 39, gap + 29) == green);
    CHECK(at(whole, gap + 29, gap + 30 + gap + 4) == blue);
    CHECK(at(whole, gap + 30 + gap, gap + 30 + gap) == at(whole, 0, 0));  // nothing stands there
}

TEST_CASE("Contact sheet: a pixel is the mean of four", "[ui][sheet]") {
    editor::ContactSheet sheet(1);
    sheet.add({0, 0, 0, 100, 100, 100, 100, 100, 100, 200, 200, 200}, 2, 2);
    const auto whole = sheet.sheet();
    CHECK(at(whole, 8, 8) == Color{100, 100, 100});
}

TEST_CASE("Contact sheet: without pictures there is only its ground", "[ui][sheet]") {
    CHECK(editor::ContactSheet(3).sheet().height > 0);
}

}  // namespace contact_sheet_test
