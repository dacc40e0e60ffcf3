// The values of one component type by the index of their entity (article 001, there SparseVec<T>, a Vec<Option<T>> in
// a RefCell). An option is a tag, 1 or 0, as wide as the value's alignment, and the value.
//
//     head (32 bytes, BlockKind::Program): | data | length | capacity | borrows |
//     data (BlockKind::Heap):              | 1 value | 0 - | 0 - | 1 value | … | spare |
//
// A reader borrows the column shared, a writer exclusively. Any second borrow beside an exclusive one is refused at
// run time, as RefCell does.
#pragma once

#include <algorithm>

#include "ecs/lab/memory/growing_array.hpp"
#include "ecs/lab/storages/ledger.hpp"

namespace ecs::lab {

struct OptionLayout {
    std::uint64_t tag_bytes = 1;  // with the padding behind it: the alignment of the value
    std::uint64_t value_bytes = 0;

    constexpr std::uint64_t stride() const { return tag_bytes + value_bytes; }
};

template <class Memory>
class SparseColumn {
public:
    static constexpr std::uint64_t head_bytes = 32;

    SparseColumn(Memory memory, Address head, OptionLayout layout, std::string_view what)
        : memory_(memory), head_(head), layout_(layout), data_(memory, head, layout.stride(), what) {}

    static void make_head(Memory memory, Address head) { memory.fill(head, 0, head_bytes, "empty, not borrowed"); }

    const OptionLayout& layout() const { return layout_; }
    std::uint64_t length() const { return data_.length(); }
    bool holds(std::uint64_t index) const { return index < length() && tag(index); }

    /// Grows with None up to `index`, then puts the value there. Returns whether there was a value before, and copies
    /// it to `previous` unless that is null.
    bool replace(std::uint64_t index, const void* value, void* previous = nullptr) {
        if (const std::uint64_t before = length(); index >= before) {
            data_.reserve(index + 1);
            data_.set_length(index + 1);
            for (std::uint64_t i = before; i <= index; ++i) memory_.fill(data_.at(i), 0, layout_.tag_bytes, "None");
        }
        const bool had = tag(index);
        if (had && previous != nullptr) memory_.read(value_at(index), previous, layout_.value_bytes, "previous value");
        if (!had) memory_.store(data_.at(index), std::uint8_t{1}, "Some");
        memory_.write(value_at(index), value, layout_.value_bytes, "value");
        return had;
    }
    /// Returns false and copies nothing when there is no value.
    bool get(std::uint64_t index, void* to) const {
        if (!holds(index)) return false;
        memory_.read(value_at(index), to, layout_.value_bytes, "value");
        return true;
    }
    /// Removes the value. Its bytes stay; only the tag becomes None.
    bool take(std::uint64_t index, void* to = nullptr) {
        if (!holds(index)) return false;
        if (to != nullptr) memory_.read(value_at(index), to, layout_.value_bytes, "value");
        memory_.store(data_.at(index), std::uint8_t{0}, "None");
        return true;
    }

    bool try_borrow() {
        const std::int64_t borrows = this->borrows();
        if (borrows < 0) return false;
        set_borrows(borrows + 1);
        return true;
    }
    bool try_borrow_mut() {
        if (borrows() != 0) return false;
        set_borrows(-1);
        return true;
    }
    /// Returns one borrow.
    void release() {
        const std::int64_t borrows = this->borrows();
        set_borrows(borrows < 0 ? 0 : borrows - 1);
    }

    // Untraced access.
    typename GrowingArray<Memory>::Head look() const { return GrowingArray<Memory>::look(memory_.arena(), head_); }
    /// -1: borrowed exclusively; otherwise the number of shared borrows.
    std::int64_t look_borrows() const {
        std::int64_t borrows;
        std::memcpy(&borrows, memory_.arena().at(head_ + borrows_at), sizeof borrows);
        return borrows;
    }
    bool look_holds(std::uint64_t index) const {
        const auto head = look();
        return index < head.length && *memory_.arena().at(head.data + index * layout_.stride()) != std::byte{0};
    }
    /// Address of a value, Some or None. `index` must be less than the length.
    Address look_value(std::uint64_t index) const { return look().data + index * layout_.stride() + layout_.tag_bytes; }

    /// `owner(index)` returns the handle of the entity that owns the value; 0: no owner.
    template <class Owner>
    void describe(std::int32_t type, const Owner& owner, const SpanFunction& span) const {
        const auto head = look();
        if (head.data == 0) return;
        const Arena& arena = memory_.arena();
        for (std::uint64_t i = 0; i < head.length; ++i) {
            const Address at = head.data + i * layout_.stride();
            const std::uint64_t bits = *arena.at(at) != std::byte{0} ? owner(i) : 0;
            const auto slot = static_cast<std::int64_t>(i);
            span({at, layout_.tag_bytes, Role::OptionTag, type, slot, bits});
            if (layout_.value_bytes == 0) continue;
            const Role role = bits != 0 ? Role::Payload : Role::Hole;
            span({at + layout_.tag_bytes, layout_.value_bytes, role, type, slot, bits});
        }
        const std::uint64_t used = head.length * layout_.stride(), all = head.capacity * layout_.stride();
        if (used < all) span({head.data + used, all - used, Role::Spare, type});
        const std::uint64_t block = arena.block_of(head.data)->bytes;
        if (all < block) span({head.data + all, block - all, Role::Padding, type});
    }

private:
    static constexpr std::uint64_t borrows_at = 24;

    bool tag(std::uint64_t index) const {
        return memory_.template load<std::uint8_t>(data_.at(index), "is there a value?") != 0;
    }
    Address value_at(std::uint64_t index) const { return data_.at(index) + layout_.tag_bytes; }
    std::int64_t borrows() const { return memory_.template load<std::int64_t>(head_ + borrows_at, "borrows"); }
    void set_borrows(std::int64_t borrows) {
        memory_.note(EventKind::Flag, head_ + borrows_at, 0, borrows != 0, "borrowed");
        memory_.store(head_ + borrows_at, borrows, "borrows");
    }

    Memory memory_;
    Address head_;
    OptionLayout layout_;
    GrowingArray<Memory> data_;
};

}  // namespace ecs::lab
