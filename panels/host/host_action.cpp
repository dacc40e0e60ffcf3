#include "panels/host/host_action.hpp"

#include <utility>

#include "panels/base/language.hpp"
#include "panels/palette/world_items.hpp"

namespace panels {

PaletteItem item_of(HostAction action) {
    const MenuKind& kind = kind_of_menu(action.menu);
    return {.id = std::move(action.id),
            .group = kind.group,
            .label = action.palette_label.empty() ? std::move(action.label) : std::move(action.palette_label),
            .hint = action.checked ? tr("as it is now") : std::move(action.hint),
            .keys = std::move(action.keys),
            .icon = kind.icon,
            .why_not = std::move(action.why_not),
            .run = std::move(action.run)};
}

}  // namespace panels
