// A double click on something that goes at the first click: a dialog, a menu, a message, a bar. Its second half would
// reach what lies below, which nobody meant. Belongs to whoever owns the frames of Dear ImGui.
#pragma once

#include <imgui.h>

namespace panels {

class SecondClicks {
public:
    /// Takes the second press away when it reaches another window than the first. Call it right after NewFrame().
    void frame_began();

private:
    ImGuiID first_in_ = 0;  // the window; 0: none
};

}  // namespace panels
