// The rows of one archetype as in article 002: one block of bytes with one column per component. When the block is
// full, all columns move to a new one with twice the capacity. The owner of the head owns the block.
//
//     head (16 bytes, BlockKind::Program): | data | size | capacity |
//     data (BlockKind::Heap):              | Position x capacity | Scale x capacity |     column start: see ColumnRule
//
// Invariant: rows [0, size) are in use, size <= capacity, capacity is at least 1.
#pragma once

#include <algorithm>
#include <array>

#include "ecs/base/language.hpp"
#include "ecs/lab/memory/memory.hpp"
#include "ecs/lab/storages/storage.hpp"

namespace ecs::lab {

enum class ColumnRule : std::uint8_t {
    Packed,   // the article's: start = sum of the sizes before * capacity, aligned or not (002-L2)
    Aligned,  // the next address behind the column before that fits the type's alignment
};

struct BlockColumn {
    std::uint32_t bytes = 1;  // of one value, at least 1
    std::uint32_t align = 1;
};

/// The places of the columns in a block. They depend only on the capacity.
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
    /// Offset from the start of the block.
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
    /// The texts of copies in the trace, so that they can be told apart.
    static constexpr std::string_view growing = tr_later("the column moves to the larger block"),
                                      shifting = tr_later("the rows behind move up by one"),
                                      filling = tr_later("the last row fills the hole");

    /// make() must have set up `head`. `layout` must be the one given to make() and outlive this object.
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

    /// Adds a row and returns its number. Its values are the bytes that lay there before. Doubles the capacity of a
    /// full block.
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
    /// Copies all columns to a new block of this capacity, which must hold the rows in use.
    void reset_memory(std::uint32_t capacity) {
        const Head old = head();
        const Head fresh{memory_.allocate(layout_.block_bytes(capacity), what), old.size, capacity};
        for (std::size_t i = 0; i < layout_.count(); ++i)
            memory_.copy(value_at(fresh, i, 0), value_at(old, i, 0), std::uint64_t{layout_.column(i).bytes} * old.size,
                         growing);
        memory_.release(old.data);
        memory_.store(head_, fresh, "rows");
    }
    /// Frees the capacity that is not in use.
    void fit() {
        const Head head = this->head();
        const std::uint32_t wanted = std::max(head.size, 1u);
        if (wanted != head.capacity) reset_memory(wanted);
    }
    /// Removes a row: the last row fills the hole, or all rows behind it move up by one.
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
    /// Sets the number of rows, up to the capacity. New rows have the bytes that lie there.
    void set_size(std::uint32_t size) {
        Head head = this->head();
        head.size = size;
        memory_.store(head_, head, "rows in use");
    }
    void release() { memory_.release(head().data); }

private:
    static constexpr std::string_view what = tr_later("rows of an archetype");

    Memory memory_;
    Address head_;
    const BlockLayout& layout_;
};

}  // namespace ecs::lab
