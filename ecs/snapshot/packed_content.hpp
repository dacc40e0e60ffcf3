// The content of packed snapshots: immutable parts that snapshots share. Each part counts its memory while it lives.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "ecs/snapshot/snapshot_pool.hpp"

namespace ecs {

/// Bytes of all parts of one PackedSnapshots. Parts may die on any thread.
using PackedBytes = std::shared_ptr<std::atomic<std::size_t>>;

/// Counts a number of bytes as long as it lives.
class CountedBytes {
public:
    CountedBytes(PackedBytes total, std::size_t bytes) : total_(std::move(total)), bytes_(bytes) { *total_ += bytes_; }
    ~CountedBytes() { *total_ -= bytes_; }
    std::size_t bytes() const { return bytes_; }
    CountedBytes(const CountedBytes&) = delete;
    CountedBytes& operator=(const CountedBytes&) = delete;

private:
    PackedBytes total_;
    std::size_t bytes_;
};

/// Copies of the values of a column that memcpy cannot copy.
class PackedValues {
public:
    PackedValues(SharedType type, const void* values, std::uint32_t rows, const PackedBytes& total);
    ~PackedValues();
    PackedValues(const PackedValues&) = delete;
    PackedValues& operator=(const PackedValues&) = delete;

    const void* data() const { return data_; }
    std::uint32_t rows() const { return rows_; }
    std::size_t bytes() const { return counted_->bytes(); }

private:
    SharedType type_;
    std::uint32_t rows_;
    void* data_ = nullptr;
    std::unique_ptr<CountedBytes> counted_;
};

/// Some byte columns, whole or as patches of another part. That is whole, or a patch of one that is.
struct PackedPart {
    std::shared_ptr<const PackedPart> base;  // null: whole
    std::vector<std::byte> bytes;            // one column after another, or one patch after another
    std::vector<std::size_t> sizes;          // of the columns, when it is whole
    std::vector<std::shared_ptr<const PackedValues>> values;
    std::uint32_t rows = 0;
    std::uint64_t made_at_tick = 0;
    std::unique_ptr<CountedBytes> counted;
};
using SharedPart = std::shared_ptr<const PackedPart>;

struct PackedContent {
    struct ArchetypeState {
        const SavedArchetype* archetype = nullptr;
        SavedLayout* layout = nullptr;
        std::size_t first_chunk = 0, chunk_count = 0;
        std::size_t entity_count = 0;
    };
    std::shared_ptr<SnapshotPool> pool;  // of the archetypes and layouts
    std::shared_ptr<const std::vector<SharedType>> types;
    std::vector<ArchetypeState> archetypes;  // by id
    std::vector<SharedPart> chunks;
    SharedPart slots, tree;
    std::size_t entity_count = 0;
    std::uint64_t tick = 0, structural_changes = 0;
    std::unique_ptr<CountedBytes> counted;
};

/// The columns of a part, one after another, and their sizes.
struct WholeColumns {
    std::vector<std::byte> bytes;
    std::vector<std::size_t> sizes;
};
WholeColumns whole_columns(const PackedPart& part);

/// A content for SnapshotStore::restore, with one reference. When memory runs out, nothing is left behind.
SnapshotContent* unpacked(const PackedContent& content);

}  // namespace ecs
