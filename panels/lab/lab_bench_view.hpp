// Draws a result of the bench: the plot and the table. Private to this library.
#pragma once

#include <vector>

#include "ecs/lab/bench/bench.hpp"
#include "panels/base/panel.hpp"

namespace panels {

struct BenchMark {
    const ecs::lab::BenchRow* row = nullptr;
    ImVec2 at;
};
/// Draws the plot into the room, and returns where each row's mark stands.
std::vector<BenchMark> draw_bench_plot(const Style& style, const ecs::lab::BenchResult& result, ImVec2 low,
                                       ImVec2 high);
/// The mark of a subject, as in the plot.
void draw_bench_mark(const Style& style, ImDrawList& list, std::string_view subject, ImVec2 middle, float radius);
/// One row for each subject, one column for each number of entities. The time of a winner is marked.
void show_bench_table(const Style& style, const ecs::lab::BenchResult& result, float height);
/// What a row says in full, for a tooltip.
std::string bench_row_text(const ecs::lab::BenchResult& result, const ecs::lab::BenchRow& row);

}  // namespace panels
