// Shows entities and components by name.
#include <cmath>
#include <limits>

#include "panels/widgets/little_room.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

std::string name_and_id(const ecs::World& world, ecs::Entity entity) {
    const std::string id = ecs::to_string(entity), name = name_or_id(world, entity);
    return name == id ? id : name + " (" + id + ")";
}

void entity_text(const Context& context, ecs::Entity entity) {
    const Style& style = context.style;
    if (!entity) return quiet_text(style, "none");
    if (!context.world.alive(entity)) {
        mono_text(style, ecs::to_string(entity), style.theme->error);
        ImGui::SameLine();
        return colored_text(style.theme->error, "destroyed");
    }
    const bool named = !context.world.name(entity).empty();
    if (named) {
        ImGui::TextUnformatted(name_or_id(context.world, entity).c_str());
        ImGui::SameLine();
    }
    mono_text(style, ecs::to_string(entity), !named ? style.theme->text : style.theme->quiet_text);
}

bool entity_link(const Context& context, ecs::Entity entity, float width) {
    ImGui::BeginGroup();
    const bool alive = context.world.alive(entity);
    const std::string label = entity ? name_or_id(context.world, entity) : std::string("none");
    ImGui::PushStyleColor(ImGuiCol_Text, alive ? context.style.theme->accent : context.style.theme->quiet_text);
    if (width > 0)
        clipped_text(label, width);
    else
        ImGui::TextUnformatted(label.c_str());
    ImGui::PopStyleColor();
    if (entity && !alive) {
        constexpr const char* destroyed = "destroyed";
        const float used = ImGui::GetItemRectSize().x + ImGui::GetStyle().ItemSpacing.x;
        ImGui::SameLine();
        clipped_text(context.style.theme->error, destroyed,
                     width > 0 ? width - used : ImGui::CalcTextSize(destroyed).x);
    }
    ImGui::EndGroup();
    if (!alive || !ImGui::IsItemHovered()) return false;
    context.selection.hovered = entity;
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ImGui::GetWindowDrawList()->AddLine({low.x, high.y}, high, context.style.theme->accent);
    if (!ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return false;
    context.selection.select(entity);
    return true;
}

void component_mark(const Style& style, ecs::ComponentId component, ImDrawList& list, ImVec2 middle, float size) {
    const ImU32 color = style.color_of(component);
    const float r = size / 2;
    switch (component / style.theme->palette.size() % 4) {
        case 0:
            list.AddRectFilled({middle.x - r, middle.y - r}, {middle.x + r, middle.y + r}, color, size / 5);
            break;
        case 1:
            list.AddCircleFilled(middle, r, color, 12);
            break;
        case 2:
            list.AddQuadFilled({middle.x, middle.y - r * 1.2f}, {middle.x + r * 1.2f, middle.y},
                               {middle.x, middle.y + r * 1.2f}, {middle.x - r * 1.2f, middle.y}, color);
            break;
        default:
            list.AddTriangleFilled({middle.x, middle.y - r}, {middle.x + r, middle.y + r}, {middle.x - r, middle.y + r},
                                   color);
            break;
    }
}

void component_chip(const Context& context, ecs::ComponentId component) {
    component_chip_within(context, component, std::numeric_limits<float>::max());
}

void component_chip_within(const Context& context, ecs::ComponentId component, float width) {
    const ecs::ComponentType& type = context.world.types()[component];
    const Style& style = context.style;
    ImGui::BeginGroup();
    const float mark = std::floor(style.px(10)), line = ImGui::GetTextLineHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    component_mark(style, component, *ImGui::GetWindowDrawList(),
                   {std::floor(at.x + mark / 2), std::floor(at.y + line / 2)}, mark);
    ImGui::Dummy({mark, line});
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    ImGui::SameLine(0, gap);
    ImGui::TextUnformatted(shortened(short_name(type.name), width - mark - gap).c_str());
    ImGui::EndGroup();
    if (!tooltip_due()) return;
    std::string hint = type.name;
    if (!type.description.empty()) hint += "\n" + type.description;
    hint += type.is_tag() ? "\nTag, no bytes" : "\n" + format_bytes_exact(type.size) + " an entity";
    tooltip(hint);
}

}  // namespace panels
