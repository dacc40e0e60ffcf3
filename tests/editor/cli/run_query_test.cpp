#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "editor/session/session_file.hpp"
#include "editor/support/command_line_run.hpp"
#include "editor/support/demo.hpp"
#include "files/base/atomic_file.hpp"
#include "files/support/temporary_folder.hpp"

namespace run_query_test {

using nlohmann::json;
using Run = CommandLineRun;
using test::contains;

TEST_CASE("Query subcommand: prints ids as lines, as JSON and as a table", "[editor][query]") {
    const Run text({"query", "--scene", "chase", "--count", "3", "Player"});
    CHECK(text.fine());
    CHECK_THAT(text.out, contains("1 entity in 1 of "));

    const Run as_json({"query", "--scene", "chase", "--count", "3", "--json", "Position & !Player"});
    REQUIRE(as_json.fine());
    const json root = json::parse(as_json.out);
    CHECK(root.size() == 3);
    CHECK(root["entities"].size() >= 3);
    CHECK(root["archetypes"].get<int>() > root["matched"].get<int>());
    CHECK(root["matched"].get<int>() >= 1);
    CHECK(json::parse(Run({"query", "--scene", "chase", "--json", "Position & !Position"}).out)["entities"].empty());

    const Run table({"query", "--scene", "chase", "--count", "3", "--csv", "Player & Position.x < 1e9"});
    REQUIRE(table.fine());
    CHECK_THAT(table.out, contains("entity,name,") && contains(",Position.x,Position.y"));
    CHECK(std::count(table.out.begin(), table.out.end(), '\n') == 2);
}

TEST_CASE("Query subcommand: a file, ticks before, and what the last tick changed", "[editor][query]") {
    TemporaryFolder folder;
    const std::string file = (folder.path / "world.json").string();
    REQUIRE(Run({"run", "--scene", "chase", "--count", "5", "--ticks", "0", "--save", file}).fine());
    const Run all({"query", file, "Position", "--json"});
    REQUIRE(all.fine());
    CHECK(json::parse(all.out) ==
          json::parse(Run({"query", "--scene", "chase", "--count", "5", "Position", "--json"}).out));
    const std::string changes = "changed(Position.x) | changed(Position.y)";
    const Run moved({"query", "--scene", "stress", "--count", "50", changes, "--ticks", "3", "--json"});
    REQUIRE(moved.fine());
    // The tables before and after the last tick tell the same.
    const auto table = [](const char* ticks) {
        std::istringstream lines(
            Run({"query", "--scene", "stress", "--count", "50", "Position", "--ticks", ticks, "--csv"}).out);
        std::vector<std::string> rows;
        for (std::string line; std::getline(lines, line);) rows.push_back(line);
        return rows;
    };
    const std::vector<std::string> before = table("2"), after = table("3");
    REQUIRE(before.size() == after.size());
    std::size_t different = 0;
    for (std::size_t i = 0; i < before.size(); ++i) different += before[i] != after[i] ? 1 : 0;
    CHECK(different > 10);
    CHECK(json::parse(moved.out)["entities"].size() == different);
    const Run still({"query", "--scene", "stress", "--count", "50", changes, "--json"});
    CHECK(json::parse(still.out)["entities"].empty());
}

TEST_CASE("Query subcommand: a wrong query exits with 1 and a caret, wrong usage with 2", "[editor][query]") {
    const Run wrong({"query", "--scene", "chase", "Position.x << 10"});
    CHECK(wrong.exit_code == 1);
    CHECK(wrong.out.empty());
    CHECK(wrong.err ==
          "chunkscope query: character 13: Expected a value, found \"<\"\nPosition.x << 10\n            ^\n");
    const Run unknown({"query", "--scene", "chase", "Positon.x < 10"});
    CHECK(unknown.exit_code == 1);
    CHECK(unknown.err ==
          "chunkscope query: character 1: No component Positon (did you mean Position?)\nPositon.x < 10\n^\n");
    CHECK(Run({"query", "--scene", "chase"}).fails(2));
    CHECK(Run({"query", "Position"}).fails(2));
    CHECK(Run({"query"}).fails(2));
    CHECK(Run({"query", "a.json", "b", "c"}).fails(2));
    CHECK(Run({"query", "--scene", "chase", "Position", "--json", "--csv"}).fails(2));
    CHECK(Run({"query", "--scene", "zzz", "Position"}).fails(1));
}

TEST_CASE("Edit subcommand: changes are made in order, all or nothing", "[editor][query]") {
    TemporaryFolder folder;
    const std::string file = (folder.path / "world.json").string(), out = (folder.path / "out.json").string();
    REQUIRE(Run({"run", "--scene", "chase", "--count", "5", "--ticks", "0", "--save", file}).fine());

    const Run dry({"edit", file, "--change", "Player : Position.x = 7", "--change",
                   "Position.x == 7 : name = \"Seven\"", "--dry-run"});
    REQUIRE(dry.fine());
    CHECK_THAT(dry.out, contains("1 entity matches, 1 edit") && contains("Position.x: ") && contains("-> 7") &&
                            contains("-> \"Seven\"") && contains("would apply 2 edits; nothing was saved"));
    CHECK_FALSE(std::filesystem::exists(out));

    REQUIRE(Run({"edit", file, "--change", "Player : Position.x = 7", "--change", "Position.x == 7 : name = \"Seven\"",
                 "--save", out})
                .fine());
    const Run found({"query", out, "Position.x == 7"});
    REQUIRE(found.fine());
    CHECK_THAT(found.out, contains("Seven") && contains("1 entity in 1 of "));

    std::filesystem::remove(out);
    const Run wrong({"edit", file, "--change", "Player : Position.x = 7", "--change", "Player : Position.x = 1e300",
                     "--save", out});
    CHECK(wrong.fails(1));
    CHECK_THAT(wrong.err, contains("would be 1e+300, which is beyond a 32-bit float"));
    CHECK_FALSE(std::filesystem::exists(out));
    const Run unread({"edit", file, "--change", "Player : Position.x == 7", "--save", out});
    CHECK(unread.exit_code == 1);
    CHECK_THAT(unread.err, contains("^\n"));
    CHECK(Run({"edit", file, "--save", out}).fails(2));
    CHECK(Run({"edit", file, "--change", "Player : destroy"}).fails(2));
    CHECK(Run({"edit", file, "--change", "Player : destroy", "--dry-run", "--save", out}).fails(2));

    REQUIRE(Run({"edit", file, "--change", "Player : destroy", "--undo", "--save", out}).fine());
    CHECK(Run({"run", out, "--ticks", "0", "--hash"}).out == Run({"run", file, "--ticks", "0", "--hash"}).out);
}

TEST_CASE("Edit subcommand: --undo leaves what was there, also of what drew random numbers or overflowed",
          "[editor][query]") {
    TemporaryFolder folder;
    const std::string file = (folder.path / "world.json").string(), out = (folder.path / "out.json").string();
    REQUIRE(Run({"run", "--scene", "chase", "--count", "20", "--ticks", "3", "--save", file}).fine());
    ecs::Random random(11);
    const auto some = [&](std::initializer_list<const char*> words) -> std::string {
        return words.begin()[random.below(static_cast<std::uint32_t>(words.size()))];
    };
    std::size_t made = 0;
    for (int i = 0; i < 60; ++i) {
        const std::string change =
            some({"Position", "Position.x < 300", "PlayerInput", "random(0, 1) < 0.5 & Position"}) + " : " +
            some({"Position.x", "Position.y", "Radius.value"}) + some({" = ", " += ", " *= "}) +
            some({"random(0, -2147483648)", "1e38", "-1", "random(-1, 1)"}) + " * " +
            some({"sin(Position.y)", "1e30", "Position.x", "0"});
        INFO(change);
        const Run run({"edit", file, "--change", change, "--undo", "--save", out});
        made += run.exit_code == 0;
        if (run.exit_code == 0) REQUIRE(files::read_file(out) == files::read_file(file));
    }
    CHECK(made > 20);
}

}  // namespace run_query_test
