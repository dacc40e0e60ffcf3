#include "panels/base/patterns.hpp"

#include "catch.hpp"
#include "panels/support/headless.hpp"

namespace patterns_test {

using panels::Area;

namespace {

/// What `draw` adds to a draw list that is `size` large.
struct Drawn {
    std::size_t corners = 0;
    Area bounds{{1e9f, 1e9f}, {-1e9f, -1e9f}};
};
template <class F>
Drawn drawn_by(F draw) {
    Harness harness({800, 600});
    Drawn result;
    harness.add([&](const panels::Context&) {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const int before = list.VtxBuffer.Size;
        draw(list);
        result = {};
        result.corners = static_cast<std::size_t>(list.VtxBuffer.Size - before);
        for (int i = before; i < list.VtxBuffer.Size; ++i) {
            const ImVec2 at = list.VtxBuffer[i].pos;
            result.bounds = {{std::min(result.bounds.low.x, at.x), std::min(result.bounds.low.y, at.y)},
                             {std::max(result.bounds.high.x, at.x), std::max(result.bounds.high.y, at.y)}};
        }
    });
    harness.frames(2);
    return result;
}
constexpr ImU32 color = IM_COL32(255, 0, 0, 255);

}  // namespace

TEST_CASE("Patterns: the cost of a large area is limited", "[panels][patterns]") {
    const auto shapes = static_cast<std::size_t>(panels::pattern_shapes_max);
    const Area large{{10, 10}, {790, 590}};
    const std::size_t dotted = drawn_by([&](ImDrawList& list) { panels::dots(list, large, color, 1); }).corners;
    CHECK(dotted > 0);
    CHECK(dotted <= shapes * 4);
    const std::size_t hatched = drawn_by([&](ImDrawList& list) { panels::hatch(list, large, color, 0.5f); }).corners;
    CHECK(hatched > 0);
    CHECK(hatched <= shapes * 8);  // a line with soft edges has up to eight corners
}

TEST_CASE("Patterns: they stay inside of their area", "[panels][patterns]") {
    const Area area{{101, 52}, {177, 63}};
    constexpr float soft_edge = 2;
    const auto stays_inside = [&](const Drawn& drawn) {
        CHECK(drawn.corners > 0);
        CHECK(drawn.bounds.low.x >= area.low.x - soft_edge);
        CHECK(drawn.bounds.low.y >= area.low.y - soft_edge);
        CHECK(drawn.bounds.high.x <= area.high.x + soft_edge);
        CHECK(drawn.bounds.high.y <= area.high.y + soft_edge);
    };
    stays_inside(drawn_by([&](ImDrawList& list) { panels::hatch(list, area, color, 6); }));
    stays_inside(drawn_by([&](ImDrawList& list) { panels::dots(list, area, color, 6); }));
    stays_inside(drawn_by([&](ImDrawList& list) { panels::cross_out(list, area, color); }));
    stays_inside(drawn_by([&](ImDrawList& list) { panels::underline(list, area, color); }));
    stays_inside(drawn_by([&](ImDrawList& list) { panels::outline(list, area, color, 2); }));
}

TEST_CASE("Patterns: nothing is drawn where it could not be seen", "[panels][patterns]") {
    const Area outside{{2000, 2000}, {2100, 2100}}, narrow{{10, 10}, {12, 400}};
    CHECK(drawn_by([&](ImDrawList& list) { panels::hatch(list, outside, color, 6); }).corners == 0);
    CHECK(drawn_by([&](ImDrawList& list) { panels::dots(list, outside, color, 6); }).corners == 0);
    CHECK(drawn_by([&](ImDrawList& list) { panels::hatch(list, narrow, color, 6); }).corners == 0);
}

TEST_CASE("Patterns: a batch draws every area once, however many", "[panels][patterns]") {
    CHECK(drawn_by([&](ImDrawList& list) {
              panels::AreaBatch batch;
              for (int i = 0; i < 5000; ++i) batch.add({{0, 0}, {1, 1}}, color);
              CHECK(batch.size() == 5000);
              batch.draw(list);
              CHECK(batch.size() == 0);
          }).corners == 20'000);
}

}  // namespace patterns_test
