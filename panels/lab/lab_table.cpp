#include "panels/lab/lab_table.hpp"

#include <algorithm>
#include <cmath>

#include "panels/base/language.hpp"
#include "panels/base/value_text.hpp"
#include "panels/lab/lab_bytes.hpp"
#include "panels/lab/lab_empty.hpp"
#include "panels/lab/lab_map.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

using namespace ecs::lab;

namespace {

constexpr float lab_row_px = 20, min_line_px = 9, min_byte_px = 4;  // as high as words need; as a pattern needs
constexpr float address_px = 56;                                    // beside each line of bytes

std::string order_text(const ValueTable& table, const Scenario& scenario) {
    std::string others;
    for (const ValueTable::Column& column : table.columns)
        if (!column.in_order)
            others += (others.empty() ? "" : ", ") + std::string(short_name(scenario.types[column.type]->name));
    if (others.empty()) return tr("in memory's order");
    return phrase("in the order of their first values in memory; of {} it is another", others);
}

std::string sentence_at(float t, const ValueTable& table, const Scenario& scenario) {
    if (t <= TableToBytes::table)
        return phrase("A row is an entity, {}. Step on to see where the values lie", order_text(table, scenario));
    if (t < TableToBytes::columns) return tr("The columns come apart");
    if (t <= TableToBytes::columns)
        return tr("Each column is as wide as its values have bytes. Step on: they go to their bytes");
    if (t < TableToBytes::bytes) return tr("Each value goes to the bytes where this storage keeps it");
    return tr("A row is a cache line of 64 bytes, with all that lies beside the values; a rule begins another block");
}

std::string text_of(const LinesInView& lines) {
    if (lines.extent == LinesInView::Extent::Heap) return phrase("all {}", format_count(lines.all, "line"));
    return phrase("{} of {}", format_count(lines.lines.size()), format_count(lines.all, "line"));
}

}  // namespace

std::optional<std::uint32_t> LinesInView::position_of(Address byte) const {
    const Address line = byte / line_bytes * line_bytes;
    const auto found = std::lower_bound(lines.begin(), lines.end(), line);
    if (found == lines.end() || *found != line) return std::nullopt;
    return static_cast<std::uint32_t>(static_cast<Address>(found - lines.begin()) * line_bytes + byte - line);
}

LinesInView lines_in_view(const Arena& arena, const std::vector<Span>& values, std::size_t most) {
    LinesInView result;
    std::vector<const Block*> heap, blocks;
    std::size_t of_blocks = 0;
    for (const auto& [begin, block] : arena.blocks()) {
        if (block.kind != ecs::lab::BlockKind::Heap) continue;
        heap.push_back(&block);
        result.all += block.bytes / line_bytes;
    }
    for (const Span& value : values)
        if (const Block* block = arena.block_of(value.at)) blocks.push_back(block);
    std::sort(blocks.begin(), blocks.end(), [](const Block* a, const Block* b) { return a->begin < b->begin; });
    blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
    for (const Block* block : blocks) of_blocks += block->bytes / line_bytes;

    if (result.all > most) result.extent = of_blocks > most ? LinesInView::Extent::Values : LinesInView::Extent::Blocks;
    const auto add = [&](Address begin, Address end) {
        for (Address line = begin / line_bytes * line_bytes; line < end; line += line_bytes)
            result.lines.push_back(line);
    };
    if (result.extent == LinesInView::Extent::Values)
        for (const Span& value : values) add(value.at, value.end());
    else
        for (const Block* block : result.extent == LinesInView::Extent::Heap ? heap : blocks)
            add(block->begin, block->end());
    std::sort(result.lines.begin(), result.lines.end());
    result.lines.erase(std::unique(result.lines.begin(), result.lines.end()), result.lines.end());
    return result;
}

LabTable::LabTable()
    : LabView({.word = "table",
               .label = tr_later("Table"),
               .hint = tr_later("Entities as a table, and how it comes apart into the bytes of one storage"),
               .of_one_storage = true,
               .shows_bytes = true}) {}

