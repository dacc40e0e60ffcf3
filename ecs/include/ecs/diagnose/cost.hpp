// What a structural change of one entity will cost, before it is made: the bytes that will be copied, blocks that will
// be made, grow or be given back. It follows from the same numbers that the storage itself decides by, and equals what
// a Journal then says, as long as nothing else happens in between.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ecs/world/world.hpp"

namespace ecs {

struct StructuralCost {
    std::vector<ComponentId> target;      // sorted; the archetype where the row will be, empty when it is destroyed
    std::optional<ArchetypeId> existing;  // of that archetype; nothing when it would be the first of its kind
    std::uint32_t row_bytes = 0;          // copied for the row itself, its 8-byte id included
    std::uint32_t hole_bytes = 0;         // copied for the last row that fills the hole; 0: it is the last itself
    std::uint32_t growth_bytes = 0;       // copied because the target's only block is full and moves to a larger one
    bool makes_chunk = false;             // in the target
    bool frees_chunk = false;             // where the row was

    std::uint64_t bytes_copied() const { return std::uint64_t{row_bytes} + hole_bytes + growth_bytes; }
    friend bool operator==(const StructuralCost&, const StructuralCost&) = default;
};

/// Nothing when the entity is gone, or has the component already. Parent counts as any other component.
std::optional<StructuralCost> cost_of_adding(const World& world, Entity entity, ComponentId component);
/// Nothing when the entity is gone, or lacks the component.
std::optional<StructuralCost> cost_of_removing(const World& world, Entity entity, ComponentId component);
/// Of the entity alone: those below it cost apart. Nothing when it is gone.
std::optional<StructuralCost> cost_of_destroying(const World& world, Entity entity);
/// Of one entity with these components, in any order.
StructuralCost cost_of_creating(const World& world, std::vector<ComponentId> components);

/// One line for a person: "52 B copied (28 the row, 24 into its hole), new chunk".
std::string to_string(const StructuralCost& cost);

}  // namespace ecs
