// The values of a storage as a table, whatever way it keeps them: a row is an entity that the scenario created, a
// column a component that has bytes. It is the ledger read the other way round: which span holds whose value. So a
// value that the storage does not hold is not there, and one that belongs to nobody is counted as such.
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
        bool stale = false;        // it lives, but the handle that the caller holds does not mean it any more
    };
    struct Column {
        TypeIndex type = 0;
        std::uint64_t values = 0;  // in cells of this column
        std::uint64_t strays = 0;  // values of nobody in the table, and second ones of somebody
        std::uint64_t holes = 0;   // of the size of a value: what no entity has (any more)
        bool in_order = true;      // its values lie in memory in the order of the rows
    };

    /// In the order in which their first values lie in memory; those without any last. Where entities lie by their
    /// numbers in every column, that is the order of the numbers.
    std::vector<Row> rows;
    std::vector<Column> columns;
    std::vector<std::uint32_t> cells;  // position of the span, row by row; no_span: it is not there

    std::uint32_t cell(std::size_t row, std::size_t column) const { return cells[row * columns.size() + column]; }
    std::optional<std::size_t> row_of(std::uint64_t entity) const;
    std::optional<std::size_t> column_of(std::int32_t type) const;
    /// Whether every column is in the order of the rows: the table from top to bottom is memory from front to back.
    bool in_order() const;

    std::unordered_map<std::uint64_t, std::size_t> rows_by_entity;
};

/// `spans` are those of the run's storage (spans_of); cells are positions among them.
ValueTable value_table_of(const ScenarioRun& run, std::span<const Span> spans);

}  // namespace ecs::lab
