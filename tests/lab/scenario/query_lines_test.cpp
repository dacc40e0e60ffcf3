#include "ecs/lab/scenario/query_lines.hpp"

#include <algorithm>
#include <map>

#include "catch.hpp"
#include "ecs/lab/scenario/compare.hpp"
#include "lab/support/lab_scenarios.hpp"

namespace query_lines_test {

using namespace ecs::lab;

TEST_CASE("Query lines: as many as the board counts, by address, each with the bytes that were used", "[lab][lines]") {
    const Scenario scenario = lab_test::pattern(200);
    for (const StorageKind kind : storage_kinds) {
        INFO(name_of(kind));
        for (const Tracing tracing : {Tracing::Counts, Tracing::Lines, Tracing::Events}) {
            ScenarioRun run(scenario, kind, Mode::Repaired, {}, tracing);
            run.run_to(2);
            const std::vector<LineUse> lines = lines_of_last_query(run);
            REQUIRE_FALSE(lines.empty());
            CHECK(lines.size() == board_row(run).lines);
            std::uint64_t used = 0;
            for (std::size_t i = 0; i < lines.size(); ++i) {
                if (i > 0) CHECK(lines[i - 1].line < lines[i].line);
                CHECK(lines[i].line % line_bytes == 0);
                CHECK(lines[i].read + lines[i].written <= line_bytes);
                used += lines[i].read + lines[i].written;
            }
            // Values that are visited are part of what is used; ids and index entries may come to it.
            CHECK(used >= run.last_query()->useful_bytes_once());

            std::uint64_t sum = 0, bytes = 0;
            for (const BlockLines& block : sum_by_block(lines)) {
                sum += block.lines;
                bytes += block.read + block.written;
                std::uint64_t by_use = 0;
                for (const std::uint64_t count : block.by_use) by_use += count;
                CHECK(by_use == block.lines);
                CHECK(block.read + block.written + block.unused() == block.bytes());
            }
            CHECK(sum == lines.size());
            CHECK(bytes == used);
        }
    }
}

TEST_CASE("Query lines: without a query or a trace there are none", "[lab][lines]") {
    const Scenario scenario = lab_test::pattern(20);
    ScenarioRun before(scenario, StorageKind::Chunks, Mode::Repaired, {}, Tracing::Events);
    before.run_to(1);
    CHECK(lines_of_last_query(before).empty());
    ScenarioRun untraced(scenario, StorageKind::Chunks, Mode::Repaired, {}, Tracing::None);
    untraced.run_to(2);
    CHECK(lines_of_last_query(untraced).empty());
}

TEST_CASE("Query lines: of a repeated query one repetition is shown", "[lab][lines]") {
    Scenario scenario = lab_test::pattern(50);
    std::get<EachStep>(scenario.steps[1].what).repeat = 3;
    ScenarioRun run(scenario, StorageKind::SparseVector, Mode::Repaired, {}, Tracing::Counts);
    run.run_to(2);
    CHECK(run.last_query()->operations == 3);
    CHECK(lines_of_last_query(run).size() == run.last_query()->work.lines / 3);
}

TEST_CASE("Query lines: columns that are walked side by side are no steps back, slots found by hash are", "[lab]") {
    Scenario scenario = lab_test::pattern(200);
    auto& create = std::get<CreateStep>(scenario.steps[0].what);
    create.values.pop_back();
    for (PlannedValue& value : create.values) value.where.reset();
    const auto back = [&](StorageKind kind) {
        ScenarioRun run(scenario, kind, Mode::Repaired, {}, Tracing::Events);
        run.run_to(2);
        const Trace::Operation& query = *run.last_query_operation();
        const std::vector<bool> steps = steps_back(run, query);
        CHECK(steps.size() == query.touched.size());
        // The same by hand: per stream, which here is a block and a component.
        std::map<std::pair<Address, std::int32_t>, Address> last;
        std::ptrdiff_t by_hand = 0;
        for (const LineTouch& touch : query.touched) {
            Address first = touch.line;
            for (std::uint64_t bytes = touch.read | touch.written; (bytes & 1) == 0; bytes >>= 1) ++first;
            std::pair<Address, std::int32_t> stream{run.arena().block_of(first)->begin, -1};
            for (const Span& span : spans_of(run.storage()))
                if (span.at <= first && first < span.end()) stream.second = span.type;
            by_hand += last.count(stream) != 0 && touch.line < last[stream];
            last[stream] = touch.line;
        }
        CHECK(std::count(steps.begin(), steps.end(), true) == by_hand);
        return by_hand;
    };
    CHECK(back(StorageKind::ArchetypeBlock) == 0);
    CHECK(back(StorageKind::Chunks) == 0);
    CHECK(back(StorageKind::SparseVector) == 0);
    CHECK(back(StorageKind::PackedVector) > 20);
    CHECK(back(StorageKind::HashIndex) > 20);
}

}  // namespace query_lines_test
