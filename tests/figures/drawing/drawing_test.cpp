#include "figures/drawing/drawing.hpp"

#include <algorithm>
#include <cmath>

#include "catch.hpp"
#include "ecs/world/world.hpp"

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
    const Color dark_text{0x0E, 0x10, 0x14}, light_text{0xFF, 0xFF, 0xFF};
    const auto contrast = [&](Color a, Color b) {
        return (std::max(light(a), light(b)) + 0.05) / (std::min(light(a), light(b)) + 0.05);
    };
    for (const Theme theme : {Theme::Dark, Theme::Light, Theme::Contrast}) {
        const Palette& palette = palette_of(theme);
        for (std::uint32_t i = 0; i < component_of_tone(palette.tones.size()); ++i) {
            const Color ground = color_of(component_ink(i), palette), text = color_of({Tone::OnComponent, i}, palette);
            INFO("theme " << static_cast<int>(theme) << ", component " << i);
            CHECK(contrast(ground, text) >= 4.3);
            CHECK(contrast(ground, text) == std::max(contrast(ground, dark_text), contrast(ground, light_text)));
        }
    }
}

TEST_CASE("Drawing: Name and Parent are neutral, the others have sixteen tones, and stripes from the 17th on",
          "[figures][drawing]") {
    for (const Theme theme : {Theme::Dark, Theme::Light, Theme::Contrast}) {
        const Palette& palette = palette_of(theme);
        for (std::uint32_t neutral : {0u, 1u}) CHECK(look_of(neutral, palette) == ComponentLook{palette.n_name, false});
        for (std::size_t i = 0; i < 40; ++i)
            CHECK(look_of(component_of_tone(i), palette) == ComponentLook{palette.tones[i % 16], i >= 16});
    }
    CHECK(component_fill(component_of_tone(15)).pattern == Pattern::Solid);
    const Fill striped = component_fill(component_of_tone(16));
    CHECK(striped.pattern == Pattern::Stripes);
    const Palette& palette = palette_of(Theme::Dark);
    CHECK(color_of(striped.ground, palette) == palette.tones[0]);
    CHECK(color_of(striped.lines, palette) == Color{81, 108, 105});  // black at 55 % over it
    const ecs::World world;
    CHECK(world.name_id() < neutral_components);
    CHECK(world.parent_id() < neutral_components);
    CHECK(world.types().size() == neutral_components);
}

}  // namespace drawing_test
