#include "panels/desk/command.hpp"

#include <algorithm>
#include <cmath>

#include <imgui.h>

#include "panels/base/general_keys.hpp"
#include "panels/base/language.hpp"
#include "panels/desk/desk.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

std::vector<Command> joined(std::initializer_list<std::span<const Command>> tables) {
    std::vector<Command> all;
    for (const std::span<const Command> table : tables) all.insert(all.end(), table.begin(), table.end());
    return all;
}

KeyCommand key_command_of(const Command& command) {
    return {command.name,     command.label,       command.description,
            command.shortcut, command.alternative, command.while_typing};
}

void add_commands(KeyMap& map, std::string_view menu, std::span<const Command> commands) {
    for (const Command& each : commands)
        if (each.act != nullptr) map.add(key_command_of(each), menu);
}

std::string why_not(const Command& command, Desk& desk) {
    return command.why_not ? command.why_not(desk) : std::string();
}

std::string label_of(const Command& command, Desk& desk) {
    return command.label_now ? command.label_now(desk) : std::string(tr(command.label));
}

namespace {

/// A line with a picture: the label beside it, and the hint below the label. Returns whether it was chosen.
bool draw_with_picture(const Context& context, const CommandChoice& choice, const std::string& id) {
    const Style& style = context.style;
    const ImVec2 size{std::floor(style.px(96)), std::floor(style.px(60))};
    const float gap = std::floor(style.px(8)), words = std::floor(style.px(220));
    const bool pressed = selectable(id.c_str(), false, 0, {size.x + gap * 2 + words, size.y + gap});
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at{low.x, std::floor((low.y + high.y - size.y) / 2)}, end{at.x + size.x, at.y + size.y};
    const std::uintptr_t texture =
        choice.picture && context.pictures ? context.pictures->texture_of(*choice.picture) : 0;
    if (texture != 0)
        list.AddImage(compat::texture_id(texture), at, end);
    else
        list.AddRectFilled(at, end, style.theme->raised);
    const float left = end.x + gap, line = ImGui::GetTextLineHeight();
    const float top = std::floor((low.y + high.y) / 2 - line - style.px(1));
    draw_text_until(list, {left, top}, high.x, style.theme->text, choice.label);
    draw_text_until(list, {left, top + line + std::floor(style.px(2))}, high.x, style.theme->quiet, choice.hint);
    return pressed;
}

void draw_choices(const Context& context, const std::vector<CommandChoice>& choices, std::function<void()>& chosen) {
    const bool pictures =
        std::any_of(choices.begin(), choices.end(), [](const CommandChoice& each) { return each.picture != nullptr; });
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const CommandChoice& choice = choices[i];
        if (pictures) {
            if (draw_with_picture(context, choice, "##" + std::to_string(i))) chosen = choice.choose;
            continue;
        }
        const std::string label = label_text(choice.label) + "##" + std::to_string(i);
        if (ImGui::MenuItem(label.c_str(), nullptr, choice.checked, choice.why_not.empty())) chosen = choice.choose;
        const std::string& about = choice.why_not.empty() ? choice.hint : choice.why_not;
        if (!about.empty()) tooltip(about);
    }
}

void draw_command(const Command& command, Desk& desk, std::function<void()>& chosen) {
    // Not above the first one that is there.
    if (command.begins_group && ImGui::GetCursorPosY() > ImGui::GetCursorStartPos().y) ImGui::Separator();
    const std::string reason = why_not(command, desk), label = label_text(label_of(command, desk));
    const Context context = desk.context();
    if (command.choices && command.inline_choices) return draw_choices(context, command.choices(desk), chosen);
    if (command.choices) {
        if (ImGui::BeginMenu(label.c_str(), reason.empty())) {
            draw_choices(context, command.choices(desk), chosen);
            ImGui::EndMenu();
        }
        if (!reason.empty()) tooltip(reason);
        return;
    }
    const std::string keys = keys_text(context, key_command_of(command));
    const std::string item = label + "##" + std::string(command.name);
    if (ImGui::MenuItem(item.c_str(), keys.c_str(), command.checked && command.checked(desk), reason.empty()))
        chosen = [&command, &desk] {
            desk.owner().notes_command("menu", command);
            command.act(desk);
        };
    tooltip(reason.empty() ? tr(command.description) : std::string_view(reason));
}

std::vector<PaletteItem> items_of_choices(const Command& command, const MenuKind& kind, Desk& desk) {
    std::vector<PaletteItem> items;
    for (const CommandChoice& choice : command.choices(desk))
        items.push_back({.id = std::string(command.name) + " " + choice.label,
                         .group = kind.group,
                         .label = choice.label,
                         .hint = choice.checked ? tr("as it is now") : choice.hint,
                         .icon = kind.icon,
                         .why_not = choice.why_not,
                         .run = choice.choose});
    return items;
}

void add_command_item(std::vector<PaletteItem>& items, const Command& command, const MenuKind& kind, Desk& desk) {
    // Panels have items of their own, which also give them the keyboard.
    if (command.name == keys::palette.id || command.name == "panels.all") return;
    const std::string why = why_not(command, desk), description(tr(command.description));
    const std::string label = command.palette_label ? command.palette_label(desk) : label_of(command, desk);
    if (command.choices) {
        std::vector<PaletteItem> choices = items_of_choices(command, kind, desk);
        if (choices.empty() && command.inline_choices) return;
        items.push_back({.id = std::string(command.name),
                         .group = kind.group,
                         .label = label + "…",
                         .hint = description,
                         .icon = kind.icon,
                         .why_not = why.empty() && choices.empty() ? tr("There is none") : why,
                         .ask = [choices] { return choices; }});
        for (PaletteItem& each : choices) {
            each.label = label + ": " + each.label;
            items.push_back(std::move(each));
        }
        return;
    }
    const bool on = command.checked && command.checked(desk);
    items.push_back({.id = std::string(command.name),
                     .group = kind.group,
                     .label = label,
                     .hint = on ? phrase("on; {}", description) : description,
                     // "Play or pause", while its label is "Pause"; and "Workspace Memory".
                     .words = std::string(tr(kind.group)) + " " + std::string(tr(command.label)),
                     .keys = keys_text(desk.context(), key_command_of(command)),
                     .icon = kind.icon,
                     .why_not = why,
                     .run = [&command, &desk] {
                         if (!why_not(command, desk).empty()) return;
                         desk.owner().notes_command("palette", command);
                         command.act(desk);
                     }});
}

}  // namespace

void draw_commands(std::span<const Command> commands, Desk& desk, std::function<void()>& chosen) {
    for (const Command& each : commands) draw_command(each, desk, chosen);
}

void add_command_items(std::vector<PaletteItem>& items, std::string_view menu, std::span<const Command> commands,
                       Desk& desk) {
    for (const Command& each : commands) add_command_item(items, each, kind_of_menu(menu), desk);
}

void add_world_items(std::vector<PaletteItem>& items, Desk& desk, const GoToPanel& go_to) {
    const Context context = desk.context();
    add_entity_items(items, context);
    add_system_items(items, context);
    add_component_items(items, context, go_to);
    if (desk.workbench.find_panel("manual") != nullptr) add_manual_items(items, go_to);
}

}  // namespace panels
