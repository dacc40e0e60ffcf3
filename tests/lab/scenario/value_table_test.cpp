#include "ecs/lab/scenario/value_table.hpp"

#include <algorithm>
#include <cstring>

#include "catch.hpp"
#include "lab/support/invariants.hpp"
#include "lab/support/lab_scenarios.hpp"

namespace value_table_test {

using namespace ecs::lab;

TEST_CASE("ValueTable: each cell is the span in which the entity's value lies, in every storage",
          "[lab][value_table]") {
    const Scenario scenario = lab_test::pattern(60);
    for (const StorageKind kind : storage_kinds) {
        CAPTURE(name_of(kind));
        ScenarioRun run(scenario, kind, Mode::Repaired, {}, Tracing::Counts);
        run.run_to(scenario.steps.size());
        const std::vector<Span> spans = spans_of(run.storage());
        const ValueTable table = value_table_of(run, spans);
        REQUIRE(table.rows.size() == 60);
        std::uint64_t values = 0;
        for (std::uint64_t entity = 0; entity < table.rows.size(); ++entity) {
            REQUIRE(table.row_of(entity));
            const std::size_t row = *table.row_of(entity);
            CHECK(table.rows[row].entity == entity);
            CHECK(table.rows[row].lives);
            CHECK_FALSE(table.rows[row].stale);
            const Handle handle = *run.handle_of(entity);
            for (std::size_t column = 0; column < table.columns.size(); ++column) {
                const TypeIndex type = table.columns[column].type;
                const std::uint32_t cell = table.cell(row, column);
                REQUIRE((cell != ValueTable::no_span) == run.storage().has(handle, type));
                if (cell == ValueTable::no_span) continue;
                ++values;
                // The bytes there are those that a get finds.
                std::vector<std::byte> got(scenario.types[type]->size);
                REQUIRE(run.storage().get(handle, type, got.data()));
                CHECK(std::memcmp(got.data(), run.arena().at(spans[cell].at), got.size()) == 0);
            }
        }
        std::uint64_t sum = 0;
        for (const ValueTable::Column& column : table.columns) {
            sum += column.values;
            CHECK(column.strays == 0);
        }
        CHECK(sum == values);
    }
}

TEST_CASE("ValueTable: who was destroyed has a row without values, and what is left of him is a hole",
          "[lab][value_table]") {
    const Scenario scenario = lab_test::removal();
    for (const StorageKind kind : storage_kinds) {
        CAPTURE(name_of(kind));
        ScenarioRun run(scenario, kind, Mode::Repaired, {}, Tracing::Counts);
        run.run_to(6);
        const ValueTable table = value_table_of(run, spans_of(run.storage()));
        REQUIRE(table.rows.size() == 5);
        const std::size_t destroyed = *table.row_of(1);
        CHECK_FALSE(table.rows[destroyed].lives);
        const auto health = table.column_of(static_cast<std::int32_t>(lab_test::health));
        REQUIRE(health);
        CHECK(table.cell(destroyed, *health) == ValueTable::no_span);
        CHECK(table.columns[*health].values == 4);
        const bool keeps_slot = kind == StorageKind::HashIndex || kind == StorageKind::SparseVector;
        if (keeps_slot) CHECK(table.columns[*health].holes == 1);
        if (kind == StorageKind::ArchetypeBlock || kind == StorageKind::Chunks || kind == StorageKind::PackedVector)
            CHECK(table.columns[*health].holes == 0);
    }
}

TEST_CASE("ValueTable: a caller whose handle went stale is marked, and the value is found all the same",
          "[lab][value_table]") {
    const Scenario scenario = lab_test::removal();
    ScenarioRun run(scenario, StorageKind::ArchetypeBlock, Mode::Faithful, {}, Tracing::Counts);
    run.run_to(6);
    const ValueTable table = value_table_of(run, spans_of(run.storage()));
    const auto health = *table.column_of(static_cast<std::int32_t>(lab_test::health));
    const std::size_t last = *table.row_of(4);
    CHECK(table.rows[last].stale);  // the last row moved into the hole
    CHECK(table.cell(last, health) != ValueTable::no_span);
    CHECK_FALSE(table.rows[*table.row_of(0)].stale);
}

TEST_CASE("ValueTable: from top to bottom it is memory from front to back, or the column says that it is not",
          "[lab][value_table]") {
    std::size_t in_order = 0, other_order = 0, moved = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const Scenario scenario = lab_test::random_scenario(seed, 30);
        for (const StorageKind kind : storage_kinds)
            for (const Mode mode : {Mode::Faithful, Mode::Repaired}) {
                CAPTURE(seed, name_of(kind), name_of(mode));
                ScenarioRun run(scenario, kind, mode, {}, Tracing::Counts);
                while (!run.finished()) {
                    run.step();
                    const std::vector<Span> spans = spans_of(run.storage());
                    const ValueTable table = value_table_of(run, spans);
                    for (std::size_t c = 0; c < table.columns.size(); ++c) {
                        std::vector<Address> read_down, in_memory;
                        for (std::size_t row = 0; row < table.rows.size(); ++row)
                            if (const std::uint32_t cell = table.cell(row, c); cell != ValueTable::no_span)
                                read_down.push_back(spans[cell].at);
                        in_memory = read_down;
                        std::sort(in_memory.begin(), in_memory.end());
                        REQUIRE((read_down == in_memory) == table.columns[c].in_order);
                        ++(table.columns[c].in_order ? in_order : other_order);
                    }
                    for (std::size_t row = 1; row < table.rows.size(); ++row)
                        moved += table.rows[row].entity < table.rows[row - 1].entity;
                }
            }
    }
    CHECK(in_order > 1'000);
    CHECK(other_order > 0);
    CHECK(moved > 100);
}

TEST_CASE("ValueTable: after a swap-remove of b, a block has a, d, c, and so has the table", "[lab][value_table]") {
    Scenario scenario = lab_test::removal();  // five, of which the second goes
    for (const StorageKind kind : {StorageKind::ArchetypeBlock, StorageKind::Chunks, StorageKind::PackedVector}) {
        ScenarioRun run(scenario, kind, Mode::Repaired, {}, Tracing::Counts);
        run.run_to(6);
        const ValueTable table = value_table_of(run, spans_of(run.storage()));
        std::vector<std::uint64_t> order;
        for (const ValueTable::Row& row : table.rows) order.push_back(row.entity);
        CHECK(order == std::vector<std::uint64_t>{0, 4, 2, 3, 1});
        CHECK(table.in_order());
    }
}

TEST_CASE("ValueTable: before anything was created it is empty", "[lab][value_table]") {
    const Scenario scenario = lab_test::pattern(5);
    ScenarioRun run(scenario, StorageKind::Chunks, Mode::Repaired, {}, Tracing::Counts);
    const ValueTable table = value_table_of(run, spans_of(run.storage()));
    CHECK(table.rows.empty());
    CHECK_FALSE(table.row_of(0));
}

}  // namespace value_table_test
