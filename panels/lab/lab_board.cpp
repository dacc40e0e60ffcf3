#include "panels/lab/lab_board.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "ecs/lab/storages/about.hpp"
#include "panels/base/language.hpp"
#include "panels/base/patterns.hpp"
#include "panels/lab/lab_six.hpp"
#include "panels/lab/lab_storage_name.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

using namespace ecs::lab;

namespace {

constexpr std::array<const char*, role_groups.size()> meanings{
    tr_later("Values of components that an entity has"),
    tr_later("Ids, hash slots, tables, pointers, tags: what finds the values"),
    tr_later("Values that no entity has any more, or never had"), tr_later("Room for values that are yet to come"),
    tr_later("Bytes that alignment costs")};

void draw_group(const Style& style, ImDrawList& list, const Area& area, RoleGroup group) {
    const Theme& theme = *style.theme;
    const float gap = std::max(2.0f, std::floor(style.px(4)));
    if (group != RoleGroup::Padding)
        list.AddRectFilled(area.low, area.high,
                           group == RoleGroup::Payload ? theme.bar
                           : group == RoleGroup::Index ? theme.n_id
                                                       : theme.well);
    if (group == RoleGroup::Holes) crosses(list, area, theme.edge, 2 * gap);
    if (group == RoleGroup::Spare) dots(list, area, theme.edge, gap);
    if (group == RoleGroup::Padding) hatch(list, area, theme.edge, gap);
    // Neighbours of one ground are told apart.
    list.AddRectFilled({area.high.x - 1, area.low.y}, area.high, theme.panel);
}

/// A number in a cell. The best of all six is marked by a colour and by a line below it.
void number_cell(const Style& style, const std::string& text, bool best) {
    number_text(style, text, best ? style.theme->good : style.theme->text);
    if (!best) return;
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ImGui::GetWindowDrawList()->AddLine({low.x, high.y - 1}, {high.x, high.y - 1}, style.theme->good,
                                        std::max(std::floor(style.px(1)), 1.0f));
}

std::string per_entity_text(const BoardRow& row) {
    if (row.entities == 0) return "–";
    return format_decimal(static_cast<double>(row.account.allocated) / static_cast<double>(row.entities), 1);
}

void show_lines(const Style& style, const BoardRow& row, std::uint64_t least) {
    if (!row.lines || row.ideal_lines == 0) return number_text(style, "–", style.theme->quiet);
    const double times = static_cast<double>(*row.lines) / static_cast<double>(row.ideal_lines);
    number_cell(style, format_count(*row.lines) + "  " + format_decimal(times, 1) + "×", *row.lines == least);
}

void show_moved(const Style& style, const BoardRow& row, std::uint64_t least) {
    if (row.step.bytes_moved) {
        number_cell(style, format_bytes(*row.step.bytes_moved), *row.step.bytes_moved == least);
        tooltip(phrase("{} by this step, {} by all steps so far", format_bytes_exact(*row.step.bytes_moved),
                       format_bytes_exact(*row.all.bytes_moved)));
    } else {
        number_text(style, "–", style.theme->quiet);
        tooltip(row.all.bytes_moved ? tr("No step was taken yet")
                                    : tr("Not counted: a scenario of this size is run untraced"));
    }
}

void show_failed(const Style& style, const BoardRow& row) {
    const std::uint64_t failed = row.step.refused + row.step.bitten, all = row.all.refused + row.all.bitten;
    number_text(style, failed == 0 ? "–" : format_count(failed), failed == 0 ? style.theme->quiet : style.theme->warn);
    if (all == 0) return;
    const BoardRow::Sums& told = failed == 0 ? row.all : row.step;
    tooltip(phrase("{} in this step, {} in all steps so far. {}: {}", format_count(failed), format_count(all),
                   std::string(told.rule), tr(told.why)));
}

/// Beside a lesson there is little room: what a storage is and what it allocates goes before what it did, but for the
/// lines of a query.
struct Columns {
    bool per_entity = true, lines = true, moved = true, failed = true;

    Columns(const Style& style, float room, bool queried) {
        lines = room >= style.px(queried ? 390 : 460);
        per_entity = room >= style.px(460) || !lines;
        moved = room >= style.px(530);
        failed = room >= style.px(590);
    }
};

/// Over what the numbers of the board are.
std::string spans_of_numbers(const LabRuns& runs, const Columns& columns) {
    if (runs.steps == 0) return {};
    std::string text;
    if (columns.moved)
        text = phrase("{}{} alone", (columns.failed ? tr("Moved and Failed are of step ") : tr("Moved is of step ")),
                      format_count(runs.steps));
    if (const std::size_t query = runs.board.front().query_step; query != 0 && columns.lines)
        text += (text.empty() ? tr("Lines are of step ") : tr("; Lines of step ")) + format_count(query) + ", " +
                runs.scenario->steps[query - 1].text;
    return text;
}

}  // namespace

void draw_account_bar(const Style& style, ImDrawList& list, ImVec2 low, ImVec2 high, const Account& account,
                      std::uint64_t largest) {
    float x = low.x;
    const float width = high.x - low.x;
    for (const RoleGroup group : role_groups) {
        const std::uint64_t bytes = account[group];
        if (bytes == 0) continue;
        const float part = width * static_cast<float>(static_cast<double>(bytes) /
                                                      static_cast<double>(std::max<std::uint64_t>(largest, 1)));
        draw_group(style, list, {{x, low.y}, {x + std::max(part, 1.0f), high.y}}, group);
        x += part;
    }
}

