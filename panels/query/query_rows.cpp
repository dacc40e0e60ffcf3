// The part of QueryPanel that draws its table, and handles the mouse and the keys on the rows.
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "panels/base/keys_used.hpp"
#include "panels/base/lies_in_pointed.hpp"
#include "panels/base/script_layout.hpp"
#include "panels/base/shown_id.hpp"
#include "panels/base/value_text.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/query/query_panel.hpp"
#include "panels/widgets/list_keys.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/units.hpp"

namespace panels {

namespace {

constexpr float entity_width_px = 140, value_width_px = 88;

constexpr FixedKeys query_keys[] = {
    {{Key::Up, Key::Down, Key::PageUp, Key::PageDown}, tr_later("Choose another row; with Shift several")},
    {{Key::Home, Key::End}, tr_later("Choose the first row, the last row")},
    {{Key::Enter}, tr_later("Frame the entity in the scene")},
    {{Key::Tab}, tr_later("Go to the query; in its list, take what is marked")},
};

}  // namespace

std::span<const FixedKeys> QueryPanel::fixed_keys() const { return query_keys; }

void QueryPanel::draw_table(const Context& context) {
    const Style& style = context.style;
    const std::vector<ecs::Entity>& rows = table_.rows();
    if (rows.empty() && table_.up_to_date()) {
        const bool clear =
            empty_state(style, tr("No entity matches"), tr("What lacks a component fails the comparison that names it"),
                        tr("Clear the query"));
        if (clear) set_text({});
        return;
    }
    // Tables of other columns have widths and an order of their own.
    ImGui::PushID(static_cast<int>(columns_id_));
    if (std::exchange(focus_rows_, false)) ImGui::SetNextWindowFocus();
    constexpr ImGuiTableFlags flags = list_table_flags | ImGuiTableFlags_ScrollX | ImGuiTableFlags_PadOuterX |
                                      ImGuiTableFlags_Sortable | ImGuiTableFlags_SortTristate |
                                      ImGuiTableFlags_NoSavedSettings;
    if (ImGui::BeginTable("rows", static_cast<int>(columns_.size()) + 1, flags)) {
        const float row = row_height(style);
        set_up_columns(context);
        over_rows_ = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
        if (ImGui::IsWindowFocused() && !ImGui::IsAnyItemActive()) handle_keys(context);
        if (scroll_to_row_) {
            const float at = static_cast<float>(*scroll_to_row_) * row, top = ImGui::GetScrollY();
            const float view = ImGui::GetWindowHeight() - 2 * row - ImGui::GetStyle().ScrollbarSize;
            if (at < top) ImGui::SetScrollY(at);
            if (at > top + view) ImGui::SetScrollY(at - view);
            scroll_to_row_.reset();
        }
        ImGuiListClipper clipper;
        clipper.Begin(static_cast<int>(table_.rows().size()), row);
        while (clipper.Step())
            for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
                draw_row(context, static_cast<std::size_t>(i));
        ImGui::EndTable();
    }
    ImGui::PopID();
}

void QueryPanel::set_up_columns(const Context& context) {
    const Style& style = context.style;
    const QueryOrder& order = table_.order();
    ImGui::TableSetupScrollFreeze(1, 1);
    ImGui::TableSetupColumn(tr("Entity"), ImGuiTableColumnFlags_WidthFixed, style.px(entity_width_px));
    std::vector<std::string> texts;
    texts.reserve(columns_.size());
    std::vector<const char*> hints{tr_later("Name and id; a click sorts by the name")};
    // ImGui has one bit for each column of numbers here; those beyond stand to the left.
    std::uint32_t right = 0;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const QueryColumn& column = columns_[i];
        ImGui::TableSetupColumn(
            column.text.c_str(), ImGuiTableColumnFlags_WidthFixed,
            std::max(style.px(value_width_px), std::min(text_width(column.text) + style.px(16), style.px(140))));
        std::string& hint = texts.emplace_back(column.text);
        if (column.field != nullptr && !column.field->unit.empty())
            hint += " " + phrase("in {}", unit_with_words(column.field->unit));
        if (column.field != nullptr && !column.field->description.empty())
            hint += "\n" + std::string(tr(std::string_view(column.field->description)));
        if (!column.problem.empty()) hint += "\n" + column.problem;
        hints.push_back(hint.c_str());
        if (column.number && i + 1 < 32) right |= 1u << (i + 1);
    }
    if (std::exchange(shown_columns_id_, columns_id_) != columns_id_) {
        // Another table, which knows nothing of the order of the rows, or has one of long ago.
        int sorted = 0;
        for (std::size_t i = 0; i < columns_.size(); ++i)
            if (order.by == QueryOrder::By::Column && columns_[i].text == order.column)
                sorted = static_cast<int>(i) + 1;
        ImGui::TableSetColumnSortDirection(sorted,
                                           order.by == QueryOrder::By::Id ? ImGuiSortDirection_None
                                           : order.descending             ? ImGuiSortDirection_Descending
                                                                          : ImGuiSortDirection_Ascending,
                                           false);
    }
    header_row(style, hints.data(), right);
    ImGuiTableSortSpecs* const specs = ImGui::TableGetSortSpecs();
    if (specs == nullptr || !specs->SpecsDirty) return;
    specs->SpecsDirty = false;
    QueryOrder wanted;
    if (specs->SpecsCount > 0) {
        const auto column = static_cast<std::size_t>(specs->Specs[0].ColumnIndex);
        wanted.by = column == 0 ? QueryOrder::By::Name : QueryOrder::By::Column;
        if (column > 0 && column <= columns_.size()) wanted.column = columns_[column - 1].text;
        wanted.descending = specs->Specs[0].SortDirection == ImGuiSortDirection_Descending;
    }
    table_.set_order(std::move(wanted));
}

