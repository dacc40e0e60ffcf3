#include "files/json/component_schema.hpp"

#include <string>
#include <utility>

#include "catch.hpp"
#include "ecs/types/type_registry.hpp"

namespace component_schema_test {

using namespace files;
using test::contains;

namespace {

FileType read(const std::string& text) {
    JsonReader json(text, "t");
    FileType type = read_schema(json, "T");
    json.finish();
    return type;
}

/// As a world that got the type from a file writes it.
std::string again(const std::string& text) {
    ecs::TypeRegistry types;
    const ecs::Result<ecs::ComponentId> id = types.add_at_run_time(read(text).type);
    REQUIRE(id);
    std::string out;
    append_schema(out, types[*id]);
    return out;
}

std::string problem(const std::string& text) {
    try {
        (void)read(text);
    } catch (const FileError& error) {
        return error.problem();
    }
    return "";
}
std::string problem_of_field(const std::string& field) { return problem("{ \"fields\": { \"f\": " + field + " } }"); }

}  // namespace

TEST_CASE("Component schema: every part of a description is written as it was read", "[files][json]") {
    for (
        const char* const text :
        {"{}", R"({ "description": "A mark" })", R"({ "size": 8, "align": 4, "fields": { "x": "f32", "y": "f32" } })",
         R"({ "size": 32, "align": 16, "fields": { "x": "i8[3]" } })",
         R"({ "size": 40, "align": 8, "description": "Burns", "fields": { "name": "string" } })",
         R"({ "size": 2, "align": 2, "fields": { "mode": { "kind": "enum", "size": 2, "names": { "A": 0, "B": -1 } } } })",
         R"({ "size": 3, "align": 1, "fields": { "mode": { "kind": "enum", "size": 1, "count": 3, "names": { "A": 0 }, "unsigned": true } } })",
         R"({ "size": 1, "align": 1, "fields": { "mode": { "kind": "enum", "size": 1, "names": { "A": 255 } } } })",
         R"({ "size": 24, "align": 4, "fields": { "two": { "kind": "struct", "count": 2, "fields": { "n": "u8", "deep": { "kind": "struct", "fields": { "v": "vec2" } } } } } })",
         R"({ "size": 4, "align": 4, "fields": { "x": { "kind": "f32", "min": 0 } } })",
         R"({ "size": 4, "align": 4, "fields": { "x": { "kind": "f32", "max": 2.5 } } })",
         R"({ "size": 4, "align": 4, "fields": { "x": { "kind": "f32", "step": 0.5 } } })",
         R"({ "size": 4, "align": 4, "fields": { "x": { "kind": "f32", "unit": "m" } } })",
         R"({ "size": 8, "align": 4, "fields": { "x": { "kind": "f32", "count": 2, "min": -1, "max": 1, "step": 0.25, "unit": "m/s", "description": "how fast" } } })",
         R"({ "size": 8, "align": 4, "fields": { "x": "f32", "n": "i32" }, "default": { "x": 1.5, "n": 0 } })"}) {
        CAPTURE(text);
        CHECK(again(text) == text);
    }
}

TEST_CASE("Component schema: what a description says is what the type is", "[files][json]") {
    const FileType full = read(
        R"({ "fields": { "x": { "kind": "f32", "count": 2, "min": -1, "max": 1, "step": 0.25, "unit": "m", "description": "d" },
                         "e": { "kind": "enum", "names": { "A": 7 } } }, "default": { "x": [1, 2] } })");
    CHECK(full.describes_fields);
    CHECK(full.has_details);
    REQUIRE(full.type.fields.size() == 2);
    const ecs::Field &x = full.type.fields[0], &e = full.type.fields[1];
    CHECK(x.count == 2);
    CHECK(x.min == -1.0);
    CHECK(x.max == 1.0);
    CHECK(x.step == 0.25);
    CHECK(x.unit == "m");
    CHECK(x.description == "d");
    CHECK(e.element_size == 4);
    CHECK(e.offset == 8);
    CHECK(e.names.at(0).value == 7);
    REQUIRE(full.type.default_bytes.size() == 12);
    float second = 0;
    std::copy_n(full.type.default_bytes.data() + 4, 4, reinterpret_cast<std::byte*>(&second));
    CHECK(second == 2);

    CHECK_FALSE(read("{}").describes_fields);
    CHECK(read("{}").type.is_tag());
    CHECK(read(R"({ "size": 16 })").describes_fields);
    CHECK(read(R"({ "fields": {} })").describes_fields);
    CHECK_FALSE(read(R"({ "fields": { "x": "f32" } })").has_details);
    CHECK(read(R"({ "description": "d" })").has_details);
    for (const char* const detail :
         {R"("min": 0)", R"("max": 0)", R"("step": 1)", R"("unit": "m")", R"("description": "d")"}) {
        CHECK(read(std::string(R"({ "fields": { "x": { "kind": "f32", )") + detail + " } } }").has_details);
        CHECK(read(std::string(R"({ "fields": { "s": { "kind": "struct", "fields": { "x": { "kind": "f32", )") +
                   detail + " } } } } }")
                  .has_details);
    }
}