std::optional<ImVec2> LabTable::place_of(std::uint64_t entity, std::size_t column) const {
    for (const Drawn& drawn : drawn_)
        if (drawn.entity == entity && drawn.column == column) return drawn.middle;
    return std::nullopt;
}

void LabTable::show(const Context& context, LabState& state) {
    LabRuns& runs = *state.runs();
    const Shown shown{context, state, runs.run(state.kind), runs.now(state.kind).spans};
    follow(shown);
    drawn_.clear();
    if (table_.rows.empty() || table_.columns.empty()) {
        rows_drawn_ = 0;
        empty_until_next_step(
            context.style, state, table_.rows.empty() ? tr("There are no entities yet") : tr("No component has bytes"),
            table_.rows.empty() ? tr("Go on to a step that creates some") : tr("Tags alone make no table"));
        return;
    }
    draw_controls(shown);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    draw_replay(shown, {room.x, std::max(room.y, 1.0f)});
}

void LabTable::follow(const Shown& shown) {
    const LabRuns& runs = *shown.state.runs();
    if (revision_ != runs.revision || kind_ != shown.state.kind) {
        revision_ = runs.revision;
        kind_ = shown.state.kind;
        table_ = value_table_of(shown.run, shown.spans);
        ++tables_made_;
        lined_.reset();
        hovered_.reset();
    }
    follow_selection(shown.state);
}

void LabTable::follow_selection(const LabState& state) {
    if (state.selection.entity == followed_) return;
    followed_ = state.selection.entity;
    const auto row = followed_ ? table_.row_of(*followed_) : std::nullopt;
    if (!row || (*row >= first_row_ && *row < first_row_ + rows_drawn_)) return;
    first_row_ = *row - std::min(*row, rows_drawn_ / 2);
}

void LabTable::draw_controls(const Shown& shown) {
    const Style& style = shown.context.style;
    player_.show(shown.context);
    same_line_if_fits(badge_width(style, Badge::Exact), style.px(4));
    const float line = ImGui::GetCursorPosY();  // the last one, where the player needs several
    ImGui::SetCursorPosY(line + ImGui::GetStyle().FramePadding.y);
    badge(style, Badge::Exact, tr("Which bytes are whose is the storage's own word; values are read from its memory"));
    ImGui::SameLine();
    if (ImGui::GetContentRegionAvail().x < style.px(60))
        ImGui::NewLine();
    else
        ImGui::SetCursorPosY(line);
    std::string rows = rows_drawn_ == table_.rows.size()
                           ? phrase("all {}", format_count(table_.rows.size(), "entity", "entities"))
                           : phrase("rows {} to {} of {}", format_count(first_row_ + 1),
                                    format_count(first_row_ + rows_drawn_), format_count(table_.rows.size()));
    if (t() > TableToBytes::columns) rows += ", " + text_of(lines_);
    clipped_text(rows, ImGui::GetContentRegionAvail().x);
    clipped_text(sentence_at(t(), table_, shown.run.scenario()), ImGui::GetContentRegionAvail().x);
}

ByteRange LabTable::bytes_of(const Shown& shown, std::size_t row, std::size_t column) const {
    const std::uint32_t cell = table_.cell(row, column);
    if (cell == ValueTable::no_span) return {};
    const Span& span = shown.spans[cell];
    const auto begin = lines_.position_of(span.at);
    if (!begin) return {};
    return {*begin, *begin + static_cast<std::uint32_t>(span.bytes)};
}

