#include "panels/lab/lab_capacity.hpp"

#include <algorithm>
#include <cmath>

#include "figures/drawing/palette.hpp"
#include "figures/lab/lab_figure.hpp"
#include "panels/base/language.hpp"
#include "panels/base/patterns.hpp"
#include "panels/memory/layout_bar.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr std::uint32_t largest_value = 1 << 16, largest_number = 1 << 14;

/// A number with buttons for less and more.
bool number_input(const char* id, std::uint32_t& number, std::uint32_t step, std::uint32_t least, std::uint32_t most,
                  float width) {
    ImGui::SetNextItemWidth(width);
    if (!ImGui::InputScalar(id, ImGuiDataType_U32, &number, &step)) return false;
    // A step below 0 wraps around.
    number = number > 0x8000'0000u ? least : std::clamp(number, least, most);
    return true;
}

std::string name_of_column(std::size_t column, const std::vector<ecs::LayoutColumn>& columns) {
    return column == ecs::RuledLayout::entity_ids ? tr("Entity ids") : columns[column].name;
}

std::uint32_t size_of_column(const ecs::RuledLayout& layout, std::size_t column,
                             const std::vector<ecs::LayoutColumn>& columns) {
    return column == ecs::RuledLayout::entity_ids ? layout.terms.id_bytes : columns[column].size;
}

}  // namespace

void LabCapacity::begin_with(const ecs::lab::Scenario& scenario) {
    columns_.clear();
    for (const ecs::ComponentType* type : scenario.types)
        columns_.push_back({{std::string(short_name(type->name)), type->size, type->align},
                            true,
                            false,
                            figures::lab::look_of_type(scenario, columns_.size())});
}

std::vector<ecs::LayoutColumn> LabCapacity::chosen() const {
    std::vector<ecs::LayoutColumn> columns;
    for (const Column& column : columns_)
        if (column.on) columns.push_back(column.column);
    return columns;
}

ecs::ComponentId LabCapacity::look_of_chosen(std::size_t column) const {
    for (const Column& each : columns_)
        if (each.on && column-- == 0) return each.look;
    return 0;
}

ecs::RuledLayout LabCapacity::layout() const {
    const std::vector<ecs::LayoutColumn> columns = chosen();
    return rule_ ? ecs::lay_out(*rule_, columns) : ecs::lay_out(own_terms_, columns);
}

LabCapacity::LabCapacity()
    : LabView({.word = "capacity",
               .label = tr_later("Capacity"),
               .hint = tr_later("How many rows fit into a chunk, and why not one more")}) {}

void LabCapacity::show(const Context& context, const ecs::lab::Scenario& scenario) {
    const Style& style = context.style;
    std::string key = scenario.name + '\n' + scenario.title;
    for (const ecs::ComponentType* type : scenario.types) key += '\n' + type->name;
    if (key != begun_with_) {
        begun_with_ = std::move(key);
        begin_with(scenario);
    }
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const bool beside = room.x >= style.px(520);
    const float left = std::floor(std::clamp(room.x * 0.32f, style.px(220), style.px(330)));
    draw_columns(context, beside ? ImVec2{left, 0} : ImVec2{0, std::floor(room.y * 0.4f)});
    if (beside) ImGui::SameLine();
    if (compat::begin_child("answer", {0, 0})) {
        draw_rules(style);
        draw_answer(style);
    }
    ImGui::EndChild();
}

