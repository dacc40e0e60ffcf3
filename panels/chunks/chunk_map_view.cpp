#include "panels/chunks/chunk_map_view.hpp"

#include <algorithm>
#include <cmath>

#include "panels/base/format.hpp"
#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/widgets/little_room.hpp"

namespace panels {

namespace {

constexpr int smallest_with_names = 3, smallest_with_numbers = 5, largest_with_names = 6, largest_that_fits = 8;
constexpr float brush_from_px = 4;
constexpr std::size_t cell_outlines_max = 500;  // with more, only the lines in the picture mark them

ImVec2 size_of_number(const Style& style) {
    const compat::FontScope font(style.mono);
    return ImGui::CalcTextSize("0000");
}

Area between(ImVec2 a, ImVec2 b) {
    return {{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}};
}

float to_float(std::size_t number) { return static_cast<float>(number); }

}  // namespace

std::string rows_text(const ecs::Chunk& chunk) {
    return phrase("{} of {}", format_count(chunk.rows), format_count(chunk.capacity, "row"));
}

void ChunkMapView::show_zoom(const Context& context) {
    const Style& style = context.style;
    const float side = ImGui::GetFrameHeight();
    ImGui::PushID("zoom");
    if (button("-", level_ == 0 ? tr("These are the smallest cells") : "", tr("Smaller cells (Ctrl and wheel)"),
               {side, side}))
        wanted_level_ = std::max(level_ - 1, 0);
    ImGui::SameLine(0, style.px(4));
    if (choice(style, tr("Fit"), !wanted_level_, {}, tr("The largest size that shows all chunks")))
        wanted_level_.reset();
    ImGui::SameLine(0, style.px(4));
    if (button("+", level_ + 1 == ChunkMap::level_count ? tr("These are the largest cells: each square is a row") : "",
               tr("Larger cells, up to single rows (Ctrl and wheel)"), {side, side}))
        wanted_level_ = std::min(level_ + 1, ChunkMap::level_count - 1);
    ImGui::PopID();
}

std::size_t ChunkMapView::per_line_in(float width, const CellSize& cell) const {
    const float fitting = std::floor((width + static_cast<float>(cell.gap)) / static_cast<float>(cell.step_x()));
    return fitting < 1 ? 1 : static_cast<std::size_t>(fitting);
}

ChunkMapView::Arrangement ChunkMapView::choose(ImVec2 room, float name_px, const Style& style) const {
    const ImVec2 number = size_of_number(style);
    const bool can_name = name_px > 0;
    const auto height_at = [&](int level, bool own_lines) {
        const CellSize cell = ChunkMap::size_of(level, style.scale, number);
        const std::size_t lines = map_.lines_with(per_line_in(room.x - (own_lines ? name_px : 0), cell), own_lines);
        return to_float(lines) * static_cast<float>(cell.step_y());
    };
    if (wanted_level_) return {*wanted_level_, can_name && *wanted_level_ >= smallest_with_names};
    if (can_name) {
        for (int level = largest_with_names; level >= smallest_with_names; --level)
            if (height_at(level, true) <= room.y) return {level, true};
        // A little scrolling is better than no names.
        if (height_at(smallest_with_numbers, true) <= 3 * room.y) return {smallest_with_numbers, true};
    }
    for (int level = largest_that_fits; level > 0; --level)
        if (height_at(level, false) <= room.y) return {level, false};
    return {0, false};
}

void ChunkMapView::show(const Context& context, std::optional<ecs::ArchetypeId> only, ImVec2 size,
                        std::optional<std::uint64_t> marked_tick) {
    const Style& style = context.style;
    clicked_chunk_.reset();
    clicked_archetype_.reset();
    chunks_drawn_ = rows_drawn_ = 0;
    map_.show_only(only);
    map_.update(context.world);
    if (compat::begin_child("map", size, false, ImGui::GetIO().KeyCtrl ? ImGuiWindowFlags_NoScrollWithMouse : 0)) {
        ImVec2 room = ImGui::GetContentRegionAvail();
        const bool names = !only;
        name_px_ = names ? std::floor(std::clamp(room.x * 0.3f, style.px(100), style.px(300))) + style.px(8) : 0;
        const Arrangement chosen = choose(room, name_px_, style);
        level_ = chosen.level;
        own_lines_ = chosen.own_lines;
        cell_ = ChunkMap::size_of(level_, style.scale, size_of_number(style));
        const ImVec2 at = ImGui::GetCursorScreenPos();
        name_left_ = std::floor(at.x);
        origin_ = {std::floor(at.x + (own_lines_ ? name_px_ : 0)), std::floor(at.y)};
        map_.arrange(per_line_in(room.x - (own_lines_ ? name_px_ : 0), cell_), own_lines_);
        const float height = to_float(map_.line_count()) * static_cast<float>(cell_.step_y());
        invisible_button("cells", {std::max(room.x, 1.0f), std::max(height, 1.0f)});
        const bool hovered = ImGui::IsItemHovered();
        draw_picture(context);
        if (own_lines_)
            draw_names(context, hovered);
        else if (names)
            draw_names_inside(context);
        draw_marks(context, marked_tick);
        handle_mouse(context, hovered);
    }
    ImGui::EndChild();
}

void ChunkMapView::draw_picture(const Context& context) {
    const Area visible = visible_area(*ImGui::GetWindowDrawList());
    const auto step = static_cast<float>(cell_.step_y());
    const auto line_at = [&](float y) {
        return static_cast<std::size_t>(std::max(std::floor((y - origin_.y) / step), 0.0f));
    };
    const std::size_t lines = map_.line_count(), first = std::min(line_at(visible.low.y), lines);
    visible_ = {first, std::min(line_at(visible.high.y) + 1, lines) - first, cell_, &context.style,
                archetype_in_view(context)};
    const Picture& picture = map_.paint(context.world, context.selection, visible_);
    if (map_.unfinished() && context.stay_awake != nullptr) *context.stay_awake = true;
    chunks_drawn_ = map_.chunks_in_view();
    rows_drawn_ = map_.rows_in_view();
    const std::uintptr_t texture = context.pictures != nullptr ? context.pictures->texture_of(picture) : 0;
    if (texture == 0)
        draw_cells(context, false);
    else if (cell_.rows)
        draw_squares(context, texture, {static_cast<float>(picture.width), static_cast<float>(picture.height)});
    else
        draw_lines(context, texture, static_cast<float>(picture.height));
    outline_selected(context);
    if (cell_.numbered && !cell_.rows) draw_numbers(context);
}

void ChunkMapView::draw_lines(const Context& context, std::uintptr_t texture, float picture_height) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto step_x = static_cast<float>(cell_.step_x()), step_y = static_cast<float>(cell_.step_y());
    const auto width = static_cast<float>(cell_.width), height = static_cast<float>(cell_.height);
    const float right = origin_.x + to_float(map_.per_line()) * step_x;
    const std::size_t end_line = visible_.first_line + visible_.lines;
    const compat::HardEdges hard_edges(list);
    for (std::size_t line = visible_.first_line; line < end_line; ++line) {
        const float top = origin_.y + to_float(line) * step_y;
        const float from = map_.place_in_picture(line * map_.per_line()).y;
        list.AddImage(compat::texture_id(texture), {origin_.x, top}, {right, top + height}, {0, from / picture_height},
                      {1, (from + height) / picture_height});
    }
    // In the picture a cell is one pixel wide. It is stretched over its gap, which is cut out again here.
    const float top = origin_.y + to_float(visible_.first_line) * step_y, low = origin_.y + to_float(end_line) * step_y;
    for (std::size_t column = 0; column < map_.per_line(); ++column) {
        const float left = origin_.x + to_float(column) * step_x;
        batch_.add({{left + width, top}, {left + step_x, low}}, context.style.theme->panel);
    }
    batch_.draw(list);
}