void LabTable::find_lines(const Shown& shown, std::size_t most) {
    const Lined wanted{first_row_, rows_drawn_, most};
    if (lined_ == wanted) return;
    lined_ = wanted;
    ++lines_made_;
    std::vector<Span> values;
    std::vector<std::uint32_t> cells;
    for (std::size_t row = first_row_; row < first_row_ + rows_drawn_; ++row)
        for (std::size_t column = 0; column < table_.columns.size(); ++column)
            if (const std::uint32_t cell = table_.cell(row, column); cell != ValueTable::no_span) {
                values.push_back(shown.spans[cell]);
                cells.push_back(cell);
            }
    std::sort(cells.begin(), cells.end());
    lines_ = lines_in_view(shown.run.arena(), values, most);
    runs_.clear();
    for (std::size_t i = 0; i < lines_.lines.size(); ++i) {
        const Address line = lines_.lines[i];
        const auto at = [&](Address byte) { return static_cast<std::uint32_t>(i * line_bytes + (byte - line)); };
        auto span = std::upper_bound(shown.spans.begin(), shown.spans.end(), line,
                                     [](Address byte, const Span& each) { return byte < each.at; });
        if (span != shown.spans.begin()) --span;
        for (; span != shown.spans.end() && span->at < line + line_bytes; ++span) {
            if (span->end() <= line) continue;
            const auto number = static_cast<std::uint32_t>(span - shown.spans.begin());
            const Run run{*span, at(std::max(span->at, line)), at(std::min(span->end(), line + line_bytes)),
                          std::binary_search(cells.begin(), cells.end(), number)};
            // A value that is not in view stays apart from its neighbour: they are different entities'.
            const bool joins = !runs_.empty() && runs_.back().end == run.begin && run.begin % line_bytes != 0 &&
                               runs_.back().span.role == span->role && runs_.back().span.type == span->type &&
                               group_of(span->role) != RoleGroup::Payload && group_of(span->role) != RoleGroup::Holes;
            if (joins)
                runs_.back().end = run.end;
            else
                runs_.push_back(run);
        }
    }
}

void LabTable::scroll(float wheel) {
    const std::size_t last = table_.rows.size() - std::min(table_.rows.size(), rows_drawn_);
    const auto by = static_cast<std::size_t>(std::abs(wheel) * 3);
    first_row_ = wheel > 0 ? first_row_ - std::min(first_row_, by) : std::min(first_row_ + by, last);
}

void LabTable::draw_replay(const Shown& shown, ImVec2 size) {
    const Style& style = shown.context.style;
    constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
    if (compat::begin_child("picture", size, false, flags)) {
        const ImVec2 start = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
        const float line = ImGui::GetTextLineHeight() + style.px(4), bar = style.px(14);
        const Area picture{
            {start.x, start.y + line},
            {start.x + std::max(room.x - bar - style.px(6), 1.0f), start.y + std::max(room.y - line, line + 1)}};
        const std::size_t rows = std::min(
            table_.rows.size(), static_cast<std::size_t>(std::max(picture.height() / style.px(lab_row_px), 1.0f)));
        // The line above was written with what there was before.
        if (rows != rows_drawn_ && shown.context.stay_awake != nullptr) *shown.context.stay_awake = true;
        rows_drawn_ = rows;
        const std::size_t last = table_.rows.size() - rows_drawn_;
        first_row_ = std::min(first_row_, last);
        const float strip = style.px(address_px) + static_cast<float>(line_bytes) * style.px(min_byte_px);
        const auto most = static_cast<std::size_t>(std::max(std::floor(picture.width() / strip), 1.0f) *
                                                   std::max(picture.height() / style.px(min_line_px), 1.0f));
        find_lines(shown, most);

        // The first column is the entity, which is no value: it stays behind when the others go to their bytes.
        std::vector<std::uint32_t> bytes{8};
        for (const ValueTable::Column& column : table_.columns)
            bytes.push_back(shown.run.scenario().types[column.type]->size);
        const TableToBytes table_to_bytes(
            std::move(bytes), static_cast<std::uint32_t>(rows_drawn_),
            static_cast<std::uint32_t>(std::max<std::size_t>(lines_.lines.size(), 1) * line_bytes), picture,
            style.px(lab_row_px), style.px(10), style.px(address_px));
        ImGui::SetCursorScreenPos(picture.low);
        invisible_button("values", {picture.width(), picture.height()});
        const bool hovered = ImGui::IsItemHovered();
        draw_memory(shown, table_to_bytes);
        draw_values(shown, table_to_bytes);
        if (!moving()) {
            const compat::FontScope font(style.mono);
            draw_heads(shown, table_to_bytes, start.y);
            draw_names(shown, table_to_bytes);
            if (t() >= TableToBytes::bytes) draw_addresses(shown, table_to_bytes);
        }
        draw_foot(shown, {{start.x, picture.high.y + style.px(2)}, {picture.high.x, start.y + room.y}});
        hovered_.reset();
        if (hovered && !moving()) point_at(shown, table_to_bytes);
        if (hovered && ImGui::GetIO().MouseWheel != 0) scroll(ImGui::GetIO().MouseWheel);
        if (last > 0) {
            ImGui::SetCursorScreenPos({picture.high.x + style.px(6), picture.low.y});
            int first = static_cast<int>(first_row_);
            if (ImGui::VSliderInt("##rows", {bar, picture.height()}, &first, static_cast<int>(last), 0, ""))
                first_row_ = static_cast<std::size_t>(std::clamp(first, 0, static_cast<int>(last)));
            tooltip(tr("Which entities are shown; the wheel moves them, too"));
        }
    }
    ImGui::EndChild();
}

