#include "panels/widgets/list_cells.hpp"

#include <algorithm>
#include <cmath>

#include "panels/widgets/little_room.hpp"

namespace panels {

namespace {

float text_top(const Style& style, float row_top) {
    return std::floor(row_top + (row_height(style) - ImGui::GetFontSize()) / 2);
}

}  // namespace

void text_cell(const Style& style, ImU32 color, std::string_view text, bool right, std::string_view shorter) {
    ImGui::TableNextColumn();
    const float wide = ImGui::GetContentRegionAvail().x;
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const std::string_view shown = shorter.empty() || text_width(text) <= wide ? text : shorter;
    const float x = right ? low.x + std::max(wide - text_width(shown), 0.0f) : low.x;
    draw_text_until(*ImGui::GetWindowDrawList(), {x, text_top(style, low.y)}, low.x + wide, ImGui::GetColorU32(color),
                    shown);
    ImGui::Dummy({std::max(wide, 1.0f), row_height(style)});
    if (tooltip_due()) tooltip(text);
}

void entity_cell(const Context& context, ecs::Entity entity, const ecs::World& named) {
    const Style& style = context.style;
    // In another world the handle may be another entity.
    const bool lives = &named == &context.world && context.world.alive(entity);
    const float room = ImGui::GetContentRegionAvail().x;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool selected = lives && context.selection.has(entity);
    const bool clicked = selectable("##entity", selected, ImGuiSelectableFlags_None, {room, row_height(style)});
    const std::string name = figures::name_or_id(named, entity);
    draw_text_until(*ImGui::GetWindowDrawList(), {at.x, text_top(style, at.y)}, at.x + room,
                    ImGui::GetColorU32(lives ? style.theme->text : style.theme->quiet), name);
    if (text_width(name) > room) tooltip(name);
    if (ImGui::IsItemHovered() && lives) context.selection.hovered = entity;
    if (clicked && lives) context.selection.select(entity);
}

}  // namespace panels
