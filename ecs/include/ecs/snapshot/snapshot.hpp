// A Snapshot is a whole world at one moment. Snapshots takes them from one world and restores them, any number of
// times and in any order:
//
//     Snapshots snapshots(world);
//     const Snapshot before = *snapshots.take();
//     …
//     snapshots.restore(before);
//
// Chunks that did not change since they were last copied or restored are shared, so take and restore cost only what
// changed. Column versions show the changes: a write through a reference that was fetched before the snapshot goes
// unnoticed. Types, causes, the journal, a schedule and its random source are not part of a world, and so not of a
// snapshot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "ecs/base/result.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

struct SnapshotContent;
class SnapshotStore;

/// A value. Copies share the content, which never changes and is freed with the last copy. A Snapshot may outlive its
/// world and its Snapshots. Any thread may copy, read and drop it.
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

    /// Whether the snapshot holds a world.
    explicit operator bool() const { return content_ != nullptr; }
    std::uint64_t tick() const;
    std::size_t entity_count() const;

    /// A new world that equals the one of the snapshot, types included: for writing it to a file or looking at it
    /// while the original runs on. The snapshot must not be empty.
    std::unique_ptr<World> make_world() const;

private:
    friend class Snapshots;
    explicit Snapshot(SnapshotContent* content) : content_(content) {}

    SnapshotContent* content_ = nullptr;
};

/// Counts so far, and the memory in use now.
struct SnapshotStats {
    std::uint64_t taken = 0, restored = 0;
    std::uint64_t chunks_copied = 0, chunks_shared = 0;  // by take
    std::uint64_t bytes_copied = 0;                      // by take, out of chunks
    std::uint64_t chunks_restored = 0;                   // chunks that restore had to write
    std::size_t bytes_in_use = 0;                        // in buffers that snapshots hold
    std::size_t bytes_reserved = 0;                      // with the buffers kept for the next take
};

class Snapshots {
public:
    /// The world must outlive the calls of take and restore. It need not outlive this object.
    explicit Snapshots(World& world);
    ~Snapshots();
    Snapshots(const Snapshots&) = delete;
    Snapshots& operator=(const Snapshots&) = delete;

    /// Takes a snapshot. Returns an error when an entity has a component that cannot be copied. When memory runs out
    /// or a component's copy throws, everything stays as it was. Fails while a query or view iterates, because it may
    /// be in the middle of writing.
    Result<Snapshot> take();

    /// Restores the world: entities, rows and their order, children and their order, the handles handed out next, and
    /// the tick. Archetypes made since then stay, empty. Versions never go back; those of written chunks grow.
    /// Commands recorded for entities that the snapshot does not have are skipped at playback. Returns how many
    /// chunks were written; an error when the snapshot is empty or from another world. When memory runs out or a
    /// component's copy throws, the world stays as it is. Fails while a query or view iterates.
    Result<std::size_t> restore(const Snapshot& snapshot);

    SnapshotStats stats() const;
    /// Frees the buffers of dropped snapshots, which are otherwise kept for the next take.
    void trim();

private:
    std::unique_ptr<SnapshotStore> store_;
};

}  // namespace ecs
