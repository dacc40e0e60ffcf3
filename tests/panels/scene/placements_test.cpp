#include "panels/scene/placements.hpp"

#include "catch.hpp"

namespace placements_test {

using panels::PlaceChange;
using panels::Placements;

namespace {

/// All that can be drawn from lies in one component here, in whole numbers and in a vector.
struct Body {
    ecs::Vec2 at;
    std::int16_t turn = 0;
    double size = 1;
    float untouched = 7;
};
struct Radius {
    float value = 10;
};

struct Scene {
    ecs::World world;
    ecs::Schedule schedule;
    panels::SceneFields fields;
    panels::SceneMarks marks;

    Scene() {
        world.types()
            .add<Body>("Body")
            .field("at", &Body::at)
            .field("turn", &Body::turn)
            .field("size", &Body::size)
            .field("untouched", &Body::untouched);
        world.types().add<Radius>("Radius").field("value", &Radius::value);
        const auto path = [&](const char* text) { return *ecs::find_field(world.types(), text); };
        fields.x = path("Body.at.x");
        fields.y = path("Body.at.y");
        fields.angle = path("Body.turn");
        fields.radius = path("Radius.value");
    }
    void apply(std::vector<ecs::Edit> edits) {
        for (ecs::Edit& edit : edits) {
            REQUIRE(ecs::why_not(world, schedule, edit).empty());
            ecs::apply(world, schedule, edit);
        }
    }
};

}  // namespace

TEST_CASE("Placements: members of a vector and whole numbers are written, and nothing beside them", "[panels][scene]") {
    Scene s;
    const ecs::Entity body = s.world.create(Body{{10, 20}, 5, 1, 7}, Radius{4});
    const Placements placements(s.world, s.fields, s.marks, {body});
    REQUIRE(placements.all().size() == 1);
    CHECK(placements.all()[0].x == 10);
    CHECK(placements.all()[0].angle == 5);
    CHECK(placements.all()[0].size == 4);
    const PlaceChange change{.x = 1.5, .y = -2, .turn = 30.4, .factor = 2};
    s.world.get_mut<Body>(body).untouched = 99;  // meanwhile
    s.apply(placements.edits({&change, 1}, true, true));
    CHECK(s.world.get<Body>(body).at.x == 11.5f);
    CHECK(s.world.get<Body>(body).at.y == 18);
    CHECK(s.world.get<Body>(body).turn == 35);
    CHECK(s.world.get<Body>(body).untouched == 99);
    CHECK(s.world.get<Radius>(body).value == 8);

    // Each call starts from the beginning: rounding does not add up.
    for (int i = 0; i < 10; ++i) {
        const PlaceChange little{.turn = 0.4 * i};
        s.apply(placements.edits({&little, 1}, true, true));
    }
    CHECK(s.world.get<Body>(body).turn == 9);
    CHECK(s.world.get<Body>(body).at.x == 10);
}

TEST_CASE("Placements: edits name the same fields of the same entities each time", "[panels][scene]") {
    Scene s;
    std::vector<ecs::Entity> bodies;
    for (int i = 0; i < 3; ++i) bodies.push_back(s.world.create(Body{}));
    const Placements placements(s.world, s.fields, s.marks, bodies);
    const std::vector<PlaceChange> none(3), some(3, {.x = 1});
    const auto shape = [&](const std::vector<PlaceChange>& changes) {
        std::vector<std::pair<ecs::ComponentId, std::uint32_t>> all;
        for (const ecs::Edit& edit : placements.edits(changes, false, false)) {
            const auto& set = std::get<ecs::SetField>(edit);
            CHECK(set.entities == bodies);
            all.push_back({set.component, set.field});
        }
        return all;
    };
    CHECK(shape(none) == shape(some));
    CHECK(shape(none).size() == 1);  // x and y lie in one field
    CHECK(placements.can_turn() == 3);
    CHECK(placements.can_grow() == 0);
}

TEST_CASE("Placements: where y grows up, what goes down in the picture gets a smaller y", "[panels][scene]") {
    Scene s;
    s.fields.y.mirrored = s.fields.angle.mirrored = true;
    const ecs::Entity body = s.world.create(Body{{10, 20}, 5, 1, 7});
    const Placements placements(s.world, s.fields, s.marks, {body});
    REQUIRE(placements.all().size() == 1);
    CHECK(placements.all()[0].y == -20);
    CHECK(placements.all()[0].angle == -5);
    CHECK(panels::middle_of(s.world, s.fields, std::vector{body}) == ecs::Vec2{10, -20});
    const PlaceChange change{.x = 1, .y = 3, .turn = 30};  // down, and clockwise
    s.apply(placements.edits({&change, 1}, true, true));
    CHECK(s.world.get<Body>(body).at == ecs::Vec2{11, 17});
    CHECK(s.world.get<Body>(body).turn == -25);
    CHECK(s.fields.in_world({4, 3}) == ecs::Vec2{4, -3});
}

TEST_CASE("Placements: entities that went are forgotten", "[panels][scene]") {
    Scene s;
    const ecs::Entity a = s.world.create(Body{}), b = s.world.create(Body{}), c = s.world.create(Body{});
    Placements placements(s.world, s.fields, s.marks, {a, b, c});
    CHECK_FALSE(placements.forget_gone(s.world));
    s.world.destroy(b);
    CHECK(placements.forget_gone(s.world));
    const std::vector<PlaceChange> changes{{.x = 1}, {.x = 2}, {.x = 3}};
    s.apply(placements.edits(changes, false, false));
    CHECK(s.world.get<Body>(a).at.x == 1);
    CHECK(s.world.get<Body>(c).at.x == 3);
}

TEST_CASE("Placements: the middle is that of the area, of what has a place", "[panels][scene]") {
    Scene s;
    const ecs::Entity a = s.world.create(Body{{0, 0}}), b = s.world.create(Body{{10, 0}}, Radius{}),
                      c = s.world.create(Body{{2, 30}}), none = s.world.create(Radius{});
    const std::vector<ecs::Entity> all{none, a, b, c};
    const auto middle = panels::middle_of(s.world, s.fields, all);
    REQUIRE(middle);
    CHECK(middle->x == 5);
    CHECK(middle->y == 15);
    CHECK_FALSE(panels::middle_of(s.world, s.fields, {&none, 1}));
}

}  // namespace placements_test
