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
    context.requests.push_back(OtherRequest{MenuRequest{std::move(at), std::move(items), place}});
}

ImVec2 below_last_item() { return {ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y}; }

void offer_menu(const Context& context, PointedAt at) {
    if (menu_asked(context)) request_menu(context, std::move(at));
}

}  // namespace panels
