// The next ticks of a world depend on its entities, their values, and a WorldOrder: the order of archetypes, of rows and
// of children, the sizes of blocks, the dead handles that an edit keeps, and the bits of NaNs. World files leave it out.
// A world that gets the entities and the order of another one goes on exactly as that one does. Its memory looks the
// same.
//
//     WorldOrder order = order_of(world);
//     …  another world gets the same types; then
//     prepare_order(other, order);   // before it has entities
//     …  it gets the same entities
//     restore_order(other, order);
//
// Component types are named, not numbered. Restoring checks everything, so an order may come from anywhere.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ecs/world/world.hpp"

namespace ecs {

struct WorldOrder {
    struct OfArchetype {
        std::vector<std::string> components;  // names of its types
        std::uint32_t block_bytes = 0;
        std::vector<Entity> rows;                  // chunk after chunk
        std::vector<std::uint64_t> made_at_ticks;  // one a chunk
        friend bool operator==(const OfArchetype&, const OfArchetype&) = default;
    };
    struct OfChildren {
        Entity parent;
        std::vector<Entity> children;
        friend bool operator==(const OfChildren&, const OfChildren&) = default;
    };
    /// A NaN. Texts have one word for all NaNs, but their bits differ.
    struct OfNan {
        Entity entity;
        std::string component;
        std::uint32_t offset = 0;  // in the value
        std::uint64_t bits = 0;    // of an f32 the lower half
        friend bool operator==(const OfNan&, const OfNan&) = default;
    };
    std::vector<OfArchetype> archetypes;  // in the order in which they came about; those of retired types are left out
    std::vector<Entity> parked;           // by slot
    std::vector<OfChildren> families;     // of two children or more, by parent
    std::vector<OfNan> nans;              // that are not the usual quiet one, by archetype
    std::uint64_t structural_changes = 0;
    friend bool operator==(const WorldOrder&, const WorldOrder&) = default;
};

WorldOrder order_of(const World& world);

/// Makes the archetypes in this order. Those without rows whose types the world does not know are left out.
void prepare_order(World& world, const WorldOrder& order);

/// Puts the rows into this order. Returns why the order is not one of this world, for a person, and changes nothing
/// then; else an empty text. Nothing may iterate.
[[nodiscard]] std::string restore_order(World& world, const WorldOrder& order);

}  // namespace ecs
