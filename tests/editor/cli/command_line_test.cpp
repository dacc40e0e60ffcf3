#include "editor/cli/command_line.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "ecs/world/hierarchy.hpp"
#include "editor/cli/commands.hpp"
#include "editor/demo/components.hpp"
#include "editor/files/world_file/world_file.hpp"
#include "editor/support/command_run.hpp"
#include "editor/support/temporary_folder.hpp"

using namespace editor;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using nlohmann::json;

using Run = CommandRun;

namespace {

std::string save_scene(const TemporaryFolder& folder, const char* scene, std::size_t count, int ticks = 0) {
    const auto session = Session::from_scene(*find_scene(scene), count);
    for (int i = 0; i < ticks; ++i) session->tick();
    const auto file = folder.path / (std::string(scene) + ".json");
    save_world(*session, file);
    return file.string();
}

}  // namespace

TEST_CASE("Command line: without a command it opens the window", "[editor][command_line]") {
    const Run plain({});
    REQUIRE(plain.line.next == CommandLine::Next::Open);
    CHECK_FALSE(plain.line.open.source_given);
    CHECK(plain.line.open.source.scene == "chase");
    CHECK_FALSE(plain.line.open.paused);
    CHECK_FALSE(plain.line.open.look.scale);
    CHECK_FALSE(plain.line.open.look.theme);

    const Run scene(
        {"--scene", "stress", "--count", "500", "--seed", "9", "--paused", "--scale", "1.5", "--theme", "contrast"});
    REQUIRE(scene.line.next == CommandLine::Next::Open);
    CHECK(scene.line.open.source_given);
    CHECK(scene.line.open.source.scene == "stress");
    CHECK(scene.line.open.source.count == 500u);
    CHECK(scene.line.open.source.seed == 9u);
    CHECK(scene.line.open.paused);
    CHECK(scene.line.open.look.scale == 1.5f);
    CHECK(scene.line.open.look.theme == "contrast");

    const Run file({"level.json", "--paused"});
    REQUIRE(file.line.next == CommandLine::Next::Open);
    CHECK(file.line.open.source_given);
    CHECK(file.line.open.source.file == "level.json");
    CHECK(file.line.open.paused);
}

TEST_CASE("Command line: shot is parsed for the window", "[editor][command_line]") {
    const Run run({"shot", "--scene", "chase", "--out", "a.png", "--size", "1920x1080", "--ticks", "60", "--panel",
                   "Chunks", "--panel", "Systems", "--theme", "light", "--scale", "2"});
    REQUIRE(run.line.next == CommandLine::Next::Shot);
    CHECK(run.line.shot.source.scene == "chase");
    CHECK(run.line.shot.out == "a.png");
    CHECK(run.line.shot.width == 1920);
    CHECK(run.line.shot.height == 1080);
    CHECK(run.line.shot.ticks == 60);
    CHECK(run.line.shot.panels == std::vector<std::string>{"Chunks", "Systems"});
    CHECK(run.line.shot.look.theme == "light");
    CHECK(run.line.shot.look.scale == 2.0f);

    const Run plain({"shot", "level.json", "--out", "a.png"});
    REQUIRE(plain.line.next == CommandLine::Next::Shot);
    CHECK(plain.line.shot.source.file == "level.json");
    CHECK(plain.line.shot.width == 1280);
    CHECK(plain.line.shot.height == 800);
    CHECK(plain.line.shot.ticks == 0);
}

