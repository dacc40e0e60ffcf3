// Takes packed snapshots straight from the world: columns that were not written since the part that a chunk is compared
// with are not looked at.

#include "ecs/snapshot/packed_snapshot.hpp"

#include <array>

#include "ecs/snapshot/packed_store.hpp"
#include "ecs/snapshot/patch.hpp"

namespace ecs {

namespace {

/// A patch larger than this share of what it makes is not worth it: the part becomes the base of those that follow.
constexpr std::size_t most_of_whole = 2;

/// After so many, what follows is compared with what is closer: worlds drift away from what they were.
constexpr std::uint32_t most_patches = 64;

}  // namespace

void PackedStore::count(PackedPart& part) const {
    part.counted = std::make_unique<CountedBytes>(bytes_, sizeof part + 2 * sizeof(void*) + part.bytes.capacity() +
                                                              part.sizes.capacity() * sizeof(std::size_t) +
                                                              part.values.capacity() * sizeof(part.values[0]));
}

SharedPart PackedStore::whole(std::span<const std::span<const std::byte>> columns) {
    auto part = std::make_shared<PackedPart>();
    std::size_t size = 0;
    for (const auto& column : columns) size += column.size();
    part->bytes.reserve(size);
    part->sizes.reserve(columns.size());
    for (const auto& column : columns) {
        part->bytes.insert(part->bytes.end(), column.begin(), column.end());
        part->sizes.push_back(column.size());
    }
    count(*part);
    return part;
}

std::size_t PackedStore::scratch_bytes() const {
    return dead_.runs.capacity() * sizeof(dead_.runs[0]) + dead_.free.capacity() * sizeof(dead_.free[0]) +
           families_.families.capacity() * sizeof(families_.families[0]) +
           families_.children.capacity() * sizeof(families_.children[0]) + patch_.capacity() +
           known_.capacity() * sizeof(known_[0]);
}

/// `columns` are those of a base that is a patch; a whole one has its own.
void PackedStore::set_base(Known& known, SharedPart base, WholeColumns columns) {
    const auto bytes = [](const WholeColumns& of) {
        return of.bytes.capacity() + of.sizes.capacity() * sizeof(std::size_t);
    };
    known_bytes_ -= bytes(known.base_columns);
    known.base = std::move(base);
    known.base_columns = std::move(columns);
    known_bytes_ += bytes(known.base_columns);
    known.base_version = world_.version();
    known.since_base = 0;
}

// For what has no versions: slots and the tree.
SharedPart PackedStore::packed(std::span<const std::span<const std::byte>> columns, SharedPart& base) {
    if (base) {
        patch_.clear();
        std::size_t start = 0, size = 0;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            append_patch(patch_, std::span(base->bytes).subspan(start, base->sizes[i]), columns[i]);
            start += base->sizes[i];
            size += columns[i].size();
        }
        if (patch_.size() * most_of_whole <= size + 64) {
            auto part = std::make_shared<PackedPart>();
            part->base = base;
            part->bytes.assign(patch_.begin(), patch_.end());
            count(*part);
            return part;
        }
    }
    return base = whole(columns);
}

void PackedStore::pack_values(const Archetype& archetype, std::size_t position, Known& known, PackedPart& part) {
    const SavedArchetype& saved = *store_.seen_[archetype.id()].saved;
    std::size_t value = 0;
    for (std::size_t column = 0; column < archetype.types().size(); ++column) {
        const ComponentType& type = *archetype.types()[column];
        if (type.trivial || !saved.holds(column)) continue;
        const std::uint64_t version = archetype.column_version(position, static_cast<int>(column));
        known.value_versions.resize(std::max(known.value_versions.size(), value + 1));
        const bool same = known.part && known.chunk == &archetype.chunk(position) &&
                          known.value_versions[value] == version && known.part->values.size() > value &&
                          known.part->values[value]->rows() == part.rows;
        part.values.push_back(same ? known.part->values[value]
                                   : std::make_shared<const PackedValues>(
                                         (*store_.types_)[type.id],
                                         archetype.chunk(position).at(archetype.layout().offsets[column]), part.rows,
                                         bytes_));
        known.value_versions[value++] = version;
    }
}

