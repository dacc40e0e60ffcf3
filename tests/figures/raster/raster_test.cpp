#include "figures/raster/raster.hpp"

#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "catch.hpp"
#include "figures/support/figure_world.hpp"

namespace raster_test {

using namespace figures;

namespace {

std::vector<unsigned char> font(const char* name) {
    std::ifstream file(std::string(FONT_DIR) + "/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}
Typefaces program_fonts() {
    return Typefaces({font("Inter-Regular.otf"),
                      font("Inter-SemiBold.otf"),
                      font("JetBrainsMono-Regular.ttf"),
                      {font("DroidSansFallbackFull.ttf")},
                      nullptr});
}

Drawing boxes() {
    Drawing drawing;
    drawing.width = 120;
    drawing.height = 40;
    Group group{"boxes", {}};
    double x = 0;
    for (const Pattern pattern : {Pattern::Solid, Pattern::Hatch, Pattern::Dots, Pattern::Uprights, Pattern::Rungs}) {
        group.shapes.push_back(Box{.x = x, .width = 24, .height = 40, .fill = {{Tone::Paper}, pattern, {Tone::Text}}});
        x += 24;
    }
    drawing.groups.push_back(std::move(group));
    return drawing;
}

}  // namespace

TEST_CASE("Raster: boxes stand on their pixels, without a seam between neighbours", "[figures][raster]") {
    Drawing drawing;
    drawing.width = 40;
    drawing.height = 20;
    drawing.groups.push_back(
        {"boxes",
         {Box{.x = 2.25, .y = 3, .width = 10.1, .height = 5, .fill = {component_ink(component_of_tone(0))}},
          Box{.x = 12.35, .y = 3, .width = 9, .height = 5, .fill = {component_ink(component_of_tone(1))}},
          Line{30, 2, 30, 18, {Tone::Text}, 0.25}}});
    const Image image = rasterize(drawing, Theme::Light, 2, Typefaces({}));
    REQUIRE(image.width == 80);
    REQUIRE(image.height == 40);
    REQUIRE(image.pixels.size() == 80u * 40 * 3);
    const Palette& palette = palette_of(Theme::Light);
    CHECK(image.at(0, 0) == palette.scene);
    CHECK(image.at(5, 6) == palette.tones[0]);
    CHECK(image.at(4, 6) == palette.scene);
    for (int x = 5; x < 43; ++x) {
        const Color color = image.at(x, 10);
        CHECK((color == palette.tones[0] || color == palette.tones[1]));
    }
    CHECK(image.at(5, 5) == palette.scene);
    CHECK(image.at(5, 16) == palette.scene);
    CHECK(image.at(60, 20) == palette.text);  // thinner than a pixel, and seen
}

TEST_CASE("Raster: every pattern has its own picture, also in black and white", "[figures][raster]") {
    const Image image = rasterize(boxes(), Theme::Light, 3, Typefaces({}));
    std::set<std::string> pictures;
    for (int box = 0; box < 5; ++box) {
        std::string picture;
        int dark = 0;
        for (int y = 0; y < 36; ++y) {
            for (int x = 0; x < 72; ++x) {
                const bool black = image.at(box * 72 + x, y).g < 140;
                picture += black ? '#' : '.';
                dark += black;
            }
        }
        pictures.insert(picture);
        if (box == 0)
            CHECK(dark == 0);
        else
            CHECK((dark > 36 * 72 / 25 && dark < 36 * 72 / 2));
    }
    CHECK(pictures.size() == 5);
}

TEST_CASE("Raster: texts stand where their anchors say", "[figures][raster]") {
    const Typefaces fonts = program_fonts();
    INFO("the fonts of the program, which scripts/setup.sh installs, in " FONT_DIR);
    REQUIRE(fonts.usable());
    struct Span {
        int left = 1000, right = -1;
    };
    const auto columns = [&](Anchor anchor, const char* words) {
        Drawing drawing;
        drawing.width = 200;
        drawing.height = 30;
        drawing.groups.push_back({"text", {Text{.x = 100, .y = 20, .words = words, .anchor = anchor}}});
        const Image image = rasterize(drawing, Theme::Light, 1, fonts);
        Span span;
        for (int x = 0; x < image.width; ++x)
            for (int y = 0; y < image.height; ++y)
                if (image.at(x, y).g < 128) span = {std::min(span.left, x), std::max(span.right, x)};
        return span;
    };
    const Span left = columns(Anchor::Left, "Hill"), middle = columns(Anchor::Middle, "Hill"),
               right = columns(Anchor::Right, "Hill");
    CHECK((left.left >= 100 && left.left <= 103));
    CHECK((right.right <= 100 && right.right >= 97));
    CHECK(std::abs((middle.left + middle.right) - 200) <= 3);
    CHECK(left.right - left.left == Approx(text_width("Hill", 15)).margin(3));
    const Span japanese = columns(Anchor::Left, "速さ");
    CHECK(japanese.right - japanese.left > 20);  // from the font that has it
}

TEST_CASE("Raster: the same drawing gives the same pixels, in twice the size as well", "[figures][raster]") {
    const test::FigureWorld f;
    const Drawing drawing = f.draw(FigureKind::Chunk, f.single);
    const Typefaces fonts = program_fonts();
    const Image once = rasterize(drawing, Theme::Dark, 1, fonts), twice = rasterize(drawing, Theme::Dark, 2, fonts);
    CHECK(once.pixels == rasterize(drawing, Theme::Dark, 1, fonts).pixels);
    CHECK(once.width == 1280);
    CHECK(twice.width == 2560);
    CHECK(twice.height == 1440);
    CHECK(once.at(3, 3) == palette_of(Theme::Dark).scene);

    // In the middle of a box of one colour both sizes have that colour.
    std::size_t looked_at = 0;
    for (const Group& group : drawing.groups) {
        for (const Shape& shape : group.shapes) {
            const Box* box = std::get_if<Box>(&shape);
            if (!box || !box->bytes || box->bytes->role != "field" || box->width < 20) continue;
            const Color color = color_of(box->fill.ground, palette_of(Theme::Dark));
            const double x = box->x + 5, y = box->y + 5;  // beside the letters
            CHECK(once.at(static_cast<int>(x), static_cast<int>(y)) == color);
            CHECK(twice.at(static_cast<int>(x * 2), static_cast<int>(y * 2)) == color);
            ++looked_at;
        }
    }
    CHECK(looked_at >= 2);
}

}  // namespace raster_test
