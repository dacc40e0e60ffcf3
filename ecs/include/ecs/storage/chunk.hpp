// A Chunk is one block of memory that holds rows of a single archetype, column by column:
//
//     0        64                                                                            block_bytes
//     | header | Entity x capacity | pad | Position x capacity | pad | Velocity x capacity | unused |
//
// A column starts at the next multiple of max(16, alignof). Tags have no column. Rows are dense: [0, rows). A row
// number is valid only until the next structural change of its archetype: keep an Entity instead. Chunks belong to
// the World, which takes their blocks from its BlockPool.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "ecs/base/entity.hpp"
#include "ecs/types/component_type.hpp"

namespace ecs {

using ArchetypeId = std::uint32_t;
inline constexpr ArchetypeId no_archetype = std::numeric_limits<ArchetypeId>::max();

/// The header of a block; the columns follow it in the same block.
struct alignas(64) Chunk {
    static constexpr std::size_t full_bytes = 16 * 1024;
    static constexpr std::size_t header_bytes = 64;
    static constexpr std::size_t smallest_bytes = 256;

    std::uint32_t id = 0;  // in the world's chunk table; does not change while the chunk lives
    ArchetypeId archetype = 0;
    std::uint32_t position = 0;  // among the chunks of its archetype
    std::uint32_t rows = 0;      // rows in use
    std::uint32_t capacity = 0;  // rows that fit
    std::uint32_t block_bytes = 0;
    std::uint64_t* versions = nullptr;  // the chunk's row of Archetype::versions_
    std::uint64_t made_at_tick = 0;

    std::byte* at(std::size_t offset) { return reinterpret_cast<std::byte*>(this) + offset; }
    const std::byte* at(std::size_t offset) const { return reinterpret_cast<const std::byte*>(this) + offset; }

    Entity* entity_column() { return reinterpret_cast<Entity*>(at(header_bytes)); }
    std::span<const Entity> entities() const { return {reinterpret_cast<const Entity*>(at(header_bytes)), rows}; }
    bool full() const { return rows == capacity; }
};
static_assert(sizeof(Chunk) == Chunk::header_bytes);

inline constexpr std::uint32_t no_offset = 0;  // for tags, which have no column (offset 0 is the header)

/// Start of each column of a block. At any one time all chunks of an archetype have the same layout.
struct ChunkLayout {
    std::uint32_t block_bytes = 0;
    std::uint32_t capacity = 0;          // rows; 0 when no row fits
    std::vector<std::uint32_t> offsets;  // byte offset of each type's column; no_offset for tags

    friend bool operator==(const ChunkLayout&, const ChunkLayout&) = default;
};

/// Computes the layout of `types` (in id order) in a block of `block_bytes`, with as many rows as fit.
ChunkLayout lay_out_chunk(std::span<const ComponentType* const> types, std::size_t block_bytes);
/// The same, into `layout`. Allocates nothing if `layout` held a layout of the same types before.
void lay_out_chunk(std::span<const ComponentType* const> types, std::size_t block_bytes, ChunkLayout& layout);

/// Bytes of a full-size block: 16 KiB, or the next power of two that holds one row.
std::size_t full_block_bytes(std::span<const ComponentType* const> types);

/// Bytes of the first block of an archetype: the smallest power of two from 256 B on that holds one row.
std::size_t first_block_bytes(std::span<const ComponentType* const> types);

/// An archetype that becomes empty keeps its only block up to this size, so that a single entity that comes and goes
/// allocates nothing.
inline constexpr std::uint32_t kept_when_empty_bytes = 1024;

/// Bytes of the smallest block that holds `rows` rows, at most the full size. The block of an archetype with that many
/// rows has at least this size.
std::size_t block_bytes_for(std::span<const ComponentType* const> types, std::size_t rows);

/// End of the last column. No row can use the bytes from there on.
std::size_t end_of_columns(std::span<const ComponentType* const> types, const ChunkLayout& layout);

}  // namespace ecs