void LabTable::draw_memory(const Shown& shown, const TableToBytes& table_to_bytes) const {
    // It appears while the values drop into it, paler than what moves.
    const float strength = t() - TableToBytes::columns;
    if (strength <= 0) return;
    const Style& style = shown.context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const Run& run : runs_) {
        if (run.in_view) continue;
        const bool payload = run.span.role == Role::Payload;
        table_to_bytes.grid().each_area(run.begin, run.end, [&](const Area& area) {
            const Area inner{area.low, {std::max(area.high.x - 1, area.low.x + 0.5f), area.high.y - 1}};
            draw_role(style, list, inner, *shown.state.runs()->scenario, run.span.role, run.span.type,
                      strength * (payload ? 0.35f : 0.8f));
        });
    }
    // Where the next line is not the next one in memory.
    const BlockGrid& grid = table_to_bytes.grid();
    for (std::size_t i = 1; i < lines_.lines.size(); ++i) {
        const bool gap = lines_.lines[i] != lines_.lines[i - 1] + line_bytes;
        const Block* block = shown.run.arena().block_of(lines_.lines[i]);
        if (!gap && (block == nullptr || block->begin != lines_.lines[i])) continue;
        const ImVec2 low = grid.place_of(static_cast<std::uint32_t>(i * line_bytes));
        list.AddLine({low.x, low.y - 1}, {low.x + grid.strip_width(), low.y - 1},
                     faded(gap ? style.theme->warn : style.theme->text, strength), style.px(1));
    }
}

void LabTable::draw_values(const Shown& shown, const TableToBytes& table_to_bytes) {
    const Style& style = shown.context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const bool outlines : {false, true}) {
        for (std::size_t i = 0; i < rows_drawn_; ++i) {
            const ValueTable::Row& row = table_.rows[first_row_ + i];
            const bool chosen = shown.state.selection.entity == row.entity, pointed = hovered_ == row.entity;
            if (outlines && !chosen && !pointed) continue;
            for (std::size_t c = 0; c < table_.columns.size(); ++c) {
                const ByteRange cell = bytes_of(shown, first_row_ + i, c);
                if (cell.begin == cell.end) continue;
                const ImU32 color = color_of_type(style, *shown.state.runs()->scenario, table_.columns[c].type);
                bool first = true;
                table_to_bytes.each_part(
                    c + 1, static_cast<std::uint32_t>(i), cell, t(), [&](const Area& area, ByteRange) {
                        const Area inner{area.low,
                                         {std::max(area.high.x - 1, area.low.x + 0.5f),
                                          area.height() > 3 ? area.high.y - 1 : area.high.y}};
                        if (outlines)
                            mark_area(list, style, inner, chosen, pointed);
                        else
                            list.AddRectFilled(inner.low, inner.high, faded(color, i % 2 == 0 ? 1.0f : 0.78f));
                        if (!outlines && first) drawn_.push_back({row.entity, c, inner.middle()});
                        first = false;
                    });
            }
        }
    }
}

