// DeadRows marks rows that died in a batch and whose holes are not closed yet: one bit per row, by chunk id. A
// chunk's bits are cleared when its first row dies, so a batch costs only the chunks that it touches.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "ecs/storage/entity_index.hpp"

namespace ecs {

class DeadRows {
public:
    explicit DeadRows(std::size_t chunks)
        : counts_(chunks), bits_(std::make_unique_for_overwrite<std::uint64_t[]>(chunks * words)) {}

    /// Returns whether this is the first dead row of its chunk.
    bool mark(std::uint32_t chunk_id, std::uint32_t row) {
        std::uint64_t* bits = &bits_[chunk_id * words];
        const bool first = counts_[chunk_id]++ == 0;
        if (first) [[unlikely]]
            std::memset(bits, 0, words * sizeof(std::uint64_t));
        bits[row / 64] |= std::uint64_t{1} << (row % 64);
        return first;
    }
    std::uint32_t count(std::uint32_t chunk_id) const { return counts_[chunk_id]; }
    bool is_dead(std::uint32_t chunk_id, std::uint32_t row) const {
        return counts_[chunk_id] > 0 && (bits_[chunk_id * words + row / 64] >> (row % 64) & 1) != 0;
    }
    /// The first dead row of the chunk from `row` on; `end` when there is none before it. The chunk must have a dead
    /// row.
    std::uint32_t next(std::uint32_t chunk_id, std::uint32_t row, std::uint32_t end) const {
        while (row < end) {
            const std::uint64_t rest = bits_[chunk_id * words + row / 64] >> (row % 64);
            if (rest != 0) return std::min(end, row + static_cast<std::uint32_t>(std::countr_zero(rest)));
            row = (row / 64 + 1) * 64;
        }
        return end;
    }

private:
    static constexpr std::size_t words = EntityIndex::max_rows_per_chunk / 64;

    std::vector<std::uint32_t> counts_;
    std::unique_ptr<std::uint64_t[]> bits_;
};

}  // namespace ecs
