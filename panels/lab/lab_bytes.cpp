#include "panels/lab/lab_bytes.hpp"

#include <algorithm>
#include <cmath>

#include "figures/drawing/palette.hpp"
#include "figures/lab/lab_figure.hpp"

namespace panels {

using namespace ecs::lab;

ImU32 color_of_type(const Style& style, const Scenario& scenario, std::size_t type) {
    return style.color_of(figures::lab::look_of_type(scenario, type));
}

ImU32 color_of_role(const Style& style, const Scenario& scenario, Role role, std::int32_t type) {
    const Theme& theme = *style.theme;
    switch (group_of(role)) {
        case RoleGroup::Payload:
            return type >= 0 ? color_of_type(style, scenario, static_cast<std::size_t>(type)) : theme.bar;
        case RoleGroup::Index:
            return role == Role::FreeList ? theme.n_head : theme.n_id;
        case RoleGroup::Holes:
        case RoleGroup::Spare:
            return theme.well;
        case RoleGroup::Padding:
            break;
    }
    return 0;
}

void draw_role(const Style& style, ImDrawList& list, const Area& area, const Scenario& scenario, Role role,
               std::int32_t type, float strength) {
    const Theme& theme = *style.theme;
    const auto dimmed = [&](ImU32 color) { return mixed(theme.panel, color, strength); };
    const float thin = std::max(1.0f, std::floor(style.px(1)));
    const ImU32 ground = color_of_role(style, scenario, role, type);
    const bool own_bytes = group_of(role) == RoleGroup::Payload || group_of(role) == RoleGroup::Index;
    if (ground != 0) list.AddRectFilled(area.low, area.high, own_bytes ? dimmed(ground) : ground);
    switch (group_of(role)) {
        case RoleGroup::Payload:
            if (type >= 0 && figures::is_striped(figures::lab::look_of_type(scenario, static_cast<std::size_t>(type))))
                stripes(list, area, style.scale);
            break;
        case RoleGroup::Index:
            break;
        case RoleGroup::Holes:
            crosses(list, area, dimmed(theme.edge), std::floor(style.px(8)), thin);
            break;
        case RoleGroup::Spare:
            dots(list, area, dimmed(theme.edge), std::floor(style.px(4)));
            break;
        case RoleGroup::Padding:
            hatch(list, area, dimmed(theme.edge), std::floor(style.px(4)), thin);
            break;
    }
}

}  // namespace panels
