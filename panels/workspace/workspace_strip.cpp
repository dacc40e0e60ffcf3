#include "panels/workspace/workspace_strip.hpp"

#include <cmath>

#include "panels/base/general_keys.hpp"
#include "panels/base/icons.hpp"
#include "panels/base/imgui_compat.hpp"
#include "panels/base/key_map.hpp"
#include "panels/base/language.hpp"
#include "panels/widgets/key_caps.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr float strip_control_px = 24;

}  // namespace

float draw_workspace_strip(const Context& context, Workbench& workbench, float right) {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    const Workspaces& workspaces = workbench.workspaces();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float padding = style.px(12), height = style.px(strip_control_px), top = ImGui::GetCursorPosY();
    float left = ImGui::GetCursorPosX();
    const auto width_of = [&](std::size_t number) {
        const compat::FontScope bold(number == workspaces.current_number() ? style.words_bold : nullptr);
        return std::floor(ImGui::CalcTextSize(tr(workspaces.all()[number].title.c_str())).x + padding * 2);
    };
    // Where there is no room for all, the chosen one is among those that are shown.
    float kept = width_of(workspaces.current_number()) + style.px(4);
    bool full = false;
    for (std::size_t i = 0; i < workspaces.all().size(); ++i) {
        const Workspace& each = workspaces.all()[i];
        const bool chosen = workspaces.current_number() == i;
        const float width = width_of(i);
        if (chosen) kept = 0;
        full |= left + width + kept > right;
        if (full && (!chosen || left + width > right)) continue;
        const compat::FontScope bold(chosen ? style.words_bold : nullptr);
        ImGui::SetCursorPos({left, top});
        if (invisible_button(("##workspace " + each.id).c_str(), {width, height}, compat::button_reached_by_keys))
            workbench.choose_workspace(i);
        const bool hovered = ImGui::IsItemHovered();
        tooltip(each.command != nullptr ? with_keys(context, tr(each.description), *each.command) : each.description);
        const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
        if (chosen || hovered) list.AddRectFilled(low, high, theme.raised, style.px(4));
        list.AddText({std::floor(low.x + padding), std::floor(low.y + (height - ImGui::GetFontSize()) / 2)},
                     chosen || hovered ? theme.text : theme.quiet, tr(each.title.c_str()));
        left += width + style.px(4);
    }
    return left;
}

bool draw_commands_button(const Context& context, float left, float right) {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    const char* const label = tr("Commands");
    const std::string keys = keys_text(context, keys::palette);
    const float padding = style.px(8), icon = std::floor(style.px(16)), height = style.px(strip_control_px);
    const float words = padding * 2 + icon + style.px(6) + ImGui::CalcTextSize(label).x;
    const float caps = keys.empty() ? 0 : style.px(8) + key_caps_width(style, keys);
    const float width = std::floor(left + words + caps <= right ? words + caps : words);
    if (left + width > right) {
        ImGui::Dummy({0, 0});  // who calls this has set the cursor, and Dear ImGui wants an item there
        return false;
    }
    ImGui::SetCursorPosX(std::floor(right - width));
    const bool clicked = invisible_button("##commands", {width, height}, compat::button_reached_by_keys);
    const bool hovered = ImGui::IsItemHovered();
    tooltip(with_keys(context, tr(keys::palette.description), keys::palette));
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (hovered) list.AddRectFilled(low, high, theme.raised, style.px(4));
    const ImU32 color = hovered ? theme.text : theme.quiet;
    draw_icon(list, Icon::Search, {low.x + padding, std::floor(low.y + (height - icon) / 2)}, icon, color);
    list.AddText(
        {std::floor(low.x + padding + icon + style.px(6)), std::floor(low.y + (height - ImGui::GetFontSize()) / 2)},
        color, label);
    if (width > words)
        draw_key_caps(
            list, style,
            {high.x - padding - key_caps_width(style, keys), std::floor(low.y + (height - key_cap_height(style)) / 2)},
            keys);
    return clicked;
}

}  // namespace panels
