#include "panels/base/style.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"

namespace style_test {

using namespace panels;

namespace {

constexpr std::array themes{ThemeName::Dark, ThemeName::Light, ThemeName::Contrast};
using Linear = std::array<double, 3>;

Linear linear(ImU32 color) {
    const auto channel = [&](int shift) {
        const double share = static_cast<double>(color >> shift & 0xff) / 255;
        return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
    };
    return {channel(IM_COL32_R_SHIFT), channel(IM_COL32_G_SHIFT), channel(IM_COL32_B_SHIFT)};
}

/// As WCAG 2 defines it.
double contrast(ImU32 a, ImU32 b) {
    const auto luminance = [](const Linear& c) { return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]; };
    const auto [darker, lighter] = std::minmax({luminance(linear(a)), luminance(linear(b))});
    return (lighter + 0.05) / (darker + 0.05);
}

using Matrix = std::array<Linear, 3>;
// What eyes that lack one kind of cone see (Machado, Oliveira and Fernandes 2009, severity 1).
constexpr std::array<Matrix, 4> sights{{
    {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
    {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
}};

Linear seen_through(const Matrix& sight, const Linear& c) {
    Linear result{};
    for (std::size_t i = 0; i < 3; ++i)
        result[i] = std::max(0.0, sight[i][0] * c[0] + sight[i][1] * c[1] + sight[i][2] * c[2]);
    return result;
}

/// Oklab, in which distances are about as large as they look.
Linear oklab(const Linear& c) {
    const double l = std::cbrt(0.4122214708 * c[0] + 0.5363325363 * c[1] + 0.0514459929 * c[2]);
    const double m = std::cbrt(0.2119034982 * c[0] + 0.6806995451 * c[1] + 0.1073969566 * c[2]);
    const double s = std::cbrt(0.0883024619 * c[0] + 0.2817188376 * c[1] + 0.6299787005 * c[2]);
    return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

double difference(ImU32 a, ImU32 b) {
    const Linear p = oklab(linear(a)), q = oklab(linear(b));
    return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

/// What is seen when `upper`, which may let light through, is drawn over `lower`, which does not.
ImU32 drawn_over(ImU32 upper, ImU32 lower) {
    const ImVec4 a = ImGui::ColorConvertU32ToFloat4(upper), b = ImGui::ColorConvertU32ToFloat4(lower);
    const auto mix = [&](float above, float below) { return above * a.w + below * (1 - a.w); };
    return ImGui::ColorConvertFloat4ToU32({mix(a.x, b.x), mix(a.y, b.y), mix(a.z, b.z), 1});
}

double colorfulness(ImU32 color) {
    const Linear lab = oklab(linear(color));
    return std::hypot(lab[1], lab[2]);
}

Style style_of(ThemeName name) {
    Style style;
    style.theme_name = name;
    style.theme = &theme_named(name);
    return style;
}

}  // namespace

TEST_CASE("Style: text can be read on everything it stands on, in every theme", "[panels][style]") {
    for (ThemeName name : themes) {
        const Theme& theme = theme_named(name);
        INFO("theme " << static_cast<int>(name));
        for (ImU32 ground : {theme.background, theme.panel, theme.raised}) {
            CHECK(contrast(theme.text, ground) >= 4.5);
            CHECK(contrast(theme.quiet_text, ground) >= 4.5);
            CHECK(contrast(theme.accent, ground) >= 4.5);
            CHECK(contrast(theme.warning, ground) >= 4.5);
            CHECK(contrast(theme.error, ground) >= 4.5);
            CHECK(contrast(theme.good, ground) >= 4.5);
        }
        CHECK(contrast(theme.on_accent, theme.accent) >= 4.5);
    }
    const Theme& high = theme_named(ThemeName::Contrast);
    CHECK(contrast(high.text, high.panel) >= 15);
    CHECK(contrast(high.quiet_text, high.panel) >= 7);
}

TEST_CASE("Style: component colours stand out and are told apart without red, green or blue cones", "[panels][style]") {
    for (ThemeName name : themes) {
        const Theme& theme = theme_named(name);
        for (std::size_t i = 0; i < theme.palette.size(); ++i) {
            CHECK(contrast(theme.palette[i], theme.panel) >= 3);
            for (std::size_t j = 0; j < i; ++j)
                for (const Matrix& sight : sights) {
                    const Linear a = oklab(seen_through(sight, linear(theme.palette[i])));
                    const Linear b = oklab(seen_through(sight, linear(theme.palette[j])));
                    INFO("theme " << static_cast<int>(name) << ", colours " << j << " and " << i << ", sight "
                                  << &sight - sights.data());
                    CHECK(std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) >= 0.08);
                }
        }
    }
}

TEST_CASE("Style: sizes follow the scale, on whole pixels and rows of 24", "[panels][style]") {
    for (float scale : {1.0f, 1.25f, 1.5f, 2.0f, 3.0f}) {
        Style style;
        style.theme = &theme_named(ThemeName::Dark);
        style.scale = scale;
        ImGuiStyle imgui;
        apply_style(style, imgui);
        INFO(scale);
        CHECK(15 * scale + imgui.FramePadding.y * 2 == Approx(24 * scale));
        CHECK(imgui.WindowPadding.x == std::floor(8 * scale));
        CHECK(imgui.ScrollbarSize == std::floor(imgui.ScrollbarSize));
        apply_style(style, imgui);
        CHECK(imgui.WindowPadding.x == std::floor(8 * scale));
    }
}

TEST_CASE("Style: a component keeps its colour, and fading leaves the colour alone", "[panels][style]") {
    Style style;
    style.theme = &theme_named(ThemeName::Dark);
    CHECK(style.color_of(0) == style.theme->palette[0]);
    CHECK(style.color_of(13) == style.theme->palette[1]);
    CHECK(faded(IM_COL32(1, 2, 3, 255), 0.5f) == IM_COL32(1, 2, 3, 128));
    CHECK(faded(IM_COL32(1, 2, 3, 100), 0) == IM_COL32(1, 2, 3, 0));
    CHECK(faded(IM_COL32(1, 2, 3, 100), 7) == IM_COL32(1, 2, 3, 100));
}

TEST_CASE("Style: a row shows whether it is selected and whether the mouse is over it, both at once, in every theme",
          "[panels][style]") {
    for (ThemeName name : themes) {
        const Theme& theme = theme_named(name);
        INFO("theme " << static_cast<int>(name));
        // Every other row of a table has a ground of its own.
        for (const ImU32 ground : {theme.panel, drawn_over(faded(theme.raised, 0.35f), theme.panel)}) {
            const ImU32 hovered = drawn_over(row_color(name, RowState::Hovered), ground);
            const ImU32 selected = drawn_over(row_color(name, RowState::Selected), ground);
            const ImU32 both = drawn_over(row_color(name, RowState::SelectedHovered), ground);
            const std::array states{ground, hovered, selected, both};
            for (std::size_t i = 0; i < states.size(); ++i)
                for (std::size_t j = 0; j < i; ++j) {
                    INFO("states " << j << " and " << i);
                    CHECK(difference(states[i], states[j]) >= 0.04);
                }
            // Colour is selection; the mouse only lifts the row off its ground.
            CHECK(colorfulness(both) >= 0.8 * colorfulness(selected));
            CHECK(colorfulness(hovered) <= 0.5 * colorfulness(selected));
            for (const ImU32 row : states) {
                CHECK(contrast(theme.text, row) >= 4.5);
                CHECK(contrast(theme.quiet_text, row) >= 3);
            }
        }
    }
}

TEST_CASE("Style: chunks and archetypes are told apart by colour, from 2 to 5,000 of them", "[panels][style]") {
    struct Place {
        std::uint32_t archetype;
        std::size_t chunk;
    };
    for (ThemeName name : themes) {
        const Style style = style_of(name);
        const auto color = [&](Place place) { return color_of_chunk(style, place.archetype, place.chunk); };
        for (const std::size_t count : {2, 5, 12, 40, 200, 1000, 5000}) {
            const auto side = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(count))));
            std::array<std::vector<Place>, 3> worlds;
            for (std::size_t i = 0; i < count; ++i) {
                worlds[0].push_back({static_cast<std::uint32_t>(i), 0});
                worlds[1].push_back({3, i});
                worlds[2].push_back({static_cast<std::uint32_t>(i / side), i % side});
            }
            for (std::size_t w = 0; w < worlds.size(); ++w) {
                INFO("theme " << static_cast<int>(name) << ", " << count << " chunks, world " << w);
                std::vector<Linear> seen;
                double min_contrast = 21;
                for (const Place& place : worlds[w]) {
                    seen.push_back(oklab(linear(color(place))));
                    min_contrast = std::min(min_contrast, contrast(color(place), style.theme->scene_background));
                }
                CHECK(min_contrast >= 2.9);
                const auto apart = [&](std::size_t i, std::size_t j) {
                    return std::hypot(seen[i][0] - seen[j][0], seen[i][1] - seen[j][1], seen[i][2] - seen[j][2]);
                };
                double nearest_neighbours = 1;
                for (std::size_t i = 1; i < count; ++i)
                    if (w < 2 || worlds[w][i].archetype == worlds[w][i - 1].archetype)
                        nearest_neighbours = std::min(nearest_neighbours, apart(i - 1, i));
                CHECK(nearest_neighbours >= 0.12);
                // Of many not all can differ: there are not so many colours. 4,000 pairs stand for all of them.
                ecs::Random random;
                const std::size_t pairs = count * (count - 1) / 2;
                std::size_t looked = 0, alike = 0;
                double nearest = 1;
                const auto look_at = [&](std::size_t a, std::size_t b) {
                    ++looked;
                    nearest = std::min(nearest, apart(a, b));
                    if (apart(a, b) < 0.04) ++alike;
                };
                if (pairs <= 4000) {
                    for (std::size_t a = 1; a < count; ++a)
                        for (std::size_t b = 0; b < a; ++b) look_at(a, b);
                } else {
                    while (looked < 4000) {
                        const std::size_t a = random.below(static_cast<std::uint32_t>(count));
                        const std::size_t b = random.below(static_cast<std::uint32_t>(count));
                        if (a != b) look_at(a, b);
                    }
                }
                CHECK(static_cast<double>(alike) <= 0.025 * static_cast<double>(looked));
                if (count <= 5)
                    CHECK(nearest >= 0.08);
                else if (count <= 40)
                    CHECK(nearest >= 0.02);
            }
        }
    }
}

}  // namespace style_test
