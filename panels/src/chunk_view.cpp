#include "panels/chunk_view.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "panels/value_text.hpp"

namespace panels {

namespace {

using ecs::ByteRole;

constexpr float used_opacity = 0.62f, odd_row_opacity = 0.30f, unused_opacity = 0.10f;
constexpr std::size_t cells_shaded_max = 6000;  // beyond, cells are too small to be told apart anyway
constexpr std::uint32_t cache_line_bytes = 64;
constexpr std::size_t columns_listed_max = 40;

ImU32 color_of(const Style& style, const ecs::Archetype& archetype, int column) {
    if (column == ecs::no_column) return style.theme->quiet_text;
    return style.color_of(archetype.components()[static_cast<std::size_t>(column)]);
}

std::string hex(std::uint32_t value) {
    char text[16];
    std::snprintf(text, sizeof text, "%04x", value);
    return text;
}

std::string bytes_from_to(std::uint32_t first, std::uint32_t end) {
    std::string text = end - first == 1 ? "byte " + format_count(first)
                                        : "bytes " + format_count(first) + " to " + format_count(end - 1);
    return text + " (0x" + hex(first) + ')';
}

std::string_view name_of_column(const ecs::Archetype& archetype, int column) {
    if (column == ecs::no_column) return "entity ids";
    return short_name(archetype.types()[static_cast<std::size_t>(column)]->name);
}

}  // namespace

void ChunkView::show(const Context& context, const ecs::Archetype& archetype, std::size_t chunk) {
    hovered_row_ = std::exchange(next_hovered_row_, std::nullopt);
    if (hovered_row_ && *hovered_row_ >= archetype.chunk(chunk).rows) hovered_row_.reset();
    runs_ = runs_of(archetype, chunk);
    draw_legend(context, archetype);

    const Style& style = context.style;
    const ImVec2 room = ImGui::GetContentRegionAvail(), gap = ImGui::GetStyle().ItemSpacing;
    if (room.x >= style.px(600)) {
        const float side = std::floor(std::clamp(room.x * 0.36f, style.px(220), style.px(560)));
        draw_block(context, archetype, chunk, {room.x - side - gap.x, 0});
        ImGui::SameLine();
        draw_rows(context, archetype, chunk, {side, 0});
    } else {
        const float above = std::floor(room.y * 0.55f);
        draw_block(context, archetype, chunk, {0, above});
        draw_rows(context, archetype, chunk, {0, 0});
    }
}

void ChunkView::draw_legend(const Context& context, const ecs::Archetype& archetype) {
    const Style& style = context.style;
    pointed_run_.reset();
    // What is no column comes first, because the columns may be more than there is room for.
    std::vector<LegendEntry> entries;
    std::uint32_t padding = 0, unused = 0;
    for (const ChunkRun& run : runs_) {
        if (run.role == ByteRole::Padding) padding += run.end - run.begin;
        if (run.role == ByteRole::Unused) unused += run.end - run.begin;
    }
    entries.push_back({runs_.front(), "header"});
    if (padding > 0) entries.push_back({{0, 0, ByteRole::Padding, ecs::no_column}, "padding " + format_bytes(padding)});
    if (unused > 0) entries.push_back({{0, 0, ByteRole::Unused, ecs::no_column}, "not in use " + format_bytes(unused)});
    for (int column = ecs::no_column; column < static_cast<int>(archetype.types().size()); ++column) {
        const std::uint32_t capacity = archetype.layout().capacity;
        const ByteRange range{cell_bytes(archetype, column, 0).begin, cell_bytes(archetype, column, capacity).begin};
        const ByteRole role = column == ecs::no_column ? ByteRole::Entity : ByteRole::Field;
        std::string label(name_of_column(archetype, column));
        if (range.end == 0) label += " (tag)";
        entries.push_back({{range.begin, range.end, role, column}, std::move(label)});
    }

    const float mark = std::floor(style.px(12)), inner = ImGui::GetStyle().ItemInnerSpacing.x;
    const float gap = style.px(12), end = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    const float more_px = style.px(32);
    const int lines_max = ImGui::GetContentRegionAvail().y < style.px(220) ? 1 : 2;
    int lines = 1;
    float x = ImGui::GetCursorScreenPos().x;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const float width = mark + inner + ImGui::CalcTextSize(entries[i].label.c_str()).x;
        const bool wraps = i > 0 && x + gap + width > end - (lines == lines_max ? more_px : 0);
        if (wraps && lines == lines_max) {
            ImGui::SameLine(0, gap);
            quiet_text(style, '+' + std::to_string(entries.size() - i));
            std::string rest;
            for (; i < entries.size(); ++i) rest += (rest.empty() ? "" : ", ") + entries[i].label;
            return tooltip(rest);
        }
        if (wraps) ++lines;
        if (i > 0 && !wraps) ImGui::SameLine(0, gap);
        draw_legend_entry(context, archetype, entries[i], width);
        x = ImGui::GetItemRectMax().x;
    }
}

