
#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "ecs/lab/storages/about.hpp"
#include "editor/support/command_line_run.hpp"

namespace run_lab_test {

using namespace editor;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

struct Lab : CommandLineRun {
    explicit Lab(std::vector<std::string> arguments) : CommandLineRun(with_lab_first(std::move(arguments))) {}

private:
    static std::vector<std::string> with_lab_first(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "lab");
        return arguments;
    }
};

}  // namespace

TEST_CASE("chunkscope lab: a storage without a scenario tells about itself", "[editor][lab]") {
    for (const ecs::lab::StorageKind kind : ecs::lab::storage_kinds) {
        const Lab lab({"--storage", std::string(name_of(kind))});
        CHECK(lab.exit_code == 0);
        CHECK_THAT(lab.out, Contains(std::string(title_of(kind))));
        CHECK_THAT(lab.out, Contains(std::string(ecs::lab::about_of(kind))));
    }
    const json about = json::parse(Lab({"--storage", "003", "--json"}).out);
    CHECK(about["storage"] == "003");
    CHECK(about["about"] == std::string(ecs::lab::about_of(ecs::lab::StorageKind::PackedVector)));
    CHECK(Lab({"--storage", "003", "--step", "2"}).exit_code != 0);
    CHECK(Lab({"--storage", "003", "--out", "a.svg"}).exit_code != 0);
}

TEST_CASE("chunkscope lab: the games compare on all six, and refuse nothing repaired", "[editor][lab]") {
    for (const char* game : {"chase", "bullets"}) {
        CAPTURE(game);
        const json board = json::parse(Lab({"--compare", game, "--json"}).out);
        CHECK(board.size() == 6);
        for (const auto& [name, row] : board.items()) {
            CAPTURE(name);
            CHECK(row["refused"] == 0);
            CHECK(row["bitten"] == 0);
            CHECK(row["entities"] == board["chunks"]["entities"]);
            CHECK(row["payload"] == board["chunks"]["payload"]);
            CHECK(row["lines"].is_number());
        }
    }
    const Lab faithful({"--compare", "bullets", "--mode", "faithful"});
    CHECK_THAT(faithful.out, Contains("000-C6"));
    CHECK_THAT(faithful.out, Contains("003-L1"));
}

}  // namespace run_lab_test
