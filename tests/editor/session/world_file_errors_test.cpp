// Every way in which a world file can be wrong, as a row: what it is, the text, and the exact message.
#include <string>
#include <vector>

#include "catch.hpp"
#include "editor/session/session_file.hpp"
#include "editor/support/demo.hpp"

namespace world_file_errors_test {

namespace {

const std::string start = "{\n  \"format\": \"chunkscope.world\",\n  \"version\": 1,\n";

struct Row {
    std::string what, text, message;
};

/// A file whose members, after format and version, are these.
std::string members(const std::string& text) { return start + "  " + text + "\n}"; }
std::string entities(const std::string& first) { return members("\"entities\": [\n    " + first + "\n  ]") + "\n"; }
std::string entities(const std::string& first, const std::string& second) {
    return entities(first + ",\n    " + second);
}
std::string components(const std::string& text) {
    return entities(R"({ "id": "1v1", "components": { )" + text + " } }");
}
std::string schema(const std::string& text) {
    return members("\"components\": { " + text + " },\n  \"entities\": []") + "\n";
}
std::string scene(const std::string& text) {
    return members("\"scene\": { " + text + " },\n  \"entities\": [{ \"id\": \"2v1\" }]") + "\n";
}

std::string message_of(const std::string& text) {
    try {
        demo::read(text, "level.json");
    } catch (const files::FileError& error) {
        return error.what();
    }
    return "was read";
}

void check(const std::vector<Row>& rows) {
    for (const Row& row : rows) {
        INFO(row.what << "\n" << row.text);
        CHECK(message_of(row.text) == row.message);
    }
}

}  // namespace

TEST_CASE("Errors of world files: not a world file", "[editor][world_file]") {
    check({
        {"the text is empty", "", "level.json:1:1: the file is empty"},
        {"it is no object", "[1, 2]", "level.json:1:1: the file must be an object, found an array"},
        {"another program wrote it", R"({ "name": "demo", "dependencies": {} })",
         R"(level.json:1:1: this is no world file, it has no "format": "chunkscope.world")"},
        {"another format", R"({ "format": "tiled.map", "version": 1 })",
         R"(level.json:1:13: /format must be "chunkscope.world", found string "tiled.map")"},
        {"the format is no string", R"({ "format": 7, "version": 1 })",
         R"(level.json:1:13: /format must be "chunkscope.world", found number 7)"},
        {"no version", R"({ "format": "chunkscope.world" })", R"(level.json:1:1: the file has no "version": 1)"},
        {"a newer version", R"({ "format": "chunkscope.world", "version": 2, "layers": [] })",
         "level.json:1:44: /version is 2, but this program reads up to 1: the file was saved by a newer one"},
        {"version zero", R"({ "format": "chunkscope.world", "version": 0 })",
         "level.json:1:44: /version must be a whole number from 1 on, found number 0"},
        {"the version is a string", R"({ "format": "chunkscope.world", "version": "1" })",
         R"(level.json:1:44: /version must be a whole number from 1 on, found string "1")"},
        {"an unknown member", R"({ "format": "chunkscope.world", "version": 1, "entitys": [] })",
         R"(level.json:1:47: /entitys: unknown member "entitys" of a world file; did you mean "entities"?)"},
        {"an unknown member before the format", R"({ "entitys": [{}], "format": "chunkscope.world", "version": 1 })",
         R"(level.json:1:14: /entitys: unknown member "entitys" of a world file; did you mean "entities"?)"},
    });
}

TEST_CASE("Errors of world files: text", "[editor][world_file]") {
    check({
        {"it stops in the middle of a list", start + "  \"entities\": [\n    { \"id\": \"1v1\" },\n",
         "level.json:6:1: /entities/1: the file stops in the middle, expected a value here"},
        {"it stops in the middle of an object", start + "  \"entities\": [\n    { \"id\": \"1v1\"",
         R"(level.json:5:18: /entities/0/id: the file stops in the middle, expected "," or "}" here)"},
        {"it stops in the middle of a string", start + "  \"entities\": [\n    { \"id\": \"1",
         "level.json:5:15: /entities/0/id: the file stops in the middle, expected the end of a string here"},
        {"it stops in the middle of a word", start + R"(  "systems": { "Seek": { "enabled": tr)",
         "level.json:4:39: /systems/Seek/enabled: the file stops in the middle, expected a value here"},
        {"it stops in the middle of a number", start + R"(  "scene": { "seed": -)",
         "level.json:4:23: /scene/seed: the file stops in the middle, expected a digit here"},
        {"something follows", members("\"entities\": []\n}"),
         R"(level.json:6:1: nothing may follow the last "}", found "}")"},
        {"a comma is missing", entities(R"({ "id": "1v1" "name": "Door" })"),
         R"(level.json:5:19: /entities/0/id: expected "," or "}", found a quotation mark)"},
        {"a comma too many", entities(R"({ "id": "1v1", })"),
         R"(level.json:5:20: /entities/0: expected a name in quotes, found "}")"},
        {"a colon is missing", entities(R"({ "id" "1v1" })"),
         R"(level.json:5:12: /entities/0/id: expected ":" after "id", found a quotation mark)"},
        {"a comment", members("// the world\n  \"entities\": []"),
         R"(level.json:4:3: expected a name in quotes, found "/")"},
        {"single quotes", entities("{ 'id': 1 }"),
         R"(level.json:5:7: /entities/0: expected a name in quotes or "}", found "'")"},
        {"a bare word", components(R"("Position": { "x": one })"),
         R"(level.json:5:55: /entities/0/components/Position/x: expected a value, found "one")"},
        {"a number with zeros in front", components(R"("Position": { "x": 01 })"),
         "level.json:5:55: /entities/0/components/Position/x: a number must not have zeros in front"},
        {"a number without digits", components(R"("Position": { "x": 1. })"),
         R"(level.json:5:57: /entities/0/components/Position/x: expected a digit, found " ")"},
        {"a line break in a string", entities("{ \"name\": \"two\nlines\" }"),
         R"(level.json:5:19: /entities/0/name: a string must not contain a line break; write it as \u000a)"},
        {"a control character", entities("{ \"name\": \"\001\" }"),
         R"(level.json:5:16: /entities/0/name: a string must not contain byte 0x01; write it as \u0001)"},
        {"an unknown escape", entities(R"({ "name": "\q" })"),
         R"(level.json:5:17: /entities/0/name: expected one of \" \\ \/ \b \f \n \r \t \u after \, found "q")"},
        {"a broken unicode escape", entities(R"({ "name": "\u12g4" })"),
         R"(level.json:5:20: /entities/0/name: expected four hexadecimal digits after \u, found "g")"},
        {"half a surrogate pair", entities(R"({ "name": "\ud83d!" })"),
         R"(level.json:5:16: /entities/0/name: \ud83d is half of a character)"},
        {"invalid UTF-8", entities("{ \"name\": \"a\377\" }"),
         "level.json:5:17: /entities/0/name: the text is not valid UTF-8, found byte 0xff"},
        {"overlong UTF-8", entities("{ \"name\": \"\300\257\" }"),
         "level.json:5:16: /entities/0/name: the text is not valid UTF-8, found byte 0xc0"},
        {"a key twice", entities(R"({ "id": "1v1", "name": "A", "name": "B" })"),
         R"(level.json:5:33: /entities/0/name: the key "name" stands here twice)"},
        {"a key twice in a value that is kept", components(R"("Diary": { "day": 1, "day": 2 })"),
         R"(level.json:5:57: /entities/0/components/Diary/day: the key "day" stands here twice)"},
        {"a component twice", components(R"("Enemy": {}, "Enemy": {})"),
         R"(level.json:5:49: /entities/0/components/Enemy: the key "Enemy" stands here twice)"},
        {"columns count characters", entities("{ \"name\": \"ÄÖÜ\", \"idd\": 1 }"),
         R"(level.json:5:22: /entities/0/idd: unknown member "idd" of an entity; did you mean "id"?)"},
    });
}

