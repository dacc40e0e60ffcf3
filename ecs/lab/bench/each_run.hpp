// Storage::each for a program whose types are known at compile time: the same walk over the same arrays and tables,
// with the caller's function compiled in. The bench measures this. each() itself hands out rows through virtual calls
// that copy a number of bytes known only at run time, which costs more than most storages do.
//
// Only for an untraced, repaired storage. The function may change nothing but the visited values. `function(first,
// rows)` gets the address of the first value of each type; the values of `rows` rows follow one another. Storages
// whose rows are not contiguous hand out one row at a time.
//
// Arrays are looked up once per query, as a compiler would keep their addresses. 004 stores addresses of the arena.
// Each is translated when it is followed, which costs two loads from the first-level cache more than a pointer.
#pragma once

#include <utility>

#include "ecs/lab/storages/archetype_block_storage.hpp"
#include "ecs/lab/storages/chunk_storage.hpp"
#include "ecs/lab/storages/hash_index_storage.hpp"
#include "ecs/lab/storages/packed_vector_storage.hpp"
#include "ecs/lab/storages/shared_object_storage.hpp"
#include "ecs/lab/storages/sparse_vector_storage.hpp"

namespace ecs::lab {

/// The place of a HashTable, for lookups as in HashTable::find.
template <class Hashed>
struct FoundTable {
    const HashSlot* slots = nullptr;
    std::uint64_t capacity = 0;

