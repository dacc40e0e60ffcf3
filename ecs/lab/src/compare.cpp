#include "ecs/lab/compare.hpp"

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
        const std::uint64_t times = query->operations == 0 ? 1 : query->operations;
        if (run.trace() != nullptr) row.lines = query->work.lines / times;
        row.ideal_lines = ideal_lines(query->useful_bytes / times);
    }
    for (const StepResult& result : run.results()) {
        row.bytes_moved += result.work.bytes_moved;
        row.allocations += result.work.allocations;
        row.refused += result.refused;
        row.bitten += result.bitten;
        if (row.why.empty()) {
            row.rule = result.rule;
            row.why = result.why;
        }
    }
    return row;
}

std::vector<BoardRow> compare(const Scenario& scenario, Mode mode, const StorageOptions& options, std::size_t steps) {
    std::vector<BoardRow> board;
    for (const StorageKind kind : storage_kinds) {
        ScenarioRun run(scenario, kind, mode, options, Tracing::Counts);
        run.run_to(steps);
        board.push_back(board_row(run));
    }
    return board;
}

}  // namespace ecs::lab
