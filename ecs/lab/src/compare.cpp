#include "ecs/lab/compare.hpp"

#include <algorithm>

namespace ecs::lab {

std::uint64_t ideal_lines(std::uint64_t useful_bytes) { return (useful_bytes + line_bytes - 1) / line_bytes; }

BoardRow board_row(const ScenarioRun& run) {
    BoardRow row;
    row.kind = run.storage().kind();
    row.mode = run.storage().mode();
    row.account = account_of(run.storage(), run.arena());
    row.entities = run.storage().size();
    if (const StepResult* query = run.last_query()) {
        // A repeated query touches the same lines each time; the board shows one of them.
        if (run.trace() != nullptr) row.lines = query->work.lines / std::max<std::uint64_t>(query->operations, 1);
        row.ideal_lines = ideal_lines(query->useful_bytes_once());
    }
    Work work;
    for (const StepResult& result : run.results()) {
        work += result.work;
        row.refused += result.refused;
        row.bitten += result.bitten;
        if (row.why.empty()) {
            row.rule = result.rule;
            row.why = result.why;
        }
    }
    if (run.trace() != nullptr) {
        row.bytes_moved = work.bytes_moved;
        row.allocations = work.allocations;
    }
    return row;
}

Tracing tracing_for(const Scenario& scenario) {
    return scenario.planned_work() <= most_traced_work ? Tracing::Counts : Tracing::None;
}

std::vector<BoardRow> compare(const Scenario& scenario, Mode mode, const StorageOptions& options, std::size_t steps) {
    std::vector<BoardRow> board;
    for (const StorageKind kind : storage_kinds) {
        ScenarioRun run(scenario, kind, mode, options, tracing_for(scenario));
        run.run_to(steps);
        board.push_back(board_row(run));
    }
    return board;
}

}  // namespace ecs::lab