    template <class Table>
    static FoundTable of(const Arena& arena, const typename Table::Head& head) {
        if (head.capacity == 0) return {};
        return {reinterpret_cast<const HashSlot*>(arena.at(head.slots)), head.capacity};
    }
    const HashSlot* find(std::uint64_t key) const {
        if (capacity == 0) return nullptr;
        using Table = HashTable<PlainMemory, Hashed>;
        for (std::uint64_t at = Table::home_of(key, capacity);; at = (at + 1) & (capacity - 1)) {
            if (slots[at].key == key) return &slots[at];
            if (slots[at].key == 0) return nullptr;
        }
    }
};

template <class Memory>
template <std::size_t arity, class Function>
void HashIndex<Memory>::each_run(const std::array<TypeIndex, arity>& join, const Function& function) {
    const Arena& arena = memory_.arena();
    std::array<FoundTable<HashId>, arity> tables;
    std::array<std::byte*, arity> values{}, at{};
    std::array<std::uint64_t, arity> strides{};
    for (std::size_t i = 0; i < arity; ++i) {
        tables[i] = FoundTable<HashId>::template of<Index>(arena, look_index(join[i]));
        if (tables[i].capacity == 0) return;  // no entity has the type
        values[i] = arena.at(GrowingArray<Memory>::look(arena, record(join[i]) + values_at).data);
        strides[i] = stride(join[i]);
    }
    for (std::uint64_t s = 0; s < tables[0].capacity; ++s) {
        const HashSlot base = tables[0].slots[s];
        if (base.key == 0) continue;
        at[0] = values[0] + base.position * strides[0];
        bool all = true;
        for (std::size_t i = 1; i < arity && all; ++i) {
            const HashSlot* found = tables[i].find(base.key);
            all = found != nullptr;
            if (all) at[i] = values[i] + found->position * strides[i];
        }
        if (all) function(at, 1);
    }
}

template <class Memory>
template <std::size_t arity, class Function>
void SparseVectorStorage<Memory>::each_run(const std::array<TypeIndex, arity>& join, const Function& function) {
    std::array<std::byte*, arity> options{}, at{};
    std::array<std::uint64_t, arity> strides{}, tags{};
    std::uint64_t shortest = ~std::uint64_t{0};
    for (std::size_t i = 0; i < arity; ++i) {
        auto& column = columns_[join[i]];
        if (!column.try_borrow()) fail("each_run: the column is borrowed");
        const auto head = column.look();
        shortest = std::min(shortest, head.length);
        if (head.length > 0) options[i] = memory_.arena().at(head.data);
        strides[i] = column.layout().stride();
        tags[i] = column.layout().tag_bytes;
    }
    for (std::uint64_t index = 0; index < shortest; ++index) {
        bool all = true;
        for (std::size_t i = 0; i < arity && all; ++i) {
            all = *options[i] != std::byte{0};
            at[i] = options[i] + tags[i];
        }
        if (all) function(at, 1);
        for (std::size_t i = 0; i < arity; ++i) options[i] += strides[i];
    }
    for (const TypeIndex type : join) columns_[type].release();
}

template <class Memory>
template <class Function>
void SparseVectorStorage<Memory>::with_options(const std::array<TypeIndex, 2>& join, const Function& function) {
    auto &first = columns_[join[0]], &second = columns_[join[1]];
    if (!first.try_borrow() || !second.try_borrow()) fail("with_options: a column is borrowed");
    const Arena& arena = memory_.arena();
    if (const std::uint64_t length = std::min(first.length(), second.length()); length > 0)
        function(arena.at(first.look().data), arena.at(second.look().data), length);
    first.release();
    second.release();
}

template <class Memory>
template <std::size_t arity, class Function>
void ArchetypeBlockStorage<Memory>::each_run(const std::array<TypeIndex, arity>& join, const Function& function) {
    const std::uint32_t archetypes = look_root().count;
    std::array<std::byte*, arity> at{};
    for (std::uint32_t a = 0; a < archetypes; ++a) {
        const ArchetypeHead head = look_head(a);
        std::array<int, arity> columns{};
        bool all = head.rows.size > 0;
        for (std::size_t i = 0; i < arity && all; ++i) {
            columns[i] = column_of(head.list, join[i]);
            all = columns[i] >= 0;
        }
        if (!all) continue;
        const BlockLayout layout = layout_of(head.list);
        std::byte* const block = memory_.arena().at(head.rows.data);
        for (std::size_t i = 0; i < arity; ++i)
            at[i] = block + layout.start(static_cast<std::size_t>(columns[i]) + id_columns(), head.rows.capacity);
        function(at, head.rows.size);
    }
}

template <class Memory>
template <std::size_t arity, class Function>
void PackedVector<Memory>::each_run(const std::array<TypeIndex, arity>& join, const Function& function) {
    const Arena& arena = memory_.arena();
    std::array<FoundTable<HashWholeKey>, arity> tables;
    std::array<std::byte*, arity> rows{}, at{};
    std::uint64_t length = 0;
    for (std::size_t i = 0; i < arity; ++i) {
        const auto head = look_rows(join[i]);
        if (head.length == 0) return;
        if (i == 0) length = head.length;
        rows[i] = arena.at(head.data);
        tables[i] = FoundTable<HashWholeKey>::template of<Map>(arena, look_map(join[i]));
    }
    for (std::uint64_t row = 0; row < length; ++row) {
        std::byte* const base = rows[0] + row * layouts_[join[0]].bytes;
        EntityId id;
        std::memcpy(&id, base, sizeof id);
        at[0] = base + layouts_[join[0]].value_offset;
        bool all = true;
        for (std::size_t i = 1; i < arity && all; ++i) {
            const HashSlot* found = tables[i].find(id + key_of_id_0);
            all = found != nullptr;
            if (all) at[i] = rows[i] + found->position * layouts_[join[i]].bytes + layouts_[join[i]].value_offset;
        }
        if (all) function(at, 1);
    }
}

template <class Memory>
template <std::size_t arity, class Function>
void SharedObjectStorage<Memory>::each_run(const std::array<TypeIndex, arity>& join, const Function& function) {
    const Arena& arena = memory_.arena();
    std::uint32_t wanted = 0;
    std::array<std::uint64_t, arity> offsets{};
    for (std::size_t i = 0; i < arity; ++i) {
        wanted |= bit_of(join[i]);
        offsets[i] = offsets_[join[i]];
    }
    if (memory_.template load<std::uint64_t>(container(join[0]) + dropping_at) != 0) compact(join[0]);
    const auto head = GrowingArray<Memory>::look(arena, container(join[0]));
    if (head.length == 0) return;
    const std::byte* const objects = arena.at(head.data);
    std::array<std::byte*, arity> at{};
    for (std::uint64_t n = 0; n < head.length; ++n) {
        Address address;
        std::memcpy(&address, objects + n * sizeof address, sizeof address);
        std::byte* const object = arena.at(address);
        Header header;
        std::memcpy(&header, object, sizeof header);
        if (header.deleted != 0 || (header.has & wanted) != wanted) continue;
        for (std::size_t i = 0; i < arity; ++i) at[i] = object + offsets[i];
        function(at, 1);
    }
}

template <class Memory>
template <std::size_t arity, class Function>
void ChunkStorage<Memory>::each_run(const std::array<TypeIndex, arity>& join, const Function& function) {
    const Arena& arena = memory_.arena();
    std::array<std::uint32_t, arity> ranks{};
    typename World::TypeMask wanted = 0;
    for (std::size_t i = 0; i < arity; ++i) {
        ranks[i] = world_.rank_of(join[i]);
        wanted |= typename World::TypeMask{1} << ranks[i];
    }
    const std::uint32_t archetypes = world_.look_root().archetype_count;
    std::array<std::byte*, arity> at{};
    for (std::uint32_t a = 0; a < archetypes; ++a) {
        if ((world_.mask_of(a) & wanted) != wanted) continue;
        const auto list = world_.chunk_list(a);
        const std::uint64_t chunks = list.length();
        if (chunks == 0) continue;
        std::array<std::uint32_t, arity> starts{};
        for (std::size_t i = 0; i < arity; ++i) starts[i] = world_.start_of(a, ranks[i]);
        const std::byte* const addresses = arena.at(list.data());
        for (std::uint64_t c = 0; c < chunks; ++c) {
            Address address;
            std::memcpy(&address, addresses + c * sizeof address, sizeof address);
            std::byte* const chunk = arena.at(address);
            std::uint32_t rows;
            std::memcpy(&rows, chunk + offsetof(Chunk, rows), sizeof rows);
            for (std::size_t i = 0; i < arity; ++i) at[i] = chunk + starts[i];
            function(at, rows);
        }
    }
}

/// Calls `function(runs of T…, rows)` of the storage, whatever its kind.
template <class... Ts, class Function>
void each_run_of(Storage& storage, const std::array<TypeIndex, sizeof...(Ts)>& join, const Function& function) {
    const auto typed = [&]<std::size_t... i>(std::index_sequence<i...>) {
        return [&](const std::array<std::byte*, sizeof...(Ts)>& first, std::uint64_t rows) {
            function(reinterpret_cast<Ts*>(first[i])..., rows);
        };
    }
    (std::index_sequence_for<Ts...>());
    switch (storage.kind()) {
        case StorageKind::HashIndex:
            return static_cast<HashIndex<PlainMemory>&>(storage).each_run(join, typed);
        case StorageKind::SparseVector:
            return static_cast<SparseVectorStorage<PlainMemory>&>(storage).each_run(join, typed);
        case StorageKind::ArchetypeBlock:
            return static_cast<ArchetypeBlockStorage<PlainMemory>&>(storage).each_run(join, typed);
        case StorageKind::PackedVector:
            return static_cast<PackedVector<PlainMemory>&>(storage).each_run(join, typed);
        case StorageKind::SharedObject:
            return static_cast<SharedObjectStorage<PlainMemory>&>(storage).each_run(join, typed);
        case StorageKind::Chunks:
            return static_cast<ChunkStorage<PlainMemory>&>(storage).each_run(join, typed);
    }
}

/// Calls `function(T&…)` for each row that has all types.
template <class First, class Function>
void each_typed(Storage& storage, const std::array<TypeIndex, 1>& join, const Function& function) {
    each_run_of<First>(storage, join, [&](First* first, std::uint64_t rows) {
        for (std::uint64_t i = 0; i < rows; ++i) function(first[i]);
    });
}
template <class First, class Second, class Function>
void each_typed(Storage& storage, const std::array<TypeIndex, 2>& join, const Function& function) {
    each_run_of<First, Second>(storage, join, [&](First* first, Second* second, std::uint64_t rows) {
        for (std::uint64_t i = 0; i < rows; ++i) function(first[i], second[i]);
    });
}

}  // namespace ecs::lab
