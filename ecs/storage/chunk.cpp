#include "ecs/storage/chunk.hpp"

#include <algorithm>
#include <bit>

#include "ecs/base/rounding.hpp"
#include "ecs/storage/entity_index.hpp"

namespace ecs {

namespace {

std::size_t column_align(const ComponentType& type) { return std::max<std::size_t>(16, type.align); }

// End of the last column with `rows` rows. Writes the offsets if asked to.
std::size_t end_of_columns(std::span<const ComponentType* const> types, std::size_t rows,
                           std::vector<std::uint32_t>* offsets) {
    std::size_t end = Chunk::header_bytes + rows * sizeof(Entity);
    for (const ComponentType* type : types) {
        if (type->is_tag()) {
            if (offsets) offsets->push_back(no_offset);
            continue;
        }
        end = rounded_up(end, column_align(*type));
        if (offsets) offsets->push_back(static_cast<std::uint32_t>(end));
        end += rows * type->size;
    }
    return end;
}

std::size_t block_for_one_row(std::span<const ComponentType* const> types, std::size_t at_least) {
    return std::max(at_least, std::bit_ceil(end_of_columns(types, 1, nullptr)));
}

}  // namespace

ChunkLayout lay_out_chunk(std::span<const ComponentType* const> types, std::size_t block_bytes) {
    ChunkLayout layout;
    lay_out_chunk(types, block_bytes, layout);
    return layout;
}

void lay_out_chunk(std::span<const ComponentType* const> types, std::size_t block_bytes, ChunkLayout& layout) {
    std::size_t row_bytes = sizeof(Entity);
    for (const ComponentType* type : types) row_bytes += type->size;

    // Alignment only costs rows, so the search starts at the capacity without it and goes down.
    std::size_t rows = block_bytes <= Chunk::header_bytes ? 0 : (block_bytes - Chunk::header_bytes) / row_bytes;
    rows = std::min<std::size_t>(rows, EntityIndex::max_rows_per_chunk);
    while (rows > 0 && end_of_columns(types, rows, nullptr) > block_bytes) --rows;

    layout.block_bytes = static_cast<std::uint32_t>(block_bytes);
    layout.capacity = static_cast<std::uint32_t>(rows);
    layout.offsets.clear();
    layout.offsets.reserve(types.size());
    end_of_columns(types, rows, &layout.offsets);
}

std::size_t full_block_bytes(std::span<const ComponentType* const> types) {
    return block_for_one_row(types, Chunk::full_bytes);
}

std::size_t first_block_bytes(std::span<const ComponentType* const> types) {
    return block_for_one_row(types, Chunk::smallest_bytes);
}

std::size_t block_bytes_for(std::span<const ComponentType* const> types, std::size_t rows) {
    const std::size_t full = full_block_bytes(types);
    std::size_t bytes = first_block_bytes(types);
    ChunkLayout layout;
    for (; bytes < full; bytes *= 2) {
        lay_out_chunk(types, bytes, layout);
        if (layout.capacity >= rows) break;
    }
    return bytes;
}

std::size_t end_of_columns(std::span<const ComponentType* const> types, const ChunkLayout& layout) {
    return end_of_columns(types, layout.capacity, nullptr);
}

}  // namespace ecs
