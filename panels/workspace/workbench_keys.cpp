// The Workbench by keyboard: from panel to panel, and into the field that searches one.
#include <algorithm>

#include "panels/workspace/workbench.hpp"

namespace panels {

void Workbench::focus_neighbour(int direction) {
    // In the order of the panes, those that are in view.
    std::vector<std::string> shown;
    for (const std::string& id : workspaces_.current().panes.all_tabs())
        if (visible(id)) shown.push_back(id);
    if (shown.empty()) return;
    const auto present = std::find(shown.begin(), shown.end(), last_focused_);
    const auto count = static_cast<std::ptrdiff_t>(shown.size());
    const std::ptrdiff_t next = present == shown.end() ? (direction > 0 ? 0 : count - 1)
                                                       : (present - shown.begin() + direction + count) % count;
    focus_panel(shown[static_cast<std::size_t>(next)]);
}

bool Workbench::find_in_focused() {
    Panel* const panel = visible(last_focused_) ? find_panel(last_focused_) : nullptr;
    return panel != nullptr && panel->find();
}

const Panel* Workbench::last_focused() const { return visible(last_focused_) ? find(last_focused_) : nullptr; }

std::string_view Workbench::palette_search() const {
    const Panel* const panel = last_focused();
    return panel != nullptr ? panel->palette_search() : std::string_view();
}

}  // namespace panels