TEST_CASE("Command line: wrong usage is one line and exit code 2", "[editor][command_line]") {
    struct Case {
        std::vector<std::string> arguments;
        std::string error;
    };
    const Case cases[] = {
        {{"--sceen", "chase"}, "chunkscope: there is no option \"--sceen\"; did you mean \"--scene\"?\n"},
        {{"stat"}, "chunkscope: there is no command or file \"stat\"; did you mean \"stats\"?\n"},
        {{"statz", "x.json"}, "chunkscope: there is no command \"statz\"; did you mean \"stats\"?\n"},
        {{"statz", "--json"}, "chunkscope: there is no command \"statz\"; did you mean \"stats\"?\n"},
        {{"statz", "--scene", "chase"}, "chunkscope: there is no command \"statz\"; did you mean \"stats\"?\n"},
        {{"--paused", "explode"}, "chunkscope: there is no command or file \"explode\"\n"},
        {{"a.json", "stats"}, "chunkscope stats: a command stands before its file: chunkscope stats WORLD.json\n"},
        {{"check", "a.json", "--", "b.json"}, "chunkscope check: there is one argument too many: \"b.json\"\n"},
        {{"a.json", "b.json"}, "chunkscope: there is one argument too many: \"b.json\"\n"},
        {{"a.json", "--scene", "chase"}, "chunkscope: give a world file or --scene, not both\n"},
        {{"a.json", "--count", "5"}, "chunkscope: --count is for scenes, and a world file was given\n"},
        {{"--theme", "pink"}, "chunkscope: --theme: must be dark, light or contrast, found \"pink\"\n"},
        {{"--scale", "9"}, "chunkscope: --scale: must be a number from 0.5 to 4, found \"9\"\n"},
        {{"--scale", "nan"}, "chunkscope: --scale: must be a number from 0.5 to 4, found \"nan\"\n"},
        {{"--count", "-1"}, "chunkscope: --count: must be a whole number from 0 to 1000000, found \"-1\"\n"},
        {{"--count", "1000001"}, "chunkscope: --count: must be a whole number from 0 to 1000000, found \"1000001\"\n"},
        {{"--paused", "run", "--scene", "chase", "--ticks", "1"},
         "chunkscope run: options for a command stand after its name\n"},
        {{"run", "--ticks", "5"}, "chunkscope run: needs a world file or --scene NAME\n"},
        {{"run", "--scene", "chase"}, "chunkscope run: needs --ticks N\n"},
        {{"run", "--scene", "chase", "--tick", "5"},
         "chunkscope run: there is no option \"--tick\"; did you mean \"--ticks\"?\n"},
        {{"run", "--scene", "chase", "--ticks", "many"},
         "chunkscope run: --ticks: must be a whole number from 0 to 1000000000000, found \"many\"\n"},
        {{"run", "--scene", "chase", "--ticks", "1", "--threads", "0"},
         "chunkscope run: --threads: must be a whole number from 1 to 256, found \"0\"\n"},
        {{"run", "--scene", "chase", "--ticks", "1", "--threads", "257"},
         "chunkscope run: --threads: must be a whole number from 1 to 256, found \"257\"\n"},
        {{"run", "--scene", "chase", "--ticks", "1.5"},
         "chunkscope run: --ticks: must be a whole number from 0 to 1000000000000, found \"1.5\"\n"},
        {{"layout", "--scene", "chase"}, "chunkscope layout: needs --archetype A,B,C\n"},
        {{"check"}, "chunkscope check: needs WORLD.json\n"},
        {{"edit", "a.json", "--save", "b.json"}, "chunkscope edit: needs --script EDITS.json\n"},
        {{"edit", "a.json", "--script", "b.json"}, "chunkscope edit: needs --save OUT.json\n"},
        {{"shot", "--scene", "chase"}, "chunkscope shot: needs --out FILE.png\n"},
        {{"shot", "--scene", "chase", "--out", "a.png", "--size", "big"},
         "chunkscope shot: --size: must be a width and height in pixels like 1280x800, each from 64 to 8192, found "
         "\"big\"\n"},
        {{"shot", "--scene", "chase", "--out", "a.png", "--size", "0x100"},
         "chunkscope shot: --size: must be a width and height in pixels like 1280x800, each from 64 to 8192, found "
         "\"0x100\"\n"},
        {{""}, "chunkscope: the name of the world file is empty\n"},
    };
    for (const Case& each : cases) {
        const Run run(each.arguments);
        CHECK(run.fails(2));
        CHECK(run.err == each.error);
    }
    CHECK(Run({"run", "--scene"}).fails(2));
    CHECK(Run({"scenes", "extra"}).fails(2));
    CHECK(Run({"scenes", "run"}).fails(2));
}

