// What tests of failure compare: everything of a world that an operation which failed must have left as it was, and
// what must hold of the storage at any time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ecs/world/world.hpp"

namespace test {

struct WorldState {
    std::uint64_t hash = 0;
    std::vector<ecs::Entity> entities;
    std::vector<ecs::Location> locations;
    std::vector<std::vector<ecs::Entity>> children;  // of each entity, in id order
    std::vector<ecs::Entity> free_list;
    std::size_t slots = 0;
    ecs::Entity next;

    friend bool operator==(const WorldState&, const WorldState&) = default;
};

WorldState state_of(const ecs::World& world);

/// In what two states differ, for a message; empty when they are equal.
std::string difference(const WorldState& before, const WorldState& after);

/// The first rule of the storage that does not hold, for a message; empty when all do: chunks are full but the last of
/// an archetype, none is empty but a small one that was kept, all have the archetype's layout, every row and its entity
/// find each other, counts agree, and describe() tiles every block (unless `without_bytes`).
std::string storage_fault(const ecs::World& world, bool without_bytes = false);

}  // namespace test
