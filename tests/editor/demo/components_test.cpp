#include "editor/demo/components.hpp"

#include <set>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/world/world.hpp"
#include "editor/session/session.hpp"
#include "editor/support/demo.hpp"

namespace components_test {

using namespace editor;

namespace {

/// Types that register_components adds: what World itself knows stands before them.
std::vector<const ecs::ComponentType*> registered(const ecs::World& with, std::size_t built_in) {
    std::vector<const ecs::ComponentType*> types;
    for (ecs::ComponentId id = static_cast<ecs::ComponentId>(built_in); id < with.types().size(); ++id)
        types.push_back(&with.types()[id]);
    return types;
}

double as_number(const ecs::Field& field, const void* component) {
    const auto* at = static_cast<const std::byte*>(component) + field.offset;
    if (field.kind == ecs::FieldKind::F32) return *reinterpret_cast<const float*>(at);
    if (field.kind == ecs::FieldKind::I32) return *reinterpret_cast<const std::int32_t*>(at);
    return 0;
}

}  // namespace

TEST_CASE("Components: each says what it is and what its fields are", "[editor][components]") {
    ecs::World world;
    const std::size_t built_in = world.types().size();
    register_components(world.types());
    const auto types = registered(world, built_in);
    REQUIRE(types.size() == 22);
    std::set<std::string> descriptions;
    for (const ecs::ComponentType* type : types) {
        INFO(type->name);
        CHECK_FALSE(type->description.empty());
        CHECK(descriptions.insert(type->description).second);
        CHECK(type->is_tag() == type->fields.empty());
        for (const ecs::Field& field : type->fields) {
            INFO(field.name);
            CHECK_FALSE(field.description.empty());
            if (field.kind == ecs::FieldKind::F32 || field.kind == ecs::FieldKind::I32) CHECK_FALSE(field.unit.empty());
        }
    }
}

TEST_CASE("Components: default values lie within the range that a person may enter", "[editor][components]") {
    demo::Session session;
    for (ecs::ComponentId id = 0; id < session.world.types().size(); ++id) {
        const ecs::ComponentType& type = session.world.types()[id];
        if (type.is_tag() || !type.trivial) continue;
        const ecs::Value value(type);
        for (const ecs::Field& field : type.fields) {
            INFO(type.name << "." << field.name);
            if (field.min) CHECK(as_number(field, value.data()) >= *field.min);
            if (field.max) CHECK(as_number(field, value.data()) <= *field.max);
            if (field.min && field.max) CHECK(*field.min < *field.max);
        }
    }
}

TEST_CASE("Components: the names of shapes are those of the enum", "[editor][components]") {
    demo::Session session;
    const ecs::Field& kind = *session.world.types()[session.world.id<Shape>()].find_field("kind");
    CHECK(ecs::enum_name(kind, static_cast<std::int64_t>(ShapeKind::Circle)) == "Circle");
    CHECK(ecs::enum_name(kind, static_cast<std::int64_t>(ShapeKind::Square)) == "Square");
    CHECK(ecs::enum_name(kind, static_cast<std::int64_t>(ShapeKind::Triangle)) == "Triangle");
    CHECK(ecs::enum_name(kind, static_cast<std::int64_t>(ShapeKind::Diamond)) == "Diamond");
    CHECK(kind.names.size() == 4);
}

TEST_CASE("Components: every registry numbers them alike", "[editor][components]") {
    demo::Session a, b;
    REQUIRE(a.world.types().size() == b.world.types().size());
    for (ecs::ComponentId id = 0; id < a.world.types().size(); ++id)
        CHECK(a.world.types()[id].name == b.world.types()[id].name);
}

}  // namespace components_test
