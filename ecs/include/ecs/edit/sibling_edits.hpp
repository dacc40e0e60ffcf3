// Edits that put entities at a place among siblings; see ecs/world/sibling_order.hpp. They are ordinary edits, to be
// one step of the history. None of these functions changes the world.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ecs/edit/edit.hpp"

namespace ecs {

/// A place among siblings: right before or right behind `beside`.
struct SiblingPlace {
    Entity beside;
    bool behind = false;
};

/// Empty when place_siblings would work and change something, else the reason for a person.
std::string why_not_place_siblings(const World& world, const std::vector<Entity>& entities, SiblingPlace place);

/// Moves the entities, in this order, to the place, below the parent that is there. Where no numbers are left between
/// the neighbours, all siblings get new ones. SiblingOrder must be registered (register_sibling_order).
std::vector<Edit> place_siblings(const World& world, const std::vector<Entity>& entities, SiblingPlace place);

/// The siblings of the entity, itself included, in their order. Walks the whole world for an entity at the top.
std::vector<Entity> siblings_of(const World& world, Entity entity);

}  // namespace ecs
