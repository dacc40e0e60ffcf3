// The entities of a mirrored world that are of the program's engine and not of the game: Bevy keeps its observers and
// schedules as entities, and describes none of what they are made of.
#pragma once

#include <algorithm>

#include "ecs/world/world.hpp"

namespace ecs {

/// Whether entities of the archetype are of the engine unless they have children: no name, no parent, and no component
/// of the program's own.
inline bool has_only_engine_types(const World& world, const Archetype& archetype) {
    if (archetype.has(world.name_id()) || archetype.has(world.parent_id())) return false;
    const auto types = archetype.types();
    return std::all_of(types.begin(), types.end(),
                       [](const ComponentType* type) { return type->description.starts_with("bevy_ecs::"); });
}

/// The entity must be alive.
inline bool is_of_engine(const World& world, Entity entity) {
    return has_only_engine_types(world, world.archetype_of(entity)) && world.children(entity).empty();
}

/// Whether a value of this type is the engine's clock: since Bevy 0.19, components of its own entities.
inline bool is_clock_of_engine(const ComponentType& type) { return type.description.starts_with("bevy_time::"); }

/// Whether the types are those of a Bevy program. Other engines have no such entities.
inline bool has_types_of_bevy(const World& world) {
    for (ComponentId id = 0; id < world.types().size(); ++id)
        if (world.types()[id].description.starts_with("bevy_")) return true;
    return false;
}

/// How many there are. Looks only at entities of archetypes that may have some.
inline std::size_t count_of_engine(const World& world) {
    std::size_t count = 0;
    for (ArchetypeId id = 0; id < world.archetype_count(); ++id) {
        const Archetype& archetype = world.archetype(id);
        if (archetype.entity_count() == 0 || !has_only_engine_types(world, archetype)) continue;
        for (std::size_t chunk = 0; chunk < archetype.chunk_count(); ++chunk)
            for (const Entity entity : archetype.chunk(chunk).entities()) count += world.children(entity).empty();
    }
    return count;
}

}  // namespace ecs
