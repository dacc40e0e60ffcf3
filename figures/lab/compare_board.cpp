#include <algorithm>

#include "figures/lab/lab_page.hpp"

namespace figures::lab {

using namespace ecs::lab;

namespace {

std::string line_text(const BoardRow& row) {
    if (!row.lines || row.ideal_lines == 0) return "–";
    return format_count(*row.lines) + " (" + format_decimal(as_double(*row.lines) / as_double(row.ideal_lines), 2) +
           "×)";
}

std::string per_entity(const BoardRow& row) {
    if (row.entities == 0) return "–";
    return format_decimal(as_double(row.account.allocated) / as_double(row.entities), 1);
}

}  // namespace

Drawing draw_compare(const Scenario& scenario, std::size_t steps, const std::vector<BoardRow>& rows) {
    std::uint64_t largest = 1, entities = 0;
    std::string_view best, worst;
    const auto by_bytes = [](const BoardRow& a, const BoardRow& b) {
        return a.account.allocated < b.account.allocated;
    };
    for (const BoardRow& row : rows) {
        largest = std::max(largest, row.account.allocated);
        entities = std::max(entities, row.entities);
    }
    if (!rows.empty()) {
        best = title_of(std::min_element(rows.begin(), rows.end(), by_bytes)->kind);
        worst = title_of(std::max_element(rows.begin(), rows.end(), by_bytes)->kind);
    }
    Page page(scenario.title + ": the same work on six storages",
              format_count(entities, "entity", "entities") + " alive. Least memory: " + std::string(best) +
                  ". Most: " + std::string(worst) + ".",
              source_of(scenario), moment_of(steps, scenario));
    std::vector<LegendEntry> legend;
    for (const RoleGroup group : role_groups) legend.push_back({fill_of(group), std::string(name_of(group))});
    legend.push_back({{}, "lines: cache lines that the last query touched, and how many times the ideal that is"});
    legend.push_back({{}, "moved: bytes that this step copied"});
    page.add_legend(legend);
    const Area room = page.room();
    // Name, bar, then the columns of numbers.
    const double name_width = 250;
    const std::array<double, 4> edges{room.right() - 390, room.right() - 290, room.right() - 120, room.right()};
    const std::array<std::string_view, 4> heads{"allocated", "B/entity", "lines", "moved"};
    page.begin_group("heads");
    for (std::size_t i = 0; i < heads.size(); ++i)
        page.add_text(edges[i], room.y + 14, std::string(heads[i]), 14, {Tone::Quiet}, Anchor::Right);
    const double bar_x = room.x + name_width, bar_width = edges[0] - 90 - bar_x;
    const double step = (room.height - 24) / static_cast<double>(std::max<std::size_t>(rows.size(), 1));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const BoardRow& row = rows[i];
        const double y = room.y + 24 + static_cast<double>(i) * step, middle = y + step / 2;
        page.begin_group("storage-" + std::string(ecs::lab::name_of(row.kind)));
        page.add_text(room.x, middle - 2, std::string(title_of(row.kind)), 17, {Tone::Text}, Anchor::Left, Face::Bold);
        page.add_text(room.x, middle + 16, fitted(origin_of(row.kind), name_width - 12, 13), 13, {Tone::Quiet});
        double x = bar_x;
        const double height = std::min(step - 22, 44.0);
        for (const RoleGroup group : role_groups) {
            const std::uint64_t bytes = row.account[group];
            if (bytes == 0) continue;
            const double width = bar_width * as_double(bytes) / as_double(largest);
            page.add(Box{.x = x,
                         .y = middle - height / 2,
                         .width = width,
                         .height = height,
                         .fill = fill_of(group),
                         .edge = {Tone::Text},
                         .edge_width = 0.5,
                         .note = std::string(name_of(group)) + ": " + format_bytes_exact(bytes),
                         .bytes = BoxBytes{.count = bytes, .role = name_of(group)}});
            x += width;
        }
        const std::array<std::string, 4> texts{
            format_bytes(row.account.allocated), per_entity(row), line_text(row),
            row.step.bytes_moved ? format_bytes(*row.step.bytes_moved) : std::string("–")};
        for (std::size_t k = 0; k < texts.size(); ++k)
            page.add_text(edges[k], middle + 5, texts[k], 15, {Tone::Text}, Anchor::Right);
        if (row.all.refused + row.all.bitten > 0)
            page.add_text(bar_x, middle + height / 2 + 14,
                          fitted(std::string(row.all.rule) + ": " + std::string(row.all.why), bar_width, 12), 12,
                          {Tone::Warn});
    }
    return page.take();
}

std::string compare_csv(const std::vector<BoardRow>& rows) {
    CsvWriter csv(
        "storage,mode,entities,allocated,payload,index,holes,spare,padding,blocks,lines,ideal_lines,bytes_moved,"
        "allocations,refused,bitten,step_bytes_moved,step_refused,step_bitten");
    const auto text = [](const std::optional<std::uint64_t>& number) {
        return number ? std::to_string(*number) : std::string();
    };
    for (const BoardRow& row : rows)
        csv.line(ecs::lab::name_of(row.kind), ecs::lab::name_of(row.mode), row.entities, row.account.allocated,
                 row.account.payload, row.account.index, row.account.holes, row.account.spare, row.account.padding,
                 row.account.blocks, text(row.lines), row.ideal_lines, text(row.all.bytes_moved),
                 text(row.all.allocations), row.all.refused, row.all.bitten, text(row.step.bytes_moved),
                 row.step.refused, row.step.bitten);
    return csv.take();
}

LabFigure lab_compare_figure() {
    return {
        .name = "compare", .of_one_storage = false, .make = [](const LabSubject& subject) -> ecs::Result<LabPicture> {
            const std::vector<BoardRow> rows =
                compare(subject.scenario, subject.mode, subject.options, subject.step, subject.progress);
            return LabPicture{draw_compare(subject.scenario, subject.step, rows), compare_csv(rows)};
        }};
}

}  // namespace figures::lab
