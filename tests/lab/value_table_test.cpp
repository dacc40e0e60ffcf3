#include "ecs/lab/value_table.hpp"

#include <cstring>

#include "catch.hpp"
#include "lab_scenarios.hpp"

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
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            CHECK(table.rows[row].entity == row);
            CHECK(table.rows[row].lives);
            CHECK_FALSE(table.rows[row].stale);
            const Handle handle = *run.handle_of(row);
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
        CHECK_FALSE(table.rows[1].lives);
        const auto health = table.column_of(static_cast<std::int32_t>(lab_test::health));
        REQUIRE(health);
        CHECK(table.cell(1, *health) == ValueTable::no_span);
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
    CHECK(table.rows[4].stale);  // the last row moved into the hole
    CHECK(table.cell(4, health) != ValueTable::no_span);
    CHECK_FALSE(table.rows[0].stale);
}

TEST_CASE("ValueTable: before anything was created it is empty", "[lab][value_table]") {
    const Scenario scenario = lab_test::pattern(5);
    ScenarioRun run(scenario, StorageKind::Chunks, Mode::Repaired, {}, Tracing::Counts);
    const ValueTable table = value_table_of(run, spans_of(run.storage()));
    CHECK(table.rows.empty());
    CHECK_FALSE(table.row_of(0));
}
