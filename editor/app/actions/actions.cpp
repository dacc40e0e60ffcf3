#include <algorithm>
#include <array>

#include "editor/app/actions/menus.hpp"
#include "editor/base/language.hpp"

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
    static const std::array<Menu, 6> menus{{{tr_later("File"), file_actions()},
                                            {tr_later("Edit"), edit_actions()},
                                            {tr_later("Run"), run_actions()},
                                            {tr_later("View"), view_actions()},
                                            {tr_later("Workspace"), workspace_actions()},
                                            {tr_later("Help"), help_actions()}}};
    return menus;
}

const Action* find_action(std::string_view name) {
    return find_where([&](const Action& each) { return each.name == name; });
}

const Action* action_for(const panels::KeyMap& map, const Shortcut& shortcut) {
    if (!shortcut) return nullptr;
    const panels::KeyMap::Entry* entry = map.command_for(shortcut);
    return entry != nullptr ? find_action(entry->command.id) : nullptr;
}

namespace {

panels::KeyCommand command_of(const Action& action) {
    return {action.name, action.label, action.description, action.shortcut, action.alternative, action.while_typing};
}

}  // namespace

void add_actions(panels::KeyMap& map) {
    for (const Menu& menu : all_menus())
        for (const Action& each : menu.actions)
            if (each.act != nullptr) map.add(command_of(each), menu.label);
}

std::string keys_of(const Action& action, const panels::Context& context) {
    return panels::keys_text(context, command_of(action));
}

std::string why_not(const Action& action, ActionHost& host) {
    if (action.needs_program && host.program == nullptr) return tr("There is no program around this world");
    return action.why_not ? action.why_not(host) : std::string();
}

std::string label_of(const Action& action, ActionHost& host) {
    return action.label_now ? action.label_now(host) : std::string(tr(action.label));
}

}  // namespace editor
