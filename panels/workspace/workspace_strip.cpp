#include "panels/workspace/workspace_strip.hpp"

#include <cmath>

#include "panels/base/language.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

constexpr float strip_control_px = 24;

}  // namespace

void draw_workspace_strip(const Context& context, Workbench& workbench, float right) {
    const Style& style = context.style;
    const Theme& theme = *style.theme;
    const Workspaces& workspaces = workbench.workspaces();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float padding = style.px(12), height = style.px(strip_control_px), top = ImGui::GetCursorPosY();
    float left = ImGui::GetCursorPosX();
    for (std::size_t i = 0; i < workspaces.all().size(); ++i) {
        const Workspace& each = workspaces.all()[i];
        const bool chosen = workspaces.current_number() == i;
        const compat::FontScope bold(chosen ? style.words_bold : nullptr);
        const float text = ImGui::CalcTextSize(tr(each.title.c_str())).x, width = std::floor(text + padding * 2);
        if (left + width > right) return;
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
}

}  // namespace panels
