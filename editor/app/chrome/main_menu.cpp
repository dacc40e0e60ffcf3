#include <algorithm>
#include <cmath>
#include <functional>

#include <imgui.h>

#include "ecs/base/language.hpp"
#include "editor/app/actions/action.hpp"
#include "editor/app/chrome/chrome.hpp"
#include "panels/widgets/widgets.hpp"
#include "panels/workspace/menu_bar_end.hpp"

namespace editor {

namespace {

constexpr float bar_px = 32, control_px = 24, workspaces_left_px = 248;

}  // namespace

float menu_bar_height(const panels::Style& style) { return std::floor(style.px(bar_px)); }

void draw_menu_bar(panels::Desk& desk) {
    const panels::Style& style = desk.style();
    const panels::Context context = desk.context();
    const float text_height = ImGui::GetFontSize();
    const float height = menu_bar_height(style);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        {ImGui::GetStyle().FramePadding.x, std::max((height - text_height) / 2, 0.0f)});
    const bool shown = ImGui::BeginMainMenuBar();
    ImGui::PopStyleVar(2);
    if (!shown) return;
    // It may replace the world that the rest of the menus is about, so it is done after them.
    std::function<void()> chosen;
    for (const Menu& menu : all_menus()) {
        if (!ImGui::BeginMenu(std::string(ecs::tr(menu.label)).c_str())) continue;
        panels::draw_commands(menu.commands, desk, chosen);
        ImGui::EndMenu();
    }
    panels::compat::end_menus_of_bar();
    const ImVec2 usual = ImGui::GetStyle().FramePadding;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        {usual.x, std::max((style.px(control_px) - text_height) / 2, 0.0f)});
    const float left = std::max(style.px(workspaces_left_px), ImGui::GetCursorPosX() + style.px(8));
    ImGui::SetCursorPosY(style.px((bar_px - control_px) / 2));
    if (panels::draw_menu_bar_end(context, desk.workbench, desk.transport_bar, left,
                                  ImGui::GetWindowWidth() - style.px(8)))
        chosen = [&desk] { desk.owner().open_palette({}); };
    ImGui::PopStyleVar();
    ImGui::EndMainMenuBar();
    desk.transport_bar.draw_question(context);
    if (chosen) chosen();
}

}  // namespace editor