SharedPart PackedStore::pack(const Archetype& archetype, std::size_t position, Known& known) {
    const Chunk& chunk = archetype.chunk(position);
    const bool same_chunk = known.chunk == &chunk;
    auto part = std::make_shared<PackedPart>();
    part->rows = chunk.rows;
    part->made_at_tick = chunk.made_at_tick;
    pack_values(archetype, position, known, *part);

    patch_.clear();
    std::size_t start = 0, size = 0, number = 0;
    const auto each_column = [&](auto&& visit) {
        visit(no_column, std::as_bytes(chunk.entities()));
        for (std::size_t column = 0; column < archetype.types().size(); ++column) {
            const ComponentType& type = *archetype.types()[column];
            if (type.is_tag() || !type.trivial) continue;
            visit(static_cast<int>(column),
                  std::span(chunk.at(archetype.layout().offsets[column]), std::size_t{chunk.rows} * type.size));
        }
    };
    const bool renews = known.base && ++known.since_base > most_patches;
    if (renews) set_base(known, known.whole, {});
    if (known.base) {
        const bool whole = known.base->base == nullptr;
        const std::vector<std::byte>& base_bytes = whole ? known.base->bytes : known.base_columns.bytes;
        const std::vector<std::size_t>& base_sizes = whole ? known.base->sizes : known.base_columns.sizes;
        each_column([&](int column, std::span<const std::byte> now) {
            const std::span<const std::byte> before(base_bytes.data() + start, base_sizes[number++]);
            start += before.size();
            size += now.size();
            const bool untouched = !renews && same_chunk && before.size() == now.size() &&
                                   archetype.column_version(position, column) <= known.base_version;
            const std::size_t size_of_one =
                column == no_column ? sizeof(Entity) : archetype.types()[static_cast<std::size_t>(column)]->size;
            if (untouched)
                append_same(patch_, now.size());
            else if (size_of_one % 4 == 0)
                append_word_patch(patch_, before, now, size_of_one / 4);
            else
                append_patch(patch_, before, now);
        });
    }
    if (known.base && patch_.size() * most_of_whole <= size + 64) {
        part->base = known.base;
        part->bytes.assign(patch_.begin(), patch_.end());
        count(*part);
        if (renews) {
            WholeColumns columns;
            columns.bytes.reserve(size);
            each_column([&](int, std::span<const std::byte> now) {
                columns.bytes.insert(columns.bytes.end(), now.begin(), now.end());
                columns.sizes.push_back(now.size());
            });
            set_base(known, part, std::move(columns));
        }
        return part;
    }
    each_column([&](int, std::span<const std::byte> now) {
        part->bytes.insert(part->bytes.end(), now.begin(), now.end());
        part->sizes.push_back(now.size());
    });
    part->bytes.shrink_to_fit();
    count(*part);
    known.whole = part;
    set_base(known, part, {});
    return part;
}

void PackedStore::take_chunks(PackedContent& content, const Archetype& archetype) {
    SnapshotStore::SeenArchetype& seen = store_.seen_[archetype.id()];
    if (!seen.layout || seen.layout->layout.block_bytes != archetype.layout().block_bytes)
        seen.layout = &pool_->layout_of(*seen.saved, archetype.layout());
    content.archetypes.push_back(
        {seen.saved, seen.layout, content.chunks.size(), archetype.chunk_count(), archetype.entity_count()});
    std::vector<Known>& all = known_[archetype.id()];
    // What is known of chunks that are gone stays, as a base for those that come.
    if (all.size() < archetype.chunk_count()) {
        const std::size_t room = all.capacity();
        all.resize(archetype.chunk_count());
        known_bytes_ += (all.capacity() - room) * sizeof(Known);
    }
    for (std::size_t position = 0; position < archetype.chunk_count(); ++position) {
        Known& known = all[position];
        const std::uint64_t version = archetype.newest_version(position);
        if (!known.part || known.chunk != &archetype.chunk(position) || known.version != version) {
            known.part = pack(archetype, position, known);
            known.chunk = &archetype.chunk(position);
            known.version = version;
        }
        content.chunks.push_back(known.part);
    }
}