void LabCapacity::draw_columns(const Context& context, ImVec2 size) {
    const Style& style = context.style;
    if (compat::begin_child("columns", size)) {
        quiet_text(style, tr("A row has an id and"));
        std::optional<std::size_t> removed;
        const float row = row_height(style), right = ImGui::GetContentRegionAvail().x;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            Column& each = columns_[i];
            ImGui::PushID(static_cast<int>(i));
            const ImVec2 at = ImGui::GetCursorPos();
            checkbox(style, ("##" + each.column.name).c_str(), each.on);
            ImGui::SameLine();
            const ImVec2 mark = ImGui::GetCursorScreenPos();
            ImDrawList& list = *ImGui::GetWindowDrawList();
            component_mark(style, MarkedComponent{each.look}, list,
                           {mark.x + style.px(6), mark.y + ImGui::GetFrameHeight() / 2}, style.px(10));
            const float text = std::floor((ImGui::GetFrameHeight() - ImGui::GetTextLineHeight()) / 2);
            draw_text_until(list, {mark.x + style.px(18), mark.y + text}, mark.x + style.px(100),
                            each.on ? style.theme->text : style.theme->quiet, each.column.name);
            ImGui::SetCursorPos({at.x + style.px(132), at.y});
            if (each.own) {
                number_input("##size", each.column.size, 1, 1, largest_value, style.px(90));
                tooltip(tr("Bytes of a value"));
                ImGui::SetCursorPos({right - row, at.y});
                if (sign_button("remove", style, Sign::Cross, tr("Leaves it out"))) removed = i;
            } else {
                ImGui::AlignTextToFramePadding();
                quiet_text(style, each.column.size == 0 ? std::string(tr("tag, no column"))
                                                        : phrase("{}, align {}", format_bytes(each.column.size),
                                                                 format_count(each.column.align)));
            }
            ImGui::SetCursorPos({at.x, at.y + row + style.px(4)});
            ImGui::PopID();
        }
        if (removed) columns_.erase(columns_.begin() + static_cast<std::ptrdiff_t>(*removed));
        if (button(tr("+ Add a component"), columns_.size() < 24 ? "" : tr("There are enough to see how it goes"),
                   tr("One of any size, to see what it does to the capacity"))) {
            ++added_;
            columns_.push_back({{phrase("Own {}", std::to_string(added_)), 4, 4},
                                true,
                                true,
                                figures::component_of_tone(columns_.size())});
        }
        ImGui::Dummy({0, 0});
    }
    ImGui::EndChild();
}

void LabCapacity::draw_rules(const Style& style) {
    const auto rule_button = [&](const char* label, std::optional<ecs::LayoutRule> rule, std::string_view hint) {
        if (rule != ecs::LayoutRule::Naive) same_line_if_fits(button_width(label), 0);
        if (choice(style, label, rule_ == rule, {}, hint)) rule_ = rule;
    };
    using enum ecs::LayoutRule;
    rule_button(tr("Naive"), Naive, tr(ecs::explanation_of(Naive)));
    rule_button(tr("Ours"), Ours, tr(ecs::explanation_of(Ours)));
    rule_button(tr("Unity 64"), UnityAlign, tr(ecs::explanation_of(UnityAlign)));
    rule_button(tr("Unity 128 rows"), UnityCap, tr(ecs::explanation_of(UnityCap)));
    rule_button(tr("Own numbers"), std::nullopt, tr("Header, id and alignment as you like"));
    if (!rule_) draw_own_terms(style);
}

void LabCapacity::draw_own_terms(const Style& style) {
    const float width = style.px(96);
    const auto number = [&](const char* label, const char* id, std::uint32_t& value, std::uint32_t step,
                            std::uint32_t least, bool first, const char* hint) {
        const float words = ImGui::CalcTextSize(label).x;
        if (!first) same_line_if_fits(words + width + style.px(8), style.px(16));
        ImGui::AlignTextToFramePadding();
        quiet_text(style, label);
        ImGui::SameLine();
        number_input(id, value, step, least, largest_number, width);
        tooltip(hint);
    };
    number(tr("Header"), "##header", own_terms_.header_bytes, 8, 0, true, tr("Bytes before the first column"));
    number(tr("Id"), "##id", own_terms_.id_bytes, 4, 1, false, tr("Bytes of an entity id, which every row has"));
    same_line_if_fits(style.px(120), style.px(16));
    ImGui::AlignTextToFramePadding();
    quiet_text(style, tr("Align"));
    ImGui::SameLine();
    ImGui::SetNextItemWidth(style.px(64));
    if (ImGui::BeginCombo("##align", format_count(own_terms_.align).c_str())) {
        for (const std::uint32_t align : {1u, 2u, 4u, 8u, 16u, 32u, 64u, 128u})
            if (selectable(format_count(align).c_str(), align == own_terms_.align)) own_terms_.align = align;
        ImGui::EndCombo();
    }
    tooltip(tr("Columns start at multiples of so many bytes"));
    number(tr("At most"), "##most", own_terms_.rows_max, 64, 0, false,
           tr("Rows, although more would fit; 0: no such limit"));
    same_line_if_fits(style.px(180), style.px(16));
    checkbox(style, tr("and the type's own alignment"), own_terms_.align_of_type);
}

