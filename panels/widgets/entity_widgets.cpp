// Shows entities and components by name.
#include <algorithm>
#include <cmath>
#include <limits>

#include "ecs/base/utf8.hpp"
#include "figures/drawing/palette.hpp"
#include "panels/base/language.hpp"
#include "panels/base/pointed_at.hpp"
#include "panels/base/script_layout.hpp"
#include "panels/widgets/little_room.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

std::string name_or_id(const ecs::World& world, ecs::Entity entity) {
    return laid_out(figures::name_or_id(world, entity));
}

std::string name_and_id(const ecs::World& world, ecs::Entity entity) {
    const std::string name = name_or_id(world, entity);
    return world.name(entity).empty() ? name : name + " (" + short_id(entity) + ")";
}

void entity_text(const Context& context, ecs::Entity entity) {
    const Style& style = context.style;
    if (!entity) return quiet_text(style, tr("none"));
    if (!context.world.alive(entity)) {
        mono_text(style, ecs::to_string(entity), style.theme->error);
        ImGui::SameLine();
        return colored_text(style.theme->error, tr("destroyed"));
    }
    const bool named = !context.world.name(entity).empty();
    if (named) {
        ImGui::TextUnformatted(name_or_id(context.world, entity).c_str());
        ImGui::SameLine();
    }
    mono_text(style, ecs::to_string(entity), !named ? style.theme->text : style.theme->quiet);
}

bool entity_link(const Context& context, ecs::Entity entity, float width) {
    ImGui::BeginGroup();
    const bool alive = context.world.alive(entity);
    const std::string label = entity ? name_or_id(context.world, entity) : std::string(tr("none"));
    ImGui::PushStyleColor(ImGuiCol_Text, alive ? context.style.theme->text : context.style.theme->quiet);
    if (width > 0)
        clipped_text(label, width);
    else
        ImGui::TextUnformatted(label.c_str());
    ImGui::PopStyleColor();
    if (entity && !alive) {
        const char* const destroyed = tr("destroyed");
        const float used = ImGui::GetItemRectSize().x + ImGui::GetStyle().ItemSpacing.x;
        ImGui::SameLine();
        clipped_text(context.style.theme->error, destroyed,
                     width > 0 ? width - used : ImGui::CalcTextSize(destroyed).x);
    }
    ImGui::EndGroup();
    if (entity) offer_menu(context, EntityAt{entity});
    const bool hovered = alive && link_hovered(context.style);
    if (alive) underline_link(context.style, hovered);
    if (alive && !hovered && context.selection.hovered == entity) {
        const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
        ImGui::GetWindowDrawList()->AddRectFilled({low.x, high.y - 1}, high, context.style.theme->text);
    }
    if (!hovered) return false;
    context.selection.hovered = entity;
    if (!ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return false;
    context.selection.select(entity);
    return true;
}

std::string two_letters(std::string_view name) {
    std::size_t end = 0;
    for (int i = 0; i < 2 && end < name.size(); ++i) ecs::next_character(name, end);
    return std::string(name.substr(0, end));
}

std::string size_text(const ecs::ComponentType& type) {
    if (type.hidden_bytes > 0) return phrase("{}, not described", format_bytes(type.hidden_bytes));
    return type.is_tag() ? std::string(tr("tag")) : format_bytes(type.size);
}

void component_mark(const Style& style, const ecs::ComponentType& type, ImDrawList& list, ImVec2 middle, float size) {
    component_mark(style, {type.id, type.is_tag() && type.hidden_bytes == 0, short_name(type.name)}, list, middle,
                   size);
    // Of this world: the lab's components have ids of their own.
    if (style.pointed_component == nullptr || *style.pointed_component != type.id) return;
    const float half = std::floor(size / 2) + std::max(1.0f, std::floor(style.px(2)));
    compat::add_rect(list, {middle.x - half, middle.y - half}, {middle.x + half, middle.y + half}, style.theme->text,
                     style.px(2));
}

void component_mark(const Style& style, const MarkedComponent& of, ImDrawList& list, ImVec2 middle, float size) {
    const ImU32 color = style.color_of(of.id);
    const bool striped = figures::is_striped(of.id);
    // On whole pixels, or the edges of so small a mark would blur.
    const Area area{{std::floor(middle.x - size / 2), std::floor(middle.y - size / 2)},
                    {std::floor(middle.x - size / 2) + size, std::floor(middle.y - size / 2) + size}};
    if (of.tag)
        list.AddCircleFilled(area.middle(), size / 2, color, 16);
    else
        list.AddRectFilled(area.low, area.high, color, std::min(style.px(2), size / 4));
    // The corners of a circle have no stripes: those stand in the square inside.
    const float inset = of.tag ? std::ceil(size * 0.15f) : 0;
    if (striped)
        stripes(list, {{area.low.x + inset, area.low.y + inset}, {area.high.x - inset, area.high.y - inset}},
                style.scale);
    if (!striped || size < std::floor(style.px(16))) return;
    const std::string letters = two_letters(of.name);
    const ImVec2 wide = ImGui::CalcTextSize(letters.c_str());
    const ImVec2 at{std::floor(area.middle().x - wide.x / 2), std::floor(area.middle().y - wide.y / 2)};
    list.AddRectFilled({at.x - 1, at.y + 1}, {at.x + wide.x + 1, at.y + wide.y - 1}, color);
    list.AddText(at, text_on(color), letters.c_str());
}

void component_chip(const Context& context, ecs::ComponentId component) {
    component_chip_within(context, component, std::numeric_limits<float>::max());
}

void component_chip_within(const Context& context, ecs::ComponentId component, float width) {
    const ecs::ComponentType& type = context.world.types()[component];
    const Style& style = context.style;
    ImGui::BeginGroup();
    const float mark = std::floor(style.px(8)), line = ImGui::GetTextLineHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    component_mark(style, type, *ImGui::GetWindowDrawList(), {std::floor(at.x + mark / 2), std::floor(at.y + line / 2)},
                   mark);
    ImGui::Dummy({mark, line});
    const float gap = std::floor(style.px(8));
    ImGui::SameLine(0, gap);
    ImGui::TextUnformatted(shortened(short_name(type.name), width - mark - gap).c_str());
    ImGui::EndGroup();
    offer_menu(context, ComponentAt{ecs::null_entity, component});
    if (!tooltip_due()) return;
    std::string hint = type.name;
    if (!std::string(tr(type.description)).empty()) hint += "\n" + std::string(tr(type.description));
    if (type.hidden_bytes > 0)
        hint += "\n" + phrase("{} that no field describes", format_bytes(type.hidden_bytes));
    else
        hint += type.is_tag() ? tr("\nTag, no bytes") : phrase("\n{} an entity", format_bytes_exact(type.size));
    tooltip(hint);
}

}  // namespace panels
