// Component types of world files: made from the file, kept as they stand, migrated.
#include <string>

#include "catch.hpp"
#include "editor/demo/components.hpp"
#include "editor/session/session_file.hpp"
#include "editor/support/demo.hpp"

namespace world_file_types_test {

using namespace editor;
using namespace files;
using Catch::Matchers::Contains;

namespace {

using Warnings = std::vector<std::string>;

/// One entity with one component, described by the file as `schema`; both without the name of the type.
std::string text_of_one(const std::string& type, const std::string& schema, const std::string& value,
                        const std::string& scene = {}) {
    return "{ \"format\": \"chunkscope.world\", \"version\": 1, " + scene + "\"components\": { \"" + type +
           "\": " + schema + " }, \"entities\": [{ \"components\": { \"" + type + "\": " + value + " } }] }";
}

std::unique_ptr<Session> read_one(const std::string& type, const std::string& schema, const std::string& value) {
    return demo::read(text_of_one(type, schema, value), "level.json");
}

const std::string of_scene = R"("scene": { "name": "bullets" }, )";

/// The same in a file that says whose types it has. Losses are accepted.
std::unique_ptr<Session> migrate_one(const std::string& type, const std::string& schema, const std::string& value) {
    return demo::read(text_of_one(type, schema, value, of_scene), "level.json", nullptr, files::Losses::Accept);
}

std::unique_ptr<Session> read_components(const std::string& components) {
    return demo::read("{ \"format\": \"chunkscope.world\", \"version\": 1, \"entities\": [{ \"components\": { " +
                          components + " } }] }",
                      "level.json");
}

std::string message_of(const std::string& type, const std::string& schema, const std::string& value,
                       bool has_scene = false) {
    try {
        has_scene ? migrate_one(type, schema, value) : read_one(type, schema, value);
    } catch (const FileError& error) {
        return error.problem();
    }
    return "was read";
}

bool writes(const Session& session, const std::string& text) {
    return write_world(session).find(text) != std::string::npos;
}

const ecs::Entity first{1, 1};

}  // namespace

TEST_CASE("Types of a file: an unknown one is made from its description", "[editor][world_file]") {
    const auto session = read_one("Mana", R"({ "size": 16, "align": 8, "description": "For spells", "fields": {
        "now": "u8", "parts": "i16[2]", "rate": { "kind": "f32", "min": 0, "max": 1, "step": 0.5, "unit": "/s",
        "description": "How fast it grows" }, "school": { "kind": "enum", "size": 1, "names": { "Fire": 1, "Ice": 2 } } } })",
                                  R"({ "now": 200, "parts": [-1, 2], "school": "Ice" })");
    const ecs::ComponentType* const mana = session->world.types().find("Mana");
    REQUIRE(mana);
    CHECK(mana->made_at_run_time);
    CHECK(mana->size == 16);
    CHECK(mana->align == 8);
    CHECK(mana->description == "For spells");
    REQUIRE(mana->fields.size() == 4);
    CHECK(mana->fields[1].offset == 2);
    CHECK(mana->fields[1].count == 2);
    CHECK(mana->fields[2].offset == 8);
    CHECK(mana->fields[2].max == 1.0);
    CHECK(mana->fields[2].step == 0.5);
    CHECK(mana->fields[2].unit == "/s");
    CHECK(mana->fields[2].description == "How fast it grows");
    CHECK(mana->fields[3].offset == 12);
    CHECK(mana->fields[3].names.size() == 2);
    CHECK(writes(*session, R"("Mana": { "now": 200, "parts": [-1, 2], "rate": 0, "school": "Ice" })"));
    CHECK(writes(*session,
                 R"("Mana": { "size": 16, "align": 8, "description": "For spells", "fields": { "now": "u8", )"
                 R"("parts": "i16[2]", "rate": { "kind": "f32", "min": 0, "max": 1, "step": 0.5, "unit": "/s", )"
                 R"("description": "How fast it grows" }, )"
                 R"("school": { "kind": "enum", "size": 1, "names": { "Fire": 1, "Ice": 2 } } } })"));
    CHECK(session->warnings.empty());  // it is the file's own
}

TEST_CASE("Types of a file: a described one that no entity has stays in the file", "[editor][world_file]") {
    const auto session = demo::read(R"({ "format": "chunkscope.world", "version": 1,
        "components": { "Mana": { "fields": { "now": "u8" } }, "Marked": {}, "Health": {} } })",
                                    "level.json");
    CHECK(writes(*session, R"("Mana":   { "size": 1, "align": 1, "fields": { "now": "u8" } })"));
    CHECK(writes(*session, R"("Marked": {})"));
    CHECK(writes(*session, R"("Health": {})"));
}

