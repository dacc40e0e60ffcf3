// The pointers that callers of article 004 hold, by number, so that a pointer to a freed object is recognised. A
// handle is the number and the generation of an entry. The entry freed last is reused first.
//
//     head (32 bytes, BlockKind::Program): | entries | length | capacity | first free entry + 1 |
//     entry (8 bytes):                 | address : 40, generation : 24 |
//                              free:   | next free entry + 1, 1 : 40, generation |
#pragma once

#include "ecs/lab/memory/growing_array.hpp"
#include "ecs/lab/storages/storage.hpp"

namespace ecs::lab {

template <class Memory>
class PointerTable {
public:
    static constexpr std::uint64_t head_bytes = GrowingArray<Memory>::head_bytes + 8;

    /// `kind` is that of the block of the entries. The head must have been filled with zeros.
    PointerTable(Memory memory, Address head, BlockKind kind)
        : memory_(memory),
          head_(head),
          free_(head + GrowingArray<Memory>::head_bytes),
          entries_(memory, head, sizeof(std::uint64_t), "pointers of the callers", kind) {}

    /// The upper half is generation + 1, so that no object has the handle 0.
    static constexpr Handle handle_of(std::uint32_t number, std::uint32_t generation) {
        return {std::uint64_t{generation + 1} << 32 | number};
    }
    static constexpr std::uint32_t number_of(Handle handle) { return static_cast<std::uint32_t>(handle.bits); }

    Handle acquire(Address object) {
        const auto free = memory_.template load<std::uint64_t>(free_, "free entry");
        if (free == 0) {
            const auto number = static_cast<std::uint32_t>(entries_.length());
            memory_.store(entries_.push(), entry_of(object, 0), "where the object is");
            return handle_of(number, 0);
        }
        const auto number = static_cast<std::uint32_t>(free - 1);
        memory_.note(EventKind::PopFree, number);
        const auto entry = memory_.template load<std::uint64_t>(entries_.at(number), "free entry");
        memory_.store(free_, address_in(entry) >> 1, "free entry");
        memory_.store(entries_.at(number), entry_of(object, generation_in(entry)), "where the object is");
        return handle_of(number, generation_in(entry));
    }
    void release(std::uint32_t number) {
        const Address at = entries_.at(number);
        const std::uint32_t generation = generation_in(memory_.template load<std::uint64_t>(at, "where the object is"));
        if (generation == last_generation) {
            // Every generation was used: the entry stays free, but in no list.
            memory_.store(at, free_entry(0, generation), "used up");
            return;
        }
        const auto next = memory_.template load<std::uint64_t>(free_, "free entry");
        memory_.store(at, free_entry(next, generation + 1), "free entry");
        memory_.store(free_, std::uint64_t{number} + 1, "free entry");
        memory_.note(EventKind::PushFree, number);
    }

    struct Found {
        Address object = 0;   // 0: freed, or never existed
        bool issued = false;  // whether the handle was ever issued
    };
    Found find(Handle handle) const {
        if (number_of(handle) >= entries_.length()) return {};
        return found_in(handle,
                        memory_.template load<std::uint64_t>(entries_.at(number_of(handle)), "where the object is"));
    }

    Handle read_handle(std::uint32_t number) const {
        return handle_of(number,
                         generation_in(memory_.template load<std::uint64_t>(entries_.at(number), "generation")));
    }

    // Untraced access.
    Found look(Handle handle) const {
        if (number_of(handle) >= GrowingArray<Memory>::look(memory_.arena(), head_).length) return {};
        return found_in(handle, look_entry(number_of(handle)));
    }
    Handle look_handle(std::uint32_t number) const { return handle_of(number, generation_in(look_entry(number))); }
    template <class Function>
    void look_at_all(const Function& object) const {
        const std::uint64_t length = GrowingArray<Memory>::look(memory_.arena(), head_).length;
        for (std::uint32_t number = 0; number < length; ++number)
            if (const std::uint64_t entry = look_entry(number); !is_free(entry)) object(address_in(entry));
    }
    /// Calls `object(address)` for each object that is not freed.
    template <class Function>
    void describe(const SpanFunction& span, const Function& object) const {
        const auto head = GrowingArray<Memory>::look(memory_.arena(), head_);
        if (head.data == 0) return;
        for (std::uint32_t number = 0; number < head.length; ++number) {
            const std::uint64_t entry = look_entry(number);
            const Address at = head.data + number * sizeof entry;
            if (is_free(entry)) {
                span({at, sizeof entry, Role::FreeList, -1, number});
                continue;
            }
            span({at, sizeof entry, Role::Index, -1, number, handle_of(number, generation_in(entry)).bits});
            object(address_in(entry));
        }
        const Address used = head.data + head.length * sizeof(std::uint64_t);
        const Address end = head.data + head.capacity * sizeof(std::uint64_t);
        if (used < end) span({used, end - used, Role::Index});
        if (const Address block = memory_.arena().block_of(head.data)->end(); end < block)
            span({end, block - end, Role::Padding});
    }

private:
    static constexpr unsigned generation_bit = 40;
    static constexpr std::uint64_t address_mask = (std::uint64_t{1} << generation_bit) - 1;
    static constexpr std::uint32_t last_generation = (1u << 24) - 1;

    static constexpr bool is_free(std::uint64_t entry) { return (entry & 1) != 0; }
    static constexpr Address address_in(std::uint64_t entry) { return entry & address_mask; }
    static constexpr std::uint32_t generation_in(std::uint64_t entry) {
        return static_cast<std::uint32_t>(entry >> generation_bit);
    }
    static constexpr std::uint64_t entry_of(Address object, std::uint32_t generation) {
        return std::uint64_t{generation} << generation_bit | object;
    }
    static constexpr std::uint64_t free_entry(std::uint64_t next_and_1, std::uint32_t generation) {
        return std::uint64_t{generation} << generation_bit | next_and_1 << 1 | 1;
    }
    static Found found_in(Handle handle, std::uint64_t entry) {
        const std::uint64_t generation_and_1 = handle.bits >> 32, now = generation_in(entry);
        if (generation_and_1 == 0 || generation_and_1 - 1 > now) return {};
        // A free entry already has the generation with which it will be issued.
        if (is_free(entry)) return {0, generation_and_1 - 1 < now || now == last_generation};
        return {generation_and_1 - 1 == now ? address_in(entry) : 0, true};
    }
    std::uint64_t look_entry(std::uint32_t number) const {
        std::uint64_t entry;
        const Address data = GrowingArray<Memory>::look(memory_.arena(), head_).data;
        std::memcpy(&entry, memory_.arena().at(data + number * sizeof entry), sizeof entry);
        return entry;
    }

    Memory memory_;
    Address head_, free_;
    GrowingArray<Memory> entries_;
};

}  // namespace ecs::lab
