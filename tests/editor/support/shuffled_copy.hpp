// A copy of a session whose rows lie in another order: what a saved and loaded world looks like to systems.
#pragma once

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

#include "editor/session/session.hpp"
#include "editor/support/demo.hpp"

inline std::unique_ptr<editor::Session> shuffled_copy(const editor::Session& source, unsigned shuffle_seed) {
    auto copy = demo::new_session();
    const ecs::World& from = source.world;
    std::vector<ecs::Entity> entities;
    for (std::size_t slot = 0; slot < from.slot_count(); ++slot)
        if (const ecs::Entity entity = from.entity_at_slot(slot)) entities.push_back(entity);
    std::shuffle(entities.begin(), entities.end(), std::mt19937(shuffle_seed));

    for (const ecs::Entity entity : entities) {
        copy->world.create_at(entity);
        for (const ecs::ComponentType* type : from.archetype_of(entity).types()) {
            if (type->id == from.parent_id()) continue;
            const ecs::ComponentType& same = copy->world.types()[type->id];
            copy->world.add(entity, type->is_tag() ? ecs::Value(same) : ecs::Value(same, from.get(entity, type->id)));
        }
    }
    for (const ecs::Entity entity : entities)
        if (const ecs::Entity parent = from.parent(entity)) copy->world.set_parent(entity, parent);

    copy->world.set_tick(from.tick());
    copy->schedule.random = source.schedule.random;
    for (const ecs::System* system : source.schedule.systems()) {
        copy->add_system(system->description.name);
        copy->schedule.set_enabled(system->description.name, system->enabled);
    }
    return copy;
}
