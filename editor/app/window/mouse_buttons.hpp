// MouseButtons is a queue of mouse button events, for Dear ImGui before 1.87, which has none. It shows one change of a
// button a frame, at the place where it happened. Without it, two clicks within one long frame count as one, and a
// double click is missed. The mouse moves to a place one frame before the press: items that may be overlapped take a
// press only if the mouse was over them before.
#pragma once

#include <array>
#include <cstddef>
#include <deque>

namespace editor {

class MouseButtons {
public:
    static constexpr std::size_t count = 5;  // as many as Dear ImGui knows

    /// The button went down or up at (x, y). Buttons from `count` on are ignored.
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
