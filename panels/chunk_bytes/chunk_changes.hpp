// ChunkChanges finds the bytes of the chunk in view that changed since the last tick. Column versions limit the
// search; only the columns that may have changed are compared with a copy of the block from before that tick. Only
// the chunk in view is copied, so changes from before it came into view are unknown, and the view says so.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "panels/chunk_bytes/block_grid.hpp"

namespace panels {

class ChunkChanges {
public:
    /// Call it in each frame with the chunk in view.
    void look_at(const ecs::World& world, const ecs::Archetype& archetype, std::size_t chunk);

    /// Ranges of changed bytes in order of their offsets.
    std::span<const ByteRange> ranges() const { return ranges_; }
    std::size_t byte_count() const { return byte_count_; }
    bool has(std::uint32_t byte) const;
    /// Ticks between the compared states; 0: no tick ran since the chunk came into view, so the changes are edits.
    std::uint64_t ticks() const { return tick_ - tick_before_; }
    /// `212 bytes changed in the last tick`
    std::string sentence() const;
    /// Bytes compared so far: the cost of looking.
    std::size_t bytes_compared() const { return bytes_compared_; }

private:
    void begin(const ecs::World& world, const ecs::Archetype& archetype, std::size_t chunk);
    void compare(const ecs::Archetype& archetype, std::size_t chunk);
    void compare_bytes(const ecs::Chunk& block, ByteRange range);

    const ecs::World* world_ = nullptr;
    const ecs::Chunk* block_ = nullptr;
    std::uint32_t chunk_id_ = 0, block_bytes_ = 0;
    std::uint64_t tick_ = 0, tick_before_ = 0;
    std::uint64_t version_ = 0, version_before_ = 0;  // newest version of the chunk when it was copied
    std::vector<std::byte> bytes_, bytes_before_;     // the last seen bytes, and the bytes before the last tick
    std::vector<ByteRange> ranges_;
    std::size_t byte_count_ = 0, bytes_compared_ = 0;
};

}  // namespace panels
