#include "panels/scene/scene_snap.hpp"

#include <cmath>
#include <random>

#include "catch.hpp"

namespace scene_snap_test {

using panels::SnapLines;

TEST_CASE("SnapLines: the nearest line within reach, as a search through all finds it", "[panels][scene]") {
    std::mt19937 random(5);
    std::uniform_real_distribution<float> anywhere(-500, 500), size(1, 40);
    SnapLines lines;
    std::vector<float> all;
    for (std::uint32_t i = 1; i <= 60; ++i) {
        const float x = anywhere(random), y = anywhere(random), r = size(random);
        const panels::SceneBox box{{x - r, y - r}, {x + r, y + r}};
        lines.add({i, 1}, box);
        for (const float each : {box.low.x, box.middle().x, box.high.x}) all.push_back(each);
    }
    lines.sort();
    std::size_t found_any = 0;
    for (int i = 0; i < 500; ++i) {
        const float at = anywhere(random);
        const float places[] = {at - 5, at, at + 5};
        constexpr float reach = 1.5f;
        float best = reach * 2;
        for (const float place : places)
            for (const float line : all) best = std::min(best, std::abs(line - place));
        const auto found = lines.nearest_x(places, reach);
        CHECK(found.has_value() == (best <= reach));
        if (found) CHECK(std::abs(found->by) == Approx(best).margin(1e-4));
        found_any += found ? 1 : 0;
    }
    CHECK(found_any > 50);
}

TEST_CASE("SnapLines: without shapes there is no line", "[panels][scene]") {
    SnapLines lines;
    lines.sort();
    const float places[] = {0.0f, 1.0f, 2.0f};
    CHECK_FALSE(lines.nearest_x(places, 1000));
    lines.add({1, 1}, {{0, 0}, {4, 8}});
    lines.sort();
    REQUIRE(lines.nearest_y(places, 1000));
    CHECK(lines.nearest_y(places, 1000)->guide.with == ecs::Entity{1, 1});
    lines.clear();
    CHECK_FALSE(lines.nearest_y(places, 1000));
}

TEST_CASE("Steps: the nearest multiple; no step leaves the number", "[panels][scene]") {
    CHECK(panels::to_step(14, 10) == 10);
    CHECK(panels::to_step(-16, 10) == -20);
    CHECK(panels::to_step(3.3, 0) == 3.3);
}

}  // namespace scene_snap_test
