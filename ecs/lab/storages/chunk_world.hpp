// The rows of our own storage, as in ecs::World, in the memory of the lab. It uses the layout functions of
// ecs/storage/chunk.hpp and the header ecs::Chunk, and copies the steps of world_rows.cpp and entity_index.hpp. A
// test runs the same operations on both and compares everything. Belongs to a ChunkStorage.
//
//     root (Program):           | counters | heads of the four arrays below |
//     archetypes (Program):     | rows, types, block size | column starts | edges | …
//     chunks (Heap):            | ecs::Chunk | Entity x capacity | column | column | …          256 B to 16 KiB
//     entity index (Heap):      | generation, chunk id and row | …                              8 bytes a slot
//     free list (Heap):         | slot | …                                                      last in, first out
//     chunk table, free ids, and each archetype's list of chunks (Heap)
//
// It leaves out what the world keeps besides its rows: versions of columns, the journal, names, the hierarchy.
#pragma once

#include <array>
#include <optional>
#include <unordered_map>
#include <vector>

#include "ecs/lab/memory/growing_array.hpp"
#include "ecs/lab/storages/storage.hpp"
#include "ecs/storage/chunk.hpp"
#include "ecs/storage/entity_index.hpp"

namespace ecs::lab {

template <class Memory>
class ChunkWorld {
public:
    using Array = GrowingArray<Memory>;
    using TypeMask = std::uint32_t;  // bit i: type number i by component id

    struct Root {
        Address archetypes = 0;
        std::uint32_t archetype_count = 0, archetype_capacity = 0;
        std::uint64_t alive = 0;
        std::uint64_t visits = 0;  // active visits; nothing may change during a visit
    };
    struct Archetype {
        std::array<std::uint64_t, 3> chunk_list{};  // head of an Array of addresses
        Address last = 0;                           // the last chunk, the only one that may have room
        std::uint64_t entities = 0;
        TypeMask mask = 0;
        std::uint32_t block_bytes = 0, capacity = 0, full_capacity = 0;
        std::array<std::uint32_t, max_types> starts{};  // of the columns in a block; no_offset: none
        std::array<std::uint32_t, max_types> edges{};   // archetype after adding or removing a type, plus 1; 0: unknown
    };
    struct Slot {
        std::uint32_t generation = 1, where = 0;
    };
    struct ChunkHome {
        Address chunk = 0;
        std::uint32_t archetype = 0, position = 0;
    };
    struct Place {
        std::uint32_t chunk_id = 0, row = 0, archetype = 0;
        Address chunk = 0;
    };
    static constexpr std::uint32_t free_mark = 0xffffffffu, never_mark = 0xfffffffeu;  // as in EntityIndex

    ChunkWorld(Memory memory, std::span<const ComponentType* const> types);

    std::uint32_t rank_of(TypeIndex type) const { return rank_[type]; }
    TypeIndex type_of(std::uint32_t rank) const { return type_of_rank_[rank]; }
    std::uint32_t size_of(std::uint32_t rank) const { return sorted_[rank]->size; }
    std::vector<const ComponentType*> types_of(TypeMask mask) const;

    std::uint32_t archetype_for(TypeMask mask);
    /// The archetype with one type added or removed.
    std::uint32_t follow_edge(std::uint32_t archetype, std::uint32_t rank);
    TypeMask mask_of(std::uint32_t archetype) const;
    /// no_offset for tags and for types that the archetype lacks.
    std::uint32_t start_of(std::uint32_t archetype, std::uint32_t rank) const;
    Array chunk_list(std::uint32_t archetype) const;

    /// Makes push_row() find room.
    void ensure_room(std::uint32_t archetype);
    Place push_row(std::uint32_t archetype, Handle entity);
    void copy_shared(const Place& from, const Place& to);
    /// Removes a row; the last row of its archetype fills the hole.
    void close_hole(const Place& hole);

    Handle acquire();
    void release(Handle entity);
    std::optional<Place> find(Handle entity) const;
    std::optional<Address> value_at(const Place& place, TypeIndex type) const;
    void count_alive(std::int64_t change);

    // Addresses, and untraced access.
    Address root() const { return root_; }
    Address slots_head() const { return root_ + sizeof(Root); }
    Address free_head() const { return slots_head() + Array::head_bytes; }
    Address table_head() const { return free_head() + Array::head_bytes; }
    Address free_ids_head() const { return table_head() + Array::head_bytes; }
    bool look_alive(Handle entity) const;
    Root look_root() const { return look<Root>(root_); }
    Archetype look_archetype(std::uint32_t archetype) const {
        return look<Archetype>(look_root().archetypes + archetype * sizeof(Archetype));
    }
    template <class T>
    T look(Address at) const {
        T value;
        std::memcpy(&value, memory_.arena().at(at), sizeof value);
        return value;
    }

private:
    Address archetype_at(std::uint32_t archetype) const;
    template <class T>
    T field(std::uint32_t archetype, std::size_t offset, std::string_view text) const {
        return memory_.template load<T>(archetype_at(archetype) + offset, text);
    }
    template <class T>
    void set_field(std::uint32_t archetype, std::size_t offset, const T& value, std::string_view text) {
        memory_.store(archetype_at(archetype) + offset, value, text);
    }
    void set_layout(std::uint32_t archetype, std::size_t block_bytes);
    void count_entities(std::uint32_t archetype, std::int64_t change);
    void make_chunk(std::uint32_t archetype);
    void free_chunk(Address chunk);
    void grow_block(std::uint32_t archetype);
    void drop_empty_chunk(std::uint32_t archetype);
    void place(Handle entity, std::uint32_t where);

    Memory memory_;
    std::vector<const ComponentType*> sorted_;     // by component id
    std::array<std::uint32_t, max_types> rank_{};  // by type: its position in sorted_
    std::array<TypeIndex, max_types> type_of_rank_{};
    // Every archetype ever made here, as in the world's hash map. If undo removed one, its number or the types now
    // stored under the number show it.
    std::unordered_map<TypeMask, std::uint32_t> archetypes_by_mask_;
    Address root_ = 0;
    Array slots_, free_, table_, free_ids_;
};

}  // namespace ecs::lab
