// An Archetype is all entities with exactly one set of component types. Their rows lie in its chunks: every chunk but
// the last is full, so row r of the archetype is row r % capacity of chunk r / capacity.
//
// The first block is small and grows to the full size before a second chunk is added; a layout therefore holds for
// all chunks at once. An archetype belongs to its World and lives as long; only the World changes it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ecs/access.hpp"
#include "ecs/chunk.hpp"
#include "ecs/id_table.hpp"

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
    bool has(ComponentId component) const { return columns_.find(component) != nullptr; }
    /// Position of the component in components(), no_column if it has none. A tag has a position but no bytes.
    int column_of(ComponentId component) const {
        const Column* column = columns_.find(component);
        return column ? column->position : no_column;
    }

    std::size_t entity_count() const { return entity_count_; }
    std::size_t chunk_count() const { return chunks_.size(); }
    /// Valid until the next structural change.
    const Chunk& chunk(std::size_t position) const { return *chunks_[position]; }
    const ChunkLayout& layout() const { return layout_; }
    /// Rows of a full-size chunk, which the present block may still have to grow to.
    std::uint32_t full_capacity() const { return full_capacity_; }
    /// Sum of the blocks of its chunks.
    std::size_t bytes() const { return chunks_.size() * layout_.block_bytes; }
    /// Bytes of one row: the entity id and all components, padding between columns left out.
    std::size_t row_bytes() const { return row_bytes_; }
    /// Bytes that hold something: headers and rows in use.
    std::size_t used_bytes() const { return chunks_.size() * Chunk::header_bytes + entity_count_ * row_bytes_; }

    /// Start of column `column` (a position in components()) in a chunk; null for tags. Valid as chunk() is.
    const std::byte* column_data(std::size_t chunk_position, std::size_t column) const {
        check_reading(*this, components_[column]);
        const std::uint32_t offset = layout_.offsets[column];
        return offset == no_offset ? nullptr : chunks_[chunk_position]->at(offset);
    }
    /// When the column was last written, on the clock World::version(); `no_column` asks for the entity column. Rows
    /// that come, go or change places count as a write of all columns.
    std::uint64_t column_version(std::size_t chunk_position, int column) const {
        const std::uint64_t* versions = chunks_[chunk_position]->versions;
        return std::max(versions[0], versions[column + 1]);
    }

private:
    friend class World;
    friend class Query;

    /// Where a component's column is in the present layout.
    struct Column {
        std::int32_t position = no_column;  // in components()
        std::uint32_t start = no_offset;    // in a block; no_offset for tags
        std::uint32_t size = 0;             // bytes of a value
    };
    /// The same, of a column with bytes, for loops over all of them.
    struct ByteColumn {
        std::uint32_t start = 0;
        std::uint32_t size = 0;
        const ComponentType* type = nullptr;
    };
    /// One column's share of a row that moves to another archetype: byte offsets in the two blocks.
    struct ColumnCopy {
        std::uint32_t from = 0, to = 0, size = 0;
        std::uint32_t from_column = 0, to_column = 0;  // positions, from which the offsets come
        const ComponentType* type = nullptr;
    };
    /// A cached step in the graph of archetypes: what adding or removing one component leads to.
    struct Edge {
        Archetype* target = nullptr;
        std::vector<ColumnCopy> copies;                          // columns with bytes that both have
        bool trivial = true;                                     // all of them, and the component itself
        std::uint32_t bytes_copied = 0;                          // a row's, the entity id included
        std::uint32_t from_block_bytes = 0, to_block_bytes = 0;  // of the layouts that the offsets belong to
    };
    Edge* find_edge(ComponentId component, bool adding) {
        const std::unique_ptr<Edge>* found = (adding ? add_edges_ : remove_edges_).find(component);
        return found ? found->get() : nullptr;
    }
    const Column* find_column(ComponentId component) const { return columns_.find(component); }
    /// Lays the columns out for blocks of this size. Does not fail after the first time.
    void set_layout(std::size_t block_bytes);
    static void refresh_offsets(const Archetype& from, Edge& edge);

    ArchetypeId id_;
    std::vector<ComponentId> components_;
    std::vector<const ComponentType*> types_;
    IdTable<Column> columns_;
    std::vector<ByteColumn> byte_columns_;
    std::vector<Chunk*> chunks_;
    Chunk* last_ = nullptr;  // chunks_.back(), the only one that may have room
    ChunkLayout layout_;
    std::size_t entity_count_ = 0;
    std::uint32_t full_capacity_ = 0;
    std::uint32_t row_bytes_ = 0;
    std::size_t block_align_ = 64;
    bool trivial_ = true;  // all types
    bool has_name_ = false, has_parent_ = false;
    IdTable<std::unique_ptr<Edge>> add_edges_, remove_edges_;
};

}  // namespace ecs
