// What a world has in memory (ecs/mirror/owner_memory.hpp), as bytes: what the client wishes to know, and the answer.
// Addresses are sent as mere numbers. The client names a block that it wants, and the program finds it in its memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ecs/mirror/owner_memory.hpp"
#include "probe/wire/bytes.hpp"

namespace probe {

/// A part of a block. Names and places say which one, because positions change from one answer to the next.
struct WantedPart {
    std::string pool;
    ecs::PoolBlockKind kind = ecs::PoolBlockKind::Packed;
    std::string component;
    std::uint64_t block_first = 0;      // PoolBlock::first
    std::uint64_t first = 0, size = 0;  // in bytes from the start of the block

    WantedPart() = default;
    WantedPart(const ecs::OwnerMemory& memory, const ecs::PoolPart& part);
    /// Where it is in this memory; nothing when there is no such block.
    std::optional<ecs::PoolPart> find_in(const ecs::OwnerMemory& memory) const;

    friend bool operator==(const WantedPart&, const WantedPart&) = default;
};
inline constexpr std::size_t most_wanted_parts = 8, most_part_bytes = 1u << 20;

/// All pools, and the bytes of these parts.
struct MemoryWish {
    std::uint64_t number = 0;  // the answer has the same
    std::vector<WantedPart> parts = {};
};

/// All of it is from one moment between two ticks.
struct MemoryAnswer {
    /// Of the part of the wish at this position. There are no bytes when the program has no such block.
    struct Part {
        std::uint32_t wanted = 0;
        std::uint64_t first = 0;  // in bytes from the start of the block
        ecs::PoolBytes read = {};
    };
    std::uint64_t number = 0, owner_run = 0;
    ecs::OwnerMemory memory = {};
    std::vector<Part> parts = {};
};

void write_wish(ByteWriter& to, const MemoryWish& wish);
MemoryWish read_wish(ByteReader& from);
void write_memory(ByteWriter& to, const MemoryAnswer& answer);
/// Fails for what cannot be: more used entries than there are entries, spans that do not cover the bytes.
MemoryAnswer read_memory(ByteReader& from);

}  // namespace probe
