#include "panels/base/text_awaited.hpp"

#include <imgui.h>
#include <imgui_internal.h>

namespace panels {

bool text_field_awaited() {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    return context.NavMoveSubmitted && (context.NavMoveFlags & ImGuiNavMoveFlags_FocusApi) != 0;
}

bool text_field_active() {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    return context.IO.WantTextInput || context.WantTextInputNextFrame == 1;
}

}  // namespace panels
