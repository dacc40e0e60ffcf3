// C++ types that come to stand behind types made at run time: only where the fields are the same ones.
#include <array>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/world/world.hpp"

namespace type_behind_test {

using namespace ecs;

namespace {

struct Label {
    std::string text;
};
struct Corner {
    double x = 1, y = 2, z = 3, w = 4;
};
struct Pair {
    float a = 1, b = 2;
};
struct Secretive {  // more than it describes
    std::uint64_t known = 0;
    std::vector<int> secret;
};

Field field(std::string name, FieldKind kind, std::uint32_t count = 1) {
    Field result;
    result.name = std::move(name);
    result.kind = kind;
    result.count = count;
    return result;
}

ComponentType made_at_run_time(std::string name, std::vector<Field> fields, std::uint32_t size = 0) {
    ComponentType type;
    type.name = std::move(name);
    type.fields = std::move(fields);
    type.size = size;
    type.align = size == 0 ? 1 : 8;
    return type;
}

std::vector<Field> four_doubles() {
    using enum FieldKind;
    return {field("x", F64), field("y", F64), field("z", F64), field("w", F64)};
}

void describe_pair(TypeRegistry& types) { types.add<Pair>("Pair").field("a", &Pair::a).field("b", &Pair::b); }

/// What a world says whose Pair was made at run time with these fields, when the program adds its own.
std::string refusal_of_pair(std::vector<Field> fields, std::uint32_t size = 0) {
    TypeRegistry types;
    REQUIRE(types.add_at_run_time(made_at_run_time("Pair", std::move(fields), size)));
    TypeRegistry mine;
    describe_pair(mine);
    const std::string asked = types.why_not(*mine.find("Pair"));
    std::string message;
    try {
        describe_pair(types);
        CHECK(asked.empty());
    } catch (const std::exception& failure) {
        message = failure.what();
        CHECK_FALSE(asked.empty());
        CHECK(types.find<Pair>() == no_component);
    }
    const std::string start = "that was made at run time: it has ";
    const std::size_t at = message.find(start);
    return at == std::string::npos ? message : message.substr(at + start.size());
}

}  // namespace

TEST_CASE("TypeRegistry: a C++ type stands behind one made at run time that has its fields", "[ecs][type_registry]") {
    const test::FailuresThrow failures;
    World world;
    TypeRegistry& types = world.types();
    const ComponentId place = *types.add_at_run_time(made_at_run_time("Place", four_doubles()));
    const Entity entity = world.create_with(std::array{place});
    CHECK(types.add<Corner>("Place")
              .field("x", &Corner::x)
              .field("y", &Corner::y)
              .field("z", &Corner::z)
              .field("w", &Corner::w)
              .id() == place);
    CHECK(types.id<Corner>() == place);
    CHECK(world.get<Corner>(entity).w == 0);  // as it was made
    world.add(entity, Corner{5, 6, 7, 8});
    CHECK(static_cast<const double*>(world.get(entity, place))[3] == 8);
    // The same again is fine, and so is a copy of what another registry knows.
    types.add<Corner>("Place").field("x", &Corner::x);
    TypeRegistry mine;
    describe_pair(mine);
    const ComponentId pair =
        *types.add_at_run_time(made_at_run_time("Pair", {field("a", FieldKind::F32), field("b", FieldKind::F32)}));
    CHECK(types.why_not(*mine.find("Pair")).empty());
    CHECK(types.add_copy(*mine.find("Pair")) == pair);
    CHECK(types.id<Pair>() == pair);
}

TEST_CASE("TypeRegistry: a string does not stand behind four doubles, and both are named", "[ecs][type_registry]") {
    static_assert(sizeof(Label) == sizeof(Corner) && alignof(Label) == alignof(Corner));
    const test::FailuresThrow failures;
    TypeRegistry types;
    REQUIRE(types.add_at_run_time(made_at_run_time("Place", four_doubles())));
    CHECK_THROWS_WITH(types.add<Label>("Place").field("text", &Label::text),
                      "TypeRegistry: the C++ type " + std::string(type_name<Label>()) +
                          " cannot stand behind the component Place that was made at run time: it has text string at "
                          "0, not x f64 at 0");
    CHECK(types.find<Label>() == no_component);
    CHECK(types.find("Place")->fields.size() == 4);
}

TEST_CASE("TypeRegistry: names, kinds, places and numbers of elements are compared", "[ecs][type_registry]") {
    const test::FailuresThrow failures;
    using enum FieldKind;
    CHECK(refusal_of_pair({field("a", F32), field("b", F32)}).empty());
    CHECK(refusal_of_pair({field("a", F32), field("c", F32)}) == "b f32 at 4, not c f32 at 4");
    CHECK(refusal_of_pair({field("a", F32), field("b", I32)}) == "b f32 at 4, not b i32 at 4");
    CHECK(refusal_of_pair({field("b", F32), field("a", F32)}) == "a f32 at 0, not b f32 at 0");
    CHECK(refusal_of_pair({field("a", F32, 2)}) == "a f32 at 0, not a f32[2] at 0");
    CHECK(refusal_of_pair({field("a", F32), field("b", F32), field("c", F32)}) == "no field 3, not c f32 at 8");
    CHECK(refusal_of_pair({field("a", F32)}, 8) == "b f32 at 4, not no field 2");
    CHECK(refusal_of_pair({field("a", F32), field("b", F32)}, 16) == "8 bytes aligned to 4, not 16 bytes aligned to 8");
}

TEST_CASE("TypeRegistry: a C++ type that describes nothing, or not all, does not stand behind bytes",
          "[ecs][type_registry]") {
    const test::FailuresThrow failures;
    TypeRegistry types;
    REQUIRE(types.add_at_run_time(made_at_run_time("Place", four_doubles())));
    CHECK_THROWS_WITH(types.add<Corner>("Place"), test::contains("it has no field 1, not x f64 at 0"));
    REQUIRE(types.add_at_run_time(made_at_run_time("Secretive", {field("known", FieldKind::U64)}, sizeof(Secretive))));
    CHECK_THROWS_WITH(types.add<Secretive>("Secretive").field("known", &Secretive::known),
                      test::contains("members that no field describes"));
    CHECK(types.find<Secretive>() == no_component);
}

TEST_CASE("TypeRegistry: a field that is refused leaves no C++ type behind", "[ecs][type_registry]") {
    const test::FailuresThrow failures;
    TypeRegistry types;
    REQUIRE(types.add_at_run_time(made_at_run_time("Pair", {field("a", FieldKind::F32), field("b", FieldKind::F32)})));
    CHECK_THROWS_WITH(types.add<Pair>("Pair").field("a", &Pair::a).field("a", &Pair::b),
                      test::contains("described twice, differently"));
    CHECK(types.find<Pair>() == no_component);
    describe_pair(types);
    CHECK(types.id<Pair>() == types.find("Pair")->id);
}

TEST_CASE("TypeRegistry: two C++ types that are spelt alike do not describe the same bytes", "[ecs][type_registry]") {
    const test::FailuresThrow failures;
    TypeRegistry types;
    types.add<Pair>("Pair").field("a", &Pair::a);
    CHECK_THROWS_WITH(types.add<Pair>("Pair").field("other", &Pair::a),
                      test::contains("the fields a and other of Pair lie in the same place"));
    types.add<Pair>("Pair").field("b", &Pair::b);  // what was not described yet
    CHECK(types.find("Pair")->fields.size() == 2);
}

TEST_CASE("TypeRegistry: a description names the same bytes twice, as a union does", "[ecs][type_registry]") {
    const test::FailuresThrow failures;
    TypeRegistry types;
    const auto describe = [&] {
        types.add<Pair>("Pair").field("a", &Pair::a).field("b", &Pair::b).field("last", &Pair::b);
    };
    describe();
    describe();  // the same again is fine
    REQUIRE(types.find("Pair")->fields.size() == 3);
    CHECK(types.find("Pair")->fields[1].offset == types.find("Pair")->fields[2].offset);
}

}  // namespace type_behind_test
