#include <algorithm>
#include <array>

#include "editor/app/actions/menus.hpp"

namespace editor {

namespace {

template <class Wanted>
const Action* find_where(Wanted wanted) {
    for (const Menu& menu : all_menus()) {
        const auto found = std::find_if(menu.actions.begin(), menu.actions.end(), wanted);
        if (found != menu.actions.end()) return &*found;
    }
    return nullptr;
}

}  // namespace

std::span<const Menu> all_menus() {
    static const std::array<Menu, 6> menus{{{"File", file_actions()},
                                            {"Edit", edit_actions()},
                                            {"Run", run_actions()},
                                            {"View", view_actions()},
                                            {"Workspace", workspace_actions()},
                                            {"Help", help_actions()}}};
    return menus;
}

const Action* find_action(std::string_view name) {
    return find_where([&](const Action& each) { return each.name == name; });
}

const Action* action_for(const Shortcut& shortcut) {
    if (!shortcut) return nullptr;
    return find_where([&](const Action& each) { return each.shortcut == shortcut || each.alternative == shortcut; });
}

std::string why_not(const Action& action, ActionHost& host) {
    if (action.needs_program && host.program == nullptr) return "There is no program around this world";
    return action.why_not ? action.why_not(host) : std::string();
}

std::string keys_of_action(std::string_view name) {
    const Action* const action = find_action(name);
    return action == nullptr ? std::string() : to_string(action->shortcut);
}

std::string label_of(const Action& action, ActionHost& host) {
    return action.label_now ? action.label_now(host) : std::string(action.label);
}

}  // namespace editor
