#include "panels/lessons/line_rows.hpp"

#include <algorithm>
#include <unordered_map>

namespace panels {

using namespace ecs::lab;

namespace {

/// Lines one behind the other that look alike.
struct AlikeLines {
    Address first = 0;
    std::size_t count = 0;
    bool touched = false;
    std::string_view what;
};

using Touches = std::unordered_map<Address, const LineTouch*>;

Touches touches_of(const ScenarioRun& run) {
    Touches touches;
    if (const Trace::Operation* query = run.last_query_operation())
        for (const LineTouch& touch : query->touched) touches.emplace(touch.line, &touch);
    return touches;
}

/// The type whose values alone the line holds; else the name of its block.
std::string_view content_of(const ScenarioRun& run, const Block& block, const std::vector<Span>& spans, Address line) {
    auto span =
        std::upper_bound(spans.begin(), spans.end(), line, [](Address at, const Span& s) { return at < s.end(); });
    std::int32_t type = -1;
    for (; span != spans.end() && span->at < line + line_bytes; ++span) {
        if (span->role != Role::Payload) continue;
        if (type >= 0 && type != span->type) return block.what;
        type = span->type;
    }
    return type < 0 ? block.what : std::string_view(run.scenario().types[static_cast<std::size_t>(type)]->name);
}

std::vector<AlikeLines> alike_lines(const ScenarioRun& run, const std::vector<Block>& blocks,
                                    const std::vector<Span>& spans, const Touches& touches) {
    std::vector<AlikeLines> all;
    for (const Block& block : blocks)
        for (Address line = block.begin; line < block.end(); line += line_bytes) {
            const bool touched = touches.count(line) != 0;
            const std::string_view what = content_of(run, block, spans, line);
            AlikeLines* last = all.empty() ? nullptr : &all.back();
            if (last != nullptr && last->touched == touched && last->what == what &&
                last->first + last->count * line_bytes == line)
                ++last->count;
            else
                all.push_back({line, 1, touched, what});
        }
    return all;
}

constexpr std::size_t untouched_shown = 2;

/// How many rows they take when runs are shortened to so many lines and a gap.
std::size_t rows_of(const AlikeLines& lines, std::size_t touched_shown) {
    const std::size_t shown = lines.touched ? touched_shown : untouched_shown;
    return lines.count <= shown + 1 ? lines.count : shown + 1;
}

}  // namespace

std::vector<LineRow> line_rows(const ScenarioRun& run, const std::vector<Block>& blocks, const std::vector<Span>& spans,
                               std::size_t rows) {
    const Touches touches = touches_of(run);
    const std::vector<AlikeLines> all = alike_lines(run, blocks, spans, touches);
    rows = std::max(rows, line_rows_min);

    // The most lines of a touched run with which everything fits; where nothing does, the picture ends early.
    std::size_t shown = rows;
    constexpr std::size_t least_shown = 3;
    const auto needed = [&](std::size_t touched_shown) {
        std::size_t sum = 0;
        for (const AlikeLines& lines : all) sum += rows_of(lines, touched_shown);
        return sum;
    };
    while (shown > least_shown && needed(shown) > rows) --shown;

    std::vector<LineRow> result;
    LineRow rest;
    const auto leave_out = [](LineRow& gap, const AlikeLines& lines, std::size_t count) {
        gap.left_out += count;
        if (lines.touched) gap.left_out_touched += count;
    };
    const bool ends_early = needed(shown) > rows;
    for (const AlikeLines& lines : all) {
        const std::size_t in_rows = rows_of(lines, shown);
        const std::size_t whole = in_rows == lines.count ? lines.count : in_rows - 1;
        for (std::size_t i = 0; i < whole; ++i) {
            if (ends_early && result.size() + 1 >= rows) {
                leave_out(rest, lines, lines.count - i);
                break;
            }
            const Address line = lines.first + i * line_bytes;
            const auto touch = touches.find(line);
            LineRow row;
            row.line = line;
            row.touch = touch != touches.end() ? touch->second : nullptr;
            result.push_back(row);
        }
        if (rest.left_out > 0 || whole == lines.count) continue;
        if (ends_early && result.size() + 1 >= rows) {
            leave_out(rest, lines, lines.count - whole);
            continue;
        }
        LineRow gap;
        leave_out(gap, lines, lines.count - whole);
        gap.what = lines.what;
        result.push_back(gap);
    }
    if (rest.left_out > 0) result.push_back(rest);
    return result;
}

}  // namespace panels
