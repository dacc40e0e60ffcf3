#include "panels/inspector/element_widget.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>

#include "ecs/mirror/mirror.hpp"
#include "ecs/types/number_kinds.hpp"
#include "panels/base/language.hpp"
#include "panels/inspector/entity_edits.hpp"
#include "panels/inspector/number_box.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

template <class T>
const T& value_of(const FieldCell& cell) {
    return *static_cast<const T*>(cell.read);
}

bool is_mixed(const FieldCell& cell) { return panels::is_mixed(cell.mixed, cell.field.element_size); }

void why_read_only(const FieldCell& cell) {
    if (cell.write == nullptr) tooltip(cell.why_read_only);
}

bool bool_widget(const FieldCell& cell) {
    const bool mixed = is_mixed(cell);
    bool value = !mixed && value_of<bool>(cell);
    ImGui::BeginDisabled(cell.write == nullptr);
    const bool changed = checkbox(cell.context.style, "##bool", value, mixed);
    ImGui::EndDisabled();
    const Area box{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
    FieldSweep& sweep = cell.editor.sweep;
    if (sweep.allowed && !sweep.goes_on() && ImGui::IsItemActive() && ImGui::GetIO().MouseDown[ImGuiMouseButton_Left] &&
        FieldSweep::way_of_drag() == FieldSweep::Way::Across)
        sweep.begin_at(box, !value);
    sweep.visit(cell.context, box, cell.field, static_cast<bool*>(cell.write));
    if (mixed) tooltip(tr("On for some of them, off for others"));
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
                     .mixed = is_mixed(cell),
                     .why_read_only = cell.why_read_only,
                     .id = "##number",
                     .axis = nullptr,
                     .width = cell.width,
                     .strength = cell.editor.mark_strength[0]}
        .draw();
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
                             .mixed = panels::is_mixed(cell.mixed == nullptr ? nullptr : cell.mixed + i * sizeof(float),
                                                       sizeof(float)),
                             .why_read_only = cell.why_read_only,
                             .id = axes[i],
                             .axis = axes[i],
                             .width = each,
                             .strength = cell.editor.mark_strength[0]}
                       .draw();
    }
    return changed;
}

/// The field of the component that holds these bytes.
std::uint32_t field_at(const ecs::ComponentType& type, std::size_t offset) {
    const auto found = std::find_if(type.fields.begin(), type.fields.end(), [&](const ecs::Field& field) {
        return offset >= field.offset && offset < field.offset + field.size_bytes();
    });
    return static_cast<std::uint32_t>(found - type.fields.begin());
}

std::size_t offset_of(const FieldCell& cell) {
    return static_cast<std::size_t>(static_cast<const std::byte*>(cell.write) -
                                    static_cast<const std::byte*>(cell.target->whole->data()));
}

/// Empty, or why the program does not take the value as it is now.
std::string why_not_written(const FieldCell& cell) {
    if (cell.target == nullptr || cell.target->whole == nullptr || cell.context.mirror == nullptr) return {};
    const ecs::Value& value = *cell.target->whole;
    return cell.context.mirror->why_not(
        ecs::SetComponent{cell.target->entity, value, {field_at(value.type(), offset_of(cell))}});
}

