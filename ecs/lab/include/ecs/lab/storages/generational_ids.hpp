// Issues the ids of entities (article 001, there GenerationalVec<()>). An id is an index, by which values are stored,
// and the number of times that this index was issued before. No id is issued twice; freed indices are issued again
// before new ones.
//
//     head (64 bytes, BlockKind::Program): | entries | free indices | oldest free | living |
//     entries (BlockKind::Heap):           | generation, living | …     8 bytes each
//     free indices (BlockKind::Heap):      | index | …                  a queue, a stack, or a heap with the smallest first
//
// The author's queue is FIFO and accepts an index as often as it is freed, so two living ids may share one (001-L7).
// `checked` repairs the latter; the caller chooses the order.
#pragma once

#include "ecs/lab/memory/growing_array.hpp"
#include "ecs/lab/storages/storage.hpp"

namespace ecs::lab {

struct GenerationalId {
    std::uint32_t index = 0, generation = 0;
    friend bool operator==(const GenerationalId&, const GenerationalId&) = default;
};

/// The upper half is generation + 1, so that no id is the handle 0.
constexpr Handle handle_of(GenerationalId id) { return {std::uint64_t{id.generation + 1} << 32 | id.index}; }
constexpr GenerationalId generational_id_of(Handle handle) {
    return {static_cast<std::uint32_t>(handle.bits), static_cast<std::uint32_t>(handle.bits >> 32) - 1};
}

template <class Memory>
class GenerationalIds {
public:
    static constexpr std::uint64_t head_bytes = 64;
    /// An index whose generation reached this is never issued again.
    static constexpr std::uint32_t last_generation = 0xFFFF'FFFE;

    struct Entry {
        std::uint32_t generation = 0, living = 0;
    };
    static_assert(sizeof(Entry) == 8);

    /// With fewer than 32 `generation_bits`, generations wrap to 0 and ids repeat.
    GenerationalIds(Memory memory, Address head, StorageOptions::FreeList order, bool checked,
                    unsigned generation_bits = 32)
        : memory_(memory),
          head_(head),
          order_(order),
          checked_(checked),
          generation_mask_(generation_bits < 32 ? (1u << generation_bits) - 1 : ~0u),
          entries_(memory, head, sizeof(Entry), "entities"),
          free_(memory, head + GrowingArray<Memory>::head_bytes, sizeof(std::uint32_t), "free indices") {}

    static void make_head(Memory memory, Address head) { memory.fill(head, 0, head_bytes, "no ids yet"); }

    struct Issued {
        GenerationalId id;
        bool reused = false;
        bool shared = false;  // another living id has the same index: only when not checked
    };
    Issued add() {
        if (free_count() == 0) {
            const auto index = static_cast<std::uint32_t>(entries_.length());
            memory_.store(entries_.push(), Entry{0, 1}, "a new index, generation 0");
            count_living(+1);
            return {{index, 0}, false, false};
        }
        const std::uint32_t index = take_free();
        memory_.note(EventKind::PopFree, index);
        Entry entry = memory_.template load<Entry>(entries_.at(index), "generation of the index");
        const bool shared = entry.living != 0;
        if (!shared) count_living(+1);
        entry = {(entry.generation + 1) & generation_mask_, 1};
        memory_.store(entries_.at(index), entry, "the next generation");
        return {{index, entry.generation}, true, shared};
    }

    enum class Removal : std::uint8_t { Done, Unknown, Stale, Twice };
    /// Twice: the id was removed before. Unless checked, its index can then be issued once more.
    Removal remove(GenerationalId id) {
        if (id.index >= entries_.length()) return Removal::Unknown;
        const Entry entry = memory_.template load<Entry>(entries_.at(id.index), "generation of the index");
        if (entry.generation != id.generation) return Removal::Stale;
        if (entry.living == 0) {
            if (!checked_) push_free(id.index);
            return Removal::Twice;
        }
        memory_.store(entries_.at(id.index), Entry{entry.generation, 0}, "no longer living");
        count_living(-1);
        if (!checked_ || entry.generation != last_generation) push_free(id.index);
        return Removal::Done;
    }

    /// Whether the id is living, as part of an operation: traces the read of the entry.
    bool current(GenerationalId id) const {
        if (id.index >= entries_.length()) return false;
        const Entry entry = memory_.template load<Entry>(entries_.at(id.index), "generation of the index");
        return entry.generation == id.generation && entry.living != 0;
    }

    /// Nothing for an index that was never issued.
    std::optional<Entry> read(std::uint64_t index) const {
        if (index >= entries_.length()) return std::nullopt;
        return memory_.template load<Entry>(entries_.at(index), "generation of the index");
    }

