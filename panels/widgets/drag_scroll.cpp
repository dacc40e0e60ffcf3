#include "panels/widgets/drag_scroll.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "panels/base/panel.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

void scroll_for_drag(const Context& context, const char* payload_type) {
    const ImGuiPayload* const payload = ImGui::GetDragDropPayload();
    if (payload == nullptr || !payload->IsDataType(payload_type) || ImGui::GetScrollMaxY() <= 0) return;
    const ImVec2 mouse = ImGui::GetMousePos(), low = ImGui::GetWindowPos();
    if (mouse.x < low.x || mouse.x >= low.x + ImGui::GetWindowWidth()) return;
    constexpr float rows_a_second = 30;
    const float reach = row_height(context.style), high = low.y + ImGui::GetWindowHeight();
    // 1 at the edge, and as fast beyond it.
    const float up = std::clamp((low.y + reach - mouse.y) / reach, 0.0f, 1.0f);
    const float down = std::clamp((mouse.y - high + reach) / reach, 0.0f, 1.0f);
    if (up == down || mouse.y < low.y - 4 * reach || mouse.y > high + 4 * reach) return;
    const float by = (down - up) * rows_a_second * reach * std::min(ImGui::GetIO().DeltaTime, 0.1f);
    const float to = std::clamp(ImGui::GetScrollY() + by, 0.0f, ImGui::GetScrollMaxY());
    if (to == ImGui::GetScrollY()) return;
    ImGui::SetScrollY(to);
    if (context.stay_awake != nullptr) *context.stay_awake = true;
}

}  // namespace panels
