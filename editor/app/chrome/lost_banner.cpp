#include "editor/app/chrome/lost_banner.hpp"

#include <imgui.h>

#include "editor/base/language.hpp"
#include "panels/widgets/widgets.hpp"

namespace editor {

void LostBanner::draw(const panels::Style& style, const panels::Area& area, bool seen, const std::string& why) {
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
            seen ? phrase("{}. What was seen last stays, and it is tried again", why) : phrase("Connecting: {}", why);
        panels::colored_text(style.theme->warn, text);
    }
    ImGui::End();
    ImGui::PopStyleVar(3);
}

}  // namespace editor