void ChunkView::draw_legend_entry(const Context& context, const ecs::Archetype& archetype, const LegendEntry& entry,
                                  float width) {
    const Style& style = context.style;
    const ChunkRun& run = entry.run;
    const bool tag = run.role == ByteRole::Field && run.end == 0;
    const float mark = std::floor(style.px(12)), inner = ImGui::GetStyle().ItemInnerSpacing.x;
    const float height = ImGui::GetTextLineHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width, height});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float top = std::floor(at.y + (height - mark) / 2);
    const Area box{{at.x, top}, {at.x + mark, top + mark}};
    switch (run.role) {
        case ByteRole::Header:
            list.AddRectFilled(box.low, box.high, style.theme->line);
            break;
        case ByteRole::Padding:
            hatch(list, box, style.theme->quiet_text, 4);
            outline(list, box, style.theme->line);
            break;
        case ByteRole::Unused:
            dots(list, box, style.theme->quiet_text, 4);
            outline(list, box, style.theme->line);
            break;
        case ByteRole::Entity:
            list.AddRectFilled(box.low, box.high, faded(style.theme->quiet_text, used_opacity));
            break;
        case ByteRole::Field:
            component_mark(style, archetype.components()[static_cast<std::size_t>(run.column)], list, box.middle(),
                           tag ? std::floor(mark * 0.6f) : mark);
            break;
    }
    list.AddText({at.x + mark + inner, at.y}, style.theme->quiet_text, entry.label.c_str());

    if (!ImGui::IsItemHovered()) return;
    if (!tag) pointed_run_ = run;
    std::string text;
    switch (run.role) {
        case ByteRole::Header:
            text = "Header: what the storage itself keeps of the chunk, such as how many rows are in use";
            break;
        case ByteRole::Padding:
            text = "Padding: each column starts at a multiple of 16 bytes or more. Between them nothing is kept";
            break;
        case ByteRole::Unused:
            text =
                "Rows that the columns have room for but that no entity uses, and what is left behind the last "
                "column";
            break;
        case ByteRole::Entity:
            text = "Entity ids: whose row it is. 8 bytes a row, " + bytes_from_to(run.begin, run.end);
            break;
        case ByteRole::Field: {
            const ecs::ComponentType& type = *archetype.types()[static_cast<std::size_t>(run.column)];
            text = type.name + (type.description.empty() ? "" : ": " + type.description) + "\n";
            text +=
                tag ? std::string("A tag has no bytes: that all rows of this chunk have it is known of the archetype")
                    : format_count(type.size, "byte") + " a row, room for " +
                          format_count(archetype.layout().capacity, "row") + ", " + bytes_from_to(run.begin, run.end);
            break;
        }
    }
    tooltip(text);
}

