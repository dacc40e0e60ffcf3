#include "ecs/types/type_registry.hpp"

#include <cstddef>

#include "catch.hpp"
#include "ecs/support/test_types.hpp"

namespace type_registry_test {

using namespace ecs;

namespace {

enum class Mood : std::int8_t { Calm, Angry };
struct Slot {
    std::int16_t item = 0;
    double weight = 0;
};
struct Everything {
    bool b = false;
    std::int8_t i8 = 0;
    std::uint16_t u16 = 0;
    std::int64_t i64 = 0;
    Mood mood = Mood::Angry;
    std::string text;
    Entity target;
    Vec3 where;
    Rgba tint;
    float curve[5] = {};
    Slot slots[2];
};

}  // namespace

TEST_CASE("TypeRegistry: kinds, sizes and offsets come from the compiler", "[ecs][type_registry]") {
    TypeRegistry types;
    types.add<Everything>("Everything")
        .field("b", &Everything::b)
        .field("i8", &Everything::i8)
        .field("u16", &Everything::u16)
        .field("i64", &Everything::i64)
        .field("mood", &Everything::mood, {.names = {{"Calm", 0}, {"Angry", 1}}})
        .field("text", &Everything::text)
        .field("target", &Everything::target)
        .field("where", &Everything::where)
        .field("tint", &Everything::tint)
        .field("curve", &Everything::curve)
        .struct_field("slots", &Everything::slots,
                      StructBuilder<Slot>().field("item", &Slot::item).field("weight", &Slot::weight));
    const ComponentType& type = types[types.id<Everything>()];
    CHECK(type.size == sizeof(Everything));
    CHECK(type.align == alignof(Everything));
    CHECK_FALSE(type.trivial);
    REQUIRE(type.fields.size() == 11);
    CHECK(type.find_field("i8")->kind == FieldKind::I8);
    CHECK(type.find_field("u16")->kind == FieldKind::U16);
    CHECK(type.find_field("u16")->offset == offsetof(Everything, u16));
    CHECK(type.find_field("i64")->kind == FieldKind::I64);
    CHECK(type.find_field("mood")->kind == FieldKind::Enum);
    CHECK(type.find_field("mood")->element_size == 1);
    CHECK(type.find_field("tint")->kind == FieldKind::Color);
    CHECK(type.find_field("curve")->count == 5);
    CHECK(type.find_field("curve")->offset == offsetof(Everything, curve));
    const Field& slots = *type.find_field("slots");
    CHECK(slots.kind == FieldKind::Struct);
    CHECK(slots.count == 2);
    CHECK(slots.element_size == sizeof(Slot));
    CHECK(slots.fields[1].offset == offsetof(Slot, weight));
    CHECK(type.find_field("nothing") == nullptr);
}

TEST_CASE("TypeRegistry: registering the same type again changes nothing", "[ecs][type_registry]") {
    TypeRegistry types;
    const ComponentId first = types.add<test::Health>("Health").field("hp", &test::Health::hp).id();
    CHECK(types.add<test::Health>("Health").field("hp", &test::Health::hp).id() == first);
    CHECK(types[first].fields.size() == 1);
    CHECK(types.size() == 1);
}

TEST_CASE("TypeRegistry: mistakes of the program are named", "[ecs][type_registry]") {
    test::FailuresThrow failures;
    TypeRegistry types;
    types.add<test::Health>("Health");
    CHECK_THROWS_WITH(types.add<test::Position>("Health"), test::contains("Health is registered already"));
    CHECK_THROWS_WITH(types.add<test::Health>("Other"), test::contains("registered already, as Health"));
}

TEST_CASE("TypeRegistry: many types are all found again", "[ecs][type_registry]") {
    TypeRegistry types;
    types.add<test::Position>("Position");
    for (int i = 0; i < 500; ++i) {
        ComponentType type;
        type.name = "Runtime" + std::to_string(i);
        REQUIRE(types.add_at_run_time(std::move(type)));
    }
    types.add<test::Velocity>("Velocity");
    CHECK(types.id<test::Position>() == 0);
    CHECK(types.id<test::Velocity>() == 501);
    CHECK(types.find("Runtime77")->id == 78);
    CHECK(types.find("Runtime77")->is_tag());
}

namespace {

Field field(std::string name, FieldKind kind, std::uint32_t count = 1) {
    Field result;
    result.name = std::move(name);
    result.kind = kind;
    result.count = count;
    return result;
}

}  // namespace

TEST_CASE("TypeRegistry: fields of a run-time type lie where the compiler would put them", "[ecs][type_registry]") {
    struct Same {
        bool a;
        double b;
        std::int16_t c[3];
        Vec2 d;
        bool e;
    };
    TypeRegistry types;
    ComponentType type;
    type.name = "Same";
    type.fields = {field("a", FieldKind::Bool), field("b", FieldKind::F64), field("c", FieldKind::I16, 3),
                   field("d", FieldKind::Vec2), field("e", FieldKind::Bool)};
    const auto added = types.add_at_run_time(type);
    REQUIRE(added);
    CHECK(types[*added].size == sizeof(Same));
    CHECK(types[*added].align == alignof(Same));
    CHECK(types[*added].fields[2].offset == offsetof(Same, c));
    CHECK(types[*added].fields[4].offset == offsetof(Same, e));
    CHECK(types.add_at_run_time(type));  // the same again is fine
}

TEST_CASE("TypeRegistry: run-time types that cannot be are refused with a sentence", "[ecs][type_registry]") {
    TypeRegistry types;
    const auto error_of = [&](auto change) {
        ComponentType type;
        type.name = "T";
        type.fields = {field("x", FieldKind::F32)};
        change(type);
        return types.add_at_run_time(type).error();
    };
    CHECK(error_of([](ComponentType& t) { t.name.clear(); }) == "a component needs a name");
    CHECK(error_of([](ComponentType& t) { t.fields.push_back(t.fields[0]); }) == "T has two fields named x");
    CHECK(error_of([](ComponentType& t) { t.size = 2; }) ==
          "size 2 and align 1 of T cannot hold its fields, which need 4 and 4");
    CHECK(error_of([](ComponentType& t) { t.align = 3; }) == "align of T must be a power of two up to 4096");
    CHECK(error_of([](ComponentType& t) { t.fields[0].count = 0; }) == "field x of T has no elements");
    CHECK(error_of([](ComponentType& t) { t.fields[0].count = 0xffffffffu; }) == "T is larger than 1 MiB");
    CHECK(error_of([](ComponentType& t) { t.size = 4096, t.align = 4; }).empty());
    CHECK(error_of([](ComponentType& t) { t.size = 8, t.align = 4; }) ==
          "T is registered already, with another layout");
}

TEST_CASE("TypeRegistry: the nearest name is offered only when it looks like a slip", "[ecs][type_registry]") {
    const std::vector<std::string> known{"hp", "max", "Position", "Velocity"};
    CHECK(nearest_name("hpp", known) == "hp");
    CHECK(nearest_name("Positon", known) == "Position");
    CHECK(nearest_name("velocity", known) == "Velocity");
    CHECK(nearest_name("Inventory", known).empty());
}

}  // namespace type_registry_test
