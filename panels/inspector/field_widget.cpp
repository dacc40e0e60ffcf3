#include "panels/inspector/field_widget.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "panels/base/language.hpp"
#include "panels/inspector/element_widget.hpp"
#include "panels/inspector/number_box.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/units.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

struct Row {
    const Context& context;
    FieldEditor& editor;
    const ecs::Field& field;
    const FieldTarget& target;
};

/// The label of a row, and the cursor at its value.
template <class F>
void draw_label(const Context& context, const FieldEditor& editor, std::string_view label, const std::string& unit,
                F&& hover_text) {
    const Style& style = context.style;
    const float start = ImGui::GetCursorPosX(), value = editor.label_width + ImGui::GetStyle().WindowPadding.x;
    const float room = value - start - 1;
    ImGui::AlignTextToFramePadding();
    {
        const compat::FontScope font(editor.overridden ? style.words_bold : style.words);
        clipped_text(editor.overridden ? style.theme->text : style.theme->quiet, label, room);
    }
    const ImVec2 at = ImGui::GetItemRectMin();
    hover_text();
    if (editor.units && !unit.empty()) {
        const float left = ImGui::CalcTextSize(label.data(), label.data() + label.size()).x + style.px(3);
        const compat::FontScope font(style.small);
        if (left + ImGui::CalcTextSize(unit.c_str()).x <= room)
            ImGui::GetWindowDrawList()->AddText({std::floor(at.x + left), at.y + lower_by(style)}, style.theme->quiet,
                                                unit.c_str());
    }
    ImGui::SameLine(std::max(value, start));
}

/// Whether the element is not as it was. Numbers find out for themselves.
bool differs(const FieldCell& cell) {
    if (cell.former == nullptr) return false;
    if (cell.field.kind == ecs::FieldKind::String)
        return *static_cast<const std::string*>(cell.read) != *static_cast<const std::string*>(cell.former);
    return std::memcmp(cell.read, cell.former, cell.field.element_size) != 0;
}

/// Draws element `index` of the field, under its label.
bool element_row(const Row& row, std::string_view label, std::uint32_t index, bool show_description) {
    const std::size_t offset = row.field.offset + std::size_t{index} * row.field.element_size;
    FieldCell cell{row.context,
                   row.editor,
                   row.field,
                   static_cast<const std::byte*>(row.target.read) + offset,
                   row.target.write == nullptr ? nullptr : static_cast<std::byte*>(row.target.write) + offset,
                   row.target.why_read_only,
                   row.target.former == nullptr ? nullptr : static_cast<const std::byte*>(row.target.former) + offset,
                   0,
                   row.target.mixed == nullptr ? nullptr : row.target.mixed + offset,
                   &row.target};
    ImGui::PushID(static_cast<int>(index));
    bool changed = false;
    const auto hover_text = [&] {
        if (show_description && tooltip_due()) tooltip(describe_field(row.field));
    };
    if (row.field.kind == ecs::FieldKind::Struct) {
        const bool open = fold_row(row.context.style, label, row.field.count == 1);
        hover_text();
        if (open) {
            const float indent = row.context.style.px(14);
            ImGui::Indent(indent);
            changed = element_widget(cell);
            ImGui::Unindent(indent);
        }
    } else {
        draw_label(row.context, row.editor, label, row.field.unit, hover_text);
        cell.width = std::max(ImGui::GetContentRegionAvail().x - row.editor.right_gap, row.context.style.px(24));
        const ImVec2 low = ImGui::GetCursorScreenPos();
        changed = element_widget(cell);
        if (number_kind(row.field.kind) == nullptr && differs(cell))
            draw_changed_bar(row.context.style, *ImGui::GetWindowDrawList(),
                             {low, {low.x, low.y + ImGui::GetFrameHeight()}}, row.editor.mark_strength[0]);
    }
    ImGui::PopID();
    return changed;
}

bool array_rows(const Row& row) {
    constexpr std::uint32_t opened_by_itself = 8, shown_at_once = 64;
    const Style& style = row.context.style;
    const std::string label = row.field.name + "  [" + format_count(row.field.count) + "]";
    const bool open = fold_row(style, label, row.field.count <= opened_by_itself);
    if (tooltip_due()) tooltip(describe_field(row.field));
    if (!open) return false;
    const float indent = style.px(14);
    ImGui::Indent(indent);

    // ImGui keeps the visible page of a long array, as it keeps which nodes are open.
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    const ImGuiID page_id = ImGui::GetID("page");
    const std::uint32_t pages = (row.field.count + shown_at_once - 1) / shown_at_once;
    std::uint32_t page = std::min(static_cast<std::uint32_t>(storage.GetInt(page_id, 0)), pages - 1);
    if (pages > 1) {
        ImGui::AlignTextToFramePadding();
        const std::uint32_t end = std::min((page + 1) * shown_at_once, row.field.count);
        quiet_text(style, phrase("{} to {} of {}", format_count(page * shown_at_once), format_count(end - 1),
                                 format_count(row.field.count)));
        ImGui::SameLine();
        if (button(tr("Back"), page == 0 ? tr("This is the beginning") : "")) --page;
        ImGui::SameLine();
        if (button(tr("Next"), page + 1 == pages ? tr("This is the end") : "")) ++page;
        storage.SetInt(page_id, static_cast<int>(page));
    }
    bool changed = false;
    const std::uint32_t first = page * shown_at_once;
    for (std::uint32_t i = first; i < std::min(first + shown_at_once, row.field.count); ++i)
        changed |= element_row(row, std::to_string(i), i, false);
    ImGui::Unindent(indent);
    return changed;
}

}  // namespace

