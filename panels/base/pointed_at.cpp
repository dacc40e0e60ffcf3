#include "panels/base/pointed_at.hpp"

#include <utility>

#include "panels/base/keys_used.hpp"

namespace panels {

bool take_menu_key(const Context& context) {
    return take_key(context, compat::Key::Menu, false) ||
           (ImGui::GetIO().KeyShift && take_key(context, compat::Key::F10, false));
}

bool menu_asked(const Context& context) {
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Right) &&
        ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenBlockedByPopup))
        return true;
    return ImGui::IsItemFocused() && take_menu_key(context);
}

bool menu_asked_over(const Context& context, const Area& area) {
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Right) && ImGui::IsMouseHoveringRect(area.low, area.high) &&
        ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByPopup))
        return true;
    ImVec2 low, high;
    if (!compat::item_with_keyboard(low, high)) return false;
    return area.contains({(low.x + high.x) / 2, (low.y + high.y) / 2}) && take_menu_key(context);
}

void request_menu(const Context& context, PointedAt at, std::vector<MenuItem> items, std::optional<ImVec2> place) {
    ImVec2 low, high;
    const bool by_mouse =
        ImGui::IsMouseReleased(ImGuiMouseButton_Right) || ImGui::IsMouseReleased(ImGuiMouseButton_Left);
    if (!place && !by_mouse && compat::item_with_keyboard(low, high)) place = ImVec2{low.x, high.y};
    context.requests.push_back(
        OpenMenuRequest{std::make_shared<MenuRequest>(MenuRequest{std::move(at), std::move(items), place})});
}

ImVec2 below_last_item() { return {ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y}; }

void point_at(const Context& context, const PointedAt& at) {
    Selection& selection = context.selection;
    const auto entity = [&](ecs::Entity it) {
        if (it && context.world.alive(it)) selection.hovered = it;
    };
    if (const auto* it = std::get_if<EntityAt>(&at)) {
        entity(it->entity);
    } else if (const auto* component = std::get_if<ComponentAt>(&at)) {
        entity(component->entity);
        selection.hovered_component = component->component;
    } else if (const auto* field = std::get_if<FieldAt>(&at)) {
        entity(field->entity);
        selection.hovered_component = field->component;
    } else if (const auto* archetype = std::get_if<ArchetypeAt>(&at)) {
        selection.hovered_archetype = archetype->archetype;
    } else if (const auto* chunk = std::get_if<ChunkAt>(&at)) {
        selection.hovered_archetype = chunk->archetype;
        selection.hovered_chunk = chunk->chunk;
    } else if (const auto* row = std::get_if<RowAt>(&at)) {
        entity(row->entity);
        selection.hovered_archetype = row->archetype;
        selection.hovered_chunk = row->chunk;
    } else if (const auto* byte = std::get_if<ByteAt>(&at)) {
        entity(byte->entity);
        selection.hovered_archetype = byte->archetype;
        selection.hovered_chunk = byte->chunk;
    } else if (const auto* system = std::get_if<SystemAt>(&at)) {
        selection.hovered_system = system->name;
    }
}

void offer_menu(const Context& context, PointedAt at) {
    if (ImGui::IsItemHovered()) point_at(context, at);
    if (menu_asked(context)) request_menu(context, std::move(at));
}

}  // namespace panels
