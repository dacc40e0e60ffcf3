// The SnapshotStore is the implementation of Snapshots. It knows the inside of its world and remembers for each chunk
// which copy it equals while its newest version stays the same.
#pragma once

#include "ecs/snapshot/snapshot.hpp"
#include "ecs/snapshot/snapshot_pool.hpp"
#include "ecs/snapshot/world_order.hpp"

namespace ecs {

class SnapshotStore {
public:
    SnapshotStore(World& world, std::shared_ptr<SnapshotPool> pool) : world_(world), pool_(std::move(pool)) {}

    Result<SnapshotContent*> take();
    Result<std::size_t> restore(const SnapshotContent& target);
    /// Fills a fresh world from `content`.
    static std::unique_ptr<World> make_world(const SnapshotContent& content);

    // See world_order.hpp (world_order.cpp)
    static void prepare(World& world, const WorldOrder& order);
    std::string restore(const WorldOrder& order);

    SnapshotStats stats() const;
    void trim();

private:
    friend class PackedStore;
    const Hierarchy& hierarchy() const { return world_.hierarchy_; }

    /// The chunk equals `copy` as long as its newest version is `version` and the stamp shows that the copy was not
    /// reused.
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
    /// One chunk that restore must write.
    struct Rewrite {
        Archetype* archetype = nullptr;
        std::size_t position = 0;
        SavedChunk* copy = nullptr;
        Chunk* fresh = nullptr;  // holds the new values; null when they are copied over the present chunk
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
    void keep_live_values() noexcept;
    void drop_chunk(Archetype& archetype, Chunk* chunk) noexcept;
    void write_chunk(const Rewrite& rewrite) noexcept;

    /// For each archetype of the world its place in the order; the reason why that is impossible.
    Result<std::vector<const WorldOrder::OfArchetype*>> places_in(const WorldOrder& order) const;
    std::string why_not(const WorldOrder& order) const;
    SavedChunk* gathered(const Archetype& archetype, SavedLayout& layout, std::span<const Entity> rows);
    void gather(SnapshotContent& content, const Archetype& archetype, const WorldOrder::OfArchetype& wanted);

    World& world_;
    std::shared_ptr<SnapshotPool> pool_;
    std::shared_ptr<const std::vector<SharedType>> types_;
    std::vector<SeenArchetype> seen_;  // by id
    SeenPart<DeadSlots> seen_slots_;
    SeenPart<Families> seen_tree_;
    std::vector<Rewrite> rewrites_;  // prepare() fills this and the tree for commit()
    Hierarchy tree_;
    std::vector<std::byte> swap_space_;  // for one value that copies leave out, at any alignment
    CopyWay way_ = CopyWay::Cached;      // of the present take or restore
    SnapshotStats stats_;
};

}  // namespace ecs