void ChunkView::draw_block(const Context& context, const ecs::Archetype& archetype, std::size_t chunk, ImVec2 size) {
    const Style& style = context.style;
    if (compat::begin_child("block", size)) {
        const compat::FontScope font(style.mono);
        const float line = ImGui::GetTextLineHeight();
        const float left = std::floor(ImGui::CalcTextSize("00000").x + style.px(6)), above = line + style.px(2);
        const ImVec2 start = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
        const ImVec2 origin{start.x + left, start.y + above};
        grid_ = BlockGrid::fit(archetype.layout().block_bytes, origin, {room.x - left, room.y - above},
                               std::floor(style.px(4)), style.px(20));
        draw_runs(context, archetype);
        draw_cells(context, archetype, chunk);
        draw_rulers(style, left);

        const Selection& selection = context.selection;
        const auto row_here = [&](ecs::Entity entity) -> std::optional<std::uint32_t> {
            const auto location = location_if_alive(context.world, entity);
            if (!location || location->archetype != archetype.id() || location->chunk != chunk) return std::nullopt;
            return location->row;
        };
        for (std::size_t i = 0; i < std::min<std::size_t>(selection.entities().size(), 64); ++i)
            if (const auto row = row_here(selection.entities()[i]))
                draw_row(archetype, *row, style.theme->accent, 0.55f, 2);
        const auto hovered = hovered_row_ ? hovered_row_ : row_here(selection.hovered);
        if (hovered) draw_row(archetype, *hovered, style.theme->text, 0.25f, 1);

        ImGui::SetCursorScreenPos(origin);
        const ImVec2 whole = grid_.size();
        ImGui::InvisibleButton("bytes", {std::max(whole.x, 1.0f), std::max(whole.y, 1.0f)});
        if (ImGui::IsItemHovered())
            if (const auto byte = grid_.byte_at(ImGui::GetMousePos())) point_at(context, archetype, chunk, *byte);
    }
    ImGui::EndChild();
}

void ChunkView::draw_runs(const Context& context, const ecs::Archetype& archetype) {
    const Style& style = context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float gap = style.px(6);
    for (const ChunkRun& run : runs_) {
        const ImU32 color = color_of(style, archetype, run.column);
        for (const Area& area : grid_.areas_of(run.begin, run.end)) {
            switch (run.role) {
                case ByteRole::Header:
                    list.AddRectFilled(area.low, area.high, style.theme->line);
                    break;
                case ByteRole::Entity:
                case ByteRole::Field:
                    list.AddRectFilled(area.low, area.high, faded(color, used_opacity));
                    break;
                case ByteRole::Padding:
                    hatch(list, area, style.theme->quiet_text, gap);
                    break;
                case ByteRole::Unused:
                    // The room of a column keeps a touch of its colour; the end of the block belongs to none.
                    if (run.column != ecs::no_column || run != runs_.back())
                        list.AddRectFilled(area.low, area.high, faded(color, unused_opacity));
                    dots(list, area, faded(style.theme->quiet_text, 0.8f), gap);
                    break;
            }
        }
    }
    if (!pointed_run_) return;
    for (const ChunkRun& run : runs_) {
        const bool column = pointed_run_->end != 0 && run.begin >= pointed_run_->begin && run.end <= pointed_run_->end;
        if (column || (pointed_run_->end == 0 && run.role == pointed_run_->role))
            for (const Area& area : grid_.areas_of(run.begin, run.end)) outline(list, area, style.theme->text, 1);
    }
}

void ChunkView::draw_cells(const Context& context, const ecs::Archetype& archetype, std::size_t chunk) {
    const Style& style = context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Area visible = visible_area(list);
    const std::uint32_t rows = archetype.chunk(chunk).rows;
    // Every other row is a shade darker: that alone shows where each one lies.
    for (const ChunkRun& run : runs_) {
        if (run.role != ByteRole::Entity && run.role != ByteRole::Field) continue;
        const ByteRange first = cell_bytes(archetype, run.column, 0);
        if (static_cast<float>(first.end - first.begin) * grid_.byte_px < 2) continue;
        const ImU32 shade = faded(style.theme->background, odd_row_opacity);
        for (std::uint32_t row = 1; row < rows && batch_.size() < cells_shaded_max; row += 2) {
            const ByteRange cell = cell_bytes(archetype, run.column, row);
            for (const Area& area : grid_.areas_of(cell.begin, cell.end))
                if (area.high.y > visible.low.y && area.low.y < visible.high.y) batch_.add(area, shade);
        }
    }
    // Lines of bytes stay apart; otherwise it would not be seen that they wrap.
    if (grid_.line_px >= 4) {
        const float width = grid_.size().x;
        for (std::uint32_t line = 1; line < grid_.line_count(); ++line) {
            const float y = grid_.origin.y + static_cast<float>(line) * grid_.line_px;
            if (y < visible.low.y || y > visible.high.y) continue;
            batch_.add({{grid_.origin.x, y - 1}, {grid_.origin.x + width, y}}, style.theme->panel);
        }
    }
    batch_.draw(list);
}

