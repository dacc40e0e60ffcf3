#include "remote/replica/shape.hpp"

#include <limits>
#include <string>

#include "catch.hpp"
#include "ecs/types/type_registry.hpp"
#include "ecs/types/value.hpp"

namespace shape_test {

using remote::Json;
using remote::Shape;
using remote::TypeShape;
using Form = Shape::Form;
using Kind = ecs::FieldKind;

Shape number(const char* name, Kind kind) {
    Shape shape;
    shape.form = Form::Number;
    shape.name = name;
    shape.kind = kind;
    return shape;
}
Shape of(Form form, const char* name) {
    Shape shape;
    shape.form = form;
    shape.name = name;
    return shape;
}

const remote::EntityWords words{[](const Json& word) {
                                    return word == "Hero" ? ecs::Entity{7, 1} : ecs::Entity();
                                },
                                [](ecs::Entity entity) { return entity ? Json("#7") : Json("#0"); }};

/// A component with these members, and a value of it.
class Made {
public:
    explicit Made(std::vector<Shape> members, bool bare = false) {
        shape.name = shape.path = "Made";
        shape.bare = bare;
        shape.members = std::move(members);
        ecs::ComponentType type;
        type.name = "Made";
        for (const Shape& member : shape.members) type.fields.push_back(remote::field_of(member));
        ecs::lay_out(type.fields);
        id = *types.add_at_run_time(std::move(type));
        value = ecs::Value(types[id]);
    }
    bool read(const char* text) { return remote::read_json(Json::parse(text), shape, types[id], value.data(), words); }
    std::string written() const { return remote::write_json(shape, types[id], value.data(), words).dump(); }