void ChunkMapView::draw_squares(const Context& context, std::uintptr_t texture, ImVec2 picture_size) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 pixels = ChunkMap::pixels_of(cell_);
    const compat::HardEdges hard_edges(list);
    map_.each_shown([&](const ChunkMap::Shown& cell) {
        if (!map_.is_painted(cell.slot)) return;
        const Area area = area_of({cell.archetype, cell.chunk});
        const ImVec2 from = map_.place_in_picture(cell.slot);
        list.AddImage(compat::texture_id(texture), area.low, area.high,
                      {from.x / picture_size.x, from.y / picture_size.y},
                      {(from.x + pixels.x) / picture_size.x, (from.y + pixels.y) / picture_size.y});
    });
    if (map_.unfinished()) draw_cells(context, true);
}

void ChunkMapView::draw_cells(const Context& context, bool only_waiting) {
    const Theme& theme = *context.style.theme;
    map_.each_shown([&](const ChunkMap::Shown& cell) {
        if (only_waiting && map_.is_painted(cell.slot)) return;
        const Area area = area_of({cell.archetype, cell.chunk});
        const float share = static_cast<float>(cell.rows) / static_cast<float>(std::max(cell.capacity, 1u));
        float filled = std::round(area.height() * share);
        if (cell.rows > 0) filled = std::max(filled, 1.0f);
        if (cell.rows < cell.capacity) filled = std::min(filled, area.height() - 1);
        batch_.add(area, theme.raised);
        const ImU32 color = ChunkMap::tile_color(context.style, visible_.archetype == cell.archetype);
        batch_.add({{area.low.x, area.high.y - filled}, area.high}, color);
    });
    batch_.draw(*ImGui::GetWindowDrawList());
}

