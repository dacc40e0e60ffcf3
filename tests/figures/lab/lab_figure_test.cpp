#include "figures/lab/lab_figure.hpp"

#include <algorithm>

#include "catch.hpp"
#include "ecs/diagnose/layout_rules.hpp"
#include "ecs/lab/scenario/query_lines.hpp"
#include "figures/drawing/svg.hpp"
#include "figures/support/csv_reader.hpp"
#include "figures/support/svg_reader.hpp"
#include "lab/support/lab_scenarios.hpp"

namespace lab_figure_test {

using namespace ecs::lab;

namespace {

std::string svg_of(const figures::Drawing& drawing) { return figures::to_svg(drawing, figures::Theme::Light); }

/// Areas of the boxes by role, as shares of all, against shares of bytes.
void check_bytes(const std::string& svg, const Account& account) {
    const test::Element root = test::read_xml(svg);
    const auto boxes = test::byte_boxes(root);
    for (std::size_t i = 0; i < role_count; ++i) {
        const std::string role(name_of(static_cast<Role>(i)));
        CAPTURE(role);
        CHECK(test::bytes_of(boxes, role) == account.by_role[i]);
    }
}

std::uint64_t column_sum(const std::vector<std::vector<std::string>>& lines, const std::string& name) {
    const auto& heads = lines.front();
    const auto column = static_cast<std::size_t>(std::find(heads.begin(), heads.end(), name) - heads.begin());
    REQUIRE(column < heads.size());
    std::uint64_t sum = 0;
    for (std::size_t i = 1; i < lines.size(); ++i)
        if (column < lines[i].size() && !lines[i][column].empty()) sum += std::stoull(lines[i][column]);
    return sum;
}

}  // namespace

TEST_CASE("Lab figures: a component called Name is neutral and takes no tone", "[figures][lab]") {
    Scenario scenario = lab_test::pattern(10);
    REQUIRE(scenario.types.size() >= 3);
    ecs::ComponentType name = *scenario.types[1];
    name.name = "Name";
    scenario.types[1] = &name;
    CHECK(figures::lab::look_of_type(scenario, 0) == figures::component_of_tone(0));
    CHECK(figures::lab::look_of_type(scenario, 1) < figures::neutral_components);
    CHECK(figures::lab::look_of_type(scenario, 2) == figures::component_of_tone(1));
    CHECK(figures::look_of(figures::lab::look_of_type(scenario, 1), figures::palette_of(figures::Theme::Dark)).color ==
          figures::palette_of(figures::Theme::Dark).n_name);
}

TEST_CASE("Lab figures: the boxes of a map stand for every byte of the heap, by role", "[figures][lab]") {
    for (const std::uint64_t count : {8u, 1000u}) {  // byte by byte, and one bar a block
        const Scenario scenario = lab_test::pattern(count);
        for (const StorageKind kind : storage_kinds) {
            CAPTURE(name_of(kind), count);
            ScenarioRun run(scenario, kind, Mode::Repaired, {}, Tracing::Counts);
            run.run_to(2);
            const Account account = account_of(run.storage(), run.arena());
            if (account.blocks <= 24) check_bytes(svg_of(figures::lab::draw_map(run)), account);
            CHECK(column_sum(test::read_csv(figures::lab::map_csv(run)), "bytes") == account.allocated);
        }
    }
}

TEST_CASE("Lab figures: the board's bars are as wide as the bytes of each role", "[figures][lab]") {
    const Scenario scenario = lab_test::pattern(500);
    const std::vector<BoardRow> rows = compare(scenario, Mode::Repaired, {}, 2);
    const std::string svg = svg_of(figures::lab::draw_compare(scenario, 2, rows));
    const test::Element root = test::read_xml(svg);
    double scale = 0;
    for (const BoardRow& row : rows) {
        CAPTURE(name_of(row.kind));
        const auto boxes = test::byte_boxes(root.by_id("storage-" + std::string(name_of(row.kind))));
        CHECK(test::bytes_of(boxes) == row.account.allocated);
        CHECK(test::bytes_of(boxes, "payload") == row.account.payload);
        CHECK(test::bytes_of(boxes, "spare") == row.account.spare);
        double width = 0;
        for (const test::Element* box : boxes) width += box->number("width");
        const double per_byte = width / static_cast<double>(row.account.allocated);
        if (scale == 0) scale = per_byte;
        CHECK(per_byte == Approx(scale).epsilon(0.01));
    }
    const auto csv = test::read_csv(figures::lab::compare_csv(rows));
    std::uint64_t allocated = 0;
    for (const BoardRow& row : rows) allocated += row.account.allocated;
    CHECK(column_sum(csv, "allocated") == allocated);
    CHECK(column_sum(csv, "payload") + column_sum(csv, "index") + column_sum(csv, "holes") + column_sum(csv, "spare") +
              column_sum(csv, "padding") ==
          allocated);
}

TEST_CASE("Lab figures: the lines of a query are those that the trace counted", "[figures][lab]") {
    const Scenario scenario = lab_test::pattern(500);
    for (const StorageKind kind : storage_kinds) {
        CAPTURE(name_of(kind));
        ScenarioRun run(scenario, kind, Mode::Repaired, {}, Tracing::Counts);
        run.run_to(2);
        const std::uint64_t lines = run.last_query()->work.lines;
        CHECK(ecs::lab::lines_of_last_query(run).size() == lines);
        const test::Element root = test::read_xml(svg_of(figures::lab::draw_lines(run)));
        CHECK(test::bytes_of(test::byte_boxes(root)) == lines * line_bytes);
        const auto csv = test::read_csv(figures::lab::lines_csv(run));
        CHECK(column_sum(csv, "bytes_read") + column_sum(csv, "bytes_written") + column_sum(csv, "bytes_not_used") ==
              lines * line_bytes);
    }
}

TEST_CASE("Lab figures: the same scenario gives the same bytes, and nothing of this machine", "[figures][lab]") {
    const Scenario scenario = lab_test::removal();
    const auto draw = [&](StorageKind kind) {
        ScenarioRun run(scenario, kind, Mode::Repaired, {}, Tracing::Events);
        run.run_to(scenario.steps.size());
        return svg_of(figures::lab::draw_map(run)) + figures::lab::map_csv(run);
    };
    for (const StorageKind kind : storage_kinds) CHECK(draw(kind) == draw(kind));
}

TEST_CASE("Lab figures: before the first step, and without a query, they say so", "[figures][lab]") {
    const Scenario scenario = lab_test::pattern(5);
    ScenarioRun run(scenario, StorageKind::PackedVector, Mode::Faithful, {}, Tracing::Counts);
    CHECK(svg_of(figures::lab::draw_lines(run)).find("No query was run yet") != std::string::npos);
    CHECK(svg_of(figures::lab::draw_map(run)).find("0 bytes in 0 blocks") != std::string::npos);
}

TEST_CASE("Lab figures: a table has a box for each value, at its address, in every storage", "[figures][lab]") {
    const Scenario scenario = lab_test::pattern(12);
    for (const StorageKind kind : storage_kinds) {
        CAPTURE(name_of(kind));
        ScenarioRun run(scenario, kind, Mode::Repaired, {}, Tracing::Counts);
        run.run_to(2);
        std::uint64_t values = 0;
        for (const Span& span : spans_of(run.storage()))
            if (span.role == Role::Payload) ++values;
        const test::Element root = test::read_xml(svg_of(figures::lab::draw_table(run)));
        const auto boxes = test::byte_boxes(root);
        CHECK(boxes.size() == values);
        CHECK(test::bytes_of(boxes, "payload") == account_of(run.storage(), run.arena()).payload);
        CHECK(column_sum(test::read_csv(figures::lab::table_csv(run)), "bytes") ==
              account_of(run.storage(), run.arena()).payload);
    }
}

TEST_CASE("Lab figures: a cache's hits and misses are all accesses, and simulated", "[figures][lab]") {
    const Scenario scenario = lab_test::pattern(500);
    ScenarioRun run(scenario, StorageKind::HashIndex, Mode::Repaired, {}, Tracing::Counts);
    run.run_to(2);
    const auto log = log_last_query(scenario, StorageKind::HashIndex, Mode::Repaired, {}, 2);
    REQUIRE(log);
    const auto lines = test::read_csv(figures::lab::cache_csv(*log));
    const CacheSimulation cache = simulate(*log, {1024 * 1024, 16});
    REQUIRE(lines.size() == 4);
    CHECK(lines[3][3] == std::to_string(cache.hits()));
    CHECK(lines[3][4] == std::to_string(cache.misses()));
    CHECK(lines[3][5] == "simulated");
    const std::string svg = svg_of(figures::lab::draw_cache(run, *log));
    CHECK(svg.find(">SIMULATED<") != std::string::npos);
    CHECK(svg == svg_of(figures::lab::draw_cache(run, *log)));
}

TEST_CASE("Lab figures: the capacity of a scenario's components is that of the layout rules", "[figures][lab]") {
    const Scenario scenario = lab_test::pattern(5);
    const auto lines = test::read_csv(figures::lab::capacity_csv(scenario));
    const std::vector<ecs::LayoutColumn> columns = ecs::columns_of(scenario.types);
    for (const ecs::LayoutRule rule : ecs::layout_rules) {
        const auto found = std::find_if(lines.begin(), lines.end(),
                                        [&](const auto& line) { return line.front() == ecs::name_of(rule); });
        REQUIRE(found != lines.end());
        CHECK((*found)[1] == std::to_string(ecs::lay_out(rule, columns).capacity));
    }
    CHECK(test::byte_boxes(test::read_xml(svg_of(figures::lab::draw_capacity(scenario)))).size() > 8);
}

}  // namespace lab_figure_test
