#include "panels/chunk_bytes/microscope.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "figures/drawing/palette.hpp"
#include "panels/base/noted_places.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/chunk_bytes/byte_tooltip.hpp"

namespace panels {

namespace {

using ecs::ByteRole;

constexpr std::size_t outlined_rows_max = 64;
constexpr std::size_t shapes_max = 6000;  // of one kind; beyond that they are too small to see

/// 0 below `low`, 1 one pixel later: what can be read at all can be read well.
float risen(float value, float low) { return std::clamp(value - low, 0.0f, 1.0f); }

float hex_opacity(const Style& style, const BlockGrid& grid) {
    const float wide = ImGui::CalcTextSize("00").x, high = ImGui::GetTextLineHeight();
    return std::min(risen(grid.byte_px, wide + style.px(2)), risen(grid.line_px, high));
}

float value_opacity(const Style& style, const BlockGrid& grid) {
    return std::min(hex_opacity(style, grid), risen(grid.line_px, 2 * ImGui::GetTextLineHeight() + style.px(2)));
}

/// From the upper edge of a line to its digits, and to the value that stands below them where there is room for both.
float top_of_hex(const BlockGrid& grid, bool values) {
    const float text = ImGui::GetTextLineHeight();
    return std::floor(values ? (grid.line_px - 2 * text) / 3 : (grid.line_px - text) / 2);
}
float top_of_value(const BlockGrid& grid) {
    const float text = ImGui::GetTextLineHeight();
    return std::floor(grid.line_px - text - (grid.line_px - 2 * text) / 3);
}

}  // namespace

void Microscope::show(const ChunkInView& in, const std::vector<ChunkRun>& runs, ChunkPointer& pointer,
                      std::span<const LineLight> lit, ImVec2 size) {
    const Style& style = in.context.style;
    constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
    if (compat::begin_child("block", size, false, flags)) {
        const compat::FontScope font(style.mono);
        const ImVec2 start = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
        const float above = ImGui::GetTextLineHeight() + style.px(4), below = ImGui::GetTextLineHeight() + style.px(4);
        const Area canvas{{start.x, start.y + above},
                          {start.x + std::max(room.x, 1.0f), start.y + std::max(room.y - below, above + 1)}};
        camera_.look_at(in.block.block_bytes, canvas, style);
        changes_.look_at(in.context.world, in.archetype, in.position);

        ImGui::SetCursorScreenPos(canvas.low);
        invisible_button("bytes", {canvas.width(), canvas.height()});
        hovered_ = ImGui::IsItemHovered();
        take_input(in);

        ImDrawList& list = *ImGui::GetWindowDrawList();
        list.PushClipRect(canvas.low, canvas.high, true);
        find_selected_rows(in);
        // Text needs the whole tone below it, and the lens dims by itself.
        const bool some = !selected_rows_.empty() && selected_rows_.size() < in.block.rows;
        dimmed_ = !some || !lit.empty() || hex_opacity(style, grid()) > 0 ? 0 : dimmed_by_selection;
        draw_block(in, runs, pointer);
        if (lit.empty())
            draw_changes(style);
        else
            draw_light(style, lit);
        draw_line_marks(in);
        draw_rows(in, pointer);
        if (hovered_)
            if (const auto byte = grid().byte_at(ImGui::GetMousePos())) point_at(in, pointer, *byte);
        list.PopClipRect();
        draw_rulers(in);
        draw_position(in, runs, {{canvas.low.x, canvas.high.y + style.px(4)}, {canvas.high.x, start.y + room.y}});
        const compat::FontScope words(style.words);
        popup_.draw(in.context);
    }
    ImGui::EndChild();
}

void Microscope::take_input(const ChunkInView& in) {
    const ImGuiIO& io = ImGui::GetIO();
    if (hovered_ && io.MouseWheel != 0) camera_.zoom(io.MouseWheel, io.MousePos);
    if (ImGui::IsItemActivated()) {
        pressed_here_ = true;
        dragged_ = false;
    }
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
        // The whole way since the press, including the part before it became a drag.
        if (!std::exchange(dragged_, true))
            camera_.pan(ImGui::GetMouseDragDelta(ImGuiMouseButton_Left));
        else
            camera_.pan(io.MouseDelta);
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
    }
    const auto byte = hovered_ ? grid().byte_at(io.MousePos) : std::nullopt;
    std::optional<ecs::ByteSpan> used;
    if (byte)
        if (const ecs::ByteSpan span = in.span_at(*byte); in.in_use(span)) used = span;
    if (hovered_ && byte && menu_asked(in.context))
        request_menu(in.context,
                     ByteAt{in.archetype.id(), in.position, *byte,
                            used ? in.block.entities()[static_cast<std::size_t>(used->row)] : ecs::Entity()});
    if (hovered_ && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        pressed_here_ = false;
        if (!used) return camera_.fit();
        if (used->role == ByteRole::Entity) return;  // an entity id cannot be edited
        const std::optional<std::uint32_t> field =
            used->field < 0 ? std::nullopt : std::optional(static_cast<std::uint32_t>(used->field));
        return popup_.open(in.block.entities()[static_cast<std::size_t>(used->row)],
                           in.archetype.components()[static_cast<std::size_t>(used->column)], field);
    }
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Left) && std::exchange(pressed_here_, false) && !dragged_ && used)
        in.select(static_cast<std::uint32_t>(used->row));
}