void LabCapacity::draw_answer(const Style& style) {
    const std::vector<ecs::LayoutColumn> columns = chosen();
    const ecs::RuledLayout layout = this->layout();
    const auto color = [&](std::size_t column) { return style.color_of(look_of_chosen(column)); };
    const bool ours = rule_ == ecs::LayoutRule::Ours;
    ImGui::Dummy({0, style.px(2)});
    {
        const compat::FontScope bold(style.words_bold);
        colored_text(layout.capacity == 0 ? style.theme->error : style.theme->text,
                     phrase("{} fit{} into {}", format_count(layout.capacity, "row"), (layout.capacity == 1 ? "s" : ""),
                            format_bytes(layout.block_bytes)));
    }
    ImGui::SameLine();
    badge(style, ours ? Badge::Exact : Badge::Simulated,
          ours ? tr("What our storage does with these columns")
               : tr("Computed by the rule; no storage here works by it"));
    const std::string numbers = phrase("{} a row, padding {}, slack {}", format_bytes(layout.row_bytes),
                                       format_bytes(layout.padding), format_bytes(layout.slack));
    same_line_if_fits(ImGui::CalcTextSize(numbers.c_str()).x, style.px(12));
    quiet_text(style, numbers);
    tooltip(tr("Padding lies between columns, slack behind the last one"));
    show_layout_bar(style, layout, columns, color);
    if (layout.capacity == 0)
        wrapped_text(style.theme->warn,
                     phrase("Not even one row fits into a block of {}{}", format_bytes_exact(layout.block_bytes),
                            (ours ? tr(": our storage takes a larger block for each such row.") : ".")));
    wrapped_text(style.theme->text, phrase("Why not one more? {}", ecs::why_no_more(layout, columns)));
    draw_end(style, layout, columns);
    draw_places(style, layout, columns);
    ImGui::Dummy({0, style.px(6)});
    std::string others = tr("Rows of the same columns: ");
    for (const ecs::LayoutRule rule : ecs::layout_rules)
        others += std::string(rule == ecs::layout_rules.front() ? "" : "; ") + std::string(tr(title_of(rule))) + ": " +
                  format_count(ecs::lay_out(rule, columns).capacity);
    wrapped_text(style.theme->quiet, others);
}

