#include "panels/changes/ribbons.hpp"

#include <algorithm>
#include <map>
#include <random>

#include "catch.hpp"

namespace ribbons_test {

using panels::RibbonLayout;
using panels::RibbonWay;

namespace {

std::vector<RibbonWay> random_ways(std::mt19937& random, std::size_t count) {
    std::vector<RibbonWay> ways;
    for (std::size_t i = 0; i < count; ++i)
        ways.push_back({random() % 9, random() % 9, 0.01 + static_cast<double>(random() % 1000), false});
    return ways;
}

}  // namespace

TEST_CASE("Ribbons: each has its thickness at both ends, and none lies on another", "[panels][moves]") {
    std::mt19937 random(3);
    for (int round = 0; round < 200; ++round) {
        const auto ways = random_ways(random, random() % 12);
        const panels::RibbonSizes sizes{1.1f, 2, 24, 300};
        const RibbonLayout layout = panels::lay_out_ribbons(ways, sizes);
        REQUIRE(layout.ribbons.size() == ways.size());
        std::map<std::uint64_t, std::vector<std::pair<float, float>>> left, right;
        for (std::size_t i = 0; i < ways.size(); ++i) {
            const panels::Ribbon& ribbon = layout.ribbons[i];
            const float thickness = ribbon.left_high - ribbon.left_low;
            CHECK(thickness >= Approx(sizes.least));
            CHECK(thickness <= std::max(sizes.least, sizes.per_weight * static_cast<float>(ways[i].weight)) + 0.01f);
            CHECK(ribbon.right_high - ribbon.right_low == Approx(thickness).margin(0.01));
            left[ways[i].from].emplace_back(ribbon.left_low, ribbon.left_high);
            right[ways[i].to].emplace_back(ribbon.right_low, ribbon.right_high);
        }
        const auto check_side = [&](const std::vector<panels::RibbonBar>& bars, auto& ends) {
            float free_from = 0;
            CHECK(bars.size() == ends.size());
            for (const panels::RibbonBar& bar : bars) {
                CHECK(bar.low >= free_from);
                auto& here = ends[bar.id];
                std::sort(here.begin(), here.end());
                float at = bar.low;  // the ribbons of a bar fill it
                for (const auto& [low, high] : here) {
                    CHECK(low == Approx(at).margin(0.01));
                    at = high;
                }
                CHECK(at == Approx(bar.high).margin(0.01));
                free_from = bar.high + sizes.below - 0.01f;
            }
        };
        check_side(layout.left, left);
        check_side(layout.right, right);
    }
}

TEST_CASE("Ribbons: they become thinner rather than leave the room", "[panels][moves]") {
    const std::vector<RibbonWay> ways{{1, 2, 5000, false}, {2, 1, 5000, false}, {3, 3, 1, false}};
    const RibbonLayout layout = panels::lay_out_ribbons(ways, {1.1f, 2, 24, 240});
    CHECK(layout.height <= 240 + 2);
    CHECK(layout.ribbons[0].left_high - layout.ribbons[0].left_low > 50);
}

TEST_CASE("Ribbons: bars stand so that ribbons cross no more than in the order of their numbers", "[panels][moves]") {
    // Everything goes to the archetype with the opposite number: in the order of numbers all of them cross.
    std::vector<RibbonWay> ways;
    for (std::uint64_t i = 0; i < 8; ++i) ways.push_back({i, 100 - i, 1 + static_cast<double>(i % 3), false});
    CHECK(panels::crossings_of(panels::lay_out_ribbons(ways, {1, 2, 24, 300})) == 0);
}

TEST_CASE("Ribbons: what is put together stands below the others", "[panels][moves]") {
    const std::vector<RibbonWay> ways{{9, 9, 100, true}, {1, 2, 5, false}, {2, 1, 4, false}};
    const RibbonLayout layout = panels::lay_out_ribbons(ways, {1, 2, 24, 300});
    CHECK(layout.left.back().id == 9);
    CHECK(layout.right.back().id == 9);
}

TEST_CASE("Ribbons: no way, no bar", "[panels][moves]") {
    const RibbonLayout layout = panels::lay_out_ribbons({}, {1, 2, 24, 300});
    CHECK(layout.left.empty());
    CHECK(layout.height == 0);
}

}  // namespace ribbons_test