TEST_CASE("Command line: wrong input is one line and exit code 1", "[editor][command_line]") {
    TemporaryFolder folder;
    const std::string missing = (folder.path / "missing.json").string();
    struct Case {
        std::vector<std::string> arguments;
        std::string error;
    };
    const Case cases[] = {
        {{"run", "--scene", "chas", "--ticks", "1"},
         "chunkscope run: there is no scene \"chas\"; did you mean \"chase\"?\n"},
        {{"stats", "--scene", "zzz"},
         "chunkscope stats: there is no scene \"zzz\"; the scenes are chase, bob, increment, two-phase, bullets, "
         "fragments, stress, "
         "traffic\n"},
        {{"run", "--scene", "chase", "--ticks", "1", "--off", "Sek"},
         "chunkscope run: this world has no system \"Sek\"; did you mean \"Seek\"?\n"},
        {{"run", "--scene", "chase", "--ticks", "1", "--off", "Physics"},
         "chunkscope run: this world has no system \"Physics\"; its systems are Target, Input, Seek, Movement, Orbit, "
         "Spin\n"},
        {{"layout", "--scene", "chase", "--archetype", "Position,Velocty"},
         "chunkscope layout: there is no component \"Velocty\"; did you mean \"Velocity\"?\n"},
        {{"layout", "--scene", "chase", "--archetype", "Position,Velocity"},
         "chunkscope layout: no entity has exactly the components Position, Velocity; `chunkscope stats` lists the "
         "archetypes that there are\n"},
        {{"layout", "--scene", "stress", "--archetype", "Name,Arena", "--chunk", "7"},
         "chunkscope layout: there is no chunk 7: the archetype has 1 chunk, counted from 0\n"},
    };
    for (const Case& each : cases) {
        const Run run(each.arguments);
        CHECK(run.fails(1));
        CHECK(run.err == each.error);
    }
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"check", missing}, {"stats", missing}, {"run", missing, "--ticks", "1"}}) {
        const Run run(arguments);
        CHECK(run.fails(1));
        CHECK_THAT(run.err, Contains("missing.json"));
    }
    const Run unwritable(
        {"run", "--scene", "chase", "--ticks", "1", "--save", (folder.path / "no" / "x.json").string()});
    CHECK(unwritable.fails(1));
    CHECK_THAT(unwritable.err, Contains("x.json"));
}

TEST_CASE("Command line: help and version are on stdout and fine", "[editor][command_line]") {
    const Run help({"--help"});
    CHECK(help.fine());
    for (const char* command : {"scenes", "run", "stats", "layout", "doctor", "check", "edit", "shot"})
        CHECK_THAT(help.out, Contains(std::string("  ") + command));
    CHECK_THAT(help.out, Contains("--paused") && Contains("WORLD.json") && Contains("Exit codes"));
    const Run sub({"run", "--help"});
    CHECK(sub.fine());
    CHECK_THAT(sub.out, Contains("--ticks N") && Contains("--off SYSTEM") && !Contains("--paused"));
    const Run version({"--version"});
    CHECK(version.fine());
    CHECK_THAT(version.out, StartsWith("chunkscope "));
    CHECK(std::count(version.out.begin(), version.out.end(), '.') == 2);
    CHECK(version.out.find('\n') == version.out.size() - 1);
}

TEST_CASE("Command line: scenes lists them all", "[editor][command_line]") {
    const Run run({"scenes"});
    CHECK(run.fine());
    std::istringstream lines(run.out);
    std::string line;
    for (const Scene& scene : all_scenes()) {
        REQUIRE(std::getline(lines, line));
        CHECK_THAT(line, StartsWith(std::string(scene.name) + " ") && Contains(std::string(scene.description)));
    }
    CHECK_FALSE(std::getline(lines, line));
}

