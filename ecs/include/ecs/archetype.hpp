// An Archetype is all entities with exactly one set of component types. Their rows lie in its chunks: every chunk but
// the last is full, so row r of the archetype is row r % capacity of chunk r / capacity.
//
// The first block is small and grows to the full size before a second chunk is added; a layout therefore holds for
// all chunks at once. An archetype belongs to its World and lives as long; only the World changes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "ecs/access.hpp"
#include "ecs/chunk.hpp"

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
    /// Position of the component in components(), no_column if it has none. A tag has a position but no bytes.
    int column_of(ComponentId component) const {
        return component < column_by_component_.size() ? column_by_component_[component] : no_column;
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
    /// When the column was last written, on the clock World::version(); `no_column` asks for the entity column.
    std::uint64_t column_version(std::size_t chunk_position, int column) const {
        return chunks_[chunk_position]->versions[column + 1];
    }

private:
    friend class World;
    friend class Query;

    /// Which column of the source goes to which column of the target when a row moves.
    struct ColumnMove {
        std::uint16_t from, to;
    };
    /// A cached step in the graph of archetypes: what adding or removing one component leads to.
    struct Edge {
        Archetype* target = nullptr;
        std::vector<ColumnMove> shared;  // columns with bytes that both have
    };

    ArchetypeId id_;
    std::vector<ComponentId> components_;
    std::vector<const ComponentType*> types_;
    std::vector<std::int16_t> column_by_component_;
    std::vector<Chunk*> chunks_;
    ChunkLayout layout_;
    std::size_t entity_count_ = 0;
    std::uint32_t full_capacity_ = 0;
    std::uint32_t row_bytes_ = 0;
    std::size_t block_align_ = 64;
    bool all_trivial_ = true;
    std::unordered_map<ComponentId, Edge> add_edges_, remove_edges_;
};

}  // namespace ecs
