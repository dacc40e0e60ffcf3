// The cache lines that the last query of a run touched, and the bytes that it used of each. Figures, panels and the
// command line share this. Exact: it comes from the trace of the storage that ran the query.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "ecs/lab/scenario/scenario_run.hpp"

namespace ecs::lab {

struct LineUse {
    Address line = 0;
    std::uint32_t order = 0;         // 0: touched first
    unsigned read = 0, written = 0;  // bytes; a byte both read and written counts as written only
    std::string_view block;          // name of the block that the line belongs to
};

/// By address, for the last repetition. Empty when there was no query or no trace.
std::vector<LineUse> lines_of_last_query(const ScenarioRun& run);

/// For each line of a query (Trace::Operation::touched): whether it was a step back. A stream is a column, a table or
/// other memory that is read from front to back side by side with others; the ledger's role of a line's first touched
/// byte identifies the stream. A line is a step back when it lies before the line that its stream touched last.
std::vector<bool> steps_back(const ScenarioRun& run, const Trace::Operation& query);

/// Classes of lines by the number of used bytes.
inline constexpr std::array<std::string_view, 5> line_use_classes{"1 to 15", "16 to 31", "32 to 47", "48 to 63",
                                                                  "all 64"};

/// Sums over the lines of all memory of the same name.
struct BlockLines {
    std::string_view block;
    std::array<std::uint64_t, line_use_classes.size()> by_use{};
    std::uint64_t lines = 0, read = 0, written = 0;  // read, written: bytes

    std::uint64_t bytes() const { return lines * line_bytes; }
    std::uint64_t unused() const { return bytes() - read - written; }
};

/// Sorted by name.
std::vector<BlockLines> sum_by_block(const std::vector<LineUse>& lines);

}  // namespace ecs::lab
