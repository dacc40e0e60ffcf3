#include "panels/inspector/type_draft.hpp"

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>

#include "catch.hpp"
#include "ecs/types/type_registry.hpp"
#include "panels/inspector/cpp_type.hpp"

namespace own_types {
// Its includes stand above already.
#include "own_types_golden.inc"
}  // namespace own_types

namespace type_draft_test {

using namespace panels;

namespace {

TypeDraft lamp() {
    TypeDraft draft{.name = "Lamp", .about = "What a \"lighthouse\" is for"};
    draft.fields.push_back({.name = "reach", .kind = ecs::FieldKind::F32, .start = "20", .low = "0", .high = "1000"});
    draft.fields.back().unit = "m";
    draft.fields.back().about = "How far it is seen";
    draft.fields.push_back({.name = "lit", .kind = ecs::FieldKind::Bool, .start = "true"});
    draft.fields.push_back({.name = "pattern", .kind = ecs::FieldKind::Enum, .start = "Flashing"});
    draft.fields.back().choices = "Steady, Flashing = 4, Dark";
    draft.fields.push_back({.name = "at", .kind = ecs::FieldKind::Vec2, .start = "1, -0.5"});
    draft.fields.push_back({.name = "glow", .kind = ecs::FieldKind::Color, .start = "1, 0.5, 0, 1"});
    draft.fields.push_back({.name = "keeper", .kind = ecs::FieldKind::Entity});
    draft.fields.push_back({.name = "motto", .kind = ecs::FieldKind::String});
    draft.fields.push_back({.name = "turns", .kind = ecs::FieldKind::I64, .start = "-9007199254740993"});
    draft.fields.push_back({.name = "seen", .kind = ecs::FieldKind::U8, .start = "255"});
    draft.fields.push_back({.name = "power", .kind = ecs::FieldKind::F64, .start = "0.1"});
    return draft;
}

}  // namespace

TEST_CASE("TypeDraft: what a person writes becomes a type, and the type the same text again", "[panels][types]") {
    const auto edit = edit_of(lamp());
    INFO(edit.error());
    REQUIRE(edit);
    ecs::World world;
    ecs::Schedule schedule;
    ecs::Edit made = *edit;
    REQUIRE(ecs::why_not(world, schedule, made) == "");
    ecs::apply(world, schedule, made);
    const ecs::ComponentType& type = *world.types().find("Lamp");
    CHECK(type.made_at_run_time);
    CHECK(type.find_field("reach")->max == 1000);

    const TypeDraft again = draft_of(type), before = lamp();
    REQUIRE(again.fields.size() == before.fields.size());
    for (std::size_t i = 0; i < again.fields.size(); ++i) {
        const FieldDraft& now = again.fields[i];
        const FieldDraft& was = before.fields[i];
        CHECK(now.name == was.name);
        CHECK(now.former == was.name);
        CHECK(now.kind == was.kind);
        CHECK(now.start == was.start);
        CHECK(now.low == was.low);
        CHECK(now.high == was.high);
        CHECK(now.unit == was.unit);
        CHECK(now.about == was.about);
        CHECK(now.choices == was.choices);
    }
    const ecs::Entity entity = world.create();
    world.add(entity, type.id);
    CHECK(ecs::read_enum(*type.find_field("pattern"), static_cast<const std::byte*>(world.get(entity, type.id)) +
                                                          type.find_field("pattern")->offset) == 4);
}

TEST_CASE("TypeDraft: what is wrong is one sentence about the field", "[panels][types]") {
    struct Row {
        FieldDraft field;
        const char* problem;
    };
    const auto field = [](ecs::FieldKind kind, const char* start, const char* low = "", const char* high = "") {
        FieldDraft draft{.name = "x", .kind = kind};
        draft.start = start;
        draft.low = low;
        draft.high = high;
        return draft;
    };
    const auto choices = [&](const char* names, const char* start) {
        FieldDraft draft = field(ecs::FieldKind::Enum, start);
        draft.choices = names;
        return draft;
    };
    const Row rows[] = {
        {field(ecs::FieldKind::F32, "fast"), "fast is no start value of x: expected number, 32 bits"},
        {field(ecs::FieldKind::I32, "2.5"), "2.5 is no start value of x: expected whole number, 32 bits"},
        {field(ecs::FieldKind::U8, "256"), "256 is no start value of x: expected whole number from 0 on, 8 bits"},
        {field(ecs::FieldKind::U64, "-1"), "-1 is no start value of x: expected whole number from 0 on, 64 bits"},
        {field(ecs::FieldKind::Bool, "maybe"), "maybe is no start value of x: expected true or false"},
        {field(ecs::FieldKind::Vec3, "1, 2"), "1, 2 is no start value of x: expected three numbers"},
        {field(ecs::FieldKind::F32, "5", "10", ""), "The start value of x lies outside of its range"},
        {field(ecs::FieldKind::F32, "", "low", ""), "low is no bound of x: expected a number"},
        {field(ecs::FieldKind::F32, "", "2", "1"), "The least value of x is above its largest"},
        {field(ecs::FieldKind::String, "a"), "x holds a text, which is empty at the start"},
        {field(ecs::FieldKind::Entity, "1"), "x refers to no entity at the start"},
        {choices("", ""), "x is a choice and needs at least one name"},
        {choices("A, B", "C"), "C is none of the choices of x"},
        {choices("A = b", ""), "The number of the choice A is none"},
        {choices("A = 40000", ""), "The number of the choice A must lie from -32768 to 32767"},
        {choices("A, A", ""), "x has two choices named A"},
        {choices("A b", ""), "A b is no name: only letters, digits and _ may stand in it"},
    };
    for (const Row& row : rows) {
        INFO(row.problem);
        const auto edit = edit_of({.name = "Lamp", .fields = {row.field}});
        REQUIRE_FALSE(edit);
        CHECK(edit.error() == row.problem);
    }
    CHECK(edit_of({.name = "Tag"})->to->fields.empty());
}

TEST_CASE("TypeDraft: a field under another name keeps its values, and arrays stay as they are", "[panels][types]") {
    ecs::World world;
    ecs::Schedule schedule;
    ecs::ComponentType type;
    type.name = "Own";
    ecs::Field numbers;
    numbers.name = "numbers";
    numbers.kind = ecs::FieldKind::I32;
    numbers.count = 3;
    ecs::Field speed;
    speed.name = "speed";
    type.fields = {numbers, speed};
    ecs::SetType make;
    make.to = type;
    ecs::Edit edit = make;
    ecs::apply(world, schedule, edit);
    TypeDraft draft = draft_of(*world.types().find("Own"));
    CHECK(draft.fields[0].is_kept);
    draft.fields[0].name = "counts";
    draft.fields[1].kind = ecs::FieldKind::F64;
    draft.name = "Mine";
    const auto changed = edit_of(draft);
    REQUIRE(changed);
    CHECK(changed->from == "Own");
    CHECK(changed->renamed == std::vector<std::pair<std::string, std::string>>{{"numbers", "counts"}});
    CHECK(changed->to->fields[0].count == 3);
    CHECK(ecs::why_not(world, schedule, *changed) == "");
}

TEST_CASE("Types as C++: the struct and its registration compile, and are the same type", "[panels][types]") {
    const auto lamp_type = type_of(lamp());
    REQUIRE(lamp_type);
    CHECK(why_no_cpp_type(*lamp_type) == "");
    const std::string file = TEST_DATA_DIR "/../panels/inspector/own_types_golden.inc", text = cpp_of_type(*lamp_type);
    if (std::getenv("CHUNKSCOPE_WRITE_GOLDEN") != nullptr) std::ofstream(file, std::ios::binary) << text;
    std::ifstream opened(file, std::ios::binary);
    CHECK(std::string{std::istreambuf_iterator<char>(opened), std::istreambuf_iterator<char>()} == text);

    // The golden file is compiled into this test.
    ecs::World world;
    ecs::Schedule schedule;
    ecs::Edit made = *edit_of(lamp());
    ecs::apply(world, schedule, made);
    using own_types::Lamp;
    ecs::TypeRegistry types;
    own_types::register_lamp(types);
    CHECK(ecs::layout_difference(*types.find("Lamp"), *world.types().find("Lamp")) == "");
    CHECK(Lamp().reach == 20);
    CHECK(Lamp().turns == -9007199254740993);
    CHECK(Lamp().glow == ecs::Rgba{1, 0.5f, 0, 1});
    CHECK(Lamp().pattern == own_types::LampPattern::Flashing);
    // So code of a program stands behind the type that a person made.
    own_types::register_lamp(world.types());
    CHECK(world.id<Lamp>() == world.types().find("Lamp")->id);
}

}  // namespace type_draft_test
