// What the subcommands about worlds print and write: scenes, run, stats, layout, check, edit.
#include "editor/cli/subcommand_functions.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "ecs/world/hierarchy.hpp"
#include "editor/demo/components.hpp"
#include "editor/session/session_file.hpp"
#include "editor/support/command_line_run.hpp"
#include "editor/support/demo.hpp"
#include "editor/support/saved_scene.hpp"
#include "files/base/atomic_file.hpp"
#include "files/support/temporary_folder.hpp"

namespace subcommand_functions_test {

using namespace editor;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using nlohmann::json;

using Run = CommandLineRun;

TEST_CASE("Command line: scenes lists them all", "[editor][command_line]") {
    const Run run({"scenes"});
    CHECK(run.fine());
    std::istringstream lines(run.out);
    std::string line;
    for (const Scene& scene : editor::demo_game().scenes) {
        REQUIRE(std::getline(lines, line));
        CHECK_THAT(line, StartsWith(std::string(scene.name) + " ") && Contains(std::string(scene.description)));
    }
    CHECK_FALSE(std::getline(lines, line));
}

TEST_CASE("Command line: run --hash prints one line, the same for the same world", "[editor][command_line]") {
    const Run run({"run", "--scene", "chase", "--ticks", "120", "--hash"});
    CHECK(run.fine());
    CHECK_THAT(run.out, StartsWith("tick 120 hash "));
    const auto same = demo::start("chase");
    for (int i = 0; i < 120; ++i) same->tick();
    CHECK(run.out == same->hash_line() + "\n");
    CHECK(Run({"run", "--scene", "chase", "--ticks", "120", "--hash", "--seed", "2"}).out != run.out);
    CHECK(Run({"run", "--scene", "chase", "--ticks", "120", "--hash", "--count", "25"}).out != run.out);
    CHECK(Run({"run", "--scene", "chase", "--ticks", "120", "--hash", "--off", "Movement"}).out != run.out);
    CHECK(Run({"run", "--scene", "chase", "--ticks", "120", "--hash", "--off", "Bounce"}).fails(1));

    const Run off({"run", "--scene", "chase", "--ticks", "120", "--hash", "--off", "Movement", "--off", "Orbit"});
    const auto still = demo::start("chase");
    still->schedule.set_enabled("Movement", false);
    still->schedule.set_enabled("Orbit", false);
    for (int i = 0; i < 120; ++i) still->tick();
    CHECK(off.out == still->hash_line() + "\n");
}

TEST_CASE("Command line: the number of threads changes nothing", "[editor][command_line]") {
    for (const char* scene : {"chase", "stress"}) {
        // So many that the systems hand their chunks out.
        const std::vector<std::string> arguments{"run",   "--scene", scene, "--count",
                                                 "30000", "--ticks", "20",  "--hash"};
        const Run every_core(arguments);
        CHECK(every_core.fine());
        for (const char* threads : {"1", "2", "3", "8"}) {
            std::vector<std::string> with_threads = arguments;
            with_threads.insert(with_threads.end(), {"--threads", threads});
            CHECK(Run(with_threads).out == every_core.out);
        }
    }
}

TEST_CASE("Command line: run --trace writes what ran when, and the run is the same", "[editor][command_line][trace]") {
    TemporaryFolder folder;
    const std::string file = (folder.path / "trace.json").string();
    const Run plain({"run", "--scene", "chase", "--ticks", "30", "--hash"});
    const Run traced({"run", "--scene", "chase", "--ticks", "30", "--hash", "--threads", "2", "--trace", file});
    CHECK(traced.fine());
    CHECK(traced.out == plain.out);
    const json trace = json::parse(files::read_file(file));
    std::map<std::string, int> ticks;
    std::set<std::string> systems;
    for (const json& event : trace["traceEvents"]) {
        if (event.value("cat", "") == "tick") ++ticks[event["name"]];
        if (event.value("cat", "") == "system") systems.insert(event["name"]);
    }
    CHECK(ticks.size() == 30);
    CHECK(systems.contains("Movement"));

    const Run last({"run", "--scene", "chase", "--ticks", "30", "--trace", file, "--trace-ticks", "4"});
    CHECK(last.exit_code == 0);
    CHECK(last.err == "note: the trace has the last 4 ticks of 30\n");
    CHECK(Run({"run", "--scene", "chase", "--ticks", "3", "--trace-ticks", "4"}).fails(2));
    CHECK(Run({"run", "--scene", "chase", "--ticks", "3", "--trace", ""}).fails(2));
    const Run nowhere({"run", "--scene", "chase", "--ticks", "3", "--trace", (folder.path / "no" / "t.json").string()});
    CHECK(nowhere.fails(1));
    if (std::filesystem::exists("/dev/full")) {
        const Run full({"run", "--scene", "chase", "--ticks", "3", "--trace", "/dev/full"});
        CHECK(full.fails(1));
        CHECK_THAT(full.err, Contains("the disk is full"));
        CHECK(std::count(full.err.begin(), full.err.end(), '\n') == 1);
    }
}

TEST_CASE("Command line: a world saved half way ends where one that ran through ends", "[editor][command_line]") {
    TemporaryFolder folder;
    for (const char* scene : {"chase", "stress"}) {
        const std::string half = (folder.path / (std::string(scene) + "-half.json")).string();
        const Run through({"run", "--scene", scene, "--count", "300", "--ticks", "200", "--hash"});
        const Run first({"run", "--scene", scene, "--count", "300", "--ticks", "80", "--save", half});
        REQUIRE(first.fine());
        CHECK_THAT(first.out, StartsWith("ran 80 ticks in ") && Contains("now at tick 80 with 3"));
        const Run second({"run", half, "--ticks", "120", "--hash"});
        CHECK(second.fine());
        CHECK(second.out == through.out);
    }
}

TEST_CASE("Command line: stats --json says what the world is made of", "[editor][command_line]") {
    const Run run({"stats", "--scene", "stress", "--count", "3000", "--ticks", "3", "--json"});
    REQUIRE(run.fine());
    const json root = json::parse(run.out);
    const auto session = demo::start("stress", 3000);
    CHECK(root.size() == 3);
    CHECK(root["entities"] == 3001);
    CHECK(root["bytes"] == session->world.blocks().bytes_in_use());
    std::size_t entities = 0, bytes = 0;
    for (const json& each : root["archetypes"]) {
        CHECK(each.size() == 6);
        std::vector<ecs::ComponentId> ids;
        for (const json& name : each["components"])
            ids.push_back(session->world.types().find(name.get<std::string>())->id);
        const ecs::Archetype* archetype = session->world.find_archetype(ids);
        REQUIRE(archetype);
        CHECK(each["entities"] == archetype->entity_count());
        CHECK(each["chunks"] == archetype->chunk_count());
        CHECK(each["capacity"] == archetype->full_capacity());
        CHECK(each["bytes"] == archetype->bytes());
        CHECK(each["used_bytes"] == archetype->used_bytes());
        entities += each["entities"].get<std::size_t>();
        bytes += each["bytes"].get<std::size_t>();
    }
    CHECK(entities == 3001);
    CHECK(root["bytes"] == bytes);
}

TEST_CASE("Command line: stats is a table that people can read", "[editor][command_line]") {
    const Run run({"stats", "--scene", "stress", "--count", "12345"});
    REQUIRE(run.fine());
    CHECK_THAT(run.out, Contains("12,346 entities in 13 archetypes"));
    std::istringstream lines(run.out);
    std::string line;
    REQUIRE(std::getline(lines, line));
    CHECK_THAT(line, Contains("entities") && Contains("components"));
    const std::size_t column = line.find("components");
    REQUIRE(std::getline(lines, line));
    CHECK_THAT(line, Contains("3,580") && Contains("%"));
    CHECK(line.substr(column) == "Position, Velocity, Shape, Color, Radius");

    std::istringstream chase(Run({"stats", "--scene", "chase"}).out);
    std::getline(chase, line);
    std::vector<int> entities;
    for (int count = 0; chase >> count && std::getline(chase, line) && line.find("archetypes") == std::string::npos;)
        entities.push_back(count);
    CHECK(entities.size() > 5);
    CHECK(std::is_sorted(entities.rbegin(), entities.rend()));  // the most numerous first
}

TEST_CASE("Command line: layout --json tiles the block", "[editor][command_line]") {
    // Any order of the names will do.
    const Run run(
        {"layout", "--scene", "stress", "--count", "5000", "--archetype", "Radius, Position,Shape,Velocity", "--json"});
    REQUIRE(run.fine());
    const json root = json::parse(run.out);
    CHECK(root["bytes"] == 16384);
    CHECK(root["rows"] == 400);
    // 32 bytes a row: id 8, Position 8, Velocity 8, Shape 4, Radius 4. 510 fit, but the columns start at multiples
    // of 16.
    CHECK(root["capacity"] == 508);
    std::size_t offset = 0, ids = 0, fields = 0;
    for (const json& span : root["spans"]) {
        CHECK(span.size() == 6);
        REQUIRE(span["offset"] == offset);
        REQUIRE(span["size"] > 0);
        offset += span["size"].get<std::size_t>();
        const std::string role = span["role"];
        if (role == "header") CHECK((span["component"].is_null() && span["field"].is_null() && span["row"].is_null()));
        if (role == "entity") {
            CHECK(span["row"] == ids++);
            CHECK(span["component"].is_null());
        }
        if (role == "field") {
            ++fields;
            CHECK(span["component"].is_string());
            CHECK(span["field"].is_string());
            CHECK(span["row"] < 400);
        }
        CHECK((role == "header" || role == "entity" || role == "field" || role == "padding" || role == "unused"));
    }
    CHECK(offset == 16384);
    CHECK(ids == 400);
    CHECK(fields == 400 * 6);
    CHECK(root["spans"][1]["offset"] == 64);
}

TEST_CASE("Command line: layout sums up the rows of a column", "[editor][command_line]") {
    const Run run({"layout", "--scene", "stress", "--count", "5000", "--archetype", "Position,Velocity,Shape,Radius"});
    REQUIRE(run.fine());
    CHECK_THAT(run.out, StartsWith("chunk 0 of 1, Position, Velocity, Shape, Radius\n16,384 bytes, 400 of 508 rows in "
                                   "use, 32 bytes a row\n"));
    CHECK_THAT(run.out, Contains("header of the chunk") && Contains("entity ids") &&
                            Contains("Position: x f32 at 0, y f32 at 4") && Contains("unused rows of Velocity"));
    CHECK_THAT(run.out, Contains(" 4,128  3,200    0-399            8  Position") &&
                            Contains(" 7,328    864  400-507            8  unused rows of Position"));
    CHECK(std::count(run.out.begin(), run.out.end(), '\n') < 20);
    const Run tag({"layout", "--scene", "chase", "--archetype",
                   "Name,Position,Velocity,PlayerInput,Radius,Shape,Color,Health,Player"});
    REQUIRE(tag.fine());
    CHECK_THAT(tag.out, Contains("tags, which take no bytes: Player\n"));
}

TEST_CASE("Command line: check says what a file holds", "[editor][command_line]") {
    TemporaryFolder folder;
    const std::string file = save_scene(folder, "chase", 1);
    const Run run({"check", file});
    CHECK(run.fine());
    CHECK(run.out == "ok: 2 entities, 2 archetypes\n");

    const auto broken = folder.write("broken.json", "{\"format\": \"chunkscope.world\", ");
    const Run bad({"check", broken.string()});
    CHECK(bad.fails(1));
    CHECK_THAT(bad.err, Contains("broken.json:1:"));

    const auto strange = folder.write(
        "strange.json", R"({"format": "chunkscope.world", "version": 1, "systems": {"Teleport": {"enabled": true}},
                            "entities": []})");
    const Run odd({"check", strange.string()});
    CHECK(odd.fine());
    CHECK_THAT(odd.out, StartsWith("ok: 0 entities, 0 archetypes\nwarning: ") && Contains("Teleport"));
}

