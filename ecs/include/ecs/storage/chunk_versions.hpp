// The versions of an archetype's chunks: a row of numbers for each chunk, rows one after another, so that "what
// changed" reads these and not one cache line in each chunk. A row never moves. Belongs to the Archetype.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ecs {

class ChunkVersions {
public:
    explicit ChunkVersions(std::size_t per_chunk) : per_chunk_(per_chunk) {}

    /// Takes memory for the rows of so many chunks; new ones are zeros.
    void reserve(std::size_t chunks) {
        while (chunks > capacity()) {
            slabs_.reserve(slabs_.size() + 1);
            slabs_.push_back(std::make_unique<std::uint64_t[]>(per_chunk_ << slabs_.size()));
        }
    }
    /// Of the chunk at this position, which must be below what was reserved.
    std::uint64_t* row(std::size_t position) const {
        const auto slab = static_cast<std::size_t>(std::bit_width(position + 1) - 1);
        return slabs_[slab].get() + (position + 1 - (std::size_t{1} << slab)) * per_chunk_;
    }

private:
    std::size_t capacity() const { return (std::size_t{1} << slabs_.size()) - 1; }

    std::size_t per_chunk_;
    std::vector<std::unique_ptr<std::uint64_t[]>> slabs_;  // each has twice the rows of the one before, the first one
};

}  // namespace ecs