void ChunkMapView::outline_selected(const Context& context) const {
    if (cell_.rows || cell_.width < 4 || map_.selected().cells().size() > cell_outlines_max) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const SelectedCell& cell : map_.selected().cells()) {
        const std::optional<std::size_t> slot = map_.slot_of(cell);
        if (slot && map_.is_painted(*slot)) outline(list, area_of(cell), context.style.theme->accent, 1);
    }
}

void ChunkMapView::draw_numbers(const Context& context) const {
    const compat::FontScope font(context.style.mono);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    map_.each_shown([&](const ChunkMap::Shown& cell) {
        const std::string number = format_count(cell.rows);
        const ImVec2 size = ImGui::CalcTextSize(number.c_str());
        const ImVec2 middle = area_of({cell.archetype, cell.chunk}).middle();
        const ImVec2 low{std::floor(middle.x - size.x / 2), std::floor(middle.y - size.y / 2)};
        list.AddText(low, context.style.theme->text, number.c_str());
    });
}

void ChunkMapView::draw_names_inside(const Context& context) const {
    const float pad = std::floor(context.style.px(4)), line = ImGui::GetTextLineHeight();
    if (static_cast<float>(cell_.height) < 3 * line) return;
    map_.each_shown([&](const ChunkMap::Shown& cell) {
        if (cell.chunk > 0) return;
        const Area area = area_of({cell.archetype, cell.chunk});
        ImGui::PushClipRect(area.low, area.high, true);
        ImGui::GetWindowDrawList()->AddRectFilled(area.low, {area.high.x, area.low.y + line + pad},
                                                  faded(context.style.theme->panel, 0.72f));
        draw_archetype_label(context, context.world.archetype(cell.archetype), {area.low.x + pad, area.low.y + pad / 2},
                             area.width() - 2 * pad);
        ImGui::PopClipRect();
    });
}

void ChunkMapView::draw_names(const Context& context, bool hovered) {
    const Style& style = context.style;
    const std::size_t end = (visible_.first_line + visible_.lines) * map_.per_line();
    const float text_top = std::floor((static_cast<float>(cell_.height) - ImGui::GetTextLineHeight()) / 2);
    for (std::size_t i = map_.group_at(visible_.first_line * map_.per_line());
         i < map_.groups().size() && map_.groups()[i].first_slot < end; ++i) {
        const ChunkMap::Group& group = map_.groups()[i];
        if (group.chunks == 0) continue;
        const ecs::Archetype& archetype = context.world.archetype(group.archetype);
        const float top = area_of({group.archetype, 0}).low.y;
        const Area name{{name_left_, top}, {origin_.x - style.px(8), top + static_cast<float>(cell_.height)}};
        if (hovered && name.contains(ImGui::GetMousePos())) {
            point_at(context, ArchetypeAt{group.archetype});
            if (menu_asked(context)) request_menu(context, ArchetypeAt{group.archetype});
            ImGui::GetWindowDrawList()->AddRectFilled(name.low, name.high, style.theme->raised);
            if (const Tooltip shown(name); shown) archetype_tooltip(context, archetype);
            if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) clicked_archetype_ = group.archetype;
        }
        draw_archetype_label(context, archetype, {name.low.x, name.low.y + std::max(text_top, 0.0f)},
                             name.high.x - name.low.x);
    }
}

Area ChunkMapView::area_of(const ChunkCell& cell) const {
    const std::size_t slot = map_.slot_of(cell).value_or(0);
    const ImVec2 low{origin_.x + to_float(slot % map_.per_line()) * static_cast<float>(cell_.step_x()),
                     origin_.y + to_float(slot / map_.per_line()) * static_cast<float>(cell_.step_y())};
    return {low, {low.x + static_cast<float>(cell_.width), low.y + static_cast<float>(cell_.height)}};
}

