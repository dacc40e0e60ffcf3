#include "panels/imgui_compat.hpp"

#if IMGUI_VERSION_NUM < 18970
#include <imgui_internal.h>
#endif

namespace panels::compat {

bool item_hovered_for_tooltip() {
#if IMGUI_VERSION_NUM >= 18970
    return ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip | ImGuiHoveredFlags_AllowWhenDisabled);
#else
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return false;
    // Texts have no id and so no timer; their tooltips come at once.
    constexpr float delay_secs = 0.35f;
    const ImGuiContext& imgui = *ImGui::GetCurrentContext();
    return imgui.HoveredId == 0 || imgui.HoveredIdTimer >= delay_secs;
#endif
}

}  // namespace panels::compat
