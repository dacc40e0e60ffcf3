// A double click on something that goes at the first click: a dialog, a menu, a message, a bar. Its second half would
// reach what lies below, which nobody meant. Belongs to whoever owns the frames of Dear ImGui.
#pragma once

#include <imgui.h>

namespace panels {

/// For a button that goes when it is used, while its window stays: the second press of a double click reaches nothing.
void keep_second_click();

class SecondClicks {
public:
    /// Takes the second press away when it reaches another window than the first, or what got the first one is gone.
    /// Call it right after NewFrame().
    void frame_began();

private:
    ImGuiID first_in_ = 0;  // the window; 0: none
};

}  // namespace panels
