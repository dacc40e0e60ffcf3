// The PackedStore is the implementation of PackedSnapshots: it remembers of each chunk what the last snapshot, and the
// last changes, had of it.
#pragma once

#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "ecs/snapshot/packed_content.hpp"
#include "ecs/snapshot/packed_snapshot.hpp"
#include "ecs/snapshot/snapshot_store.hpp"

namespace ecs {

template <class T>
std::span<const std::byte> bytes_of(const std::vector<T>& list) {
    return std::as_bytes(std::span(list));
}

/// A snapshot, unpacked, and brought to the moment of the last of some changes that follow it.
class PackedReader {
public:
    explicit PackedReader(std::shared_ptr<const PackedContent> packed);
    ~PackedReader();
    PackedReader(const PackedReader&) = delete;
    PackedReader& operator=(const PackedReader&) = delete;

    /// Whether it is at that snapshot, or on the way to the last of these changes.
    bool leads_to(const PackedContent& packed, std::span<const PackedChanges> changes) const;
    /// Applies those that were not applied yet.
    void go_to(std::span<const PackedChanges> changes);
    const SnapshotContent& content() const { return *content_; }
    /// Of what it keeps beside the content.
    std::size_t bytes() const;

private:
    class Applying;

    std::shared_ptr<const PackedContent> packed_;
    SnapshotContent* content_;
    std::size_t applied_ = 0;
    std::shared_ptr<const PackedChangesContent> last_;  // of those
    /// Of words, by chunk and column; see append_motion().
    std::unordered_map<std::uint64_t, std::vector<std::vector<std::uint32_t>>> growth_;
};

class PackedStore {
public:
    explicit PackedStore(World& world) : world_(world), pool_(std::make_shared<SnapshotPool>()), store_(world, pool_) {}

    Result<std::shared_ptr<const PackedContent>> take();
    /// The moment of the snapshot, or of the last of the changes that follow it one after another.
    Result<std::size_t> restore(const std::shared_ptr<const PackedContent>& content,
                                std::span<const PackedChanges> changes);
    /// What take_changes() compares with is the world of now.
    void follow();
    Result<PackedChanges> take_changes();
    void is_as_taken();

    /// Of parts; and of what is kept for the next ones: bases, what is known of each chunk, blocks for restoring.
    std::size_t bytes() const {
        const std::lock_guard guard(pool_->lock());
        return *bytes_ + known_bytes_ + followed_bytes_ + pool_->bytes_reserved() + scratch_bytes() +
               (reader_ ? reader_->bytes() : 0);
    }

private:
    /// A chunk as take_changes() saw it last. Both sides of a change bring `growth` up to date in the same way.
    struct Followed {
        const Chunk* chunk = nullptr;
        std::uint64_t version = 0, rows_version = 0;
        std::vector<std::byte> bytes;                    // its columns without gaps, where memcpy can copy them
        std::vector<std::vector<std::uint32_t>> growth;  // by column, of its words; see append_motion()
    };
    struct FollowedArchetype {
        const SavedLayout* layout = nullptr;
        std::vector<Followed> chunks;
    };
    class Change;

    /// A chunk as it was in the last snapshot.
    struct Known {
        const Chunk* chunk = nullptr;
        std::uint64_t version = 0;       // its newest one
        SharedPart part;                 // as it was kept
        SharedPart whole, base;          // patches are of `base`, which is `whole` or a patch of it
        WholeColumns base_columns;       // of a base that is a patch
        std::uint64_t base_version = 0;  // clock of the world when the base was made
        std::uint32_t since_base = 0;    // patches
        std::vector<std::uint64_t> value_versions = {};
    };

    void take_chunks(PackedContent& content, const Archetype& archetype);
    SharedPart pack(const Archetype& archetype, std::size_t position, Known& known);
    void pack_values(const Archetype& archetype, std::size_t position, Known& known, PackedPart& part);
    SharedPart whole(std::span<const std::span<const std::byte>> columns);
    SharedPart packed(std::span<const std::span<const std::byte>> columns, SharedPart& base);
    void count(PackedPart& part) const;
    void set_base(Known& known, SharedPart base, WholeColumns columns);
    std::size_t scratch_bytes() const;

    World& world_;
    std::shared_ptr<SnapshotPool> pool_;
    SnapshotStore store_;
    PackedBytes bytes_ = std::make_shared<std::atomic<std::size_t>>(0);
    std::vector<std::vector<Known>> known_;  // by archetype and position
    std::size_t known_bytes_ = 0;            // that they take
    SharedPart slots_, slots_base_, tree_, tree_base_;
    std::uint64_t slot_changes_ = 0, tree_changes_ = 0;
    std::size_t alive_ = 0;
    DeadSlots dead_;     // kept for its memory
    Families families_;  // likewise
    std::vector<std::byte> patch_;

    /// Of the last restore() with changes: the next one often leads further on.
    std::unique_ptr<PackedReader> reader_;

    // packed_changes.cpp
    void look(PackedChangesContent& content);
    bool follows_ = false;
    std::vector<FollowedArchetype> followed_;  // by id
    std::vector<std::vector<std::byte>> followed_slots_, followed_tree_;
    std::uint64_t followed_slot_changes_ = 0, followed_tree_changes_ = 0;
    std::size_t followed_alive_ = 0, followed_bytes_ = 0;
};

}  // namespace ecs
