#include "editor/lab/lab_export.hpp"

#include <filesystem>
#include <fstream>
#include <numeric>
#include <sstream>

#include "catch.hpp"
#include "ecs/lab/scenario/compare.hpp"
#include "editor/lab/lab_scenario.hpp"
#include "files/base/atomic_file.hpp"
#include "files/support/temporary_folder.hpp"

namespace lab_export_test {

using namespace editor;
using namespace files;
using namespace ecs::lab;
using Catch::Matchers::Contains;

namespace {

struct Folder : TemporaryFolder {
    std::size_t files() const {
        return static_cast<std::size_t>(
            std::distance(std::filesystem::directory_iterator(path), std::filesystem::directory_iterator()));
    }
};

std::vector<std::vector<std::string>> rows_of(const std::string& csv) {
    std::vector<std::vector<std::string>> rows;
    std::istringstream lines(csv);
    for (std::string line; std::getline(lines, line);) {
        rows.emplace_back(1);
        bool quoted = false;
        for (const char c : line) {
            if (c == '"')
                quoted = !quoted;
            else if (c == ',' && !quoted)
                rows.back().emplace_back();
            else
                rows.back().back() += c;
        }
    }
    return rows;
}

std::uint64_t sum(const std::vector<std::vector<std::string>>& rows, std::size_t column) {
    return std::accumulate(rows.begin() + 1, rows.end(), std::uint64_t{0},
                           [&](std::uint64_t so_far, const auto& row) { return so_far + std::stoull(row[column]); });
}

std::string error_of(const Scenario& scenario, const char* what, const std::filesystem::path& file) {
    try {
        export_lab(scenario, {.what = what, .step = 1}, {}, file);
    } catch (const FileError& error) {
        return error.what();
    }
    return {};
}

}  // namespace

TEST_CASE("Lab export: spans add up to what the storage has allocated, for each role", "[editor][lab][export]") {
    const Folder folder;
    const Scenario scenario = open_scenario("bob");
    for (const StorageKind kind : storage_kinds) {
        CAPTURE(name_of(kind));
        const auto file = folder.path / "spans.csv";
        export_lab(scenario, {.what = "spans", .storage = kind, .step = scenario.steps.size()}, {}, file);
        const auto rows = rows_of(read_file(file));
        ScenarioRun run(scenario, kind, Mode::Repaired, {}, Tracing::None);
        run.run_to(scenario.steps.size());
        const Account account = account_of(run.storage(), run.arena());
        CHECK(sum(rows, 1) == account.allocated);
        std::uint64_t payload = 0;
        for (const auto& row : rows)
            if (row[2] == "payload") payload += std::stoull(row[1]);
        CHECK(payload == account.payload);
        CHECK_THAT(read_file(file), Contains("ann"));
        CHECK(rows.front() ==
              std::vector<std::string>{"address", "bytes", "role", "component", "slot", "entity", "block"});
    }
}

TEST_CASE("Lab export: events are those of the trace, each with its step", "[editor][lab][export]") {
    const Folder folder;
    const Scenario scenario = open_scenario("move");
    const auto file = folder.path / "events.csv";
    export_lab(scenario, {.what = "events", .step = scenario.steps.size()}, {}, file);
    const auto rows = rows_of(read_file(file));
    ScenarioRun run(scenario, StorageKind::Chunks, Mode::Repaired, {}, Tracing::Events);
    run.run_to(scenario.steps.size());
    CHECK(rows.size() == run.trace()->events().size() + 1);
    std::uint64_t copied = 0;
    for (const auto& row : rows)
        if (row[3] == "copy") copied += std::stoull(row[6]);
    CHECK(copied > 0);
    CHECK(rows.back()[0] == std::to_string(scenario.steps.size()));
    // What a step copied is what its result says.
    for (std::size_t step = 1; step <= scenario.steps.size(); ++step) {
        std::uint64_t of_step = 0;
        for (const auto& row : rows)
            if (row[0] == std::to_string(step) && row[3] == "copy" && std::stoull(row[6]) > 0)
                of_step += std::stoull(row[6]);
        CAPTURE(step);
        CHECK(of_step >=
              run.results()[step - 1].work.bytes_moved);  // copies within the program's own variables count not
    }
}

TEST_CASE("Lab export: the account has every storage after every step, and its groups add up",
          "[editor][lab][export]") {
    const Folder folder;
    const Scenario scenario = open_scenario("growth");
    const auto file = folder.path / "account.csv";
    export_lab(scenario, {.what = "account", .step = scenario.steps.size()}, {}, file);
    const auto rows = rows_of(read_file(file));
    REQUIRE(rows.size() == 1 + storage_kinds.size() * (scenario.steps.size() + 1));
    const auto board = compare(scenario, Mode::Repaired, {}, scenario.steps.size());
    for (std::size_t i = 1; i < rows.size(); ++i) {
        const auto number = [&](std::size_t column) { return std::stoull(rows[i][column]); };
        REQUIRE(rows[i].size() == 12 + role_count);
        CHECK(number(5) + number(6) + number(7) + number(8) + number(9) == number(4));
        std::uint64_t roles = 0;
        for (std::size_t role = 0; role < role_count; ++role) roles += number(12 + role);
        CHECK(roles == number(4));
    }
    for (std::size_t kind = 0; kind < board.size(); ++kind) {
        const auto& last = rows[(kind + 1) * (scenario.steps.size() + 1)];
        CHECK(last[0] == name_of(board[kind].kind));
        CHECK(last[4] == std::to_string(board[kind].account.allocated));
    }
}

TEST_CASE("Lab export: every step becomes a numbered file, each as if it were asked for alone",
          "[editor][lab][export]") {
    const Folder folder;
    const Scenario scenario = open_scenario("move");
    const std::size_t steps = scenario.steps.size();
    for (const char* what : {"map", "lines", "compare", "account"}) {
        CAPTURE(what);
        const std::string extension = is_lab_table(what) ? ".csv" : ".svg";
        const LabExport wanted{.what = what, .storage = StorageKind::PackedVector, .step = steps};
        const auto pattern = folder.path / (std::string(what) + "-%d" + extension);
        CHECK(has_step_number(pattern));
        CHECK(export_lab_steps(scenario, wanted, {}, pattern) == steps);
        for (std::size_t step = 1; step <= steps; ++step) {
            LabExport alone = wanted;
            alone.step = step;
            const auto one = folder.path / ("one" + extension);
            export_lab(scenario, alone, {}, one);
            CHECK(read_file(with_step_number(pattern, step, steps)) == read_file(one));
        }
    }
    CHECK(with_step_number("a/step-%d.svg", 7, 120) == std::filesystem::path("a/step-007.svg"));
    CHECK(with_step_number("step-%d.svg", 7, 7) == std::filesystem::path("step-7.svg"));
    CHECK_FALSE(has_step_number("100%d/step.svg"));
}

TEST_CASE("Lab export: what cannot be written is one sentence, and leaves nothing behind", "[editor][lab][export]") {
    const Folder folder;
    const Scenario move = open_scenario("move"), many = open_scenario("two-phase");
    CHECK_THAT(error_of(move, "map", folder.path / "none" / "map.svg"), Contains("none"));
    CHECK_THAT(error_of(move, "spans", folder.path / "spans.svg"), Contains("spans is a table: its name ends in .csv"));
    CHECK_THAT(error_of(move, "map", folder.path / "map.txt"),
               Contains("the name of an export ends in .svg, .png or .csv"));
    CHECK_THAT(error_of(many, "events", folder.path / "events.csv"),
               Contains("events are kept for at most 2,000 entities, the scenario two-phase has 100,000"));
    CHECK(folder.files() == 0);
    if (std::filesystem::exists("/dev/full")) {
        CHECK_THAT(error_of(move, "spans", "/dev/full"), Contains(".svg, .png or .csv"));
        std::filesystem::create_symlink("/dev/full", folder.path / "full.csv");
        CHECK_THAT(error_of(move, "spans", folder.path / "full.csv"), Contains("full.csv"));
        CHECK(folder.files() == 1);
    }
}

TEST_CASE("Lab export: files are called after scenario, storage and step", "[editor][lab][export]") {
    const Scenario move = open_scenario("move");
    CHECK(lab_export_name(move, {.what = "map", .storage = StorageKind::PackedVector, .step = 4}) ==
          "move-003-map-step-4");
    CHECK(lab_export_name(move, {.what = "compare", .mode = Mode::Faithful, .step = 4}) ==
          "move-faithful-compare-step-4");
}

}  // namespace lab_export_test
