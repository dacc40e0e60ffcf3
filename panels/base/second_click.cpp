#include "panels/base/second_click.hpp"

#include <imgui_internal.h>

namespace panels {

void SecondClicks::frame_began() {
    ImGuiIO& io = ImGui::GetIO();
    constexpr int left = ImGuiMouseButton_Left;
    if (!io.MouseClicked[left]) return;
    const ImGuiWindow* const window = ImGui::GetCurrentContext()->HoveredWindow;
    const ImGuiID here = window == nullptr ? 0 : window->ID;
    if (io.MouseClickedCount[left] < 2) {
        first_in_ = here;
    } else if (here != first_in_) {
        io.MouseClicked[left] = io.MouseDoubleClicked[left] = false;
        io.MouseClickedCount[left] = 0;
    }
}

}  // namespace panels
