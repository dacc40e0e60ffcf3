#include "panels/base/second_click.hpp"

#include <algorithm>

#include <imgui_internal.h>

namespace panels {

namespace {

/// In the storage of a window: whether what got the first click is gone.
ImGuiID gone_key() { return ImHashStr("chunkscope: the clicked item is gone"); }

}  // namespace

void keep_second_click() { ImGui::GetStateStorage()->SetBool(gone_key(), true); }

void SecondClicks::frame_began() {
    ImGuiIO& io = ImGui::GetIO();
    constexpr int left = ImGuiMouseButton_Left;
    if (!io.MouseClicked[left]) return;
    ImGuiWindow* const window = ImGui::GetCurrentContext()->HoveredWindow;
    const ImGuiID here = window == nullptr ? 0 : window->ID;
    if (io.MouseClickedCount[left] < 2) {
        first_in_ = here;
        if (window != nullptr) window->StateStorage.SetBool(gone_key(), false);
    } else if (here != first_in_ || (window != nullptr && window->StateStorage.GetBool(gone_key()))) {
        io.MouseClicked[left] = io.MouseDoubleClicked[left] = false;
        io.MouseClickedCount[left] = 0;
        // IsMouseClicked() asks how long it is down: this press is none of the present frame.
        io.MouseDownDuration[left] = std::max(io.MouseDownDuration[left], 1e-6f);
    }
}

}  // namespace panels
