#include "editor/game/game_library.hpp"

#include <algorithm>
#include <iterator>

#include "catch.hpp"
#include "editor/game/plugin.hpp"
#include "editor/session/session.hpp"
#include "editor/session/session_file.hpp"
#include "editor/support/built_game.hpp"
#include "editor/support/command_line_run.hpp"

namespace game_library_test {

using namespace editor;

namespace {

std::size_t files_in(const std::filesystem::path& folder) {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()));
}

}  // namespace

TEST_CASE("Game library: its types, systems and scenes are a Game like any other", "[editor][game]") {
    const BuiltGame built;
    const auto library = built.open();
    CHECK(library->name() == "game.so");
    const Game& game = library->game();
    CHECK(game.name == "pond");
    CHECK(game.scene_names() == std::vector<std::string>{"evening", "still"});
    const auto session = Session::from_scene(game, *game.find_scene("evening"), 100);
    for (int i = 0; i < 10; ++i) session->tick();
    CHECK(session->world.entity_count() == 101);
    CHECK(session->schedule.find("Burning")->stats.entities_visited == 101);
    CHECK(files_in(built.folder.path) == 1);  // the copy that runs is gone
}

TEST_CASE("Game library: a session keeps the code of its Game", "[editor][game]") {
    const BuiltGame built;
    auto library = built.open();
    auto session = Session::from_scene(library->game(), library->game().scenes.front());
    const std::weak_ptr<const void> code = library->game().code;
    library.reset();
    session->tick();
    CHECK(session->game.name == "pond");
    CHECK_FALSE(code.expired());
    session.reset();
    CHECK(code.expired());
}

TEST_CASE("Game library: a file that is built anew leaves the loaded code alone, and is other code", "[editor][game]") {
    const BuiltGame built;
    const auto before = built.open();
    auto session = Session::from_scene(before->game(), before->game().scenes.front());
    built.build("my_game_2");
    const auto after = built.open();
    auto other = Session::from_scene(after->game(), after->game().scenes.front());
    session->tick();
    other->tick();
    CHECK(session->world.types().find("Wick")->fields.size() == 1);
    CHECK(other->world.types().find("Wick")->fields.size() == 2);
    built.build("no_game_library");
    session->tick();
    other->tick();
    CHECK(session->world.tick() == other->world.tick());
}

TEST_CASE("Game library: it may call functions of ecs that the program itself does not call", "[editor][game]") {
    const BuiltGame built("rare_functions");
    const auto library = built.open();
    const auto session = Session::from_scene(library->game(), library->game().scenes.front());
    CHECK(session->world.types().find("Coin"));
}

TEST_CASE("Game library: what does not fit is refused with one sentence", "[editor][game]") {
    struct Case {
        const char *build, *variable, *value, *reason;
    };
    const auto [build, variable, value, reason] = GENERATE(
        Case{"no_game_library", "CHUNKSCOPE_TEST_FAULT", "",
             "game.so has no function chunkscope_game: CHUNKSCOPE_GAME(…) in it makes one"},
        Case{"other_version", "CHUNKSCOPE_TEST_ABI", "format",
             "game.so was built for another version of Chunkscope: build it again with this one"},
        Case{"other_version", "CHUNKSCOPE_TEST_ABI", "layout",
             "game.so was built for another version of Chunkscope: build it again with this one"},
        Case{"other_version", "CHUNKSCOPE_TEST_ABI", "library",
             "game.so was built with another C++ standard library than this Chunkscope: build it again with this one"},
        Case{"faulty_library", "CHUNKSCOPE_TEST_NAMELESS", "1", "game.so has a Game without a name"},
        Case{"faulty_library", "CHUNKSCOPE_TEST_FAULT", "game crashes",
             "game.so crashed in its set-up (segmentation fault)"},
        Case{"faulty_library", "CHUNKSCOPE_TEST_FAULT", "types aborts", "game.so crashed in its set-up (abort)"},
        Case{"faulty_library", "CHUNKSCOPE_TEST_FAULT", "system throws",
             "game.so failed in its set-up: the sprites are missing"},
        Case{"faulty_library", "CHUNKSCOPE_TEST_FAULT", "scene throws",
             "game.so failed in its set-up: the sprites are missing"},
        Case{"faulty_library", "CHUNKSCOPE_TEST_FAULT", "game throws a number",
             "game.so failed in its set-up: it threw something that is no std::exception"},
        Case{"faulty_library", "CHUNKSCOPE_TEST_FAULT", "scene exits", "game.so ended the program in its set-up"});
    const BuiltGame built(build);
    const Environment environment(variable, value);
    CHECK(built.refused() == reason);
    CHECK(files_in(built.folder.path) == 1);
}

