#include "editor/cli/command_line.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "ecs/world/hierarchy.hpp"
#include "editor/cli/subcommand_functions.hpp"
#include "editor/demo/components.hpp"
#include "editor/session/session_file.hpp"
#include "editor/support/command_line_run.hpp"
#include "editor/support/demo.hpp"
#include "editor/support/saved_scene.hpp"
#include "files/support/temporary_folder.hpp"

namespace command_line_test {

using namespace editor;
using namespace files;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using nlohmann::json;

using Run = CommandLineRun;

TEST_CASE("Command line: without a subcommand it opens the window", "[editor][command_line]") {
    const Run plain({});
    REQUIRE(plain.line.next == CommandLine::Next::Open);
    CHECK_FALSE(plain.line.open.source_given);
    CHECK(plain.line.open.source.scene.empty());  // the first one of the Game
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

    // Scenes run, files stand.
    CHECK(plain.line.open.plays());
    CHECK_FALSE(scene.line.open.plays());
    CHECK_FALSE(file.line.open.plays());
    CHECK_FALSE(Run({"level.json"}).line.open.plays());
    CHECK(Run({"level.json", "--play"}).line.open.plays());
}

TEST_CASE("Command line: shot is parsed for the window", "[editor][command_line]") {
    const Run run({"shot", "--scene", "chase", "--out", "a.png", "--size", "1920x1080", "--ticks", "60", "--panel",
                   "Chunks", "--panel", "Systems", "--theme", "light", "--scale", "2", "--alone"});
    REQUIRE(run.line.next == CommandLine::Next::Shot);
    CHECK(run.line.shot.source.scene == "chase");
    CHECK(run.line.shot.out == "a.png");
    CHECK(run.line.shot.width == 1920);
    CHECK(run.line.shot.height == 1080);
    CHECK(run.line.shot.ticks == 60);
    CHECK(run.line.shot.panels == std::vector<std::string>{"Chunks", "Systems"});
    CHECK(run.line.shot.alone);
    CHECK(run.line.shot.look.theme == "light");
    CHECK(run.line.shot.break_at.empty());
    CHECK(run.line.shot.look.scale == 2.0f);

    const Run stopped({"shot", "--scene", "chase", "--out", "a.png", "--ticks", "600", "--break", "Health.hp < 1",
                       "--step-systems", "2"});
    CHECK(stopped.line.shot.break_at == "Health.hp < 1");
    CHECK(stopped.line.shot.step_systems == 2);

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
        {{"--count", "-1"}, "chunkscope: --count: must be a whole number from 0 to 10000000, found \"-1\"\n"},
        {{"--count", "10000001"},
         "chunkscope: --count: must be a whole number from 0 to 10000000, found \"10000001\"\n"},
        {{"a.json", "--play", "--paused"}, "chunkscope: give --play or --paused, not both\n"},
        {{"--play", "run", "--scene", "chase", "--ticks", "1"},
         "chunkscope run: options for a command stand after its name\n"},
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
        {{"edit", "a.json", "--save", "b.json"}, "chunkscope edit: needs --change TEXT or --script EDITS.json\n"},
        {{"edit", "a.json", "--script", "b.json"}, "chunkscope edit: needs --save OUT.json\n"},
        {{"shot", "--scene", "chase"}, "chunkscope shot: needs --out FILE.png\n"},
        {{"shot", "--scene", "chase", "--out", "a.png", "--alone"},
         "chunkscope shot: --alone says how a panel is drawn: it needs --panel NAME\n"},
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
         "chunkscope layout: no entity has exactly the components Position, Velocity; with others: \"Name, Position, "
         "Velocity, Shape, Color, Radius, MoveTarget, Enemy\", \"Name, Position, Velocity, Shape, Color, Radius, "
         "Health, MoveTarget, Enemy\", \"Name, Position, Velocity, Shape, Color, Radius, Health, PlayerInput, "
         "Player\"; `chunkscope stats` lists the archetypes that there are\n"},
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
    for (const char* subcommand : {"scenes", "run", "stats", "layout", "doctor", "check", "edit", "shot"})
        CHECK_THAT(help.out, Contains(std::string("  ") + subcommand));
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

TEST_CASE("Command line: after -- nothing is an option or a subcommand", "[editor][command_line]") {
    TemporaryFolder folder;
    const auto former = std::filesystem::current_path();
    std::filesystem::current_path(folder.path);
    const auto session = demo::start("chase", 1);
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
    const std::vector<std::vector<std::string>> command_lines{
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
    for (const auto& arguments : command_lines) {
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
    const auto session = demo::load(file);
    folder.write("chase.json", "theirs");
    std::ostringstream err;
    CHECK_THROWS_AS(save_result(*session, file, err), ChangedOnDisk);
    CHECK(folder.read("chase.json") == "theirs");
    save_result(*session, folder.path / "other.json", err);
    CHECK(err.str().empty());
    CHECK(folder.has("other.json"));
    // Nobody did: over its own input is an ordinary save.
    const std::string again = save_scene(folder, "chase", 2);
    CHECK(Run({"run", again, "--ticks", "3", "--save", again}).fine());
}

}  // namespace command_line_test
