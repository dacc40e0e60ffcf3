// The rows of one archetype as article 002 keeps them: one block of bytes, in which each component has a column, one
// value after another. When the block is full, all columns move to a new one with twice the capacity. It belongs to
// whoever owns its head.
//
//     head (16 bytes, Place::Program): | data | size | capacity |
//     data (Place::Heap):              | Position x capacity | Scale x capacity |     column start: see ColumnRule
//
// Invariant: rows [0, size) are in use, size <= capacity, capacity is at least 1.
#pragma once

#include <algorithm>
#include <array>

#include "ecs/lab/memory/memory.hpp"
#include "ecs/lab/storages/storage.hpp"

namespace ecs::lab {

enum class ColumnRule : std::uint8_t {
    Packed,   // the article's: start = sum of the sizes before * capacity, wherever that is (002-L2)
    Aligned,  // the next address behind the column before that suits the type
};

struct BlockColumn {
    std::uint32_t bytes = 1;  // of one value, at least 1
    std::uint32_t align = 1;
};

/// Where the columns of a block lie; depends on the capacity only.
class BlockLayout {
public:
    static constexpr std::size_t max_columns = max_types + 1;

    explicit BlockLayout(ColumnRule rule) : rule_(rule) {}
    void push(BlockColumn column) { columns_[count_++] = column; }

    std::size_t count() const { return count_; }
    const BlockColumn& column(std::size_t i) const { return columns_[i]; }
    std::uint64_t row_bytes() const {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < count_; ++i) sum += columns_[i].bytes;
        return sum;
    }
    /// From the start of the block.
    std::uint64_t start(std::size_t column, std::uint64_t capacity) const {
        return start_after(column, 0, 0, capacity);
    }
    std::uint64_t end(std::size_t column, std::uint64_t capacity) const {
        return start(column, capacity) + columns_[column].bytes * capacity;
    }
    std::uint64_t block_bytes(std::uint64_t capacity) const { return count_ == 0 ? 0 : end(count_ - 1, capacity); }

private:
    std::uint64_t start_after(std::size_t column, std::size_t first, std::uint64_t at, std::uint64_t capacity) const {
        for (std::size_t i = first;; ++i) {
            if (rule_ == ColumnRule::Aligned) at = (at + columns_[i].align - 1) / columns_[i].align * columns_[i].align;
            if (i == column) return at;
            at += columns_[i].bytes * capacity;
        }
    }

    ColumnRule rule_;
    std::size_t count_ = 0;
    std::array<BlockColumn, max_columns> columns_;
};

template <class Memory>
class GrowingBlock {
public:
    struct Head {
        Address data = 0;
        std::uint32_t size = 0, capacity = 0;
    };
    static constexpr std::uint64_t head_bytes = sizeof(Head);
    /// What copies say of themselves, so that they can be told apart.
    static constexpr std::string_view growing = "the column moves to the larger block",
                                      shifting = "the rows behind move up by one",
                                      filling = "the last row fills the hole";

    /// `head` must have been set up by make() once. `layout` must be that of make() and outlive this.
    GrowingBlock(const Memory& memory, Address head, const BlockLayout& layout)
        : memory_(memory), head_(head), layout_(layout) {}

    static void make(const Memory& memory, Address head, const BlockLayout& layout, std::uint32_t capacity) {
        memory.store(head, Head{memory.allocate(layout.block_bytes(capacity), what), 0, capacity}, "rows");
    }
    static Head look(const Arena& arena, Address head) {
        Head result;
        std::memcpy(&result, arena.at(head), sizeof result);
        return result;
    }

    Head head() const { return memory_.template load<Head>(head_, "rows"); }
    Address value_at(const Head& head, std::size_t column, std::uint32_t row) const {
        return head.data + layout_.start(column, head.capacity) + std::uint64_t{layout_.column(column).bytes} * row;
    }

    /// The number of a new last row, whose values are whatever lay there before. Doubles the capacity when it is full.
    std::uint32_t push_row() {
        Head head = this->head();
        if (head.size == head.capacity) {
            reset_memory(head.capacity * 2);
            head = this->head();
        }
        const std::uint32_t row = head.size++;
        memory_.store(head_, head, "one row more");
        return row;
    }
    /// A new block of this capacity, which must hold the rows in use; all columns are copied there.
    void reset_memory(std::uint32_t capacity) {
        const Head old = head();
        const Head fresh{memory_.allocate(layout_.block_bytes(capacity), what), old.size, capacity};
        for (std::size_t i = 0; i < layout_.count(); ++i)
            memory_.copy(value_at(fresh, i, 0), value_at(old, i, 0), std::uint64_t{layout_.column(i).bytes} * old.size,
                         growing);
        memory_.release(old.data);
        memory_.store(head_, fresh, "rows");
    }
    /// Gives back the capacity that is not in use.
    void fit() {
        const Head head = this->head();
        const std::uint32_t wanted = std::max(head.size, 1u);
        if (wanted != head.capacity) reset_memory(wanted);
    }
    /// Takes a row away: the last one fills the hole, or all behind it move up by one.
    void remove_row(std::uint32_t row, StorageOptions::Removal removal) {
        Head head = this->head();
        const std::uint32_t last = head.size - 1;
        for (std::size_t i = 0; row != last && i < layout_.count(); ++i) {
            const std::uint64_t bytes = layout_.column(i).bytes;
            if (removal == StorageOptions::Removal::SwapLast)
                memory_.copy(value_at(head, i, row), value_at(head, i, last), bytes, filling);
            else
                memory_.copy(value_at(head, i, row), value_at(head, i, row + 1), bytes * (last - row), shifting);
        }
        head.size = last;
        memory_.store(head_, head, "one row less");
    }
    /// Up to the capacity; new rows have the bytes that lie there.
    void set_size(std::uint32_t size) {
        Head head = this->head();
        head.size = size;
        memory_.store(head_, head, "rows in use");
    }
    void release() { memory_.release(head().data); }

private:
    static constexpr std::string_view what = "rows of an archetype";

    Memory memory_;
    Address head_;
    const BlockLayout& layout_;
};

}  // namespace ecs::lab
