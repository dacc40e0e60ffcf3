#include "panels/host/host_parts.hpp"

#include <algorithm>
#include <utility>

#include "panels/base/keys_used.hpp"
#include "panels/base/language.hpp"
#include "panels/palette/world_items.hpp"

namespace panels {

std::vector<CommandChoice> Host::Commands::panel_choices(Desk& desk) {
    Host& host = Parts::host_of(desk);
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
void Host::Commands::add_window_items(std::vector<PaletteItem>& items) const {
    const MenuKind& kind = kind_of_menu("Panels");
    for (CommandChoice& each : panel_choices(desk_))
        items.push_back({.id = "panel " + each.label,
                         .group = kind.group,
                         .label = each.checked ? phrase("Close {}", each.label) : phrase("Go to {}", each.label),
                         .hint = std::move(each.hint),
                         .icon = kind.icon,
                         .run = std::move(each.choose)});
}

std::vector<CommandChoice> Host::Commands::world_choices(Desk& desk) {
    Host& host = Parts::host_of(desk);
    std::vector<CommandChoice> choices;
    for (std::size_t i = 0; i < host.chooser_->hosts_.size(); ++i) {
        const std::string& name = host.chooser_->hosts_[i]->name();
        choices.push_back({.label = name.empty() ? tr("World") : name,
                           .hint = tr("Looks into this world"),
                           .checked = i == host.chooser_->chosen_,
                           .choose = [&host, i] {
                               if (host.chooser_ != nullptr) host.chooser_->choose(i);
                           }});
    }
    return choices;
}

std::vector<const CommandMenu*> Host::Commands::menus_now() const {
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
    if (host_.file_menu) there.push_back(&files);
    there.insert(there.end(), {&edit, &run, host_.one_window() ? &places : &all_panels, &view, &help});
    if (host_.chooser_ != nullptr) there.push_back(&worlds);
    return there;
}

void Host::Commands::renew_keys() {
    const Context now = desk_.context();
    const KeysFor wanted{host_.shape == HostShape::Here ? std::nullopt : host_.toggle_key, host_.file_menu,
                         host_.one_window(), now.timeline != nullptr, now.viewport != nullptr};
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
    desk_.key_map.add_panels(host_.panels());
    (void)desk_.key_map.load(changed);  // those of commands that are not there are kept
}

void Host::Commands::draw_menus() {
    std::function<void()> chosen;  // run after the menus were drawn, because it may change what they are about
    for (const CommandMenu* const menu : menus_now()) {
        if (!ImGui::BeginMenu(std::string(tr(menu->label)).c_str())) continue;
        for (const Command& each : menu->commands)
            if (offers(each)) draw_commands({&each, 1}, desk_, chosen);
        ImGui::EndMenu();
    }
    if (host_.menus) host_.menus();
    if (chosen) chosen();
}

void Host::Commands::do_what_keys_say(const Context& context) {
    // Esc closes a popup before this frame.
    const bool popup =
        std::exchange(popup_open_, ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
    if (!host_.parts_->windows.focused() || host_.parts_->question.open() || desk_.keys_window.is_open() ||
        desk_.palette.is_open() || desk_.context_menu.is_open() || ((popup || popup_open_) && !ImGui::GetIO().KeyCtrl))
        return;
    const auto pressed = [&](const KeyMap::Entry& each) {
        return each.place.empty() && command_pressed(context, each.command, true);
    };
    // Most frames end here, without the tables.
    const std::vector<KeyMap::Entry>& entries = desk_.key_map.entries();
    if (std::none_of(entries.begin(), entries.end(), pressed)) return;
    const bool typing = ImGui::GetIO().WantTextInput || ImGui::IsAnyItemActive();
    for (const CommandMenu* const menu : menus_now())
        for (const Command& each : menu->commands) {
            if (each.act == nullptr || (typing && !each.while_typing) || !offers(each)) continue;
            if (!take_command(context, key_command_of(each), each.repeats)) continue;
            if (const std::string reason = why_not(each, desk_); !reason.empty()) return host_.tell(reason);
            return each.act(desk_);
        }
}

void Host::Commands::draw_palette(const Context& context) {
    if (const std::optional<std::string> search = std::exchange(asked_for_palette_, std::nullopt)) {
        std::vector<PaletteItem> items;
        for (const CommandMenu* const menu : menus_now())
            for (const Command& each : menu->commands)
                if (offers(each)) add_command_items(items, menu->label, {&each, 1}, desk_);
        if (host_.one_window()) add_panel_items(items, desk_.workbench);
        if (!host_.one_window()) add_window_items(items);
        add_world_items(items, desk_, [this](std::string_view id, std::string_view part) {
            host_.one_window() ? desk_.workbench.focus_panel_here(id, part) : host_.go_to_panel(id, part);
        });
        desk_.palette.open(std::move(items), *search);
    }
    host_.parts_->windows.note_focus(desk_.palette.is_open());
    const std::size_t workspace = desk_.workbench.workspaces().current_number();
    desk_.palette.draw(context);
    // Who asked for a panel wants to see it.
    if (!desk_.workbench.asked_for().empty() || desk_.workbench.workspaces().current_number() != workspace)
        host_.parts_->windows.appear();
}

}  // namespace panels
