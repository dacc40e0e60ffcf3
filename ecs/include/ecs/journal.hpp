// What happens to the rows of a world, as it happens. A WorldObserver is attached to a world and told of every
// structural change; detached, the world pays one null check. Journal is the observer that remembers the last N.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "ecs/chunk.hpp"
#include "ecs/entity.hpp"

namespace ecs {

/// Where a row is: valid until the next structural change of that archetype.
struct Location {
    ArchetypeId archetype = no_archetype;
    std::uint32_t chunk = 0;  // position among the archetype's chunks
    std::uint32_t row = 0;    // within the chunk

    friend bool operator==(const Location&, const Location&) = default;
};

enum class ChangeKind : std::uint8_t { Created, Destroyed, Moved, FilledHole, ChunkMade, ChunkGrown, ChunkFreed };
std::string_view name_of(ChangeKind kind);

/// Index into the world's list of causes: systems and edits, by name. 0 is "direct call".
using CauseId = std::uint32_t;

struct StructuralChange {
    ChangeKind kind = ChangeKind::Created;
    Entity entity;                         // null for chunks
    Location from, to;                     // Created has only `to`, Destroyed only `from`; chunks use `to`
    ComponentId component = no_component;  // what was added or removed, when it was one component
    bool added = false;                    // component was added (else removed)
    std::uint32_t bytes_copied = 0;        // moved between blocks, the 8-byte entity id included
    std::uint64_t tick = 0;
    CauseId cause = 0;
};

class WorldObserver {
public:
    virtual ~WorldObserver() = default;
    /// Called after the change was made. Must not change the world, and must not throw.
    virtual void on_change(const StructuralChange& change) = 0;
};

/// Remembers the last `capacity` changes and says how many older ones it had to drop.
class Journal : public WorldObserver {
public:
    /// Takes all its memory now: a record that could not be kept would leave a change half made.
    explicit Journal(std::size_t capacity = 10'000) : capacity_(capacity) { changes_.reserve(capacity); }

    void on_change(const StructuralChange& change) override;
    void clear();

    std::size_t size() const { return changes_.size(); }
    /// 0 is the oldest kept.
    const StructuralChange& operator[](std::size_t i) const { return changes_[(first_ + i) % changes_.size()]; }
    std::uint64_t total() const { return total_; }
    std::uint64_t dropped() const { return total_ - changes_.size(); }

private:
    std::size_t capacity_;
    std::vector<StructuralChange> changes_;  // a ring once full
    std::size_t first_ = 0;
    std::uint64_t total_ = 0;
};

}  // namespace ecs
