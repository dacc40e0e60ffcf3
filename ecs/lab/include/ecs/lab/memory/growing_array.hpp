// An array that doubles when it is full, like std::vector, Vec and seq. The storage chooses the place of its head (in
// the program's memory). The elements are in one block, which is copied when it grows.
//
//     head (24 bytes, BlockKind::Program): | data | length | capacity |
//     data (BlockKind::Heap):              | element 0 | element 1 | … | spare |
#pragma once

#include "ecs/lab/memory/memory.hpp"

namespace ecs::lab {

template <class Memory>
class GrowingArray {
public:
    static constexpr std::uint64_t head_bytes = 24;

    /// make_head() must have set up `head`. `stride` is the size of an element in bytes. `what` is a literal that
    /// names the block of the elements, which is of `kind`.
    GrowingArray(Memory memory, Address head, std::uint64_t stride, std::string_view what,
                 BlockKind kind = BlockKind::Heap)
        : memory_(memory), head_(head), stride_(stride), what_(what), kind_(kind) {}

    static void make_head(Memory memory, Address head) { memory.fill(head, 0, head_bytes, "empty array"); }

    Address data() const { return memory_.template load<Address>(head_, "where the elements are"); }
    std::uint64_t length() const { return memory_.template load<std::uint64_t>(head_ + 8, "length"); }
    std::uint64_t capacity() const { return memory_.template load<std::uint64_t>(head_ + 16, "capacity"); }
    Address at(std::uint64_t index) const { return data() + index * stride_; }

    /// Makes room for `needed` elements: doubles the capacity, from 1 on, until it suffices. Copies the elements in
    /// use.
    void reserve(std::uint64_t needed) {
        const std::uint64_t before = capacity();
        if (needed <= before) return;
        std::uint64_t wanted = before == 0 ? 1 : before;
        while (wanted < needed) wanted *= 2;
        const Address old = data();
        const Address fresh = memory_.allocate(wanted * stride_, what_, kind_);
        if (old != 0) {
            memory_.copy(fresh, old, length() * stride_, "elements move to the larger block");
            memory_.release(old);
        }
        memory_.store(head_, fresh, "where the elements are");
        memory_.store(head_ + 16, wanted, "capacity");
    }
    void set_length(std::uint64_t length) { memory_.store(head_ + 8, length, "length"); }

    /// Adds an element and returns its address. The caller writes its bytes.
    Address push() {
        const std::uint64_t length = this->length();
        reserve(length + 1);
        set_length(length + 1);
        return at(length);
    }

    // Untraced access, for describe() and tests.
    struct Head {
        Address data = 0;
        std::uint64_t length = 0, capacity = 0;
    };
    static Head look(const Arena& arena, Address head) {
        Head result;
        std::memcpy(&result, arena.at(head), sizeof result);
        return result;
    }

private:
    Memory memory_;
    Address head_;
    std::uint64_t stride_;
    std::string_view what_;
    BlockKind kind_;
};

}  // namespace ecs::lab
