#include "ecs/lab/scenario/query_lines.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>

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

std::vector<bool> steps_back(const ScenarioRun& run, const Trace::Operation& query) {
    const std::vector<Span> spans = spans_of(run.storage());
    std::map<std::tuple<std::string_view, Role, std::int32_t>, Address> last;  // by stream
    std::vector<bool> back;
    for (const LineTouch& touch : query.touched) {
        const Address first = touch.line + static_cast<Address>(std::countr_zero(touch.read | touch.written));
        const Block* block = run.arena().block_of(first);
        auto span = std::upper_bound(spans.begin(), spans.end(), first,
                                     [](Address at, const Span& each) { return at < each.at; });
        if (span != spans.begin()) --span;
        const bool known = span != spans.end() && span->at <= first && first < span->end();
        const auto stream = std::make_tuple(block != nullptr ? block->what : std::string_view(),
                                            known ? span->role : Role::Spare, known ? span->type : -1);
        const auto [found, is_new] = last.try_emplace(stream, touch.line);
        back.push_back(!is_new && touch.line < found->second);
        found->second = touch.line;
    }
    return back;
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
