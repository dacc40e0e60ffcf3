// Predicts the cost of a structural change of one entity: the bytes copied, and the blocks that are made, grow or are
// given back. The prediction uses the numbers by which the storage decides. It equals what a Journal then records, if
// nothing else changes in between.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ecs/world/world.hpp"

namespace ecs {

struct StructuralCost {
    std::vector<ComponentId> target;      // sorted; the archetype of the row after the change; empty when the entity is
                                          // destroyed
    std::optional<ArchetypeId> existing;  // id of that archetype; nothing when it does not exist yet
    std::uint32_t row_bytes = 0;          // copied for the row itself, with its 8-byte id
    std::uint32_t hole_bytes = 0;         // copied for the last row, which fills the hole; 0 when the row is the last
                                          // one
    std::uint32_t growth_bytes = 0;       // copied because the target's only block is full and the rows move to a
                                          // larger one
    bool makes_chunk = false;             // in the target archetype
    bool frees_chunk = false;             // in the archetype that the row leaves

    std::uint64_t bytes_copied() const { return std::uint64_t{row_bytes} + hole_bytes + growth_bytes; }
    friend bool operator==(const StructuralCost&, const StructuralCost&) = default;
};

/// Nothing when the entity is gone or already has the component. Parent counts like any other component.
std::optional<StructuralCost> cost_of_adding(const World& world, Entity entity, ComponentId component);
/// Nothing when the entity is gone or lacks the component.
std::optional<StructuralCost> cost_of_removing(const World& world, Entity entity, ComponentId component);
/// Of several moves in a row each, in their order; the second one begins where the first one ended. Empty when one of
/// them moves nothing, or two name the same component.
struct ComponentMove {
    ComponentId component = no_component;
    bool adds = true;  // else it is removed
};
std::vector<StructuralCost> costs_of_moving(const World& world, Entity entity, std::span<const ComponentMove> moves);
/// Cost of this entity alone, without the entities below it. Nothing when the entity is gone.
std::optional<StructuralCost> cost_of_destroying(const World& world, Entity entity);
/// Cost of creating one entity with these components, in any order.
StructuralCost cost_of_creating(const World& world, std::vector<ComponentId> components);

/// One line for a person: "52 B copied (28 the row, 24 into its hole), new chunk".
std::string to_string(const StructuralCost& cost);

}  // namespace ecs
