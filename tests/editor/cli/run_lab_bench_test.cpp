#include <sstream>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "ecs/lab/bench/bench.hpp"
#include "ecs/lab/bench/bench_machine.hpp"
#include "ecs/lab/storages/storage.hpp"
#include "editor/cli/command_line.hpp"
#include "editor/demo/demo_game.hpp"
#include "files/support/temporary_folder.hpp"

namespace run_lab_bench_test {

using namespace editor;
using nlohmann::json;

namespace {

struct Lab {
    explicit Lab(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "lab");
        std::ostringstream out_stream, err_stream;
        exit_code = run_command_line(arguments, demo_game(), out_stream, err_stream).exit_code;
        out = out_stream.str();
        err = err_stream.str();
    }
    int exit_code = 0;
    std::string out, err;
};

}  // namespace

TEST_CASE("chunkscope lab --bench: without a name the benches are listed, with one they are in the help",
          "[editor][lab][bench]") {
    const Lab list({"--bench"});
    CHECK(list.exit_code == 0);
    for (const ecs::lab::BenchKind kind : ecs::lab::bench_kinds)
        CHECK_THAT(list.out, test::contains(std::string(name_of(kind))) && test::contains(std::string(title_of(kind))));
    const Lab help({"--help"});
    CHECK_THAT(help.out, test::contains("--bench") && test::contains("--entities") && test::contains("--repetitions"));
}

TEST_CASE("chunkscope lab --bench: JSON has each storage at each size, the machine and who won",
          "[editor][lab][bench]") {
    const Lab lab({"--bench", "iterate", "--entities", "20,50", "--repetitions", "7", "--json"});
    REQUIRE(lab.exit_code == 0);
    CHECK_THAT(lab.err, test::contains("iterate, 20 entities ..."));
    const json result = json::parse(lab.out);
    CHECK(result["bench"] == "iterate");
    CHECK(result["badge"] == "measured");
    CHECK(result["unit"] == "ns per matching entity");
    CHECK(result["repetitions"] == 7);
    for (const char* key : {"processor", "compiler", "flags"})
        CHECK_FALSE(result["machine"][key].get<std::string>().empty());
    REQUIRE(result["rows"].size() == 12);
    for (const json& row : result["rows"]) {
        CAPTURE(row.dump());
        CHECK(row["ns_least"] > 0);
        CHECK(row["ns_least"] <= row["ns_low"]);
        CHECK(row["ns_low"] <= row["ns_median"]);
        CHECK(row["ns_median"] <= row["ns_high"]);
        CHECK(row["ns_high"] <= row["ns_most"]);
        CHECK(row["rounds"] > 0);
    }
    CHECK(result["rows"][0]["subject"] == "000");
    CHECK(result["rows"][0]["entities"] == 20);
    CHECK(result["rows"][0]["operations"] == 10);
    CHECK(result["rows"][11]["subject"] == "chunks");
    REQUIRE(result["verdicts"].size() == 2);
    for (const json& verdict : result["verdicts"]) {
        const std::string sentence = verdict["sentence"];
        if (verdict["winner"].is_null()) {
            CHECK_THAT(sentence, test::contains("No winner"));
            continue;
        }
        const auto kind = ecs::lab::storage_kind_from(verdict["winner"].get<std::string>());
        REQUIRE(kind);
        CHECK_THAT(sentence, test::contains(std::string(ecs::lab::title_of(*kind)) + " took the least time"));
    }
}

TEST_CASE("chunkscope lab --bench: the table says what was measured, where, and what it means",
          "[editor][lab][bench]") {
    const Lab lab({"--bench", "crossover", "--entities", "1,8", "--repetitions", "7"});
    REQUIRE(lab.exit_code == 0);
    CHECK_THAT(lab.out, test::contains("(measured)") && test::contains("median") &&
                            test::contains("Virtual objects, 16 classes") &&
                            test::contains("With 1 class and archetype Columns are faster than virtual objects"));
    CHECK_THAT(lab.out, test::contains("Measured on this machine: "));
    // What is measured is the library, which may be compiled with other options than this test.
    const std::string warning = ecs::lab::warning_of(ecs::lab::this_machine());
    CHECK(warning.empty() == (lab.out.find("WARNING: ") == std::string::npos));
    CHECK_THAT(lab.out, test::contains(warning));
}

TEST_CASE("chunkscope lab --bench: a figure of it is written", "[editor][lab][bench]") {
    const TemporaryFolder folder;
    for (const char* name : {"bench.svg", "bench.csv"}) {
        const std::string file = (folder.path / name).string();
        const Lab lab({"--bench", "get", "--entities", "20,40", "--repetitions", "7", "--out", file});
        CAPTURE(lab.err);
        CHECK(lab.exit_code == 0);
        CHECK(std::filesystem::file_size(file) > 500);
    }
}

TEST_CASE("chunkscope lab --bench: what is wrong is one sentence", "[editor][lab][bench]") {
    struct Row {
        std::vector<std::string> arguments;
        const char* message;
    };
    for (const Row& row :
         {Row{{"--bench", "iterat"}, "there is no bench \"iterat\"; did you mean \"iterate\"?"},
          Row{{"--bench", "get", "--entities", "many"},
              "--entities must be whole numbers with commas between, found "
              "\"many\""},
          Row{{"--bench", "get", "--entities", "100,"}, "--entities must be whole numbers"},
          Row{{"--bench", "get", "--entities", "5"}, "The bench get takes 20 to 1,000,000 entities, found 5"},
          Row{{"--bench", "get", "--entities", "200,100"}, "Numbers of entities must rise, found 100 after 200"},
          Row{{"--bench", "get", "--repetitions", "3"}, "A bench has 7 to 999 repetitions, found 3"},
          Row{{"--bench", "get", "--repetitions", "x"}, "--repetitions must be a whole number, found \"x\""},
          Row{{"--bench", "get", "--storage", "003"}, "--bench measures all storages"},
          Row{{"--bench", "get", "--compare", "pattern"}, "--bench measures all storages"},
          Row{{"--bench", "get", "--out", "a.jpg"}, "--out ends in .svg, .png or .csv"},
          Row{{"--bench", "get", "--theme", "dark"}, "for figures"}, Row{{"--bench", "--json"}, "needs a name"},
          Row{{"--compare", "pattern", "--entities", "100"}, "--entities and --repetitions are for --bench"}}) {
        const Lab lab(row.arguments);
        CAPTURE(row.message, lab.err, lab.out);
        CHECK(lab.exit_code == 2);
        CHECK_THAT(lab.err, test::contains(row.message));
    }
}

}  // namespace run_lab_bench_test