TEST_CASE("Command line: edit applies a script, and takes it back", "[editor][command_line]") {
    TemporaryFolder folder;
    const std::string file = save_scene(folder, "chase", 10, 30);
    const std::string text = folder.read("chase.json");
    const auto script = folder.write("edits.json", R"({ "edits": [
        { "create": "$lamp", "name": "Lamp", "parent": "1v1", "components": { "Position": { "x": 4, "y": 2 } } },
        { "set": "1v1", "component": "Position", "value": { "x": 3 } },
        { "remove": "2v1", "component": "Enemy" },
        { "destroy": "3v1" },
        { "toggle": "Movement", "enabled": false } ] })");
    const std::string out = (folder.path / "out.json").string();

    const Run apply({"edit", file, "--script", script.string(), "--save", out});
    REQUIRE(apply.fine());
    CHECK_THAT(apply.out, StartsWith("applied 5 edits: "));
    const auto session = demo::load(out);
    CHECK(session->world.find_by_name("Lamp"));
    CHECK(session->world.get<Position>({1, 1}).x == 3);
    CHECK_FALSE(session->world.has<Enemy>({2, 1}));
    CHECK_FALSE(session->world.alive({3, 1}));
    CHECK_FALSE(session->schedule.find("Movement")->enabled);
    CHECK(folder.read("chase.json") == text);

    const Run undo({"edit", file, "--script", script.string(), "--save", out, "--undo"});
    REQUIRE(undo.fine());
    CHECK(folder.read("out.json") == text);
}

TEST_CASE("Command line: edit with a script that does not fit saves nothing", "[editor][command_line]") {
    TemporaryFolder folder;
    const std::string file = save_scene(folder, "chase", 3);
    const auto script = folder.write("edits.json", R"({ "edits": [ { "destroy": "2v1" }, { "destroy": "99v1" } ] })");
    const Run run({"edit", file, "--script", script.string(), "--save", (folder.path / "out.json").string()});
    CHECK(run.fails(1));
    CHECK_THAT(run.err, Contains("99v1"));
    CHECK_FALSE(folder.has("out.json"));
    const Run missing({"edit", file, "--script", (folder.path / "none.json").string(), "--save", file});
    CHECK(missing.fails(1));
    CHECK_THAT(missing.err, Contains("none.json"));
}

}  // namespace subcommand_functions_test
