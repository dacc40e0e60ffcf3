#include "panels/chunk_bytes/table_to_bytes_view.hpp"

#include <algorithm>
#include <cmath>

#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/base/value_text.hpp"
#include "panels/chunk_bytes/byte_tooltip.hpp"
#include "panels/chunk_bytes/chunk_picture.hpp"

namespace panels {

namespace {

constexpr std::size_t values_max = 5000;  // drawn at once
constexpr float table_row_px = 18;        // high enough for text

const char* sentence_at(float t) {
    if (t <= TableToBytes::table)
        return tr("A table: a row is an entity, a column a component. Play shows where its bytes lie");
    if (t < TableToBytes::columns) return tr("Columns come apart: a chunk keeps the values of one component together");
    if (t <= TableToBytes::columns) return tr("Columns: each as wide as its values have bytes, row below row");
    if (t < TableToBytes::bytes) return tr("Each column drops to its byte offset in the block; the legend has them");
    return tr("Bytes: each line is 64 of them. A row of the table is spread over all columns");
}

}  // namespace

void TableToBytesView::show(const ChunkInView& in, const std::vector<ChunkRun>& runs, ChunkPointer& pointer) {
    draw_controls(in);
    draw_replay(in, runs, pointer, ImGui::GetContentRegionAvail());
}

void TableToBytesView::draw_controls(const ChunkInView& in) {
    const Style& style = in.context.style;
    player_.show(in.context);
    ImGui::SameLine(0, style.px(4));
    const bool few = rows_drawn_ == in.block.rows && !all_rows_;
    if (button(all_rows_ ? tr("First rows") : tr("All rows"), few ? tr("All rows are shown already") : "",
               all_rows_ ? tr("As many as can be read") : tr("Every row of the chunk, too small to be read")))
        all_rows_ = !all_rows_;
    ImGui::SameLine(0, style.px(12));
    ImGui::AlignTextToFramePadding();
    clipped_text(sentence_at(t()), std::max(ImGui::GetContentRegionAvail().x, style.px(40)));
}

void TableToBytesView::draw_replay(const ChunkInView& in, const std::vector<ChunkRun>& runs, ChunkPointer& pointer,
                                   ImVec2 size) {
    const Style& style = in.context.style;
    constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
    if (compat::begin_child("canvas", size, false, flags)) {
        const compat::FontScope font(style.mono);
        const ImVec2 start = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
        const float head = ImGui::GetTextLineHeight() + style.px(4);
        const Area canvas{{start.x, start.y + head},
                          {start.x + std::max(room.x, 1.0f), start.y + std::max(room.y, head + 1)}};
        const auto columns =
            static_cast<std::size_t>(1 + std::count_if(in.archetype.types().begin(), in.archetype.types().end(),
                                                       [](const ecs::ComponentType* type) { return !type->is_tag(); }));
        const auto readable = static_cast<std::uint32_t>(std::max(canvas.height() / style.px(table_row_px), 1.0f));
        const auto drawable = static_cast<std::uint32_t>(std::max<std::size_t>(values_max / columns, 1));
        rows_drawn_ = std::min({in.block.rows, all_rows_ ? in.block.rows : readable, drawable});
        const TableToBytes table_to_bytes(in.archetype, rows_drawn_, canvas, style.px(table_row_px), style.px(10));

        ImGui::SetCursorScreenPos(canvas.low);
        invisible_button("values", {canvas.width(), canvas.height()});
        const bool hovered = ImGui::IsItemHovered();
        draw_block(in, runs, table_to_bytes);
        const auto selected = in.row_of(in.context.selection.entity());
        const auto lit = pointer.row ? pointer.row : in.row_of(in.context.selection.hovered);
        ImDrawList& list = *ImGui::GetWindowDrawList();
        for (const bool outlines : {false, true}) {
            for (std::size_t c = 0; c < table_to_bytes.columns_shown().size(); ++c) {
                const ImU32 color = color_of_column(style, in.archetype, table_to_bytes.columns_shown()[c]);
                for (std::uint32_t row = 0; row < rows_drawn_; ++row) {
                    const bool chosen = selected == row, pointed = lit == row;
                    if (outlines && !chosen && !pointed) continue;
                    table_to_bytes.each_part(c, row, t(), [&](const Area& area, ByteRange) {
                        const Area inner{area.low,
                                         {std::max(area.high.x - 1, area.low.x + 0.5f),
                                          area.height() > 3 ? area.high.y - 1 : area.high.y}};
                        if (outlines)
                            mark_area(list, style, inner, chosen, pointed);
                        else
                            batch_.add(inner, color);
                    });
                }
            }
            batch_.draw(list);
        }
        draw_heads(in, table_to_bytes, start.y);
        if (t() == TableToBytes::table) draw_values(in, table_to_bytes);
        if (hovered && !moving()) point_at(in, table_to_bytes, pointer);
    }
    ImGui::EndChild();
}

void TableToBytesView::draw_block(const ChunkInView& in, const std::vector<ChunkRun>& runs,
                                  const TableToBytes& table_to_bytes) const {
    // The block appears while columns drop into it: its other content is paler than the moving values.
    const float strength = t() - TableToBytes::columns;
    if (strength <= 0) return;
    const Style& style = in.context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float gap = std::max(2.0f, std::floor(style.px(4)));
    for (const ChunkRun& run : runs) {
        const ecs::ByteSpan even{run.begin, 1, run.role, run.column, -1, run.role == ecs::ByteRole::Unused ? -1 : 0};
        const ImU32 color = color_of_byte(style, in.archetype, even);
        table_to_bytes.grid().each_area(run.begin, run.end, [&](const Area& area) {
            list.AddRectFilled(area.low, area.high, faded(color, 0.35f * strength));
            if (run.role == ecs::ByteRole::Padding) hatch(list, area, faded(style.theme->edge, strength), gap);
            if (run.role == ecs::ByteRole::Unused) dots(list, area, faded(style.theme->edge, strength), gap);
        });
    }
}

void TableToBytesView::draw_heads(const ChunkInView& in, const TableToBytes& table_to_bytes, float top) const {
    // Captions stand above the canvas, and only while nothing moves below them.
    const Style& style = in.context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (t() == TableToBytes::bytes) {
        const BlockGrid& grid = table_to_bytes.grid();
        for (std::uint32_t strip = 0; strip < grid.strip_count(); ++strip)
            list.AddText({grid.strip_left(strip), top}, style.theme->quiet,
                         ("0x" + hex_offset(strip * grid.lines_per_strip * grid.bytes_per_line)).c_str());
        return;
    }
    if (t() != TableToBytes::table && t() != TableToBytes::columns) return;
    for (std::size_t c = 0; c < table_to_bytes.columns_shown().size(); ++c) {
        const int column = table_to_bytes.columns_shown()[c];
        const Area cell =
            t() == TableToBytes::table ? table_to_bytes.cell_in_table(c, 0) : table_to_bytes.cell_in_columns(c, 0);
        std::string name(name_of_column(in.archetype, column));
        const ByteRange bytes = cell_bytes(in.archetype, column, 0);
        if (t() == TableToBytes::columns) name = format_bytes(bytes.end - bytes.begin) + ' ' + name;
        // In columns a header may use the gap to the next one; in a table there is none.
        const bool last = c + 1 == table_to_bytes.columns_shown().size();
        const float gap = last ? 0 : style.px(t() == TableToBytes::columns ? 6 : -4);
        draw_text_until(list, {cell.low.x, top}, cell.high.x + gap, style.theme->quiet, name);
    }
}

void TableToBytesView::draw_values(const ChunkInView& in, const TableToBytes& table_to_bytes) const {
    if (table_to_bytes.row_px() < ImGui::GetTextLineHeight()) return;
    const Style& style = in.context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::size_t c = 0; c < table_to_bytes.columns_shown().size(); ++c) {
        const int column = table_to_bytes.columns_shown()[c];
        for (std::uint32_t row = 0; row < table_to_bytes.rows(); ++row) {
            const Area cell = table_to_bytes.cell_in_table(c, row);
            const std::string text = column == ecs::no_column
                                         ? ecs::to_string(in.block.entities()[row])
                                         : component_values(in.context.world, in.type_of(column),
                                                            in.block.at(cell_bytes(in.archetype, column, row).begin));
            const ImVec2 at{cell.low.x + style.px(4),
                            std::floor(cell.low.y + (table_to_bytes.row_px() - ImGui::GetTextLineHeight()) / 2)};
            const ImU32 tone = color_of_column(style, in.archetype, column);
            draw_text_until(list, at, cell.high.x - style.px(4), text_on(tone), text);
        }
    }
}

