#include "panels/widgets/structural_cost.hpp"

#include "panels/widgets/little_room.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

void cost_tooltip(const Context& context, std::string_view what, std::span<const ecs::StructuralCost> costs) {
    const Style& style = context.style;
    const compat::FontScope font(style.words);
    const Tooltip shown;
    if (!shown) return;
    ImGui::PushTextWrapPos(tooltip_wrap());
    if (!what.empty()) ImGui::TextUnformatted(what.data(), what.data() + what.size());
    for (const ecs::StructuralCost& cost : costs) {
        std::string target;
        for (const ecs::ComponentId component : cost.target) {
            if (!target.empty()) target += ", ";
            target += short_name(context.world.types()[component].name);
        }
        quiet_text(style, "→ [" + target + "]");
        quiet_text(style, ecs::to_string(cost));
    }
    ImGui::PopTextWrapPos();
}

void cost_tooltip(const Context& context, std::string_view what, const std::optional<ecs::StructuralCost>& cost) {
    cost_tooltip(context, what,
                 cost ? std::span<const ecs::StructuralCost>(&*cost, 1) : std::span<const ecs::StructuralCost>());
}

}  // namespace panels
