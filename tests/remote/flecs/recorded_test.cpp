// What real Flecs programs answered (tests/data/flecs), and our own protocol's recorded messages, given as the answer
// to every request: nothing of it ends the owner.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/mirror/mirror.hpp"
#include "remote/bevy/bevy.hpp"
#include "remote/flecs/flecs.hpp"
#include "remote/flecs/flecs_types.hpp"
#include "remote/support/fake_program.hpp"
#include "remote/support/raw_client.hpp"

namespace recorded_test {

namespace fs = std::filesystem;
using remote::Json;

const fs::path folder = fs::path(TEST_DATA_DIR);

std::string text_of_file(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<fs::path> recorded(const char* where) {
    std::vector<fs::path> files;
    for (const auto& each : fs::recursive_directory_iterator(folder / where))
        if (each.is_regular_file()) files.push_back(each.path());
    return files;
}

TEST_CASE("Recorded answers: none of them, at any place, ends an owner", "[flecs]") {
    const std::string world = text_of_file(folder / "flecs/entity_world_buildinfo.json");
    CHECK(recorded("flecs").size() > 150);
    std::vector<fs::path> files = recorded("flecs");
    for (const fs::path& file : recorded("brp")) files.push_back(file);
    for (const fs::path& file : files) {
        INFO(file.filename().string());
        const std::string text = text_of_file(file);
        test::FakeProgram program([&](const test::Asked& asked) {
            asked.answer(asked.target.find("/World") != std::string::npos && asked.method == "GET" ? world : text);
        });
        for (const bool flecs : {true, false}) {
            const remote::LinkOptions options{.port = program.port(), .per_second = 1e6};
            const auto owner = flecs ? remote::make_flecs_owner(options) : remote::make_bevy_owner(options);
            ecs::Mirror mirror(*owner);
            CHECK(test::until([&] {
                mirror.update();
                return owner->asked() >= 3 || !mirror.lost().starts_with("asking");
            }));
            (void)owner->memory();
        }
    }
}

TEST_CASE("Recorded types: members have the kinds and the order of their declaration", "[flecs]") {
    remote::FlecsTypes types;
    const auto components = remote::read_json(text_of_file(folder / "flecs/query_components.json"));
    REQUIRE(components);
    types.read_components((*components)["results"]);
    const auto all = remote::Schema::parse(text_of_file(folder / "flecs/query_table_all.json"));
    types.read_schemas(all["type_info"]);
    const auto hero = remote::read_json(text_of_file(folder / "flecs/entity_default.json"));
    REQUIRE(hero);
    const Json& values = (*hero)["components"];

    const auto shape = [&](const char* path) { return types.shape_of(path, &values[path]); };
    const auto words = [&](const char* path) {
        std::string text;
        for (const remote::Shape& member : shape(path).members)
            text += (text.empty() ? "" : ", ") + member.name + " " +
                    std::string(ecs::name_of(remote::field_of(member).kind)) +
                    (member.count > 1 ? "[" + std::to_string(member.count) + "]" : "");
        return text;
    };
    CHECK(words("Position") == "x f32, y f32");
    CHECK(words("Transform") == "pos vec3, scale vec3, angle f64");
    CHECK(words("TeamMember") == "team enum");
    CHECK(words("Status") == "flags struct");
    CHECK(words("AllKinds") ==
          "b bool, c string, i8 i8, u8 u8, i16 i16, u16 u16, i32 i32, u32 u32, i64 i64, u64 u64, f32 f32, f64 f64, str "
          "string, arr i32[4], e entity");
    CHECK(words("Inventory") == "items string, label string");
    CHECK(words("(Owes,Orc1)") == "amount f32");
    CHECK(shape("Health").members[0].max == 100);
    CHECK(shape("Opaque_NoReflection").members.empty());
    CHECK(shape("Opaque_NoReflection").description == "12 bytes that the program does not describe");
}

}  // namespace recorded_test