bool field_widget(const Context& context, FieldEditor& editor, const ecs::Field& field, const FieldTarget& target) {
    const Row row{context, editor, field, target};
    ImGui::PushID(field.name.c_str());
    const bool changed = field.count == 1 ? element_row(row, field.name, 0, true) : array_rows(row);
    ImGui::PopID();
    return changed;
}

namespace {

struct Axis {
    std::string_view path;  // with the dot
    std::string_view letter;
};

Axis axis_of(const ecs::Field& field) {
    const std::size_t dot = field.name.rfind('.');
    const std::size_t start = dot == std::string::npos ? 0 : dot + 1;
    return {std::string_view(field.name).substr(0, start), std::string_view(field.name).substr(start)};
}

bool is_one_number(const ecs::Field& field) {
    return field.count == 1 && field.kind >= ecs::FieldKind::I8 && field.kind <= ecs::FieldKind::F64;
}

}  // namespace

std::size_t fields_in_row(std::span<const ecs::Field> fields) {
    const ecs::Field& first = fields.front();
    const Axis start = axis_of(first);
    if (!is_one_number(first)) return 1;
    for (const std::string_view letters : {"xyzw", "XYZW", "rgba", "RGBA"}) {
        std::size_t count = 0;
        for (; count < std::min(letters.size(), fields.size()); ++count) {
            const ecs::Field& field = fields[count];
            const Axis axis = axis_of(field);
            if (axis.letter != letters.substr(count, 1) || axis.path != start.path) break;
            if (!is_one_number(field) || field.kind != first.kind || field.unit != first.unit) break;
        }
        if (count > 1) return count;
    }
    return 1;
}

std::optional<std::size_t> field_row(const Context& context, FieldEditor& editor, std::span<const ecs::Field> fields,
                                     const FieldTarget& target) {
    const ImVec2 start_of_row = ImGui::GetCursorScreenPos();
    const float right_of_row = start_of_row.x + ImGui::GetContentRegionAvail().x;
    if (fields.size() == 1) {
        const bool moved = field_widget(context, editor, fields.front(), target);
        const float below = ImGui::GetCursorScreenPos().y - ImGui::GetStyle().ItemSpacing.y;
        if (target.offer_menu) target.offer_menu(fields.front(), {start_of_row, {right_of_row, below}});
        return moved ? std::optional<std::size_t>(0) : std::nullopt;
    }
    const Axis start = axis_of(fields.front());
    std::string label;
    if (!start.path.empty()) {
        label = start.path.substr(0, start.path.size() - 1);
    } else {
        for (const ecs::Field& field : fields) label += (label.empty() ? "" : ", ") + field.name;
    }
    draw_label(context, editor, label, fields.front().unit, [&] {
        if (!tooltip_due()) return;
        std::string text;
        for (const ecs::Field& field : fields)
            text += (text.empty() ? "" : "\n") + field.name + ": " + describe_field(field);
        tooltip(text);
    });
    const float room = std::max(ImGui::GetContentRegionAvail().x - editor.right_gap,
                                context.style.px(24) * static_cast<float>(fields.size()));
    const float each = width_of_one(room, fields.size());
    std::optional<std::size_t> changed;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const ecs::Field& field = fields[i];
        if (i != 0) ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
        ImGui::PushID(field.name.c_str());
        const auto at = [&](const void* component) {
            return component == nullptr ? nullptr : static_cast<const std::byte*>(component) + field.offset;
        };
        const std::string letter(axis_of(field).letter);
        const bool moved =
            NumberBox{.context = context,
                      .editor = editor,
                      .field = field,
                      .kind = *number_kind(field.kind),
                      .read = at(target.read),
                      .write = target.write == nullptr ? nullptr : static_cast<std::byte*>(target.write) + field.offset,
                      .former = at(target.former),
                      .mixed = is_mixed(target.mixed == nullptr ? nullptr : target.mixed + field.offset,
                                        number_kind(field.kind)->size),
                      .why_read_only = target.why_read_only,
                      .id = "##number",
                      .axis = letter.c_str(),
                      .width = each,
                      .strength = editor.mark_strength[std::min<std::size_t>(i, 3)]}
                .draw();
        if (moved) changed = i;
        // The label belongs to the first of them.
        const float left = i == 0 ? start_of_row.x : ImGui::GetItemRectMin().x;
        if (target.offer_menu) target.offer_menu(field, {{left, start_of_row.y}, ImGui::GetItemRectMax()});
        ImGui::PopID();
    }
    return changed;
}

/// Whole numbers in the usual format; others in the shortest exact form.
std::string limit_text(double limit) {
    if (limit == std::round(limit) && std::abs(limit) < 1e15) return format_decimal(limit, 0);
    char text[32];
    std::snprintf(text, sizeof text, "%g", limit);
    return text;
}

std::string describe_field(const ecs::Field& field) {
    std::string text(tr(field.description));
    if (!text.empty()) text += '\n';
    text += ecs::name_of(field.kind);
    if (field.count > 1) text += " [" + format_count(field.count) + "]";
    if (!field.unit.empty()) text += phrase(", in {}", unit_with_words(field.unit));
    if (field.min && field.max)
        text += phrase(", from {} to {}", limit_text(*field.min), limit_text(*field.max));
    else if (field.min)
        text += phrase(", at least {}", limit_text(*field.min));
    else if (field.max)
        text += phrase(", at most {}", limit_text(*field.max));
    text += ", " + format_bytes(field.size_bytes());
    return text;
}

}  // namespace panels
