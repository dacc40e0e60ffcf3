// The single numbers in the figures of the lab, against the storages that they are about.
#include <bit>

#include "catch.hpp"
#include "ecs/lab/lessons/fact.hpp"
#include "figures/drawing/svg.hpp"
#include "figures/lab/lab_figure.hpp"
#include "figures/support/csv_reader.hpp"
#include "figures/support/svg_reader.hpp"
#include "lab/support/lab_scenarios.hpp"

namespace lab_numbers_test {

using namespace ecs::lab;

namespace {

std::string svg_of(const figures::Drawing& drawing) { return figures::to_svg(drawing, figures::Theme::Light); }

}  // namespace

TEST_CASE("Lab figures: what a query read and what it wrote are told apart", "[figures][lab]") {
    const Scenario scenario = lab_test::pattern(500);
    for (const StorageKind kind : storage_kinds) {
        CAPTURE(name_of(kind));
        ScenarioRun run(scenario, kind, Mode::Repaired, {}, Tracing::Counts);
        run.run_to(2);
        std::uint64_t read = 0, written = 0;
        for (const LineTouch& touch : run.trace()->operations().back().touched) {
            read += static_cast<std::uint64_t>(std::popcount(touch.read & ~touch.written));
            written += static_cast<std::uint64_t>(std::popcount(touch.written));
        }
        REQUIRE(written > 0);
        const test::CsvTable csv(figures::lab::lines_csv(run));
        CHECK(csv.sum("bytes_read") == read);
        CHECK(csv.sum("bytes_written") == written);
        const test::Element root = test::read_xml(svg_of(figures::lab::draw_lines(run)));
        CHECK(test::bytes_of(test::byte_boxes(root), "read") == read);
        CHECK(test::bytes_of(test::byte_boxes(root), "written") == written);
    }
}

TEST_CASE("Lab figures: each box of a map says which bytes it stands for, each byte once", "[figures][lab]") {
    const Scenario scenario = lab_test::pattern(8);
    ScenarioRun run(scenario, StorageKind::Chunks, Mode::Repaired, {}, Tracing::Counts);
    run.run_to(2);
    const test::Element root = test::read_xml(svg_of(figures::lab::draw_map(run)));
    ByteRanges drawn, blocks;
    std::uint64_t bytes = 0;
    for (const test::Element* box : test::byte_boxes(root)) {
        const auto begin = static_cast<Address>(box->number("data-offset"));
        const auto count = static_cast<std::uint64_t>(box->number("data-bytes"));
        drawn.emplace_back(begin, begin + count);
        bytes += count;
    }
    for (const auto& [begin, block] : run.arena().blocks())
        if (block.kind == BlockKind::Heap) blocks.emplace_back(begin, block.end());
    CHECK(joined_ranges(drawn) == joined_ranges(blocks));
    CHECK(bytes == run.arena().allocated());
}

TEST_CASE("Lab figures: the table of the board has each number in its column", "[figures][lab]") {
    const Scenario scenario = lab_test::pattern(500);
    const std::vector<BoardRow> rows = compare(scenario, Mode::Repaired, {}, 2);
    const test::CsvTable csv(figures::lab::compare_csv(rows));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const BoardRow& row = rows[i];
        CAPTURE(name_of(row.kind));
        const auto cell = [&](const char* column) { return csv.lines[i + 1][csv.column(column)]; };
        CHECK(cell("storage") == name_of(row.kind));
        CHECK(cell("entities") == std::to_string(row.entities));
        CHECK(cell("index") == std::to_string(row.account[RoleGroup::Index]));
        CHECK(cell("holes") == std::to_string(row.account[RoleGroup::Holes]));
        CHECK(cell("spare") == std::to_string(row.account[RoleGroup::Spare]));
        CHECK(cell("padding") == std::to_string(row.account[RoleGroup::Padding]));
        CHECK(cell("blocks") == std::to_string(row.account.blocks));
        CHECK(cell("lines") == std::to_string(row.lines.value()));
        CHECK(cell("ideal_lines") == std::to_string(row.ideal_lines));
        CHECK(cell("refused") == "0");
    }
}

}  // namespace lab_numbers_test
