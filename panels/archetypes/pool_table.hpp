// The pools of an owner as a table of numbers, and the groups that keep them in order: what the Archetypes panel shows
// where the world is a copy of somebody else's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "panels/base/panel.hpp"
#include "panels/pools/pool_memory.hpp"

namespace panels {

enum class PoolColumn { Name, Entities, Capacity, SparsePages, Tombstones, Bytes, Used, Wasted, Group };
inline constexpr int pool_column_count = 9;

class PoolTable {
public:
    /// Draws into the remaining room. The memory must be known.
    void show(const Context& context, PoolMemory& memory);

    /// The pools in the order of their rows.
    const std::vector<std::size_t>& order() const { return order_; }
    std::string filter;

private:
    void sort(const PoolMemory& memory);
    void draw_row(const Context& context, const PoolMemory& memory, std::size_t pool);
    void draw_groups(const Context& context, const PoolMemory& memory) const;

    std::vector<std::size_t> order_;
    PoolColumn column_ = PoolColumn::Bytes;
    bool descending_ = true, resort_ = true;
    std::uint64_t sorted_number_ = 0;
    std::string sorted_filter_;
};

}  // namespace panels
