// Which cache lines of a storage a picture of so many rows shows: all memory in the order of addresses, with runs of
// lines that look alike shortened, so that lines that a query touched and lines that it left stand in one picture:
//
//     0x01000  line      not touched
//     0x01040  line      not touched
//              gap       373 more lines of Body, not touched
//     0x06F40  line      touched
//     …
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "ecs/lab/memory/arena.hpp"
#include "ecs/lab/scenario/scenario_run.hpp"
#include "ecs/lab/storages/ledger.hpp"

namespace panels {

struct LineRow {
    ecs::lab::Address line = 0;                  // of a line: its first byte
    const ecs::lab::LineTouch* touch = nullptr;  // of a line: what the query did to it; null: nothing
    // Of a gap: how many lines are left out there, and how many of them were touched.
    std::size_t left_out = 0, left_out_touched = 0;
    std::string_view what =
        {};  // of a gap: the type whose values they hold, or the name of their block; empty: several

    bool is_gap() const { return left_out > 0; }
};

/// At least this many rows are used, however little room there is.
inline constexpr std::size_t line_rows_min = 6;

/// The lines of the run's last query and around them. `blocks` and `spans` are by address, as LabMoment has them.
/// At most `rows` rows; valid as long as the run is and does not go on.
std::vector<LineRow> line_rows(const ecs::lab::ScenarioRun& run, const std::vector<ecs::lab::Block>& blocks,
                               const std::vector<ecs::lab::Span>& spans, std::size_t rows);

}  // namespace panels
