#include "ecs/diff/strangers.hpp"

#include <algorithm>

namespace ecs {

namespace {

/// The last slot that was never used again and whose entity is the same in both worlds; 0: there is none.
std::size_t last_common_slot(const WorldDiff& found, const World& before, const World& after) {
    auto entry = found.entries.rbegin();
    for (std::size_t slot = std::min(before.slot_count(), after.slot_count()); slot-- > 1;) {
        while (entry != found.entries.rend() && entry->entity.index > slot) ++entry;
        const bool differs = entry != found.entries.rend() && entry->entity.index == slot;
        const Entity entity = before.entity_at_slot(slot);
        if (!differs && entity && entity.generation == 1 && after.alive(entity)) return slot;
    }
    return 0;
}

bool has_common_component(const WorldDiff& found, const World& before, const World& after, Entity entity) {
    return std::any_of(found.types.begin(), found.types.end(), [&](const DiffType& type) {
        return type.before != no_component && type.after != no_component && type.before != before.name_id() &&
               type.before != before.parent_id() && before.has(entity, type.before) && after.has(entity, type.after);
    });
}

bool has_components(const World& world, Entity entity) {
    const auto& components = world.archetype_of(entity).components();
    return std::any_of(components.begin(), components.end(),
                       [&](ComponentId id) { return id != world.name_id() && id != world.parent_id(); });
}

}  // namespace

std::unordered_set<Entity> strangers_in(const WorldDiff& found, const World& before, const World& after) {
    std::unordered_set<Entity> strangers;
    const std::size_t common = last_common_slot(found, before, after);
    for (auto entry = found.entries.begin(); entry != found.entries.end();) {
        const Entity entity = entry->entity;
        const auto begin = entry;
        while (entry != found.entries.end() && entry->entity == entity) ++entry;
        if (begin->kind == DiffKind::EntityRemoved || begin->kind == DiffKind::EntityAdded) continue;
        if (entity.generation == 1 && entity.index < common) continue;
        const bool renamed = begin->kind == DiffKind::NameChanged;
        const bool other_values =
            std::any_of(begin, entry, [](const DiffEntry& each) { return each.kind >= DiffKind::ComponentRemoved; });
        const bool nothing_in_common = has_components(before, entity) && has_components(after, entity) &&
                                       !has_common_component(found, before, after, entity);
        if ((renamed && other_values) || nothing_in_common) strangers.insert(entity);
    }
    return strangers;
}

}  // namespace ecs
