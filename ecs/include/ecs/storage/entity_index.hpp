// The EntityIndex maps a handle to the place of its row, in 8 bytes per slot:
//
//     slot:  | generation (32) | where (32) |      where: | chunk id (21) | row (11) |   or one of three marks
//
// Both words are stored so that an unused slot is all zeros. Whatever the highest slot is, only used slots take
// memory (see zeroed_array.hpp), and the free list stores a range of slots in two words.
//
// The states of a slot: alive (where is a place), free (on the free list; generation is the next to hand out),
// reserved (handed out, but not created yet: command buffers), parked (dead, but kept for the one edit that can bring
// the same handle back). Belongs to the World.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "ecs/base/entity.hpp"
#include "ecs/base/large_array.hpp"
#include "ecs/base/zeroed_array.hpp"

namespace ecs {

/// The slots where no entity lives, and the order of their reuse. Together with the living entities this is the whole
/// state of an EntityIndex. Only the EntityIndex reads the content.
struct DeadSlots {
    /// `count` consecutive slots that are dead in the same way.
    struct Run {
        std::uint32_t index = 0, count = 0, generation = 0, mark = 0;
        std::uint32_t end() const { return index + count; }
    };
    std::vector<Run> runs;
    std::vector<std::uint32_t> free;
    std::size_t slot_count = 0, alive_count = 0;
};

/// Handles of one generation in consecutive slots. `first` is handed out first, then the others in order.
struct FreeRun {
    Entity first;
    std::uint32_t count = 1;

    std::uint32_t end() const { return first.index + count; }
    friend bool operator==(const FreeRun&, const FreeRun&) = default;
};

class EntityIndex {
public:
    static constexpr std::uint32_t row_bits = 11;
    static constexpr std::uint32_t max_rows_per_chunk = 1u << row_bits;
    static constexpr std::uint32_t max_chunks = (1u << (32 - row_bits)) - 1;
    /// Highest slot that acquire(Entity) accepts.
    static constexpr std::uint32_t max_index = (1u << 26) - 1;

    EntityIndex();

    bool alive(Entity entity) const {
        return entity.index < slots_.size() && slots_[entity.index].generation() == entity.generation &&
               slots_[entity.index].is_place();
    }
    struct Place {
        std::uint32_t chunk_id = 0;
        std::uint32_t row = 0;
    };
    /// The entity must be alive.
    Place place_of(Entity entity) const {
        const std::uint32_t where = slots_[entity.index].where();
        return {where >> row_bits, where & (max_rows_per_chunk - 1)};
    }
    /// Loads the slot of any handle into the cache, for a lookup that follows soon.
    void prefetch(Entity entity) const {
        if (entity.index < slots_.size()) __builtin_prefetch(&slots_[entity.index], 1);
    }
    std::uint32_t chunk_id(Entity entity) const { return place_of(entity).chunk_id; }
    std::uint32_t row(Entity entity) const { return place_of(entity).row; }
    void place(Entity entity, std::uint32_t chunk, std::uint32_t row) {
        slots_[entity.index].set_where(chunk << row_bits | row);
    }

    /// Makes room for one more handle, so that acquire() cannot fail. When memory runs out, nothing changes.
    void reserve_one() {
        if (slots_.size() == slots_.capacity()) [[unlikely]]
            reserve_more(1);
    }
    /// Takes the next free handle. The slot is reserved until place() is called. When memory runs out, nothing
    /// changes.
    Entity acquire() {
        ++changes_;
        while (!free_.empty()) {
            const std::uint32_t index = take_listed();
            Slot& slot = slots_[index];
            if (slot.where() != free_mark) continue;
            slot.set_where(reserved_mark);
            return {index, slot.generation()};
        }
        const auto index = static_cast<std::uint32_t>(slots_.size());
        slots_.push_back(Slot(1, reserved_mark));
        return {index, 1};
    }
    /// Takes the next handles and places them in consecutive rows of a chunk. Call reserve_more() first; then this
    /// cannot fail.
    void acquire_run(std::span<Entity> out, std::uint32_t chunk, std::uint32_t first_row);
    /// The handle that acquire() would take.
    Entity next() const;
    /// Takes exactly this handle. Returns false and changes nothing when the slot is alive or reserved, when it is
    /// parked for another handle, when the handle is older than the slot's last use, or when the index is out of
    /// range.
    bool acquire(Entity entity);
    bool can_acquire(Entity entity) const;
    /// As acquire_run, for given handles, up to the first that acquire() refuses. Returns their number. Call
    /// reserve_up_to() first.
    std::size_t acquire_run_of(std::span<const Entity> handles, std::uint32_t chunk, std::uint32_t first_row);
    /// Frees the slot of a live or reserved entity for the next generation. Never fails: when there is no memory for
    /// the free list, the slot is not used again.
    void release(Entity entity) noexcept {
        ++changes_;
        Slot& slot = slots_[entity.index];
        if (slot.generation() == std::numeric_limits<std::uint32_t>::max()) [[unlikely]] {
            slot = Slot(0, parked_mark);  // every generation was used: the slot is retired
            return;
        }
        slot.set_generation(slot.generation() + 1);
        push_free(entity.index);
    }
    /// Ends a live entity, but keeps its slot from reuse until unpark() or acquire(entity).
    void park(Entity entity);
    /// Frees a parked slot. Does nothing if `entity` is not parked any more.
    void unpark(Entity entity);
    /// Undoes acquire() for parked handles, given in the order of acquiring: acquire() hands them out again, with the
    /// same generation. Slots from `slot_count` on are forgotten, unless one of them is in use.
    void take_back(std::span<const Entity> handles, std::size_t slot_count);
    bool parked(Entity entity) const;
    /// A slot in which nobody lives, and which is promised to nobody. `handle` is the one that it is free or parked
    /// for.
    struct DeadSlot {
        Entity handle;
        bool free = false;
    };
    std::optional<DeadSlot> dead_slot(std::uint32_t slot) const;
    /// Parks a dead slot for this handle, also for one that is older than the slot's last use. The slot must be one of
    /// those ever used. Only for going to another state of a world, where the handle lives.
    void park_for(Entity entity);
    bool reserved(Entity entity) const;