Result<std::shared_ptr<const PackedContent>> PackedStore::take() {
    if (world_.iterating()) {
        fail("PackedSnapshots: take was called while a query iterates, which may be in the middle of writing");
        return Error{"no snapshot can be taken while a query iterates"};
    }
    const std::lock_guard guard(pool_->lock());
    store_.see_archetypes();
    known_.resize(std::max(known_.size(), world_.archetype_count()));
    std::size_t chunk_count = 0;
    for (ArchetypeId id = 0; id < world_.archetype_count(); ++id) chunk_count += world_.archetype(id).chunk_count();
    auto content = std::make_shared<PackedContent>();
    content->archetypes.reserve(world_.archetype_count());
    content->chunks.reserve(chunk_count);
    for (ArchetypeId id = 0; id < world_.archetype_count(); ++id) take_chunks(*content, world_.archetype(id));

    if (!slots_ || slot_changes_ != world_.entity_index().changes() || alive_ != world_.entity_count()) {
        world_.entity_index().save_dead(dead_);
        const std::vector<std::size_t> counts{dead_.slot_count, dead_.alive_count};
        const std::array columns{bytes_of(dead_.runs), bytes_of(dead_.free), bytes_of(counts)};
        slots_ = packed(columns, slots_base_);
        slot_changes_ = world_.entity_index().changes();
        alive_ = world_.entity_count();
    }
    if (!tree_ || tree_changes_ != store_.hierarchy().changes()) {
        store_.hierarchy().save(families_);
        const std::array columns{bytes_of(families_.families), bytes_of(families_.children)};
        tree_ = packed(columns, tree_base_);
        tree_changes_ = store_.hierarchy().changes();
    }
    content->slots = slots_;
    content->tree = tree_;
    content->types = store_.types_;
    content->pool = pool_;
    content->entity_count = world_.entity_count();
    content->tick = world_.tick();
    content->structural_changes = world_.structural_changes();
    content->counted = std::make_unique<CountedBytes>(
        bytes_, sizeof(PackedContent) + content->archetypes.capacity() * sizeof(PackedContent::ArchetypeState) +
                    content->chunks.capacity() * sizeof(SharedPart));
    return std::shared_ptr<const PackedContent>(std::move(content));
}

Result<std::size_t> PackedStore::restore(const std::shared_ptr<const PackedContent>& content,
                                         std::span<const PackedChanges> changes) {
    if (content->pool != pool_) return Error{"this snapshot was taken of another world"};
    // When memory runs out, what was half read goes.
    std::unique_ptr<PackedReader> reader = std::move(reader_);
    if (!reader || !reader->leads_to(*content, changes)) {
        reader.reset();
        reader = std::make_unique<PackedReader>(content);
    }
    reader->go_to(changes);
    const Result<std::size_t> restored = store_.restore(reader->content());
    if (!changes.empty()) {
        reader_ = std::move(reader);
        return restored;
    }
    // Else blocks as large as the world would stay until the next time.
    reader.reset();
    const std::lock_guard guard(pool_->lock());
    pool_->trim();
    return restored;
}

std::uint64_t PackedSnapshot::tick() const { return content_ ? content_->tick : 0; }
std::size_t PackedSnapshot::entity_count() const { return content_ ? content_->entity_count : 0; }

std::unique_ptr<World> PackedSnapshot::make_world(std::span<const PackedChanges> changes) const {
    const std::shared_ptr<SnapshotPool>& pool = content_->pool;
    std::unique_ptr<World> world = [&] {
        PackedReader reader(content_);
        reader.go_to(changes);
        return SnapshotStore::make_world(reader.content());
    }();
    const std::lock_guard guard(pool->lock());
    pool->trim();
    return world;
}

void PackedSnapshot::each_world(std::span<const PackedChanges> changes,
                                const std::function<bool(std::unique_ptr<World>)>& visit) const {
    PackedReader reader(content_);
    for (std::size_t i = 0; i <= changes.size(); ++i) {
        reader.go_to(changes.first(i));
        if (!visit(SnapshotStore::make_world(reader.content()))) return;
    }
}

PackedSnapshots::PackedSnapshots(World& world) : store_(std::make_unique<PackedStore>(world)) {}
PackedSnapshots::~PackedSnapshots() = default;

Result<PackedSnapshot> PackedSnapshots::take() {
    Result<std::shared_ptr<const PackedContent>> content = store_->take();
    if (!content) return Error{content.error()};
    return PackedSnapshot(std::move(*content));
}

Result<PackedSnapshot> PackedSnapshots::take_and_follow() {
    Result<PackedSnapshot> taken = take();
    if (taken) store_->follow();
    return taken;
}

Result<PackedChanges> PackedSnapshots::take_changes() { return store_->take_changes(); }
void PackedSnapshots::is_as_taken() { store_->is_as_taken(); }

Result<std::size_t> PackedSnapshots::restore(const PackedSnapshot& snapshot, std::span<const PackedChanges> changes) {
    if (!snapshot) return Error{"an empty snapshot cannot be restored"};
    return store_->restore(snapshot.content_, changes);
}

std::size_t PackedSnapshots::bytes() const { return store_->bytes(); }

}  // namespace ecs