template <class F>
void Microscope::each_line_in_view(F&& visit) const {
    const BlockGrid& bytes = grid();
    const Area& canvas = camera_.canvas();
    const auto clamped = [](float value, std::uint32_t end) {
        return static_cast<std::uint32_t>(std::clamp(value, 0.0f, static_cast<float>(end)));
    };
    const std::uint32_t first = clamped((canvas.low.y - bytes.origin.y) / bytes.line_px, bytes.lines_per_strip);
    const std::uint32_t end =
        clamped(std::ceil((canvas.high.y - bytes.origin.y) / bytes.line_px), bytes.lines_per_strip);
    for (std::uint32_t strip = 0; strip < bytes.strip_count(); ++strip) {
        const float left = bytes.strip_left(strip);
        if (left >= canvas.high.x || left + bytes.strip_width() <= canvas.low.x) continue;
        const std::uint32_t from = clamped((canvas.low.x - left) / bytes.byte_px, bytes.bytes_per_line);
        const std::uint32_t to = clamped(std::ceil((canvas.high.x - left) / bytes.byte_px), bytes.bytes_per_line);
        for (std::uint32_t line = first; line < end; ++line) {
            const std::uint32_t start = (strip * bytes.lines_per_strip + line) * bytes.bytes_per_line;
            if (start + from < bytes.block_bytes) visit(start + from, std::min(start + to, bytes.block_bytes));
        }
    }
}

void Microscope::draw_block(const ChunkInView& in, const std::vector<ChunkRun>& runs, const ChunkPointer& pointer) {
    const Style& style = in.context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_colors(in, runs);
    draw_patterns(in, runs);
    draw_details(in);
    if (!pointer.run) return;
    for (const ChunkRun& run : runs) {
        const bool column = pointer.run->end != 0 && run.begin >= pointer.run->begin && run.end <= pointer.run->end;
        if (!column && (pointer.run->end != 0 || run.role != pointer.run->role)) continue;
        grid().each_area(run.begin, run.end, [&](const Area& area) { outline(list, area, style.theme->text, 1); });
    }
}

void Microscope::draw_colors(const ChunkInView& in, const std::vector<ChunkRun>& runs) {
    const Style& style = in.context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const BlockGrid& bytes = grid();
    if (PictureStore* pictures = in.context.pictures) {
        if (const std::uintptr_t texture = pictures->texture_of(picture_.of(in, dimmed_))) {
            const float lines = static_cast<float>(bytes.line_count());
            const compat::HardEdges hard_edges(list);
            for (std::uint32_t strip = 0; strip < bytes.strip_count(); ++strip) {
                const std::uint32_t first = strip * bytes.lines_per_strip;
                const std::uint32_t end = std::min(first + bytes.lines_per_strip, bytes.line_count());
                const ImVec2 low{bytes.strip_left(strip), bytes.origin.y};
                const ImVec2 high{low.x + bytes.strip_width(), low.y + static_cast<float>(end - first) * bytes.line_px};
                list.AddImage(compat::texture_id(texture), low, high, {0, static_cast<float>(first) / lines},
                              {1, static_cast<float>(end) / lines});
            }
            return;
        }
    }
    // Without a renderer: one rectangle per run, and rows as far as they can be distinguished.
    for (const ChunkRun& run : runs) {
        const ecs::ByteSpan even{run.begin, 1, run.role, run.column, -1, run.role == ByteRole::Unused ? -1 : 0};
        const ImU32 color = color_of_byte(style, in.archetype, even, dimmed_);
        bytes.each_area(run.begin, run.end, [&](const Area& area) { batch_.add(area, color); });
    }
    batch_.draw(list);
}