void QueryPanel::draw_row(const Context& context, std::size_t position) {
    ++rows_drawn_;
    const Style& style = context.style;
    const ecs::World& world = context.world;
    const ecs::Entity entity = table_.rows()[position];
    const bool alive = world.alive(entity), selected = context.selection.has(entity);
    const float row = row_height(style);
    ImGui::TableNextRow(ImGuiTableRowFlags_None, row);
    ImGui::TableNextColumn();
    ImGui::PushID(static_cast<int>(entity.index));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    constexpr ImGuiSelectableFlags flags = ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowDoubleClick;
    const bool clicked = selectable("##row", selected, flags, {0, row});
    const bool hovered = ImGui::IsItemHovered();
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    if (hovered && alive) context.selection.hovered = entity;
    if (menu_asked(context)) {
        if (!selected) {
            context.selection.select(entity);
            select_by_panel(context);
        }
        anchor_ = entity;
        ask_for_row_menu(context, entity);
    }
    if (context.selection.hovered == entity && !hovered)
        compat::add_rect(*ImGui::GetWindowDrawList(), low, {high.x - 1, high.y - 1}, style.theme->text);
    else if (alive && !hovered && lies_in_pointed(context, entity))
        ImGui::GetWindowDrawList()->AddRectFilled(low, {low.x + std::max(style.px(2), 1.0f), high.y},
                                                  style.theme->text);
    if (hovered && ImGui::GetMousePos().x < at.x + width && tooltip_due())
        tooltip(id_words(context, entity) + "\n" +
                (alive ? explanation(Term::Generation) : std::string(tr("It was destroyed"))));
    ImGui::PopID();
    draw_entity(context, entity, {at.x, std::floor(at.y + (row - ImGui::GetFontSize()) / 2)}, width);

    const ImU32 quiet = ImGui::GetColorU32(selected || hovered ? style.theme->quiet_sel : style.theme->quiet);
    for (QueryColumn& column : columns_) {
        if (!ImGui::TableNextColumn()) continue;
        const std::string text = alive ? cell_text(column, world, entity) : std::string();
        const ImVec2 cell = ImGui::GetCursorScreenPos();
        const float room = ImGui::GetContentRegionAvail().x;
        const compat::FontScope font(style.mono);
        const std::string_view shown = text.empty() ? std::string_view("–") : std::string_view(text);
        const ImU32 color = text.empty() ? quiet : ImGui::GetColorU32(style.theme->text);
        ImDrawList& list = *ImGui::GetWindowDrawList();
        // A column that is partly in view must not show a part of a number as if it were all of it.
        const float end = std::min(cell.x + room, list.GetClipRectMax().x - style.px(4));
        const float wide = text_width(shown);
        const float left = column.number && wide <= end - cell.x ? std::floor(end - wide) : cell.x;
        draw_text_until(list, {left, std::floor(cell.y + (row - ImGui::GetFontSize()) / 2)}, end, color, shown);
    }

    if (!clicked || !alive) return;
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
        frame_entity(context, entity);
    else
        click_row(context, position);
}

