#include "ecs/breakpoints/hit_value.hpp"

#include <cstring>

#include "catch.hpp"
#include "ecs/world/world.hpp"

namespace hit_value_test {

namespace {

struct Body {
    ecs::Vec2 place, speed;
};

}  // namespace

TEST_CASE("Hit value: a member of a vector is a float of its own, and the vector a value where it lies", "[break]") {
    ecs::World world;
    world.types().add<Body>("Body").field("place", &Body::place).field("speed", &Body::speed);
    const ecs::ComponentType& type = *world.types().find("Body");
    const Body body{{1, 2}, {3, 4}};
    const ecs::Value value(type, &body);
    ecs::BreakpointHit hit;
    hit.shown = type.find_field("speed");
    hit.offset = hit.shown->offset;
    CHECK(ecs::shown_field(hit).kind == ecs::FieldKind::Vec2);
    CHECK(ecs::shown_field(hit).offset == 0);
    ecs::Vec2 speed;
    std::memcpy(&speed, ecs::data_of_hit(hit, value), sizeof speed);
    CHECK(speed == body.speed);

    hit.member = true;
    hit.offset += sizeof(float);
    CHECK(ecs::shown_field(hit).kind == ecs::FieldKind::F32);
    CHECK(ecs::shown_field(hit).element_size == sizeof(float));
    float y = 0;
    std::memcpy(&y, ecs::data_of_hit(hit, value), sizeof y);
    CHECK(y == 4);
}

}  // namespace hit_value_test
