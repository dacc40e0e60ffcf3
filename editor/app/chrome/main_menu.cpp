#include "editor/app/chrome/main_menu.hpp"

#include <functional>

#include <imgui.h>

#include "panels/widgets/widgets.hpp"

namespace editor {

namespace {

// What is chosen is done after the menus were drawn: it may replace the world that the rest of them is about.
using Chosen = std::function<void()>;

void draw_choices(const std::vector<ActionChoice>& choices, Chosen& chosen) {
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const ActionChoice& choice = choices[i];
        const std::string label = panels::label_text(choice.label) + "##" + std::to_string(i);
        if (ImGui::MenuItem(label.c_str(), nullptr, choice.checked)) chosen = choice.choose;
        if (!choice.hint.empty()) panels::tooltip(choice.hint);
    }
}

void draw_action(const Action& action, ActionHost& host, Chosen& chosen) {
    if (action.begins_group) ImGui::Separator();
    const std::string reason = why_not(action, host), label = panels::label_text(label_of(action, host));
    if (action.choices && action.inline_choices) return draw_choices(action.choices(host), chosen);
    if (action.choices) {
        if (ImGui::BeginMenu(label.c_str(), reason.empty())) {
            draw_choices(action.choices(host), chosen);
            ImGui::EndMenu();
        }
        if (!reason.empty()) panels::tooltip(reason);
        return;
    }
    const std::string keys = to_string(action.shortcut);
    const bool checked = action.checked && action.checked(host);
    if (ImGui::MenuItem(label.c_str(), keys.c_str(), checked, reason.empty()))
        chosen = [&action, &host] { action.act(host); };
    panels::tooltip(reason.empty() ? action.description : reason);
}

}  // namespace

void draw_main_menu(ActionHost& host) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    const bool shown = ImGui::BeginMainMenuBar();
    ImGui::PopStyleVar();
    if (!shown) return;
    Chosen chosen;
    for (const Menu& menu : all_menus()) {
        if (!ImGui::BeginMenu(std::string(menu.label).c_str())) continue;
        for (const Action& action : menu.actions) draw_action(action, host, chosen);
        ImGui::EndMenu();
    }
    ImGui::EndMainMenuBar();
    if (chosen) chosen();
}

}  // namespace editor
