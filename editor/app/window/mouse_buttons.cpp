#include "editor/app/window/mouse_buttons.hpp"

namespace editor {

void MouseButtons::changed(int button, bool down, float x, float y) {
    if (button < 0 || static_cast<std::size_t>(button) >= count) return;
    const auto which = static_cast<std::size_t>(button);
    bool before = shown_.down[which];
    for (const Change& change : to_come_)
        if (change.button == which) before = change.down;
    if (before != down) to_come_.push_back({which, down, x, y});
}

const MouseButtons::Shown& MouseButtons::next_frame(float x, float y) {
    if (to_come_.empty()) {
        shown_.x = x;
        shown_.y = y;
        return shown_;
    }
    const Change change = to_come_.front();
    const bool there = change.x == shown_.x && change.y == shown_.y;
    shown_.x = change.x;
    shown_.y = change.y;
    if (change.down && !there) return shown_;
    shown_.down[change.button] = change.down;
    to_come_.pop_front();
    return shown_;
}

}  // namespace editor
