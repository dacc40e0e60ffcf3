// A pool as lanes, one for each array that it keeps beside the others, with its blocks drawn to scale: what is in use,
// what is unused, holes of tombstones, and where the selected entities stand. All lanes of a pool have one scale.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "panels/base/panel.hpp"
#include "panels/base/patterns.hpp"
#include "panels/pools/pool_memory.hpp"

namespace panels {

/// One array of a pool. The blocks are numbered as in OwnerPool::blocks.
struct PoolLane {
    std::string label;  // "sparse", "packed", "values"; of a table the component
    std::vector<std::size_t> blocks;
    std::uint64_t bytes = 0;
    ImU32 color = 0;
};
std::vector<PoolLane> lanes_of(const Context& context, const ecs::OwnerPool& pool);
std::size_t lane_count(const ecs::OwnerPool& pool);

float lanes_height(const Style& style, std::size_t lanes);
/// Draws into the width that is left. Returns the block that was clicked. `open` is marked.
std::optional<std::size_t> draw_pool_lanes(const Context& context, PoolMemory& memory, std::size_t pool,
                                           std::optional<std::size_t> open = {});

/// "sparse page", in the language that is spoken.
const char* word_of(ecs::PoolBlockKind kind);
/// The colour of what a block has in use.
ImU32 color_of_block(const Context& context, const ecs::OwnerPool& pool, const ecs::PoolBlock& block);
/// "sparse page 3 of 5".
std::string block_title(const ecs::OwnerPool& pool, std::size_t block);
/// The entity at this entry of a block, or null; of a sparse page nothing is known.
ecs::OwnerKey entity_at(const ecs::OwnerPool& pool, const ecs::PoolBlock& block, std::size_t entry);
/// The component whose values the block has, in the world; no_component when nobody described it.
ecs::ComponentId component_of(const Context& context, const ecs::OwnerPool& pool, const ecs::PoolBlock& block);
ecs::ComponentId component_of(const Context& context, const ecs::OwnerColumn& column);

}  // namespace panels
