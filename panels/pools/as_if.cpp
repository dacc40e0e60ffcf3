#include "panels/pools/as_if.hpp"

#include "panels/base/language.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

std::string as_if_text(const Context& context) {
    if (context.mirror == nullptr) return {};
    std::optional<ecs::PoolKind> really;
    if (context.pool_memory != nullptr) {
        context.pool_memory->update_once(context.mirror, context.time_secs);
        really = context.pool_memory->kind();
    }
    return ecs::as_if_archetypes(context.mirror->owner().name(), really);
}

void as_if_line(const Context& context) {
    const std::string text = as_if_text(context);
    if (text.empty()) return;
    clipped_text(context.style.theme->warn, text, ImGui::GetContentRegionAvail().x);
    std::string why = tr("What is shown here is the memory of the copy that this program keeps");
    if (const std::string unknown = context.mirror->owner().why_not(ecs::OwnerAbility::SeeMemory); !unknown.empty())
        why += "\n" + unknown;
    tooltip(text + "\n" + why);
}

bool on_its_way_line(const Context& context, const PoolMemory& memory) {
    if (!memory.on_its_way()) return false;
    clipped_text(context.style.theme->quiet, phrase("The memory of {} is on its way …", context.mirror->owner().name()),
                 ImGui::GetContentRegionAvail().x);
    return true;
}

}  // namespace panels
