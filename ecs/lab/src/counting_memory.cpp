#include "ecs/lab/counting_memory.hpp"

namespace ecs::lab {

std::uint64_t moved_by_front_removal(std::uint32_t rows, std::uint32_t row_bytes, StorageOptions::Removal removal) {
    Arena arena;
    CopyCounts counts;
    const CountingMemory memory(arena, counts);
    BlockLayout layout(ColumnRule::Packed);
    layout.push({row_bytes, 1});
    const Address head = memory.allocate(CountingMemory::Rows::head_bytes, "head of the rows", Place::Program);
    CountingMemory::Rows::make(memory, head, layout, rows);
    CountingMemory::Rows block(memory, head, layout);
    block.set_size(rows);
    for (std::uint32_t i = 0; i < rows; ++i) block.remove_row(0, removal);
    return counts.shifted_bytes + counts.filled_bytes;
}

}  // namespace ecs::lab
