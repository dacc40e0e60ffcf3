// Files without a scene of the program: what they describe is what is kept, also where the demo has a type of that
// name.
#include <string>

#include "catch.hpp"
#include "editor/demo/components.hpp"
#include "editor/session/session_file.hpp"
#include "editor/session/session_script.hpp"
#include "editor/support/command_line_run.hpp"
#include "editor/support/demo.hpp"
#include "editor/support/read_ways.hpp"
#include "files/support/temporary_folder.hpp"

namespace world_file_own_types_test {

using namespace editor;
using Catch::Matchers::Contains;

namespace {

std::string fields_of(const std::string& json) { return "{ \"fields\": " + json + " }"; }

/// The text as the program writes it, of one entity with one component that the file describes.
std::string file_of_one(const std::string& type, const std::string& schema, const std::string& value,
                        const std::string& members = {}) {
    return "{ \"format\": \"chunkscope.world\", \"version\": 1, \"components\": { \"" + type + "\": " + schema +
           " }, " + members + "\"entities\": [{ \"id\": \"1v1\", \"components\": { \"" + type + "\": " + value +
           " } }] }";
}

/// Reads it both ways, and what is written then.
std::unique_ptr<Session> read_both_ways(const std::string& text) {
    auto session = demo::read(text, "level.json");
    const std::string written = write_world(*session);
    CHECK(write_world(*demo::read_the_long_way(text)) == written);
    CHECK(write_world(*demo::read_the_long_way(written)) == written);
    CHECK(write_world(*demo::read(written, "level.json")) == written);
    return session;
}

constexpr const char* position = R"({ "fields": { "x": "f64", "y": "f64", "z": "f64" } })";
constexpr const char* place = R"({ "x": 0.1234567890123, "y": 1e+300, "z": 3 })";

}  // namespace

TEST_CASE("Own types: a file's Position of three doubles is kept, whatever the demo's is", "[editor][own_types]") {
    const auto session = read_both_ways(file_of_one("Position", position, place));
    CHECK(session->losses.empty());
    CHECK(session->warnings.empty());  // nothing is wrong with it
    const std::string text = write_world(*session);
    CHECK_THAT(text,
               Contains(R"("Position": { "size": 24, "align": 8, "fields": { "x": "f64", "y": "f64", "z": "f64" } })"));
    CHECK_THAT(text, Contains(R"("Position": { "x": 0.1234567890123, "y": 1e+300, "z": 3 })"));
    // The demo's type is another one, which nothing has: systems, picking and the renderer find no place to draw at.
    const ecs::ComponentId own = session->world.types().find("Position")->id;
    CHECK(session->world.id<Position>() != own);
    CHECK(session->world.types()[session->world.id<Position>()].name == "Position (demo)");
    CHECK_FALSE(session->world.has<Position>({1, 1}));
}

TEST_CASE("Own types: every name of the demo may be a file's own", "[editor][own_types]") {
    const ecs::World named_types;
    ecs::TypeRegistry demo;
    register_components(demo);
    REQUIRE(demo.size() > 20);
    for (ecs::ComponentId id = 0; id < demo.size(); ++id) {
        const std::string name = demo[id].name;
        INFO(name);
        const std::string schema = R"({ "size": 40, "align": 8, "fields": { "mine": "f64", "text": "string" } })";
        const std::string value = R"({ "mine": 0.30000000000000004, "text": "kept" })";
        const auto session = read_both_ways(file_of_one(name, schema, value));
        CHECK(session->losses.empty());
        CHECK_THAT(write_world(*session), Contains("\"" + name + "\": " + value));
        CHECK_THAT(write_world(*session), Contains("\"" + name + "\": " + schema));
    }
}

TEST_CASE("Own types: tags and types with fields of one name are not the same", "[editor][own_types]") {
    const auto gun = read_both_ways(file_of_one("Gun", "{}", "{}"));
    CHECK_THAT(write_world(*gun), Contains(R"("Gun": {} } })"));
    CHECK(gun->world.types().find("Gun")->is_tag());
    const auto enemy = read_both_ways(file_of_one("Enemy", fields_of(R"({ "level": "i32" })"), R"({ "level": 3 })"));
    CHECK_THAT(write_world(*enemy), Contains(R"("Enemy": { "level": 3 })"));
    const auto frozen = read_both_ways(file_of_one("Frozen", "{}", "{}"));
    CHECK(frozen->warnings.empty());
    CHECK(frozen->world.has<Frozen>({1, 1}));
}

TEST_CASE("Own types: the same layout has the demo's type behind it, and keeps what the file says of it",
          "[editor][own_types]") {
    const std::string plain = R"({ "size": 8, "align": 4, "fields": { "hp": "i32", "max": "i32" } })";
    const auto session = read_both_ways(file_of_one("Health", plain, R"({ "hp": 3, "max": 4 })"));
    CHECK(session->warnings.empty());
    CHECK(session->world.get<Health>({1, 1}).hp == 3);

    const std::string detailed =
        R"({ "size": 8, "align": 4, "description": "Of a ship", "fields": { )"
        R"("hp": { "kind": "i32", "min": 0, "unit": "planks", "description": "Above the water" }, "max": "i32" } })";
    const auto ship = read_both_ways(file_of_one("Health", detailed, R"({ "hp": 3, "max": 4 })"));
    CHECK(ship->world.get<Health>({1, 1}).max == 4);
    CHECK_THAT(write_world(*ship), Contains("\"Health\": " + detailed));
    CHECK(ship->world.types().find("Health")->fields[0].unit == "planks");

    // Described, and nobody has one.
    const auto spare =
        read_both_ways(R"({ "format": "chunkscope.world", "version": 1, "components": { "Health": )" + plain + " } }");
    CHECK_THAT(write_world(*spare), Contains("\"Health\": " + plain));
}

TEST_CASE("Own types: another order, size, name of an enum or number of elements is another type",
          "[editor][own_types]") {
    const auto is_own = [](const std::string& type, const std::string& schema, const std::string& value) {
        const auto session = read_both_ways(file_of_one(type, schema, value));
        CHECK(session->losses.empty());
        CHECK_THAT(write_world(*session), Contains("\"" + type + "\": " + value));
        return session->world.types().find(type)->cpp_key == 0;
    };
    CHECK(is_own("Health", fields_of(R"({ "max": "i32", "hp": "i32" })"), R"({ "max": 1, "hp": 2 })"));
    CHECK(is_own("Health", R"({ "size": 16, "fields": { "hp": "i32", "max": "i32" } })", R"({ "hp": 2, "max": 1 })"));
    CHECK(is_own("Shape", fields_of(R"({ "kind": { "kind": "enum", "names": { "Circle": 0, "Star": 1 } } })"),
                 R"({ "kind": "Star" })"));
    CHECK(is_own("Radius", fields_of(R"({ "value": "f32[2]" })"), R"({ "value": [1, 2] })"));
    CHECK(is_own("Color", fields_of(R"({ "value": "vec4" })"), R"({ "value": [1, 2, 3, 4] })"));
    CHECK(is_own("MoveTarget", fields_of(R"({ "target": "string" })"), R"({ "target": "nobody" })"));
    CHECK_FALSE(is_own("Radius", fields_of(R"({ "value": "f32" })"), R"({ "value": 2 })"));
}

TEST_CASE("Own types: the demo's type can be added beside the file's own, and both are read again",
          "[editor][own_types]") {
    const auto session = demo::read(file_of_one("Position", position, place), "level.json");
    session->world.add(ecs::Entity{1, 1}, Position{5, 6});
    const std::string text = write_world(*session);
    CHECK_THAT(text, Contains("\"Position (demo)\": { \"x\": 5, \"y\": 6 }"));
    const auto again = read_both_ways(text);
    CHECK(write_world(*again) == text);
    CHECK(again->world.get<Position>({1, 1}).y == 6);
}

TEST_CASE("Own types: systems that the file names pass its own types over", "[editor][own_types]") {
    const auto session = demo::read(
        R"({ "format": "chunkscope.world", "version": 1, "components": { "Position": )" + std::string(position) +
            R"( }, "systems": { "Movement": {}, "Bounce": {}, "Hits": {}, "Target": {}, "Spin": {} }, "entities": [
               { "components": { "Position": { "x": 1, "y": 2, "z": 3 }, "Velocity": { "x": 1 } } } ] })",
        "level.json");
    CHECK(session->warnings.back() ==
          "the system Target is for the Position of the demo scenes and skips the file's own");
    CHECK(session->warnings.size() == 4);
    for (int i = 0; i < 3; ++i) session->tick();
    CHECK_THAT(write_world(*session), Contains(R"("Position": { "x": 1, "y": 2, "z": 3 })"));
}

