#include "ecs/prefab/prefabs.hpp"

#include <algorithm>

namespace ecs {

namespace {

constexpr std::size_t most_levels = 64;  // of prefabs in prefabs; a circle of sources ends here

}  // namespace

bool Prefabs::any() const {
    if (tag_ == no_component) return false;
    for (ArchetypeId id = 0; id < world_.archetype_count(); ++id) {
        const Archetype& archetype = world_.archetype(id);
        if (archetype.entity_count() != 0 && archetype.has(tag_)) return true;
    }
    return false;
}

Entity Prefabs::prefab_of(Entity entity) const {
    if (!in_prefab(entity)) return null_entity;
    while (in_prefab(world_.parent(entity))) entity = world_.parent(entity);
    return entity;
}

std::vector<Entity> Prefabs::all() const {
    std::vector<Entity> roots;
    if (tag_ == no_component) return roots;
    for (ArchetypeId id = 0; id < world_.archetype_count(); ++id) {
        const Archetype& archetype = world_.archetype(id);
        if (!archetype.has(tag_)) continue;
        for (std::size_t chunk = 0; archetype.entity_count() != 0 && chunk < archetype.chunk_count(); ++chunk)
            for (const Entity entity : archetype.chunk(chunk).entities())
                if (is_prefab(entity)) roots.push_back(entity);
    }
    std::sort(roots.begin(), roots.end());
    return roots;
}

Entity Prefabs::source_of(Entity part) const {
    if (instance_ == no_component || !world_.alive(part)) return null_entity;
    const auto* value = static_cast<const InstanceOf*>(world_.get(part, instance_));
    return value != nullptr && value->source != part && in_prefab(value->source) ? value->source : null_entity;
}

Entity Prefabs::instance_of(Entity part) const {
    const Entity prefab = prefab_of(source_of(part));
    if (!prefab) return null_entity;
    for (Entity above = part; above; above = world_.parent(above))
        if (source_of(above) == prefab) return above;
    return null_entity;
}

bool Prefabs::belongs(Entity child, Entity prefab) const {
    const Entity source = source_of(child);
    return source && source != prefab && prefab_of(source) == prefab;
}

std::vector<Entity> Prefabs::parts(Entity instance) const {
    std::vector<Entity> parts;
    const Entity prefab = source_of(instance);
    if (!is_prefab(prefab)) return parts;
    std::vector<Entity> open{instance};
    while (!open.empty()) {
        const Entity entity = open.back();
        open.pop_back();
        if (entity != instance && source_of(entity) == prefab) continue;  // another instance of the same prefab
        if (entity == instance || belongs(entity, prefab)) parts.push_back(entity);
        const std::span<const Entity> children = world_.children(entity);
        const auto first = static_cast<std::ptrdiff_t>(open.size());
        open.insert(open.end(), children.begin(), children.end());
        std::sort(open.begin() + first, open.end(), [](Entity a, Entity b) { return b < a; });
    }
    return parts;
}

std::size_t Prefabs::levels(Entity part) const {
    std::size_t levels = 0;
    for (Entity source = source_of(part); source && levels < most_levels; source = source_of(source)) ++levels;
    return levels;
}

std::vector<Entity> Prefabs::with_source(Entity source) const {
    std::vector<Entity> found;
    each_part([&](Entity entity, Entity its_source) {
        if (its_source == source && entity != source) found.push_back(entity);
    });
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace ecs
