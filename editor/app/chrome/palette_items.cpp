#include "editor/app/chrome/palette_items.hpp"

#include "editor/base/language.hpp"
#include "editor/jobs/crash_report.hpp"
#include "panels/palette/world_items.hpp"

namespace editor {

namespace {

using panels::PaletteItem;

std::vector<PaletteItem> choices_of(const Action& action, const std::string& id, const panels::MenuKind& kind,
                                    const std::string& before, ActionHost& host) {
    std::vector<PaletteItem> items;
    for (const ActionChoice& choice : action.choices(host))
        items.push_back({.id = id + " " + choice.label,
                         .group = kind.group,
                         .label = before + choice.label,
                         .hint = choice.checked ? tr("as it is now") : choice.hint,
                         .icon = kind.icon,
                         .run = choice.choose});
    return items;
}

void add_action(std::vector<PaletteItem>& items, const Action& action, const panels::MenuKind& kind,
                const std::function<ActionHost()>& make_host) {
    ActionHost host = make_host();
    const std::string id(action.name);
    const std::string why = why_not(action, host), label = label_of(action, host);
    // Panels have items of their own, which also give them the keyboard.
    if (id == "panels.all" || id == "palette.open") return;
    if (action.choices) {
        std::vector<PaletteItem> choices = choices_of(action, id, kind, "", host);
        if (choices.empty() && action.inline_choices) return;
        items.push_back({.id = id,
                         .group = kind.group,
                         .label = label + "…",
                         .hint = std::string(tr(action.description)),
                         .icon = kind.icon,
                         .why_not = why.empty() && choices.empty() ? tr("There is none") : why,
                         .ask = [choices] { return choices; }});
        for (PaletteItem& each : choices_of(action, id, kind, label + ": ", host)) items.push_back(std::move(each));
        return;
    }
    const bool on = action.checked && action.checked(host);
    items.push_back(
        {.id = id,
         .group = kind.group,
         .label = label,
         .hint = on ? phrase("on; {}", std::string(tr(action.description))) : std::string(tr(action.description)),
         .words = std::string(tr(action.label)),  // "Play or pause", while its label is "Pause"
         .keys = keys_of(action, host.context),
         .icon = kind.icon,
         .why_not = why,
         .run = [&action, make_host] {
             ActionHost now = make_host();
             if (!why_not(action, now).empty()) return;
             note_for_report("palette: " + std::string(action.name));
             action.act(now);
         }});
}

}  // namespace

std::vector<PaletteItem> palette_items(const std::function<ActionHost()>& host) {
    std::vector<PaletteItem> items;
    for (const char* const first : {"Run", "Edit", "File", "View", "Help", "Workspace"})
        for (const Menu& menu : all_menus())
            if (menu.label == first)
                for (const Action& action : menu.actions)
                    add_action(items, action, panels::kind_of_menu(menu.label), host);
    ActionHost now = host();
    panels::add_panel_items(items, now.program->workbench());
    panels::add_entity_items(items, now.context);
    panels::add_system_items(items, now.context);
    const panels::GoToPanel go_to = [&workbench = now.program->workbench()](std::string_view id,
                                                                            std::string_view part) {
        workbench.focus_panel_here(id, part);
    };
    panels::add_component_items(items, now.context, go_to);
    panels::add_manual_items(items, go_to);
    return items;
}

}  // namespace editor
