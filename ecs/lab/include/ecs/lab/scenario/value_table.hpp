// The values of a storage as a table, however the storage keeps them: one row per entity that the scenario created,
// one column per component with bytes. It inverts the ledger: it says which span holds the value of an entity. A
// value that the storage does not hold is missing, and a value without an entity is counted as a stray.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "ecs/lab/scenario/scenario_run.hpp"

namespace ecs::lab {

struct ValueTable {
    static constexpr std::uint32_t no_span = 0xFFFF'FFFF;

    struct Row {
        std::uint64_t entity = 0;  // number in the scenario
        bool lives = false;        // not destroyed
        bool stale = false;        // it lives, but the caller's handle no longer refers to it
    };
    struct Column {
        TypeIndex type = 0;
        std::uint64_t values = 0;  // in cells of this column
        std::uint64_t strays = 0;  // values without an entity in the table, and second values of one entity
        std::uint64_t holes = 0;   // holes as large as a value, which no entity owns (any more)
        bool in_order = true;      // its values lie in memory in the order of the rows
    };

    /// In the order of their first values in memory; rows without values are last. If every column has its entities
    /// by number, this is the order of numbers.
    std::vector<Row> rows;
    std::vector<Column> columns;
    std::vector<std::uint32_t> cells;  // position of the span, row by row; no_span: missing

    std::uint32_t cell(std::size_t row, std::size_t column) const { return cells[row * columns.size() + column]; }
    std::optional<std::size_t> row_of(std::uint64_t entity) const;
    std::optional<std::size_t> column_of(std::int32_t type) const;
    /// Whether every column is in the order of the rows: the table from top to bottom is memory from front to back.
    bool in_order() const;

    std::unordered_map<std::uint64_t, std::size_t> rows_by_entity;
};

/// `spans` are those of the run's storage (spans_of). Cells are positions in it.
ValueTable value_table_of(const ScenarioRun& run, std::span<const Span> spans);

}  // namespace ecs::lab
