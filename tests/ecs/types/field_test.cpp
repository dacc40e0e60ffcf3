#include "ecs/types/field.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include "catch.hpp"
#include "ecs/world/world.hpp"

namespace field_test {

using namespace ecs;

namespace {

enum class Mood : std::uint8_t { Calm = 0, Wild = 200 };

struct Slot {
    std::uint8_t kind = 0;
    double amount = 0;  // behind seven bytes of padding
    std::string label;
};
struct Bag {
    float weight = 0;
    double price = 0;
    std::string title;
    Mood mood = Mood::Calm;
    std::int16_t counts[3] = {};
    Slot slots[2];
};

struct Fixture {
    World world;
    const ComponentType* type = nullptr;
    Fixture() {
        StructBuilder<Slot> slot;
        slot.field("kind", &Slot::kind).field("amount", &Slot::amount).field("label", &Slot::label);
        FieldOptions moods;
        moods.names = {{"calm", 0}, {"wild", 200}};
        const ComponentId id = world.types()
                                   .add<Bag>("Bag")
                                   .field("weight", &Bag::weight)
                                   .field("price", &Bag::price)
                                   .field("title", &Bag::title)
                                   .field("mood", &Bag::mood, moods)
                                   .field("counts", &Bag::counts)
                                   .struct_field("slots", &Bag::slots, slot)
                                   .id();
        type = &world.types()[id];
    }
    const Field& field(std::string_view name) const { return *type->find_field(name); }
};

Bag full_bag() {
    Bag bag;
    bag.weight = 1.5f;
    bag.price = -2;
    bag.title = "a title that is too long to be kept inside of the string object";
    bag.mood = Mood::Wild;
    bag.counts[2] = -3;
    bag.slots[1] = {4, 5, "another text that lives on the heap because of its length"};
    return bag;
}

}  // namespace

TEST_CASE("Field: every kind has a name that leads back to it", "[ecs][field]") {
    for (std::size_t i = 0; i < field_kind_count; ++i) {
        const auto kind = static_cast<FieldKind>(i);
        CHECK(field_kind_from(name_of(kind)) == kind);
    }
    CHECK(name_of(FieldKind::Bool) == "bool");
    CHECK(name_of(FieldKind::F64) == "f64");
    CHECK(name_of(FieldKind::Enum) == "enum");
    CHECK(name_of(FieldKind::Color) == "color");
    CHECK(name_of(FieldKind::Struct) == "struct");
    CHECK_FALSE(field_kind_from("float"));
    CHECK_FALSE(field_kind_from(""));
}

TEST_CASE("Field: sizes and alignments are those of the C++ types", "[ecs][field]") {
    CHECK(size_of(FieldKind::Bool) == sizeof(bool));
    CHECK(size_of(FieldKind::I64) == 8);
    CHECK(align_of(FieldKind::I64) == alignof(std::int64_t));
    CHECK(size_of(FieldKind::U16) == 2);
    CHECK(size_of(FieldKind::String) == sizeof(std::string));
    CHECK(align_of(FieldKind::String) == alignof(std::string));
    CHECK(size_of(FieldKind::Entity) == sizeof(Entity));
    CHECK(align_of(FieldKind::Entity) == alignof(Entity));
    CHECK(size_of(FieldKind::Vec3) == 12);
    CHECK(align_of(FieldKind::Vec3) == 4);
    CHECK(size_of(FieldKind::Enum) == 0);
    CHECK(size_of(FieldKind::Struct) == 0);
    CHECK(float_count(FieldKind::F32) == 1);
    CHECK(float_count(FieldKind::Vec2) == 2);
    CHECK(float_count(FieldKind::Color) == 4);
    CHECK(float_count(FieldKind::F64) == 0);

    const Fixture f;
    CHECK(align_of(f.field("slots")) == alignof(Slot));
    CHECK(align_of(f.field("mood")) == 1);
    CHECK(is_trivial(f.field("counts")));
    CHECK_FALSE(is_trivial(f.field("title")));
    CHECK_FALSE(is_trivial(f.field("slots")));  // a string inside of a struct
}

TEST_CASE("Field: enums of every width are read and written as signed values", "[ecs][field]") {
    for (const std::uint32_t width : {1u, 2u, 4u, 8u}) {
        Field field;
        field.kind = FieldKind::Enum;
        field.element_size = width;
        CHECK(align_of(field) == width);
        for (const std::int64_t value : {std::int64_t{0}, std::int64_t{100}, std::int64_t{-1}, std::int64_t{-128}}) {
            std::byte bytes[10];
            std::memset(bytes, 0x5a, sizeof bytes);
            write_enum(field, bytes + 1, value);
            CHECK(read_enum(field, bytes + 1) == value);
            CHECK(bytes[0] == std::byte{0x5a});
            CHECK(bytes[1 + width] == std::byte{0x5a});
        }
    }
}

TEST_CASE("Field: the name of an enum value is found by its bits", "[ecs][field]") {
    const Fixture f;
    Bag bag = full_bag();
    const Field& mood = f.field("mood");
    CHECK(read_enum(mood, &bag.mood) == 200);  // of the unsigned type that its name tells of
    CHECK(enum_name(mood, read_enum(mood, &bag.mood)) == "wild");
    CHECK(enum_name(mood, 0) == "calm");
    CHECK_FALSE(enum_name(mood, 7));
}

TEST_CASE("Field: equality is by bits, so NaN equals itself and 0 differs from -0", "[ecs][field]") {
    const Fixture f;
    Bag a = full_bag(), b = full_bag();
    a.weight = b.weight = std::numeric_limits<float>::quiet_NaN();
    CHECK(field_equal(f.field("weight"), &a, &b));
    a.price = 0.0;
    b.price = -0.0;
    CHECK_FALSE(field_equal(f.field("price"), &a, &b));
    CHECK(field_equal(f.field("title"), &a, &b));
    b.title.back() = '!';
    CHECK_FALSE(field_equal(f.field("title"), &a, &b));
    CHECK(field_equal(f.field("counts"), &a, &b));
    b.counts[2] = 0;
    CHECK_FALSE(field_equal(f.field("counts"), &a, &b));
}

TEST_CASE("Field: padding inside of nested structs is not compared", "[ecs][field]") {
    const Fixture f;
    Bag a = full_bag(), b = full_bag();
    auto* padding = reinterpret_cast<std::byte*>(&b.slots[1]) + 1;
    std::memset(padding, 0x77, 7);
    CHECK(field_equal(f.field("slots"), &a, &b));
    b.slots[1].amount = 6;
    CHECK_FALSE(field_equal(f.field("slots"), &a, &b));
    b.slots[1].amount = 5;
    b.slots[0].label.push_back('x');
    CHECK_FALSE(field_equal(f.field("slots"), &a, &b));
}

TEST_CASE("Field: copying and swapping reach every field and nothing else", "[ecs][field]") {
    const Fixture f;
    for (const Field& changed : f.type->fields) {
        Bag a, b = full_bag();
        const Bag untouched, full = full_bag();
        copy_field(changed, &a, &b);
        for (const Field& field : f.type->fields) {
            CHECK(field_equal(field, &a, &full) == (field.name == changed.name));
            CHECK(field_equal(field, &a, &untouched) == (field.name != changed.name));
            CHECK(field_equal(field, &b, &full));
        }
        Bag c;
        swap_field(changed, &c, &b);
        for (const Field& field : f.type->fields) {
            CHECK(field_equal(field, &c, &full) == (field.name == changed.name));
            CHECK(field_equal(field, &b, &full) == (field.name != changed.name));
        }
    }
}

}  // namespace field_test
