#include "panels/scene/arrange.hpp"

#include "catch.hpp"
#include "panels/support/shapes_world.hpp"

namespace arrange_test {

using panels::Arrange;

namespace {

/// Three shapes of radius 10, 20 and 5.
struct Three : ShapesWorld {
    ecs::Entity a = add("A", 100, 100), b = add("B", 160, 130, 20), c = add("C", 300, 90, 5);
    Three() { harness.selection.select_all({a, b, c}); }

    void arrange(Arrange how) {
        panels::request_arrange(harness.context(), how);
        harness.frames(1);
    }
};

}  // namespace

TEST_CASE("Arrange: edges and middles are aligned with those of all", "[panels][scene]") {
    Three s;
    const auto edges = [&](Arrange how) {
        s.arrange(how);
        REQUIRE(s.steps() == 1);
        std::vector<float> all;
        for (const ecs::Entity each : {s.a, s.b, s.c}) {
            const bool across = how < Arrange::Top;
            all.push_back(across ? s.place(each).x : s.place(each).y);
        }
        REQUIRE(s.harness.history.undo().empty());
        s.harness.history.seal();
        return all;
    };
    CHECK(edges(Arrange::Left) == std::vector<float>{100, 110, 95});
    CHECK(edges(Arrange::Right) == std::vector<float>{295, 285, 300});
    CHECK(edges(Arrange::Middle) == std::vector<float>{197.5f, 197.5f, 197.5f});
    CHECK(edges(Arrange::Top) == std::vector<float>{95, 105, 90});
    CHECK(edges(Arrange::Bottom) == std::vector<float>{140, 130, 145});
    CHECK(edges(Arrange::Center) == std::vector<float>{117.5f, 117.5f, 117.5f});
}

TEST_CASE("Arrange: spreading makes the gaps equal, and the outer two stay", "[panels][scene]") {
    Three s;
    s.arrange(Arrange::SpreadAcross);
    CHECK(s.place(s.a).x == 100);
    CHECK(s.place(s.c).x == 300);
    const float first = (s.place(s.b).x - 20) - 110, second = 295 - (s.place(s.b).x + 20);
    CHECK(first == Approx(second));
    CHECK(s.harness.history.steps()[0].label == "Spread across of 3 entities");
}

TEST_CASE("Arrange: children go along, and what is locked counts for nothing", "[panels][scene]") {
    Three s;
    const ecs::Entity below = s.add("Below", 310, 95, 2);
    s.world.set_parent(below, s.c);
    s.arrange(Arrange::Left);
    CHECK(s.place(s.c).x == 95);
    CHECK(s.place(below).x == 105);
    REQUIRE(s.harness.history.undo().empty());
    s.link.marks.set_locked(std::vector<ecs::Entity>{s.a}, true);
    s.arrange(Arrange::Left);
    CHECK(s.place(s.a).x == 100);
    CHECK(s.place(s.b).x == 160);
    CHECK(s.place(s.c).x == 145);
}

TEST_CASE("Arrange: where it is not possible it says why", "[panels][scene]") {
    Three s;
    CHECK(panels::why_not_arrange(s.harness.context(), Arrange::SpreadDown).empty());
    s.harness.selection.select_all({s.a, s.b});
    CHECK(panels::why_not_arrange(s.harness.context(), Arrange::SpreadDown) ==
          "Select three or more: the outer two stay");
    s.harness.selection.select(s.a);
    CHECK(panels::why_not_arrange(s.harness.context(), Arrange::Left) ==
          "Select two or more that have a place and are not locked");
    s.harness.selection.clear();
    CHECK(panels::why_not_nudge(s.harness.context()) == "No entity is selected");
    s.link.fields = {};
    CHECK(panels::why_not_arrange(s.harness.context(), Arrange::Left) == "Nothing has a place in the scene");
}

TEST_CASE("Arrange: numbers are short and have a true minus", "[panels][scene]") {
    CHECK(panels::short_number(48) == "48");
    CHECK(panels::short_number(-0.001) == "0");
    CHECK(panels::short_number(-2.5) == "−2.5");
    CHECK(panels::short_number(1.0 / 3) == "0.33");
}

}  // namespace arrange_test