TEST_CASE("Game library: what is no library is refused", "[editor][game]") {
    const TemporaryFolder folder;
    CHECK(GameLibrary::open(folder.path / "none.so").error() ==
          "there is no file " + (folder.path / "none.so").string());
    CHECK(GameLibrary::open(folder.path).error() == folder.path.filename().string() + " is not a file");
    CHECK(GameLibrary::open(folder.write("text.so", "hello")).error() ==
          "text.so is no library that can be loaded: file too short");
}

TEST_CASE("Game library: a set-up that does not end is refused, a scene that takes long is not", "[editor][game]") {
    const BuiltGame built("faulty_library");
    const GameLibrary::Patience short_patience{.rehearsal = std::chrono::milliseconds(500)};
    {
        const Environment environment("CHUNKSCOPE_TEST_FAULT", "types hangs");
        CHECK(built.refused(short_patience) == "game.so was still in its set-up after 0.5 s");
    }
    const Environment environment("CHUNKSCOPE_TEST_FAULT", "scene hangs");
    CHECK(built.refused(short_patience).empty());
}

TEST_CASE("Game library: --game gives every command the worlds of the library", "[editor][game]") {
    const BuiltGame built;
    const std::string library = built.file.string(), saved = (built.folder.path / "pond.json").string();
    const CommandLineRun scenes({"scenes", "--game", library});
    CHECK(scenes.out == "evening  Lanterns on a pond (--count 40)\nstill    One lantern (--count 0)\n");
    CHECK(CommandLineRun({"run", "--game", library, "--scene", "evening", "--ticks", "5", "--save", saved}).fine());
    const CommandLineRun check({"check", saved, "--game", library});
    CHECK(check.out == "ok: 41 entities, 2 archetypes\n");
    CHECK(CommandLineRun({"check", saved}).out.find("there is no scene called \"evening\"") != std::string::npos);
    CHECK(CommandLineRun({"stats", "--game", library, "--scene", "evening"}).fine());
    CHECK(CommandLineRun({"doctor", "--game", library, saved}).fine());
    CHECK(CommandLineRun({"layout", "--game", library, saved, "--archetype", "Spot,Drift,Wick"}).fine());

    const CommandLineRun window({"--game", library, "--scene", "still"});
    REQUIRE(window.line.next == CommandLine::Next::Open);
    CHECK(window.line.open.source.game->name == "pond");
    CHECK(window.line.open.library);

    CHECK(CommandLineRun({"scenes", "--game", saved}).err ==
          "chunkscope scenes: pond.json is no library that can be loaded: invalid ELF header\n");
    CHECK(CommandLineRun({"--game", library, "scenes"}).err ==
          "chunkscope scenes: options for a command stand after its name\n");
    CHECK(CommandLineRun({"lab", "--game", library}).fails(2));
    CHECK(CommandLineRun({"scenes", "--game", ""}).fails(2));
}

TEST_CASE("Game library: a world file that names one loads nothing", "[editor][game]") {
    const BuiltGame built("faulty_library");
    const std::filesystem::path trace = built.folder.path / "trace";
    const Environment environment("CHUNKSCOPE_TEST_TRACE", trace.string());
    const std::string named = "\"" + built.file.string() + "\"";
    const std::string head = R"({ "format": "chunkscope.world", "version": 1, )";
    for (const std::string& member :
         {"\"game\": " + named, "\"library\": " + named, "\"scene\": { \"game\": " + named + " }",
          "\"systems\": { " + named + ": { \"library\": " + named + " } }"})
        CHECK_THROWS_WITH(read_world(no_game(), head + member + " }", "w.json"), Catch::Contains("unknown member"));
    const auto session = read_world(no_game(),
                                    head + "\"scene\": { \"name\": " + named + " }, \"systems\": { " + named +
                                        ": {} }, \"components\": { " + named + R"(: { "fields": {} } } })",
                                    "w.json");
    CHECK(session->world.entity_count() == 0);
    CHECK_FALSE(std::filesystem::exists(trace));
    CHECK(built.refused().empty());
    CHECK(std::filesystem::exists(trace));  // so it would have been seen
}

}  // namespace game_library_test