Area ChunkMapView::area_of_row(const ChunkCell& cell, std::uint32_t row, std::uint32_t capacity) const {
    const RowSquares squares = RowSquares::fit(cell_, capacity);
    const Area whole = area_of(cell);
    const auto at = static_cast<int>(row);
    const ImVec2 low{whole.low.x + static_cast<float>(at % squares.per_line * squares.side),
                     whole.low.y + static_cast<float>(at / squares.per_line * squares.side)};
    const auto side = static_cast<float>(squares.side);
    return {low, {low.x + side, low.y + side}};
}

void ChunkMapView::mark(const Context& context, const ecs::Location& place, bool chunk_selected, bool chunk_hovered,
                        bool row_selected, bool row_hovered) const {
    const ChunkCell cell{place.archetype, place.chunk};
    const std::optional<std::size_t> slot = map_.slot_of(cell);
    if (!slot) return;
    const std::size_t line = *slot / map_.per_line();
    if (line < visible_.first_line || line >= visible_.first_line + visible_.lines) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    mark_area(list, context.style, area_of(cell), chunk_selected, chunk_hovered);
    if (!cell_.rows) return;
    const std::uint32_t capacity = context.world.archetype(cell.archetype).layout().capacity;
    const Area row = area_of_row(cell, place.row, capacity);
    // A square of a few pixels has no room for two frames.
    if (row_hovered) list.AddRectFilled(row.low, row.high, faded(context.style.theme->text, 0.5f));
    outline(list, {{row.low.x - 1, row.low.y - 1}, row.high},
            row_selected ? context.style.theme->accent : context.style.theme->text, 1);
}

void ChunkMapView::draw_marks(const Context& context, std::optional<std::uint64_t> marked_tick) const {
    const Style& style = context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (marked_tick) {
        map_.each_shown([&](const ChunkMap::Shown& cell) {
            if (context.world.archetype(cell.archetype).chunk(cell.chunk).made_at_tick != *marked_tick) return;
            outline(list, area_of({cell.archetype, cell.chunk}), style.theme->good, std::max(style.px(2), 1.0f));
        });
    }
    // What another panel points at: one chunk, or all of an archetype.
    const Selection& pointed = context.selection;
    if (pointed.hovered_archetype != ecs::no_archetype)
        map_.each_shown([&](const ChunkMap::Shown& cell) {
            if (cell.archetype != pointed.hovered_archetype) return;
            if (pointed.hovered_chunk && *pointed.hovered_chunk != cell.chunk) return;
            outline(list, area_of({cell.archetype, cell.chunk}), style.theme->text, 1);
        });
    const auto selected = location_if_alive(context.world, context.selection.entity());
    const auto hovered = location_if_alive(context.world, context.selection.hovered);
    // If both are in one chunk, its frame shows both.
    const bool together =
        selected && hovered && selected->archetype == hovered->archetype && selected->chunk == hovered->chunk;
    const bool same = together && selected->row == hovered->row;
    if (hovered && !same) mark(context, *hovered, together, true, false, true);
    if (selected) mark(context, *selected, true, together, true, same);
}

std::optional<ChunkMapView::Pointed> ChunkMapView::pointed_at(const Context& context, ImVec2 place) const {
    const float x = place.x - origin_.x, y = place.y - origin_.y;
    if (x < 0 || y < 0) return std::nullopt;
    const auto column = static_cast<std::size_t>(x) / static_cast<std::size_t>(cell_.step_x());
    const auto line = static_cast<std::size_t>(y) / static_cast<std::size_t>(cell_.step_y());
    if (column >= map_.per_line()) return std::nullopt;
    const std::optional<ChunkCell> cell = map_.cell_at(line * map_.per_line() + column);
    if (!cell) return std::nullopt;
    const Area area = area_of(*cell);
    if (!area.contains(place)) return std::nullopt;
    Pointed pointed{*cell, {}};
    if (!cell_.rows) return pointed;
    const ecs::Chunk& chunk = context.world.archetype(cell->archetype).chunk(cell->chunk);
    const RowSquares squares = RowSquares::fit(cell_, chunk.capacity);
    pointed.row =
        squares.row_at(static_cast<int>(place.x - area.low.x), static_cast<int>(place.y - area.low.y), chunk.capacity);
    return pointed;
}

