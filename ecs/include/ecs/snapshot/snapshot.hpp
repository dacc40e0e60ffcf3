// A Snapshot is a whole world as it was at one moment; Snapshots takes them of one world and restores them, any number
// of times and in any order:
//
//     Snapshots snapshots(world);
//     const Snapshot before = *snapshots.take();
//     …
//     snapshots.restore(before);
//
// Chunks that did not change since they were last copied or restored are shared, so both directions cost what changed.
// Change is told by column versions: what is written later through a reference that was fetched before is not seen.
// Not part of a world, and so of no snapshot: types, causes, the journal, a schedule and its random source.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "ecs/base/result.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

struct SnapshotContent;
class SnapshotStore;

/// A value; copies share the content, which never changes and goes with the last of them. May outlive the world and
/// the Snapshots it came from, and may be copied, read and dropped on any thread.
class Snapshot {
public:
    Snapshot() = default;
    Snapshot(const Snapshot& other) noexcept;
    Snapshot(Snapshot&& other) noexcept : content_(std::exchange(other.content_, nullptr)) {}
    Snapshot& operator=(Snapshot other) noexcept {
        std::swap(content_, other.content_);
        return *this;
    }
    ~Snapshot();

    /// Whether there is anything in it.
    explicit operator bool() const { return content_ != nullptr; }
    std::uint64_t tick() const;
    std::size_t entity_count() const;

    /// A world of its own that equals the one this was taken of, types included: to write it to a file, or to look at
    /// it, while that one runs on. The snapshot must not be empty.
    std::unique_ptr<World> make_world() const;

private:
    friend class Snapshots;
    explicit Snapshot(SnapshotContent* content) : content_(content) {}

    SnapshotContent* content_ = nullptr;
};

/// What has been done so far, and the memory it takes now.
struct SnapshotStats {
    std::uint64_t taken = 0, restored = 0;
    std::uint64_t chunks_copied = 0, chunks_shared = 0;  // by take
    std::uint64_t bytes_copied = 0;                      // by take, out of chunks
    std::uint64_t chunks_restored = 0;                   // those that restore had to write
    std::size_t bytes_in_use = 0;                        // of buffers that snapshots hold
    std::size_t bytes_reserved = 0;                      // buffers kept for the next take included
};

class Snapshots {
public:
    /// The world must outlive the calls of take and restore, but not this object.
    explicit Snapshots(World& world);
    ~Snapshots();
    Snapshots(const Snapshots&) = delete;
    Snapshots& operator=(const Snapshots&) = delete;

    /// An error when an entity has a component that cannot be copied. Out of memory, or an exception from a component's
    /// copy, leaves everything as it was. Fails while a query or view iterates, which may be in the middle of writing.
    Result<Snapshot> take();

    /// Makes the world what it was: entities, rows and their order, children and theirs, the handles that are given
    /// out next, the tick. Archetypes made since stay, empty; versions go on, and those of the chunks that were written
    /// grow. Commands recorded for entities that the snapshot does not know are passed over when they play back.
    /// Returns how many chunks had to be written; an error when the snapshot is empty or of another world. Out of
    /// memory, or an exception from a component's copy, leaves the world as it is. Fails while a query or view
    /// iterates.
    Result<std::size_t> restore(const Snapshot& snapshot);

    SnapshotStats stats() const;
    /// Gives back the buffers of dropped snapshots, which are kept for the next take otherwise.
    void trim();

private:
    std::unique_ptr<SnapshotStore> store_;
};

}  // namespace ecs