/// For the world of another program: half a text is none of its business.
bool program_text_widget(const FieldCell& cell) {
    auto& held = *static_cast<std::string*>(cell.write);
    TextDraft& draft = cell.editor.draft;
    const ImGuiID id = ImGui::GetID("##string");
    const bool mixed = is_mixed(cell);
    bool own = draft.id == id;
    std::string text = own ? draft.text : mixed ? std::string() : held;
    if (own && std::exchange(draft.focus, false)) ImGui::SetKeyboardFocusHere();
    const bool wrong = own && !draft.problem.empty();
    if (wrong) ImGui::PushStyleColor(ImGuiCol_Text, cell.context.style.theme->error);
    input_text("##string", text, mixed ? mixed_text : "");
    if (wrong) ImGui::PopStyleColor();
    const Area area{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
    const bool active = ImGui::IsItemActive(), left = ImGui::IsItemDeactivated();
    const bool escaped = compat::key_pressed(compat::Key::Escape, false),
               entered = compat::key_pressed(compat::Key::Enter, false);
    if (wrong)
        if (const Tooltip shown(area, Tooltip::When::Now); shown)
            colored_text(cell.context.style.theme->error, draft.problem);
    const int frame = ImGui::GetFrameCount();
    if (!own && active) {
        // Another field may come further below, and has not sent its own yet.
        if (draft.id != 0 && draft.changed && draft.problem.empty() && draft.frame + 1 >= frame) return false;
        draft = {.id = id, .frame = frame, .text = std::move(text), .problem = {}};
        if (cell.target != nullptr && cell.target->whole != nullptr) {
            draft.entity = cell.target->entity;
            draft.component = cell.target->whole->type().id;
            draft.offset = offset_of(cell);
        }
        return false;
    }
    if (!own) return false;
    draft.frame = frame;
    if (text != draft.text) {
        draft.text = std::move(text);
        draft.changed = true;
        draft.problem.clear();
    }
    if (!left) return false;
    if (escaped || !draft.changed) {
        draft = {};
        return false;
    }
    std::string before = std::exchange(held, draft.text);
    if (std::string problem = why_not_written(cell); !problem.empty()) {
        held = std::move(before);
        draft.problem = std::move(problem);
        draft.focus = entered;
        return false;
    }
    draft = {};
    return mixed || before != held;
}

bool string_widget(const FieldCell& cell) {
    ImGui::SetNextItemWidth(cell.width);
    if (cell.context.mirror != nullptr && cell.write != nullptr) return program_text_widget(cell);
    if (is_mixed(cell)) {
        std::string typed;
        const bool editable = cell.write != nullptr;
        const ImGuiInputTextFlags flags = editable ? ImGuiInputTextFlags_None : ImGuiInputTextFlags_ReadOnly;
        const bool changed = input_text("##string", typed, mixed_text, flags) && editable;
        if (changed) *static_cast<std::string*>(cell.write) = std::move(typed);
        return changed;
    }
    if (cell.write != nullptr) return input_text("##string", *static_cast<std::string*>(cell.write));
    // Read-only: can be marked and copied, but not changed.
    std::string text = value_of<std::string>(cell);
    input_text("##string", text, "", ImGuiInputTextFlags_ReadOnly);
    why_read_only(cell);
    return false;
}

/// Without its opacity at the left, and with it at the right.
void draw_swatch(ImDrawList& list, const Area& area, const ecs::Rgba& color) {
    const float middle = std::floor((area.low.x + area.high.x) / 2);
    list.AddRectFilled(area.low, {middle, area.high.y}, ImGui::ColorConvertFloat4ToU32({color.r, color.g, color.b, 1}));
    list.AddRectFilled({middle, area.low.y}, area.high,
                       ImGui::ColorConvertFloat4ToU32({color.r, color.g, color.b, color.a}));
}

/// Some of the colours, one blending into the next.
void draw_mixed_swatch(const FieldCell& cell, const Area& area) {
    std::vector<ecs::Rgba> all{value_of<ecs::Rgba>(cell)};
    if (cell.target != nullptr && cell.target->colors) {
        const std::span<const ecs::Rgba> others = cell.target->colors(cell.read);
        all.insert(all.end(), others.begin(), others.end());
    }
    const auto packed = [&](std::size_t i) {
        const ecs::Rgba& color = all[std::min(i, all.size() - 1)];
        return ImGui::ColorConvertFloat4ToU32({color.r, color.g, color.b, 1});
    };
    const std::size_t strips = std::max<std::size_t>(all.size() - 1, 1);
    const float wide = (area.high.x - area.low.x) / static_cast<float>(strips);
    for (std::size_t i = 0; i < strips; ++i) {
        const float left = area.low.x + wide * static_cast<float>(i);
        ImGui::GetWindowDrawList()->AddRectFilledMultiColor({left, area.low.y}, {left + wide, area.high.y}, packed(i),
                                                            packed(i + 1), packed(i + 1), packed(i));
    }
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
    const bool mixed = is_mixed(cell);
    if (mixed)
        draw_mixed_swatch(cell, {from, to});
    else
        draw_swatch(list, {from, to}, color);
    list.AddRect(from, to, style.theme->line);

    const auto part = [](float share) {
        return static_cast<unsigned>(std::lround(std::clamp(share, 0.0f, 1.0f) * 255));
    };
    char text[32];
    std::snprintf(text, sizeof text, "#%02X%02X%02X", part(color.r), part(color.g), part(color.b));
    if (mixed) std::snprintf(text, sizeof text, "%s", mixed_text);
    const std::string opacity = mixed ? std::string() : format_percent(static_cast<double>(color.a));
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
    const bool mixed = is_mixed(cell);
    const bool alive = !mixed && context.world.alive(entity), dangling = !mixed && entity && !alive;
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
        tooltip(
            phrase("Go to {}", ecs::label_of(context.world, entity)) +
            (editable ? "\n" + std::string(tr("To refer to another one, drag it from the list onto this field")) : ""));
    else if (dangling)
        tooltip(phrase("{} was destroyed, this reference leads nowhere", ecs::to_string(entity)));
    else if (editable)
        tooltip(tr("Drag an entity from the list onto this field"));
    else
        why_read_only(cell);
    if (editable && ImGui::BeginDragDropTarget()) {
        if (const ImGuiPayload* payload = ImGui::AcceptDragDropPayload(entity_payload)) {
            const auto dropped = *static_cast<const ecs::Entity*>(payload->Data);
            changed = mixed || dropped != entity;
            *static_cast<ecs::Entity*>(cell.write) = dropped;
        }
        ImGui::EndDragDropTarget();
    }

    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (editable) draw_frame(list, low, high, hovered, false);
    if (alive && !hovered && context.selection.hovered == entity)
        compat::add_rect(list, low, high, style.theme->text, style.px(3));
    const std::string id = mixed || !entity ? std::string() : alive ? short_id(entity) : ecs::to_string(entity);
    const std::string text = mixed      ? mixed_text
                             : alive    ? name_or_id(context.world, entity)
                             : dangling ? tr("destroyed")
                             : editable ? tr("none: drag an entity here")
                                        : tr("none");
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
                    entity || mixed ? "" : tr("This reference is already empty"))) {
        *static_cast<ecs::Entity*>(cell.write) = ecs::null_entity;
        changed = true;
    }
    return changed;
}