void ChunkView::draw_rulers(const Style& style, float ruler_px) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Area visible = visible_area(list);
    const float text = ImGui::GetTextLineHeight(), width = grid_.size().x, height = grid_.size().y;
    // Above: 64 bytes are one cache line, what the processor fetches at a time.
    float free_from = grid_.origin.x;
    for (std::uint32_t byte = 0; byte < grid_.bytes_per_line; byte += cache_line_bytes) {
        const float x = std::floor(grid_.origin.x + static_cast<float>(byte) * grid_.byte_px);
        list.AddRectFilled({x, grid_.origin.y - style.px(4)}, {x + 1, grid_.origin.y + height},
                           faded(style.theme->text, byte == 0 ? 0.0f : 0.22f));
        const std::string label = '+' + std::to_string(byte);
        const float wide = ImGui::CalcTextSize(label.c_str()).x;
        if (x < free_from || x + wide > grid_.origin.x + width) continue;
        list.AddText({x, grid_.origin.y - text - style.px(2)}, style.theme->quiet_text, label.c_str());
        free_from = x + wide + style.px(8);
    }
    // At the side: where each line starts.
    const std::uint32_t every = std::max(1u, static_cast<std::uint32_t>(std::ceil((text + 2) / grid_.line_px)));
    for (std::uint32_t line = 0; line < grid_.line_count(); line += every) {
        const float y = std::floor(grid_.origin.y + static_cast<float>(line) * grid_.line_px);
        if (y + text < visible.low.y || y > visible.high.y) continue;
        const std::string label = hex(line * grid_.bytes_per_line);
        const float wide = ImGui::CalcTextSize(label.c_str()).x;
        const float middle = std::floor(std::min(grid_.line_px, text + 2) / 2 - text / 2);
        list.AddText({grid_.origin.x - wide - style.px(6), y + std::max(middle, 0.0f)}, style.theme->quiet_text,
                     label.c_str());
    }
    const Area side{{grid_.origin.x - ruler_px, grid_.origin.y - text}, {grid_.origin.x, grid_.origin.y + height}};
    const Area top{{grid_.origin.x, grid_.origin.y - text - style.px(2)}, {grid_.origin.x + width, grid_.origin.y}};
    if (!ImGui::IsWindowHovered()) return;
    const bool over_top = top.contains(ImGui::GetMousePos());
    if (!over_top && !side.contains(ImGui::GetMousePos())) return;
    const compat::FontScope words(style.words);
    ImGui::SetTooltip("%s", over_top ? "64 bytes are one cache line: what the processor fetches from memory at a time"
                                     : "Where each line of bytes starts, from the start of the chunk, in hexadecimal");
}

void ChunkView::draw_row(const ecs::Archetype& archetype, std::uint32_t row, ImU32 color, float fill, float thickness) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (int column = ecs::no_column; column < static_cast<int>(archetype.types().size()); ++column) {
        const ByteRange cell = cell_bytes(archetype, column, row);
        for (const Area& area : grid_.areas_of(cell.begin, cell.end)) {
            list.AddRectFilled(area.low, area.high, faded(color, fill));
            outline(list, area, color, area.height() > 2 * thickness + 1 ? thickness : 1);
        }
    }
}

void ChunkView::point_at(const Context& context, const ecs::Archetype& archetype, std::size_t chunk,
                         std::uint32_t byte) {
    const ecs::ByteSpan span = ecs::describe_byte(archetype, chunk, byte);
    const Style& style = context.style;
    for (const Area& area : grid_.areas_of(span.offset, span.offset + span.size))
        outline(*ImGui::GetWindowDrawList(), area, style.theme->text, 1);
    const bool in_use = span.row >= 0 && span.row < static_cast<std::int64_t>(archetype.chunk(chunk).rows);
    if (in_use) {
        const auto row = static_cast<std::uint32_t>(span.row);
        next_hovered_row_ = row;
        context.selection.hovered = archetype.chunk(chunk).entities()[row];
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) select(context, archetype, chunk, row);
    }
    const compat::FontScope words(style.words);
    ImGui::BeginTooltip();
    byte_tooltip(context, archetype, chunk, span, byte);
    ImGui::EndTooltip();
}

