#include "ecs/lab/storages/counting_memory.hpp"

#include <numeric>
#include <vector>

namespace ecs::lab {

std::uint64_t moved_by_removing_oldest(std::uint32_t rows, std::uint32_t row_bytes, StorageOptions::Removal removal) {
    Arena arena;
    CopyCounts counts;
    const CountingMemory memory(arena, counts);
    BlockLayout layout(ColumnRule::Packed);
    layout.push({row_bytes, 1});
    const Address head = memory.allocate(CountingMemory::Rows::head_bytes, "head of the rows", BlockKind::Program);
    CountingMemory::Rows::make(memory, head, layout, rows);
    CountingMemory::Rows block(memory, head, layout);
    block.set_size(rows);
    // The entity in each row, and the row of each entity. A lower number is an older entity.
    std::vector<std::uint32_t> in_row(rows), row_of(rows);
    std::iota(in_row.begin(), in_row.end(), 0);
    std::iota(row_of.begin(), row_of.end(), 0);
    for (std::uint32_t oldest = 0; oldest < rows; ++oldest) {
        // With Shift all rows move up alike, so the oldest is the first. Otherwise the last row takes its place.
        const std::uint32_t row = removal == StorageOptions::Removal::Shift ? 0 : row_of[oldest];
        block.remove_row(row, removal);
        const std::uint32_t last = rows - 1 - oldest;
        if (removal == StorageOptions::Removal::Shift || row == last) continue;
        in_row[row] = in_row[last];
        row_of[in_row[row]] = row;
    }
    return counts.shifted_bytes + counts.filled_bytes;
}

}  // namespace ecs::lab
