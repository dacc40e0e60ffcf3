// An Archetype holds all entities with exactly one set of component types. Their rows lie in its chunks. Every chunk
// but the last is full, so row r of the archetype is row r % capacity of chunk r / capacity.
//
// The first block is small and grows to the full size before a second chunk is added. One layout therefore holds for
// all chunks. The World owns its archetypes and keeps them as long as it lives; only the World changes them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ecs/base/id_table.hpp"
#include "ecs/storage/access.hpp"
#include "ecs/storage/chunk.hpp"
#include "ecs/storage/chunk_versions.hpp"

namespace ecs {

inline constexpr int no_column = -1;

class Archetype {
public:
    Archetype(ArchetypeId id, std::vector<const ComponentType*> types);
    Archetype(const Archetype&) = delete;
    Archetype& operator=(const Archetype&) = delete;

    ArchetypeId id() const { return id_; }
    /// Sorted by component id.
    std::span<const ComponentId> components() const { return components_; }
    /// Parallel to components().
    std::span<const ComponentType* const> types() const { return types_; }
    bool has(ComponentId component) const { return column_of(component) != no_column; }
    /// Position of the component in components(); no_column when the archetype lacks it. A tag has a position but no
    /// bytes.
    int column_of(ComponentId component) const {
        if (component < quick_ids) [[likely]]
            return quick_positions_[component];
        return search_column(component);
    }

    std::size_t entity_count() const { return entity_count_; }
    std::size_t chunk_count() const { return chunks_.size(); }
    /// Valid until the next structural change.
    const Chunk& chunk(std::size_t position) const { return *chunks_[position]; }
    const ChunkLayout& layout() const { return layout_; }
    /// Rows of a full-size chunk. The present block may be smaller and grow to it.
    std::uint32_t full_capacity() const { return full_capacity_; }
    /// Sum of the block sizes of all chunks.
    std::size_t bytes() const { return chunks_.size() * layout_.block_bytes; }
    /// Bytes of one row: the entity id and all components, without padding between columns.
    std::size_t row_bytes() const { return row_bytes_; }
    /// Bytes that hold data: headers and rows in use.
    std::size_t used_bytes() const { return chunks_.size() * Chunk::header_bytes + entity_count_ * row_bytes_; }

    /// Start of column `column` (a position in components()) in a chunk; null for tags. Valid as long as chunk() is.
    const std::byte* column_data(std::size_t chunk_position, std::size_t column) const {
        check_reading(*this, components_[column]);
        const std::uint32_t offset = layout_.offsets[column];
        return offset == no_offset ? nullptr : chunks_[chunk_position]->at(offset);
    }
    /// Time of the column's last write, on the clock World::version(). `no_column` means the entity column. A row
    /// that is added, removed or moved counts as a write of all columns.
    std::uint64_t column_version(std::size_t chunk_position, int column) const {
        const std::uint64_t* versions = versions_.row(chunk_position);
        return std::max(versions[0], versions[column + 1]);
    }
    /// As column_version, but counts only values written in place, not rows that are added, removed or moved.
    std::uint64_t written_version(std::size_t chunk_position, int column) const {
        return versions_.row(chunk_position)[column + 1];
    }
    /// The latest column version of a chunk.
    std::uint64_t newest_version(std::size_t chunk_position) const {
        const std::uint64_t* versions = versions_.row(chunk_position);
        std::uint64_t newest = versions[0];
        for (std::size_t c = 1; c <= types_.size(); ++c) newest = std::max(newest, versions[c]);
        return newest;
    }

private:
    friend class World;
    friend class Query;
    friend class SnapshotStore;

    /// Component ids below this have a table for their column and its start; others need a search.
    static constexpr std::size_t quick_ids = 32;
    int search_column(ComponentId component) const;
    /// Offset of the component's column in a block; no_offset when there is none.
    std::uint32_t column_start(ComponentId component) const {
        if (component < quick_ids) [[likely]]
            return quick_starts_[component];
        const int column = search_column(component);
        return column == no_column ? no_offset : layout_.offsets[static_cast<std::size_t>(column)];
    }
    /// A column with bytes; loops over all such columns use it.
    struct ByteColumn {
        std::uint32_t start = 0;
        std::uint32_t size = 0;
        const ComponentType* type = nullptr;
    };
    /// One column of a row that moves to another archetype: byte offsets in the two blocks.
    struct ColumnCopy {
        std::uint32_t from = 0, to = 0, size = 0;
        std::uint16_t from_column = 0, to_column = 0;  // positions that determine the offsets
    };
    /// A cached edge of the archetype graph: adding or removing one component leads to `target`.
    struct Edge {
        Archetype* target = nullptr;
        std::vector<ColumnCopy> copies;                          // columns with bytes that both archetypes have
        bool trivial = true;                                     // all copied types and the component itself are
                                                                 // trivial
        std::uint32_t bytes_copied = 0;                          // for one row, with the entity id
        std::uint32_t added_start = no_offset, added_size = 0;   // the column that adding makes, in the target
        std::uint32_t from_block_bytes = 0, to_block_bytes = 0;  // layouts that the offsets belong to
    };
    static std::uint32_t edge_key(ComponentId component, bool adding) { return component << 1 | (adding ? 1u : 0u); }
    Edge* find_edge(ComponentId component, bool adding) {
        const std::unique_ptr<Edge>* found = edges_.find(edge_key(component, adding));
        return found ? found->get() : nullptr;
    }
    /// Computes the layout for blocks of this size. Fails at most the first time.
    void set_layout(std::size_t block_bytes);
    static void refresh_offsets(const Archetype& from, Edge& edge, ComponentId component);

    ArchetypeId id_;
    std::vector<ComponentId> components_;
    std::vector<const ComponentType*> types_;
    std::array<std::uint32_t, quick_ids> quick_starts_{};
    std::array<std::int8_t, quick_ids> quick_positions_;
    std::vector<ByteColumn> byte_columns_;
    std::vector<Chunk*> chunks_;
    ChunkVersions versions_;  // by position: [0] is for whole rows, [1 + c] for column c; see World::version
    Chunk* last_ = nullptr;   // chunks_.back(), the only chunk that may have room
    ChunkLayout layout_;
    std::size_t entity_count_ = 0;
    std::uint32_t full_capacity_ = 0;
    std::uint32_t row_bytes_ = 0;
    std::size_t block_align_ = 64;
    bool trivial_ = true;  // all types are trivial
    bool has_name_ = false, has_parent_ = false;
    bool plain_ = true;  // trivial, and neither the names nor the tree depend on its rows
    IdTable<std::unique_ptr<Edge>> edges_;
};

/// The sorted components of an archetype, as key of tables.
using Signature = std::span<const ComponentId>;
struct SignatureHash {
    using is_transparent = void;
    std::size_t operator()(Signature components) const noexcept;
    std::size_t operator()(const Archetype* archetype) const noexcept { return (*this)(archetype->components()); }
};
struct SameSignature {
    using is_transparent = void;
    bool operator()(Signature a, Signature b) const noexcept {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }
    bool operator()(const Archetype* a, Signature b) const noexcept { return (*this)(a->components(), b); }
    bool operator()(Signature a, const Archetype* b) const noexcept { return (*this)(a, b->components()); }
    bool operator()(const Archetype* a, const Archetype* b) const noexcept { return a == b; }
};

}  // namespace ecs