/// Draws the rows of the members, below a foldable node.
bool struct_widget(const FieldCell& cell) {
    FieldTarget target{cell.read, cell.write, cell.why_read_only, cell.former, cell.mixed};
    if (cell.target != nullptr) {
        target.colors = cell.target->colors;
        target.entity = cell.target->entity;
        target.whole = cell.target->whole;
    }
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
    const bool mixed = is_mixed(cell);
    const std::string preview = mixed  ? mixed_text
                                : name ? std::string(*name)
                                       : phrase("{} (no name)", ecs::enum_number_text(cell.field, value));
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
        mixed || present == names.end() ? std::nullopt
                                        : std::optional(static_cast<std::size_t>(present - names.begin())));
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
        changed = mixed || choice.value != value;
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

}  // namespace

float width_of_one(float width, std::size_t count) {
    const float gaps = ImGui::GetStyle().ItemInnerSpacing.x * static_cast<float>(count - 1);
    return std::floor((width - gaps) / static_cast<float>(count));
}

bool is_mixed(const std::byte* mixed, std::size_t size) {
    return mixed != nullptr && std::any_of(mixed, mixed + size, [](std::byte each) { return each != std::byte{}; });
}

bool element_widget(const FieldCell& cell) {
    const bool changed = element_widgets[static_cast<std::size_t>(cell.field.kind)](cell);
    const bool tells_itself = number_kind(cell.field.kind) != nullptr || cell.field.kind == ecs::FieldKind::Struct;
    // Boxes of a vector have told which of them it was; a colour is no row of boxes.
    if (changed && (!tells_itself || cell.field.kind == ecs::FieldKind::Color))
        cell.editor.change = {.at = cell.write, .size = cell.field.element_size, .field = &cell.field};
    return changed;
}

void request_left_text(const Context& context, const TextDraft& draft) {
    if (draft.id == 0 || !draft.changed || !context.world.alive(draft.entity)) return;
    if (!context.world.has(draft.entity, draft.component)) return;
    const ecs::ComponentType& type = context.world.types()[draft.component];
    ecs::Value value(type, context.world.get(draft.entity, draft.component));
    *reinterpret_cast<std::string*>(static_cast<std::byte*>(value.data()) + draft.offset) = draft.text;
    const std::uint32_t field = field_at(type, draft.offset);
    if (context.mirror != nullptr && !context.mirror->why_not(ecs::SetComponent{draft.entity, value, {field}}).empty())
        return;
    request_set_field(context, draft.entity, value, field);
}

}  // namespace panels
