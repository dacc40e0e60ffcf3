// The numbers of one archetype in the lists of panels. They are read from the archetype itself, never stored beside
// it.
#pragma once

#include <cstdint>

#include "ecs/storage/archetype.hpp"

namespace panels {

enum class ArchetypeColumn { Name, Entities, Chunks, Capacity, Fill, Bytes, Waste, BytesPerEntity };
inline constexpr int archetype_column_count = 8;

struct ArchetypeFacts {
    std::uint64_t entities = 0, chunks = 0;
    std::uint64_t capacity = 0;  // rows of a full-size chunk
    std::uint64_t room = 0;      // rows that fit into its present chunks
    std::uint64_t bytes = 0, used_bytes = 0;

    double fill() const { return room == 0 ? 0 : static_cast<double>(entities) / static_cast<double>(room); }
    std::uint64_t waste() const { return bytes - used_bytes; }
    double bytes_per_entity() const {
        return entities == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(entities);
    }
    double number(ArchetypeColumn column) const;
    /// For a sum that contains `before`. Unsigned differences may wrap; the sum is correct again.
    void add_difference(const ArchetypeFacts& before, const ArchetypeFacts& now) {
        entities += now.entities - before.entities;
        chunks += now.chunks - before.chunks;
        room += now.room - before.room;
        bytes += now.bytes - before.bytes;
        used_bytes += now.used_bytes - before.used_bytes;
    }
    friend bool operator==(const ArchetypeFacts&, const ArchetypeFacts&) = default;
};
ArchetypeFacts facts_of(const ecs::Archetype& archetype);

}  // namespace panels