TEST_CASE("Errors of world files: entities", "[editor][world_file]") {
    check({
        {"entities are no list", members(R"("entities": {})"),
         "level.json:4:15: /entities must be an array, found an object"},
        {"an entity is no object", entities(R"("1v1")"),
         R"(level.json:5:5: /entities/0 must be an object, found string "1v1")"},
        {"an unknown member", entities(R"({ "id": "1v1", "component": {} })"),
         R"(level.json:5:20: /entities/0/component: unknown member "component" of an entity; did you mean "components"?)"},
        {"the id is a number", entities(R"({ "id": 1 })"),
         R"(level.json:5:13: /entities/0/id must be an id like "12v3", or a name of its own, found number 1)"},
        {"the id is empty", entities(R"({ "id": "" })"), "level.json:5:13: /entities/0/id must not be empty"},
        {"slot 0", entities(R"({ "id": "0v1" })"),
         R"(level.json:5:13: /entities/0/id is "0v1", which is not an id: the first number goes from 1 to 16777215, the second from 1 to 4294967295, without zeros in front)"},
        {"generation 0", entities(R"({ "id": "1v0" })"),
         R"(level.json:5:13: /entities/0/id is "1v0", which is not an id: the first number goes from 1 to 16777215, the second from 1 to 4294967295, without zeros in front)"},
        {"zeros in front", entities(R"({ "id": "01v1" })"),
         R"(level.json:5:13: /entities/0/id is "01v1", which is not an id: the first number goes from 1 to 16777215, the second from 1 to 4294967295, without zeros in front)"},
        {"an index out of range", entities(R"({ "id": "16777216v1" })"),
         R"(level.json:5:13: /entities/0/id must have an index up to 16777215, found "16777216v1")"},
        {"a generation out of range", entities(R"({ "id": "1v4294967296" })"),
         R"(level.json:5:13: /entities/0/id is "1v4294967296", which is not an id: the first number goes from 1 to 16777215, the second from 1 to 4294967295, without zeros in front)"},
        {"an index used twice", entities(R"({ "id": "1v1" })", R"({ "id": "1v2" })"),
         R"(level.json:6:13: /entities/1/id uses index 1, which /entities/0 uses already: "1v2")"},
        {"a name of its own used twice", entities(R"({ "id": "door" })", R"({ "id": "door" })"),
         R"(level.json:6:13: /entities/1/id is used by /entities/0 already: "door")"},
        {"the name is no string", entities(R"({ "name": null })"),
         "level.json:5:15: /entities/0/name must be a string, found null"},
        {"the parent does not exist", entities(R"({ "id": "1v1", "parent": "7v1" })"),
         R"(level.json:5:30: /entities/0/parent is "7v1", which is no entity of the file)"},
        {"the parent has another generation", entities(R"({ "id": "1v3" })", R"({ "id": "2v1", "parent": "1v2" })"),
         R"(level.json:6:30: /entities/1/parent is "1v2", which is no entity of the file; did you mean "1v3"?)"},
        {"the parent has an unknown name", entities(R"({ "id": "door" })", R"({ "parent": "dor" })"),
         R"(level.json:6:17: /entities/1/parent names "dor", but no entity of the file has that id; did you mean "door"?)"},
        {"the parent is a number", entities(R"({ "id": "1v1", "parent": 1 })"),
         R"(level.json:5:30: /entities/0/parent must be an entity like "12v3", or null, found number 1)"},
        {"its own parent", entities(R"({ "id": "1v1", "parent": "1v1" })"),
         "level.json:5:30: /entities/0/parent must not be the entity itself"},
        {"a circle of parents", entities(R"({ "id": "1v1", "parent": "2v1" })", R"({ "id": "2v1", "parent": "1v1" })"),
         "level.json:6:30: /entities/1/parent must not be 1v1, which is below 2v1 itself"},
        {"components are a list", entities(R"({ "id": "1v1", "components": ["Enemy"] })"),
         "level.json:5:34: /entities/0/components must be an object, found an array"},
        {"Name among the components", components(R"("Name": { "value": "Door" })"),
         R"(level.json:5:36: /entities/0/components/Name: a name is written as the member "name" of its entity)"},
        {"Parent among the components", components(R"("Parent": { "value": "2v1" })"),
         R"(level.json:5:36: /entities/0/components/Parent: a parent is written as the member "parent" of its entity)"},
        {"a component without a name", components(R"("": {})"),
         "level.json:5:36: /entities/0/components/: a component needs a name"},
    });
}

