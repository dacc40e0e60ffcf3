#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "ecs/snapshot/packed_changes_content.hpp"
#include "ecs/snapshot/patch.hpp"

namespace ecs {

namespace {

std::size_t memory_of_columns(const std::vector<std::vector<std::byte>>& columns) {
    std::size_t bytes = 0;
    for (const auto& column : columns) bytes += column.capacity();
    return bytes;
}

void append_columns(std::vector<std::byte>& to, std::vector<std::vector<std::byte>>& before,
                    std::span<const std::span<const std::byte>> now) {
    before.resize(now.size());
    for (std::size_t i = 0; i < now.size(); ++i) {
        append_patch(to, before[i], now[i]);
        before[i].assign(now[i].begin(), now[i].end());
    }
}

}  // namespace

std::uint64_t PackedChanges::tick() const { return content_ ? content_->tick : 0; }
std::size_t PackedChanges::bytes() const {
    if (!content_) return 0;
    std::size_t bytes = content_->memory();
    for (const auto& values : content_->values) bytes += values->bytes();
    return bytes;
}

/// Brings what is known of the world up to date, and writes down how it differed.
class PackedStore::Change {
public:
    Change(PackedStore& store, PackedChangesContent& content) : store_(store), content_(content) {}

    void look() {
        std::size_t known = store_.followed_.capacity() * sizeof(FollowedArchetype);
        for (ArchetypeId id = 0; id < store_.world_.archetype_count(); ++id) {
            look_at(store_.world_.archetype(id));
            for (const Followed& chunk : store_.followed_[id].chunks) {
                known += sizeof chunk + chunk.bytes.capacity();
                for (const auto& growth : chunk.growth) known += growth.capacity() * sizeof(growth[0]);
            }
        }
        append_number(content_.bytes, no_archetype);
        look_at_slots_and_tree();
        store_.followed_bytes_ =
            known + memory_of_columns(store_.followed_slots_) + memory_of_columns(store_.followed_tree_);
    }

private:
    void look_at(const Archetype& archetype) {
        FollowedArchetype& followed = store_.followed_[archetype.id()];
        SnapshotStore::SeenArchetype& seen = store_.store_.seen_[archetype.id()];
        if (!seen.layout || seen.layout->layout.block_bytes != archetype.layout().block_bytes)
            seen.layout = &store_.pool_->layout_of(*seen.saved, archetype.layout());
        const bool other_layout = followed.layout != seen.layout;
        bool moved = other_layout || followed.chunks.size() != archetype.chunk_count();
        bool changed = moved;
        for (std::size_t i = 0; i < archetype.chunk_count() && !moved; ++i) {
            const Followed& chunk = followed.chunks[i];
            if (is_same(chunk, archetype, i)) continue;
            changed = true;
            moved = rows_moved(chunk, archetype, i);
        }
        if (!changed) return;
        append_number(content_.bytes, archetype.id());
        append_number(content_.bytes, moved ? 1 : 0);
        if (moved) {
            append_number(content_.bytes, content_.layouts.size());
            content_.layouts.push_back(seen.layout);
            content_.archetypes.push_back(seen.saved);
            append_number(content_.bytes, archetype.chunk_count());
            append_number(content_.bytes, archetype.entity_count());
            followed.layout = seen.layout;
            followed.chunks.resize(archetype.chunk_count());
        }
        for (std::size_t i = 0; i < archetype.chunk_count(); ++i) {
            Followed& chunk = followed.chunks[i];
            if (!other_layout && is_same(chunk, archetype, i)) continue;
            append_number(content_.bytes, i + 1);
            if (other_layout || rows_moved(chunk, archetype, i) || wrote_apart(chunk, archetype, i))
                write_rows(archetype, *seen.saved, i, chunk);
            else
                write_values(archetype, i, chunk);
            chunk.chunk = &archetype.chunk(i);
            chunk.version = archetype.newest_version(i);
            chunk.rows_version = archetype.column_version(i, no_column);
        }
        append_number(content_.bytes, 0);
    }

