// Everything of a world on which its further life depends, copied value by value through the public interface: what
// tests of snapshots compare.
#pragma once

#include <string>
#include <vector>

#include "ecs/world/world.hpp"

namespace test {

struct DeepState {
    struct Row {
        ecs::Entity entity;
        std::vector<ecs::Value> values;  // one a component, in id order
    };
    struct ArchetypeRows {
        std::size_t chunks = 0, block_bytes = 0;
        std::vector<Row> rows;
    };
    std::vector<ArchetypeRows> archetypes;  // without the empty ones at the end
    std::vector<ecs::Location> locations;   // by slot
    std::vector<std::vector<ecs::Entity>> children;
    std::vector<std::uint8_t> slots;  // what each slot is: alive, free, or which generations are parked or reserved
    std::vector<ecs::Entity> free_list;
    ecs::Entity next;
    std::uint64_t hash = 0, tick = 0, structural_changes = 0;
};

DeepState deep_state(const ecs::World& world);

/// In what they differ, for a message; empty when they are equal.
std::string difference(const DeepState& before, const DeepState& after);
inline bool operator==(const DeepState& a, const DeepState& b) { return difference(a, b).empty(); }

}  // namespace test
