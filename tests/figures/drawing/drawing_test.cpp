#include "figures/drawing/drawing.hpp"

#include <algorithm>
#include <cmath>

#include "catch.hpp"

namespace drawing_test {

using namespace figures;

TEST_CASE("Drawing: the width of a text is the sum of its characters' and grows with the size", "[figures][drawing]") {
    CHECK(text_width("", 15) == 0);
    CHECK(text_width("000", 10, Face::Mono) == Approx(18));
    CHECK(text_width("Wide", 30) == Approx(2 * text_width("Wide", 15)));
    CHECK(text_width("Wide", 15, Face::Bold) > text_width("Wide", 15));
    CHECK(text_width("速さ", 10) == Approx(20));
    CHECK(text_width("\xff\xc3", 10) == Approx(2 * text_width("\xc3\xa9", 10)));  // two characters that are none
}

TEST_CASE("Drawing: a text is cut so that it fits, between characters", "[figures][drawing]") {
    CHECK(fitted("Position", 200, 15) == "Position");
    const std::string cut = fitted("Position, Velocity, Health", 100, 15);
    CHECK(text_width(cut, 15) <= 100);
    CHECK(cut.substr(cut.size() - 3) == "…");
    CHECK(cut.find("Position") == 0);
    CHECK(fitted("Position, Velocity", text_width("Position, …", 15), 15) == "Position…");
    CHECK(fitted("éééé", 22, 10, Face::Mono) == "éé…");
    CHECK(fitted("Position", 2, 15).empty());
}

TEST_CASE("Drawing: long texts go on several lines, and the last of these is cut", "[figures][drawing]") {
    const double room = text_width("Position, Velocity,", 15);
    CHECK(wrapped("Position", room, 15, 3) == std::vector<std::string>{"Position"});
    CHECK(wrapped("Position, Velocity, Health", room, 15, 3) ==
          std::vector<std::string>{"Position, Velocity,", "Health"});
    const auto cut = wrapped("Position, Velocity, Health, Acceleration, Name", room, 15, 2);
    REQUIRE(cut.size() == 2);
    CHECK(cut[1].substr(0, 6) == "Health");
    CHECK(text_width(cut[1], 15) <= room);
    CHECK(wrapped("Positionpositionposition", 40, 15, 3).size() == 1);
    CHECK(wrapped("", room, 15, 3).empty());
}

TEST_CASE("Drawing: text on a component's colour can be read in every theme", "[figures][drawing]") {
    const auto light = [](Color c) {
        const auto linear = [](std::uint8_t part) {
            const double share = part / 255.0;
            return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
        };
        return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
    };
    for (const Theme theme : {Theme::Dark, Theme::Light, Theme::Contrast}) {
        const Palette& palette = palette_of(theme);
        for (std::uint32_t i = 0; i < palette.components.size(); ++i) {
            const double ground = light(color_of(component_ink(i), palette));
            const double text = light(color_of({Tone::OnComponent, i}, palette));
            const double contrast = (std::max(ground, text) + 0.05) / (std::min(ground, text) + 0.05);
            INFO("theme " << static_cast<int>(theme) << ", component " << i);
            CHECK(contrast >= 4.5);
        }
        CHECK(color_of(component_ink(12), palette) == color_of(component_ink(0), palette));
    }
}

}  // namespace drawing_test