template <class F>
void ChunkMapView::each_run_in(const Context& context, const Area& rect, F&& visit) const {
    const auto step_x = static_cast<float>(cell_.step_x()), step_y = static_cast<float>(cell_.step_y());
    const auto index = [](float at, float step, std::size_t end) {
        return std::min(static_cast<std::size_t>(std::max(std::floor(at / step), 0.0f)), end);
    };
    const std::size_t first_line = index(rect.low.y, step_y, map_.line_count());
    const std::size_t end_line = std::min(index(rect.high.y, step_y, map_.line_count()) + 1, map_.line_count());
    const std::size_t first_column = index(rect.low.x, step_x, map_.per_line());
    const std::size_t end_column = std::min(index(rect.high.x, step_x, map_.per_line()) + 1, map_.per_line());
    for (std::size_t line = first_line; line < end_line; ++line) {
        for (std::size_t column = first_column; column < end_column; ++column) {
            const std::optional<ChunkCell> cell = map_.cell_at(line * map_.per_line() + column);
            if (!cell) continue;
            const ecs::Chunk& chunk = context.world.archetype(cell->archetype).chunk(cell->chunk);
            const Area own{{to_float(column) * step_x, to_float(line) * step_y},
                           {to_float(column) * step_x + static_cast<float>(cell_.width),
                            to_float(line) * step_y + static_cast<float>(cell_.height)}};
            if (rect.low.x >= own.high.x || rect.low.y >= own.high.y) continue;  // in the gap behind it
            if (!cell_.rows) {
                visit(*cell, 0u, chunk.rows);
                continue;
            }
            const RowSquares squares = RowSquares::fit(cell_, chunk.capacity);
            const auto square = [&](float at) { return static_cast<int>(std::floor(at)) / squares.side; };
            const int left = square(std::max(rect.low.x - own.low.x, 0.0f));
            const int right = std::min(square(std::max(rect.high.x - own.low.x, 0.0f)), squares.per_line - 1);
            const int top = square(std::max(rect.low.y - own.low.y, 0.0f));
            const int bottom = square(std::min(rect.high.y, own.high.y) - own.low.y);
            for (int y = top; y <= bottom; ++y) {
                const auto from = static_cast<std::uint32_t>(y * squares.per_line + left);
                const auto to = static_cast<std::uint32_t>(y * squares.per_line + right + 1);
                if (from < chunk.rows) visit(*cell, from, std::min(to, chunk.rows));
            }
        }
    }
}

void ChunkMapView::brush(const Context& context) {
    const ImVec2 mouse = ImGui::GetMousePos();
    const ImVec2 to{mouse.x - origin_.x, mouse.y - origin_.y};
    const Area rect = between(*brush_from_, to);
    std::size_t rows = 0, runs = 0;
    each_run_in(context, rect, [&](const ChunkCell&, std::uint32_t first, std::uint32_t end) {
        rows += end - first;
        ++runs;
    });
    const Style& style = context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Area drawn{{rect.low.x + origin_.x, rect.low.y + origin_.y},
                     {rect.high.x + origin_.x, rect.high.y + origin_.y}};
    list.AddRectFilled(drawn.low, drawn.high, faded(style.theme->accent, 0.15f));
    outline(list, drawn, style.theme->accent, std::max(style.px(1), 1.0f));
    if (const Tooltip shown(drawn, Tooltip::When::Now); shown) {
        ImGui::TextUnformatted(phrase("Selects {}", format_count(rows, "entity", "entities")).c_str());
        quiet_text(style, cell_.rows ? std::string(tr("The rows that the rectangle touches"))
                                     : phrase("All rows of {}", format_count(runs, "chunk")));
    }
    if (!ImGui::IsMouseReleased(ImGuiMouseButton_Left)) return;
    std::vector<ecs::Entity> entities;
    if (ImGui::GetIO().KeyCtrl) entities = context.selection.entities();
    const std::size_t before = entities.size();
    entities.reserve(before + rows);
    each_run_in(context, rect, [&](const ChunkCell& cell, std::uint32_t first, std::uint32_t end) {
        const auto all = context.world.archetype(cell.archetype).chunk(cell.chunk).entities();
        for (std::uint32_t row = first; row < end; ++row)
            if (before == 0 || !context.selection.has(all[row])) entities.push_back(all[row]);
    });
    context.selection.select_all(std::move(entities));
}