TEST_CASE("Own types: edit scripts and undo work on the file's type", "[editor][own_types]") {
    const auto session = demo::read(file_of_one("Position", position, place), "level.json");
    const std::string before = write_world(*session);
    run_script(*session, R"({ "edits": [
        { "set": "1v1", "component": "Position", "value": { "x": 0.1000000000000001 } },
        { "create": "$two", "components": { "Position": { "z": 9 } } } ] })",
               "edits.json");
    CHECK_THAT(write_world(*session), Contains("0.1000000000000001"));
    CHECK_THAT(write_world(*session), Contains(R"({ "x": 0, "y": 0, "z": 9 })"));
    REQUIRE(session->history.undo().empty());
    CHECK(write_world(*session) == before);
}

TEST_CASE("Own types: a scene that the program does not know is none of its", "[editor][own_types]") {
    const auto session =
        read_both_ways(file_of_one("Position", position, place, R"("scene": { "name": "moonbase" }, )"));
    CHECK(session->losses.empty());
    CHECK_THAT(write_world(*session), Contains(place));
}

TEST_CASE("Own types: all subcommands leave them as they are", "[editor][own_types]") {
    const TemporaryFolder folder;
    const std::string text =
        write_world(*demo::read(file_of_one("Position", position, place, R"("systems": { "Movement": {} }, )"), "x"));
    const std::string file = folder.write("level.json", text).string();
    const std::string out = (folder.path / "out.json").string();
    const std::string script =
        folder.write("edits.json", R"({ "edits": [{ "create": "$a", "components": { "Position": {} } }] })").string();
    CHECK(CommandLineRun({"check", file}).exit_code == 0);
    CHECK(CommandLineRun({"stats", file}).exit_code == 0);
    CHECK(CommandLineRun({"doctor", file}).exit_code == 0);
    const CommandLineRun layout({"layout", file, "--archetype", "Position"});
    CHECK_THAT(layout.out, Contains("x f64 at 0, y f64 at 8, z f64 at 16"));
    CHECK(CommandLineRun({"run", file, "--ticks", "0", "--save", out}).exit_code == 0);
    CHECK(folder.read("out.json") == text);
    CHECK(CommandLineRun({"edit", file, "--script", script, "--undo", "--save", out}).exit_code == 0);
    CHECK(folder.read("out.json") == text);
}

}  // namespace world_file_own_types_test
