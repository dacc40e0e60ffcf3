// The cache lines that the last query of a run touched, and what each was good for: the lens of the lab, for figures,
// panels and the command line alike. Exact: from the trace of the storage that really ran the query.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "ecs/lab/scenario/scenario_run.hpp"

namespace ecs::lab {

struct LineUse {
    Address line = 0;
    std::uint32_t order = 0;         // 0: touched first
    unsigned read = 0, written = 0;  // bytes; those both read and written count as written only
    std::string_view block;          // what it belongs to
};

/// By address; of the last repetition. Empty when there was no query or no trace.
std::vector<LineUse> lines_of_last_query(const ScenarioRun& run);

/// Which of a query's lines (Trace::Operation::touched) were steps back: each stream, a column, a table or what else is
/// read from front to back side by side with others, is told apart by what the ledger says of a line's first touched
/// byte, and a line is a step back when it lies before the line that its own stream touched last.
std::vector<bool> steps_back(const ScenarioRun& run, const Trace::Operation& query);

/// Lines by how many of their bytes are used.
inline constexpr std::array<std::string_view, 5> line_use_classes{"1 to 15", "16 to 31", "32 to 47", "48 to 63",
                                                                  "all 64"};

/// Sums over the lines that belong to memory of the same name.
struct BlockLines {
    std::string_view block;
    std::array<std::uint64_t, line_use_classes.size()> by_use{};
    std::uint64_t lines = 0, read = 0, written = 0;  // read, written: bytes

    std::uint64_t bytes() const { return lines * line_bytes; }
    std::uint64_t unused() const { return bytes() - read - written; }
};

/// By name.
std::vector<BlockLines> sum_by_block(const std::vector<LineUse>& lines);

}  // namespace ecs::lab