    // Untraced access.
    bool alive(GenerationalId id) const {
        const std::optional<Entry> entry = look(id.index);
        return entry && entry->generation == id.generation && entry->living != 0;
    }
    /// Nothing for an index that was never issued.
    std::optional<Entry> look(std::uint64_t index) const {
        const auto head = GrowingArray<Memory>::look(memory_.arena(), head_);
        if (index >= head.length) return std::nullopt;
        Entry entry;
        std::memcpy(&entry, memory_.arena().at(head.data + index * sizeof entry), sizeof entry);
        return entry;
    }
    std::uint64_t living() const {
        std::uint64_t count;
        std::memcpy(&count, memory_.arena().at(head_ + living_at), sizeof count);
        return count;
    }

    void describe(const SpanFunction& span) const {
        const auto entries = GrowingArray<Memory>::look(memory_.arena(), head_);
        if (entries.data != 0) {
            for (std::uint64_t i = 0; i < entries.length; ++i) {
                const Entry entry = *look(i);
                const auto index = static_cast<std::uint32_t>(i);
                const std::uint64_t bits = entry.living ? handle_of({index, entry.generation}).bits : 0;
                const Address at = entries.data + i * sizeof(Entry);
                span({at, 4, Role::Generation, -1, static_cast<std::int64_t>(i), bits});
                span({at + 4, 4, Role::Flag, -1, static_cast<std::int64_t>(i), bits});
            }
            describe_rest(span, entries.data, entries.length * sizeof(Entry), entries.capacity * sizeof(Entry),
                          Role::Index);
        }
        const auto free = GrowingArray<Memory>::look(memory_.arena(), head_ + GrowingArray<Memory>::head_bytes);
        if (free.data != 0) describe_rest(span, free.data, 0, free.capacity * sizeof(std::uint32_t), Role::FreeList);
    }

private:
    static constexpr std::uint64_t oldest_at = 48, living_at = 56;

    /// Describes the bytes from `used` to `capacity` as `role`, and the rest of the block as padding.
    void describe_rest(const SpanFunction& span, Address data, std::uint64_t used, std::uint64_t capacity,
                       Role role) const {
        if (used < capacity) span({data + used, capacity - used, role});
        const Block& block = *memory_.arena().block_of(data);
        if (capacity < block.bytes) span({data + capacity, block.bytes - capacity, Role::Padding});
    }

    std::uint64_t oldest() const {
        return memory_.template load<std::uint64_t>(head_ + oldest_at, "oldest free index");
    }
    std::uint64_t free_count() const { return free_.length() - oldest(); }
    std::uint32_t free_at(std::uint64_t i) const {
        return memory_.template load<std::uint32_t>(free_.at(i), "free index");
    }
    void set_free(std::uint64_t i, std::uint32_t index) { memory_.store(free_.at(i), index, "free index"); }
    void count_living(std::int64_t more) {
        const auto count = memory_.template load<std::int64_t>(head_ + living_at, "living ids");
        memory_.store(head_ + living_at, count + more, "living ids");
    }

    void push_free(std::uint32_t index) {
        memory_.note(EventKind::PushFree, index);
        const std::uint64_t length = free_.length();
        if (const std::uint64_t first = oldest(); first > 0 && first * 2 >= length && length == free_.capacity()) {
            // At least half of the queue is used up, so it need not grow.
            memory_.copy(free_.at(0), free_.at(first), (length - first) * sizeof index, "the queue moves down");
            free_.set_length(length - first);
            memory_.store(head_ + oldest_at, std::uint64_t{0}, "oldest free index");
        }
        memory_.store(free_.push(), index, "free index");
        if (order_ != StorageOptions::FreeList::Smallest) return;
        for (std::uint64_t at = free_.length() - 1; at > 0;) {
            const std::uint64_t parent = (at - 1) / 2;
            const std::uint32_t above = free_at(parent);
            if (above <= index) break;
            set_free(at, above);
            set_free(parent, index);
            at = parent;
        }
    }

    std::uint32_t take_free() {
        const std::uint64_t length = free_.length();
        if (order_ == StorageOptions::FreeList::Oldest) {
            const std::uint64_t first = oldest();
            const std::uint32_t index = free_at(first);
            const bool empty = first + 1 == length;
            memory_.store(head_ + oldest_at, empty ? std::uint64_t{0} : first + 1, "oldest free index");
            if (empty) free_.set_length(0);
            return index;
        }
        const std::uint32_t last = free_at(length - 1);
        free_.set_length(length - 1);
        if (order_ == StorageOptions::FreeList::Newest || length == 1) return last;
        const std::uint32_t smallest = free_at(0);
        std::uint64_t at = 0;
        for (std::uint64_t child = 1; child < length - 1; child = 2 * at + 1) {
            if (child + 1 < length - 1 && free_at(child + 1) < free_at(child)) ++child;
            const std::uint32_t below = free_at(child);
            if (last <= below) break;
            set_free(at, below);
            at = child;
        }
        set_free(at, last);
        return smallest;
    }

    Memory memory_;
    Address head_;
    StorageOptions::FreeList order_;
    bool checked_;
    std::uint32_t generation_mask_;
    GrowingArray<Memory> entries_, free_;
};

}  // namespace ecs::lab
