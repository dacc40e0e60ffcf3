#include "mouse_buttons.hpp"

namespace editor {

void MouseButtons::changed(int button, bool down) {
    if (button < 0 || static_cast<std::size_t>(button) >= count) return;
    std::deque<bool>& to_come = buttons_[static_cast<std::size_t>(button)].to_come;
    const bool last = to_come.empty() ? down_[static_cast<std::size_t>(button)] : to_come.back();
    if (last != down) to_come.push_back(down);
}

const std::array<bool, MouseButtons::count>& MouseButtons::next_frame(bool moved) {
    for (std::size_t i = 0; i < count; ++i) {
        Button& button = buttons_[i];
        if (button.to_come.empty()) continue;
        button.delayed = !button.delayed && button.to_come.front() && moved;
        if (button.delayed) continue;
        down_[i] = button.to_come.front();
        button.to_come.pop_front();
    }
    return down_;
}

}  // namespace editor
