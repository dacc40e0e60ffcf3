// The versions of an archetype's chunks: one row of numbers per chunk, the rows one after another. A search for
// changes reads these rows instead of one cache line in each chunk. A row never moves. Belongs to the Archetype.
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

    /// Takes memory for the rows of `chunks` chunks. New rows are zero.
    void reserve(std::size_t chunks) {
        while (chunks > capacity()) {
            slabs_.reserve(slabs_.size() + 1);
            slabs_.push_back(std::make_unique<std::uint64_t[]>(per_chunk_ << slabs_.size()));
        }
    }
    /// The row of the chunk at `position`, which must be below the reserved number of chunks.
    std::uint64_t* row(std::size_t position) const {
        const auto slab = static_cast<std::size_t>(std::bit_width(position + 1) - 1);
        return slabs_[slab].get() + (position + 1 - (std::size_t{1} << slab)) * per_chunk_;
    }

private:
    std::size_t capacity() const { return (std::size_t{1} << slabs_.size()) - 1; }

    std::size_t per_chunk_;
    std::vector<std::unique_ptr<std::uint64_t[]>> slabs_;  // the first slab has one row, each further one twice the
                                                           // rows of the slab before
};

}  // namespace ecs
