#include "ecs/lab/scenario/compare.hpp"

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
        row.query_step = static_cast<std::size_t>(query - run.results().data()) + 1;
        // A repeated query touches the same lines each time; the board shows one of them.
        if (run.trace() != nullptr) row.lines = query->work.lines / std::max<std::uint64_t>(query->operations, 1);
        row.ideal_lines = ideal_lines(query->useful_bytes_once());
    }
    const auto add = [&](BoardRow::Sums& sums, const StepResult& result) {
        sums.refused += result.refused;
        sums.bitten += result.bitten;
        if (sums.why.empty()) {
            sums.rule = result.rule;
            sums.why = result.why;
        }
        if (run.trace() == nullptr) return;
        sums.bytes_moved = sums.bytes_moved.value_or(0) + result.work.bytes_moved;
        sums.allocations = sums.allocations.value_or(0) + result.work.allocations;
    };
    if (run.trace() != nullptr) row.all.bytes_moved = row.all.allocations = 0;
    for (const StepResult& result : run.results()) add(row.all, result);
    if (run.done() > 0) add(row.step, run.results().back());
    return row;
}

Tracing tracing_for(const Scenario& scenario) {
    return scenario.planned_work() <= max_traced_work ? Tracing::Counts : Tracing::None;
}

std::vector<BoardRow> compare(const Scenario& scenario, Mode mode, const StorageOptions& options, std::size_t steps,
                              Progress* progress) {
    std::vector<BoardRow> board;
    const std::uint64_t work = scenario.planned_work(steps);
    for (const StorageKind kind : storage_kinds) {
        ScenarioRun run(scenario, kind, mode, options, tracing_for(scenario));
        if (progress != nullptr) {
            run.stop_when(progress->stop_token());
            run.report_to(*progress, board.size() * work);
        }
        run.run_to(steps);
        if (progress != nullptr && progress->cancelled()) return {};
        board.push_back(board_row(run));
    }
    return board;
}

}  // namespace ecs::lab