TEST_CASE("Types of a file: without a description a component is kept as it stands", "[editor][world_file]") {
    const auto session = read_components(R"("Diary": { "pages" : [ 1, 2.50, 1e2 ],
        "mood": "ca\u006cm \" [ , ]", "deep": {} }, "Flag": true, "Nothing": null, "Big": 123456789012345678901234567890)");
    CHECK(writes(
        *session,
        R"("Diary": {"pages":[1,2.50,1e2],"mood":"ca\u006cm \" [ , ]","deep":{}}, "Flag": true, "Nothing": null)"));
    CHECK(writes(*session, "\"Big\": 123456789012345678901234567890,"));
    CHECK(session->world.types().find("Diary")->opaque_json);
    CHECK_FALSE(writes(*session, R"("size")"));
}

TEST_CASE("Types of a file: an unknown component that looks like a slip is named", "[editor][world_file]") {
    CHECK(read_components(R"("Positon": { "x": 1 })")->warnings ==
          Warnings{"Positon is unknown to this program and not described by the file, it is kept as it stands; "
                   "did you mean \"Position\"?"});
}

TEST_CASE("Types of a file: the text of an opaque value that is no JSON is written as a string",
          "[editor][world_file]") {
    const auto session = read_components(R"("Diary": {})");
    const ecs::ComponentId diary = session->world.types().find("Diary")->id;
    const auto text_for = [&](const std::string& typed) {
        *static_cast<std::string*>(session->world.get_mut(first, diary)) = typed;
        const std::string text = write_world(*session);
        CHECK(write_world(*demo::read(text, "level.json")) == text);
        const std::size_t start = text.find("\"Diary\": ") + 9;
        return text.substr(start, text.find(" } }\n", start) - start);
    };
    CHECK(text_for("[1, 2") == R"("[1, 2")");
    CHECK(text_for("{ \"a\": 1 }\n") == R"({"a":1})");
    CHECK(text_for("1 2") == R"("1 2")");
    CHECK(text_for("") == "{}");
    CHECK(text_for(std::string(61, '[') + std::string(61, ']')).front() == '"');
}

TEST_CASE("Types of a file: one of the file's scene is migrated by field name", "[editor][world_file]") {
    SECTION("Fields added and left out") {
        const auto session = migrate_one("Health", R"({ "fields": { "mana": "f32", "hp": "i32", "luck": "string" } })",
                                         R"({ "mana": 2.5, "hp": 3, "luck": "bad" })");
        CHECK(session->warnings == Warnings{"Health: added max (default), left out mana and luck"});
        CHECK(writes(*session, R"("Health": { "hp": 3, "max": 100 })"));
        CHECK(writes(*session, R"("Health": { "size": 8, "align": 4, "fields": { "hp": "i32", "max": "i32" } })"));
    }
    SECTION("Another order is no difference") {
        const auto session =
            migrate_one("Health", R"({ "fields": { "max": "i32", "hp": "i32" } })", R"({ "max": 3, "hp": 2 })");
        CHECK(session->warnings.empty());
        CHECK(writes(*session, R"("Health": { "hp": 2, "max": 3 })"));
    }
    SECTION("Numbers become other numbers, where they fit") {
        const auto session =
            migrate_one("Health", R"({ "fields": { "hp": "f64", "max": "u8" } })", R"({ "hp": 12.0, "max": 255 })");
        CHECK(session->warnings == Warnings{"Health: made hp i32, which was f64, made max i32, which was u8"});
        CHECK(writes(*session, R"("Health": { "hp": 12, "max": 255 })"));
        const auto half = migrate_one("Health", R"({ "fields": { "hp": "f64", "max": "i32" } })", R"({ "hp": 12.5 })");
        CHECK_THAT(half->losses.at(0), Contains("Health.hp: 1 number with a fraction for i32, 12.5 in line"));
    }
    SECTION("What cannot become a number is left out") {
        const auto session = migrate_one("Health", R"({ "fields": { "hp": "string", "max": "i32[2]" } })",
                                         R"({ "hp": "full", "max": [1, 2] })");
        CHECK(session->warnings == Warnings{"Health: left out hp, which was string and is i32 now, "
                                            "left out max, which was i32[2] and is i32 now"});
        CHECK(writes(*session, R"("Health": { "hp": 100, "max": 100 })"));
    }
    SECTION("Enums are migrated by name") {
        const auto session =
            migrate_one("Shape", R"({ "fields": { "kind": { "kind": "enum", "size": 1, "names": { "Square": 9 } } } })",
                        R"({ "kind": "Square" })");
        CHECK(session->warnings.empty());
        CHECK(session->world.get<Shape>(first).kind == ShapeKind::Square);
    }
    SECTION("A name that is gone keeps its number, unless that has another meaning now") {
        const std::string schema =
            R"({ "fields": { "kind": { "kind": "enum", "size": 4, "names": { "Star": 9, "Ring": 2 } } } })";
        const auto session = migrate_one("Shape", schema, R"({ "kind": "Star" })");
        CHECK(session->warnings == Warnings{"Shape: left out \"Star\" and \"Ring\", which kind could be"});
        REQUIRE(session->losses.size() == 1);
        CHECK_THAT(session->losses.front(), Contains("Shape.kind: 1 value without a name, \"Star\" in line"));
        CHECK_THAT(session->losses.front(), Contains("(now the number 9)"));
        CHECK(writes(*session, R"("Shape": { "kind": 9 })"));
        const auto ring = migrate_one("Shape", schema, R"({ "kind": "Ring" })");
        CHECK_THAT(ring->losses.front(), Contains("\"Ring\""));
        CHECK_THAT(ring->losses.front(), Contains("(now Circle)"));
    }
    SECTION("An empty description says nothing about fields") {
        const auto session = migrate_one("Health", "{}", R"({ "hp": 3 })");
        CHECK(session->warnings.empty());
        CHECK(session->world.get<Health>(first).hp == 3);
    }
    SECTION("A field that neither has is an error") {
        CHECK(message_of("Health", R"({ "fields": { "mana": "f32", "hp": "i32", "max": "i32" } })", R"({ "manna": 2 })",
                         true) ==
              "/entities/0/components/Health/manna: unknown field \"manna\" in Health; did you mean \"mana\"?");
        CHECK(message_of("Mana", R"({ "fields": { "now": "u8" } })", R"({ "nov": 2 })") ==
              "/entities/0/components/Mana/nov: unknown field \"nov\" in Mana; did you mean \"now\"?");
    }
}

TEST_CASE("Types of a file: values of every shape are checked", "[editor][world_file]") {
    const std::string schema = R"({ "fields": { "list": "i8[3]", "flag": "bool", "word": "string", "small": "u8",
        "box": { "kind": "struct", "count": 2, "fields": { "n": "u8", "at": "vec2" } } } })";
    const auto message = [&](const std::string& value) { return message_of("Mana", schema, value); };
    const std::string at = "/entities/0/components/Mana/";
    CHECK(message(R"({ "list": [1, 2, 3], "box": [{ "n": 1 }, { "at": [0, 1] }] })") == "was read");
    CHECK(message(R"({ "list": [1, 2] })") == at + "list must be an array of 3 elements, found 2");
    CHECK(message(R"({ "list": [1, 2, 3, 4] })") == at + "list/3 is one element too many, there must be 3");
    CHECK(message(R"({ "list": 1 })") == at + "list must be an array of 3 elements, found number 1");
    CHECK(message(R"({ "list": [1, 128, 0] })") ==
          at + "list/1 must be a whole number from -128 to 127, found number 128");
    CHECK(message(R"({ "small": -1 })") == at + "small must be a whole number from 0 to 255, found number -1");
    CHECK(message(R"({ "flag": 1 })") == at + "flag must be true or false, found number 1");
    CHECK(message(R"({ "word": 1 })") == at + "word must be a string, found number 1");
    CHECK(message(R"({ "box": [{}, 1] })") == at + "box/1 must be an object, found number 1");
    CHECK(message(R"({ "box": [{}, { "m": 1 }] })") ==
          at + "box/1/m: unknown field \"m\" in Mana.box; did you mean \"n\"?");
    CHECK(message(R"({ "box": [{ "at": [0] }, {}] })") ==
          at + "box/0/at must be an array of 2 numbers, found 1 of them");
}