TEST_CASE("Errors of world files: values", "[editor][world_file]") {
    check({
        {"a string for a number", components(R"("Position": { "x": "one" })"),
         R"(level.json:5:55: /entities/0/components/Position/x must be a number, found string "one")"},
        {"an object for a number", components(R"("Position": { "x": {} })"),
         "level.json:5:55: /entities/0/components/Position/x must be a number, found an object"},
        {"null for a value", components(R"("Position": null)"),
         "level.json:5:48: /entities/0/components/Position must be an object, found null"},
        {"a list for a value", components(R"("Position": [1, 2])"),
         "level.json:5:48: /entities/0/components/Position must be an object, found an array"},
        {"an unknown field", components(R"("Health": { "hpp": 1 })"),
         R"(level.json:5:48: /entities/0/components/Health/hpp: unknown field "hpp" in Health; did you mean "hp"?)"},
        {"an unknown field, nothing like it", components(R"("Health": { "colour": 1 })"),
         R"(level.json:5:48: /entities/0/components/Health/colour: unknown field "colour" in Health)"},
        {"a field of a tag", components(R"("Enemy": { "x": 1 })"),
         R"(level.json:5:47: /entities/0/components/Enemy/x: unknown field "x", Enemy has none)"},
        {"too large for i32", components(R"("Health": { "hp": 3000000000 })"),
         "level.json:5:54: /entities/0/components/Health/hp must be a whole number from -2147483648 to 2147483647, "
         "found number 3000000000"},
        {"a fraction for i32", components(R"("Health": { "hp": 1.5 })"),
         "level.json:5:54: /entities/0/components/Health/hp must be a whole number from -2147483648 to 2147483647, "
         "found number 1.5"},
        {"true for i32", components(R"("Health": { "hp": true })"),
         "level.json:5:54: /entities/0/components/Health/hp must be a whole number from -2147483648 to 2147483647, "
         "found true"},
        {"too large for f32", components(R"("Position": { "x": 1e39 })"),
         "level.json:5:55: /entities/0/components/Position/x must be a number that fits f32, found number 1e39"},
        {"an unknown word for a number", components(R"("Position": { "x": "infinity" })"),
         R"(level.json:5:55: /entities/0/components/Position/x must be a number, found string "infinity")"},
        {"an unknown name of an enum", components(R"("Shape": { "kind": "Circel" })"),
         R"(level.json:5:55: /entities/0/components/Shape/kind must be one of "Circle", "Square", "Triangle", "Diamond", found string "Circel"; did you mean "Circle"?)"},
        {"a list for an enum", components(R"("Shape": { "kind": [] })"),
         R"(level.json:5:55: /entities/0/components/Shape/kind must be one value, found an empty array)"},
        {"two values for one", components(R"("Shape": { "kind": [ "Circle", "Square" ] })"),
         R"(level.json:5:55: /entities/0/components/Shape/kind/1 must be one value, found an array of more)"},
        {"too few numbers of a colour", components(R"("Color": { "value": [1, 1, 1] })"),
         "level.json:5:56: /entities/0/components/Color/value must be an array of 4 numbers, found 3 of them"},
        {"too many numbers of a colour", components(R"("Color": { "value": [1, 1, 1, 1, 1] })"),
         "level.json:5:69: /entities/0/components/Color/value/4 is one number too many, there must be 4"},
        {"a string for a colour", components(R"("Color": { "value": "red" })"),
         R"(level.json:5:56: /entities/0/components/Color/value must be an array of 4 numbers, found string "red")"},
        {"a number for an entity", components(R"("MoveTarget": { "target": 12 })"),
         R"(level.json:5:62: /entities/0/components/MoveTarget/target must be an entity like "12v3", or null, found number 12)"},
        {"a bad id for an entity", components(R"("MoveTarget": { "target": "0v3" })"),
         R"(level.json:5:62: /entities/0/components/MoveTarget/target must be an entity like "12v3", or null, found string "0v3")"},
        {"an unknown name for an entity", components(R"("MoveTarget": { "target": "door" })"),
         R"(level.json:5:62: /entities/0/components/MoveTarget/target names "door", but no entity of the file has that id)"},
    });
}