void LabTable::draw_heads(const Shown& shown, const TableToBytes& table_to_bytes, float top) const {
    const Style& style = shown.context.style;
    if (t() > TableToBytes::columns) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::size_t c = 0; c < table_to_bytes.column_count(); ++c) {
        const Area cell =
            t() <= TableToBytes::table ? table_to_bytes.cell_in_table(c, 0) : table_to_bytes.cell_in_columns(c, 0);
        std::string name = tr("Entity");
        if (c > 0) {
            const ecs::ComponentType& type = *shown.run.scenario().types[table_.columns[c - 1].type];
            name = std::string(short_name(type.name)) + ", " + format_bytes(type.size);
            if (!table_.columns[c - 1].in_order) name += tr(", other order");
        }
        draw_text_until(list, {cell.low.x, top}, cell.high.x, style.theme->quiet, name);
    }
}

void LabTable::draw_names(const Shown& shown, const TableToBytes& table_to_bytes) const {
    // Words stand on what does not move only: values in the table, and later whose each of them is.
    const Style& style = shown.context.style;
    const Scenario& scenario = shown.run.scenario();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float height = ImGui::GetTextLineHeight();
    const auto centered = [&](const Area& area) { return std::floor(area.low.y + (area.height() - height) / 2); };
    const bool in_table = t() <= TableToBytes::table;
    for (std::size_t i = 0; i < rows_drawn_; ++i) {
        const ValueTable::Row& row = table_.rows[first_row_ + i];
        const auto at = static_cast<std::uint32_t>(i);
        const std::string name = scenario.entity_name(row.entity);
        if (t() <= TableToBytes::columns) {
            const Area cell = in_table ? table_to_bytes.cell_in_table(0, at) : table_to_bytes.cell_in_columns(0, at);
            const bool chosen = shown.state.selection.entity == row.entity;
            draw_text_until(list, {cell.low.x + style.px(2), centered(cell)}, cell.high.x - style.px(4),
                            chosen       ? style.theme->text
                            : row.stale  ? style.theme->warn
                            : !row.lives ? style.theme->quiet
                                         : style.theme->text,
                            name + (!row.lives  ? tr("  destroyed")
                                    : row.stale ? tr("  stale handle")
                                                : ""));
        }
        for (std::size_t c = 0; c < table_.columns.size(); ++c) {
            const ByteRange cell = bytes_of(shown, first_row_ + i, c);
            if (cell.begin == cell.end) continue;
            if (in_table) {
                const Area area = table_to_bytes.cell_in_table(c + 1, at);
                const ecs::ComponentType& type = *scenario.types[table_.columns[c].type];
                const std::byte* value = shown.run.arena().at(shown.spans[table_.cell(first_row_ + i, c)].at);
                std::string text = component_text(shown.context.world, type, value);
                if (ImGui::CalcTextSize(text.c_str()).x > area.width() - style.px(10))
                    text = component_values(shown.context.world, type, value);
                list.AddRectFilled({area.low.x + style.px(2), centered(area)},
                                   {area.high.x - style.px(3), centered(area) + height},
                                   faded(style.theme->panel, 0.72f));
                draw_text_until(list, {area.low.x + style.px(4), centered(area)}, area.high.x - style.px(4),
                                style.theme->text, text);
                continue;
            }
            table_to_bytes.each_part(c + 1, at, cell, t(), [&](const Area& area, ByteRange) {
                const float width = ImGui::CalcTextSize(name.c_str()).x;
                if (width > area.width() - style.px(4) || height > area.height() + 2) return;
                list.AddText({std::floor(area.middle().x - width / 2), centered(area)}, style.theme->bg, name.c_str());
            });
        }
    }
}