    static bool is_same(const Followed& known, const Archetype& archetype, std::size_t i) {
        return known.chunk == &archetype.chunk(i) && known.version == archetype.newest_version(i);
    }
    static bool rows_moved(const Followed& known, const Archetype& archetype, std::size_t i) {
        return known.chunk != &archetype.chunk(i) || known.rows_version != archetype.column_version(i, no_column);
    }
    /// Values that memcpy cannot copy are written with all of their chunk.
    static bool wrote_apart(const Followed& known, const Archetype& archetype, std::size_t i) {
        for (std::size_t column = 0; column < archetype.types().size(); ++column)
            if (!archetype.types()[column]->trivial &&
                archetype.written_version(i, static_cast<int>(column)) > known.version)
                return true;
        return false;
    }

    void write_rows(const Archetype& archetype, const SavedArchetype& saved, std::size_t i, Followed& known) {
        const Chunk& chunk = archetype.chunk(i);
        append_number(content_.bytes, 1);
        append_number(content_.bytes, chunk.rows);
        append_number(content_.bytes, chunk.made_at_tick);
        const std::size_t row_bytes = bytes_of_a_row(archetype, saved);
        const std::size_t rows_before = known.bytes.size() / row_bytes;
        std::vector<std::byte> now;
        now.reserve(row_bytes * chunk.rows);
        std::size_t start = 0;
        const auto write = [&](std::span<const std::byte> column, std::size_t size) {
            const auto before = std::span<const std::byte>(known.bytes).subspan(start, size * rows_before);
            start += before.size();
            if (size % 4 == 0)
                append_word_patch(content_.bytes, before, column, size / 4);
            else
                append_patch(content_.bytes, before, column);
            now.insert(now.end(), column.begin(), column.end());
        };
        write(std::as_bytes(chunk.entities()), sizeof(Entity));
        for (std::size_t column = 0; column < archetype.types().size(); ++column) {
            if (!saved.holds(column)) continue;
            const ComponentType& type = *archetype.types()[column];
            if (type.trivial)
                write({chunk.at(archetype.layout().offsets[column]), std::size_t{chunk.rows} * type.size}, type.size);
            else
                keep_values(archetype, i, column);
        }
        known.bytes = std::move(now);
        known.growth.clear();
    }

    void write_values(const Archetype& archetype, std::size_t i, Followed& known) {
        const Chunk& chunk = archetype.chunk(i);
        append_number(content_.bytes, 0);
        std::size_t start = std::size_t{chunk.rows} * sizeof(Entity);
        for (std::size_t column = 0; column < archetype.types().size(); ++column) {
            const ComponentType& type = *archetype.types()[column];
            if (type.is_tag() || !type.trivial) continue;
            const auto before = std::span(known.bytes).subspan(start, std::size_t{chunk.rows} * type.size);
            start += before.size();
            const bool written = archetype.written_version(i, static_cast<int>(column)) > known.version;
            const std::size_t mark = content_.bytes.size();
            append_number(content_.bytes, 1);
            if (!written || !append_column(before, chunk.at(archetype.layout().offsets[column]), type.size,
                                           growth_of(known, column))) {
                content_.bytes.resize(mark);
                append_number(content_.bytes, 0);
            }
        }
    }

    /// False when nothing differs.
    bool append_column(std::span<std::byte> before, const std::byte* values, std::size_t size,
                       std::vector<std::uint32_t>& growth) {
        const std::span<const std::byte> now(values, before.size());
        if (size % 4 == 0) {
            growth.resize(now.size() / 4);
            return append_motion(content_.bytes, before, now, growth, size / 4);
        }
        if (now.empty() || std::memcmp(before.data(), now.data(), now.size()) == 0) return false;
        append_patch(content_.bytes, before, now);
        std::memcpy(before.data(), now.data(), now.size());
        return true;
    }

    static std::vector<std::uint32_t>& growth_of(Followed& known, std::size_t column) {
        if (known.growth.size() <= column) known.growth.resize(column + 1);
        return known.growth[column];
    }

    void keep_values(const Archetype& archetype, std::size_t i, std::size_t column) {
        const Chunk& chunk = archetype.chunk(i);
        content_.values.push_back(std::make_shared<const PackedValues>(
            (*store_.store_.types_)[archetype.components()[column]], chunk.at(archetype.layout().offsets[column]),
            chunk.rows, store_.bytes_));
    }

