#include <filesystem>
#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "editor/session/session_file.hpp"
#include "editor/support/command_line_run.hpp"
#include "editor/support/demo.hpp"
#include "files/support/temporary_folder.hpp"

namespace run_merge_test {

using nlohmann::json;
using Run = CommandLineRun;
using test::contains;

namespace {

std::string text_of(const std::string& types, const std::string& entities, const std::string& members = "") {
    return "{ \"format\": \"chunkscope.world\", \"version\": 1,\n\"components\": {" + types + "},\n" + members +
           "\"entities\": [\n" + entities + "] }\n";
}

const std::string types = R"("Lamp": { "fields": { "reach": "f32", "level": "i32", "next": "entity" } }, "Lit": {})";

/// base.json, ours.json, theirs.json and what became of them.
struct Sides {
    TemporaryFolder folder;
    std::string out = (folder.path / "out.json").string();

    void write(const std::string& name, const std::string& text) { std::ofstream(path(name)) << text; }
    void entities(const std::string& base, const std::string& ours, const std::string& theirs) {
        write("base.json", text_of(types, base));
        write("ours.json", text_of(types, ours));
        write("theirs.json", text_of(types, theirs));
    }
    std::string path(const std::string& name) const { return (folder.path / name).string(); }
    Run merge() const {
        return Run({"merge", path("base.json"), path("ours.json"), path("theirs.json"), "--save", out});
    }
    bool written() const { return std::filesystem::exists(out); }
    json result() const {
        std::ifstream stream(out);
        return json::parse(stream);
    }
};

json entity(const json& world, const std::string& id) {
    for (const json& each : world["entities"])
        if (each["id"] == id) return each;
    return {};
}

}  // namespace

TEST_CASE("Merge subcommand: takes what one side changed, of the same entity, too", "[editor][merge]") {
    Sides sides;
    sides.entities(
        R"({ "id": "1v1", "name": "A", "components": { "Lamp": { "reach": 1, "level": 1 } } }, { "id": "2v1" }, { "id": "3v1" })",
        R"({ "id": "1v1", "name": "A", "components": { "Lamp": { "reach": 5, "level": 1 } } }, { "id": "2v1" }, { "id": "3v1", "parent": "1v1" })",
        R"({ "id": "1v1", "name": "B", "components": { "Lamp": { "reach": 1, "level": 7 }, "Lit": {} } }, { "id": "3v1" }, { "id": "4v1", "parent": "1v1" })");
    const Run run = sides.merge();
    CHECK(run.fine());
    CHECK_THAT(run.out, contains("of theirs 1 entity added, 1 removed, 1 changed") && contains("has 3 entities"));
    const json world = sides.result();
    CHECK(world["entities"].size() == 3);
    CHECK(
        entity(world, "1v1") ==
        json::parse(
            R"({ "id": "1v1", "name": "B", "components": { "Lamp": { "reach": 5, "level": 7, "next": null }, "Lit": {} } })"));
    CHECK(entity(world, "3v1")["parent"] == "1v1");
    CHECK(entity(world, "4v1")["parent"] == "1v1");
}

TEST_CASE("Merge subcommand: conflicts are listed by entity and field, and nothing is written", "[editor][merge]") {
    Sides sides;
    sides.entities(
        R"({ "id": "1v1", "name": "A", "components": { "Lamp": { "reach": 1 } } }, { "id": "2v1", "components": { "Lamp": {} } })",
        R"({ "id": "1v1", "name": "A", "components": { "Lamp": { "reach": 2 } } })",
        R"({ "id": "1v1", "name": "A", "components": { "Lamp": { "reach": 3 } } }, { "id": "2v1", "components": { "Lamp": { "level": 4 } } })");
    const Run run = sides.merge();
    CHECK(run.exit_code == 1);
    CHECK_FALSE(sides.written());
    CHECK(run.out ==
          "conflict: 1v1 A  Lamp.reach: base 1, ours 2, theirs 3\n"
          "conflict: 2v1  Lamp.level: base 0, ours destroyed, theirs 4\n");
    CHECK(run.err == "chunkscope merge: 2 conflicts; nothing was written\n");
}

TEST_CASE("Merge subcommand: two creations with one id both stay, and references follow", "[editor][merge]") {
    Sides sides;
    sides.entities(
        R"({ "id": "1v1" })", R"({ "id": "1v1" }, { "id": "2v1", "name": "Ours" })",
        R"({ "id": "1v1", "components": { "Lamp": { "next": "2v1" } } }, { "id": "2v1", "name": "Theirs" }, { "id": "3v1", "parent": "2v1" })");
    const Run run = sides.merge();
    CHECK(run.fine());
    CHECK_THAT(run.out, contains("2v1 of theirs is 4v1 now"));
    const json world = sides.result();
    CHECK(entity(world, "2v1")["name"] == "Ours");
    CHECK(entity(world, "4v1")["name"] == "Theirs");
    CHECK(entity(world, "3v1")["parent"] == "4v1");
    CHECK(entity(world, "1v1")["components"]["Lamp"]["next"] == "4v1");
}

TEST_CASE("Merge subcommand: types, systems and the scene are merged as fields are", "[editor][merge]") {
    Sides sides;
    const std::string one = R"({ "id": "1v1", "components": { "Lamp": { "reach": 3 } } })";
    const std::string base_types = R"("Lamp": { "fields": { "reach": "f32", "level": "i32" } })";
    const std::string with_colour = R"("Lamp": { "fields": { "reach": "f64", "level": "i32", "colour": "u8" } })";
    const std::string systems = R"("systems": { "Blink": {}, "Shine": {} },)";
    sides.write("base.json", text_of(base_types, one, systems));
    sides.write("ours.json",
                text_of(base_types, R"({ "id": "1v1", "components": { "Lamp": { "reach": 3, "level": 9 } } })",
                        R"("systems": { "Blink": { "enabled": false }, "Shine": {} },)"));
    sides.write("theirs.json",
                text_of(with_colour, R"({ "id": "1v1", "components": { "Lamp": { "reach": 0.1, "colour": 200 } } })",
                        systems + R"("scene": { "tick": 30 },)"));
    REQUIRE(sides.merge().fine());
    const json world = sides.result();
    CHECK(entity(world, "1v1")["components"]["Lamp"] == json::parse(R"({ "reach": 0.1, "level": 9, "colour": 200 })"));
    CHECK(world["components"]["Lamp"]["fields"]["reach"] == "f64");
    CHECK(world["scene"]["tick"] == 30);
    CHECK(world["systems"]["Blink"]["enabled"] == false);
    CHECK(world["systems"]["Shine"]["enabled"] == true);

    // The other way round it is the same world.
    const json there = world;
    REQUIRE(
        Run({"merge", sides.path("base.json"), sides.path("theirs.json"), sides.path("ours.json"), "--save", sides.out})
            .fine());
    CHECK(sides.result() == there);

    // A field that one side took out of the type while the other changed it.
    sides.write("theirs.json", text_of(R"("Lamp": { "fields": { "reach": "f32" } })", one, systems));
    std::filesystem::remove(sides.out);
    const Run lost = sides.merge();
    CHECK(lost.exit_code == 1);
    CHECK_THAT(lost.out, contains("1v1  Lamp.level: base 0, ours 9"));
    CHECK_FALSE(sides.written());

    // Both sides changed the type.
    sides.write("ours.json", text_of(with_colour, one, systems));
    const Run both = sides.merge();
    CHECK(both.exit_code == 1);
    CHECK_THAT(both.out, contains("conflict: components.Lamp: "));
}

TEST_CASE("Merge subcommand: writes over its own side, and needs no base", "[editor][merge]") {
    Sides sides;
    sides.entities("", R"({ "id": "1v1", "name": "A" })", R"({ "id": "1v1", "name": "A" }, { "id": "5v1" })");
    sides.write("base.json", "");
    sides.out = sides.path("ours.json");
    REQUIRE(sides.merge().fine());
    CHECK(sides.result()["entities"].size() == 2);
}

TEST_CASE("Merge subcommand: trouble is 2", "[editor][merge]") {
    Sides sides;
    sides.entities("", "", "");
    CHECK(Run({"merge", sides.path("base.json"), sides.path("ours.json"), "--save", sides.out}).fails(2));
    CHECK(Run({"merge", sides.path("base.json"), sides.path("ours.json"), sides.path("theirs.json")}).fails(2));
    CHECK(
        Run({"merge", sides.path("none.json"), sides.path("ours.json"), sides.path("theirs.json"), "--save", sides.out})
            .fails(2));
    sides.write("theirs.json", "");
    const Run damaged = sides.merge();
    CHECK(damaged.fails(2));
    CHECK_THAT(damaged.err, contains("theirs.json"));
    CHECK_FALSE(sides.written());
}

TEST_CASE("Merge subcommand: edits of a scene by two people come together", "[editor][merge]") {
    Sides sides;
    const std::string base = sides.path("base.json"), ours = sides.path("ours.json"),
                      theirs = sides.path("theirs.json");
    REQUIRE(Run({"run", "--scene", "chase", "--count", "200", "--ticks", "5", "--save", base}).fine());
    REQUIRE(Run({"edit", base, "--change", "Position.x < 300 : Position.x += 5", "--save", ours}).fine());
    REQUIRE(Run({"edit", base, "--change", "Position.x < 200 : Position.y = 1", "--save", theirs}).fine());
    const Run merged = sides.merge();
    REQUIRE(merged.fine());
    const std::string both = sides.path("both.json");
    REQUIRE(Run({"edit", base, "--change", "Position.x < 200 : Position.y = 1", "--change",
                 "Position.x < 300 : Position.x += 5", "--save", both})
                .fine());
    CHECK(Run({"diff", sides.out, both}).exit_code == 0);
}

}  // namespace run_merge_test
