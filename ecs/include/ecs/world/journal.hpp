// A Journal records the structural changes of a world as they happen and keeps the last N. A world without a journal
// pays one null check per change. A reader asks now and then for the new changes: total() numbers them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "ecs/base/entity.hpp"
#include "ecs/storage/chunk.hpp"

namespace ecs {

/// The place of a row. Valid until the next structural change of its archetype.
struct Location {
    ArchetypeId archetype = no_archetype;
    std::uint32_t chunk = 0;  // position among the archetype's chunks
    std::uint32_t row = 0;    // within the chunk

    friend bool operator==(const Location&, const Location&) = default;
};

/// Restored means the whole world at once, see Snapshots::restore; it has neither entity nor location.
enum class ChangeKind : std::uint8_t {
    Created,
    Destroyed,
    Moved,
    FilledHole,
    ChunkMade,
    ChunkGrown,
    ChunkFreed,
    Restored,
    ChunkShrunk
};
std::string_view name_of(ChangeKind kind);

/// Index into the world's list of causes: systems and edits, by name. 0 is "direct call".
using CauseId = std::uint32_t;

struct StructuralChange {
    ChangeKind kind = ChangeKind::Created;
    Entity entity;                         // null for changes of chunks
    Location from, to;                     // Created has only `to`, Destroyed only `from`; chunks use `to`
    ComponentId component = no_component;  // the added or removed component, if it was exactly one
    bool added = false;                    // the component was added (else removed)
    std::uint32_t bytes_copied = 0;        // moved between blocks, with the 8-byte entity id
    std::uint64_t tick = 0;
    CauseId cause = 0;
};

class World;

/// Looks at rows at the moment of a change, because their values differ later. A listener may read the world and must
/// not fail.
class ChangeListener {
public:
    /// Called after the change was made and recorded. The values of a created row and of an added component may still
    /// be missing. Of a destroyed row only the values that memcpy can move are still there.
    virtual void changed(const World& world, const StructuralChange& change) noexcept = 0;
    /// The values of the last change are in place. Typed calls write values themselves, so not every change is
    /// followed by this call.
    virtual void settled(const World& world) noexcept = 0;

protected:
    ~ChangeListener() = default;
};

class Journal {
public:
    explicit Journal(std::size_t capacity = 10'000);

    /// The world calls this after each change. Takes no memory and cannot fail.
    void record(const StructuralChange& change) noexcept {
        if (capacity_ > 0) {
            __builtin_prefetch(&ring_[next_] + 8, 1);  // most of the ring is not in the cache; the address may lie
                                                       // behind its end
            ring_[next_] = pack(change);
            if (++next_ == capacity_) next_ = 0;
        }
        ++total_;
        newest_tick_ = change.tick;
    }
    void clear();
    /// Sets the only listener; null removes it. Not owned.
    void tell(ChangeListener* listener) { listener_ = listener; }
    ChangeListener* listener() const { return listener_; }
    /// Keeps at least `capacity` changes from now on, and those it has. Takes memory, so call it between ticks and
    /// edits. The memory is touched only when changes arrive.
    void reserve(std::size_t capacity);
    std::size_t capacity() const { return capacity_; }

    std::size_t size() const {
        const std::uint64_t since = total_ - lost_;
        return since < capacity_ ? static_cast<std::size_t>(since) : capacity_;
    }
    /// The change at position `i`; 0 is the oldest kept one.
    StructuralChange operator[](std::size_t i) const;
    std::uint64_t total() const { return total_; }
    std::uint64_t dropped() const { return total_ - size(); }

private:
    // A change in 40 bytes. Small, because record() writes to memory that is mostly not in the cache any more.
    struct Packed {
        Entity entity;
        ArchetypeId from, to;
        std::uint32_t from_place, to_place;  // chunk and row as in the EntityIndex
        std::uint32_t bytes_copied;
        std::uint32_t what;  // component (24) | added (1) | kind (7)
        std::uint32_t tick;  // low half
        CauseId cause;
    };
    static constexpr std::uint32_t no_component_packed = (1u << 24) - 1;

    static Packed pack(const StructuralChange& change) noexcept {
        const auto place = [](const Location& location) { return location.chunk << row_bits | location.row; };
        return {change.entity,
                change.from.archetype,
                change.to.archetype,
                place(change.from),
                place(change.to),
                change.bytes_copied,
                change.component << 8 | (change.added ? 0x80u : 0u) | static_cast<std::uint32_t>(change.kind),
                static_cast<std::uint32_t>(change.tick),
                change.cause};
    }
    static constexpr std::uint32_t row_bits = 11;

    std::size_t capacity_;
    std::unique_ptr<Packed[]> ring_;
    std::size_t next_ = 0;
    std::uint64_t total_ = 0;
    std::uint64_t lost_ = 0;  // changes dropped while the capacity was smaller than now
    std::uint64_t newest_tick_ = 0;
    ChangeListener* listener_ = nullptr;
};

}  // namespace ecs
