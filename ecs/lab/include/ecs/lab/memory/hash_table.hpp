// A hash table from an id to a position, with open addressing. A slot has 16 bytes; a taken slot leads to the next
// one; at most two thirds are in use. Removing shifts the rest of a run back, so there are no tombstones. It models
// Nim's Table (000) and Rust's HashMap (003): their mechanism with our bytes.
//
//     head (24 bytes, BlockKind::Program): | slots | used | capacity |
//     slots (BlockKind::Heap):             | key, position | 0, - | key, position | …     key 0 is an empty slot
#pragma once

#include <optional>

#include "ecs/lab/memory/memory.hpp"

namespace ecs::lab {

struct HashSlot {
    std::uint64_t key = 0;  // the id; plus 1 where 0 is a valid id
    std::uint64_t position = 0;
};
static_assert(sizeof(HashSlot) == 16);

/// Selects the part of a key that is hashed.
struct HashWholeKey {
    static constexpr std::uint64_t of(std::uint64_t key) { return key; }
};

/// `Hashed` selects the part of a key that is hashed. Comparison always uses the whole key.
template <class Memory, class Hashed = HashWholeKey>
class HashTable {
public:
    static constexpr std::uint64_t head_bytes = 24, first_capacity = 8;

    HashTable(Memory memory, Address head, std::string_view what) : memory_(memory), head_(head), what_(what) {}

    static void make_head(Memory memory, Address head) { memory.fill(head, 0, head_bytes, "empty table"); }

    struct Head {
        Address slots = 0;
        std::uint64_t used = 0, capacity = 0;  // capacity is 0 or a power of two
    };
    static Head look(const Arena& arena, Address head) {
        Head result;
        std::memcpy(&result, arena.at(head), sizeof result);
        return result;
    }

    /// The first slot to look for a key in.
    static std::uint64_t home_of(std::uint64_t key, std::uint64_t capacity) {
        return (Hashed::of(key) * 0x9E3779B97F4A7C15ull >> 32) & (capacity - 1);
    }

    /// `key` must not be 0.
    std::optional<std::uint64_t> find(std::uint64_t key) const {
        const Head head = memory_.template load<Head>(head_, "hash table");
        if (head.capacity == 0) return std::nullopt;
        for (std::uint64_t at = home_of(key, head.capacity);; at = (at + 1) & (head.capacity - 1)) {
            const HashSlot slot = memory_.template probe<HashSlot>(head.slots + at * sizeof(HashSlot), &is_hit, key);
            if (slot.key == key) return slot.position;
            if (slot.key == 0) return std::nullopt;
        }
    }

    /// Adds a key, or gives an existing key another position.
    void insert(std::uint64_t key, std::uint64_t position) {
        Head head = memory_.template load<Head>(head_, "hash table");
        if ((head.used + 1) * 3 > head.capacity * 2) head = grow(head);
        std::uint64_t at = home_of(key, head.capacity);
        for (;; at = (at + 1) & (head.capacity - 1)) {
            const HashSlot slot = memory_.template probe<HashSlot>(head.slots + at * sizeof(HashSlot), &is_hit, key);
            if (slot.key == key) break;
            if (slot.key == 0) {
                memory_.store(head_ + 8, head.used + 1, "keys in use");
                break;
            }
        }
        memory_.store(head.slots + at * sizeof(HashSlot), HashSlot{key, position}, "hash slot");
    }

    /// Returns whether the key was there.
    bool erase(std::uint64_t key) {
        const Head head = memory_.template load<Head>(head_, "hash table");
        if (head.capacity == 0) return false;
        const std::uint64_t mask = head.capacity - 1;
        std::uint64_t hole = home_of(key, head.capacity);
        for (;; hole = (hole + 1) & mask) {
            const HashSlot slot = memory_.template probe<HashSlot>(head.slots + hole * sizeof(HashSlot), &is_hit, key);
            if (slot.key == key) break;
            if (slot.key == 0) return false;
        }
        for (std::uint64_t next = (hole + 1) & mask;; next = (next + 1) & mask) {
            const HashSlot slot = memory_.template probe<HashSlot>(head.slots + next * sizeof(HashSlot), &is_hit, key);
            if (slot.key == 0) break;
            // This slot may move into the hole unless its home lies between the hole and the slot.
            const std::uint64_t home = home_of(slot.key, head.capacity);
            if (((next - home) & mask) >= ((next - hole) & mask)) {
                memory_.store(head.slots + hole * sizeof(HashSlot), slot, "shifted back");
                hole = next;
            }
        }
        memory_.store(head.slots + hole * sizeof(HashSlot), HashSlot{}, "empty slot");
        memory_.store(head_ + 8, head.used - 1, "keys in use");
        return true;
    }

    std::uint64_t used() const { return memory_.template load<std::uint64_t>(head_ + 8, "keys in use"); }
    /// The next used slot from `at` on; moves `at` behind it, for iterating in steps. Key 0: no more.
    HashSlot next_used(std::uint64_t& at) const {
        const Head head = memory_.template load<Head>(head_, "hash table");
        while (at < head.capacity) {
            const HashSlot slot = memory_.template probe<HashSlot>(head.slots + at++ * sizeof(HashSlot), &is_used, 0);
            if (slot.key != 0) return slot;
        }
        return {};
    }

    /// Visits the slots in table order, which is arbitrary for callers. `function(key, position)` returns false to
    /// stop.
    template <class Function>
    void each(Function&& function) const {
        const Head head = memory_.template load<Head>(head_, "hash table");
        for (std::uint64_t at = 0; at < head.capacity; ++at) {
            const HashSlot slot = memory_.template probe<HashSlot>(head.slots + at * sizeof(HashSlot), &is_used, 0);
            if (slot.key != 0 && !function(slot.key, slot.position)) return;
        }
    }

private:
    static bool is_hit(const HashSlot& slot, std::uint64_t key) { return slot.key == key; }
    static bool is_used(const HashSlot& slot, std::uint64_t) { return slot.key != 0; }

    Head grow(Head head) {
        Head larger{0, head.used, head.capacity == 0 ? first_capacity : head.capacity * 2};
        larger.slots = memory_.allocate(larger.capacity * sizeof(HashSlot), what_);
        memory_.fill(larger.slots, 0, larger.capacity * sizeof(HashSlot), "empty slots");
        for (std::uint64_t i = 0; i < head.capacity; ++i) {
            const auto slot = memory_.template load<HashSlot>(head.slots + i * sizeof(HashSlot), "hash slot");
            if (slot.key == 0) continue;
            std::uint64_t at = home_of(slot.key, larger.capacity);
            while (memory_.template load<HashSlot>(larger.slots + at * sizeof(HashSlot), "is it free?").key != 0)
                at = (at + 1) & (larger.capacity - 1);
            memory_.store(larger.slots + at * sizeof(HashSlot), slot, "hashed anew");
        }
        if (head.slots != 0) memory_.release(head.slots);
        memory_.store(head_, larger, "hash table");
        return larger;
    }

    Memory memory_;
    Address head_;
    std::string_view what_;
};

}  // namespace ecs::lab
