#include "panels/structural_cost.hpp"

#include "panels/widgets.hpp"

namespace panels {

void cost_tooltip(const Context& context, std::string_view what, const std::optional<ecs::StructuralCost>& cost) {
    const Style& style = context.style;
    ImGui::BeginTooltip();
    if (!what.empty()) wrapped_text(style.theme->text, what);
    if (cost) {
        std::string target;
        for (const ecs::ComponentId component : cost->target) {
            if (!target.empty()) target += ", ";
            target += short_name(context.world.types()[component].name);
        }
        ImGui::PushTextWrapPos(ImGui::GetFontSize() * 26);
        quiet_text(style, "→ [" + target + "]");
        quiet_text(style, ecs::to_string(*cost));
        ImGui::PopTextWrapPos();
    }
    ImGui::EndTooltip();
}

}  // namespace panels
