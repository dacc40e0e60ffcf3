#include <algorithm>
#include <array>

#include "editor/app/actions/menus.hpp"
#include "editor/app/actions/program_settings.hpp"
#include "editor/base/language.hpp"
#include "panels/base/general_keys.hpp"

namespace editor {

namespace {

std::size_t position_of(std::span<const Command> table, std::string_view name) {
    const auto found = std::find_if(table.begin(), table.end(), [&](const Command& each) { return each.name == name; });
    return static_cast<std::size_t>(found - table.begin());
}

/// The rows before the one with this name, and those from it on.
std::span<const Command> up_to(std::span<const Command> table, std::string_view name) {
    return table.first(position_of(table, name));
}
std::span<const Command> from(std::span<const Command> table, std::string_view name) {
    return table.subspan(position_of(table, name));
}

/// The tables of every Desk, with the editor's own rows where a person looks for them.
std::array<Menu, 6> make_menus() {
    using panels::joined;
    const auto file = file_actions(), view = view_actions(), help = help_actions();
    const auto of_files = panels::file_commands(), places = panels::workspace_commands();
    const std::string_view save = panels::keys::save.id, recent = "file.open_recent", save_state = "file.save_state_as",
                           costs = "view.costs", all_panels = "panels.all", panel_keys = panels::keys::panel_keys.id;
    return {
        {{tr_later("File"), joined({up_to(file, recent), up_to(of_files, save), from(up_to(file, save_state), recent),
                                    from(of_files, save), from(file, save_state)})},
         {tr_later("Edit"), joined({panels::edit_commands()})},
         {tr_later("Run"), joined({panels::run_commands()})},
         {tr_later("View"), joined({panels::palette_commands(), up_to(view, costs), panels::theme_commands(),
                                    setting_commands(), panels::text_commands(), from(view, costs)})},
         {tr_later("Workspace"), joined({up_to(places, all_panels), workspace_actions(), from(places, all_panels)})},
         {tr_later("Help"), joined({up_to(help, panel_keys), panels::key_commands(), from(help, panel_keys)})}}};
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