TEST_CASE("Types of a file: an array of one is that one", "[editor][world_file]") {
    const auto of = [](const std::string& value) {
        return demo::read(R"({"format": "chunkscope.world", "version": 1, "components": { "Odd": { "fields": {
            "x": "f32[1]", "name": "string[1]", "place": "vec2[1]" } } },
            "entities": [ { "id": "1v1", "components": { "Odd": { )" +
                              value + " } } } ] }",
                          "odd.json");
    };
    const auto session = of(R"("x": [1.5], "name": ["a"], "place": [1, 2])");
    const std::string text = write_world(*session);
    CHECK(text.find(R"("x": 1.5, "name": "a", "place": [1, 2])") != std::string::npos);
    CHECK(write_world(*of(R"("x": 1.5, "name": "a", "place": [1, 2])")) == text);
    CHECK_THROWS_WITH(of(R"("x": [])"), test::contains("must be one value, found an empty array"));
    CHECK_THROWS_WITH(of(R"("x": [1, 2])"), test::contains("must be one value, found an array of more"));
}

TEST_CASE("Types of a file: size and align may be larger than the fields need", "[editor][world_file]") {
    const auto session = read_one("Mana", R"({ "size": 64, "align": 32, "fields": { "now": "u8" } })", "{}");
    CHECK(session->world.types().find("Mana")->size == 64);
    CHECK(session->world.types().find("Mana")->align == 32);
    CHECK(read_one("Mana", R"({ "size": 8, "fields": { "now": "u64" } })", "{}")->world.types().find("Mana")->align ==
          8);
    CHECK(read_one("Mana", R"({ "align": 16, "fields": { "now": "u8" } })", "{}")->world.types().find("Mana")->size ==
          16);
}

}  // namespace world_file_types_test
