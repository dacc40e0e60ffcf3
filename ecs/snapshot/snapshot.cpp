// Takes snapshots: copies what changed and shares the rest.

#include "ecs/snapshot/snapshot.hpp"

#include "ecs/base/stream_copy.hpp"
#include "ecs/snapshot/snapshot_store.hpp"

namespace ecs {

Snapshot::Snapshot(const Snapshot& other) noexcept : content_(other.content_) {
    if (content_) content_->references.fetch_add(1, std::memory_order_relaxed);
}

Snapshot::~Snapshot() {
    if (content_ && content_->references.fetch_sub(1, std::memory_order_acq_rel) == 1) SnapshotPool::recycle(content_);
}

std::uint64_t Snapshot::tick() const { return content_ ? content_->tick : 0; }
std::size_t Snapshot::entity_count() const { return content_ ? content_->entity_count : 0; }

std::unique_ptr<World> Snapshot::make_world() const {
    if (content_) return SnapshotStore::make_world(*content_);
    fail("Snapshot: make_world was called on an empty snapshot");
    return std::make_unique<World>();
}

Snapshots::Snapshots(World& world) : store_(std::make_unique<SnapshotStore>(world, std::make_shared<SnapshotPool>())) {}
Snapshots::~Snapshots() = default;

Result<Snapshot> Snapshots::take() {
    const Result<SnapshotContent*> content = store_->take();
    if (!content) return Error{content.error()};
    return Snapshot(*content);
}

Result<std::size_t> Snapshots::restore(const Snapshot& snapshot) {
    if (!snapshot) return Error{"an empty snapshot cannot be restored"};
    return store_->restore(*snapshot.content_);
}

SnapshotStats Snapshots::stats() const { return store_->stats(); }
void Snapshots::trim() { store_->trim(); }

SnapshotStats SnapshotStore::stats() const {
    const std::lock_guard guard(pool_->lock());
    SnapshotStats stats = stats_;
    stats.bytes_in_use = pool_->bytes_in_use();
    stats.bytes_reserved = pool_->bytes_reserved();
    return stats;
}

void SnapshotStore::trim() {
    const std::lock_guard guard(pool_->lock());
    pool_->trim();
}

Result<SnapshotContent*> SnapshotStore::take() {
    if (world_.iterating()) {
        fail("Snapshots: take was called while a query iterates, which may be in the middle of writing");
        return Error{"no snapshot can be taken while a query iterates"};
    }
    const std::lock_guard guard(pool_->lock());
    see_archetypes();
    std::size_t chunk_count = 0;
    for (ArchetypeId id = 0; id < world_.archetype_count(); ++id) chunk_count += world_.archetype(id).chunk_count();
    way_ = way_to_copy(chunk_count);
    SnapshotContent* content = pool_->take_content();
    try {
        content->archetypes.reserve(seen_.size());
        content->chunks.reserve(chunk_count);
        for (ArchetypeId id = 0; id < world_.archetype_count(); ++id) take_chunks(*content, world_.archetype(id));
        end_stream_copies();
        take_slots(*content);
        take_tree(*content);
    } catch (...) {
        pool_->drop(content);
        throw;
    }
    content->types = types_;
    content->entity_count = world_.entity_count();
    content->tick = world_.tick();
    content->structural_changes = world_.structural_changes();
    content->pool = pool_;
    content->references.store(1, std::memory_order_relaxed);
    ++stats_.taken;
    return content;
}

void SnapshotStore::see_archetypes() {
    const TypeRegistry& types = world_.types();
    if (!types_ || types_->size() != types.size()) {
        auto all = std::make_shared<std::vector<SharedType>>();
        for (ComponentId id = 0; id < types.size(); ++id) all->push_back(types.share(id));
        types_ = std::move(all);
    }
    seen_.resize(std::max(seen_.size(), world_.archetype_count()));
    for (ArchetypeId id = 0; id < world_.archetype_count(); ++id) {
        if (seen_[id].saved) continue;
        std::vector<SharedType> own;
        for (const ComponentId component : world_.archetype(id).components()) own.push_back((*types_)[component]);
        seen_[id].saved = &pool_->add_archetype(std::move(own));
    }
}

bool SnapshotStore::is(const SeenChunk& seen, const Archetype& archetype, std::size_t position) const {
    return seen.chunk == &archetype.chunk(position) && seen.version == archetype.newest_version(position);
}

void SnapshotStore::take_chunks(SnapshotContent& content, const Archetype& archetype) {
    SeenArchetype& seen = seen_[archetype.id()];
    if (!seen.layout || seen.layout->layout.block_bytes != archetype.layout().block_bytes)
        seen.layout = &pool_->layout_of(*seen.saved, archetype.layout());
    content.archetypes.push_back(
        {seen.saved, seen.layout, content.chunks.size(), archetype.chunk_count(), archetype.entity_count()});
    seen.chunks.resize(archetype.chunk_count());
    for (std::size_t position = 0; position < archetype.chunk_count(); ++position) {
        SeenChunk& known = seen.chunks[position];
        if (is(known, archetype, position) && known.copy && known.copy->stamp == known.stamp) {
            ++stats_.chunks_shared;
        } else {
            const Chunk& chunk = archetype.chunk(position);
            SavedChunk* copy = copy_chunk(seen, chunk);
            known = {&chunk, archetype.newest_version(position), copy, copy->stamp};
        }
        ++known.copy->references;
        content.chunks.push_back(known.copy);
    }
}

SavedChunk* SnapshotStore::copy_chunk(const SeenArchetype& seen, const Chunk& chunk) {
    SavedChunk* copy = pool_->take_chunk(*seen.saved, *seen.layout);
    try {
        stats_.bytes_copied += copy_rows(*seen.saved, *seen.layout, copy->block,
                                         reinterpret_cast<const std::byte*>(&chunk), chunk.rows, way_);
    } catch (...) {
        pool_->give_back(copy);
        throw;
    }
    copy->rows = chunk.rows;
    copy->made_at_tick = chunk.made_at_tick;
    ++stats_.chunks_copied;
    return copy;
}

bool SnapshotStore::is_seen(const SavedSlots* slots) const {
    return slots && seen_slots_.part == slots && seen_slots_.stamp == slots->stamp &&
           seen_slots_.changes == world_.entity_index().changes() && seen_slots_.alive == world_.entity_count();
}

bool SnapshotStore::is_seen(const SavedTree* tree) const {
    return tree && seen_tree_.part == tree && seen_tree_.stamp == tree->stamp &&
           seen_tree_.changes == world_.hierarchy_.changes();
}

void SnapshotStore::take_slots(SnapshotContent& content) {
    if (!is_seen(seen_slots_.part)) {
        SavedSlots* slots = pool_->take_slots();
        try {
            world_.entity_index().save_dead(slots->value);
        } catch (...) {
            pool_->give_back(slots);
            throw;
        }
        seen_slots_ = {slots, slots->stamp, world_.entity_index().changes(), world_.entity_count()};
    }
    content.slots = seen_slots_.part;
    ++content.slots->references;
}

void SnapshotStore::take_tree(SnapshotContent& content) {
    if (!is_seen(seen_tree_.part)) {
        SavedTree* tree = pool_->take_tree();
        try {
            world_.hierarchy_.save(tree->value);
        } catch (...) {
            pool_->give_back(tree);
            throw;
        }
        seen_tree_ = {tree, tree->stamp, world_.hierarchy_.changes(), 0};
    }
    content.tree = seen_tree_.part;
    ++content.tree->references;
}

}  // namespace ecs
