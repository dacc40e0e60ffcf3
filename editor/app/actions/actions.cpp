#include <algorithm>
#include <array>

#include "editor/app/actions/menus.hpp"
#include "editor/base/language.hpp"

namespace editor {

namespace {

/// The tables of every Desk, with the editor's own rows where a person looks for them.
std::array<Menu, 6> make_menus() {
    using panels::joined;
    const auto file = file_actions(), view = view_actions(), help = help_actions();
    const auto all_files = panels::file_commands(), places = panels::workspace_commands();
    constexpr std::size_t before_save = 4, before_themes = 4, before_text = 5, before_keys = 2;
    return {{{tr_later("File"), joined({file.first(1), all_files.first(1), file.subspan(1, before_save - 1),
                                        all_files.subspan(1), file.subspan(before_save)})},
             {tr_later("Edit"), joined({panels::edit_commands()})},
             {tr_later("Run"), joined({panels::run_commands()})},
             {tr_later("View"), joined({panels::palette_commands(), view.first(before_themes), panels::theme_commands(),
                                        view.subspan(before_themes, before_text - before_themes),
                                        panels::text_commands(), view.subspan(before_text)})},
             {tr_later("Workspace"), joined({places.first(places.size() - 1), workspace_actions(), places.last(1)})},
             {tr_later("Help"), joined({help.first(before_keys), panels::key_commands(), help.subspan(before_keys)})}}};
}

template <class Wanted>
const Command* find_where(Wanted wanted) {
    for (const Menu& menu : all_menus()) {
        const auto found = std::find_if(menu.commands.begin(), menu.commands.end(), wanted);
        if (found != menu.commands.end()) return &*found;
    }
    return nullptr;
}

}  // namespace

ActionProgram* program_of(panels::Desk& desk) { return dynamic_cast<ActionProgram*>(&desk.owner()); }

std::span<const Menu> all_menus() {
    static const std::array<Menu, 6> menus = make_menus();
    return menus;
}

const Command* find_action(std::string_view name) {
    return find_where([&](const Command& each) { return each.name == name; });
}

const Command* action_for(const panels::KeyMap& map, const Shortcut& shortcut) {
    if (!shortcut) return nullptr;
    const panels::KeyMap::Entry* entry = map.command_for(shortcut);
    return entry != nullptr ? find_action(entry->command.id) : nullptr;
}

void add_actions(panels::KeyMap& map) {
    for (const Menu& menu : all_menus()) panels::add_commands(map, menu.label, menu.commands);
}

std::string why_not(const Command& action, panels::Desk& desk) {
    if (action.needs_program && program_of(desk) == nullptr) return tr("There is no program around this world");
    return panels::why_not(action, desk);
}

}  // namespace editor
