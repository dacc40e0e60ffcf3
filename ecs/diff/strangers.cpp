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
        // Who lost its name, or got its first one, may be the same.
        const bool renamed =
            begin->kind == DiffKind::NameChanged && !before.name(entity).empty() && !after.name(entity).empty();
        const bool other_values =
            std::any_of(begin, entry, [](const DiffEntry& each) { return each.kind >= DiffKind::ComponentRemoved; });
        const bool nothing_in_common = has_components(before, entity) && has_components(after, entity) &&
                                       !has_common_component(found, before, after, entity);
        if ((renamed && other_values) || nothing_in_common) strangers.insert(entity);
    }
    return strangers;
}

PairedComparison::PairedComparison(const World& before, const World& after, Makers makers, const World* base)
    : before_(&before), after_(&after), base_(base), makers_(makers), comparison_(before, after) {}

bool PairedComparison::go_on(std::size_t slots) {
    if (paired_) return true;
    if (!comparison_.go_on(slots)) return false;
    found_ = comparison_.take();
    std::unordered_set<Entity> more = more_strangers();
    paired_ = more.empty();
    if (paired_) return true;
    strangers_.merge(std::move(more));
    comparison_ = WorldComparison(*before_, *after_, strangers_);
    return false;
}

std::unordered_set<Entity> PairedComparison::more_strangers() const {
    if (makers_ == Makers::One) return {};
    if (base_ == nullptr && !strangers_.empty()) return {};  // it is told from the difference by handle alone
    if (base_ == nullptr) return strangers_in(found_, *before_, *after_);
    // Both created it. Two that are equal in everything are one, until they refer to two.
    std::unordered_set<Entity> more;
    for (const DiffEntry& entry : found_.entries) {
        if (entry.kind == DiffKind::EntityRemoved || entry.kind == DiffKind::EntityAdded) continue;
        const bool holds_resources =
            entry.entity == before_->resource_holder() && entry.entity == after_->resource_holder();
        if (!base_->alive(entry.entity) && !holds_resources) more.insert(entry.entity);
    }
    return more;
}

}  // namespace ecs