    static std::size_t bytes_of_a_row(const Archetype& archetype, const SavedArchetype& saved) {
        std::size_t bytes = sizeof(Entity);
        for (std::size_t column = 0; column < archetype.types().size(); ++column)
            if (saved.holds(column) && archetype.types()[column]->trivial) bytes += archetype.types()[column]->size;
        return bytes;
    }

    void look_at_slots_and_tree() {
        const EntityIndex& index = store_.world_.entity_index();
        const bool slots = store_.followed_slots_.empty() || store_.followed_slot_changes_ != index.changes() ||
                           store_.followed_alive_ != store_.world_.entity_count();
        append_number(content_.bytes, slots ? 1 : 0);
        if (slots) {
            index.save_dead(store_.dead_);
            const std::vector<std::size_t> counts{store_.dead_.slot_count, store_.dead_.alive_count};
            const std::array columns{bytes_of(store_.dead_.runs), bytes_of(store_.dead_.free), bytes_of(counts)};
            append_columns(content_.bytes, store_.followed_slots_, columns);
            store_.followed_slot_changes_ = index.changes();
            store_.followed_alive_ = store_.world_.entity_count();
        }
        const Hierarchy& hierarchy = store_.store_.hierarchy();
        const bool tree = store_.followed_tree_.empty() || store_.followed_tree_changes_ != hierarchy.changes();
        append_number(content_.bytes, tree ? 1 : 0);
        if (!tree) return;
        hierarchy.save(store_.families_);
        const std::array columns{bytes_of(store_.families_.families), bytes_of(store_.families_.children)};
        append_columns(content_.bytes, store_.followed_tree_, columns);
        store_.followed_tree_changes_ = hierarchy.changes();
    }

    PackedStore& store_;
    PackedChangesContent& content_;
};

/// When a copy throws, it is not known any more how the world was.
void PackedStore::look(PackedChangesContent& content) {
    store_.see_archetypes();
    followed_.resize(std::max(followed_.size(), world_.archetype_count()));
    try {
        Change(*this, content).look();
    } catch (...) {
        follows_ = false;
        followed_.clear();
        followed_slots_.clear();
        followed_tree_.clear();
        throw;
    }
}

void PackedStore::follow() {
    reader_.reset();
    const std::lock_guard guard(pool_->lock());
    PackedChangesContent ignored;
    look(ignored);
    follows_ = true;
    // Who reads the changes that follow knows nothing of those before.
    for (FollowedArchetype& archetype : followed_)
        for (Followed& chunk : archetype.chunks) chunk.growth.clear();
}

void PackedStore::is_as_taken() {
    const std::size_t known = std::min(followed_.size(), world_.archetype_count());
    for (ArchetypeId id = 0; id < known; ++id) {
        const Archetype& archetype = world_.archetype(id);
        std::vector<Followed>& chunks = followed_[id].chunks;
        if (chunks.size() != archetype.chunk_count()) continue;  // it is looked at again
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            chunks[i].chunk = &archetype.chunk(i);
            chunks[i].version = archetype.newest_version(i);
            chunks[i].rows_version = archetype.column_version(i, no_column);
        }
    }
    followed_slot_changes_ = world_.entity_index().changes();
    followed_alive_ = world_.entity_count();
    followed_tree_changes_ = store_.hierarchy().changes();
}

Result<PackedChanges> PackedStore::take_changes() {
    if (world_.iterating()) {
        fail("PackedSnapshots: take_changes was called while a query iterates, which may be in the middle of writing");
        return Error{"no changes can be taken while a query iterates"};
    }
    if (!follows_) return Error{"changes follow a snapshot, and there is none"};
    if (std::exchange(reader_, nullptr)) {
        const std::lock_guard guard(pool_->lock());
        pool_->trim();  // what was looked at in the past is as large as the world
    }
    const std::lock_guard guard(pool_->lock());
    auto content = std::make_shared<PackedChangesContent>();
    look(*content);
    content->bytes.shrink_to_fit();
    content->types = store_.types_;
    content->pool = pool_;
    content->entity_count = world_.entity_count();
    content->tick = world_.tick();
    content->structural_changes = world_.structural_changes();
    content->counted = std::make_unique<CountedBytes>(bytes_, content->memory());
    return PackedChanges(std::move(content));
}

}  // namespace ecs