    ecs::TypeRegistry types;
    ecs::ComponentId id = 0;
    TypeShape shape;
    ecs::Value value;
};

TEST_CASE("Shape: what is read is written as it was", "[replica]") {
    Shape name = of(Form::Name, "team"), flags = of(Form::Flags, "state"), list = number("arr", Kind::I32),
          pair = of(Form::Object, "pair"), vector = of(Form::Vector, "at");
    name.names = {"Red", "Green"};
    flags.names = {"Burning", "Frozen"};
    list.count = 3;
    pair.members = {number("a", Kind::U8), of(Form::Text, "b")};
    vector.kind = Kind::Vec3;
    vector.listed = true;
    Made made({number("wide", Kind::I64), number("widest", Kind::U64), number("small", Kind::F32), name, flags, list,
               pair, vector, of(Form::Entity, "who"), of(Form::Any, "any")});
    CHECK(made.read(R"({"wide":-9007199254740993,"widest":"18446744073709551615","small":0.1,"team":"Green",
        "state":"Frozen|Burning","arr":[1,2,3],"pair":{"a":200,"b":"t"},"at":[1,2,3],"who":"Hero","any":{"x":[1]}})"));
    CHECK(
        made.written() ==
        R"({"any":{"x":[1]},"arr":[1,2,3],"at":[1.0,2.0,3.0],"pair":{"a":200,"b":"t"},"small":0.1,)"
        R"("state":"Burning|Frozen","team":"Green","who":"#7","wide":-9007199254740993,"widest":18446744073709551615})");
}

TEST_CASE("Shape: what does not fit is said, and the value stays", "[replica]") {
    Made made({number("byte", Kind::U8)});
    CHECK(made.read(R"({"byte":7})"));
    for (const char* wrong :
         {R"({"byte":256})", R"({"byte":-1})", R"({"byte":1.5})", R"({"byte":"x"})", R"({"byte":null})",
          R"({"byte":1e300})", R"({})", R"([7])", R"("byte")", R"({"byte":{}})", R"({"byte":[]})"}) {
        INFO(wrong);
        CHECK_FALSE(made.read(wrong));
        CHECK(made.written() == R"({"byte":7})");
    }
}

TEST_CASE("Shape: numbers that no JSON number can be are texts or null, and floats only", "[replica]") {
    Made made({number("f", Kind::F64)});
    for (const char* text : {R"({"f":"Inf"})", R"({"f":"-inf"})", R"({"f":null})", R"({"f":"NaN"})"}) {
        INFO(text);
        CHECK(made.read(text));
        CHECK(made.written() == R"({"f":null})");
    }
    CHECK(made.read(R"({"f":1e308})"));
    // Flecs reads these words; null it does not.
    remote::EntityWords flecs = words;
    flecs.has_words_for_floats = true;
    for (const char* text : {R"({"f":"Inf"})", R"({"f":"-Inf"})", R"({"f":"NaN"})"}) {
        CHECK(made.read(text));
        CHECK(remote::write_json(made.shape, made.types[made.id], made.value.data(), flecs).dump() == text);
    }
}

TEST_CASE("Shape: a float takes the nearest number, and what that loses is a misfit", "[replica][numbers]") {
    Made made({number("f", Kind::F32)});
    CHECK(made.read(R"({"f":16777216})"));
    CHECK(made.read(R"({"f":0.30000001192092896})"));
    CHECK_FALSE(made.read(R"({"f":16777217})"));
    CHECK(made.written() == R"({"f":16777216.0})");
    CHECK_FALSE(made.read(R"({"f":1e-50})"));
    CHECK(made.written() == R"({"f":0.0})");
    CHECK(made.read(R"({"f":"Inf"})"));
    Shape at = of(Form::Vector, "at");
    at.kind = Kind::Vec2;
    Made vector({at});
    CHECK_FALSE(vector.read(R"({"at":{"x":16777217,"y":2}})"));
    CHECK(vector.written() == R"({"at":{"x":16777216.0,"y":2.0}})");
}

TEST_CASE("Shape: a number of an enum is never taken for the position of a name", "[replica][numbers]") {
    Shape team = of(Form::Name, "team");
    team.names = {"Red", "Green"};
    Made made({team});
    CHECK(made.read(R"({"team":200})"));
    CHECK(made.written() == R"({"team":200})");
    CHECK_FALSE(made.read(R"({"team":4294967298})"));
    CHECK(made.written() == R"({"team":200})");
    const auto kept = [&](const char* text) { return !remote::with_unknown_words(made.shape, Json::parse(text)); };
    CHECK(kept(R"({"team":"Red"})"));
    CHECK(kept(R"({"team":200})"));
    CHECK(kept(R"({"team":-1})"));
    CHECK_FALSE(kept(R"({"team":1})"));
    CHECK_FALSE(kept(R"({"team":3000000000})"));
}

TEST_CASE("Shape: a bare component is its only member", "[replica]") {
    Made made({number("value", Kind::U8)}, true);
    CHECK(made.read("9"));
    CHECK(made.written() == "9");
    CHECK_FALSE(made.read("{\"value\":9}"));
}

TEST_CASE("Shape: two to four floats named as axes or colours are one vector", "[replica]") {
    const auto kind_of = [](std::vector<const char*> names) {
        Shape shape = of(Form::Object, "v");
        for (const char* name : names) shape.members.push_back(number(name, Kind::F32));
        return remote::field_of(remote::simplified(shape)).kind;
    };
    CHECK(kind_of({"x", "y"}) == Kind::Vec2);
    CHECK(kind_of({"x", "y", "z"}) == Kind::Vec3);
    CHECK(kind_of({"x", "y", "z", "w"}) == Kind::Vec4);
    CHECK(kind_of({"r", "g", "b", "a"}) == Kind::Color);
    CHECK(kind_of({"x", "z"}) == Kind::Struct);
    CHECK(kind_of({"x"}) == Kind::Struct);
}

TEST_CASE("Shape: values that differ in their last digits only are nearly equal", "[replica]") {
    const auto equal = [](const char* a, const char* b) {
        return remote::nearly_equal(Json::parse(a), Json::parse(b));
    };
    CHECK(equal("3.14159265358979", "3.1415926536"));
    CHECK(equal(R"({"a":[1.0,2]})", R"({"a":[1,2.0]})"));
    CHECK(equal(R"("18446744073709551615")", "18446744073709551615"));
    CHECK_FALSE(equal("9007199254740992", "9007199254740993"));
    CHECK_FALSE(equal(R"({"a":1})", R"({"a":1,"b":2})"));
    CHECK_FALSE(equal("[1]", "[1,2]"));
    CHECK_FALSE(equal("1.0", "1.001"));
}

TEST_CASE("Shape: texts of other programs lose what could harm a terminal", "[replica]") {
    CHECK(remote::cleaned("a\x1b[0;31mred\x1b[0m\x07\nb") == "ared\nb");
    CHECK(remote::cleaned(std::string(10, 'x'), 4) == "xxxx");
    CHECK(remote::cleaned("aéé", 4) == "aé");
}

}  // namespace shape_test
