#include "ecs/record/field_place.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/support/test_types.hpp"

namespace field_place_test {

using namespace test;

namespace {

ecs::Field number(const char* name, std::uint32_t offset, std::uint32_t count = 1) {
    ecs::Field field;
    field.name = name;
    field.offset = offset;
    field.count = count;
    return field;
}

ecs::ComponentType body_type() {
    ecs::Field speed = number("speed", 0);
    speed.kind = ecs::FieldKind::Struct;
    speed.element_size = 8;
    speed.fields = {number("x", 0), number("y", 4)};
    const ecs::Field cells = number("cells", 8, 3);
    ecs::ComponentType type;
    type.name = "Body";
    type.fields = {speed, cells};
    type.size = 20;
    type.align = 4;
    return type;
}

}  // namespace

TEST_CASE("FieldPlace: a value is found by its offset, with the path to it", "[record]") {
    const ecs::ComponentType type = body_type();
    CHECK(ecs::field_at(type, 0).path == "speed.x");
    CHECK(ecs::field_at(type, 4).path == "speed.y");
    CHECK(ecs::field_at(type, 8).path == "cells[0]");
    CHECK(ecs::field_at(type, 16).path == "cells[2]");
    CHECK(ecs::field_at(type, 16).field->name == "cells");
    CHECK(ecs::field_at(type, 6).field == nullptr);
    CHECK(ecs::field_at(type, 20).field == nullptr);
}

TEST_CASE("FieldPlace: a value has the same number wherever it lies", "[record]") {
    const ecs::ComponentType type = body_type();
    std::uint32_t number = 0;
    for (const std::uint32_t offset : {0u, 4u, 8u, 12u, 16u}) {
        CHECK(ecs::value_number(type, offset) == number);
        CHECK(ecs::offset_of_value(type, number) == offset);
        ++number;
    }
    CHECK(ecs::offset_of_value(type, number) == ecs::whole_component);
    CHECK(ecs::value_number(type, 6) == ecs::whole_component);
    CHECK(ecs::value_number(type, 20) == ecs::whole_component);
}

TEST_CASE("FieldPlace: exactly the values that differ are named", "[record]") {
    const ecs::ComponentType type = body_type();
    const float before[] = {1, 2, 3, 4, 5}, after[] = {1, 7, 3, 4, 6};
    std::vector<std::string> paths;
    ecs::each_difference(type, before, after, [&](const ecs::Field&, std::uint32_t offset) {
        paths.push_back(ecs::field_at(type, offset).path);
    });
    CHECK(paths == std::vector<std::string>{"speed.y", "cells[2]"});
}

TEST_CASE("FieldPlace: a NaN that stays is no change", "[record]") {
    const ecs::ComponentType type = body_type();
    const float nan = std::nanf("");
    const float before[] = {nan, 0, 0, 0, 0}, after[] = {nan, -0.0f, 0, 0, 0};
    std::vector<std::uint32_t> offsets;
    ecs::each_difference(type, before, after,
                         [&](const ecs::Field&, std::uint32_t offset) { offsets.push_back(offset); });
    CHECK(offsets == std::vector<std::uint32_t>{4});  // 0.0 and -0.0 have other bits
}

TEST_CASE("FieldPlace: tags and types without fields cannot be recorded", "[record]") {
    ecs::World world;
    register_types(world);
    const auto type = [&](ecs::ComponentId id) -> const ecs::ComponentType& { return world.types()[id]; };
    CHECK(ecs::can_record(type(world.id<Position>())));
    CHECK(ecs::can_record(type(world.name_id())));
    CHECK_FALSE(ecs::can_record(type(world.id<Frozen>())));
    struct Unknown {
        int value;
    };
    CHECK_FALSE(ecs::can_record(type(world.id<Unknown>())));
}

}  // namespace field_place_test
