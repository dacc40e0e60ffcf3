// A memory that counts the bytes that growing blocks copy, for workloads too large to trace. Rows that only move up
// within their column are counted but not moved: moving 40 GB would take seconds, and only the values depend on it.
#pragma once

#include "ecs/lab/storages/growing_block.hpp"

namespace ecs::lab {

struct CopyCounts {
    std::uint64_t allocations = 0, grown_bytes = 0, shifted_bytes = 0, filled_bytes = 0;
};

class CountingMemory : public PlainMemory {
public:
    using Rows = GrowingBlock<CountingMemory>;

    CountingMemory(Arena& arena, CopyCounts& counts) : PlainMemory(arena, nullptr), counts_(&counts) {}

    void copy(Address to, Address from, std::uint64_t bytes, std::string_view text = {}) const {
        if (text == Rows::shifting) {
            counts_->shifted_bytes += bytes;
            return;
        }
        if (text == Rows::growing) counts_->grown_bytes += bytes;
        if (text == Rows::filling) counts_->filled_bytes += bytes;
        PlainMemory::copy(to, from, bytes, text);
    }
    Address allocate(std::uint64_t bytes, std::string_view what, BlockKind kind = BlockKind::Heap) const {
        if (kind == BlockKind::Heap) ++counts_->allocations;
        return PlainMemory::allocate(bytes, what, kind);
    }

private:
    CopyCounts* counts_;
};

/// Bytes moved while the oldest of `rows` rows of `row_bytes` is removed from one growing block until none is left.
std::uint64_t moved_by_removing_oldest(std::uint32_t rows, std::uint32_t row_bytes, StorageOptions::Removal removal);

}  // namespace ecs::lab
