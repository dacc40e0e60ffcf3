// The place of each entity's row, by the slot of its handle: 002 lacks this table, and its repair adds it. A handle
// is slot and generation. The slot freed last is reused first, but never with the same generation.
//
//     head (32 bytes, BlockKind::Program): | entries | length | capacity | first free slot + 1 |
//     entry (16 bytes, BlockKind::Heap):   | generation | archetype | row | - |
//                              free:   | generation | mark | next + 1 | - |
#pragma once

#include <limits>
#include <optional>

#include "ecs/lab/memory/growing_array.hpp"
#include "ecs/lab/storages/storage.hpp"

namespace ecs::lab {

template <class Memory>
class LocationTable {
public:
    struct Entry {
        std::uint32_t generation = 1, archetype = 0, row = 0, unused = 0;
        bool alive() const { return archetype != free_mark; }
    };
    static_assert(sizeof(Entry) == 16);
    static constexpr std::uint64_t head_bytes = GrowingArray<Memory>::head_bytes + 8;
    static constexpr std::uint32_t free_mark = std::numeric_limits<std::uint32_t>::max();

    LocationTable(const Memory& memory, Address head)
        : memory_(memory), entries_(memory, head, sizeof(Entry), "location table"), free_(head + head_bytes - 8) {}

    static void make_head(const Memory& memory, Address head) { memory.fill(head, 0, head_bytes, "empty table"); }

    static Handle handle_of(std::uint32_t slot, std::uint32_t generation) {
        return {std::uint64_t{generation} << 32 | slot};
    }
    static std::uint32_t slot_of(Handle handle) { return static_cast<std::uint32_t>(handle.bits); }
    static std::uint32_t generation_of(Handle handle) { return static_cast<std::uint32_t>(handle.bits >> 32); }

    /// Takes a free slot; it is alive at this place from now on.
    Handle acquire(std::uint32_t archetype, std::uint32_t row) {
        Entry entry{1, archetype, row};
        std::uint32_t slot;
        if (const auto next = memory_.template load<std::uint64_t>(free_, "first free slot"); next != 0) {
            slot = static_cast<std::uint32_t>(next - 1);
            const auto freed = memory_.template load<Entry>(entries_.at(slot), "free slot");
            memory_.store(free_, std::uint64_t{freed.row}, "first free slot");
            entry.generation = freed.generation;
            memory_.note(EventKind::PopFree, slot);
            memory_.store(entries_.at(slot), entry, "where the row is");
        } else {
            slot = static_cast<std::uint32_t>(entries_.length());
            memory_.store(entries_.push(), entry, "where the row is");
        }
        return handle_of(slot, entry.generation);
    }
    /// The handle must be alive.
    void release(Handle handle) {
        const std::uint32_t slot = slot_of(handle), generation = generation_of(handle);
        Entry entry{generation + 1, free_mark, 0};
        if (generation == std::numeric_limits<std::uint32_t>::max()) {
            entry.generation = 0;  // every generation was used: the slot is retired
        } else {
            entry.row = static_cast<std::uint32_t>(memory_.template load<std::uint64_t>(free_, "first free slot"));
            memory_.store(free_, std::uint64_t{slot} + 1, "first free slot");
            memory_.note(EventKind::PushFree, slot);
        }
        memory_.store(entries_.at(slot), entry, "free slot");
    }
    std::optional<Entry> find(Handle handle) const {
        const std::uint32_t slot = slot_of(handle);
        if (slot >= entries_.length()) return std::nullopt;
        const auto entry = memory_.template load<Entry>(entries_.at(slot), "where the row is");
        if (!entry.alive() || entry.generation != generation_of(handle)) return std::nullopt;
        return entry;
    }
    void place(std::uint32_t slot, std::uint32_t archetype, std::uint32_t row) {
        memory_.store(entries_.at(slot) + 4, std::array<std::uint32_t, 2>{archetype, row}, "where the row is");
    }

    // For saving and loading a whole table.
    std::uint32_t length() const { return static_cast<std::uint32_t>(entries_.length()); }
    Entry entry(std::uint32_t slot) const {
        return memory_.template load<Entry>(entries_.at(slot), "where the row is");
    }
    void append(const Entry& entry) { memory_.store(entries_.push(), entry, "where the row is"); }
    /// Slot + 1; 0 is none.
    std::uint64_t first_free() const { return memory_.template load<std::uint64_t>(free_, "first free slot"); }
    void set_first_free(std::uint64_t slot) { memory_.store(free_, slot, "first free slot"); }
    void release_memory() {
        if (const Address data = entries_.data(); data != 0) memory_.release(data);
    }

    // Untraced access, for describe() and tests.
    static Entry look(const Arena& arena, Address head, std::uint32_t slot) {
        Entry entry;
        std::memcpy(&entry, arena.at(GrowingArray<Memory>::look(arena, head).data + slot * sizeof entry), sizeof entry);
        return entry;
    }
    static Handle look_handle(const Arena& arena, Address head, std::uint32_t slot) {
        return handle_of(slot, look(arena, head, slot).generation);
    }
    static bool look_alive(const Arena& arena, Address head, Handle handle) {
        if (slot_of(handle) >= GrowingArray<Memory>::look(arena, head).length) return false;
        const Entry entry = look(arena, head, slot_of(handle));
        return entry.alive() && entry.generation == generation_of(handle);
    }
    /// Describes the block of the entries, if there is one.
    static void describe(const Arena& arena, Address head, const SpanFunction& span) {
        const auto array = GrowingArray<Memory>::look(arena, head);
        if (array.data == 0) return;
        for (std::uint32_t slot = 0; slot < array.length; ++slot) {
            const Entry entry = look(arena, head, slot);
            const Address at = array.data + slot * sizeof entry;
            const std::uint64_t handle = entry.alive() ? handle_of(slot, entry.generation).bits : 0;
            span({at, 4, Role::Generation, -1, slot, handle});
            span({at + 4, 12, entry.alive() ? Role::Index : Role::FreeList, -1, slot, handle});
        }
        const Address used = array.data + array.length * sizeof(Entry),
                      end = array.data + array.capacity * sizeof(Entry);
        if (used < end) span({used, end - used, Role::Index});
        if (const Address block = arena.block_of(array.data)->end(); end < block)
            span({end, block - end, Role::Padding});
    }

private:
    Memory memory_;
    GrowingArray<Memory> entries_;
    Address free_;
};

}  // namespace ecs::lab
