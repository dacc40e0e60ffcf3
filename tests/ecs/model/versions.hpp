// Whether column versions tell the truth about one operation: a column whose bytes changed has a newer version, and a
// column that the operation could not have written has the old one. Chunks are told by their ids: when others go as a
// whole, a chunk may move up in its archetype without being written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ecs/world/world.hpp"

namespace test {

/// What an operation may have done, as the model knows it.
struct Effect {
    enum class Kind : std::uint8_t { Nothing, Write, Structure };
    Kind kind = Kind::Structure;
    ecs::Entity entity;                              // of a Write
    ecs::ComponentId component = ecs::no_component;  // of a Write
};

class Versions {
public:
    explicit Versions(const ecs::World& world);
    /// Empty when the world's versions now fit the effect that the operation since had.
    std::string fault(const ecs::World& world, const Effect& effect) const;

private:
    struct Column {
        std::uint64_t version = 0, hash = 0;
    };
    struct ChunkState {
        ecs::ArchetypeId archetype = ecs::no_archetype;
        std::uint32_t rows = 0;
        std::vector<Column> columns;  // [0] of the entities
    };
    static ChunkState state_of(const ecs::Archetype& archetype, std::size_t position);

    std::vector<ChunkState> chunks_;  // by chunk id
    std::uint64_t clock_, structure_;
};

}  // namespace test
