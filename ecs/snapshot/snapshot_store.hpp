// The SnapshotStore is what Snapshots does, behind its header: it knows the inside of the one world that it copies and
// restores, and remembers for each chunk which copy it equals as long as its newest version stays.
#pragma once

#include "ecs/snapshot/snapshot.hpp"
#include "ecs/snapshot/snapshot_pool.hpp"

namespace ecs {

class SnapshotStore {
public:
    SnapshotStore(World& world, std::shared_ptr<SnapshotPool> pool) : world_(world), pool_(std::move(pool)) {}

    Result<SnapshotContent*> take();
    Result<std::size_t> restore(const SnapshotContent& target);
    /// Makes a fresh world the one that `content` was taken of.
    static std::unique_ptr<World> make_world(const SnapshotContent& content);

    SnapshotStats stats() const;
    void trim();

private:
    /// The chunk equals `copy` as long as its newest version is this one and the copy was not given up (its stamp).
    struct SeenChunk {
        const Chunk* chunk = nullptr;
        std::uint64_t version = 0;
        SavedChunk* copy = nullptr;
        std::uint64_t stamp = 0;
    };
    struct SeenArchetype {
        SavedArchetype* saved = nullptr;
        SavedLayout* layout = nullptr;  // the last one
        std::vector<SeenChunk> chunks;  // by position
    };
    template <class T>
    struct SeenPart {
        SavedPart<T>* part = nullptr;
        std::uint64_t stamp = 0;
        std::uint64_t changes = 0;
        std::size_t alive = 0;
    };
    /// One chunk that restore has to write.
    struct Rewrite {
        Archetype* archetype = nullptr;
        std::size_t position = 0;
        SavedChunk* copy = nullptr;
        Chunk* fresh = nullptr;  // holds the values already; null when they are copied over those of the present chunk
    };

    void see_archetypes();
    void take_chunks(SnapshotContent& content, const Archetype& archetype);
    SavedChunk* copy_chunk(const SeenArchetype& seen, const Chunk& chunk);
    void take_slots(SnapshotContent& content);
    void take_tree(SnapshotContent& content);

    bool is(const SeenChunk& seen, const Archetype& archetype, std::size_t position) const;
    bool is_seen(const SavedSlots* slots) const;
    bool is_seen(const SavedTree* tree) const;
    void prepare(const SnapshotContent& target);
    void prepare_archetype(Archetype& archetype, const SnapshotContent& target);
    Chunk* make_fresh(Archetype& archetype, const SavedChunk& copy);
    void abandon() noexcept;
    void commit(const SnapshotContent& target) noexcept;
    void drop_chunk(Archetype& archetype, Chunk* chunk) noexcept;
    void write_chunk(const Rewrite& rewrite) noexcept;

    World& world_;
    std::shared_ptr<SnapshotPool> pool_;
    std::shared_ptr<const std::vector<SharedType>> types_;
    std::vector<SeenArchetype> seen_;  // by id
    SeenPart<DeadSlots> seen_slots_;
    SeenPart<Families> seen_tree_;
    std::vector<Rewrite> rewrites_;  // what prepare() hands to commit(), as is the tree
    Hierarchy tree_;
    CopyWay way_ = CopyWay::Cached;  // of the take or restore under way
    SnapshotStats stats_;
};

}  // namespace ecs
