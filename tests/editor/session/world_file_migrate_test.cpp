// Files of a scene that the program has outgrown: what reading them would lose is refused, until a person accepts it.
#include <limits>
#include <string>

#include "catch.hpp"
#include "editor/demo/components.hpp"
#include "editor/jobs/recovery.hpp"
#include "editor/jobs/world_jobs.hpp"
#include "editor/session/session_file.hpp"
#include "editor/support/command_line_run.hpp"
#include "editor/support/demo.hpp"
#include "files/support/temporary_folder.hpp"

namespace world_file_migrate_test {

using namespace editor;
using namespace files;
using Catch::Matchers::Contains;

namespace {

constexpr const char* lossy = R"({ "format": "chunkscope.world", "version": 1, "scene": { "name": "bullets" },
  "components": { "Health": { "fields": { "hp": "i32", "max": "i32", "mana": "f32" } },
                  "Position": { "fields": { "x": "f64", "y": "f32" } } },
  "entities": [ { "id": "1v1", "components": { "Health": { "hp": 5, "max": 6, "mana": 7.5 },
                                               "Position": { "x": 1e50, "y": 2 } } } ] })";
constexpr const char* growing = R"({ "format": "chunkscope.world", "version": 1, "scene": { "name": "bullets" },
  "components": { "Health": { "fields": { "hp": "i32" } } },
  "entities": [ { "id": "1v1", "components": { "Health": { "hp": 5 } } } ] })";

const std::string losses =
    "Health: left out mana; Position.x: 1 number beyond f32, 1e50 in line 5, column 67 (now 3.4028235e+38)";

std::string problem_of(const std::string& text) {
    try {
        demo::read(text, "level.json");
    } catch (const FileError& error) {
        return error.what();
    }
    return "was read";
}

}  // namespace

TEST_CASE("Migration: what drops or narrows values is refused, or is in the session", "[editor][migration]") {
    CHECK(problem_of(lossy) == "level.json: opening it would lose values: " + losses);
    const auto session = demo::read(lossy, "level.json", nullptr, files::Losses::Accept);
    CHECK(losses_of(*session) == losses);
    CHECK(session->world.get<Health>({1, 1}).hp == 5);
    CHECK(session->world.get<Position>({1, 1}).x == std::numeric_limits<float>::max());
}

TEST_CASE("Migration: new fields with defaults are no loss", "[editor][migration]") {
    const auto session = demo::read(growing, "level.json");
    CHECK(session->losses.empty());
    CHECK(session->warnings == std::vector<std::string>{"Health: added max (default)"});
}

TEST_CASE("Migration: every subcommand that loads a world needs --migrate for losses", "[editor][migration]") {
    const TemporaryFolder folder;
    const std::string file = folder.write("level.json", lossy).string();
    const std::string out = (folder.path / "out.json").string();
    const std::string script = folder.write("edits.json", R"({ "edits": [] })").string();
    const std::vector<std::vector<std::string>> command_lines{
        {"check", file},
        {"run", file, "--ticks", "1", "--save", out},
        {"stats", file},
        {"layout", file, "--archetype", "Health,Position"},
        {"layout", file, "--rules", "--archetype", "Health,Position"},
        {"layout", file, "--archetype", "Health,Position", "--out", (folder.path / "a.svg").string()},
        {"doctor", file},
        {"doctor", file, "--fix", "--save", out},
        {"edit", file, "--script", script, "--save", out},
        {"shot", file, "--view", "archetypes", "--out", (folder.path / "b.svg").string()}};
    for (std::vector<std::string> arguments : command_lines) {
        INFO(arguments[0]);
        const CommandLineRun refused(arguments);
        CHECK(refused.fails(1));
        CHECK(refused.err == "chunkscope " + arguments[0] + ": " + file + ": opening it would lose values (" + losses +
                                 "); --migrate opens it all the same\n");
        CHECK_FALSE(std::filesystem::exists(out));
        arguments.emplace_back("--migrate");
        const CommandLineRun accepted(arguments);
        CHECK(accepted.exit_code == 0);
        CHECK_THAT(accepted.out + accepted.err, Contains("warning: Health: left out mana"));
        std::filesystem::remove(out);
    }
    CHECK(folder.read("level.json") == lossy);
}

TEST_CASE("Migration: --migrate is for files", "[editor][migration]") {
    CHECK(CommandLineRun({"run", "--scene", "chase", "--ticks", "1", "--migrate"}).fails(2));
    CHECK(CommandLineRun({"--migrate"}).fails(2));
    const CommandLineRun open({"level.json", "--migrate"});
    REQUIRE(open.line.next == CommandLine::Next::Open);
    CHECK(open.line.open.source.migrate);
    const CommandLineRun shot({"shot", "level.json", "--out", "a.png", "--migrate"});
    REQUIRE(shot.line.next == CommandLine::Next::Shot);
    CHECK(shot.line.shot.source.migrate);
}

TEST_CASE("Migration: what the window opens says what it lost, so that it can ask", "[editor][migration]") {
    const TemporaryFolder folder;
    const auto file = folder.write("level.json", lossy);
    WorldJobs jobs;
    jobs.open(demo_game(), file);
    const WorldJobs::Outcome outcome = jobs.take_outcome();
    REQUIRE(outcome.session);
    CHECK(losses_of(*outcome.session) == losses);
    CHECK(losses_of(*recover(demo_game(), {folder.write("level.json.recovery.json", lossy), file, {}})) == losses);
}

TEST_CASE("Migration: numbers that nothing describes are lost only if their field cannot hold them",
          "[editor][migration]") {
    const auto of = [](const std::string& components) {
        return R"({ "format": "chunkscope.world", "version": 1, "entities": [ { "id": "1v1", "components": { )" +
               components + " } } ] }";
    };
    CHECK(problem_of(of(R"("Position": { "x": 0.1234567890123, "y": 16777217 })")) ==
          "level.json: opening it would lose values: Position.y: 1 number that f32 cannot hold, 16777217 in line 1, "
          "column 133 (now 16777216)");
    CHECK(
        problem_of(of(
            R"("Position": { "x": 0.1234567890123, "y": 3.4028234663852886e38 }, "Color": { "value": [0.30000000000000004, 1, 1, 1] })")) ==
        "was read");
    CHECK(problem_of(of(R"("Position": { "x": "inf", "y": 340282350000000000000000000000000000000 })")) == "was read");
}

}  // namespace world_file_migrate_test