void Microscope::draw_patterns(const ChunkInView& in, const std::vector<ChunkRun>& runs) {
    const Style& style = in.context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const ChunkRun& run : runs) {
        const bool field = run.role == ByteRole::Field && run.column != ecs::no_column;
        const ecs::ComponentId component = field ? in.type_of(run.column).id : ecs::no_component;
        if (field && !figures::is_striped(component)) continue;
        grid().each_area(run.begin, run.end,
                         [&](const Area& area) { draw_role_pattern(style, list, area, run.role, component); });
    }
}

void Microscope::draw_details(const ChunkInView& in) {
    const Style& style = in.context.style;
    const bool fields = grid().byte_px >= style.px(3) && grid().line_px >= style.px(6);
    if (!fields) return;
    each_line_in_view([&](std::uint32_t begin, std::uint32_t end) {
        while (begin < end) {
            const ecs::ByteSpan span = in.span_at(begin);
            const std::uint32_t stop = std::min(span.offset + span.size, end);
            draw_span(in, span, {begin, stop});
            begin = stop;
        }
    });
    batch_.draw(*ImGui::GetWindowDrawList());
}

void Microscope::draw_span(const ChunkInView& in, const ecs::ByteSpan& span, ByteRange part) {
    const Style& style = in.context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 low = grid().place_of(part.begin);
    const Area area{low, {low.x + static_cast<float>(part.end - part.begin) * grid().byte_px, low.y + grid().line_px}};
    if (span.role == ByteRole::Padding && span.row >= 0) draw_role_pattern(style, list, area, span.role);
    const float hex = hex_opacity(style, grid()), value = value_opacity(style, grid());
    if (part.begin == span.offset) {
        const float thick = part.begin % 4 == 0 && hex > 0 ? 2.0f : 1.0f;
        batch_.add({area.low, {area.low.x + std::min(thick, grid().byte_px / 2), area.high.y}}, style.theme->panel);
    }
    if (hex <= 0) return;
    const bool holds = in.in_use(span) || span.role == ByteRole::Header;
    // Bytes without a colour of their own have the panel or a well below them.
    const ImU32 ground = color_of_byte(style, in.archetype, span, dimmed_);
    const ImU32 ink = holds && ground != 0 ? text_on(ground) : style.theme->quiet;
    draw_hex(in, part, faded(ink, hex));
    if (value <= 0) return;
    const float top = area.low.y + top_of_value(grid());
    // Below the offsets, which stay in view.
    const float strip_left = grid().strip_left(span.offset / grid().bytes_per_line / grid().lines_per_strip);
    const float offsets = ImGui::CalcTextSize("0000").x + style.px(4), canvas_left = camera_.canvas().low.x;
    const float text_left = strip_left < canvas_left + offsets ? canvas_left + offsets : canvas_left;
    const auto write = [&](ByteRange bytes, const std::string& text) {
        const ImVec2 from = grid().place_of(bytes.begin);
        const float left = std::max(from.x, text_left) + style.px(4);
        const float right = from.x + static_cast<float>(bytes.end - bytes.begin) * grid().byte_px - style.px(4);
        if (right - left < style.px(16)) return;
        draw_text_until(list, {left, top}, right, faded(ink, value), text);
    };
    if (span.role == ByteRole::Header) {
        for (const HeaderPart& header : header_parts(in.block))
            if (header.bytes.begin < part.end && header.bytes.end > part.begin)
                write(header.bytes, header.name + (' ' + header.value));
        return;
    }
    if (in.in_use(span)) write(part, value_of_span(in, span));
}

