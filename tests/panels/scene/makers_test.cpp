#include "panels/scene/makers.hpp"

#include "catch.hpp"
#include "ecs/prefab/prefabs.hpp"
#include "panels/prefab/prefab_requests.hpp"
#include "panels/support/shapes_world.hpp"

namespace makers_test {

TEST_CASE("Makers: prefabs stand behind the shapes, and what they make is an instance", "[panels][scene]") {
    ShapesWorld s;
    const ecs::Entity rock = s.add("Rock", 400, 300);
    CHECK(panels::makers_of(s.harness.context()).size() == 1);
    panels::request_make_prefab(s.harness.context(), rock);
    s.harness.frames(2);
    const std::vector<panels::SceneMaker> makers = panels::makers_of(s.harness.context());
    REQUIRE(makers.size() == 2);
    CHECK(makers[1].name == "Rock");
    CHECK(makers[1].icon == panels::Icon::Prefab);
    const std::vector<ecs::Vec2> places{{300, 200}, {350, 250}};
    panels::request_make(s.harness.context(), makers[1], places);
    s.harness.frames(2);
    REQUIRE(s.harness.selection.entities().size() == 2);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const ecs::Entity made = s.harness.selection.entities()[i];
        CHECK(ecs::Prefabs(s.world).is_instance(made));
        CHECK(s.place(made).x == places[i].x);
        CHECK(s.place(made).y == places[i].y);
    }
}

TEST_CASE("Makers: in an open prefab, what is made becomes a part of it", "[panels][scene]") {
    ShapesWorld s;
    const ecs::Entity rock = s.add("Rock", 400, 300);
    panels::request_make_prefab(s.harness.context(), rock);
    s.harness.frames(2);
    const ecs::Entity prefab = ecs::Prefabs(s.world).source_of(rock);
    panels::open_prefab(s.harness.context(), prefab);
    s.harness.frames(2);
    const ecs::Vec2 place{420, 300};
    panels::request_make(s.harness.context(), panels::makers_of(s.harness.context())[0], {&place, 1});
    s.harness.frames(2);
    CHECK(s.harness.refused.empty());
    REQUIRE(s.world.children(prefab).size() == 1);
    CHECK(ecs::Prefabs(s.world).in_prefab(s.world.children(prefab)[0]));
    CHECK(s.world.children(rock).size() == 1);  // its instance follows
}

TEST_CASE("Makers: along a stroke they stand apart, and one at each crossing of a grid", "[panels][scene]") {
    panels::PaintStroke stroke;
    stroke.begin({0, 0}, 10, 0);
    stroke.go_to({4, 0});
    stroke.go_to({35, 0});
    REQUIRE(stroke.places().size() == 4);
    CHECK(stroke.places()[3].x == 30);
    stroke.begin({1, 1}, 10, 20);
    for (const ecs::Vec2 to : {ecs::Vec2{60, 0}, ecs::Vec2{0, 0}}) stroke.go_to(to);
    CHECK(stroke.places().size() == 4);  // 0, 20, 40, 60: none twice on the way back
}

TEST_CASE("Makers: the same stroke again without a grid puts nothing, a click puts one", "[panels][scene]") {
    ShapesWorld s;
    const panels::SceneMaker maker = panels::makers_of(s.harness.context())[0];
    const auto paint = [&](std::initializer_list<ecs::Vec2> along) {
        panels::PaintStroke stroke;
        stroke.begin(*along.begin(), 20, 0, {s.harness.context(), maker, 20});
        for (const ecs::Vec2 to : along) stroke.go_to(to);
        panels::request_make(s.harness.context(), maker, stroke.places());
        s.harness.frames(2);
        return stroke.places().size();
    };
    CHECK(paint({{100, 100}, {200, 100}}) == 6);
    CHECK(paint({{103, 98}, {203, 98}}) == 0);
    CHECK(paint({{100, 100}, {200, 100}, {260, 100}}) == 3);
    CHECK(paint({{100, 120}, {200, 120}}) == 6);  // beside it, as far away as the spacing
    CHECK(paint({{100, 100}}) == 1);
}

}  // namespace makers_test
