#include "files/json/json_fields.hpp"

#include <string>
#include <utility>

#include "catch.hpp"
#include "ecs/types/type_registry.hpp"

namespace json_fields_test {

using namespace files;
using test::contains;

namespace {

enum class Mood : std::int8_t { Calm, Angry = 5 };
struct Pair {
    std::int32_t a = 1;
    float b = 2;
};
struct Full {
    std::int32_t one = 7;
    std::uint8_t three[3] = {1, 2, 3};
    ecs::Vec3 way;
    Mood mood = Mood::Calm;
    ecs::Entity to;
    Pair pairs[2];
    std::string text;
};

class Reading {
public:
    Reading() {
        ecs::StructBuilder<Pair> pair;
        pair.field("a", &Pair::a).field("b", &Pair::b);
        types_.add<Full>("Full")
            .field("one", &Full::one)
            .field("three", &Full::three)
            .field("way", &Full::way)
            .field("mood", &Full::mood, {.names = {{"Calm", 0}, {"Angry", 5}}})
            .field("to", &Full::to)
            .struct_field("pairs", &Full::pairs, pair)
            .field("text", &Full::text);
    }
    const ecs::ComponentType& type() const { return *types_.find("Full"); }
    /// What is wrong with the text; else `full` has its values.
    std::string problem(const std::string& text) {
        JsonReader json(text, "t");
        FieldReader fields(json, [&](std::string_view name) -> ecs::Entity {
            if (name == "door") return {4, 2};
            json.fail("names nobody");
        });
        full = {};
        given.clear();
        try {
            fields.read_value(type(), &full, nullptr, &given);
            json.finish();
        } catch (const FileError& error) {
            return error.what();
        }
        return "";
    }
    std::string written() const {
        std::string out;
        append_value(out, type(), &full);
        return out;
    }

    Full full;
    std::vector<std::uint32_t> given;

private:
    ecs::TypeRegistry types_;
};

}  // namespace

TEST_CASE("JSON fields: a value is written as it is read, and what it leaves out stays", "[files][json]") {
    Reading reading;
    const std::string text =
        R"({ "one": -3, "three": [4, 5, 6], "way": [1, 2, 3.5], "mood": "Angry", "to": "9v1", "pairs": [{ "a": 8, "b": 0.5 }, { "a": 9, "b": 1 }], "text": "é\n" })";
    REQUIRE(reading.problem(text) == "");
    CHECK(reading.written() == text);
    CHECK(reading.given == std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6});
    REQUIRE(reading.problem(R"({ "to": "door", "pairs": [{ "b": 5 }, {}], "one": [4] })") == "");
    CHECK(reading.full.one == 4);
    CHECK(reading.full.to == ecs::Entity{4, 2});
    CHECK(reading.full.pairs[0].a == 1);
    CHECK(reading.full.pairs[0].b == 5);
    CHECK(reading.full.three[2] == 3);
    CHECK(reading.given == std::vector<std::uint32_t>{4, 5, 0});
    REQUIRE(reading.problem(R"({ "mood": -100, "to": null })") == "");
    CHECK(static_cast<int>(reading.full.mood) == -100);
    CHECK_THAT(reading.written(), contains("\"mood\": -100"));
}

TEST_CASE("JSON fields: messages say what is wrong with a value", "[files][json]") {
    const std::pair<const char*, const char*> rows[] = {
        {R"({ "two": 1 })", "/two: unknown field \"two\" in Full"},
        {R"({ "ones": 1 })", "did you mean \"one\"?"},
        {R"({ "one": [] })", "/one must be one value, found an empty array"},
        {R"({ "one": [1, 2] })", "/one/1 must be one value, found an array of more"},
        {R"({ "three": 1 })", "/three must be an array of 3 elements, found number 1"},
        {R"({ "three": [1, 2] })", "/three must be an array of 3 elements, found 2"},
        {R"({ "three": [1, 2, 3, 4] })", "t:1:22: /three/3 is one element too many, there must be 3"},
        {R"({ "way": 5 })", "/way must be an array of 3 numbers, found number 5"},
        {R"({ "way": [1, 2] })", "/way must be an array of 3 numbers, found 2 of them"},
        {R"({ "way": [1, 2, 3, 4] })", "t:1:20: /way/3 is one number too many, there must be 3"},
        {R"({ "mood": "Cross" })", "/mood must be one of \"Calm\", \"Angry\", found string \"Cross\""},
        {R"({ "mood": true })", "/mood must be one of \"Calm\", \"Angry\", found true"},
        {R"({ "mood": 256 })", "/mood must be a whole number from"},
        {R"({ "to": "1v0" })", "/to must be an entity like \"12v3\", or null, found string \"1v0\""},
        {R"({ "to": "window" })", "/to names nobody"},
        {R"({ "to": 5 })", "/to must be an entity like \"12v3\", or null, found number 5"},
        {R"({ "pairs": [{ "c": 1 }, {}] })", "/pairs/0/c: unknown field \"c\""}};
    for (const auto& [text, sentence] : rows) {
        Reading reading;
        CHECK_THAT(reading.problem(text), contains(sentence));
    }
}

TEST_CASE("JSON fields: an id is digits, a v and digits", "[files][json]") {
    for (const char* const id : {"1v1", "0v0", "12v34", "99999999999v1"}) CHECK(looks_like_id(id));
    for (const char* const other : {"", "v", "1v", "v1", "1", "lava", "1v1v1", "1V1", "a1v1", "1v1 ", "/v1", "1v:"})
        CHECK_FALSE(looks_like_id(other));
}

TEST_CASE("JSON fields: values go between numbers, and to an enum, but not between one and many", "[files][json]") {
    const auto field = [](ecs::FieldKind kind, std::uint32_t count = 1) {
        ecs::Field made;
        made.kind = kind;
        made.count = count;
        return made;
    };
    using enum ecs::FieldKind;
    CHECK(convertible(field(F32), field(I8)));
    CHECK(convertible(field(I8), field(Enum)));
    CHECK(convertible(field(F32, 3), field(I8, 4)));
    CHECK(convertible(field(Vec4), field(Color)));
    CHECK_FALSE(convertible(field(Enum), field(I8)));
    CHECK_FALSE(convertible(field(F32, 3), field(F32)));
    CHECK_FALSE(convertible(field(F32), field(F32, 3)));
    CHECK_FALSE(convertible(field(Vec2), field(Vec3)));
    CHECK_FALSE(convertible(field(String), field(Entity)));
    CHECK_FALSE(convertible(field(Bool), field(U8)));
}

}  // namespace json_fields_test