void TableToBytesView::point_at(const ChunkInView& in, const TableToBytes& table_to_bytes,
                                ChunkPointer& pointer) const {
    const auto place = table_to_bytes.value_at(ImGui::GetMousePos(), t());
    if (!place) return;
    pointer.point_at_row(in, place->row);
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) in.select(place->row);
    const Style& style = in.context.style;
    const int column = table_to_bytes.columns_shown()[place->column];
    if (column >= 0) panels::point_at(in.context, ComponentAt{ecs::null_entity, in.type_of(column).id});
    const ByteRange cell = cell_bytes(in.archetype, column, place->row);
    const compat::FontScope words(style.words);
    Area area;
    table_to_bytes.each_part(place->column, place->row, t(), [&](const Area& part, ByteRange) {
        if (part.contains(ImGui::GetMousePos())) area = part;
    });
    const Tooltip shown(area);
    if (!shown) return;
    const std::string title =
        phrase("{} of row {}", std::string(name_of_column(in.archetype, column)), format_count(place->row));
    ImGui::TextUnformatted(title.c_str());
    quiet_text(style, bytes_from_to(cell));
    const ByteRange first = cell_bytes(in.archetype, column, 0);
    quiet_text(style, format_count(first.begin) + " + " + format_count(place->row) + " × " +
                          format_count(cell.end - cell.begin) + " = " + format_count(cell.begin));
    mono_text(style, hex_bytes(in.block.at(cell.begin), cell.end - cell.begin, 16));
}

}  // namespace panels
