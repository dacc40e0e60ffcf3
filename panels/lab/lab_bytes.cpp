#include "panels/lab/lab_bytes.hpp"

namespace panels {

using namespace ecs::lab;

void draw_role(const Style& style, ImDrawList& list, const Area& area, Role role, std::int32_t type, float strength) {
    const Theme& theme = *style.theme;
    const ImU32 component =
        faded(type >= 0 ? style.color_of(static_cast<ecs::ComponentId>(type)) : theme.accent, strength);
    const ImU32 raised = faded(theme.raised, strength), quiet = faded(theme.quiet_text, strength);
    switch (group_of(role)) {
        case RoleGroup::Payload:
            list.AddRectFilled(area.low, area.high, component);
            break;
        case RoleGroup::Index:
            list.AddRectFilled(area.low, area.high,
                               faded(theme.text, (role == Role::FreeList ? 0.2f : 0.35f) * strength));
            break;
        case RoleGroup::Holes:
            list.AddRectFilled(area.low, area.high, faded(component, 0.25f));
            cross_out(list, area, faded(theme.warning, strength));
            break;
        case RoleGroup::Spare:
            list.AddRectFilled(area.low, area.high, raised);
            dots(list, area, type >= 0 ? component : quiet, style.px(5));
            break;
        case RoleGroup::Padding:
            list.AddRectFilled(area.low, area.high, raised);
            hatch(list, area, quiet, style.px(5));
            break;
    }
}

}  // namespace panels
