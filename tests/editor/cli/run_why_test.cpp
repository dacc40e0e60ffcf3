#include <filesystem>
#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "editor/support/command_line_run.hpp"
#include "files/support/temporary_folder.hpp"

namespace run_why_test {

using nlohmann::json;
using Run = CommandLineRun;
using test::contains;

namespace {

struct Files {
    TemporaryFolder folder;
    std::string world = (folder.path / "world.json").string();
    Files() {
        std::ofstream(world) << R"({ "format": "chunkscope.world", "version": 1,
            "components": { "Hp": { "fields": { "hp": "i32" } }, "Lit": {} },
            "systems": { "Heal": { "enabled": false, "rule": "Hp.hp < 10 & !Lit : Hp.hp += 1" } },
            "entities": [ { "id": "1v1", "name": "Buoy", "components": { "Hp": { "hp": 12 } } },
                          { "id": "2v1", "name": "Twin", "components": { "Lit": {} } },
                          { "id": "3v1", "name": "Twin", "components": { "Hp": { "hp": 3 } } } ] })";
    }
    Run why(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), {"why", world});
        return Run(arguments);
    }
};

}  // namespace

TEST_CASE("Why subcommand: each condition with its truth, by name and by id", "[editor][why]") {
    const Files files;
    const Run buoy = files.why({"--entity", "Buoy", "--query", "Hp.hp < 10 & !Lit"});
    REQUIRE(buoy.exit_code == 0);
    CHECK_THAT(buoy.out, contains("Buoy") && contains("does not match: Hp.hp is 12, must be below 10") &&
                             contains("fails  Hp.hp < 10  (Hp.hp is 12, must be below 10)") &&
                             contains("ok     not Lit"));
    const Run three = files.why({"--entity", "3v1", "--query", "Hp.hp < 10 & !Lit"});
    CHECK(three.exit_code == 0);
    CHECK_THAT(three.out, contains(": matches\n"));

    const Run as_json = files.why({"--entity", "2v1", "--query", "Hp", "--json"});
    REQUIRE(as_json.exit_code == 0);
    const json root = json::parse(as_json.out);
    CHECK(root["id"] == "2v1");
    CHECK(root["matches"] == false);
    CHECK(root["verdict"]["conditions"][0]["why"] == "lacks component Hp");
}

TEST_CASE("Why subcommand: a system or a query that is wrong is told before anything else", "[editor][why]") {
    const Files files;
    const Run system = files.why({"--entity", "2v1", "--system", "Nope"});
    CHECK(system.fails(1));
    CHECK(system.out.empty());
    CHECK_THAT(system.err, contains("there is no system \"Nope\""));
    const Run query = files.why({"--entity", "2v1", "--query", "Hpp"});
    CHECK(query.exit_code != 0);
    CHECK(query.out.empty());
    // The second of two changes may be the wrong one.
    const Run edit({"edit", files.world, "--change", "Hp : Hp.hp += 1", "--change", "Nope : -Lit", "--dry-run"});
    CHECK(edit.exit_code != 0);
    CHECK(edit.out.empty());
}

TEST_CASE("Why subcommand: a system is asked by its queries", "[editor][why]") {
    const Files files;
    const Run lit = files.why({"--entity", "2v1", "--system", "Heal"});
    REQUIRE(lit.exit_code == 0);
    CHECK_THAT(lit.out, contains("the system Heal does not visit it") && contains("lacks component Hp") &&
                            contains("switched off"));
    const json root = json::parse(files.why({"--entity", "3v1", "--system", "Heal", "--json"}).out);
    CHECK(root["matches"] == true);
    CHECK(root["enabled"] == false);
    const Run demo({"why", "--scene", "chase", "--entity", "Player", "--system", "Movement"});
    CHECK(demo.exit_code == 0);
    CHECK_THAT(demo.out, contains("visits it"));
}

TEST_CASE("Why subcommand: what is not there, and what is not clear, is an error", "[editor][why]") {
    const Files files;
    CHECK_THAT(files.why({"--entity", "Twin", "--query", "Hp"}).err,
               contains(R"(several entities are called "Twin": 2v1, 3v1; name one by its id)"));
    CHECK_THAT(files.why({"--entity", "Bouy", "--query", "Hp"}).err, contains(R"(there is no entity called "Bouy")"));
    CHECK_THAT(files.why({"--entity", "9v1", "--query", "Hp"}).err, contains("there is no entity 9v1"));
    CHECK_THAT(files.why({"--entity", "1v1", "--system", "Heel"}).err, contains(R"(did you mean "Heal"?)"));
    CHECK_THAT(files.why({"--entity", "1v1", "--query", "Hp <"}).err, contains("character "));
    CHECK(files.why({"--entity", "1v1"}).exit_code == 2);
    CHECK(files.why({"--entity", "1v1", "--query", "Hp", "--system", "Heal"}).exit_code == 2);
    CHECK(files.why({"--query", "Hp"}).exit_code == 2);
}

}  // namespace run_why_test