void LabTable::draw_addresses(const Shown& shown, const TableToBytes& table_to_bytes) const {
    const Style& style = shown.context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const BlockGrid& grid = table_to_bytes.grid();
    const float height = compat::size_of(style.mono_small);
    float next = 0;
    for (std::size_t i = 0; i < lines_.lines.size(); ++i) {
        const ImVec2 low = grid.place_of(static_cast<std::uint32_t>(i * line_bytes));
        if (i % grid.lines_per_strip == 0) next = low.y;
        if (low.y < next) continue;
        const std::string text = hex_text(lines_.lines[i]);
        list.AddText(style.mono_small, height, {low.x - style.px(address_px) + style.px(6), low.y},
                     lines_.lines[i] % page_bytes == 0 ? style.theme->text : style.theme->quiet, text.c_str());
        next = low.y + height;
    }
}

void LabTable::draw_foot(const Shown& shown, const Area& place) const {
    const Style& style = shown.context.style;
    std::string text;
    for (const ValueTable::Column& column : table_.columns) {
        if (column.holes == 0 && column.strays == 0) continue;
        text += text.empty() ? tr("In no row: ") : "; ";
        text += std::string(short_name(shown.run.scenario().types[column.type]->name)) + " ";
        if (column.holes > 0) text += format_count(column.holes, "hole");
        if (column.strays > 0)
            text +=
                phrase("{}{} that nobody finds", (column.holes > 0 ? ", " : ""), format_count(column.strays, "value"));
    }
    if (text.empty()) return;
    draw_text_until(*ImGui::GetWindowDrawList(), place.low, place.high.x, style.theme->quiet, text);
}

void LabTable::select(const Shown& shown, std::uint64_t entity) {
    shown.state.selection = {entity, {}, {}};
    followed_ = entity;  // it is in view already
}

void LabTable::point_at(const Shown& shown, const TableToBytes& table_to_bytes) {
    const ImVec2 mouse = ImGui::GetMousePos();
    const bool clicked = ImGui::IsMouseClicked(ImGuiMouseButton_Left);
    for (std::size_t i = 0; i < rows_drawn_; ++i) {
        const ValueTable::Row& row = table_.rows[first_row_ + i];
        for (std::size_t c = 0; c < table_.columns.size(); ++c) {
            const ByteRange cell = bytes_of(shown, first_row_ + i, c);
            if (cell.begin == cell.end) continue;
            std::optional<Area> here;
            table_to_bytes.each_part(c + 1, static_cast<std::uint32_t>(i), cell, t(), [&](const Area& area, ByteRange) {
                if (area.contains(mouse)) here = area;
            });
            if (!here) continue;
            hovered_ = row.entity;
            shown.state.pointed = {row.entity, table_.columns[c].type, {}};
            if (clicked) select(shown, row.entity);
            const Span& span = shown.spans[table_.cell(first_row_ + i, c)];
            return describe_span(shown.context, shown.run, span, span.at, *here);
        }
    }
    if (t() <= TableToBytes::columns) {
        const auto i = static_cast<std::size_t>(std::max(mouse.y - table_to_bytes.cell_in_table(0, 0).low.y, 0.0f) /
                                                table_to_bytes.row_px());
        if (i >= rows_drawn_) return;
        hovered_ = table_.rows[first_row_ + i].entity;
        if (clicked) select(shown, *hovered_);
        return;
    }
    const auto position = table_to_bytes.grid().byte_at(mouse);
    if (!position || *position >= lines_.lines.size() * line_bytes) return;
    const Address byte = lines_.lines[*position / line_bytes] + *position % line_bytes;
    const auto span = std::upper_bound(shown.spans.begin(), shown.spans.end(), byte,
                                       [](Address at, const Span& each) { return at < each.at; });
    if (span == shown.spans.begin() || std::prev(span)->end() <= byte) return;
    Area here;
    table_to_bytes.grid().each_area(*position, *position + 1, [&](const Area& area) { here = area; });
    describe_span(shown.context, shown.run, *std::prev(span), byte, here);
    if (clicked)
        if (const auto entity = owner_of(shown.run, *std::prev(span))) shown.state.selection = {entity, {}, {}};
}

}  // namespace panels
