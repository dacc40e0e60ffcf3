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
//
// PackedChanges are what changed from one moment to the next, in still less memory, for keeping every tick. They are
// read together with the snapshot and all the changes before them:
//
//     snapshot | changes | changes | changes | … | snapshot | changes | …
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>

#include "ecs/base/result.hpp"
#include "ecs/world/world.hpp"

namespace ecs {

struct PackedContent;
struct PackedChangesContent;
class PackedStore;

/// A value, as PackedSnapshot.
class PackedChanges {
public:
    PackedChanges() = default;
    /// Of the moment after the changes.
    std::uint64_t tick() const;
    /// That they take in memory, with copies of values that memcpy cannot copy.
    std::size_t bytes() const;

private:
    friend class PackedStore;
    friend class PackedReader;
    explicit PackedChanges(std::shared_ptr<const PackedChangesContent> content) : content_(std::move(content)) {}

    std::shared_ptr<const PackedChangesContent> content_;
};

/// A value. Copies share the content. It may outlive its world and its PackedSnapshots.
class PackedSnapshot {
public:
    PackedSnapshot() = default;
    explicit operator bool() const { return content_ != nullptr; }
    std::uint64_t tick() const;
    std::size_t entity_count() const;

    /// A new world that equals the one of the snapshot, or of the last of the changes that follow it one after another.
    /// The snapshot must not be empty.
    std::unique_ptr<World> make_world(std::span<const PackedChanges> changes = {}) const;
    /// Such a world for the snapshot and for each of the changes that follow it, until `visit` returns false.
    void each_world(std::span<const PackedChanges> changes,
                    const std::function<bool(std::unique_ptr<World>)>& visit) const;

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
    Result<std::size_t> restore(const PackedSnapshot& snapshot, std::span<const PackedChanges> changes = {});

    /// Takes one that changes can follow.
    Result<PackedSnapshot> take_and_follow();
    /// What changed since the last take_and_follow() or take_changes(). Fails as take() does, and where none of these
    /// came before or the last one threw: then another take_and_follow() is needed.
    Result<PackedChanges> take_changes();
    /// The world was restored to the moment of the last take_changes() or take_and_follow(): nothing changed since.
    void is_as_taken();

    /// What all snapshots hold together, shared parts once.
    std::size_t bytes() const;

private:
    std::unique_ptr<PackedStore> store_;
};

}  // namespace ecs
