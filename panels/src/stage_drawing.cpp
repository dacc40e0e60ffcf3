#include "panels/stage_drawing.hpp"

#include <algorithm>
#include <cmath>

#include "panels/archetype_widgets.hpp"
#include "panels/patterns.hpp"
#include "panels/widgets.hpp"

namespace panels {

namespace {

/// Where one archetype's table stands.
struct Table {
    const StageFrame* frame = nullptr;
    ImVec2 at;
    float label_width = 0, cell_width = 0, cell_height = 0, head_height = 0;

    Area cell(std::size_t row, std::size_t column) const {
        const ImVec2 low{at.x + label_width + static_cast<float>(column) * cell_width,
                         at.y + head_height + static_cast<float>(row) * cell_height};
        return {low, {low.x + cell_width - 2, low.y + cell_height - 2}};
    }
    float width() const { return label_width + static_cast<float>(frame->columns.size()) * cell_width; }
    float height() const { return head_height + static_cast<float>(frame->rows.size()) * cell_height; }
};

/// Slow at both ends.
float eased(float way) { return way * way * (3 - 2 * way); }

Area between(const Area& a, const Area& b, float way) {
    const auto mix = [way](float from, float to) { return from + (to - from) * way; };
    const ImVec2 low{mix(a.low.x, b.low.x), mix(a.low.y, b.low.y)};
    return {low, {low.x + mix(a.width(), b.width()), low.y + mix(a.height(), b.height())}};
}

ImU32 color_of(const Style& style, ecs::ComponentId component) {
    return component == ecs::no_component ? style.theme->quiet_text : style.color_of(component);
}

void draw_table(const Context& context, const Table& table, float opacity) {
    const Style& style = context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ecs::Archetype& archetype = context.world.archetype(table.frame->archetype);
    const float text = ImGui::GetTextLineHeight();
    draw_archetype_label(context, archetype, {table.at.x, table.at.y}, table.width());
    for (std::size_t c = 0; c < table.frame->columns.size(); ++c) {
        const ecs::ComponentId component = table.frame->columns[c];
        const Area head = table.cell(0, c);
        const std::string name = component == ecs::no_component
                                     ? std::string("id")
                                     : std::string(short_name(context.world.types()[component].name));
        draw_text_until(list, {head.low.x + style.px(4), head.low.y - text - style.px(3)}, head.high.x,
                        style.theme->quiet_text, name);
    }
    for (std::size_t r = 0; r < table.frame->rows.size(); ++r) {
        const StageFrame::Row& row = table.frame->rows[r];
        const Area first = table.cell(r, 0);
        const std::string label = format_count(row.place.chunk) + ":" + format_count(row.place.row);
        draw_text_until(list, {table.at.x, std::floor(first.middle().y - text / 2)}, first.low.x,
                        faded(style.theme->quiet_text, opacity), label);
        for (std::size_t c = 0; c < table.frame->columns.size(); ++c) {
            const Area cell = table.cell(r, c);
            if (!row.takes_part)
                list.AddRectFilled(cell.low, cell.high, faded(color_of(style, table.frame->columns[c]), 0.25f),
                                   style.px(3));
            outline(list, cell, faded(style.theme->line, opacity));
        }
    }
}

}  // namespace

void draw_stage(const Context& context, const MoveStage& stage, double moment, ImVec2 at, ImVec2 room) {
    const Style& style = context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    std::size_t most_columns = 1, lines = 0;
    for (const StageFrame& frame : stage.frames()) {
        most_columns = std::max(most_columns, frame.columns.size());
        lines += frame.rows.size();
    }
    const float head = std::floor(ImGui::GetTextLineHeight() * 2 + style.px(12)), gap = style.px(14);
    const float label_width = style.px(56);
    const float heads = static_cast<float>(stage.frames().size()) * (head + gap);
    const float cell_width = std::floor(
        std::min(style.px(120), std::max(style.px(18), (room.x - label_width) / static_cast<float>(most_columns))));
    const float cell_height = std::floor(std::min(
        style.px(30), std::max(style.px(14), (room.y - heads) / static_cast<float>(std::max<std::size_t>(1, lines)))));

    list.PushClipRect(at, {at.x + room.x, at.y + room.y}, true);
    std::vector<Table> tables;
    ImVec2 next = at;
    for (const StageFrame& frame : stage.frames()) {
        tables.push_back({&frame, next, label_width, cell_width, cell_height, head});
        draw_table(context, tables.back(), 1);
        next.y += tables.back().height() + gap;
    }
    const auto cell_area = [&](const ecs::Location& place, ecs::ComponentId component) -> std::optional<Area> {
        for (const Table& table : tables)
            if (table.frame->archetype == place.archetype)
                return table.cell(table.frame->row_of(place), table.frame->column_of(component));
        return std::nullopt;
    };
    std::vector<StageCell> cells = stage.cells_at(moment);
    // What is under way is drawn above what stands.
    std::stable_partition(cells.begin(), cells.end(),
                          [](const StageCell& cell) { return cell.way <= 0 || cell.way >= 1; });
    for (const StageCell& cell : cells) {
        const std::optional<Area> from = cell_area(cell.from, cell.component), to = cell_area(cell.to, cell.component);
        if (!from || !to || cell.opacity <= 0) continue;
        const Area area = between(*from, *to, eased(cell.way));
        const ImU32 color = color_of(style, cell.component);
        list.AddRectFilled(area.low, area.high, faded(style.theme->panel, cell.opacity), style.px(3));
        list.AddRectFilled(area.low, area.high, faded(color, 0.55f * cell.opacity), style.px(3));
        const bool moves = cell.way > 0 && cell.way < 1;
        outline(list, area, faded(moves ? style.theme->accent : color, cell.opacity), moves ? style.px(2) : 1);
        if (cell.component != ecs::no_component) continue;
        const std::string id = ecs::to_string(cell.entity);
        draw_text_until(list, {area.low.x + style.px(4), std::floor(area.middle().y - ImGui::GetTextLineHeight() / 2)},
                        area.high.x, faded(style.theme->text, cell.opacity), id);
    }
    list.PopClipRect();
}

}  // namespace panels
