#include "panels/inspector/field_widget.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "panels/base/language.hpp"
#include "panels/inspector/number_box.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

/// One element of a field, and the room for its widget.
struct FieldCell {
    const Context& context;
    FieldEditor& editor;
    const ecs::Field& field;
    const void* read;
    void* write;
    std::string_view why_read_only;
    const void* former;  // null: not known
    float width;
};

namespace {

template <class T>
const T& value_of(const FieldCell& cell) {
    return *static_cast<const T*>(cell.read);
}

void why_read_only(const FieldCell& cell) {
    if (cell.write == nullptr) tooltip(cell.why_read_only);
}

bool bool_widget(const FieldCell& cell) {
    bool value = value_of<bool>(cell);
    ImGui::BeginDisabled(cell.write == nullptr);
    const bool changed = checkbox(cell.context.style, "##bool", value);
    ImGui::EndDisabled();
    why_read_only(cell);
    if (changed) *static_cast<bool*>(cell.write) = value;
    return changed;
}

bool number_widget(const FieldCell& cell) {
    return NumberBox{.context = cell.context,
                     .editor = cell.editor,
                     .field = cell.field,
                     .kind = *number_kind(cell.field.kind),
                     .read = cell.read,
                     .write = cell.write,
                     .former = cell.former,
                     .why_read_only = cell.why_read_only,
                     .id = "##number",
                     .axis = nullptr,
                     .width = cell.width,
                     .strength = cell.editor.mark_strength[0]}
        .draw();
}

/// The width of each of `count` boxes that share a row.
float width_of_one(float width, std::size_t count) {
    const float gaps = ImGui::GetStyle().ItemInnerSpacing.x * static_cast<float>(count - 1);
    return std::floor((width - gaps) / static_cast<float>(count));
}

bool vector_widget(const FieldCell& cell) {
    constexpr const char* axes[] = {"x", "y", "z", "w"};
    const std::size_t count = ecs::float_count(cell.field.kind);
    const float each = width_of_one(cell.width, count);
    bool changed = false;
    for (std::size_t i = 0; i < count; ++i) {
        if (i != 0) ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
        changed |= NumberBox{.context = cell.context,
                             .editor = cell.editor,
                             .field = cell.field,
                             .kind = *number_kind(ecs::FieldKind::F32),
                             .read = static_cast<const float*>(cell.read) + i,
                             .write = cell.write == nullptr ? nullptr : static_cast<float*>(cell.write) + i,
                             .former = cell.former == nullptr ? nullptr : static_cast<const float*>(cell.former) + i,
                             .why_read_only = cell.why_read_only,
                             .id = axes[i],
                             .axis = axes[i],
                             .width = each,
                             .strength = cell.editor.mark_strength[0]}
                       .draw();
    }
    return changed;
}

bool string_widget(const FieldCell& cell) {
    ImGui::SetNextItemWidth(cell.width);
    if (cell.write != nullptr) return input_text("##string", *static_cast<std::string*>(cell.write));
    // Read-only: can be marked and copied, but not changed.
    std::string text = value_of<std::string>(cell);
    input_text("##string", text, "", ImGuiInputTextFlags_ReadOnly);
    why_read_only(cell);
    return false;
}

bool color_widget(const FieldCell& cell) {
    const ecs::Rgba& color = value_of<ecs::Rgba>(cell);
    const Style& style = cell.context.style;
    constexpr ImGuiColorEditFlags alpha = ImGuiColorEditFlags_AlphaPreviewHalf;
    const bool editable = cell.write != nullptr;
    const float height = ImGui::GetFrameHeight();
    const bool pressed =
        invisible_button("##color", {std::max(cell.width, 1.0f), height}, compat::button_reached_by_keys);
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_frame(list, low, high, editable && ImGui::IsItemHovered(), ImGui::IsItemActive());
    if (editable)
        tooltip(tr("Open the colour picker"));
    else
        why_read_only(cell);
    if (pressed && editable) ImGui::OpenPopup("picker");

    const float pad = style.px(4), swatch = std::floor(style.px(28));
    const ImVec2 from{low.x + pad, low.y + pad}, to{std::min(low.x + pad + swatch, high.x - pad), high.y - pad};
    const ImU32 opaque = ImGui::ColorConvertFloat4ToU32({color.r, color.g, color.b, 1});
    const ImU32 seen = ImGui::ColorConvertFloat4ToU32({color.r, color.g, color.b, color.a});
    const float middle = std::floor((from.x + to.x) / 2);
    list.AddRectFilled(from, {middle, to.y}, opaque);  // without its opacity, and with it
    list.AddRectFilled({middle, from.y}, to, seen);
    list.AddRect(from, to, style.theme->line);

    const auto part = [](float share) {
        return static_cast<unsigned>(std::lround(std::clamp(share, 0.0f, 1.0f) * 255));
    };
    char text[32];
    std::snprintf(text, sizeof text, "#%02X%02X%02X", part(color.r), part(color.g), part(color.b));
    const std::string opacity = format_percent(static_cast<double>(color.a));
    const compat::FontScope mono(style.mono);
    const float text_top = std::floor(low.y + (height - ImGui::GetTextLineHeight()) / 2);
    const float hex_left = to.x + style.px(6);
    const float opacity_left = high.x - style.px(6) - ImGui::CalcTextSize(opacity.c_str()).x;
    const bool both = hex_left + ImGui::CalcTextSize(text).x + style.px(8) <= opacity_left;
    draw_text_until(list, {hex_left, text_top}, both ? opacity_left : high.x - pad, style.theme->text, text);
    if (both) list.AddText({opacity_left, text_top}, style.theme->quiet, opacity.c_str());

    bool changed = false;
    if (cell.write != nullptr && ImGui::BeginPopup("picker")) {
        constexpr ImGuiColorEditFlags flags = ImGuiColorEditFlags_AlphaBar | alpha | ImGuiColorEditFlags_DisplayRGB |
                                              ImGuiColorEditFlags_DisplayHex | ImGuiColorEditFlags_NoSidePreview |
                                              ImGuiColorEditFlags_NoSmallPreview;
        float parts[4] = {color.r, color.g, color.b, color.a};
        ImGui::SetNextItemWidth(style.px(220));
        changed = ImGui::ColorPicker4("##picker", parts, flags);
        if (changed) *static_cast<ecs::Rgba*>(cell.write) = {parts[0], parts[1], parts[2], parts[3]};
        ImGui::EndPopup();
    }
    return changed;
}

bool entity_widget(const FieldCell& cell) {
    const Context& context = cell.context;
    const Style& style = context.style;
    const ecs::Entity entity = value_of<ecs::Entity>(cell);
    const bool alive = context.world.alive(entity), dangling = entity && !alive;
    const bool editable = cell.write != nullptr;
    const float clear_room = editable ? style.px(24) : 0;
    bool changed = false;

    invisible_button("##entity", {std::max(cell.width - clear_room, 1.0f), ImGui::GetFrameHeight()},
                     compat::button_reached_by_keys);
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const bool hovered = ImGui::IsItemHovered();
    if (hovered && alive) {
        context.selection.hovered = entity;
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    if (alive && ImGui::IsItemDeactivated() && hovered) context.selection.select(entity);
    if (alive)
        tooltip(phrase("Go to {}", ecs::label_of(context.world, entity)));
    else if (dangling)
        tooltip(phrase("{} was destroyed, this reference leads nowhere", ecs::to_string(entity)));
    else if (editable)
        tooltip(tr("Drag an entity from the list onto this field"));
    else
        why_read_only(cell);
    if (editable && ImGui::BeginDragDropTarget()) {
        if (const ImGuiPayload* payload = ImGui::AcceptDragDropPayload(entity_payload)) {
            const auto dropped = *static_cast<const ecs::Entity*>(payload->Data);
            changed = dropped != entity;
            *static_cast<ecs::Entity*>(cell.write) = dropped;
        }
        ImGui::EndDragDropTarget();
    }

    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (editable) draw_frame(list, low, high, hovered, false);
    if (alive && !hovered && context.selection.hovered == entity)
        compat::add_rect(list, low, high, style.theme->text, style.px(3));
    const std::string id = !entity ? std::string() : alive ? short_id(entity) : ecs::to_string(entity);
    const std::string text = alive ? name_or_id(context.world, entity) : dangling ? tr("destroyed") : tr("none");
    const ImU32 color = alive ? style.theme->text : dangling ? style.theme->error : style.theme->quiet;
    const float y = std::floor((low.y + high.y - ImGui::GetFontSize()) / 2);
    float right = high.x - style.px(6);
    if (!id.empty() && id != text) {
        const compat::FontScope font(style.mono);
        const float id_width = ImGui::CalcTextSize(id.c_str()).x;
        list.AddText({right - id_width, y}, style.theme->quiet, id.c_str());
        right -= id_width + style.px(6);
    }
    draw_text_until(list, {low.x + style.px(6), y}, right, color, text);
    if (!editable) return false;

    ImGui::SameLine(0, style.px(4));
    to_middle_of_frame(style);
    if (sign_button("##clear", style, Sign::Cross, tr("Refer to nothing"),
                    entity ? "" : tr("This reference is already empty"))) {
        *static_cast<ecs::Entity*>(cell.write) = ecs::null_entity;
        changed = true;
    }
    return changed;
}

/// Draws the rows of the members, below a foldable node.
bool struct_widget(const FieldCell& cell) {
    const FieldTarget target{cell.read, cell.write, cell.why_read_only, cell.former};
    bool changed = false;
    for (std::span<const ecs::Field> left = cell.field.fields; !left.empty();) {
        const std::size_t count = fields_in_row(left);
        changed |= field_row(cell.context, cell.editor, left.first(count), target).has_value();
        left = left.subspan(count);
    }
    return changed;
}

bool enum_widget(const FieldCell& cell) {
    const std::int64_t value = ecs::read_enum(cell.field, cell.read);
    const auto name = ecs::enum_name(cell.field, value);
    const std::string preview = name ? std::string(*name) : phrase("{} (no name)", std::to_string(value));
    const Style& style = cell.context.style;
    if (cell.write == nullptr) {
        ImGui::BeginDisabled();
        if (begin_combo("##enum", preview, cell.width)) ImGui::EndCombo();
        ImGui::EndDisabled();
        why_read_only(cell);
        return false;
    }
    if (!begin_combo("##enum", preview, cell.width)) return false;

    SearchList& search = cell.editor.enum_search;
    if (ImGui::IsWindowAppearing()) search.open();
    search.draw_field(style, std::max(ImGui::GetContentRegionAvail().x, style.px(120)), tr("Type to find"));
    const std::vector<ecs::EnumName>& names = cell.field.names;
    const auto present =
        std::find_if(names.begin(), names.end(), [&](const auto& each) { return each.value == value; });
    const std::vector<std::size_t>& ranked = search.rank(
        names.size(), [&](std::size_t choice, std::string_view word) { return match_of(word, names[choice].name); },
        present == names.end() ? std::nullopt : std::optional(static_cast<std::size_t>(present - names.begin())));
    bool changed = false;
    for (std::size_t position = 0; position < ranked.size(); ++position) {
        const ecs::EnumName& choice = names[ranked[position]];
        ImGui::PushID(static_cast<int>(position));
        const ImVec2 at = ImGui::GetCursorScreenPos();
        bool chosen =
            selectable("##choice", search.marked(position), ImGuiSelectableFlags_None, {0, row_height(style)});
        draw_text_until(*ImGui::GetWindowDrawList(), at, ImGui::GetItemRectMax().x, style.theme->text, choice.name);
        ImGui::PopID();
        chosen |= search.taken(position);
        if (!chosen) continue;
        changed = choice.value != value;
        ecs::write_enum(cell.field, cell.write, choice.value);
        ImGui::CloseCurrentPopup();
    }
    if (ranked.empty()) quiet_text(style, tr("No name contains that"));
    ImGui::EndCombo();
    return changed;
}

using ElementWidget = bool (*)(const FieldCell&);
constexpr std::array<ElementWidget, ecs::field_kind_count> element_widgets{
    bool_widget,                                                 // Bool
    number_widget, number_widget, number_widget, number_widget,  // I8 to I64
    number_widget, number_widget, number_widget, number_widget,  // U8 to U64
    number_widget, number_widget,                                // F32, F64
    enum_widget,   string_widget, entity_widget,                 // Enum, String, Entity
    vector_widget, vector_widget, vector_widget, color_widget,   // Vec2 to Vec4, Color
    struct_widget,                                               // Struct
};

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
    clipped_text(style.theme->quiet, label, room);
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
        return value_of<std::string>(cell) != *static_cast<const std::string*>(cell.former);
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
                   0};
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
            changed = struct_widget(cell);
            ImGui::Unindent(indent);
        }
    } else {
        draw_label(row.context, row.editor, label, row.field.unit, hover_text);
        cell.width = std::max(ImGui::GetContentRegionAvail().x - row.editor.right_gap, row.context.style.px(24));
        const ImVec2 low = ImGui::GetCursorScreenPos();
        changed = element_widgets[static_cast<std::size_t>(row.field.kind)](cell);
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
    if (!field.unit.empty()) text += phrase(", in {}", field.unit);
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
