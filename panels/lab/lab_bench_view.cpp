#include "panels/lab/lab_bench_view.hpp"

#include <algorithm>

#include "figures/drawing/log_plot.hpp"
#include "panels/base/language.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

using namespace ecs::lab;
using figures::LogAxis;
using figures::nanos_text;

namespace {

ImU32 color_of_subject(const Style& style, std::string_view subject) { return style.tone(series_of(subject).number); }

void draw_right(ImDrawList& list, float right, float y, ImU32 color, const std::string& text) {
    list.AddText({right - ImGui::CalcTextSize(text.c_str()).x, y}, color, text.c_str());
}

std::string winner_of(const BenchResult& result, std::uint64_t entities) {
    const Ranking ranking = result.ranking(entities);
    if (!ranking.winner) return {};
    std::size_t number = 0;
    for (const BenchRow& row : result.rows)
        if (row.entities == entities && number++ == *ranking.winner) return row.subject;
    return {};
}

struct Plot {
    ImVec2 low, high;
    LogAxis across, up;

    float x(double entities) const { return low.x + (high.x - low.x) * static_cast<float>(across.place(entities)); }
    float y(double ns) const { return high.y - (high.y - low.y) * static_cast<float>(up.place(ns)); }
};

Plot plot_of(const BenchResult& result, ImVec2 low, ImVec2 high) {
    double least = 0, most = 0;
    for (const BenchRow& row : result.rows) {
        if (row.ns.low > 0 && (least == 0 || row.ns.low < least)) least = row.ns.low;
        most = std::max(most, row.ns.high);
    }
    if (least <= 0) least = most > 0 ? most : 1;
    return {
        low, high,
        LogAxis(static_cast<double>(result.rows.front().entities), static_cast<double>(result.rows.back().entities)),
        LogAxis(least, most)};
}

void draw_axes(const Style& style, ImDrawList& list, const Plot& plot, const BenchResult& result) {
    const Theme& theme = *style.theme;
    const float text = ImGui::GetTextLineHeight();
    list.AddText({plot.low.x - style.px(52), plot.low.y - text - style.px(6)}, theme.quiet,
                 (phrase("ns per {}", std::string(tr(unit_of(result.kind))))).c_str());
    for (const double tick : plot.up.ticks()) {
        const float y = plot.y(tick);
        list.AddLine({plot.low.x, y}, {plot.high.x, y}, theme.line);
        draw_right(list, plot.low.x - style.px(6), y - text / 2, theme.quiet, figures::tick_text(tick));
    }
    for (const double tick : plot.across.ticks()) {
        const float x = plot.x(tick);
        list.AddLine({x, plot.low.y}, {x, plot.high.y}, theme.line);
        const std::string words = figures::tick_text(tick);
        list.AddText({x - ImGui::CalcTextSize(words.c_str()).x / 2, plot.high.y + style.px(4)}, theme.quiet,
                     words.c_str());
    }
    draw_right(list, plot.high.x, plot.high.y + style.px(6) + text, theme.quiet, tr("entities"));
}

}  // namespace

void draw_bench_mark(const Style& style, ImDrawList& list, std::string_view subject, ImVec2 middle, float radius) {
    const SubjectSeries series = series_of(subject);
    for (const figures::Stroke& stroke : strokes_of(figures::look_of_series(series.number, series.variant).marker)) {
        const auto at = [&](double x, double y) {
            return ImVec2(middle.x + radius * static_cast<float>(x), middle.y + radius * static_cast<float>(y));
        };
        list.AddLine(at(stroke.x1, stroke.y1), at(stroke.x2, stroke.y2), color_of_subject(style, subject),
                     style.px(1.8f));
    }
}

