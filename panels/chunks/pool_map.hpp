// The pools of an owner as cards: each with its arrays as lanes (pool_lanes.hpp), sorted and searched. A click on a
// block shows its bytes. Its cost depends on the cards in view.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "panels/chunk_bytes/pool_block_view.hpp"
#include "panels/pools/pool_lanes.hpp"

namespace panels {

class PoolMap {
public:
    enum class Order { Bytes, Waste, Name };

    /// Draws the cards, or the block that is open, into the remaining room. The memory must be known.
    void show(const Context& context, PoolMemory& memory);
    /// Tools of the line above it.
    void show_tools(const Context& context, PoolMemory& memory);
    /// Opens the first block with values of this pool.
    void open_pool(std::string_view name) { asked_for_ = name; }
    bool leave_block();

    Order order() const { return order_; }
    void set_order(Order order) { order_ = order; }
    /// The pools as they were drawn last, and how many of them were in view.
    const std::vector<std::size_t>& listed() const { return listed_; }
    std::size_t cards_drawn() const { return cards_drawn_; }
    const PoolBlockView& block() const { return block_; }
    std::string search;

private:
    void list(const PoolMemory& memory);
    void draw_card(const Context& context, PoolMemory& memory, std::size_t pool, float width);
    void draw_block(const Context& context, PoolMemory& memory);
    void open_asked(const PoolMemory& memory);

    Order order_ = Order::Bytes;
    std::vector<std::size_t> listed_;
    std::vector<float> tops_;  // of the cards, and the end
    std::uint64_t listed_number_ = 0;
    std::string listed_search_;
    Order listed_order_ = Order::Bytes;
    std::size_t cards_drawn_ = 0;
    std::string asked_for_;
    PoolBlockView block_;
};

}  // namespace panels
