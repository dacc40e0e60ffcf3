// A PackedSnapshot is a Snapshot in little memory, for keeping many of one world. What differs from an earlier one is
// kept as a patch, column by column; what did not change is shared. Any of them can be dropped, and each is read
// without the others:
//
//     first    | chunk | chunk | chunk |      whole
//                  ^       ^       ^
//     later    | same  | patch | same  |      against a whole one
//     latest   | same  | patch | patch |      against a whole one, or a patch of one
//
// To take one reads the columns that were written since and writes little; to restore one costs about as much as to
// restore a Snapshot of which nothing is shared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "ecs/base/result.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

struct PackedContent;
class PackedStore;

/// A value. Copies share the content. It may outlive its world and its PackedSnapshots.
class PackedSnapshot {
public:
    PackedSnapshot() = default;
    explicit operator bool() const { return content_ != nullptr; }
    std::uint64_t tick() const;
    std::size_t entity_count() const;

    /// A new world that equals the one of the snapshot. The snapshot must not be empty.
    std::unique_ptr<World> make_world() const;

private:
    friend class PackedSnapshots;
    explicit PackedSnapshot(std::shared_ptr<const PackedContent> content) : content_(std::move(content)) {}

    std::shared_ptr<const PackedContent> content_;
};

class PackedSnapshots {
public:
    /// The world must outlive the calls of take and restore.
    explicit PackedSnapshots(World& world);
    ~PackedSnapshots();
    PackedSnapshots(const PackedSnapshots&) = delete;
    PackedSnapshots& operator=(const PackedSnapshots&) = delete;

    /// As Snapshots::take and Snapshots::restore.
    Result<PackedSnapshot> take();
    Result<std::size_t> restore(const PackedSnapshot& snapshot);

    /// What all snapshots hold together, shared parts once.
    std::size_t bytes() const;

private:
    std::unique_ptr<PackedStore> store_;
};

}  // namespace ecs
