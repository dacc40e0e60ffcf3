// The doctor for worlds of others: what their pools or tables waste, and which pools are in orders that do not go
// together. As the doctor for archetypes (ecs/diagnose/doctor.hpp) it is a function and keeps nothing. The remedies are
// calls that the owner's program makes, because the memory is the owner's.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ecs/mirror/owner_memory.hpp"

namespace ecs {

enum class PoolShape : std::uint8_t {
    ScatteredPools,  // two pools with mostly the same entities in different orders: a loop over both jumps about
    SparsePages,     // few entities with ids far apart: a sparse page for each few
    Tombstones,      // most entries of a pool that keeps addresses were left by entities that went
    RoomyPool,       // arrays, pages or columns that are mostly unused, because most entities went
    EmptyTables,     // tables or archetypes that nobody is in, which queries look at and which may keep memory
    LonelyTables,    // many with one or two entities each, in tables most often because of pairs with different targets
};
inline constexpr std::size_t pool_shape_count = 6;
/// `scattered-pools`.
std::string_view name_of(PoolShape shape);
/// "Scattered pools"; of archetypes "Empty archetypes" where others have "Empty tables".
std::string_view title_of(PoolShape shape, PoolKind kind);

struct PoolFinding {
    PoolShape shape = PoolShape::SparsePages;
    std::vector<std::size_t> pools;  // positions in OwnerMemory::pools
    std::uint64_t wasted_bytes = 0;  // exactly; of ScatteredPools and tables also 0: they waste time
    /// ScatteredPools: steps of a loop over both that leave the order of the larger one. In pools of more than 100,000
    /// it is counted for as many of them, and is the same share of all.
    std::size_t jumps = 0;
    std::string cause, remedy;  // sentences for a person
};

/// All findings, largest waste first, then those that waste time: many tables, and scattered pools by their jumps.
/// Waste of less than a page of 4 KiB is none.
std::vector<PoolFinding> diagnose(const OwnerMemory& memory);

/// Steps from one entity of `walked` to the next that do not lead to a neighbour in `visited`. Entities that `visited`
/// lacks are passed over.
std::size_t jumps_between(const OwnerPool& walked, const OwnerPool& visited);

}  // namespace ecs
