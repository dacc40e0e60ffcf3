#include "panels/menus/prefab_menus.hpp"

#include <optional>
#include <utility>

#include "panels/base/format.hpp"
#include "panels/base/language.hpp"
#include "panels/prefab/prefab_requests.hpp"
#include "panels/widgets/widgets.hpp"

namespace panels {

namespace {

using Overrides = std::vector<ecs::Override>;

Overrides at_part(const Context& context, ecs::Entity part, ecs::ComponentId component,
                  std::optional<std::uint32_t> field = {}) {
    if (!context.world.alive(part)) return {};
    return overrides_of(ecs::overrides_of_part(context.world, part, placing_of(context.world)), component, field);
}

MenuItem apply_item(const Context& context, Overrides found, std::size_t levels) {
    const std::string prefab = name_or_id(context.world, prefab_below(context.world, found.front().part, levels));
    return {.label = levels == 1 ? phrase("Apply to {}", prefab) : phrase("Apply one level down, to {}", prefab),
            .icon = Icon::Prefab,
            .why_not = why_not_apply(context.world, found, levels),
            .run = [found, levels](const Context& now) { request_apply(now, found, levels); }};
}

std::vector<MenuItem> items_for(const Context& context, const Overrides& found) {
    std::vector<MenuItem> items;
    if (found.empty()) return items;
    const bool removed = found.front().kind == ecs::OverrideKind::ComponentRemoved;
    const std::string prefab = name_or_id(context.world, prefab_below(context.world, found.front().part, 1));
    items.push_back({.label = removed ? phrase("Restore as in {}", prefab) : phrase("Revert to {}", prefab),
                     .icon = Icon::Revert,
                     .run = [found](const Context& now) { request_revert(now, found); }});
    items.push_back(apply_item(context, found, 1));
    if (ecs::levels_of(context.world, found.front()) > 1) items.push_back(apply_item(context, found, 2));
    return items;
}

}  // namespace

std::vector<MenuItem> prefab_items_of(const Context& context, const FieldAt& at) {
    return items_for(context, at_part(context, at.entity, at.component, at.field));
}

std::vector<MenuItem> prefab_items_of(const Context& context, const ComponentAt& at) {
    return items_for(context, at_part(context, at.entity, at.component));
}

MenuItem prefab_menu_of(const Context& context, ecs::Entity entity, const std::string& gone) {
    MenuItem menu{.label = tr("Prefab"),
                  .icon = Icon::Prefab,
                  .why_not = gone,
                  .wanted = {WantedChange::Kind::Make},
                  .begins_group = true};
    if (!gone.empty()) return menu;
    const ecs::World& world = context.world;
    const ecs::Prefabs prefabs(world);
    const ecs::Entity instance = prefabs.instance_of(entity), own = prefabs.prefab_of(entity);
    if (instance) {
        const ecs::Entity prefab = prefabs.source_of(instance);
        const Overrides found = ecs::overrides(world, instance, placing_of(world));
        const std::string none = found.empty() ? tr("Nothing differs from the prefab") : "";
        menu.items.push_back({.label = tr("Open prefab"), .icon = Icon::Prefab, .run = [prefab](const Context& now) {
                                  open_prefab(now, prefab);
                              }});
        menu.items.push_back({.label = tr("Revert all"),
                              .icon = Icon::Revert,
                              .why_not = none,
                              .hint = count_of_overrides(found.size()),
                              .run = [found](const Context& now) { request_revert(now, found); }});
        menu.items.push_back({.label = tr("Apply all"),
                              .why_not = none.empty() ? why_not_apply(world, found) : none,
                              .run = [found](const Context& now) { request_apply(now, found); }});
        menu.items.push_back({.label = tr("Place another instance"),
                              .icon = Icon::Plus,
                              .run = [prefab](const Context& now) { request_place(now, prefab); }});
        menu.items.push_back({.label = tr("Unpack the instance"),
                              .hint = tr("it does not follow the prefab any more"),
                              .begins_group = true,
                              .run = [instance](const Context& now) { request_unpack(now, instance); }});
    }
    if (own) {
        menu.items.push_back({.label = tr("Open prefab"), .icon = Icon::Prefab, .run = [own](const Context& now) {
                                  open_prefab(now, own);
                              }});
        menu.items.push_back({.label = tr("Place an instance"), .icon = Icon::Plus, .run = [own](const Context& now) {
                                  request_place(now, own);
                              }});
        menu.items.push_back({.label = tr("Unpack all instances and destroy it"),
                              .icon = Icon::Close,
                              .begins_group = true,
                              .run = [own](const Context& now) { request_destroy_prefab(now, own); }});
    } else {
        menu.items.push_back({.label = tr("Make a prefab"),
                              .icon = Icon::Plus,
                              .why_not = ecs::why_not_make_prefab(world, entity),
                              .hint = tr("the entity becomes its first instance"),
                              .begins_group = static_cast<bool>(instance),
                              .run = [entity](const Context& now) { request_make_prefab(now, entity); }});
    }
    std::vector<MenuItem> below;
    for (const ecs::Entity prefab : prefabs.all())
        below.push_back({.label = name_or_id(world, prefab),
                         .icon = Icon::Prefab,
                         .why_not = own && ecs::would_contain_itself(world, prefab, own)
                                        ? phrase("{} would contain itself", name_or_id(world, prefab))
                                        : "",
                         .run = [prefab, entity](const Context& now) { request_place(now, prefab, {}, entity); }});
    menu.items.push_back({.label = tr("Place below it"),
                          .why_not = below.empty() ? tr("The world has no prefab yet") : "",
                          .begins_group = true,
                          .items = std::move(below)});
    return menu;
}

}  // namespace panels