TEST_CASE("Command line: run --hash prints one line, the same for the same world", "[editor][command_line]") {
    const Run run({"run", "--scene", "chase", "--ticks", "120", "--hash"});
    CHECK(run.fine());
    CHECK_THAT(run.out, StartsWith("tick 120 hash "));
    const auto same = Session::from_scene(*find_scene("chase"));
    for (int i = 0; i < 120; ++i) same->tick();
    CHECK(run.out == same->hash_line() + "\n");
    CHECK(Run({"run", "--scene", "chase", "--ticks", "120", "--hash", "--seed", "2"}).out != run.out);
    CHECK(Run({"run", "--scene", "chase", "--ticks", "120", "--hash", "--count", "25"}).out != run.out);
    CHECK(Run({"run", "--scene", "chase", "--ticks", "120", "--hash", "--off", "Movement"}).out != run.out);
    CHECK(Run({"run", "--scene", "chase", "--ticks", "120", "--hash", "--off", "Bounce"}).fails(1));

    const Run off({"run", "--scene", "chase", "--ticks", "120", "--hash", "--off", "Movement", "--off", "Orbit"});
    const auto still = Session::from_scene(*find_scene("chase"));
    still->schedule.set_enabled("Movement", false);
    still->schedule.set_enabled("Orbit", false);
    for (int i = 0; i < 120; ++i) still->tick();
    CHECK(off.out == still->hash_line() + "\n");
}

TEST_CASE("Command line: the number of threads changes nothing", "[editor][command_line]") {
    for (const char* scene : {"chase", "stress"}) {
        // So many that the systems hand their chunks out.
        const std::vector<std::string> command{"run", "--scene", scene, "--count", "30000", "--ticks", "20", "--hash"};
        const Run every_core(command);
        CHECK(every_core.fine());
        for (const char* threads : {"1", "2", "3", "8"}) {
            std::vector<std::string> with_threads = command;
            with_threads.insert(with_threads.end(), {"--threads", threads});
            CHECK(Run(with_threads).out == every_core.out);
        }
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
    const auto session = Session::from_scene(*find_scene("stress"), 3000);
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
    const auto session = load_world(out);
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

TEST_CASE("Command line: after -- nothing is an option or a command", "[editor][command_line]") {
    TemporaryFolder folder;
    const auto former = std::filesystem::current_path();
    std::filesystem::current_path(folder.path);
    const auto session = Session::from_scene(*find_scene("chase"), 1);
    for (const char* name : {"--help", "-x.json", "--", "stats"}) {
        save_world(*session, name);
        const Run check({"check", "--", name});
        CHECK(check.out == "ok: 2 entities, 2 archetypes\n");
        CHECK(check.fine());
        CHECK(Run({"stats", "--json", "--", name}).fine());
        CHECK(Run({"run", "--ticks", "1", "--", name}).fine());
        CHECK(Run({"doctor", "--", name}).fine());
        CHECK(Run({"layout", "--rules", "--archetype", "Position", "--", name}).fine());
        const Run open({"--paused", "--", name});
        REQUIRE(open.line.next == CommandLine::Next::Open);
        CHECK(open.line.open.source.file == name);
        const Run shot({"shot", "--out", "a.png", "--", name});
        CHECK(shot.line.shot.source.file == name);
    }
    CHECK(Run({"--", "statz"}).line.open.source.file == "statz");
    const Run saved({"run", "--scene", "chase", "--ticks", "1", "--save", "-y.json"});
    CHECK(saved.fine());
    CHECK(folder.has("-y.json"));
    std::filesystem::current_path(former);
}

TEST_CASE("Command line: names that a terminal would obey are spelled out", "[editor][command_line]") {
    TemporaryFolder folder;
    const std::string evil = "Gl\\u001b[31mow\\u009b\\nX";
    const auto file = folder.write("a\x1b[2Jb.json", R"({"format": "chunkscope.world", "version": 1,
        "components": {")" + evil + R"(": {"size": 4, "align": 4, "fields": {"v": "f32"}}}, "systems": {")" +
                                                         evil + R"(": {"enabled": true}},
        "entities": [{"id": "1v1", "name": ")" + evil + R"(", "components": {")" +
                                                         evil + R"(": {"v": 1}}}]})");
    const auto broken =
        folder.write("c\x1b[2Jd.json", R"({"format": "chunkscope.world", "version": 1, ")" + evil + "\"");
    const std::string name = file.string();
    const std::vector<std::vector<std::string>> commands{
        {"check", name},
        {"stats", name},
        {"stats", name, "--json"},
        {"doctor", name},
        {"run", name, "--ticks", "1", "--off", "\x1b[1m"},
        {"layout", name, "--archetype", "Name,\x1b[1m"},
        {"layout", name, "--archetype", "Gl\x1b[31mow\xc2\x9b\nX", "--rules"},
        {"layout", name, "--archetype", "Gl\x1b[31mow\xc2\x9b\nX", "--rules", "--json"},
        {"edit", name, "--script", broken.string(), "--save", name},
        {"lab", "--compare", broken.string()},
        {"lab", "--compare", "\x1b[1m"},
        {"check", broken.string()},
        {"check", "\x1b[1m.json"},
        {"\x1b[1m"},
    };
    for (const auto& arguments : commands) {
        const Run run(arguments);
        for (const std::string& text : {run.out, run.err}) {
            CHECK(std::all_of(text.begin(), text.end(), [](char c) { return c == '\n' || (c >= 0x20 && c < 0x7f); }));
            CHECK(text.find("\nX") == std::string::npos);
        }
        CHECK(!(run.out + run.err).empty());
    }
    CHECK_THAT(Run({"check", name}).out, Contains("\\u001b[31m"));
    const json stats = json::parse(Run({"stats", name, "--json"}).out);
    CHECK_THAT(stats.dump(), Contains("\\u001b[31m"));
    bool found = false;
    for (const json& archetype : stats["archetypes"])
        for (const json& component : archetype["components"])
            found |= component.get<std::string>() == "Gl\x1b[31mow\xc2\x9b\nX";
    CHECK(found);
}