void QueryPanel::draw_entity(const Context& context, ecs::Entity entity, ImVec2 at, float width) {
    const Style& style = context.style;
    const bool alive = context.world.alive(entity);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    char id[24];
    std::snprintf(id, sizeof id, "#%u", shown_id(context, entity).index);
    const ImU32 text = ImGui::GetColorU32(style.theme->text), quiet = ImGui::GetColorU32(style.theme->quiet);
    const std::string_view name = alive ? context.world.name(entity) : std::string_view(tr("destroyed"));
    float right = at.x + width;
    {
        const compat::FontScope font(style.mono);
        if (name.empty()) {
            list.AddText(at, text, id);
            return;
        }
        const float wide = ImGui::CalcTextSize(id).x;
        list.AddText({right - wide, at.y}, quiet, id);
        right -= wide + style.px(8);
    }
    draw_text_until(list, at, right, alive ? text : quiet, laid_out(figures::one_line(name)));
}

void QueryPanel::frame_entity(const Context& context, ecs::Entity entity) const {
    if (why_not_frame(context, entity).empty()) context.requests.push_back(FrameEntityRequest{entity});
}

void QueryPanel::click_row(const Context& context, std::size_t position) {
    const ecs::Entity entity = table_.rows()[position];
    const ImGuiIO& io = ImGui::GetIO();
    if (io.KeyShift && anchor_ && table_.row_of(anchor_) != QueryTable::no_row) {
        go_to_row(context, position, true);
        return;
    }
    if (io.KeyCtrl)
        context.selection.toggle(entity);
    else
        context.selection.select(entity);
    anchor_ = entity;
    select_by_panel(context);
}

void QueryPanel::go_to_row(const Context& context, std::size_t position, bool extend) {
    const std::vector<ecs::Entity>& rows = table_.rows();
    const std::size_t anchor_row = extend && anchor_ ? table_.row_of(anchor_) : QueryTable::no_row;
    scroll_to_row_ = position;
    if (anchor_row == QueryTable::no_row) {
        anchor_ = rows[position];
        context.selection.select(anchor_);
        return select_by_panel(context);
    }
    // From the anchor to this row, so that the inspector shows this row's entity.
    std::vector<ecs::Entity> range;
    const bool downwards = anchor_row <= position;
    for (std::size_t i = anchor_row;; downwards ? ++i : --i) {
        if (context.world.alive(rows[i])) range.push_back(rows[i]);
        if (i == position) break;
    }
    context.selection.select_all(std::move(range));
    select_by_panel(context);
}

void QueryPanel::handle_keys(const Context& context) {
    const std::vector<ecs::Entity>& rows = table_.rows();
    const ImGuiIO& io = ImGui::GetIO();
    if (rows.empty() || io.KeyCtrl || io.KeyAlt) return;
    const ecs::Entity chosen = context.selection.entity();
    if (chosen && take_menu_key(context)) return ask_for_row_menu(context, chosen, ImGui::GetCursorScreenPos());
    const std::optional<Key> pressed = take_list_key(context);
    if (!pressed) return;
    const std::size_t row = chosen ? table_.row_of(chosen) : QueryTable::no_row;
    if (const auto to = row_after(*pressed, row == QueryTable::no_row ? std::nullopt : std::optional(row), rows.size(),
                                  rows_on_a_page(context.style, 2)))
        return go_to_row(context, *to, io.KeyShift);
    switch (*pressed) {
        case Key::Enter:
            if (chosen) frame_entity(context, chosen);
            return;
        case Key::Tab:
            return field_.take_keyboard();
        default:
            return;
    }
}

}  // namespace panels
