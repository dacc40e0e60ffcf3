#include "editor/app/chrome/lost_banner.hpp"

#include <imgui.h>

#include "editor/base/language.hpp"
#include "panels/widgets/widgets.hpp"

namespace editor {

void LostBanner::draw(const panels::Style& style, const panels::Area& area, const std::string& program,
                      const std::string& why) const {
    const float bottom = area.low.y + height(style);
    ImGui::SetNextWindowPos(area.low);
    ImGui::SetNextWindowSize({area.high.x - area.low.x, height(style)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {style.px(12), style.px(5)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                       ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                                       ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus;
    if (ImGui::Begin("##lost", nullptr, flags)) {
        const std::string text =
            program.empty()
                ? phrase("Connecting: {}", why)
                : phrase("The connection to {} is lost: {}. What was seen last stays; it is tried again", program, why);
        panels::colored_text(style.theme->warn, text);
    }
    ImGui::End();
    ImGui::PopStyleVar(3);
    if (program.empty()) return;
    // The contents are there, and are not how it is now.
    const ImU32 veil = (style.theme->bg & ~IM_COL32_A_MASK) | (ImU32{120} << IM_COL32_A_SHIFT);
    ImGui::GetForegroundDrawList()->AddRectFilled({area.low.x, bottom}, area.high, veil);
}

}  // namespace editor
