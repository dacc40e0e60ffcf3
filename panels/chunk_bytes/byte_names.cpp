#include "panels/chunk_bytes/byte_names.hpp"

#include <algorithm>
#include <cmath>

#include "panels/base/pointed_at.hpp"
#include "panels/chunk_bytes/chunk_legend.hpp"

namespace panels {

namespace {

using ecs::ByteRole;

constexpr float spacing_px = 15, bar_px = 3;

}  // namespace

bool ByteNames::can_name(const BlockGrid& grid, const Area& canvas) {
    return grid.strip_count() == 1 && grid.origin.y >= canvas.low.y - 1 &&
           grid.origin.y + grid.size().y <= canvas.high.y + 1;
}

void ByteNames::list_names(const ChunkInView& in, const std::vector<ChunkRun>& runs, const BlockGrid& grid) {
    names_.clear();
    const auto add = [&](const ChunkRun& run, std::string label, std::uint32_t bytes) {
        if (run.end <= run.begin) return;
        const float low = grid.place_of(run.begin).y, high = grid.place_of(run.end - 1).y + grid.line_px;
        names_.push_back({run, std::move(label), format_bytes(bytes), low, high, (low + high) / 2});
    };
    add(runs.front(), tr("header"), ecs::Chunk::header_bytes);
    const std::uint32_t capacity = in.archetype.layout().capacity;
    for (int column = ecs::no_column; column < static_cast<int>(in.archetype.types().size()); ++column) {
        const ByteRange row = cell_bytes(in.archetype, column, 0);
        const ByteRole role = column == ecs::no_column ? ByteRole::Entity : ByteRole::Field;
        const std::uint32_t size = row.end - row.begin;
        add({row.begin, row.begin + capacity * size, role, column}, std::string(name_of_column(in.archetype, column)),
            size);
    }
    std::stable_sort(names_.begin() + 1, names_.end(),
                     [](const Name& a, const Name& b) { return a.run.begin < b.run.begin; });
    const ChunkRun& last = runs.back();
    if (last.role == ByteRole::Unused && last.column == ecs::no_column) add(last, tr("unused"), last.end - last.begin);
}

void ByteNames::show(const ChunkInView& in, const std::vector<ChunkRun>& runs, const BlockGrid& grid,
                     const Area& canvas, ChunkPointer& pointer) {
    const Style& style = in.context.style;
    const Theme& theme = *style.theme;
    list_names(in, runs, grid);
    const compat::FontScope font(style.small);
    const float spacing = std::max(style.px(spacing_px), ImGui::GetTextLineHeight());
    const auto most = static_cast<std::size_t>(std::max(canvas.height() / spacing, 1.0f)) + 1;
    // With too little room, the columns with the fewest bytes stay without a name.
    while (names_.size() > most)
        names_.erase(std::min_element(names_.begin(), names_.end(), [](const Name& a, const Name& b) {
            return a.run.end - a.run.begin < b.run.end - b.run.begin;
        }));
    for (std::size_t i = 1; i < names_.size(); ++i) names_[i].at = std::max(names_[i].at, names_[i - 1].at + spacing);
    float bottom = canvas.high.y;
    for (std::size_t i = names_.size(); i-- > 0;) {
        names_[i].at = std::min(names_[i].at, bottom);
        bottom = names_[i].at - spacing;
    }

    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float bar = std::floor(canvas.high.x + style.px(4)), text = std::floor(bar + style.px(18));
    const float right = std::floor(canvas.high.x + width(style) - style.px(8));
    for (const Name& name : names_) {
        const bool column = name.run.role == ByteRole::Field || name.run.role == ByteRole::Entity;
        const ImU32 tone = column                              ? color_of_column(style, in.archetype, name.run.column)
                           : name.run.role == ByteRole::Header ? theme.n_head
                                                               : theme.edge;
        list.AddRectFilled({bar, name.low + 1}, {bar + style.px(bar_px), std::max(name.high - 1, name.low + 2)}, tone);
        const float middle = std::floor((name.low + name.high) / 2), label = std::floor(name.at);
        const float knee = bar + style.px(8);
        list.AddLine({bar + style.px(bar_px), middle}, {knee, middle}, theme.edge);
        list.AddLine({knee, middle}, {knee, label}, theme.edge);
        list.AddLine({knee, label}, {text - style.px(3), label}, theme.edge);
        const float top = std::floor(label - ImGui::GetTextLineHeight() / 2);
        const float bytes = ImGui::CalcTextSize(name.bytes.c_str()).x;
        const Area area{{text, top}, {right, top + ImGui::GetTextLineHeight()}};
        ImGui::SetCursorScreenPos(area.low);
        ImGui::PushID(static_cast<int>(name.run.begin));
        invisible_button("name", {std::max(area.width(), 1.0f), area.height()});
        ImGui::PopID();
        const bool hovered = ImGui::IsItemHovered();
        if (name.run.role == ByteRole::Field && name.run.column != ecs::no_column)
            offer_menu(in.context, ComponentAt{ecs::null_entity, in.type_of(name.run.column).id});
        draw_text_until(list, area.low, right - bytes - style.px(6), column || hovered ? theme.text : theme.quiet,
                        name.label);
        list.AddText({right - bytes, top}, theme.quiet, name.bytes.c_str());
        if (!hovered) continue;
        pointer.run = name.run;
        const compat::FontScope words(style.words);
        tooltip(explanation_of_run(in, name.run));
    }
}

}  // namespace panels
