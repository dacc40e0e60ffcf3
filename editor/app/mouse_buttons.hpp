// MouseButtons shows a Dear ImGui without a queue of events (before 1.87) what the mouse's buttons did, one change of a
// button a frame: of two clicks within one long frame it would otherwise see only one, and a double click would be
// none. A press in the frame in which the mouse came there is shown one frame later, because items that others may
// overlap take a press only if the mouse was over them before.
#pragma once

#include <array>
#include <cstddef>
#include <deque>

namespace editor {

class MouseButtons {
public:
    static constexpr std::size_t count = 5;  // as many as Dear ImGui knows

    /// The button went down or up; others than these are ignored.
    void changed(int button, bool down);
    /// Which are down in the frame that begins. `moved`: the mouse is not where it was in the last frame.
    const std::array<bool, count>& next_frame(bool moved);

private:
    struct Button {
        std::deque<bool> to_come;
        bool delayed = false;
    };
    std::array<Button, count> buttons_;
    std::array<bool, count> down_{};
};

}  // namespace editor
