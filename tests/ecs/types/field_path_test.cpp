#include "ecs/types/field_path.hpp"

#include <cmath>
#include <limits>

#include "catch.hpp"

namespace field_path_test {

using namespace ecs;

namespace {

struct Spot {
    double east = 0;
    std::int8_t level = 0;
};
struct Body {
    Vec3 place;
    Spot spot;
    Rgba paint;
    bool solid = false;
    std::uint8_t small = 0;
    std::int64_t large = 0;
};

ComponentType spot_type() {
    ComponentType type;
    type.name = "a.b";
    Field inner;
    inner.name = "east";
    inner.kind = FieldKind::F64;
    inner.element_size = 8;
    Field outer;
    outer.name = "spot";
    outer.kind = FieldKind::Struct;
    outer.element_size = 8;
    outer.fields = {inner};
    type.fields = {outer};
    type.size = 8;
    type.align = 8;
    return type;
}

struct Types {
    TypeRegistry registry;
    Types() {
        registry.add<Body>("game::Body")
            .field("place", &Body::place)
            .field("paint", &Body::paint)
            .field("solid", &Body::solid)
            .field("small", &Body::small)
            .field("large", &Body::large);
    }
};

}  // namespace

TEST_CASE("Field path: fields, members of vectors and colours, and members of structs are found", "[ecs][types]") {
    Types types;
    const auto y = find_field(types.registry, "game::Body.place.y");
    REQUIRE(y);
    CHECK(y->kind == FieldKind::F32);
    CHECK(y->offset == offsetof(Body, place) + sizeof(float));
    const auto blue = find_field(types.registry, "game::Body.paint.b");
    REQUIRE(blue);
    CHECK(blue->offset == offsetof(Body, paint) + 2 * sizeof(float));
    CHECK(find_field(types.registry, "game::Body.place")->kind == FieldKind::Vec3);

    const auto added = types.registry.add_at_run_time(spot_type());
    REQUIRE(added);
    const auto east = find_field(types.registry, "a.b.spot.east");  // the name of the type has a dot
    REQUIRE(east);
    CHECK(east->component == *added);
    CHECK(east->kind == FieldKind::F64);
}

TEST_CASE("Field path: what does not exist is nothing", "[ecs][types]") {
    const Types types;
    for (const char* path : {"", ".", "game::Body", "game::Body.", "game::Body.nowhere", "game::Body.place.w",
                             "game::Body.paint.x", "game::Body.solid.x", "Other.place.x", "game::Body.place.x.y"})
        CHECK_FALSE(find_field(types.registry, path));
}

TEST_CASE("Field path: numbers are read and written, and limits hold", "[ecs][types]") {
    const Types types;
    Body body;
    const auto at = [&](const char* path) { return *find_field(types.registry, path); };
    write_number(at("game::Body.place.z"), &body, 2.5);
    CHECK(body.place.z == 2.5f);
    CHECK(read_number(at("game::Body.place.z"), &body) == 2.5);
    write_number(at("game::Body.small"), &body, 300);
    CHECK(body.small == 255);
    write_number(at("game::Body.small"), &body, -1);
    CHECK(body.small == 0);
    write_number(at("game::Body.small"), &body, 2.6);
    CHECK(body.small == 3);
    write_number(at("game::Body.large"), &body, 1e30);
    CHECK(body.large == std::numeric_limits<std::int64_t>::max());
    write_number(at("game::Body.large"), &body, std::numeric_limits<double>::quiet_NaN());
    CHECK(body.large == 0);
    write_number(at("game::Body.solid"), &body, 0.1);
    CHECK(body.solid);
    CHECK(read_number(at("game::Body.solid"), &body) == 1);
}

TEST_CASE("Field path: a mirrored number has the other sign, and no -0", "[ecs][types]") {
    const Types types;
    Body body;
    FieldPath z = *find_field(types.registry, "game::Body.place.z");
    z.mirrored = true;
    write_number(z, &body, 2.5);
    CHECK(body.place.z == -2.5f);
    CHECK(read_number(z, &body) == 2.5);
    write_number(z, &body, 0);
    CHECK_FALSE(std::signbit(body.place.z));
    CHECK_FALSE(std::signbit(read_number(z, &body)));
}

}  // namespace field_path_test