void ChunkView::byte_tooltip(const Context& context, const ecs::Archetype& archetype, std::size_t chunk,
                             const ecs::ByteSpan& span, std::uint32_t byte) const {
    const Style& style = context.style;
    const ecs::Chunk& block = archetype.chunk(chunk);
    const bool in_use = span.row >= 0 && span.row < static_cast<std::int64_t>(block.rows);
    const std::string where = bytes_from_to(span.offset, span.offset + span.size);
    const auto type_of = [&](int column) -> const ecs::ComponentType& {
        return *archetype.types()[static_cast<std::size_t>(column)];
    };
    switch (span.role) {
        case ByteRole::Header:
            ImGui::TextUnformatted("Header of the chunk");
            quiet_text(style, where);
            return;
        case ByteRole::Padding:
            ImGui::TextUnformatted("Padding");
            quiet_text(style, where);
            if (in_use)
                quiet_text(style, "inside of " + std::string(name_of_column(archetype, span.column)) +
                                      ", so that its fields lie at multiples of their size");
            else if (span.column != ecs::no_column)
                quiet_text(style, "so that " + std::string(name_of_column(archetype, span.column)) +
                                      " starts at a multiple of " +
                                      format_count(std::max(16u, type_of(span.column).align)));
            return;
        case ByteRole::Unused:
            if (span.row < 0) {
                ImGui::TextUnformatted("Behind the last column");
                quiet_text(style, where + ", too few for one more row");
                return;
            }
            ImGui::TextUnformatted("Not in use");
            quiet_text(style, "Room for " + format_count(block.capacity - block.rows, "more row") + " of " +
                                  std::string(name_of_column(archetype, span.column)));
            quiet_text(style, where);
            return;
        case ByteRole::Entity:
        case ByteRole::Field:
            break;
    }
    const ecs::Entity entity = block.entities()[static_cast<std::size_t>(span.row)];
    std::string what = "Entity id";
    if (span.role == ByteRole::Field) {
        const ecs::ComponentType& type = type_of(span.column);
        what = short_name(type.name);
        if (span.field >= 0) {
            const ecs::Field& field = type.fields[static_cast<std::size_t>(span.field)];
            const std::byte* value =
                block.at(cell_bytes(archetype, span.column, static_cast<std::uint32_t>(span.row)).begin);
            what += '.' + field.name + " = " + field_text_with_unit(context.world, field, value);
        }
    }
    ImGui::TextUnformatted(what.c_str());
    quiet_text(style, "row " + format_count(static_cast<std::uint64_t>(span.row)) + " · " + where);
    if (byte != span.offset) quiet_text(style, "pointing at byte " + format_count(byte));
    ImGui::Separator();
    entity_tooltip(context, entity);
}

