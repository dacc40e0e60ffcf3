#include "files/world_file/type_migration.hpp"

#include "catch.hpp"
#include "editor/demo/components.hpp"
#include "files/json/json_reader.hpp"

namespace type_migration_test {

using namespace editor;
using namespace files;

namespace {

FileType file_type(const std::string& fields) {
    const std::string text = "{ \"fields\": { " + fields + " } }";
    JsonReader json(text, "level.json");
    return read_schema(json, "T");
}

/// How a type of the file becomes one of the program.
Migration from_to(const std::string& in_file, const std::string& program) {
    ecs::TypeRegistry types;
    const auto id = types.add_at_run_time(file_type(program).type);
    REQUIRE(id);
    return migration(types[*id], file_type(in_file));
}

bool loses(const std::string& in_file, const std::string& program) {
    const Migration found = from_to(in_file, program);
    CHECK((found.losses.empty() || (!found.notes.empty() && found.by_name)));
    return !found.losses.empty();
}

std::string kind(const char* word) { return std::string("\"a\": \"") + word + "\""; }

}  // namespace

TEST_CASE("Migration of types: whether numbers of another kind are lost depends on their values",
          "[editor][migration]") {
    CHECK(loses(kind("f32[4]"), kind("f32[3]")));
    for (const auto& [from, to] : {std::pair{"f64", "f32"},
                                   {"i64", "i32"},
                                   {"i32", "u32"},
                                   {"f32", "i64"},
                                   {"u64", "f64"},
                                   {"f32", "f64"},
                                   {"u8", "u64"},
                                   {"f32[3]", "f32[4]"},
                                   {"vec4", "color"}}) {
        INFO(from << " to " << to);
        CHECK_FALSE(loses(kind(from), kind(to)));
        CHECK_FALSE(from_to(kind(from), kind(to)).notes.empty());
    }
}

TEST_CASE("Migration of types: names of an enum that are gone are said, and lost with the values that have them",
          "[editor][migration]") {
    const auto names = [](const char* list, int size = 4) {
        return R"("a": { "kind": "enum", "size": )" + std::to_string(size) + R"(, "names": { )" + list + " } }";
    };
    const Migration gone = from_to(names(R"("Star": 1, "Ring": 2)"), names(R"("Ring": 2)"));
    CHECK(gone.losses.empty());
    CHECK(gone.by_name);
    CHECK(gone.notes == std::vector<std::string>{"left out \"Star\", which a could be"});
    CHECK_FALSE(loses(names(R"("Ring": 2)"), names(R"("Ring": 1, "Star": 2)")));
    CHECK(from_to(names(R"("Ring": 2)"), names(R"("Ring": 1)")).by_name);
}

TEST_CASE("Migration of types: structs are looked into, arrays of them too", "[editor][migration]") {
    const auto box = [](const char* fields, int count) {
        return R"("box": { "kind": "struct", "count": )" + std::to_string(count) + R"(, "fields": { )" + fields +
               " } }";
    };
    CHECK(from_to(box(R"("n": "u8", "old": "f32")", 2), box(R"("n": "u8")", 3)).losses ==
          std::vector<std::string>{"left out box.old"});
    CHECK(from_to(box(R"("n": "f64")", 1), box(R"("n": "f32", "new": "bool")", 1)).notes ==
          std::vector<std::string>{"added box.new (default)", "made box.n f32, which was f64"});
    CHECK_FALSE(loses(box(R"("n": "f64")", 1), box(R"("n": "f32")", 1)));
}

TEST_CASE("Migration of types: fields of another kind are left out", "[editor][migration]") {
    for (const auto& [from, to] :
         {std::pair{"string", "i32"}, {"bool", "u8"}, {"vec3", "vec4"}, {"f32", "f32[2]"}, {"entity", "u64"}})
        CHECK(loses(kind(from), kind(to)));
    CHECK_FALSE(loses(R"("b": "f32", "a": "i32")", R"("a": "i32", "b": "f32")"));
}

}  // namespace type_migration_test