TEST_CASE("Component schema: messages say what is wrong with a description", "[files][json]") {
    const std::pair<const char*, const char*> types[] = {
        {R"({ "sise": 4 })", "unknown member \"sise\" of a component; did you mean \"size\"?"},
        {R"({ "size": 1048577 })", "T is larger than 1 MiB"},
        {R"({ "align": 0 })", "must be a power of two up to 4096, found 0"},
        {R"({ "align": 12 })", "must be a power of two up to 4096, found 12"},
        {R"({ "align": 8192 })", "must be a power of two up to 4096, found 8192"},
        {R"({ "size": 4, "fields": { "x": "f64" } })", "cannot hold the fields of T, which need size 8 and align 8"},
        {R"({ "align": 4, "fields": { "x": "f64" } })", "size 0 and align 4 cannot hold the fields of T"},
        {R"({ "size": 12, "align": 8, "fields": { "x": "f64" } })", "size 12 and align 8 cannot hold"},
        {R"({ "fields": { "x": "f32" }, "default": { "y": 1 } })", "the default of T: /y: unknown field \"y\" in T"},
        {R"({ "fields": { "e": "entity" }, "default": { "e": "door" } })",
         "null, because no entity is there by default"},
        {R"({ "default": {} })", "T has no fields, so it has no \"default\""},
        {R"({ "fields": { "": "f32" } })", "a field needs a name"},
        {R"({ "fields": { "x": "f64[131073]" } })", "T is larger than 1 MiB"}};
    for (const auto& [text, sentence] : types) CHECK_THAT(problem(text), contains(sentence));
    const std::pair<const char*, const char*> fields[] = {
        {"5", "must be a kind like \"f32\" or \"f32[3]\", or an object, found number 5"},
        {"\"f23\"", "there is no kind of field called \"f23\""},
        {"\"enum\"", "an enum or struct is described by an object: { \"kind\": \"enum\", … }"},
        {"\"struct\"", "an enum or struct is described by an object"},
        {"\"f32[]\"", "the number of elements must stand in brackets"},
        {"\"f32[0]\"", "the number of elements must stand in brackets"},
        {"\"f32[2\"", "the number of elements must stand in brackets"},
        {"\"f32[2]]\"", "the number of elements must stand in brackets"},
        {"\"f32[2)\"", "the number of elements must stand in brackets"},
        {"{}", "T.f needs a \"kind\""},
        {R"({ "kind": "f32", "sort": 1 })", "unknown member \"sort\" of a field"},
        {R"({ "kind": "f32", "count": 0 })", "must be at least 1, found 0"},
        {R"({ "kind": "f32", "size": 4 })", "T.f has a \"size\" but is no enum"},
        {R"({ "kind": "f32", "names": {} })", "T.f has \"names\" but is no enum"},
        {R"({ "kind": "f32", "fields": {} })", "T.f has \"fields\" but is no struct"},
        {R"({ "kind": "struct" })", "T.f is a struct and needs \"fields\""},
        {R"({ "kind": "enum", "size": 3 })", "must be 1, 2, 4 or 8, found 3"},
        {R"({ "kind": "enum", "size": 1, "names": { "A": 256 } })", "T.f is an enum of size 1, which cannot hold 256"},
        {R"({ "kind": "enum", "size": 1, "names": { "A": -129 } })", "which cannot hold -129"}};
    for (const auto& [text, sentence] : fields) CHECK_THAT(problem_of_field(text), contains(sentence));
    for (const char* const good :
         {R"({ "kind": "enum", "size": 8, "names": { "A": -9000000000, "B": 9000000000 } })", "\"f64[131072]\"",
          R"({ "kind": "enum", "size": 1, "names": { "A": 255, "B": -128 } })"})
        CHECK(problem_of_field(good) == "");
    CHECK(problem(R"({ "size": 1048576 })") == "");
    CHECK(problem(R"({ "align": 4096 })") == "");
}

}  // namespace component_schema_test
