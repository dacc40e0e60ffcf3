// What can be done in a Host: the commands of its Desk, and a few rows of its own.
#include <utility>

#include "panels/base/general_keys.hpp"
#include "panels/base/language.hpp"
#include "panels/host/host.hpp"
#include "panels/host/languages.hpp"
#include "panels/inspector/entity_edits.hpp"

namespace panels {

std::vector<CommandChoice> Host::panel_choices(Desk& desk) {
    Host& host = host_of(desk);
    std::vector<CommandChoice> choices;
    for (const auto& panel : host.panels()) {
        const std::string id = panel->id();
        if (!desk.workbench.offers(id)) continue;
        choices.push_back(
            {.label = panel->title(),
             .hint = panel->description(),
             .checked = panel->open,
             .choose = [&host, id, is_open = panel->open] { is_open ? host.close_panel(id) : host.open_panel(id); }});
    }
    return choices;
}

/// What add_panel_items() adds where panels are parts of one window.
void Host::add_window_items(std::vector<PaletteItem>& items) {
    const MenuKind& kind = kind_of_menu("Panels");
    for (CommandChoice& each : panel_choices(desk_))
        items.push_back({.id = "panel " + each.label,
                         .group = kind.group,
                         .label = each.checked ? phrase("Close {}", each.label) : phrase("Go to {}", each.label),
                         .hint = std::move(each.hint),
                         .icon = kind.icon,
                         .run = std::move(each.choose)});
}

std::vector<CommandChoice> Host::world_choices(Desk& desk) {
    Host& host = host_of(desk);
    std::vector<CommandChoice> choices;
    for (std::size_t i = 0; i < host.chooser_->hosts_.size(); ++i) {
        const std::string& name = host.chooser_->hosts_[i]->name();
        choices.push_back({.label = name.empty() ? tr("World") : name,
                           .hint = tr("Looks into this world"),
                           .checked = i == host.chooser_->chosen_,
                           .choose = [&host, i] { host.chosen_ = i; }});
    }
    return choices;
}

std::vector<const CommandMenu*> Host::menus_now() {
    static const CommandMenu files{tr_later("File"), joined({file_commands()})};
    static const CommandMenu edit{tr_later("Edit"), joined({edit_commands()})};
    static const CommandMenu run{tr_later("Run"), joined({run_commands()})};
    static const CommandMenu places{tr_later("Workspace"), joined({workspace_commands()})};
    static const CommandMenu all_panels{
        tr_later("Panels"),
        {{.name = "panels.all", .label = tr_later("Panels"), .choices = panel_choices, .inline_choices = true}}};
    static const CommandMenu view{tr_later("View"), joined({theme_commands(), text_commands()})};
    static const CommandMenu help{tr_later("Help"), joined({palette_commands(), key_commands()})};
    static const CommandMenu worlds{
        tr_later("World"),
        {{.name = "world", .label = tr_later("World"), .choices = world_choices, .inline_choices = true}}};
    std::vector<const CommandMenu*> there;
    if (file_menu) there.push_back(&files);
    there.insert(there.end(), {&edit, &run, one_window() ? &places : &all_panels, &view, &help});
    if (chooser_ != nullptr) there.push_back(&worlds);
    return there;
}

bool Host::offers(const Command& command) { return command.offered == nullptr || command.offered(desk_); }

/// The commands depend on what the program shows and on its panels; what a person changed stays.
void Host::renew_keys() {
    const Context now = context();
    const KeysFor wanted{shape == HostShape::Here ? std::nullopt : toggle_key, file_menu, one_window(),
                         now.timeline != nullptr, now.viewport != nullptr};
    if (keys_for_ == wanted) return;
    keys_for_ = wanted;
    const std::vector<std::string> changed = desk_.key_map.save();
    desk_.key_map = KeyMap();
    if (wanted.toggle) {
        KeyCommand toggle = host_toggle;
        toggle.key = plain(*wanted.toggle);
        desk_.key_map.add(toggle, "Chunkscope");
    }
    for (const CommandMenu* const menu : menus_now())
        for (Command each : menu->commands) {
            if (!offers(each)) continue;
            // Ctrl+Tab is the game's: its Dear ImGui may show a list of windows then.
            if (each.alternative.ctrl && each.alternative.key == Key::Tab) each.alternative = {};
            add_commands(desk_.key_map, menu->label, {&each, 1});
        }
    desk_.key_map.add_panels(panels());
    (void)desk_.key_map.load(changed);  // those of commands that are not there are kept
}

std::string Host::why_not_theme() { return own_look ? "" : tr("The panels have the colours of this program"); }

std::vector<const ecs::Catalog*> Host::languages() {
    std::vector<const ecs::Catalog*> all;
    for (const ecs::Catalog& each : built_in_languages()) all.push_back(&each);
    return all;
}

std::string Host::why_not_language(const ecs::Catalog& catalog) {
    return font_can_write(catalog) ? "" : tr("The font of this program lacks its characters");
}

void Host::ask_for_name() {
    const ecs::Entity entity = desk_.selection.entity();
    question_ = Question{.title = phrase("Rename {}", name_or_id(desk_.world(), entity)),
                         .button = tr("Rename"),
                         .hint = tr("Name; leave it empty to remove the name"),
                         .why_not_empty = {},
                         .text = std::string(desk_.world().name(entity)),
                         .act =
                             [this, entity](const std::string& name) {
                                 if (desk_.world().alive(entity)) request_rename(context(), entity, name);
                                 return std::string();
                             },
                         .opens = true};
}

}  // namespace panels