TEST_CASE("Errors of world files: schema", "[editor][world_file]") {
    check({
        {"components are a list", members(R"("components": [])"),
         "level.json:4:17: /components must be an object, found an array"},
        {"a type is a string", schema(R"("Mana": "f32")"),
         R"(level.json:4:27: /components/Mana must be an object, found string "f32")"},
        {"an unknown member of a type", schema(R"("Mana": { "field": {} })"),
         R"(level.json:4:29: /components/Mana/field: unknown member "field" of a component; did you mean "fields"?)"},
        {"an unknown kind", schema(R"("Mana": { "fields": { "value": "i23" } })"),
         R"(level.json:4:50: /components/Mana/fields/value: there is no kind of field called "i23")"},
        {"no elements", schema(R"("Mana": { "fields": { "value": "i32[0]" } })"),
         R"(level.json:4:50: /components/Mana/fields/value: the number of elements must stand in brackets, as in "f32[3]", found "i32[0]")"},
        {"a bracket is missing", schema(R"("Mana": { "fields": { "value": "i32[3" } })"),
         R"(level.json:4:50: /components/Mana/fields/value: the number of elements must stand in brackets, as in "f32[3]", found "i32[3")"},
        {"an enum by its word", schema(R"("Mana": { "fields": { "value": "enum" } })"),
         "level.json:4:50: /components/Mana/fields/value: an enum or struct is described by an object: { \"kind\": "
         "\"enum\", … }"},
        {"a field is a number", schema(R"("Mana": { "fields": { "value": 4 } })"),
         R"(level.json:4:50: /components/Mana/fields/value must be a kind like "f32" or "f32[3]", or an object, found number 4)"},
        {"a field without a kind", schema(R"("Mana": { "fields": { "value": { "count": 2 } } })"),
         R"(level.json:4:50: /components/Mana/fields/value: Mana.value needs a "kind")"},
        {"an unknown member of a field",
         schema(R"("Mana": { "fields": { "value": { "kind": "f32", "minimum": 2 } } })"),
         R"(level.json:4:67: /components/Mana/fields/value/minimum: unknown member "minimum" of a field)"},
        {"a field without a name", schema(R"("Mana": { "fields": { "": "f32" } })"),
         "level.json:4:41: /components/Mana/fields/: a field needs a name"},
        {"a struct without fields", schema(R"("Mana": { "fields": { "value": { "kind": "struct" } } })"),
         R"(level.json:4:50: /components/Mana/fields/value: Mana.value is a struct and needs "fields")"},
        {"fields without a struct",
         schema(R"("Mana": { "fields": { "value": { "kind": "f32", "fields": { "a": "f32" } } } })"),
         R"(level.json:4:50: /components/Mana/fields/value: Mana.value has "fields" but is no struct)"},
        {"an enum of 3 bytes", schema(R"("Mana": { "fields": { "value": { "kind": "enum", "size": 3 } } })"),
         "level.json:4:76: /components/Mana/fields/value/size must be 1, 2, 4 or 8, found 3"},
        {"an enum that cannot hold a name",
         schema(R"("Mana": { "fields": { "value": { "kind": "enum", "size": 1, "names": { "Full": 300 } } } })"),
         "level.json:4:50: /components/Mana/fields/value: Mana.value is an enum of size 1, which cannot hold 300"},
        {"a size that cannot hold the fields",
         schema(R"("Mana": { "size": 4, "align": 4, "fields": { "now": "f32", "max": "f32" } })"),
         "level.json:4:27: /components/Mana: size 4 and align 4 cannot hold the fields of Mana, which need size 8 and "
         "align 4"},
        {"an align that cannot hold the fields",
         schema(R"("Mana": { "size": 8, "align": 2, "fields": { "now": "f32", "max": "f32" } })"),
         "level.json:4:27: /components/Mana: size 8 and align 2 cannot hold the fields of Mana, which need size 8 and "
         "align 4"},
        {"a size of a known type that cannot hold the fields",
         schema(R"("Health": { "size": 4, "align": 4, "fields": { "hp": "i32", "max": "i32" } })"),
         "level.json:4:29: /components/Health: size 4 and align 4 cannot hold the fields of Health, which need size 8 "
         "and align 4"},
        {"an align that is no power of two", schema(R"("Mana": { "align": 3 })"),
         "level.json:4:38: /components/Mana/align must be a power of two up to 4096, found 3"},
        {"larger than 1 MiB", schema(R"("Mana": { "fields": { "value": "f32[300000]" } })"),
         "level.json:4:50: /components/Mana/fields/value: Mana is larger than 1 MiB"},
        {"a size larger than 1 MiB", schema(R"("Mana": { "size": 2000000 })"),
         "level.json:4:37: /components/Mana/size: Mana is larger than 1 MiB"},
        {"Name", schema(R"("Name": {})"),
         R"(level.json:4:19: /components/Name: Name is known to every world; write it as the member "name" or "parent" of an entity)"},
    });
}

TEST_CASE("Errors of world files: scene and systems", "[editor][world_file]") {
    check({
        {"systems are a list", members(R"("systems": ["Seek"])"),
         "level.json:4:14: /systems must be an object, found an array"},
        {"a system is true", members(R"("systems": { "Seek": true })"),
         "level.json:4:24: /systems/Seek must be an object, found true"},
        {"an unknown member of a system", members(R"("systems": { "Seek": { "enable": true } })"),
         R"(level.json:4:26: /systems/Seek/enable: unknown member "enable" of a system; did you mean "enabled"?)"},
        {"enabled is a number", members(R"("systems": { "Seek": { "enabled": 1 } })"),
         "level.json:4:37: /systems/Seek/enabled must be true or false, found number 1"},
        {"an unknown member of the scene", scene(R"("sed": 1)"),
         R"(level.json:4:14: /scene/sed: unknown member "sed" of a scene; did you mean "seed"?)"},
        {"a negative seed", scene(R"("seed": -1)"),
         "level.json:4:22: /scene/seed must be a whole number from 0 to 18446744073709551615, found number -1"},
        {"random is no hexadecimal number", scene(R"("random": "12")"),
         R"(level.json:4:24: /scene/random must be 16 hexadecimal digits in quotes, found string "12")"},
        {"zoom is zero", scene(R"("camera": { "zoom": 0 })"),
         "level.json:4:34: /scene/camera/zoom must be a number above 0, found number 0"},
        {"a place that is no number", scene(R"("camera": { "x": "nan" })"),
         R"(level.json:4:31: /scene/camera/x must be a finite number, found string "nan")"},
        {"an unknown member of the camera", scene(R"("camera": { "zom": 1 })"),
         R"(level.json:4:26: /scene/camera/zom: unknown member "zom" of a camera; did you mean "zoom"?)"},
        {"a free entity that is alive", scene(R"("free": ["2v2"])"),
         "level.json:4:23: /scene/free/0 is free, but an entity of the file has index 2"},
        {"a free entity twice", scene(R"("free": ["1v2", "1v3"])"),
         "level.json:4:30: /scene/free/1 lists index 1 a second time"},
        {"a free entity that is no id", scene(R"("free": ["door"])"),
         R"(level.json:4:23: /scene/free/0 is "door", which is not an id: the first number goes from 1 to 16777215, the second from 1 to 4294967295, without zeros in front)"},
        {"too many slots", scene(R"("slots": 16777217)"),
         "level.json:4:23: /scene/slots must be a whole number from 1 to 16777216, found number 16777217"},
    });
}
TEST_CASE("Errors of world files: limits", "[editor][world_file]") {
    const auto repeated = [](const std::string& text, std::size_t count) {
        std::string result;
        for (std::size_t i = 0; i < count; ++i) result += text;
        return result;
    };

    SECTION("Nesting: 64 levels are read, one more is not") {
        // The file, entities, the entity and its components are four of them.
        const auto nested = [&](std::size_t levels) {
            return components("\"Diary\": " + repeated("[", levels) + repeated("]", levels));
        };
        CHECK(message_of(nested(60)) == "was read");
        CHECK(message_of(nested(61)) == "level.json:5:105: /entities/0/components/Diary" + repeated("/0", 60) +
                                            ": is nested too deeply, a world file may have 64 levels");
        CHECK_THAT(message_of(repeated("[", 100'000)), Catch::Matchers::StartsWith("level.json:1:1: the file must be"));
        CHECK_THAT(message_of(components("\"Diary\": " + repeated("{\"a\":", 100'000))),
                   Catch::Matchers::EndsWith("is nested too deeply, a world file may have 64 levels"));
    }
    SECTION("Strings: 1 MiB is read, one byte more is not") {
        const std::string longest = repeated("x", 1u << 20);
        CHECK(message_of(entities("{ \"name\": \"" + longest + "\" }")) == "was read");
        CHECK(message_of(entities("{ \"name\": \"" + longest + "x\" }")) ==
              "level.json:5:15: /entities/0/name: a string must not be longer than 1 MiB");
    }
    SECTION("Components of an entity: 2048 are read, one more is not") {
        const auto with = [&](int count) {
            std::string text;
            for (int i = 0; i < count; ++i) text += (i ? ", " : "") + ("\"T" + std::to_string(i)) + "\": 1";
            return components(text);
        };
        CHECK(message_of(with(2048)) == "was read");
        CHECK_THAT(message_of(with(2049)),
                   Catch::Matchers::EndsWith("/entities/0/components/T2048: an entity may have 2048 components"));
    }
    SECTION("Kinds of components: 4096 are read, one more is not") {
        const auto with = [&](int count) {
            std::string text = "\"components\": { ";
            for (int i = 0; i < count; ++i) text += (i ? ", " : "") + ("\"T" + std::to_string(i)) + "\": {}";
            return members(text + " }");
        };
        CHECK(message_of(with(4096)) == "was read");
        CHECK_THAT(message_of(with(4097)),
                   Catch::Matchers::EndsWith("/components/T4096: a world file may have 4096 kinds of components"));
    }
    SECTION("Memory: a small file cannot ask for a lot of it") {
        std::string text = "\"components\": { \"Huge\": { \"size\": 1048576 } },\n  \"entities\": [\n";
        for (int i = 0; i < 5000; ++i) text += std::string(i ? ",\n" : "") + R"({ "components": { "Huge": {} } })";
        CHECK_THAT(message_of(members(text + "]")),
                   Catch::Matchers::EndsWith("/entities/105/components/Huge: the values so far need more than 105 MiB, "
                                             "too much for a file of this length"));
    }
}

TEST_CASE("Errors of world files: the place can be asked for", "[editor][world_file]") {
    try {
        demo::read(components(R"("Position": { "x": "one" })"), "level.json");
        FAIL("was read");
    } catch (const files::FileError& error) {
        CHECK(error.file() == "level.json");
        CHECK(error.line() == 5);
        CHECK(error.column() == 55);
        CHECK(error.problem() == R"(/entities/0/components/Position/x must be a number, found string "one")");
    }
}

}  // namespace world_file_errors_test