std::vector<BenchMark> draw_bench_plot(const Style& style, const BenchResult& result, ImVec2 low, ImVec2 high) {
    std::vector<BenchMark> marks;
    if (result.rows.empty()) return marks;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float text = ImGui::GetTextLineHeight();
    const std::vector<std::string> subjects = result.subjects();
    float label_width = 0;
    for (const std::string& subject : subjects)
        label_width =
            std::max(label_width, ImGui::CalcTextSize(shown_words(result.first_of(subject)->title).c_str()).x);
    const ImVec2 inner_low{low.x + style.px(56), low.y + text + style.px(10)};
    const ImVec2 inner_high{high.x - label_width - style.px(44), high.y - 2 * text - style.px(10)};
    if (inner_high.x - inner_low.x < style.px(60) || inner_high.y - inner_low.y < style.px(40)) return marks;
    const Plot plot = plot_of(result, inner_low, inner_high);
    draw_axes(style, list, plot, result);

    std::vector<double> ends;
    std::vector<ImVec2> last(subjects.size());
    for (std::size_t i = 0; i < subjects.size(); ++i) {
        const ImU32 color = color_of_subject(style, subjects[i]);
        bool first = true;
        for (const BenchRow& row : result.rows) {
            if (row.subject != subjects[i] || row.ns.median <= 0) continue;
            const ImVec2 at{plot.x(static_cast<double>(row.entities)), plot.y(row.ns.median)};
            if (!first) list.AddLine(last[i], at, color, style.px(1.5f));
            if (row.ns.low > 0) {
                const float from = plot.y(row.ns.low), to = plot.y(row.ns.high), cap = style.px(4);
                list.AddLine({at.x, from}, {at.x, to}, color, style.px(1.2f));
                for (const float end : {from, to})
                    list.AddLine({at.x - cap, end}, {at.x + cap, end}, color, style.px(1.2f));
            }
            draw_bench_mark(style, list, subjects[i], at, style.px(5));
            marks.push_back({&row, at});
            last[i] = at;
            first = false;
        }
        ends.push_back(first ? static_cast<double>(plot.high.y) : static_cast<double>(last[i].y));
    }
    const std::vector<double> places =
        figures::kept_apart(ends, static_cast<double>(text + style.px(1)), static_cast<double>(plot.low.y + text / 2),
                            static_cast<double>(plot.high.y));
    const float left = plot.high.x + style.px(22);
    for (std::size_t i = 0; i < subjects.size(); ++i) {
        if (last[i].x == 0) continue;
        const auto y = static_cast<float>(places[i]);
        list.AddLine({last[i].x + style.px(7), last[i].y}, {left - style.px(3), y},
                     faded(color_of_subject(style, subjects[i]), 0.7f));
        draw_bench_mark(style, list, subjects[i], {left + style.px(5), y}, style.px(4));
        list.AddText({left + style.px(14), y - text / 2}, style.theme->text,
                     shown_words(result.first_of(subjects[i])->title).c_str());
    }
    return marks;
}

std::string bench_row_text(const BenchResult& result, const BenchRow& row) {
    std::string text = shown_words(row.title) + (row.detail.empty() ? "" : " (" + shown_words(row.detail) + ")") +
                       tr(", ") + format_count(row.entities, "entity", "entities") + "\n";
    text += phrase("median {} ns per {}, between {} and {} with 95 %\n", nanos_text(row.ns.median),
                   std::string(tr(unit_of(result.kind))), nanos_text(row.ns.low), nanos_text(row.ns.high));
    text += phrase("least {} ns, most {} ns, of {} with {} each", nanos_text(row.ns.least), nanos_text(row.ns.most),
                   format_count(result.repetitions, "repetition"), format_count(row.rounds, "round"));
    return text;
}

void show_bench_table(const Style& style, const BenchResult& result, float height) {
    const std::vector<std::uint64_t> sizes = result.sizes();
    const std::vector<std::string> subjects = result.subjects();
    const ImGuiTableFlags flags = list_table_flags | ImGuiTableFlags_ScrollX;
    if (!ImGui::BeginTable("bench", static_cast<int>(sizes.size()) + 1, flags, {0, height})) return;
    ImGui::TableSetupScrollFreeze(1, 1);
    ImGui::TableSetupColumn("ns", ImGuiTableColumnFlags_WidthFixed, style.px(230));
    for (const std::uint64_t size : sizes)
        ImGui::TableSetupColumn(format_count(size).c_str(), ImGuiTableColumnFlags_WidthFixed, style.px(76));
    std::vector<const char*> hints(sizes.size() + 1, tr("Number of entities"));
    hints[0] = tr("Medians, in nanoseconds. Hover a number for its interval");
    header_row(style, hints.data(), ~std::uint32_t{1});
    std::vector<std::string> winners;  // by size; empty: none
    for (const std::uint64_t size : sizes) winners.push_back(winner_of(result, size));
    for (const std::string& subject : subjects) {
        begin_row(style);
        const float left = ImGui::GetCursorScreenPos().x, right = left + style.px(226);
        const float text = ImGui::GetTextLineHeight();
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + style.px(20));
        const BenchRow& words = *result.first_of(subject);
        colored_text(style.theme->text, shown_words(words.title));
        const std::string detail = shown_words(words.detail);
        const float y = ImGui::GetItemRectMin().y;  // where the row has its texts
        ImDrawList& list = *ImGui::GetWindowDrawList();
        draw_bench_mark(style, list, subject, {left + style.px(7), y + text / 2}, style.px(5));
        ImGui::SameLine();
        const float begin = ImGui::GetCursorScreenPos().x;
        ImGui::Dummy({std::max(right - begin, 1.0f), text});
        tooltip(detail);
        draw_text_until(list, {begin, y}, right, style.theme->quiet, detail);
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            ImGui::TableNextColumn();
            const BenchRow* row = result.find(subject, sizes[i]);
            if (row == nullptr) {
                number_text(style, "–", style.theme->quiet);
                continue;
            }
            number_text(style, nanos_text(row->ns.median),
                        winners[i] == subject ? style.theme->good : style.theme->text);
            tooltip(bench_row_text(result, *row));
        }
    }
    ImGui::EndTable();
}

}  // namespace panels
