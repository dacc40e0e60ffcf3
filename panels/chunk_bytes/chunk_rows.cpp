#include "panels/chunk_bytes/chunk_rows.hpp"

#include <algorithm>
#include <cmath>

#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/base/value_text.hpp"

namespace panels {

namespace {
constexpr std::size_t columns_listed_max = 40;
constexpr int columns_before = 2;  // row and entity
}  // namespace

void ChunkRows::show(const ChunkInView& in, ChunkPointer& pointer, ImVec2 size) {
    const Style& style = in.context.style;
    columns_.clear();
    // The column of entities has their names.
    for (std::size_t c = 0; c < in.archetype.types().size() && columns_.size() < columns_listed_max; ++c)
        if (const ecs::ComponentType& type = *in.archetype.types()[c];
            !type.is_tag() && type.id != in.context.world.name_id())
            columns_.push_back(static_cast<int>(c));
    ImGui::PushID(static_cast<int>(in.archetype.id()));
    if (ImGui::BeginTable("rows", static_cast<int>(columns_.size()) + columns_before,
                          list_table_flags | ImGuiTableFlags_ScrollX | ImGuiTableFlags_PadOuterX, size)) {
        set_up_columns(in);
        const float row_px = std::floor(style.px(20));  // lower than other rows: many at once
        scroll_to_selected(in, row_px);
        ImGuiListClipper clipper;
        clipper.Begin(static_cast<int>(in.block.rows), row_px);
        while (clipper.Step())
            for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
                draw_row(in, pointer, static_cast<std::uint32_t>(i), row_px);
        ImGui::EndTable();
    }
    popup_.draw(in.context);
    ImGui::PopID();
}

void ChunkRows::set_up_columns(const ChunkInView& in) {
    const Style& style = in.context.style;
    ImGui::TableSetupScrollFreeze(columns_before, 1);
    ImGui::TableSetupColumn(tr("Row"), ImGuiTableColumnFlags_WidthFixed, style.px(44));
    ImGui::TableSetupColumn(tr("Entity"), ImGuiTableColumnFlags_WidthFixed, style.px(96));
    std::vector<std::string> column_hints;
    column_hints.reserve(columns_.size());
    std::vector<const char*> hints{explanation(Term::Row), explanation(Term::Entity)};
    for (int column : columns_) {
        const ecs::ComponentType& type = in.type_of(column);
        const float wide = type.fields.size() > 1 ? 144.0f : 88.0f;
        ImGui::TableSetupColumn(short_name(type.name).data(), ImGuiTableColumnFlags_WidthFixed, style.px(wide));
        std::string& hint = column_hints.emplace_back(type.name);
        if (!type.description.empty()) hint += ": " + type.description;
        for (std::size_t f = 0; f < type.fields.size(); ++f)
            hint += (f == 0 ? "\n" : ", ") + type.fields[f].name +
                    (type.fields[f].unit.empty() ? "" : phrase(" in {}", type.fields[f].unit));
        hint += tr("\nDouble click on a value to edit it");
        hints.push_back(hint.c_str());
    }
    header_row(style, hints.data(), 1);
}

void ChunkRows::scroll_to_selected(const ChunkInView& in, float row_px) {
    if (revision_seen_ == in.context.selection.revision() && chunk_seen_ == &in.block) return;
    revision_seen_ = in.context.selection.revision();
    chunk_seen_ = &in.block;
    const auto row = in.row_of(in.context.selection.entity());
    if (!row) return;
    const float at = static_cast<float>(*row) * row_px, top = ImGui::GetScrollY();
    const float room = ImGui::GetWindowHeight() - 2 * row_px;
    if (at < top || at > top + room) ImGui::SetScrollY(std::max(0.0f, at - room / 2));
}

void ChunkRows::draw_row(const ChunkInView& in, ChunkPointer& pointer, std::uint32_t row, float row_px) {
    const Style& style = in.context.style;
    const ecs::Entity entity = in.block.entities()[row];
    const float text_top = std::floor((row_px - ImGui::GetTextLineHeight()) / 2);
    ImGui::TableNextRow(ImGuiTableRowFlags_None, row_px);
    ImGui::TableNextColumn();
    ImGui::PushID(static_cast<int>(row));
    const ImVec2 start = ImGui::GetCursorScreenPos();
    constexpr ImGuiSelectableFlags flags = ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowDoubleClick;
    const bool pressed = selectable("##row", in.context.selection.has(entity), flags, {0, row_px});
    const bool hovered = ImGui::IsItemHovered();
    const bool double_clicked = hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
    // Over a value it is the menu of that; the columns below tell.
    PointedAt asked_at = RowAt{in.archetype.id(), in.position, row, entity};
    const bool asked = menu_asked(in.context);
    if (pressed && !double_clicked) in.select(row);
    if (hovered) {
        pointer.point_at_row(in, row);
        if (!popup_.is_open())
            if (const Tooltip shown; shown) entity_tooltip(in.context, entity);
    }
    ImGui::PopID();
    if (pointer.row == row) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg1, faded(style.theme->text, 0.12f));
    ImGui::SetCursorScreenPos(start);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    {
        const compat::FontScope font(style.mono);
        const std::string number = format_count(row);
        const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(number.c_str()).x;
        const bool on_panel = !hovered && !in.context.selection.has(entity);
        list.AddText({std::floor(start.x + std::max(room, 0.0f)), start.y + text_top},
                     on_panel ? style.theme->quiet : style.theme->quiet_sel, number.c_str());
    }
    if (ImGui::TableNextColumn()) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const std::string label = name_and_id(in.context.world, entity);
        list.AddText({at.x, at.y + text_top}, style.theme->text, label.c_str());
    }
    const float mouse = ImGui::GetMousePos().x;
    for (int column : columns_) {
        if (!ImGui::TableNextColumn()) continue;
        const ImVec2 at = ImGui::GetCursorScreenPos();
        if (double_clicked && mouse >= at.x && mouse < at.x + ImGui::GetContentRegionAvail().x)
            popup_.open(entity, in.archetype.components()[static_cast<std::size_t>(column)], std::nullopt);
        if (asked && hovered && mouse >= at.x && mouse < at.x + ImGui::GetContentRegionAvail().x)
            asked_at = ComponentAt{entity, in.type_of(column).id};
        const compat::FontScope font(style.mono);
        list.AddText({at.x, at.y + text_top}, style.theme->text,
                     component_values(in.context.world, in.type_of(column),
                                      in.block.at(cell_bytes(in.archetype, column, row).begin))
                         .c_str());
    }
    if (asked) request_menu(in.context, asked_at);
}

}  // namespace panels