TEST_CASE("Command line: what is no file is not read", "[editor][command_line]") {
    TemporaryFolder folder;
    const std::string good = save_scene(folder, "chase", 1);
    const std::string pipe = (folder.path / "pipe.json").string();
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    for (const std::string& name : {std::string("/dev/zero"), pipe, folder.path.string()})
        for (const std::vector<std::string>& arguments : {std::vector<std::string>{"check", name},
                                                          {"stats", name},
                                                          {"run", name, "--ticks", "1"},
                                                          {"doctor", name},
                                                          {"layout", name, "--archetype", "Name"},
                                                          {"edit", name, "--script", name, "--save", good},
                                                          {"edit", good, "--script", name, "--save", good},
                                                          {"lab", "--compare", name}}) {
            const Run run(arguments);
            CHECK(run.fails(1));
            CHECK_THAT(run.err, Contains(name + ": cannot be read: it is a "));
        }
}

TEST_CASE("Command line: a save over the input notices who changed it meanwhile", "[editor][command_line]") {
    TemporaryFolder folder;
    const std::string file = save_scene(folder, "chase", 2);
    const auto session = load_world(file);
    folder.write("chase.json", "theirs");
    CHECK_THROWS_AS(save_result(*session, file), ChangedOnDisk);
    CHECK(folder.read("chase.json") == "theirs");
    save_result(*session, folder.path / "other.json");
    CHECK(folder.has("other.json"));
    // Nobody did: over its own input is an ordinary save.
    const std::string again = save_scene(folder, "chase", 2);
    CHECK(Run({"run", again, "--ticks", "3", "--save", again}).fine());
}
