#include "ecs/diff/merged_prefabs.hpp"

#include <algorithm>

#include "ecs/prefab/override_edits.hpp"

namespace ecs {

namespace {

template <class Visit>
void each_entity(const World& world, Visit&& visit) {
    for (std::size_t slot = 1; slot < world.slot_count(); ++slot)
        if (const Entity entity = world.entity_at_slot(slot)) visit(entity);
}

std::tuple<Entity, OverrideKind, std::string, std::string, Entity> key_of(const World& world, const Override& found,
                                                                          const OverridesOfSides::Handle& merged) {
    std::string component, field;
    if (found.component != no_component) {
        const ComponentType& type = world.types()[found.component];
        component = type.name;
        if (found.field != Override::whole_value) field = type.fields[found.field].name;
    }
    return {merged(found.part), found.kind, std::move(component), std::move(field),
            found.child ? merged(found.child) : null_entity};
}

/// What it was in the base already is left to what the merge says of entities that both sides knew.
bool had_source(const World& base, Entity part, Entity source) {
    if (!base.alive(part)) return false;
    return Prefabs(base).source_of(part) == source;
}

}  // namespace

void OverridesOfSides::add(const World& side, const Handle& merged) {
    const Prefabs prefabs(side);
    const Placing placing = default_placing(side.types());
    each_entity(side, [&](Entity entity) {
        if (!prefabs.source_of(entity)) return void(no_parts_.insert(merged(entity)));
        for (const Override& found : overrides_of_part(side, entity, placing))
            known_.insert(key_of(side, found, merged));
    });
}

std::vector<Edit> OverridesOfSides::follow(const World& merged) {
    if (++rounds_ > most_rounds) return {};
    const Prefabs prefabs(merged);
    const Placing placing = default_placing(merged.types());
    std::vector<Override> made_by_nobody;
    prefabs.each_part([&](Entity part, Entity) {
        if (!prefabs.source_of(part) || no_parts_.contains(part)) return;
        for (const Override& found : overrides_of_part(merged, part, placing)) {
            const bool follows = found.kind == OverrideKind::Field || found.kind == OverrideKind::ComponentRemoved ||
                                 found.kind == OverrideKind::ChildRemoved;
            if (follows && !known_.contains(key_of(merged, found, [](Entity same) { return same; })))
                made_by_nobody.push_back(found);
        }
    });
    std::sort(made_by_nobody.begin(), made_by_nobody.end(),
              [](const Override& a, const Override& b) { return a.part < b.part; });
    return revert(merged, made_by_nobody, placing);
}

std::vector<InstanceWithoutPrefab> instances_without_prefab(const World& base, const World& ours, const World& theirs,
                                                            const WorldMerge& merged) {
    std::unordered_set<Entity> removed;
    for (const DiffEntry& entry : merged.taken.entries)
        if (entry.kind == DiffKind::EntityRemoved) removed.insert(entry.entity);
    std::vector<InstanceWithoutPrefab> found;
    const auto look = [&](const World& side, bool of_theirs) {
        const Prefabs prefabs(side);
        const auto lacks = [&](Entity part) {
            const Entity source = prefabs.source_of(part);
            if (!source || !base.alive(source) || had_source(base, part, source)) return false;
            return of_theirs ? !ours.alive(source) : removed.contains(source);
        };
        prefabs.each_part([&](Entity part, Entity) {
            const Entity parent = side.parent(part);
            if (lacks(part) && !(parent && lacks(parent))) found.push_back({part, of_theirs});
        });
    };
    look(ours, false);
    look(theirs, true);
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.part < b.part; });
    return found;
}

}  // namespace ecs
