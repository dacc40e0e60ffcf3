#include "panels/memory/layout_bar.hpp"

#include <algorithm>
#include <cmath>

#include "panels/base/language.hpp"
#include "panels/base/patterns.hpp"
#include "panels/chunk_bytes/chunk_in_view.hpp"

namespace panels {

const char* title_of(ecs::LayoutRule rule) {
    switch (rule) {
        case ecs::LayoutRule::Ours:
            return tr("Ours");
        case ecs::LayoutRule::Naive:
            return tr("Naive");
        case ecs::LayoutRule::UnityAlign:
            return tr("Unity, 64-byte columns");
        case ecs::LayoutRule::UnityCap:
            return tr("Unity, at most 128 rows");
    }
    return "";
}

void show_layout_bar(const Style& style, const ecs::RuledLayout& layout, std::span<const ecs::LayoutColumn> columns,
                     const ColumnColor& color) {
    const float high = std::floor(style.px(18)), width = std::max(ImGui::GetContentRegionAvail().x, 1.0f);
    const ImVec2 low = ImGui::GetCursorScreenPos();
    invisible_button("bar", {width, high});
    const bool hovered = ImGui::IsItemHovered();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 mouse = ImGui::GetMousePos();
    std::string pointed;
    const auto area = [&](std::uint64_t begin, std::uint64_t end, const std::string& what) {
        const auto x = [&](std::uint64_t byte) {
            return std::floor(low.x + width * static_cast<float>(byte) / static_cast<float>(layout.block_bytes));
        };
        const Area place{{x(begin), low.y}, {std::max(x(end), x(begin) + 1), low.y + high}};
        if (hovered && place.contains(mouse))
            pointed = phrase("{}: bytes {} to {}", what, format_count(begin), format_count(end));
        return place;
    };
    if (layout.header_bytes > 0) {
        const Area header = area(0, layout.header_bytes, tr("Header"));
        list.AddRectFilled(header.low, header.high, style.theme->n_head);
    }
    std::uint32_t end = layout.header_bytes;
    for (const ecs::RuledLayout::Place& place : layout.places) {
        if (place.padding > 0) {
            const Area gap = area(end, place.begin, tr("Padding"));
            hatch(list, gap, style.theme->edge, style.px(4));
        }
        const bool ids = place.column == ecs::RuledLayout::entity_ids;
        if (place.end > place.begin) {
            const Area column = area(place.begin, place.end, ids ? tr("Entity ids") : columns[place.column].name);
            list.AddRectFilled(column.low, column.high, ids ? style.theme->n_id : color(place.column));
            if (column.width() > 2)
                list.AddRectFilled(column.low, {column.low.x + 1, column.high.y}, style.theme->panel);
        }
        end = place.end;
    }
    if (layout.slack > 0) {
        const Area rest = area(end, layout.block_bytes, tr("Slack"));
        list.AddRectFilled(rest.low, rest.high, style.theme->well);
        dots(list, rest, style.theme->edge, style.px(4));
    }
    compat::add_rect(list, low, {low.x + width, low.y + high}, style.theme->line);
    if (!pointed.empty()) tooltip(pointed);
}

void show_layout(const Style& style, const ecs::RuledLayout& layout, std::span<const ecs::LayoutColumn> columns,
                 const ColumnColor& color, bool of_a_copy) {
    const bool ours = layout.rule == ecs::LayoutRule::Ours, exact = ours && !of_a_copy;
    ImGui::PushID(static_cast<int>(layout.rule));
    colored_text(style.theme->text, title_of(layout.rule));
    tooltip(tr(ecs::explanation_of(layout.rule)));
    ImGui::SameLine();
    mono_text(style, format_count(layout.capacity, "row"),
              layout.capacity == 0 ? style.theme->error : style.theme->text);
    explain(Term::Capacity);
    ImGui::SameLine();
    badge(style, exact ? Badge::Exact : Badge::Simulated,
          exact ? tr("The storage's own layout of these columns in this order")
                : tr("Computed by the rule; no storage here uses it"));
    const std::string numbers = phrase("{} a row, padding {}, slack {}", format_bytes(layout.row_bytes),
                                       format_bytes(layout.padding), format_bytes(layout.slack));
    same_line_if_fits(ImGui::CalcTextSize(numbers.c_str()).x, style.px(8));
    clipped_line(style.theme->quiet, numbers);
    tooltip(tr("Padding lies between columns, slack behind the last one"));
    show_layout_bar(style, layout, columns, color);
    wrapped_text(style.theme->quiet, ecs::why_no_more(layout, columns));
    if (layout.capacity == 0 && ours)
        wrapped_text(style.theme->warn, tr("Not even one row fits: the storage takes a larger block for each row"));
    ImGui::Dummy({0, style.px(4)});
    ImGui::PopID();
}

}  // namespace panels
