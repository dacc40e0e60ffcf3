#include "panels/changes/replay_drawing.hpp"

#include <algorithm>
#include <cmath>

#include "panels/archetypes/archetype_widgets.hpp"
#include "panels/base/language.hpp"
#include "panels/base/patterns.hpp"
#include "panels/widgets/tween.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

/// Where one archetype's table stands. Both tables have the columns of both, so that values fall straight down.
struct Table {
    const ReplayFrame* frame = nullptr;
    const std::vector<ecs::ComponentId>* columns = nullptr;
    ImVec2 at;
    float label_width = 0, cell_width = 0, cell_height = 0, head_height = 0;

    Area cell(std::size_t row, std::size_t column) const {
        const ImVec2 low{at.x + label_width + static_cast<float>(column) * cell_width,
                         at.y + head_height + static_cast<float>(row) * cell_height};
        return {low, {low.x + cell_width - 2, low.y + cell_height - 2}};
    }
    Area cell_of(std::size_t row, ecs::ComponentId component) const {
        return cell(
            row, static_cast<std::size_t>(std::find(columns->begin(), columns->end(), component) - columns->begin()));
    }
    float height() const { return head_height + static_cast<float>(frame->rows.size()) * cell_height; }
};

/// Slow at both ends.
ImU32 color_of(const Style& style, ecs::ComponentId component) {
    return component == ecs::no_component ? style.theme->quiet : style.color_of(component);
}

void draw_table(const Context& context, const Table& table, const char* role) {
    const Style& style = context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float text = ImGui::GetTextLineHeight();
    list.AddText(table.at, style.theme->quiet, role);
    const float role_width = ImGui::CalcTextSize(role).x + style.px(8);
    draw_archetype_label(context, context.world.archetype(table.frame->archetype),
                         {table.at.x + role_width, table.at.y}, ImGui::GetContentRegionAvail().x - role_width);
    const float names_top = table.at.y + text + style.px(3);
    for (const ecs::ComponentId component : table.frame->columns) {
        const Area head = table.cell_of(0, component);
        const std::string name = component == ecs::no_component
                                     ? std::string("id")
                                     : std::string(short_name(context.world.types()[component].name));
        draw_text_until(list, {head.low.x + style.px(4), names_top}, head.high.x, style.theme->quiet, name);
    }
    for (std::size_t r = 0; r < table.frame->rows.size(); ++r) {
        const ReplayFrame::Row& row = table.frame->rows[r];
        const float middle = table.cell(r, 0).middle().y;
        draw_text_until(list, {table.at.x, std::floor(middle - text / 2)}, table.at.x + table.label_width,
                        row.takes_part ? style.theme->text : style.theme->quiet,
                        format_count(row.place.chunk) + ":" + format_count(row.place.row));
        for (const ecs::ComponentId component : table.frame->columns) {
            const Area cell = table.cell_of(r, component);
            if (!row.takes_part)
                list.AddRectFilled(cell.low, cell.high, faded(color_of(style, component), 0.25f), style.px(3));
            outline(list, cell, style.theme->line);
        }
    }
}

}  // namespace

void draw_replay(const Context& context, const MoveReplay& replay, std::span<const MovedValue> values, double moment,
                 ImVec2 at, ImVec2 room) {
    const Style& style = context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    std::vector<ReplayFrame> frames = replay.frames();
    std::vector<ecs::ComponentId> columns;
    for (const ReplayFrame& frame : frames) columns.insert(columns.end(), frame.columns.begin(), frame.columns.end());
    // The id, which is no component, comes first.
    std::sort(columns.begin(), columns.end(), [](ecs::ComponentId a, ecs::ComponentId b) { return a + 1 < b + 1; });
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());

    const float text = ImGui::GetTextLineHeight(), head = std::floor(2 * text + style.px(6)), gap = style.px(8);
    const float label_width = style.px(72);
    const float heads = static_cast<float>(frames.size()) * (head + gap), min_height = text + 2;
    const auto line_count = [&] {
        std::size_t count = 0;
        for (const ReplayFrame& frame : frames) count += frame.rows.size();
        return count;
    };
    // Neighbours stay away where there is no room for all.
    if (heads + static_cast<float>(line_count()) * min_height > room.y)
        for (ReplayFrame& frame : frames)
            std::erase_if(frame.rows, [](const ReplayFrame::Row& row) { return !row.takes_part; });
    const auto per_line = [](float room_left, std::size_t count) {
        return room_left / static_cast<float>(std::max<std::size_t>(1, count));
    };
    const float cell_width =
        std::floor(std::clamp(per_line(room.x - label_width, columns.size()), style.px(18), style.px(120)));
    const float cell_height = std::floor(std::clamp(per_line(room.y - heads, line_count()), min_height, style.px(30)));

    list.PushClipRect(ImGui::GetWindowPos(), {at.x + room.x, ImGui::GetWindowPos().y + ImGui::GetWindowSize().y}, true);
    std::vector<Table> tables;
    ImVec2 next = at;
    for (const ReplayFrame& frame : frames) {
        tables.push_back({&frame, &columns, next, label_width, cell_width, cell_height, head});
        const bool is_target = frame.archetype == replay.operation().main().to.archetype;
        draw_table(context, tables.back(), is_target ? tr("To") : tr("From"));
        next.y += tables.back().height() + gap;
    }
    const auto cell_area = [&](const ecs::Location& place, ecs::ComponentId component) -> std::optional<Area> {
        for (const Table& table : tables)
            if (table.frame->archetype == place.archetype) return table.cell_of(table.frame->row_of(place), component);
        return std::nullopt;
    };
    std::vector<ReplayCell> cells = replay.cells_at(moment);
    // What is under way is drawn above what stands.
    std::stable_partition(cells.begin(), cells.end(),
                          [](const ReplayCell& cell) { return cell.way <= 0 || cell.way >= 1; });
    std::string pointed;
    Area pointed_area;
    for (const ReplayCell& cell : cells) {
        const std::optional<Area> from = cell_area(cell.from, cell.component), to = cell_area(cell.to, cell.component);
        if (!from || !to || cell.opacity <= 0) continue;
        const Area area = between(*from, *to, eased(cell.way));
        const ImU32 color = color_of(style, cell.component);
        list.AddRectFilled(area.low, area.high, faded(style.theme->panel, cell.opacity), style.px(3));
        const MovedValue* value = find_value(values, cell.entity, cell.component);
        const bool worded = cell.component == ecs::no_component || value != nullptr;
        // Words must be read on it, whatever the colour.
        list.AddRectFilled(area.low, area.high, faded(color, (worded ? 0.28f : 0.55f) * cell.opacity), style.px(3));
        const bool moves = cell.way > 0 && cell.way < 1;
        outline(list, area, faded(moves ? style.theme->text : color, cell.opacity), moves ? style.px(2) : 1);
        if (!worded) continue;
        const std::string words = value ? value->text : ecs::to_string(cell.entity);
        draw_text_until(list, {area.low.x + style.px(4), std::floor(area.middle().y - ImGui::GetTextLineHeight() / 2)},
                        area.high.x - style.px(2), faded(style.theme->text, cell.opacity), words);
        if (value && ImGui::IsWindowHovered() && area.contains(ImGui::GetMousePos())) {
            pointed = std::string(short_name(context.world.types()[cell.component].name)) + ": " + words;
            pointed_area = area;
        }
    }
    list.PopClipRect();
    tooltip_over(pointed_area, pointed);
    // What does not fit can be scrolled to.
    ImGui::Dummy({label_width + cell_width * static_cast<float>(columns.size()), next.y - at.y});
}

}  // namespace panels