void Microscope::draw_hex(const ChunkInView& in, ByteRange part, ImU32 color) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 size = ImGui::CalcTextSize("00");
    const float top = top_of_hex(grid(), value_opacity(in.context.style, grid()) > 0);
    for (std::uint32_t byte = part.begin; byte < part.end; ++byte) {
        const std::string digits = hex_bytes(in.block.at(byte), 1, 1);
        const ImVec2 low = grid().place_of(byte);
        list.AddText({std::floor(low.x + (grid().byte_px - size.x) / 2), std::floor(low.y + top)}, color,
                     digits.c_str());
    }
}

void Microscope::draw_changes(const Style& style) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ByteRange seen = camera_.bytes_in_view();
    const Area& canvas = camera_.canvas();
    const float thick = std::clamp(std::floor(grid().line_px / 3), 1.0f, std::max(1.0f, std::floor(style.px(2))));
    const ImU32 color = style.theme->warn;
    // Invisible gaps are drawn as changed, too; otherwise there would be thousands of lines.
    const auto gap_max = static_cast<std::uint32_t>(2 / grid().byte_px);
    const std::span<const ByteRange> ranges = changes_.ranges();
    for (std::size_t i = 0; i < ranges.size() && batch_.size() < shapes_max;) {
        ByteRange range = ranges[i++];
        while (i < ranges.size() && ranges[i].begin - range.end < gap_max) range.end = ranges[i++].end;
        if (range.end <= seen.begin || range.begin >= seen.end) continue;
        for (std::uint32_t begin = range.begin; begin < range.end;) {
            const std::uint32_t line_end = (begin / grid().bytes_per_line + 1) * grid().bytes_per_line;
            const std::uint32_t end = std::min(range.end, line_end);
            const ImVec2 low = grid().place_of(begin);
            const float bottom = low.y + grid().line_px,
                        right = low.x + static_cast<float>(end - begin) * grid().byte_px;
            if (bottom > canvas.low.y && low.y < canvas.high.y)
                batch_.add({{low.x, bottom - thick}, {right, bottom}}, color);
            begin = end;
        }
    }
    batch_.draw(list);
}

void Microscope::draw_light(const Style& style, std::span<const LineLight> lit) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float bar = std::clamp(std::floor(style.px(4)), 3.0f, std::max(grid().gap_px * 0.6f, 3.0f));
    const ImU32 dark = faded(style.theme->panel, dimmed_untouched);
    for (std::uint32_t line = 0; line < grid().line_count();) {
        const LineLight light = lit[line];
        const std::uint32_t first = line++;
        const auto same = [&](const LineLight& other) {
            return other.read == light.read && other.written == light.written;
        };
        while (line < grid().line_count() && line % grid().lines_per_strip != 0 && same(lit[line])) ++line;
        grid().each_area(first * grid().bytes_per_line, std::min(line * grid().bytes_per_line, grid().block_bytes),
                         [&](const Area& area) {
                             if (!light.read && !light.written) batch_.add(area, dark);
                             // A bar before the line: filled where it is written, outlined where it is only read.
                             const Area mark{{area.low.x - bar - 1, area.low.y}, {area.low.x - 1, area.high.y - 1}};
                             if (light.written)
                                 batch_.add(mark, style.theme->text);
                             else if (light.read)
                                 outline(list, mark, style.theme->text, 1);
                         });
    }
    batch_.draw(list);
}

void Microscope::draw_rows(const ChunkInView& in, const ChunkPointer& pointer) {
    const Style& style = in.context.style;
    const Selection& selection = in.context.selection;
    if (selected_rows_.size() <= outlined_rows_max) {
        for (const std::uint32_t row : selected_rows_) draw_selected_row(in, row);
    } else {
        light_rows(in);
        if (const auto row = in.row_of(selection.entity())) draw_selected_row(in, *row);
    }
    const auto hovered = pointer.row ? pointer.row : in.row_of(selection.hovered);
    if (hovered) draw_row(in, *hovered, style.theme->text, 1);
}

void Microscope::find_selected_rows(const ChunkInView& in) {
    const Selection& selection = in.context.selection;
    const SelectedIn now{&in.archetype, in.position, selection.revision(), in.context.world.structure_version()};
    if (now == selected_in_) return;
    selected_in_ = now;
    selected_rows_.clear();
    if (selection.entities().empty()) return;
    const std::span<const ecs::Entity> entities = in.block.entities();
    for (std::uint32_t row = 0; row < in.block.rows; ++row)
        if (selection.has(entities[row])) selected_rows_.push_back(row);
}

