#include "ecs/lab/query_lines.hpp"

#include <algorithm>
#include <bit>
#include <map>

namespace ecs::lab {

std::vector<LineUse> lines_of_last_query(const ScenarioRun& run) {
    std::vector<LineUse> lines;
    const Trace::Operation* query = run.last_query_operation();
    if (query == nullptr) return lines;
    lines.reserve(query->touched.size());
    for (const LineTouch& touch : query->touched) {
        const Block* block = run.arena().block_of(touch.line);
        lines.push_back({touch.line, touch.order, static_cast<unsigned>(std::popcount(touch.read & ~touch.written)),
                         static_cast<unsigned>(std::popcount(touch.written)),
                         block != nullptr ? block->what : std::string_view("released since")});
    }
    std::sort(lines.begin(), lines.end(), [](const LineUse& a, const LineUse& b) { return a.line < b.line; });
    return lines;
}

std::vector<BlockLines> sum_by_block(const std::vector<LineUse>& lines) {
    std::map<std::string_view, BlockLines> sums;
    for (const LineUse& line : lines) {
        BlockLines& sum = sums[line.block];
        sum.block = line.block;
        ++sum.by_use[std::min<std::size_t>((line.read + line.written) / 16, line_use_classes.size() - 1)];
        ++sum.lines;
        sum.read += line.read;
        sum.written += line.written;
    }
    std::vector<BlockLines> result;
    for (const auto& [name, sum] : sums) result.push_back(sum);
    return result;
}

}  // namespace ecs::lab