void show_account_legend(const Style& style) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::size_t i = 0; i < role_groups.size(); ++i) {
        const std::string word(tr(name_of(role_groups[i])));
        const float box = style.px(14), gap = style.px(6), width = box + gap + ImGui::CalcTextSize(word.c_str()).x;
        if (i > 0) same_line_if_fits(width, style.px(16));
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float line = ImGui::GetTextLineHeight();
        draw_group(style, list, {{at.x, at.y + (line - box) / 2}, {at.x + box, at.y + (line + box) / 2}},
                   role_groups[i]);
        ImGui::Dummy({width, line});
        list.AddText({at.x + box + gap, at.y}, style.theme->quiet, word.c_str());
        tooltip(tr(meanings[i]));
    }
}

LabBoard::LabBoard()
    : LabView({.word = "board", .label = tr_later("Compare"), .hint = tr_later("All six side by side")}) {}

void show_lab_board(const Context& context, LabState& state) {
    const Style& style = context.style;
    const LabRuns& runs = *state.runs();
    std::uint64_t largest = 1, least = ~std::uint64_t{0}, min_lines = ~std::uint64_t{0}, min_moved = ~std::uint64_t{0};
    for (const BoardRow& row : runs.board) {
        largest = std::max(largest, row.account.allocated);
        least = std::min(least, row.account.allocated);
        if (row.lines) min_lines = std::min(min_lines, *row.lines);
        if (row.step.bytes_moved) min_moved = std::min(min_moved, *row.step.bytes_moved);
    }
    show_account_legend(style);
    same_line_if_fits(badge_width(style, Badge::Exact), style.px(16));
    badge(style, Badge::Exact, tr("Sums of the byte ledger and counts of the trace of storages that really ran this"));
    if (runs.is_traced) show_selected(context, state);
    const Columns shown(style, ImGui::GetContentRegionAvail().x,
                        !runs.board.empty() && runs.board.front().query_step != 0);
    if (const std::string text = spans_of_numbers(runs, shown); !text.empty()) {
        same_line_if_fits(ImGui::CalcTextSize(text.c_str()).x, style.px(16));
        ImGui::PushStyleColor(ImGuiCol_Text, style.theme->quiet);
        clipped_text(text, ImGui::GetContentRegionAvail().x);
        ImGui::PopStyleColor();
    }

    constexpr int columns = 6;
    static constexpr const char* hints[columns] = {
        tr_later(
            "Allocated bytes by what they are for, all on one scale. Click to look at one of them in the other views"),
        tr_later("Bytes that the storage asked for"),
        tr_later("Allocated bytes for each entity that lives"),
        tr_later("Cache lines that the last query touched, and how often that is the least that would do"),
        tr_later("Bytes that this step copied from one place to another; those of all steps are in the tooltip"),
        tr_later("Operations of this step that the storage refused or got wrong")};
    if (!ImGui::BeginTable("board", columns, list_table_flags | ImGuiTableFlags_PadOuterX)) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    const auto column = [&](const char* name, float width, bool fits) {
        ImGui::TableSetupColumn(name, ImGuiTableColumnFlags_WidthFixed | (fits ? 0 : ImGuiTableColumnFlags_Disabled),
                                width);
    };
    ImGui::TableSetupColumn(tr("Storage, and its bytes by role"), ImGuiTableColumnFlags_WidthStretch);
    column(tr("Allocated"), style.px(70), true);
    column(tr("B/entity"), style.px(60), shown.per_entity);
    column(tr("Lines"), style.px(92), shown.lines);
    column(tr("Moved"), style.px(62), shown.moved);
    column(tr("Failed"), style.px(48), shown.failed);
    header_row(style, hints, 0b111110);
    const float height = style.px(44);
    for (const BoardRow& row : runs.board) {
        ImGui::TableNextRow(0, height);
        ImGui::TableNextColumn();
        ImGui::PushID(static_cast<int>(row.kind));
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float width = ImGui::GetContentRegionAvail().x;
        const bool selected = row.kind == state.kind;
        if (selectable("##row", selected, ImGuiSelectableFlags_SpanAllColumns, {0, height - style.px(4)}))
            state.kind = row.kind;
        if (ImGui::GetMousePos().x < at.x + width) tooltip(tr(about_of(row.kind)));
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float top = at.y + style.px(1);
        if (state.selection.empty() || !runs.is_traced) {
            draw_storage_name(style, list, {at.x, top}, at.x + width, row.kind);
        } else {
            const std::string name = std::string(tr(title_of(row.kind))) + "  ";
            draw_text_until(list, {at.x, top}, at.x + width, style.theme->text, name);
            draw_text_until(list, {at.x + ImGui::CalcTextSize(name.c_str()).x, top}, at.x + width, style.theme->text,
                            found_text(state.selected(row.kind)));
        }
        draw_account_bar(style, list, {at.x, at.y + style.px(20)}, {at.x + width - style.px(6), at.y + style.px(35)},
                         row.account, largest);
        ImGui::PopID();
        const auto cell = [&](const auto& show) {
            if (!ImGui::TableNextColumn()) return;
            ImGui::SetCursorPosY(ImGui::GetCursorPosY() + style.px(11));
            show();
        };
        cell([&] {
            number_cell(style, format_bytes(row.account.allocated), row.account.allocated == least);
            tooltip(phrase("{} in {}", format_bytes_exact(row.account.allocated),
                           format_count(row.account.blocks, "block")));
        });
        cell([&] { number_text(style, per_entity_text(row)); });
        cell([&] { show_lines(style, row, min_lines); });
        cell([&] { show_moved(style, row, min_moved); });
        cell([&] { show_failed(style, row); });
    }
    ImGui::EndTable();
}

}  // namespace panels