// With many selected rows, consecutive rows get one outline; otherwise only outlines would be visible.
void Microscope::light_rows(const ChunkInView& in) {
    const Style& style = in.context.style;
    const ImU32 accent = style.theme->accent;
    const Area& canvas = camera_.canvas();
    for (std::size_t i = 0; i < selected_rows_.size();) {
        const std::uint32_t first = selected_rows_[i];
        std::uint32_t end = first + 1;
        while (++i < selected_rows_.size() && selected_rows_[i] == end) ++end;
        for (int column = ecs::no_column; column < static_cast<int>(in.archetype.types().size()); ++column) {
            const ByteRange from = cell_bytes(in.archetype, column, first);
            const ByteRange to = cell_bytes(in.archetype, column, end - 1);
            grid().each_area(from.begin, to.end, [&](const Area& area) {
                if (area.high.y <= canvas.low.y || area.low.y >= canvas.high.y) return;
                batch_.add(area, color_of_column(style, in.archetype, column));
                batch_.add({area.low, {area.low.x + 1, area.high.y}}, accent);
                batch_.add({{area.high.x - 1, area.low.y}, area.high}, accent);
            });
        }
    }
    batch_.draw(*ImGui::GetWindowDrawList());
}

// In its tone, undimmed, with the outline outside of the cell.
void Microscope::draw_selected_row(const ChunkInView& in, std::uint32_t row) {
    const Style& style = in.context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float thick = std::max(1.0f, std::floor(style.px(2)));
    const bool inner = grid().line_px > style.px(6);
    std::optional<Area> all;  // around the whole row
    for (int column = ecs::no_column; column < static_cast<int>(in.archetype.types().size()); ++column) {
        const ByteRange cell = cell_bytes(in.archetype, column, row);
        const ImU32 tone = color_of_column(style, in.archetype, column);
        const bool hex = hex_opacity(style, grid()) > 0;
        grid().each_area(cell.begin, cell.end, [&](const Area& area) {
            if (!hex && dimmed_ > 0) list.AddRectFilled(area.low, area.high, tone);
            if (inner) outline(list, area, style.theme->bg, 1);
            outline(list, {{area.low.x - thick, area.low.y - thick}, {area.high.x + thick, area.high.y + thick}},
                    style.theme->accent, thick);
            if (!all) all = area;
            all = Area{{std::min(all->low.x, area.low.x), std::min(all->low.y, area.low.y)},
                       {std::max(all->high.x, area.high.x), std::max(all->high.y, area.high.y)}};
        });
    }
    if (all) note_place(in.context, "chunks.selected_row", *all);
}

void Microscope::draw_row(const ChunkInView& in, std::uint32_t row, ImU32 color, float thickness) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (int column = ecs::no_column; column < static_cast<int>(in.archetype.types().size()); ++column) {
        const ByteRange cell = cell_bytes(in.archetype, column, row);
        grid().each_area(cell.begin, cell.end, [&](const Area& area) { outline(list, area, color, thickness); });
    }
}

void Microscope::point_at(const ChunkInView& in, ChunkPointer& pointer, std::uint32_t byte) {
    pointer.byte = byte;
    const ecs::ByteSpan span = in.span_at(byte);
    const Style& style = in.context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    Area under_mouse;
    grid().each_area(span.offset, span.offset + span.size, [&](const Area& area) {
        outline(list, area, style.theme->text, 1);
        if (area.contains(ImGui::GetMousePos())) under_mouse = area;
    });
    if (in.in_use(span)) pointer.point_at_row(in, static_cast<std::uint32_t>(span.row));
    panels::point_at(in.context, ChunkAt{in.archetype.id(), in.position});
    if (span.role == ecs::ByteRole::Field && span.column >= 0)
        panels::point_at(in.context, ComponentAt{ecs::null_entity, in.type_of(span.column).id});
    if (dragged_ && ImGui::IsItemActive()) return;
    if (popup_.is_open()) return;
    const compat::FontScope words(style.words);
    if (const Tooltip shown(common_area(under_mouse, camera_.canvas())); shown) byte_tooltip(in, changes_, span, byte);
}

}  // namespace panels
