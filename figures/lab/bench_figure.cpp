#include "figures/lab/bench_figure.hpp"

#include <algorithm>

#include "figures/drawing/log_plot.hpp"
#include "figures/lab/lab_page.hpp"

namespace figures::lab {

using namespace ecs::lab;

namespace {

SeriesLook look_of(const std::string& subject) {
    const SubjectSeries series = series_of(subject);
    return look_of_series(series.number, series.variant);
}

constexpr double axis_width = 64, label_width = 330, foot = 44, label_size = 14, label_gap = 19;

struct Plot {
    Area area;
    LogAxis across, up;

    double x(double entities) const { return area.x + area.width * across.place(entities); }
    double y(double ns) const { return area.bottom() - area.height * up.place(ns); }
};

Plot plot_of(const BenchResult& result, const Area& room) {
    double least = 0, most = 0;
    for (const BenchRow& row : result.rows) {
        if (least == 0 || (row.ns.low > 0 && row.ns.low < least)) least = row.ns.low;
        most = std::max(most, row.ns.high);
    }
    if (least <= 0) least = most > 0 ? most : 1;
    return {{room.x + axis_width, room.y + 26, room.width - axis_width - label_width, room.height - 26 - foot},
            LogAxis(as_double(result.rows.front().entities), as_double(result.rows.back().entities)),
            LogAxis(least, most)};
}

void draw_axes(Page& page, const Plot& plot, const BenchResult& result) {
    const Area& area = plot.area;
    page.begin_group("axes");
    page.add_text(area.x - axis_width, area.y - 14, "ns per " + std::string(unit_of(result.kind)), label_size,
                  {Tone::Quiet});
    for (const double tick : plot.up.ticks()) {
        const double y = plot.y(tick);
        page.add_line(area.x, y, area.right(), y, {Tone::Line});
        page.add_text(area.x - 10, y + 5, tick_text(tick), label_size, {Tone::Quiet}, Anchor::Right);
    }
    for (const double tick : plot.across.ticks()) {
        const double x = plot.x(tick);
        page.add_line(x, area.y, x, area.bottom(), {Tone::Line});
        page.add_text(x, area.bottom() + 20, tick_text(tick), label_size, {Tone::Quiet}, Anchor::Middle);
    }
    page.add_text(area.right(), area.bottom() + 40, "entities", label_size, {Tone::Quiet}, Anchor::Right);
}

std::string group_id(const std::string& subject) {
    std::string id = "subject-" + subject;
    std::replace(id.begin(), id.end(), ' ', '-');
    return id;
}

/// Returns where its line ends.
double draw_series(Page& page, const Plot& plot, const BenchResult& result, const std::string& subject) {
    const SeriesLook look = look_of(subject);
    constexpr double radius = 6, cap = 5;
    double before_x = 0, before_y = 0;
    bool first = true;
    for (const BenchRow& row : result.rows) {
        if (row.subject != subject || row.ns.median <= 0) continue;
        const double x = plot.x(as_double(row.entities)), y = plot.y(row.ns.median);
        if (!first) page.add_line(before_x, before_y, x, y, look.ink, 2);
        if (row.ns.low > 0) {
            const double low = plot.y(row.ns.low), high = plot.y(row.ns.high);
            page.add_line(x, low, x, high, look.ink, 1.5);
            for (const double end : {low, high}) page.add_line(x - cap, end, x + cap, end, look.ink, 1.5);
        }
        for (const Stroke& stroke : strokes_of(look.marker))
            page.add_line(x + radius * stroke.x1, y + radius * stroke.y1, x + radius * stroke.x2,
                          y + radius * stroke.y2, look.ink, 2);
        before_x = x;
        before_y = y;
        first = false;
    }
    return before_y;
}

}  // namespace

Drawing draw_bench(const BenchResult& result, const BenchMachine& machine) {
    const std::string warning = warning_of(machine);
    const std::vector<std::string> conclusions = conclusions_of(result);
    // Of the largest number of entities: what the lines end with.
    std::string sentence = conclusions.empty() ? "Nothing was measured" : conclusions.back() + ".";
    if (!warning.empty()) sentence = warning + ".";
    Page page(std::string(title_of(result.kind)) + ": time per " + std::string(unit_of(result.kind)), sentence,
              sentence_of(machine), std::to_string(result.repetitions) + " repetitions",
              {{Evidence::Measured, "holds for this machine and build"}});
    page.add_legend({{{},
                      "A mark is the median, its bar the interval that holds the median with 95 %. Storages whose bars "
                      "overlap are not ranked."}});
    if (result.rows.empty()) return page.take();
    const Plot plot = plot_of(result, page.room());
    draw_axes(page, plot, result);
    const std::vector<std::string> subjects = result.subjects();
    std::vector<double> ends;
    for (const std::string& subject : subjects) {
        page.begin_group(group_id(subject));
        ends.push_back(draw_series(page, plot, result, subject));
    }
    const std::vector<double> places =
        kept_apart(ends, label_gap, plot.area.y + label_gap / 2, plot.area.bottom() - label_gap / 2);
    const double left = plot.area.right() + 26;
    for (std::size_t i = 0; i < subjects.size(); ++i) {
        const SeriesLook look = look_of(subjects[i]);
        const BenchRow* last = nullptr;
        for (const BenchRow& row : result.rows)
            if (row.subject == subjects[i]) last = &row;
        page.begin_group(group_id(subjects[i]));
        page.add_line(plot.x(as_double(last->entities)) + 8, ends[i], left - 6, places[i], look.ink, 1);
        for (const Stroke& stroke : strokes_of(look.marker))
            page.add_line(left + 5 + 5 * stroke.x1, places[i] + 5 * stroke.y1, left + 5 + 5 * stroke.x2,
                          places[i] + 5 * stroke.y2, look.ink, 2);
        const double words = left + 18;
        page.add_text(words, places[i] + 5, last->title, label_size, {Tone::Text}, Anchor::Left, Face::Bold);
        page.add_text(page.room().right(), places[i] + 5, nanos_text(last->ns.median) + " ns", label_size, {Tone::Text},
                      Anchor::Right);
        const double used = text_width(last->title, label_size, Face::Bold) + 10;
        page.add_text(words + used, places[i] + 5, fitted(last->detail, page.room().right() - words - used - 70, 12),
                      12, {Tone::Quiet});
    }
    return page.take();
}

std::string bench_csv(const BenchResult& result, const BenchMachine& machine) {
    CsvWriter csv(
        "bench,subject,entities,operations,rounds,repetitions,ns_least,ns_median,ns_low,ns_high,ns_most,clock_share,"
        "processor,compiler,flags");
    for (const BenchRow& row : result.rows)
        csv.line(name_of(result.kind), row.subject, row.entities, row.operations, row.rounds, result.repetitions,
                 std::to_string(row.ns.least), std::to_string(row.ns.median), std::to_string(row.ns.low),
                 std::to_string(row.ns.high), std::to_string(row.ns.most), std::to_string(row.clock_share),
                 machine.processor, machine.compiler, machine.flags);
    return csv.take();
}

}  // namespace figures::lab