void ChunkView::draw_rows(const Context& context, const ecs::Archetype& archetype, std::size_t chunk, ImVec2 size) {
    const Style& style = context.style;
    const ecs::Chunk& block = archetype.chunk(chunk);
    std::vector<int> columns;
    for (std::size_t c = 0; c < archetype.types().size() && columns.size() < columns_listed_max; ++c)
        if (!archetype.types()[c]->is_tag()) columns.push_back(static_cast<int>(c));
    ImGui::PushID(static_cast<int>(archetype.id()));
    if (ImGui::BeginTable("rows", static_cast<int>(columns.size()) + 2,
                          list_table_flags | ImGuiTableFlags_ScrollX | ImGuiTableFlags_PadOuterX, size)) {
        ImGui::TableSetupScrollFreeze(2, 1);
        ImGui::TableSetupColumn("Row", ImGuiTableColumnFlags_WidthFixed, style.px(44));
        ImGui::TableSetupColumn("Entity", ImGuiTableColumnFlags_WidthFixed, style.px(96));
        std::vector<std::string> column_hints;
        column_hints.reserve(columns.size());
        std::vector<const char*> hints{explanation(Term::Row), explanation(Term::Entity)};
        for (int column : columns) {
            const ecs::ComponentType& type = *archetype.types()[static_cast<std::size_t>(column)];
            const std::string_view name = short_name(type.name);
            const float wide = type.fields.size() > 1 ? 144.0f : 88.0f;
            ImGui::TableSetupColumn(name.data(), ImGuiTableColumnFlags_WidthFixed, style.px(wide));
            std::string& hint = column_hints.emplace_back(type.name);
            if (!type.description.empty()) hint += ": " + type.description;
            for (std::size_t f = 0; f < type.fields.size(); ++f)
                hint += (f == 0 ? "\n" : ", ") + type.fields[f].name +
                        (type.fields[f].unit.empty() ? "" : " in " + type.fields[f].unit);
            hints.push_back(hint.c_str());
        }
        header_row(style, hints.data(), 1);

        const float row_px = row_height(style);
        const auto location = location_if_alive(context.world, context.selection.entity());
        if (revision_seen_ != context.selection.revision() || chunk_seen_ != &block) {
            revision_seen_ = context.selection.revision();
            chunk_seen_ = &block;
            if (location && location->archetype == archetype.id() && location->chunk == chunk) {
                const float at = static_cast<float>(location->row) * row_px, top = ImGui::GetScrollY();
                const float room = ImGui::GetWindowHeight() - 2 * row_px;
                if (at < top || at > top + room) ImGui::SetScrollY(std::max(0.0f, at - room / 2));
            }
        }
        const float text_top = std::floor((row_px - ImGui::GetTextLineHeight()) / 2);
        ImGuiListClipper clipper;
        clipper.Begin(static_cast<int>(block.rows), row_px);
        while (clipper.Step()) {
            for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
                const auto row = static_cast<std::uint32_t>(i);
                const ecs::Entity entity = block.entities()[row];
                ImGui::TableNextRow(ImGuiTableRowFlags_None, row_px);
                ImGui::TableNextColumn();
                ImGui::PushID(i);
                const ImVec2 cell = ImGui::GetCursorScreenPos();
                if (ImGui::Selectable("##row", context.selection.has(entity), ImGuiSelectableFlags_SpanAllColumns,
                                      {0, row_px}))
                    select(context, archetype, chunk, row);
                if (ImGui::IsItemHovered()) {
                    next_hovered_row_ = row;
                    context.selection.hovered = entity;
                    if (compat::item_hovered_for_tooltip()) {
                        ImGui::BeginTooltip();
                        entity_tooltip(context, entity);
                        ImGui::EndTooltip();
                    }
                }
                ImGui::PopID();
                if (hovered_row_ == row)
                    ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg1, faded(style.theme->text, 0.12f));
                ImGui::SetCursorScreenPos(cell);
                draw_cell_number(style, format_count(row), style.theme->quiet_text);
                ImDrawList& list = *ImGui::GetWindowDrawList();
                if (ImGui::TableNextColumn()) {
                    const ImVec2 at = ImGui::GetCursorScreenPos();
                    list.AddText({at.x, at.y + text_top}, style.theme->text, label_of(context.world, entity).c_str());
                }
                for (int column : columns) {
                    if (!ImGui::TableNextColumn()) continue;
                    const ecs::ComponentType& type = *archetype.types()[static_cast<std::size_t>(column)];
                    const std::string value =
                        component_values(context.world, type, block.at(cell_bytes(archetype, column, row).begin));
                    const compat::FontScope font(style.mono);
                    const ImVec2 at = ImGui::GetCursorScreenPos();
                    list.AddText({at.x, at.y + text_top}, style.theme->text, value.c_str());
                }
            }
        }
        ImGui::EndTable();
    }
    ImGui::PopID();
}

void ChunkView::select(const Context& context, const ecs::Archetype& archetype, std::size_t chunk,
                       std::uint32_t row) const {
    const bool picked = context.selection.archetype() == archetype.id() && context.selection.chunk() == chunk;
    select_by_click(context.selection, archetype.chunk(chunk).entities()[row]);
    // The person keeps looking at the chunk that was picked.
    if (picked) context.selection.select_chunk(archetype.id(), chunk);
}

}  // namespace panels