void ChunkMapView::handle_mouse(const Context& context, bool hovered) {
    const ImGuiIO& io = ImGui::GetIO();
    if (hovered && io.KeyCtrl && io.MouseWheel != 0)
        wanted_level_ = std::clamp(level_ + (io.MouseWheel > 0 ? 1 : -1), 0, ChunkMap::level_count - 1);
    const ImVec2 mouse = io.MousePos;
    if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left) && mouse.x >= origin_.x)
        brush_from_ = {mouse.x - origin_.x, mouse.y - origin_.y};
    const std::optional<Pointed> pointed = hovered ? pointed_at(context, mouse) : std::nullopt;
    if (pointed && menu_asked(context)) {
        const ecs::Chunk& chunk = context.world.archetype(pointed->cell.archetype).chunk(pointed->cell.chunk);
        if (pointed->row && *pointed->row < chunk.rows)
            request_menu(context, RowAt{pointed->cell.archetype, pointed->cell.chunk, *pointed->row,
                                        chunk.entities()[*pointed->row]});
        else
            request_menu(context, ChunkAt{pointed->cell.archetype, pointed->cell.chunk});
    }
    if (!brush_from_) {
        if (pointed) tooltip_of(context, *pointed);
        return;
    }
    brushing_ = brushing_ || ImGui::IsMouseDragging(ImGuiMouseButton_Left, brush_from_px);
    if (brushing_)
        brush(context);
    else if (ImGui::IsMouseReleased(ImGuiMouseButton_Left) && pointed)
        handle_click(context, *pointed);
    if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
    brush_from_.reset();
    brushing_ = false;
}

void ChunkMapView::handle_click(const Context& context, const Pointed& pointed) {
    const ecs::Chunk& chunk = context.world.archetype(pointed.cell.archetype).chunk(pointed.cell.chunk);
    if (pointed.row && *pointed.row < chunk.rows)
        select_by_click(context.selection, chunk.entities()[*pointed.row]);
    else
        clicked_chunk_ = pointed.cell;
}

void ChunkMapView::tooltip_of(const Context& context, const Pointed& pointed) const {
    const Style& style = context.style;
    const ecs::Archetype& archetype = context.world.archetype(pointed.cell.archetype);
    const ecs::Chunk& chunk = archetype.chunk(pointed.cell.chunk);
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    const bool row_in_use = pointed.row && *pointed.row < chunk.rows;
    if (row_in_use) context.selection.hovered = chunk.entities()[*pointed.row];
    point_at(context, ChunkAt{pointed.cell.archetype, pointed.cell.chunk});
    const Tooltip shown(area_of(pointed.cell));
    if (!shown) return;
    const std::string title =
        phrase("Chunk {} of {}", format_count(pointed.cell.chunk), format_count(archetype.chunk_count()));
    ImGui::TextUnformatted(title.c_str());
    archetype_label(context, archetype, style.px(360));
    const double share = static_cast<double>(chunk.rows) / static_cast<double>(std::max(chunk.capacity, 1u));
    quiet_text(style, phrase("{} in use, {} full", rows_text(chunk), format_percent(share)));
    quiet_text(style, phrase("{} at {}, made in tick {}", format_bytes(chunk.block_bytes), format_address(&chunk),
                             format_count(chunk.made_at_tick)));
    const auto location = location_if_alive(context.world, context.selection.entity());
    if (location && location->archetype == archetype.id() && location->chunk == pointed.cell.chunk)
        colored_text(style.theme->text, phrase("The selected entity is in row {}", format_count(location->row)));
    const std::size_t selected_count = map_.selected().rows(pointed.cell).size();
    if (selected_count > 1)
        colored_text(style.theme->text, phrase("{} of its rows are selected", format_count(selected_count)));
    if (!pointed.row) {
        quiet_text(style, tr("Click to look inside, drag to select the entities of chunks"));
    } else if (!row_in_use) {
        ImGui::TextUnformatted(phrase("Row {}: not in use", format_count(*pointed.row)).c_str());
        quiet_text(style, tr("Click to look inside"));
    } else {
        const ecs::Entity entity = chunk.entities()[*pointed.row];
        ImGui::TextUnformatted(phrase("Row {}:", format_count(*pointed.row)).c_str());
        ImGui::SameLine();
        entity_tooltip(context, entity);
        quiet_text(style, tr("Click selects, drag selects rows"));
    }
}

}  // namespace panels
