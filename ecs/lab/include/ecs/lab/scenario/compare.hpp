// The compare board: the same scenario on all six storages, and what it cost each. All numbers are exact: sums of the
// ledger and counts of the trace. Time is not among them.
#pragma once

#include <optional>
#include <vector>

#include "ecs/lab/scenario/scenario_run.hpp"

namespace ecs::lab {

struct BoardRow {
    StorageKind kind = StorageKind::Chunks;
    Mode mode = Mode::Repaired;
    Account account;                     // after the last step
    std::uint64_t entities = 0;          // alive then
    std::optional<std::uint64_t> lines;  // cache lines that the last query touched; none: no query, or not traced
    std::uint64_t ideal_lines = 0;       // that its useful bytes would fill
    std::size_t query_step = 0;          // which step that query was, from 1; 0: there was none

    /// What operations came to.
    struct Sums {
        std::optional<std::uint64_t> bytes_moved, allocations;  // none: not traced, or no step
        std::uint64_t refused = 0, bitten = 0;                  // operations
        std::string_view rule, why;                             // of the first of these
    };
    Sums step, all;  // of the last step alone, and of all steps together
};

/// Lines that a query visiting `useful_bytes` would touch, lay they one after another.
std::uint64_t ideal_lines(std::uint64_t useful_bytes);

/// Scenarios with more of planned_work() are run untraced: counting would take minutes. Their ledger is exact all the
/// same, but lines, moves and allocations are not known.
inline constexpr std::uint64_t max_traced_work = 1'500'000;
/// Counts or None.
Tracing tracing_for(const Scenario& scenario);

BoardRow board_row(const ScenarioRun& run);

/// One row a kind, after `steps` steps of the scenario.
std::vector<BoardRow> compare(const Scenario& scenario, Mode mode, const StorageOptions& options, std::size_t steps);

}  // namespace ecs::lab
