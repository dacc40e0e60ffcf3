// Prefabs says what is a prefab and what is an instance in one world. A prefab is a subtree whose entities have the tag
// Prefab; an instance is a subtree whose entities name their counterparts in it by InstanceOf:
//
//     Turret (Prefab) <──────── Turret 1 (InstanceOf)      Parts of a prefab may be instances themselves: the chain of
//     └─ Gun (Prefab) <──────── └─ Gun (InstanceOf)        sources then leads on to the nested prefab.
//
// Nothing is kept beside the components. The object looks the types up when it is made; make another one when types
// were registered.
#pragma once

#include <cstddef>
#include <vector>

#include "ecs/world/prefab_types.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

class Prefabs {
public:
    explicit Prefabs(const World& world)
        : world_(world), tag_(prefab_type(world.types())), instance_(instance_type(world.types())) {}

    const World& world() const { return world_; }
    ComponentId tag() const { return tag_; }
    ComponentId instance() const { return instance_; }
    /// Whether the world has a prefab at all. Looks at archetypes only.
    bool any() const;

    // Of a prefab

    bool in_prefab(Entity entity) const { return tag_ != no_component && world_.has(entity, tag_); }
    /// Whether it is the root of a prefab.
    bool is_prefab(Entity entity) const { return in_prefab(entity) && !in_prefab(world_.parent(entity)); }
    /// The root of the prefab that it is part of; null when it is part of none.
    Entity prefab_of(Entity entity) const;
    /// The roots of all prefabs, by their ids.
    std::vector<Entity> all() const;

    // Of an instance

    /// The counterpart in the prefab. Null when it has none, or when that is gone or no part of a prefab any more.
    Entity source_of(Entity part) const;
    /// Whether it is the root of an instance.
    bool is_instance(Entity entity) const { return is_prefab(source_of(entity)); }
    /// The root of the instance that it is part of; null when it is part of none. Of nested instances the one whose
    /// prefab its own source belongs to.
    Entity instance_of(Entity part) const;
    /// Whether `child`, which is below a part of the instance, is part of it, too: not added and no other instance.
    bool belongs(Entity child, Entity prefab) const;
    /// The parts of the instance, parents first. Whatever was added to it is left out.
    std::vector<Entity> parts(Entity instance) const;
    /// How many prefabs lie behind the entity: 1 for an instance, 2 for a part of it that is an instance there, too.
    std::size_t levels(Entity part) const;

    /// All entities whose counterpart is this one, by their ids. Looks at all instances.
    std::vector<Entity> with_source(Entity source) const;
    /// Calls `visit(Entity, Entity source)` for every entity with InstanceOf.
    template <class Visit>
    void each_part(Visit&& visit) const {
        if (instance_ == no_component) return;
        for (ArchetypeId id = 0; id < world_.archetype_count(); ++id) {
            const Archetype& archetype = world_.archetype(id);
            if (archetype.entity_count() == 0 || !archetype.has(instance_)) continue;
            const auto column = static_cast<std::size_t>(archetype.column_of(instance_));
            for (std::size_t chunk = 0; chunk < archetype.chunk_count(); ++chunk) {
                const auto* sources = reinterpret_cast<const InstanceOf*>(archetype.column_data(chunk, column));
                std::size_t row = 0;
                for (const Entity entity : archetype.chunk(chunk).entities()) visit(entity, sources[row++].source);
            }
        }
    }

private:
    const World& world_;
    ComponentId tag_, instance_;
};

}  // namespace ecs
