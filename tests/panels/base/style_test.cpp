#include "panels/base/style.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <ios>
#include <numbers>
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

/// CIELAB with the white point D65, from the standard CIE 1976 formulas.
struct Lab {
    double l = 0, a = 0, b = 0;
};
Lab cielab(const Linear& rgb) {
    constexpr Matrix xyz_from_rgb{
        {{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}};
    const Linear xyz = seen_through(xyz_from_rgb, rgb), white = seen_through(xyz_from_rgb, {1, 1, 1});
    Linear f{};
    for (std::size_t i = 0; i < 3; ++i) {
        const double t = xyz[i] / white[i], epsilon = 216.0 / 24389, kappa = 24389.0 / 27;
        f[i] = t > epsilon ? std::cbrt(t) : (kappa * t + 16) / 116;
    }
    return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

/// CIEDE2000 (Sharma, Wu and Dalal 2005, "The CIEDE2000 color-difference formula", equations 2 to 22).
double ciede2000(const Lab& p, const Lab& q) {
    constexpr double pi = std::numbers::pi, full = 2 * pi;
    const auto degrees = [](double angle) { return angle * pi / 180; };
    const auto seventh = [](double c) { return std::sqrt(std::pow(c, 7) / (std::pow(c, 7) + std::pow(25.0, 7))); };
    const double g = 0.5 * (1 - seventh((std::hypot(p.a, p.b) + std::hypot(q.a, q.b)) / 2));
    const double a1 = (1 + g) * p.a, a2 = (1 + g) * q.a;
    const double c1 = std::hypot(a1, p.b), c2 = std::hypot(a2, q.b);
    const auto hue = [&](double a, double b) {
        const double angle = a == 0 && b == 0 ? 0 : std::atan2(b, a);
        return angle < 0 ? angle + full : angle;
    };
    const double h1 = hue(a1, p.b), h2 = hue(a2, q.b);
    const bool gray = c1 * c2 == 0;
    double dh = gray ? 0 : h2 - h1;
    if (dh > pi) dh -= full;
    if (dh < -pi) dh += full;
    const double dl = q.l - p.l, dc = c2 - c1, dhue = 2 * std::sqrt(c1 * c2) * std::sin(dh / 2);
    const double l = (p.l + q.l) / 2, c = (c1 + c2) / 2;
    double h = h1 + h2;
    if (!gray) {
        if (std::abs(h1 - h2) > pi) h += h < full ? full : -full;
        h /= 2;
    }
    const double t = 1 - 0.17 * std::cos(h - degrees(30)) + 0.24 * std::cos(2 * h) +
                     0.32 * std::cos(3 * h + degrees(6)) - 0.20 * std::cos(4 * h - degrees(63));
    const double sl = 1 + 0.015 * (l - 50) * (l - 50) / std::sqrt(20 + (l - 50) * (l - 50));
    const double sc = 1 + 0.045 * c, sh = 1 + 0.015 * c * t;
    const double turned = (h * 180 / pi - 275) / 25;
    const double rotation = -2 * seventh(c) * std::sin(degrees(60) * std::exp(-turned * turned));
    return std::sqrt(dl / sl * (dl / sl) + dc / sc * (dc / sc) + dhue / sh * (dhue / sh) +
                     rotation * (dc / sc) * (dhue / sh));
}

Lab seen_by(const Matrix& sight, ImU32 color) {
    Linear seen = seen_through(sight, linear(color));
    for (double& part : seen) part = std::min(part, 1.0);
    return cielab(seen);
}

double difference(ImU32 a, ImU32 b) {
    const Linear p = oklab(linear(a)), q = oklab(linear(b));
    return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
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

TEST_CASE("Style: the distance of colours agrees with the published examples of CIEDE2000", "[panels][style]") {
    struct Example {
        Lab p, q;
        double distance;
    };
    // Sharma, Wu and Dalal 2005, table 1: pairs 1, 7, 17, 25 and 34.
    constexpr std::array examples{Example{{50, 2.6772, -79.7751}, {50, 0, -82.7485}, 2.0425},
                                  Example{{50, 0, 0}, {50, -1, 2}, 2.3669},
                                  Example{{50, 2.5, 0}, {73, 25, -18}, 27.1492},
                                  Example{{60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}, 1.2644},
                                  Example{{2.0776, 0.0795, -1.1350}, {0.9033, -0.0636, -0.5514}, 0.9082}};
    for (const Example& each : examples) {
        CHECK(ciede2000(each.p, each.q) == Approx(each.distance).margin(5e-5));
        CHECK(ciede2000(each.q, each.p) == Approx(each.distance).margin(5e-5));
    }
}

TEST_CASE("Style: every pair of text and ground that occurs can be read, in every theme", "[panels][style]") {
    for (ThemeName name : themes) {
        const Theme& t = theme_named(name);
        INFO("theme " << static_cast<int>(name));
        const double least = name == ThemeName::Contrast ? 7 : 4.5;
        const auto reads = [&](ImU32 text, std::initializer_list<ImU32> grounds) {
            for (const ImU32 ground : grounds) {
                INFO(std::hex << text << " on " << ground);
                CHECK(contrast(text, ground) >= least);
            }
        };
        reads(t.text, {t.bg, t.panel, t.raised, t.hover, t.sel, t.selhov, t.popup, t.scene, t.edge, t.well});
        reads(t.quiet, {t.bg, t.panel, t.raised, t.scene, t.popup, t.well});
        reads(t.quiet_sel, {t.hover, t.sel, t.selhov});
        for (const ImU32 state : {t.warn, t.error, t.good}) reads(state, {t.panel, t.raised});
        reads(t.inv, {t.text});
        CHECK(contrast(t.accent, t.panel) >= 4.5);  // outlines and bars, so 3 would do
        for (const ImU32 tone : t.tones) CHECK(contrast(text_on(tone), tone) >= 4.3);
    }
}

TEST_CASE("Style: component tones stand out and are told apart without red, green or blue cones", "[panels][style]") {
    // As the table of the design has them, to a tenth.
    struct Least {
        double normal, color_blind, accent, warn, error, good;
    };
    constexpr Least dark{8.9, 8.3, 13.2, 13.4, 8.2, 7.7}, light{8.0, 6.8, 12.2, 9.2, 6.8, 4.3};
    constexpr double rounding = 0.05;
    for (ThemeName name : themes) {
        const Theme& theme = theme_named(name);
        const Least& least = name == ThemeName::Light ? light : dark;
        INFO("theme " << static_cast<int>(name));
        for (std::size_t i = 0; i < theme.tones.size(); ++i) {
            CHECK(contrast(theme.tones[i], theme.panel) >= 3 - rounding);
            for (const Matrix& sight : sights) {
                INFO("tone " << i << ", sight " << &sight - sights.data());
                const Lab tone = seen_by(sight, theme.tones[i]);
                const double wanted = &sight == sights.data() ? least.normal : least.color_blind;
                for (std::size_t j = 0; j < i; ++j) {
                    INFO("and tone " << j);
                    CHECK(ciede2000(tone, seen_by(sight, theme.tones[j])) >= wanted - rounding);
                }
                if (name == ThemeName::Contrast) continue;  // its states have colours of their own
                CHECK(ciede2000(tone, seen_by(sight, theme.accent)) >= least.accent - rounding);
                CHECK(ciede2000(tone, seen_by(sight, theme.warn)) >= least.warn - rounding);
                CHECK(ciede2000(tone, seen_by(sight, theme.error)) >= least.error - rounding);
                CHECK(ciede2000(tone, seen_by(sight, theme.good)) >= least.good - rounding);
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
        CHECK(TextSize::words * scale + imgui.FramePadding.y * 2 == Approx(24 * scale));
        CHECK(imgui.WindowPadding.x == std::floor(8 * scale));
        CHECK(imgui.ScrollbarSize == std::floor(imgui.ScrollbarSize));
        apply_style(style, imgui);
        CHECK(imgui.WindowPadding.x == std::floor(8 * scale));
    }
}

TEST_CASE("Style: a component keeps its colour, and fading leaves the colour alone", "[panels][style]") {
    Style style;
    style.theme = &theme_named(ThemeName::Dark);
    for (const ecs::ComponentId neutral : {0u, 1u}) CHECK(style.color_of(neutral) == style.theme->n_name);
    CHECK(style.color_of(2) == style.theme->tones[0]);
    CHECK(style.color_of(17) == style.theme->tones[15]);
    CHECK(style.color_of(18) == style.theme->tones[0]);
    CHECK(style.tone(17) == style.theme->tones[1]);
    CHECK(mixed(IM_COL32(0, 100, 200, 255), IM_COL32(100, 0, 200, 255), 0.25f) == IM_COL32(25, 75, 200, 255));
    CHECK(faded(IM_COL32(1, 2, 3, 255), 0.5f) == IM_COL32(1, 2, 3, 128));
    CHECK(faded(IM_COL32(1, 2, 3, 100), 0) == IM_COL32(1, 2, 3, 0));
    CHECK(faded(IM_COL32(1, 2, 3, 100), 7) == IM_COL32(1, 2, 3, 100));
}

TEST_CASE("Style: a row shows whether it is selected and whether the mouse is over it, both at once, in every theme",
          "[panels][style]") {
    for (ThemeName name : themes) {
        const Theme& theme = theme_named(name);
        INFO("theme " << static_cast<int>(name));
        const ImU32 hovered = row_color(name, RowState::Hovered), selected = row_color(name, RowState::Selected);
        const ImU32 both = row_color(name, RowState::SelectedHovered);
        const std::array states{theme.panel, hovered, selected, both};
        for (std::size_t i = 0; i < states.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                INFO("states " << j << " and " << i);
                CHECK(difference(states[i], states[j]) >= 0.018);
            }
        // Colour is selection; the mouse only lifts the row off its ground.
        CHECK(colorfulness(both) >= 0.8 * colorfulness(selected));
        CHECK(colorfulness(hovered) <= 0.7 * colorfulness(selected));
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
                    min_contrast = std::min(min_contrast, contrast(color(place), style.theme->scene));
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