    /// Slots ever used, the never-used slot 0 included.
    std::size_t slot_count() const { return slots_.size(); }
    /// The entity that lives in the slot, or null_entity.
    Entity entity_at(std::size_t slot) const;
    /// The first used slot from `slot` on; slot_count() when there is none. A walk over all slots skips unused ones
    /// with it.
    std::size_t next_used(std::size_t slot) const { return slots_.next_written(slot); }
    std::size_t alive_count() const { return alive_count_; }
    void count_alive(std::ptrdiff_t change) { alive_count_ += static_cast<std::size_t>(change); }

    /// Handles that acquire() will hand out, the next one first, in runs as long as possible. World files store them,
    /// so that a loaded world hands out the same handles as the saved one.
    std::vector<FreeRun> free_runs() const;
    /// The same handles one by one, the next one last.
    std::vector<Entity> free_list() const;
    /// Replaces the free list. Slots that are neither alive nor in `runs` are never handed out again. Live slots in
    /// `runs` are skipped.
    void set_free_runs(std::span<const FreeRun> runs);
    void set_free_list(const std::vector<Entity>& handles);

    /// Makes room for `slots` slots beyond those in use. Grows as a vector does.
    void reserve_more(std::size_t slots);
    /// Makes room for the given handles that can be acquired.
    void reserve_up_to(std::span<const Entity> handles);
    void reserve(std::size_t slots) { slots_.reserve(slots + 1); }
    /// Makes room so that `slots` slots can become free.
    void reserve_to_free(std::size_t slots);
    /// Bytes that the index takes. Reads the whole table.
    std::size_t bytes() const { return slots_.bytes() + free_.capacity() * sizeof(std::uint32_t); }

    /// Grows when a handle is taken or given back. The set of dead slots can change only when this or alive_count()
    /// changes.
    std::uint64_t changes() const { return changes_; }
    void save_dead(DeadSlots& dead) const;
    /// Takes the memory that restore_dead(dead) needs.
    void reserve_dead(const DeadSlots& dead);
    /// Marks these slots dead as they were saved. Every other slot must already be put() or hold its entity.
    void restore_dead(const DeadSlots& dead) noexcept;
    /// Makes the slot of `entity` live at this place, whatever its state was.
    void put(Entity entity, std::uint32_t chunk, std::uint32_t row) {
        slots_[entity.index] = Slot(entity.generation, chunk << row_bits | row);
    }

private:
    static constexpr std::uint32_t free_mark = 0xffffffffu;
    static constexpr std::uint32_t parked_mark = 0xfffffffeu;
    static constexpr std::uint32_t reserved_mark = 0xfffffffdu;
    static constexpr std::uint32_t first_mark = reserved_mark;

    /// All zeros: a free slot of generation 1, which every unused slot is.
    class Slot {
    public:
        Slot() = default;
        Slot(std::uint32_t generation, std::uint32_t where) : passed_(generation - 1), not_where_(~where) {}
        std::uint32_t generation() const { return passed_ + 1; }
        std::uint32_t where() const { return ~not_where_; }
        bool is_place() const { return not_where_ > ~first_mark; }
        void set_generation(std::uint32_t generation) { passed_ = generation - 1; }
        void set_where(std::uint32_t where) { not_where_ = ~where; }
        friend bool operator==(const Slot&, const Slot&) = default;

    private:
        std::uint32_t passed_ = 0;  // generation - 1
        std::uint32_t not_where_ = 0;
    };

    /// Takes the first slot off the free list, which must not be empty.
    std::uint32_t take_listed() {
        const std::uint32_t top = free_.back();
        free_.pop_back();
        return top < range_bit ? top : take_of_range(top - range_bit);
    }
    std::uint32_t take_of_range(std::uint32_t first);
    /// Needs room for two words.
    void list_range(std::uint32_t first, std::uint32_t last);
    /// Calls visit(first, last) for the entries of the list, last entry first.
    template <class Visit>
    void each_listed(Visit&& visit) const;
    /// Calls visit(index, count) for consecutive slots: one at a time, but a run of unused slots at once.
    template <class Visit>
    void each_span(std::uint32_t first, std::uint32_t last, Visit&& visit) const;
    std::vector<FreeRun> free_runs_by_slot() const;
    void push_free(std::uint32_t index) noexcept {
        slots_[index].set_where(free_mark);
        if (free_.size() == free_.capacity() && !make_room_to_free()) [[unlikely]]
            slots_[index].set_where(parked_mark);
        else
            free_.push_back(index);
    }
    bool make_room_to_free() noexcept;
    void set_dead(std::uint32_t first, std::uint32_t count, Slot slot) noexcept;
    void forget_from(std::size_t slot_count);

    ZeroedArray<Slot> slots_;
    // Last in, first out. A word is a slot. Two words are a range of slots: range_bit + the first (next) slot, upon
    // the last slot. A listed slot that is not free any more is skipped: acquire(Entity) took it.
    static constexpr std::uint32_t range_bit = 1u << 31;
    LargeArray<std::uint32_t> free_;
    std::size_t alive_count_ = 0;
    std::uint64_t changes_ = 0;
};

}  // namespace ecs
