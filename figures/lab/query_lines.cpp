#include <algorithm>

#include "ecs/lab/scenario/query_lines.hpp"
#include "figures/lab/lab_page.hpp"

namespace figures::lab {

using namespace ecs::lab;

Drawing draw_lines(const ScenarioRun& run) {
    const std::vector<LineUse> lines = lines_of_last_query(run);
    const StepResult* query = run.last_query();
    const std::uint64_t useful = query != nullptr ? query->useful_bytes_once() : 0;
    std::string sentence = "No query was run yet.";
    if (query != nullptr) {
        const double ratio = useful == 0 ? 0.0 : as_double(lines.size()) / as_double(ideal_lines(useful));
        sentence = format_count(lines.size(), "cache line") + " touched for " + format_bytes_exact(useful) +
                   " of values; one after another they would fill " + format_count(ideal_lines(useful)) + " (" +
                   format_decimal(ratio, 2) + "×)";
    }
    Page page(storage_text(run) + ": lines of the last query", sentence, source_of(run.scenario()),
              moment_of(run.done(), run.scenario()));
    page.add_legend({{{{Tone::Bar}}, "read"},
                     {{{Tone::Warn}, Pattern::Hatch, {Tone::Text}}, "written"},
                     {{{Tone::Paper}, Pattern::Dots, {Tone::Quiet}}, "fetched, but not used"},
                     {{}, "bars: bytes of the fetched lines"}});
    const Area room = page.room();
    const std::vector<BlockLines> blocks = sum_by_block(lines);
    std::uint64_t most = 1;
    for (const BlockLines& block : blocks) most = std::max(most, block.bytes());
    const double label = 250, table = 400,
                 step =
                     std::min((room.height - 30) / static_cast<double>(std::max<std::size_t>(blocks.size(), 1)), 60.0);
    const double bar = room.width - label - table;
    page.begin_group("heads");
    page.add_text(room.right() - table + 20, room.y + 12, "lines by how many of their bytes are used", 13,
                  {Tone::Quiet});
    for (std::size_t k = 0; k < line_use_classes.size() && !blocks.empty(); ++k)
        page.add_text(room.right() - table + 76 * static_cast<double>(k + 1), room.y + 30,
                      std::string(line_use_classes[k]), 12, {Tone::Quiet}, Anchor::Right);
    std::size_t i = 0;
    for (const BlockLines& block : blocks) {
        const double y = room.y + 36 + static_cast<double>(i++) * step, height = std::min(step - 10, 34.0);
        page.begin_group("block-" + std::to_string(i));
        page.add_text(room.x, y + height / 2 - 1, fitted(block.block, label - 12, 14), 14);
        page.add_text(room.x, y + height / 2 + 15, format_count(block.lines, "line"), 12, {Tone::Quiet});
        double x = room.x + label;
        const auto add = [&](std::uint64_t bytes, const Fill& fill, std::string_view role) {
            const double width = bar * as_double(bytes) / as_double(most);
            if (bytes > 0)
                page.add(Box{.x = x,
                             .y = y,
                             .width = width,
                             .height = height,
                             .fill = fill,
                             .edge = {Tone::Text},
                             .edge_width = 0.5,
                             .note = std::string(role) + ": " + format_bytes_exact(bytes),
                             .bytes = BoxBytes{.count = bytes, .role = role}});
            x += width;
        };
        add(block.read, {{Tone::Bar}}, "read");
        add(block.written, {{Tone::Warn}, Pattern::Hatch, {Tone::Text}}, "written");
        add(block.unused(), {{Tone::Paper}, Pattern::Dots, {Tone::Quiet}}, "not used");
        for (std::size_t k = 0; k < line_use_classes.size(); ++k)
            page.add_text(room.right() - table + 76 * static_cast<double>(k + 1), y + height / 2 + 5,
                          format_count(block.by_use[k]), 14, {Tone::Text}, Anchor::Right);
    }
    return page.take();
}

std::string lines_csv(const ScenarioRun& run) {
    CsvWriter csv("line,block,order,bytes_read,bytes_written,bytes_not_used");
    for (const LineUse& line : lines_of_last_query(run))
        csv.line(hex_text(line.line), line.block, line.order, line.read, line.written,
                 line_bytes - line.read - line.written);
    return csv.take();
}

LabFigure lab_lines_figure() {
    return {
        .name = "lines", .tracing = Tracing::Counts, .make = [](const LabSubject& subject) -> ecs::Result<LabPicture> {
            return LabPicture{draw_lines(*subject.run), lines_csv(*subject.run)};
        }};
}

}  // namespace figures::lab