void LabCapacity::draw_end(const Style& style, const ecs::RuledLayout& layout,
                           const std::vector<ecs::LayoutColumn>& columns) const {
    if (layout.capped) return;
    // The bytes around the end of the block, if there were one row more.
    constexpr std::int64_t shown = 32;
    const float width = std::max(ImGui::GetContentRegionAvail().x, 1.0f), height = std::floor(style.px(20));
    const float cell = std::floor(width / static_cast<float>(2 * shown));
    ImGui::Dummy({0, style.px(2)});
    const ImVec2 low = ImGui::GetCursorScreenPos();
    invisible_button("end", {cell * static_cast<float>(2 * shown), height});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::int64_t end = layout.block_bytes, begin = end - shown;
    const bool ids = layout.full_column == ecs::RuledLayout::entity_ids;
    const std::uint32_t size = std::max(size_of_column(layout, layout.full_column, columns), 1u);
    const ImU32 color = ids ? style.theme->n_id : style.color_of(look_of_chosen(layout.full_column));
    for (std::int64_t byte = begin; byte < end + shown; ++byte) {
        const float x = low.x + cell * static_cast<float>(byte - begin);
        const Area area{{x, low.y}, {x + cell - 1, low.y + height}};
        const bool inside = byte < end;
        const bool value =
            byte >= static_cast<std::int64_t>(layout.next_begin) && byte < static_cast<std::int64_t>(layout.next_end);
        const auto row = value ? (byte - static_cast<std::int64_t>(layout.next_begin)) / size : 0;
        list.AddRectFilled(area.low, area.high, inside ? style.theme->raised : style.theme->bg);
        if (value) list.AddRectFilled(area.low, area.high, faded(color, row % 2 == 0 ? 1.0f : 0.7f));
        if (value && !inside) cross_out(list, area, style.theme->error);
    }
    const float x = low.x + cell * static_cast<float>(shown);
    list.AddLine({x - 1, low.y - style.px(3)}, {x - 1, low.y + height + style.px(3)}, style.theme->error, style.px(2));
    if (ImGui::IsItemHovered()) {
        const auto byte = begin + static_cast<std::int64_t>((ImGui::GetMousePos().x - low.x) / cell);
        const std::string where = phrase("byte {}", format_count(static_cast<std::uint64_t>(byte)));
        tooltip(byte >= static_cast<std::int64_t>(layout.next_end)    ? phrase("{}: nothing", where)
                : byte < static_cast<std::int64_t>(layout.next_begin) ? phrase("{}: before this column", where)
                : byte < end ? where + ": " + name_of_column(layout.full_column, columns)
                             : phrase("{}: {}, behind the end", where, name_of_column(layout.full_column, columns)));
    }
    wrapped_text(style.theme->quiet,
                 phrase("With one row more, {} around the end of the block: byte {} is the first that does not fit",
                        name_of_column(layout.full_column, columns),
                        format_count(std::max<std::uint64_t>(layout.block_bytes, layout.next_begin))));
}

void LabCapacity::draw_places(const Style& style, const ecs::RuledLayout& layout,
                              const std::vector<ecs::LayoutColumn>& columns) const {
    constexpr int count = 5;
    static constexpr const char* hints[count] = {tr_later("In the order in which they lie in the block"),
                                                 tr_later("Bytes of a value"), tr_later("Its first byte in the block"),
                                                 tr_later("The byte behind its last one"),
                                                 tr_later("Bytes up to the next column, or to the end of the block")};
    const float room = ImGui::GetContentRegionAvail().x / style.scale;
    const bool little = room < 330;  // then where a column ends is told by where the next one starts
    const float number_width = std::floor(style.px(std::clamp((room - 130) / 3, 36.0f, 62.0f)));
    if (!ImGui::BeginTable("places", count, list_table_flags & ~ImGuiTableFlags_ScrollY)) return;
    ImGui::TableSetupColumn(tr("Column"), ImGuiTableColumnFlags_WidthStretch);
    constexpr ImGuiTableColumnFlags fixed = ImGuiTableColumnFlags_WidthFixed;
    ImGui::TableSetupColumn(tr("Value"), fixed, number_width);
    ImGui::TableSetupColumn(tr("Starts"), fixed, number_width);
    ImGui::TableSetupColumn(tr("Ends"), fixed | (little ? ImGuiTableColumnFlags_Disabled : 0), number_width);
    ImGui::TableSetupColumn(tr("Slack"), fixed, number_width);
    header_row(style, hints, 0b11110);
    for (std::size_t i = 0; i < layout.places.size(); ++i) {
        const ecs::RuledLayout::Place& place = layout.places[i];
        const std::uint32_t next = i + 1 < layout.places.size() ? layout.places[i + 1].begin : layout.block_bytes;
        begin_row(style);
        const bool full = place.column == layout.full_column && !layout.capped;
        colored_text(full ? style.theme->warn : style.theme->text, name_of_column(place.column, columns));
        if (full) tooltip(tr("The one that would reach over the end of the block"));
        const std::uint32_t numbers[] = {size_of_column(layout, place.column, columns), place.begin, place.end,
                                         next - place.end};
        for (const std::uint32_t number : numbers) {
            if (ImGui::TableNextColumn()) number_text(style, format_count(number));
        }
    }
    ImGui::EndTable();
}

}  // namespace panels
