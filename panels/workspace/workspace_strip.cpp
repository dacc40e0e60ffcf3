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

constexpr float strip_control_px = 24, strip_gap_px = 4, strip_padding_px = 12;

/// Calls `show` with the number, the left edge and the width of each workspace that fits into `room`, from 0 on.
/// Returns where they end. Where there is no room for all, the chosen one is among those that are shown.
template <class Show>
float each_that_fits(const Style& style, const Workspaces& workspaces, float room, Show&& show) {
    const float gap = std::floor(style.px(strip_gap_px));
    const std::size_t current = workspaces.current_number();
    const auto width_of = [&](std::size_t number) {
        const compat::FontScope bold(number == current ? style.words_bold : nullptr);
        return std::floor(ImGui::CalcTextSize(tr(workspaces.all()[number].title.c_str())).x +
                          style.px(strip_padding_px) * 2);
    };
    float left = 0, kept = width_of(current) + gap;
    bool full = false;
    for (std::size_t i = 0; i < workspaces.all().size(); ++i) {
        const bool chosen = i == current;
        const float width = width_of(i);
        if (chosen) kept = 0;
        full |= left + width + kept > room;
        if (full && (!chosen || left + width > room)) continue;
        show(i, left, width);
        left += width + gap;
    }
    return left;
}

std::string commands_keys(const Context& context) { return keys_text(context, keys::palette); }

float commands_words_width(const Style& style) {
    return style.px(8) * 2 + std::floor(style.px(16)) + style.px(6) + ImGui::CalcTextSize(tr("Commands")).x;
}

}  // namespace

float draw_workspace_strip(const Context& context, Workbench& workbench, float right) {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    const Workspaces& workspaces = workbench.workspaces();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float padding = style.px(strip_padding_px), height = style.px(strip_control_px);
    const ImVec2 start = ImGui::GetCursorPos();
    std::size_t clicked = workspaces.current_number();
    const float end = each_that_fits(style, workspaces, right - start.x, [&](std::size_t i, float left, float width) {
        const Workspace& each = workspaces.all()[i];
        const bool chosen = i == workspaces.current_number();
        const compat::FontScope bold(chosen ? style.words_bold : nullptr);
        ImGui::SetCursorPos({start.x + left, start.y});
        if (invisible_button(("##workspace " + each.id).c_str(), {width, height}, compat::button_reached_by_keys))
            clicked = i;
        const bool hovered = ImGui::IsItemHovered();
        tooltip(each.command != nullptr ? with_keys(context, tr(each.description), *each.command) : each.description);
        const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
        if (chosen || hovered) list.AddRectFilled(low, high, theme.raised, style.px(4));
        list.AddText({std::floor(low.x + padding), std::floor(low.y + (height - ImGui::GetFontSize()) / 2)},
                     chosen || hovered ? theme.text : theme.quiet, tr(each.title.c_str()));
    });
    if (clicked != workspaces.current_number()) workbench.choose_workspace(clicked);
    return start.x + end;
}

float workspace_strip_width(const Style& style, const Workspaces& workspaces, float room) {
    return each_that_fits(style, workspaces, room, [](std::size_t, float, float) {});
}

float commands_button_width(const Context& context, bool with_keys) {
    const std::string keys = with_keys ? commands_keys(context) : std::string();
    const float caps = keys.empty() ? 0 : context.style.px(8) + key_caps_width(context.style, keys);
    return std::floor(commands_words_width(context.style) + caps);
}

bool draw_commands_button(const Context& context, float left, float right) {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    const char* const label = tr("Commands");
    const std::string keys = commands_keys(context);
    const float padding = style.px(8), icon = std::floor(style.px(16)), height = style.px(strip_control_px);
    const float words = commands_button_width(context, false), both = commands_button_width(context, true);
    const float width = left + both <= right ? both : words;
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
