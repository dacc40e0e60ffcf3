#include <algorithm>
#include <set>

#include "figures/lab/lab_page.hpp"

namespace figures::lab {

using namespace ecs::lab;

namespace {

constexpr std::uint64_t max_drawn_lines = 96;  // byte by byte; more are drawn as one bar a block
constexpr std::size_t max_bars = 24;

std::vector<LegendEntry> legend_of(const ScenarioRun& run, const std::set<std::pair<Role, std::int32_t>>& seen) {
    std::vector<LegendEntry> legend;
    std::set<RoleGroup> groups;
    for (const auto& [role, type] : seen) {
        const RoleGroup group = group_of(role);
        if (role == Role::Payload)
            legend.push_back(
                {fill_of(role, run.scenario(), type), run.scenario().types[static_cast<std::size_t>(type)]->name});
        else if (groups.insert(group).second)
            legend.push_back(
                {fill_of(group), group == RoleGroup::Index ? "ids and tables" : std::string(ecs::lab::name_of(group))});
    }
    return legend;
}

std::string name_of_span(const ScenarioRun& run, const Span& span) {
    std::string text(ecs::lab::name_of(span.role));
    if (span.type >= 0) text += " " + run.scenario().types[static_cast<std::size_t>(span.type)]->name;
    if (span.handle != 0 || span.role == Role::Payload)
        if (const auto entity = run.entity_of({span.handle})) text += " of " + run.scenario().entity_name(*entity);
    return text;
}

/// A span may reach over several rows of 64 bytes: one box a row.
void add_span(Page& page, const ScenarioRun& run, const Span& span, const Block& block, double x, double y, double cell,
              double row_height) {
    for (Address at = span.at; at < span.end();) {
        const std::uint64_t row = (at - block.begin) / line_bytes, column = (at - block.begin) % line_bytes;
        const std::uint64_t count = std::min(span.end() - at, line_bytes - column);
        page.add(Box{.x = x + as_double(column) * cell,
                     .y = y + as_double(row) * row_height,
                     .width = as_double(count) * cell,
                     .height = row_height - 2,
                     .fill = fill_of(span.role, run.scenario(), span.type),
                     .edge = {Tone::Line},
                     .edge_width = 0.5,
                     .note = name_of_span(run, span) + ", " + hex_text(span.at) + ", " + format_bytes_exact(span.bytes),
                     .bytes = BoxBytes{at, count, ecs::lab::name_of(span.role)}});
        const double wide = as_double(count) * cell;
        if (span.role == Role::Payload && row_height >= 16)
            if (const auto entity = run.entity_of({span.handle}))
                page.add_text(x + as_double(column) * cell + wide / 2,
                              y + as_double(row) * row_height + row_height / 2 + 4,
                              fitted(run.scenario().entity_name(*entity), wide - 4, 12, Face::Bold), 12,
                              {Tone::OnComponent, look_of_type(run.scenario(), static_cast<std::size_t>(span.type))},
                              Anchor::Middle, Face::Bold);
        at += count;
    }
}

void draw_bytes(Page& page, const ScenarioRun& run, const std::vector<Block>& blocks, const std::vector<Span>& spans) {
    const Area room = page.room();
    std::uint64_t rows = 0;
    for (const Block& block : blocks) rows += block.bytes / line_bytes;
    const double head = 18, label = 74;
    // As few columns of blocks as keep a row of bytes readable.
    std::size_t columns = 1;
    double row_height = 0;
    for (; columns <= 4; ++columns) {
        row_height =
            (room.height * static_cast<double>(columns) - head * static_cast<double>(blocks.size() + columns)) /
            as_double(std::max<std::uint64_t>(rows + columns, 1));
        if (row_height >= 12) break;
    }
    columns = std::min<std::size_t>(columns, 4);
    row_height = std::clamp(row_height, 5.0, 26.0);
    const double width = room.width / static_cast<double>(columns), cell = (width - label - 16) / as_double(line_bytes);
    double x = room.x, y = room.y;
    auto span = spans.begin();
    for (const Block& block : blocks) {
        const double height = head + as_double(block.bytes / line_bytes) * row_height + 4;
        if (y > room.y && y + height > room.bottom() + 1) {
            x += width;
            y = room.y;
        }
        page.begin_group("block-" + hex_text(block.begin));
        page.add_text(x + label, y + 13, fitted(block.what, width - label - 16, 13, Face::Bold), 13, {Tone::Text},
                      Anchor::Left, Face::Bold);
        for (std::uint64_t row = 0; row < block.bytes / line_bytes && row_height >= 9; ++row)
            page.add_text(x + label - 8, y + head + as_double(row) * row_height + row_height / 2 + 3,
                          hex_text(block.begin + row * line_bytes), 11, {Tone::Quiet}, Anchor::Right, Face::Mono);
        while (span != spans.end() && span->at < block.begin) ++span;
        for (; span != spans.end() && span->at < block.end(); ++span)
            add_span(page, run, *span, block, x + label, y + head, cell, row_height);
        y += height;
    }
}

void draw_bars(Page& page, const ScenarioRun& run, const std::vector<BlockSummary>& blocks) {
    const Area room = page.room();
    std::vector<const BlockSummary*> largest;
    for (const BlockSummary& block : blocks) largest.push_back(&block);
    std::stable_sort(largest.begin(), largest.end(),
                     [](const auto* a, const auto* b) { return a->block.bytes > b->block.bytes; });
    std::uint64_t left_out = 0;
    for (std::size_t i = max_bars; i < largest.size(); ++i) left_out += largest[i]->block.bytes;
    const std::size_t shown = std::min(largest.size(), max_bars);
    const double step = std::min(room.height / static_cast<double>(shown + (left_out > 0 ? 1 : 0)), 44.0), label = 330;
    const double width = room.width - label;
    const std::uint64_t most = largest.empty() ? 1 : largest.front()->block.bytes;
    for (std::size_t i = 0; i < shown; ++i) {
        const Block& block = largest[i]->block;
        const double y = room.y + static_cast<double>(i) * step;
        page.begin_group("block-" + hex_text(block.begin));
        page.add_text(room.x, y + step / 2 + 5, fitted(block.what, 170, 14), 14);
        page.add_text(room.x + label - 12, y + step / 2 + 5, hex_text(block.begin) + "  " + format_bytes(block.bytes),
                      12, {Tone::Quiet}, Anchor::Right, Face::Mono);
        double x = room.x + label;
        for (const BlockShare& share : largest[i]->shares) {
            const double part = width * as_double(share.bytes) / as_double(most);
            page.add(Box{.x = x,
                         .y = y + 3,
                         .width = part,
                         .height = step - 6,
                         .fill = fill_of(share.role, run.scenario(), share.type),
                         .edge = {Tone::Line},
                         .edge_width = 0.5,
                         .note = std::string(ecs::lab::name_of(share.role)) + ": " + format_bytes_exact(share.bytes),
                         .bytes = BoxBytes{.count = share.bytes, .role = ecs::lab::name_of(share.role)}});
            x += part;
        }
    }
    if (left_out > 0)
        page.add_text(room.x, room.y + static_cast<double>(shown) * step + 18,
                      "and " + format_count(largest.size() - shown, "smaller block") + ", " + format_bytes(left_out) +
                          " together; the CSV has them all",
                      14, {Tone::Quiet});
}

}  // namespace

Drawing draw_map(const ScenarioRun& run) {
    const Account account = account_of(run.storage(), run.arena());
    Page page(storage_text(run),
              format_bytes_exact(account.allocated) + " in " + format_count(account.blocks, "block") + ", " +
                  format_percent(account.utilisation()) + " of them values that an entity has",
              source_of(run.scenario()), moment_of(run.done(), run.scenario()));
    const std::vector<BlockSummary> blocks = summarize_blocks(run);
    std::set<std::pair<Role, std::int32_t>> seen;
    std::uint64_t lines = 0;
    for (const BlockSummary& block : blocks) {
        lines += block.block.bytes / line_bytes;
        for (const BlockShare& share : block.shares)
            seen.emplace(share.role, share.role == Role::Payload ? share.type : -1);
    }
    std::vector<LegendEntry> legend = legend_of(run, seen);
    legend.push_back(
        {{}, lines <= max_drawn_lines ? "one row is one cache line of 64 bytes" : "bars: bytes of a block by role"});
    page.add_legend(legend);
    if (blocks.empty()) {
        page.begin_group("empty");
        page.add_text(page.room().x, page.room().y + 20, "Nothing is allocated.", 17, {Tone::Quiet});
    } else if (lines <= max_drawn_lines) {
        std::vector<Block> heap;
        for (const BlockSummary& block : blocks) heap.push_back(block.block);
        draw_bytes(page, run, heap, spans_of(run.storage()));
    } else {
        draw_bars(page, run, blocks);
    }
    return page.take();
}

std::string map_csv(const ScenarioRun& run) {
    CsvWriter csv("block,address,bytes,role,component,slot,entity");
    for (const Span& span : spans_of(run.storage())) {
        const Block* block = run.arena().block_of(span.at);
        if (block == nullptr || block->kind != BlockKind::Heap) continue;
        std::string owner;
        if (span.role == Role::Payload)
            if (const auto entity = run.entity_of({span.handle})) owner = run.scenario().entity_name(*entity);
        csv.line(block->what, hex_text(span.at), span.bytes, ecs::lab::name_of(span.role),
                 span.type >= 0 ? std::string_view(run.scenario().types[static_cast<std::size_t>(span.type)]->name)
                                : std::string_view(),
                 span.slot >= 0 ? std::to_string(span.slot) : std::string(), owner);
    }
    return csv.take();
}

LabFigure lab_map_figure() {
    return {.name = "map", .make = [](const LabSubject& subject) -> ecs::Result<LabPicture> {
                return LabPicture{draw_map(*subject.run), map_csv(*subject.run)};
            }};
}

}  // namespace figures::lab
