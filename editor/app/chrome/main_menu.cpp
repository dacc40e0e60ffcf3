#include "editor/app/chrome/main_menu.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include <imgui.h>

#include "ecs/base/language.hpp"
#include "editor/jobs/crash_report.hpp"
#include "panels/widgets/widgets.hpp"
#include "panels/workspace/menu_bar_end.hpp"

namespace editor {

namespace {

// What is chosen is done after the menus were drawn: it may replace the world that the rest of them is about.
using Chosen = std::function<void()>;

/// A line with a picture: the label beside it, and the hint below the label. Returns whether it was chosen.
bool draw_with_picture(const ActionHost& host, const ActionChoice& choice, const std::string& id) {
    const panels::Style& style = host.context.style;
    const ImVec2 size{std::floor(style.px(96)), std::floor(style.px(60))};
    const float gap = std::floor(style.px(8)), words = std::floor(style.px(220));
    const bool pressed = panels::selectable(id.c_str(), false, 0, {size.x + gap * 2 + words, size.y + gap});
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at{low.x, std::floor((low.y + high.y - size.y) / 2)}, end{at.x + size.x, at.y + size.y};
    const std::uintptr_t texture =
        choice.picture && host.context.pictures ? host.context.pictures->texture_of(*choice.picture) : 0;
    if (texture != 0)
        list.AddImage(panels::compat::texture_id(texture), at, end);
    else
        list.AddRectFilled(at, end, style.theme->raised);
    const float left = end.x + gap, line = ImGui::GetTextLineHeight();
    const float top = std::floor((low.y + high.y) / 2 - line - style.px(1));
    panels::draw_text_until(list, {left, top}, high.x, style.theme->text, choice.label);
    panels::draw_text_until(list, {left, top + line + std::floor(style.px(2))}, high.x, style.theme->quiet,
                            choice.hint);
    return pressed;
}

void draw_choices(const ActionHost& host, const std::vector<ActionChoice>& choices, Chosen& chosen) {
    const bool pictures =
        std::any_of(choices.begin(), choices.end(), [](const ActionChoice& each) { return each.picture != nullptr; });
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const ActionChoice& choice = choices[i];
        if (pictures) {
            if (draw_with_picture(host, choice, "##" + std::to_string(i))) chosen = choice.choose;
            continue;
        }
        const std::string label = panels::label_text(choice.label) + "##" + std::to_string(i);
        if (ImGui::MenuItem(label.c_str(), nullptr, choice.checked)) chosen = choice.choose;
        if (!choice.hint.empty()) panels::tooltip(choice.hint);
    }
}

void draw_action(const Action& action, ActionHost& host, Chosen& chosen) {
    if (action.begins_group) ImGui::Separator();
    const std::string reason = why_not(action, host), label = panels::label_text(label_of(action, host));
    if (action.choices && action.inline_choices) return draw_choices(host, action.choices(host), chosen);
    if (action.choices) {
        if (ImGui::BeginMenu(label.c_str(), reason.empty())) {
            draw_choices(host, action.choices(host), chosen);
            ImGui::EndMenu();
        }
        if (!reason.empty()) panels::tooltip(reason);
        return;
    }
    const std::string keys = keys_of(action, host.context);
    const bool checked = action.checked && action.checked(host);
    if (ImGui::MenuItem(label.c_str(), keys.c_str(), checked, reason.empty()))
        chosen = [&action, &host] {
            note_for_report("menu: " + std::string(action.name));
            action.act(host);
        };
    panels::tooltip(reason.empty() ? ecs::tr(action.description) : std::string_view(reason));
}

constexpr float bar_px = 32, control_px = 24, workspaces_left_px = 248;

}  // namespace

float menu_bar_height(const panels::Style& style) { return std::floor(style.px(bar_px)); }

void MenuBar::draw(ActionHost& host, panels::Workbench& workbench) {
    const panels::Style& style = host.context.style;
    const float text_height = ImGui::GetFontSize();
    const float height = menu_bar_height(style);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        {ImGui::GetStyle().FramePadding.x, std::max((height - text_height) / 2, 0.0f)});
    const bool shown = ImGui::BeginMainMenuBar();
    ImGui::PopStyleVar(2);
    if (!shown) return;
    Chosen chosen;
    for (const Menu& menu : all_menus()) {
        if (!ImGui::BeginMenu(std::string(ecs::tr(menu.label)).c_str())) continue;
        for (const Action& action : menu.actions) draw_action(action, host, chosen);
        ImGui::EndMenu();
    }
    panels::compat::end_menus_of_bar();
    const ImVec2 usual = ImGui::GetStyle().FramePadding;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        {usual.x, std::max((style.px(control_px) - text_height) / 2, 0.0f)});
    const float left = std::max(style.px(workspaces_left_px), ImGui::GetCursorPosX() + style.px(8));
    ImGui::SetCursorPosY(style.px((bar_px - control_px) / 2));
    if (panels::draw_menu_bar_end(host.context, workbench, transport_, left, ImGui::GetWindowWidth() - style.px(8)) &&
        host.program != nullptr)
        chosen = [&host] { host.program->open_palette(); };
    ImGui::PopStyleVar();
    ImGui::EndMainMenuBar();
    transport_.draw_question(host.context);
    if (chosen) chosen();
}

}  // namespace editor
