#include <filesystem>
#include <sstream>

#include "catch.hpp"
#include "editor/cli/command_line.hpp"
#include "editor/demo/demo_game.hpp"
#include "editor/lab/lab_scenario.hpp"
#include "files/base/atomic_file.hpp"
#include "files/support/temporary_folder.hpp"

namespace lab_export_subcommand_test {

using namespace editor;
using namespace files;
using Catch::Matchers::Contains;

namespace {

struct Lab {
    explicit Lab(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "lab");
        std::ostringstream out_stream, err_stream;
        exit_code = run_command_line(arguments, demo_game(), out_stream, err_stream).exit_code;
        err = err_stream.str();
    }
    int exit_code = 0;
    std::string err;
};

struct Folder : TemporaryFolder {
    std::string file(const char* name) const { return (path / name).string(); }
    std::size_t files() const {
        std::size_t count = 0;
        for (const auto& entry : std::filesystem::directory_iterator(path)) count += entry.is_regular_file();
        return count;
    }
};

}  // namespace

TEST_CASE("chunkscope lab: --step all writes a numbered figure for each step", "[editor][lab][export]") {
    const Folder folder;
    const std::size_t steps = open_scenario("bob").steps.size();
    const Lab lab({"--storage", "000", "--scenario", "bob", "--step", "all", "--view", "map", "--out",
                   folder.file("bob-%d.svg")});
    INFO(lab.err);
    CHECK(lab.exit_code == 0);
    CHECK(folder.files() == steps);
    CHECK_THAT(read_file(folder.file("bob-1.svg")), Contains("step 1 of " + std::to_string(steps)));
    const Lab one({"--storage", "000", "--scenario", "bob", "--step", "3", "--out", folder.file("one.svg")});
    CHECK(one.exit_code == 0);
    CHECK(read_file(folder.file("one.svg")) == read_file(folder.file("bob-3.svg")));
}

TEST_CASE("chunkscope lab: tables and handouts are written, and what does not fit is one sentence",
          "[editor][lab][export]") {
    const Folder folder;
    for (const char* table : {"spans", "events"}) {
        const Lab lab({"--storage", "003", "--scenario", "bob", "--view", table, "--out", folder.file("table.csv")});
        INFO(lab.err);
        CHECK(lab.exit_code == 0);
        CHECK_THAT(read_file(folder.file("table.csv")), Contains("which") || Contains("payload"));
    }
    CHECK(Lab({"--compare", "bob", "--view", "account", "--out", folder.file("account.csv")}).exit_code == 0);
    CHECK_THAT(read_file(folder.file("account.csv")), Contains("chunks,repaired,0,made,"));
    CHECK(Lab({"--lesson", "L4", "--handout", folder.file("L4.md"), "--language", "ja"}).exit_code == 0);
    CHECK_THAT(read_file(folder.file("L4.md")), Contains("# L4"));

    struct Case {
        std::vector<std::string> arguments;
        int exit_code;
        std::string error;
    };
    const std::size_t before = folder.files();
    for (const Case& each : {
             Case{{"--storage", "003", "--scenario", "bob", "--view", "spans", "--out", folder.file("a.svg")},
                  2,
                  "spans is a table: --out ends in .csv"},
             Case{{"--storage", "003", "--scenario", "bob", "--step", "all", "--out", folder.file("a.svg")},
                  2,
                  "has a %d where the step's number goes"},
             Case{
                 {"--storage", "003", "--scenario", "bob", "--out", folder.file("a-%d.svg")}, 2, "it needs --step all"},
             Case{{"--storage", "003", "--scenario", "bob", "--step", "all"}, 2, "it needs --out"},
             Case{
                 {"--storage", "003", "--scenario", "bob", "--step", "some", "--out", folder.file("a.svg")}, 2, "some"},
             Case{{"--compare", "bob", "--view", "spans", "--out", folder.file("a.csv")}, 2, "shows one storage"},
             Case{{"--lesson", "L4"}, 2, "--handout"},
             Case{{"--handout", folder.file("a.md")}, 2, "--lesson"},
             Case{{"--lesson", "L44", "--handout", folder.file("a.md")}, 1, "there is no lesson \"L44\""},
             Case{{"--lesson", "L4", "--handout", folder.file("none/a.md")}, 1, "none"},
             Case{{"--storage", "003", "--scenario", "bob", "--step", "all", "--out", folder.file("none/a-%d.svg")},
                  1,
                  "none"},
             Case{{"--storage", "003", "--scenario", "two-phase", "--view", "events", "--out", folder.file("a.csv")},
                  1,
                  "at most 2,000 entities"},
         }) {
        const Lab lab(each.arguments);
        CAPTURE(each.error);
        CHECK(lab.exit_code == each.exit_code);
        CHECK_THAT(lab.err, Contains(each.error));
    }
    CHECK(folder.files() == before);
}

}  // namespace lab_export_subcommand_test
