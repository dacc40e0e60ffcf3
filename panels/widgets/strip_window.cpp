#include "panels/widgets/strip_window.hpp"

namespace panels {

void begin_strip_window(const char* name, const Style& style, const Area& area, ImVec2 padding, ImGuiWindowFlags more) {
    ImGui::SetNextWindowPos(area.low);
    ImGui::SetNextWindowSize({area.width(), area.height()});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, style.theme->bg);
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav |
                     ImGuiWindowFlags_NoFocusOnAppearing | more);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(4);
}

}  // namespace panels
