// The compare board: the same scenario on all six storages, and its cost on each. All numbers are exact: sums of the
// ledger and counts of the trace. Time is not measured.
#pragma once

#include <optional>
#include <vector>

#include "ecs/base/progress.hpp"
#include "ecs/lab/scenario/scenario_run.hpp"

namespace ecs::lab {

struct BoardRow {
    StorageKind kind = StorageKind::Chunks;
    Mode mode = Mode::Repaired;
    Account account;                     // after the last step
    std::uint64_t entities = 0;          // alive after the last step
    std::optional<std::uint64_t> lines;  // cache lines touched by the last query; none: no query, or not traced
    std::uint64_t ideal_lines = 0;       // that the query's useful bytes would fill
    std::size_t query_step = 0;          // step of that query, from 1; 0: none

    /// Sums over operations.
    struct Sums {
        std::optional<std::uint64_t> bytes_moved, allocations;  // none: not traced, or no step
        std::uint64_t refused = 0, bitten = 0;                  // operations
        std::string_view rule, why;                             // of the first refused or bitten operation
    };
    Sums step, all;  // step: the last step alone; all: all steps together
};

/// Number of lines that a query of `useful_bytes` touches if these bytes are contiguous.
std::uint64_t ideal_lines(std::uint64_t useful_bytes);

/// Scenarios with more planned_work() run untraced, because counting would take minutes. Their ledger is still exact,
/// but lines, moves and allocations are unknown.
inline constexpr std::uint64_t max_traced_work = 1'500'000;
/// Returns Counts or None.
Tracing tracing_for(const Scenario& scenario);

BoardRow board_row(const ScenarioRun& run);

/// One row per kind, after `steps` steps of the scenario.
std::vector<BoardRow> compare(const Scenario& scenario, Mode mode, const StorageOptions& options, std::size_t steps,
                              Progress* progress = nullptr);

}  // namespace ecs::lab
