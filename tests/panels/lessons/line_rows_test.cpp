#include "panels/lessons/line_rows.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "catch.hpp"
#include "panels/lab/lab_state.hpp"
#include "panels/lessons/lesson_lines.hpp"
#include "panels/support/headless.hpp"
#include "panels/support/health_scenario.hpp"

namespace line_rows_test {

using namespace ecs::lab;

namespace {

/// Entities with a health of 4 bytes, visited once, on all storages.
struct Visited {
    std::shared_ptr<const Scenario> scenario;
    std::unique_ptr<panels::LabRuns> runs;

    explicit Visited(std::uint64_t count) {
        Scenario made = health_scenario("Visited", count);
        made.steps.push_back({EachStep{{0}, {}, 1}, "each", 0});
        scenario = std::make_shared<const Scenario>(std::move(made));
        ecs::Progress progress;
        runs = panels::make_lab_runs({scenario, Mode::Repaired, {}, scenario->steps.size()}, progress);
    }
    std::vector<panels::LineRow> rows(StorageKind kind, std::size_t count) {
        const panels::LabMoment& moment = runs->now(kind);
        return panels::line_rows(runs->run(kind), moment.blocks, moment.spans, count);
    }
    std::size_t lines(StorageKind kind) {
        std::size_t sum = 0;
        for (const Block& block : runs->now(kind).blocks) sum += block.bytes / line_bytes;
        return sum;
    }
};

}  // namespace

TEST_CASE("Line rows: every line of every storage is shown or counted in a gap, in any room", "[panels][lessons]") {
    for (const std::uint64_t count : {0, 1, 5, 300}) {
        Visited visited(count);
        for (const StorageKind kind : storage_kinds)
            for (const std::size_t room : {0u, 1u, 7u, 20u, 100u, 5000u}) {
                CAPTURE(count, name_of(kind), room);
                std::size_t lines = 0, touched = 0;
                Address last = 0;
                const auto rows = visited.rows(kind, room);
                CHECK(rows.size() <= std::max(room, panels::line_rows_min));
                for (const panels::LineRow& row : rows) {
                    lines += row.is_gap() ? row.left_out : 1;
                    touched += row.is_gap() ? row.left_out_touched : row.touch != nullptr;
                    if (row.is_gap()) continue;
                    CHECK(row.line > last);
                    CHECK(row.line % line_bytes == 0);
                    if (row.touch != nullptr) CHECK(row.touch->line == row.line);
                    last = row.line;
                }
                CHECK(lines == visited.lines(kind));
                const Trace::Operation* query = visited.runs->run(kind).last_query_operation();
                REQUIRE(query != nullptr);
                CHECK(touched == query->touched.size());
            }
    }
}

TEST_CASE("Line rows: a long run of lines that look alike is shortened, and its gap says what is in it",
          "[panels][lessons]") {
    Visited visited(300);
    const auto rows = visited.rows(StorageKind::ArchetypeBlock, 16);
    std::map<std::string, const panels::LineRow*> gaps;
    std::size_t touched = 0;
    for (const panels::LineRow& row : rows) {
        if (row.is_gap()) gaps[std::string(row.what)] = &row;
        touched += row.touch != nullptr;
    }
    CHECK(touched >= 3);  // some of them whole
    REQUIRE(gaps.count("Health") == 1);
    CHECK(gaps["Health"]->left_out == gaps["Health"]->left_out_touched);
    // Memory that the query left is shown, too, in fewer lines.
    CHECK(gaps.count("location table") == 1);
    CHECK(gaps["location table"]->left_out_touched == 0);
}

TEST_CASE("Line rows: with room for all there is no gap", "[panels][lessons]") {
    Visited visited(20);
    for (const panels::LineRow& row : visited.rows(StorageKind::PackedVector, 5000))
        if (row.is_gap()) CHECK(row.left_out_touched == 0);
}

TEST_CASE("Lesson lines: two storages stand beside each other, with what the query touched and used of each",
          "[panels][lessons]") {
    Visited visited(300);
    ecs::lab::Words words;
    for (const char* key : lesson_words) words[key] = {std::string("<") + key + ">", ""};
    words["lines_more_touched"].english = "{count} of {what} touched";
    const panels::LessonWords english{&words, Language::English};
    const std::vector<StorageKind> both{StorageKind::SharedObject, StorageKind::ArchetypeBlock};
    for (const float width : {1000.0f, 420.0f}) {
        Harness harness({width, 640});
        harness.add(
            [&](const panels::Context& context) { panels::show_lesson_lines(context, *visited.runs, both, english); });
        harness.frames(2);
        INFO(harness.screen());
        const DrawnText objects = harness.need("<title_004>"), columns = harness.need("<title_002>");
        if (width > 800) {
            CHECK(objects.low.y == columns.low.y);
            CHECK(objects.low.x < columns.low.x);
        } else {
            CHECK(objects.low.y < columns.low.y);
        }
        for (std::size_t i = 0; i < both.size(); ++i) {
            const auto touched = visited.runs->run(both[i]).last_query_operation()->touched.size();
            const DrawnText label = harness.need("<lines_touched>", i);
            bool said = false;
            for (const DrawnText& text : harness.texts())
                said |= text.text == std::to_string(touched) && std::abs(text.low.y - label.low.y) < 3 &&
                        text.low.x > label.high.x;
            CHECK(said);
        }
        CHECK(harness.says("of Health touched"));
        CHECK(harness.says("<legend_along>"));
    }
}

}  // namespace line_rows_test
