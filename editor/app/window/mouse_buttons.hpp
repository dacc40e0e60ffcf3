// MouseButtons shows a Dear ImGui without a queue of events (before 1.87) what the mouse's buttons did, where they did
// it, one change of a button a frame: of two clicks within one long frame it would otherwise see only one, and a double
// click would be none. The mouse comes to a place a frame before it presses there, because items that others may
// overlap take a press only if the mouse was over them before.
#pragma once

#include <array>
#include <cstddef>
#include <deque>

namespace editor {

class MouseButtons {
public:
    static constexpr std::size_t count = 5;  // as many as Dear ImGui knows

    /// The button went down or up there; others than these are ignored.
    void changed(int button, bool down, float x, float y);

    struct Shown {
        std::array<bool, count> down{};
        float x = 0, y = 0;
    };
    /// What the frame that begins shall see. The mouse is at (x, y) now, which is shown when all before has been.
    const Shown& next_frame(float x, float y);
    /// Changes that no frame has seen yet.
    std::size_t to_come() const { return to_come_.size(); }

private:
    struct Change {
        std::size_t button = 0;
        bool down = false;
        float x = 0, y = 0;
    };
    std::deque<Change> to_come_;
    Shown shown_;
};

}  // namespace editor
