#include "panels/chunk_bytes/chunk_legend.hpp"

#include <cmath>

#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/chunk_bytes/chunk_picture.hpp"

namespace panels {

namespace {

using ecs::ByteRole;

bool is_tag(const ChunkRun& run) { return run.role == ByteRole::Field && run.end == 0; }

void draw_mark(const ChunkInView& in, const ChunkRun& run, const Area& box, float dimmed) {
    const Style& style = in.context.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ecs::ByteSpan even{0, 1, run.role, run.column, -1, 0};
    const bool field = run.role == ByteRole::Field;
    if (field && is_tag(run))
        return component_mark(style, in.type_of(run.column), list, box.middle(), std::floor(box.width() * 0.6f));
    // As cells are drawn, in the state that the picture shows them in.
    if (const ImU32 ground = color_of_byte(style, in.archetype, even, dimmed))
        list.AddRectFilled(box.low, box.high, ground);
    draw_role_pattern(style, list, box, run.role, field ? in.type_of(run.column).id : ecs::no_component);
}

}  // namespace

std::string explanation_of_run(const ChunkInView& in, const ChunkRun& run) {
    switch (run.role) {
        case ByteRole::Header:
            return tr("Header: the storage's own data about the chunk, such as the number of rows in use");
        case ByteRole::Padding:
            return tr(
                "Padding: each column starts at a multiple of 16 bytes or more. The bytes between columns hold "
                "nothing");
        case ByteRole::Unused:
            return tr("Rows that no entity uses, and the bytes behind the last column");
        case ByteRole::Entity:
            return phrase("Entity ids: the owners of the rows. Starts at byte {}, 8 bytes a row, {}",
                          format_count(run.begin), bytes_from_to({run.begin, run.end}));
        case ByteRole::Field:
            break;
    }
    const ecs::ComponentType& type = in.type_of(run.column);
    const std::string text = type.name + (type.description.empty() ? "" : ": " + type.description) + "\n";
    if (is_tag(run))
        return phrase("{}A tag has no bytes: the archetype records that all rows of this chunk have it", text);
    return phrase("{}Starts at byte {}, {} a row, room for {}, {}", text, format_count(run.begin),
                  format_count(type.size, "byte"), format_count(in.archetype.layout().capacity, "row"),
                  bytes_from_to({run.begin, run.end}));
}

void ChunkLegend::list_entries(const ChunkInView& in, const std::vector<ChunkRun>& runs) {
    // Entries without a column come first, because there may be too many columns for the room.
    entries_.clear();
    std::uint32_t padding = 0, unused = 0;
    for (const ChunkRun& run : runs) {
        if (run.role == ByteRole::Padding) padding += run.end - run.begin;
        if (run.role == ByteRole::Unused) unused += run.end - run.begin;
    }
    entries_.push_back({runs.front(), tr("header"), "64 B"});
    if (padding > 0)
        entries_.push_back({{0, 0, ByteRole::Padding, ecs::no_column}, tr("padding"), format_bytes(padding)});
    if (unused > 0)
        entries_.push_back({{0, 0, ByteRole::Unused, ecs::no_column}, tr("not in use"), format_bytes(unused)});
    const std::uint32_t capacity = in.archetype.layout().capacity;
    for (int column = ecs::no_column; column < static_cast<int>(in.archetype.types().size()); ++column) {
        const ByteRange row = cell_bytes(in.archetype, column, 0);
        const ByteRole role = column == ecs::no_column ? ByteRole::Entity : ByteRole::Field;
        const ChunkRun run{row.begin, row.begin + capacity * (row.end - row.begin), role, column};
        const std::string place =
            run.end == 0 ? tr("tag")
                         : phrase("0x{} · {} a row", hex_offset(run.begin), format_bytes(row.end - row.begin));
        entries_.push_back({run, std::string(name_of_column(in.archetype, column)), place});
    }
}

void ChunkLegend::show(const ChunkInView& in, const std::vector<ChunkRun>& runs, ChunkPointer& pointer, float dimmed) {
    dimmed_ = dimmed;
    list_entries(in, runs);
    const Style& style = in.context.style;
    const float mark = std::floor(style.px(12)), inner = ImGui::GetStyle().ItemInnerSpacing.x;
    const float gap = style.px(12), room = ImGui::GetContentRegionAvail().x;
    const float start = ImGui::GetCursorScreenPos().x, end = start + room, more_px = style.px(32);
    const int lines_max = ImGui::GetContentRegionAvail().y < style.px(220) ? 1 : 2;
    const auto width_of = [&](const Entry& entry, bool with_place) {
        const float label = mark + inner + ImGui::CalcTextSize(entry.label.c_str()).x;
        return with_place ? label + inner + ImGui::CalcTextSize(entry.place.c_str()).x : label;
    };
    // Offsets are shown if all of them fit, else on hover.
    float all = 0;
    for (const Entry& entry : entries_) all += width_of(entry, true) + gap;
    const bool with_places = all < room * static_cast<float>(lines_max) - (lines_max > 1 ? style.px(120) : 0);
    int lines = 1;
    float x = start, line_y = ImGui::GetCursorScreenPos().y;
    // All entries of a line have the same height: releases differ in the place that SameLine returns to after a
    // cursor move.
    const auto go_on = [&] {
        ImGui::SameLine(0, gap);
        ImGui::SetCursorScreenPos({ImGui::GetCursorScreenPos().x, line_y});
    };
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const Entry& entry = entries_[i];
        const float width = width_of(entry, with_places);
        const bool wraps = i > 0 && x + gap + width > end - (lines == lines_max ? more_px : 0);
        if (wraps && lines == lines_max) {
            go_on();
            const std::string more = '+' + std::to_string(entries_.size() - i);
            ImGui::GetWindowDrawList()->AddText(ImGui::GetCursorScreenPos(), style.theme->quiet, more.c_str());
            ImGui::Dummy({ImGui::CalcTextSize(more.c_str()).x, ImGui::GetTextLineHeight()});
            std::string rest;
            for (; i < entries_.size(); ++i)
                rest += (rest.empty() ? "" : "\n") + entries_[i].label + "  " + entries_[i].place;
            return tooltip(rest);
        }
        if (wraps) {
            ++lines;
            line_y = ImGui::GetCursorScreenPos().y;
            ImGui::SetCursorScreenPos({start, line_y});
        }
        if (i > 0 && !wraps) go_on();
        draw_entry(in, entry, width, with_places, pointer);
        x = ImGui::GetItemRectMax().x;
    }
}

void ChunkLegend::draw_entry(const ChunkInView& in, const Entry& entry, float width, bool with_place,
                             ChunkPointer& pointer) const {
    const Style& style = in.context.style;
    const float mark = std::floor(style.px(12)), inner = ImGui::GetStyle().ItemInnerSpacing.x;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width, ImGui::GetTextLineHeight()});
    const float top = std::floor(at.y + (ImGui::GetTextLineHeight() - mark) / 2);
    draw_mark(in, entry.run, {{at.x, top}, {at.x + mark, top + mark}}, dimmed_);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float label = at.x + mark + inner, place = label + ImGui::CalcTextSize(entry.label.c_str()).x + inner;
    list.AddText({label, at.y}, style.theme->text, entry.label.c_str());
    if (with_place) list.AddText({place, at.y}, style.theme->quiet, entry.place.c_str());
    if (entry.run.role == ecs::ByteRole::Field && entry.run.column != ecs::no_column)
        offer_menu(in.context, ComponentAt{ecs::null_entity, in.type_of(entry.run.column).id});
    if (!ImGui::IsItemHovered()) return;
    if (!is_tag(entry.run)) pointer.run = entry.run;
    tooltip(explanation_of_run(in, entry.run));
}

}  // namespace panels
