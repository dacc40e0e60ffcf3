#include "ecs/lab/storages/chunk_world.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>

namespace ecs::lab {

namespace {

constexpr std::uint64_t first_slots = 64, first_chunks = 4;  // initial sizes of LargeArray and of the world's lists

std::uint32_t index_of(Handle entity) { return static_cast<std::uint32_t>(entity.bits); }
std::uint32_t generation_of(Handle entity) { return static_cast<std::uint32_t>(entity.bits >> 32); }
Handle handle_of(std::uint32_t index, std::uint32_t generation) { return {Entity{index, generation}.bits()}; }

constexpr std::size_t rows_offset = offsetof(Chunk, rows);

// The padding behind the last member would be whatever lay on the stack. Clear it, so that equal programs leave equal
// bytes.
std::array<std::byte, Chunk::header_bytes> header_bytes(const Chunk& header) {
    std::array<std::byte, Chunk::header_bytes> bytes{};
    std::memcpy(bytes.data(), &header, offsetof(Chunk, made_at_tick) + sizeof header.made_at_tick);
    return bytes;
}

template <class Array>
void make_first_room(Array& array, std::uint64_t first) {
    if (array.capacity() == 0) array.reserve(first);
}

}  // namespace

template <class Memory>
ChunkWorld<Memory>::ChunkWorld(Memory memory, std::span<const ComponentType* const> types)
    : memory_(memory),
      root_(memory.allocate(sizeof(Root) + 4 * Array::head_bytes, "heads and counters", lab::BlockKind::Program)),
      slots_(memory, slots_head(), sizeof(Slot), "entity index"),
      free_(memory, free_head(), sizeof(std::uint32_t), "free list"),
      table_(memory, table_head(), sizeof(ChunkHome), "chunk table"),
      free_ids_(memory, free_ids_head(), sizeof(std::uint32_t), "free chunk ids") {
    std::vector<TypeIndex> order(types.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](TypeIndex a, TypeIndex b) { return types[a]->id < types[b]->id; });
    for (std::uint32_t rank = 0; rank < order.size(); ++rank) {
        rank_[order[rank]] = rank;
        type_of_rank_[rank] = order[rank];
        sorted_.push_back(types[order[rank]]);
    }
    memory_.store(root_, Root{}, "empty");
    for (const Address head : {slots_head(), free_head(), table_head(), free_ids_head()})
        Array::make_head(memory_, head);
    make_first_room(slots_, first_slots);
    memory_.store(slots_.push(), Slot{0, never_mark}, "slot 0 is never handed out");
    archetype_for(0);
}

// Archetypes

template <class Memory>
Address ChunkWorld<Memory>::archetype_at(std::uint32_t archetype) const {
    return memory_.template load<Address>(root_, "archetypes") + archetype * sizeof(Archetype);
}

template <class Memory>
typename ChunkWorld<Memory>::TypeMask ChunkWorld<Memory>::mask_of(std::uint32_t archetype) const {
    return field<TypeMask>(archetype, offsetof(Archetype, mask), "types of the archetype");
}

template <class Memory>
std::uint32_t ChunkWorld<Memory>::start_of(std::uint32_t archetype, std::uint32_t rank) const {
    return field<std::uint32_t>(archetype, offsetof(Archetype, starts) + rank * sizeof(std::uint32_t),
                                "where the column starts");
}

template <class Memory>
std::vector<const ComponentType*> ChunkWorld<Memory>::types_of(TypeMask mask) const {
    std::vector<const ComponentType*> types;
    for (std::size_t rank = 0; rank < sorted_.size(); ++rank)
        if ((mask >> rank & 1) != 0) types.push_back(sorted_[rank]);
    return types;
}

template <class Memory>
GrowingArray<Memory> ChunkWorld<Memory>::chunk_list(std::uint32_t archetype) const {
    return Array(memory_, archetype_at(archetype) + offsetof(Archetype, chunk_list), sizeof(Address),
                 "chunks of an archetype");
}

template <class Memory>
std::uint32_t ChunkWorld<Memory>::archetype_for(TypeMask mask) {
    Root root = memory_.template load<Root>(root_, "archetypes");
    std::uint32_t& known = archetypes_by_mask_.try_emplace(mask, root.archetype_count).first->second;
    if (known < root.archetype_count && mask_of(known) == mask) return known;
    memory_.decide("no archetype has exactly these types: a new one");
    if (root.archetype_count == root.archetype_capacity) {
        const std::uint32_t capacity = std::max(4u, root.archetype_capacity * 2);
        const Address larger = memory_.allocate(capacity * sizeof(Archetype), "archetypes", lab::BlockKind::Program);
        if (root.archetypes != 0) {
            memory_.copy(larger, root.archetypes, root.archetype_count * sizeof(Archetype), "the archetypes move");
            memory_.release(root.archetypes);
        }
        root.archetypes = larger;
        root.archetype_capacity = capacity;
    }
    const std::uint32_t number = known = root.archetype_count++;
    memory_.store(root_, root, "archetypes");
    const std::vector<const ComponentType*> types = types_of(mask);
    Archetype made;
    made.mask = mask;
    made.full_capacity = lay_out_chunk(types, full_block_bytes(types)).capacity;
    memory_.store(archetype_at(number), made, "a new archetype");
    set_layout(number, first_block_bytes(types));
    return number;
}

template <class Memory>
std::uint32_t ChunkWorld<Memory>::follow_edge(std::uint32_t archetype, std::uint32_t rank) {
    const std::size_t edge = offsetof(Archetype, edges) + rank * sizeof(std::uint32_t);
    if (const auto known = field<std::uint32_t>(archetype, edge, "edge to the archetype"); known != 0) return known - 1;
    const std::uint32_t target = archetype_for(mask_of(archetype) ^ TypeMask{1} << rank);
    set_field(archetype, edge, target + 1, "edge to the archetype");
    return target;
}

template <class Memory>
void ChunkWorld<Memory>::set_layout(std::uint32_t archetype, std::size_t block_bytes) {
    const TypeMask mask = mask_of(archetype);
    const ChunkLayout layout = lay_out_chunk(types_of(mask), block_bytes);
    std::array<std::uint32_t, max_types> starts{};
    std::size_t column = 0;
    for (std::size_t rank = 0; rank < sorted_.size(); ++rank)
        if ((mask >> rank & 1) != 0) starts[rank] = layout.offsets[column++];
    set_field(archetype, offsetof(Archetype, block_bytes), std::array{layout.block_bytes, layout.capacity}, "layout");
    set_field(archetype, offsetof(Archetype, starts), starts, "where the columns start");
}

// Chunks

template <class Memory>
void ChunkWorld<Memory>::make_chunk(std::uint32_t archetype) {
    const auto bytes = field<std::uint32_t>(archetype, offsetof(Archetype, block_bytes), "size of a block");
    make_first_room(table_, first_chunks);
    Chunk header;
    header.archetype = archetype;
    header.position = static_cast<std::uint32_t>(chunk_list(archetype).length());
    header.capacity = field<std::uint32_t>(archetype, offsetof(Archetype, capacity), "rows of a block");
    header.block_bytes = bytes;
    const Address chunk = memory_.allocate(bytes, "chunk");
    if (const std::uint64_t free = free_ids_.length(); free > 0) {
        header.id = memory_.template load<std::uint32_t>(free_ids_.at(free - 1), "free chunk id");
        free_ids_.set_length(free - 1);
        memory_.note(EventKind::PopFree, header.id);
    } else {
        header.id = static_cast<std::uint32_t>(table_.length());
        table_.push();
        free_ids_.reserve(table_.capacity());  // giving a chunk back must not allocate
    }
    memory_.write(chunk, header_bytes(header).data(), Chunk::header_bytes, "chunk header");
    memory_.store(table_.at(header.id), ChunkHome{chunk, archetype, header.position}, "where the chunk is");
    Array list = chunk_list(archetype);
    make_first_room(list, first_chunks);
    memory_.store(list.push(), chunk, "chunk of the archetype");
    set_field(archetype, offsetof(Archetype, last), chunk, "the last chunk");
}

template <class Memory>
void ChunkWorld<Memory>::free_chunk(Address chunk) {
    const auto id = memory_.template load<std::uint32_t>(chunk + offsetof(Chunk, id), "chunk id");
    memory_.store(table_.at(id), ChunkHome{}, "no chunk");
    memory_.store(free_ids_.push(), id, "free chunk id");
    memory_.note(EventKind::PushFree, id);
    memory_.release(chunk);
}

template <class Memory>
void ChunkWorld<Memory>::ensure_room(std::uint32_t archetype) {
    const auto last = field<Address>(archetype, offsetof(Archetype, last), "the last chunk");
    if (last == 0) return make_chunk(archetype);
    const auto capacity = field<std::uint32_t>(archetype, offsetof(Archetype, capacity), "rows of a block");
    if (memory_.template load<std::uint32_t>(last + rows_offset, "rows in use") < capacity) return;
    if (capacity < field<std::uint32_t>(archetype, offsetof(Archetype, full_capacity), "rows of a full block")) {
        memory_.decide("the only block is full and small: a larger one");
        return grow_block(archetype);
    }
    memory_.decide("the last chunk is full: one more");
    make_chunk(archetype);
}

// As World::grow_block: called only for an archetype's single, full chunk.
template <class Memory>
void ChunkWorld<Memory>::grow_block(std::uint32_t archetype) {
    const auto old = field<Address>(archetype, offsetof(Archetype, last), "the last chunk");
    auto header = memory_.template load<Chunk>(old, "chunk header");
    const TypeMask mask = mask_of(archetype);
    const ChunkLayout before = lay_out_chunk(types_of(mask), header.block_bytes);
    const std::size_t bytes = block_bytes_for(types_of(mask), std::size_t{header.rows} + 1);
    const Address grown = memory_.allocate(bytes, "chunk");
    set_layout(archetype, bytes);
    header.capacity = field<std::uint32_t>(archetype, offsetof(Archetype, capacity), "rows of a block");
    header.block_bytes = static_cast<std::uint32_t>(bytes);
    memory_.write(grown, header_bytes(header).data(), Chunk::header_bytes, "chunk header");
    memory_.copy(grown + Chunk::header_bytes, old + Chunk::header_bytes, header.rows * sizeof(Entity),
                 "the column moves to the larger block");
    std::size_t column = 0;
    for (std::uint32_t rank = 0; rank < sorted_.size(); ++rank) {
        if ((mask >> rank & 1) == 0) continue;
        if (const std::uint32_t from = before.offsets[column++]; from != no_offset)
            memory_.copy(grown + start_of(archetype, rank), old + from,
                         std::uint64_t{header.rows} * sorted_[rank]->size, "the column moves to the larger block");
    }
    memory_.store(table_.at(header.id), ChunkHome{grown, archetype, header.position}, "where the chunk is");
    memory_.store(chunk_list(archetype).at(header.position), grown, "chunk of the archetype");
    set_field(archetype, offsetof(Archetype, last), grown, "the last chunk");
    memory_.release(old);
}

template <class Memory>
void ChunkWorld<Memory>::drop_empty_chunk(std::uint32_t archetype) {
    Array list = chunk_list(archetype);
    const std::uint64_t count = list.length();
    const auto bytes = field<std::uint32_t>(archetype, offsetof(Archetype, block_bytes), "size of a block");
    if (count == 1 && bytes <= kept_when_empty_bytes) return;
    const auto empty = field<Address>(archetype, offsetof(Archetype, last), "the last chunk");
    list.set_length(count - 1);
    const Address last = count == 1 ? 0 : memory_.template load<Address>(list.at(count - 2), "chunk of the archetype");
    set_field(archetype, offsetof(Archetype, last), last, "the last chunk");
    free_chunk(empty);
    if (last == 0) set_layout(archetype, first_block_bytes(types_of(mask_of(archetype))));
}

// Rows

template <class Memory>
void ChunkWorld<Memory>::count_entities(std::uint32_t archetype, std::int64_t change) {
    const std::size_t entities = offsetof(Archetype, entities);
    const auto count = field<std::uint64_t>(archetype, entities, "entities of the archetype");
    set_field(archetype, entities, count + static_cast<std::uint64_t>(change), "entities of the archetype");
}

template <class Memory>
typename ChunkWorld<Memory>::Place ChunkWorld<Memory>::push_row(std::uint32_t archetype, Handle entity) {
    const auto chunk = field<Address>(archetype, offsetof(Archetype, last), "the last chunk");
    const auto row = memory_.template load<std::uint32_t>(chunk + rows_offset, "rows in use");
    memory_.store(chunk + rows_offset, row + 1, "rows in use");
    memory_.store(chunk + Chunk::header_bytes + row * sizeof(Entity), entity.bits, "whose row this is");
    const auto id = memory_.template load<std::uint32_t>(chunk + offsetof(Chunk, id), "chunk id");
    place(entity, id << EntityIndex::row_bits | row);
    count_entities(archetype, 1);
    return {id, row, archetype, chunk};
}

template <class Memory>
void ChunkWorld<Memory>::copy_shared(const Place& from, const Place& to) {
    const TypeMask shared = mask_of(from.archetype) & mask_of(to.archetype);
    for (std::uint32_t rank = 0; rank < sorted_.size(); ++rank) {
        const std::uint64_t size = sorted_[rank]->size;
        if ((shared >> rank & 1) == 0 || size == 0) continue;
        memory_.copy(to.chunk + start_of(to.archetype, rank) + to.row * size,
                     from.chunk + start_of(from.archetype, rank) + from.row * size, size,
                     from.archetype == to.archetype ? "the last row fills the hole" : "the value moves along");
    }
}

template <class Memory>
void ChunkWorld<Memory>::close_hole(const Place& hole) {
    const auto chunk = field<Address>(hole.archetype, offsetof(Archetype, last), "the last chunk");
    const auto id = memory_.template load<std::uint32_t>(chunk + offsetof(Chunk, id), "chunk id");
    const auto rows = memory_.template load<std::uint32_t>(chunk + rows_offset, "rows in use");
    const Place last{id, rows - 1, hole.archetype, chunk};
    if (hole.chunk != last.chunk || hole.row != last.row) {
        const Address from = chunk + Chunk::header_bytes + last.row * sizeof(Entity);
        const auto filler = memory_.template load<std::uint64_t>(from, "who fills the hole");
        memory_.copy(hole.chunk + Chunk::header_bytes + hole.row * sizeof(Entity), from, sizeof(Entity),
                     "the last row fills the hole");
        copy_shared(last, hole);
        place({filler}, hole.chunk_id << EntityIndex::row_bits | hole.row);
    }
    count_entities(hole.archetype, -1);
    memory_.store(chunk + rows_offset, last.row, "rows in use");
    if (last.row == 0) drop_empty_chunk(hole.archetype);
}

template <class Memory>
void ChunkWorld<Memory>::count_alive(std::int64_t change) {
    const Address alive = root_ + offsetof(Root, alive);
    const auto count = memory_.template load<std::uint64_t>(alive, "entities alive");
    memory_.store(alive, count + static_cast<std::uint64_t>(change), "entities alive");
}

// The entity index

template <class Memory>
Handle ChunkWorld<Memory>::acquire() {
    if (const std::uint64_t count = free_.length(); count > 0) {
        const auto index = memory_.template load<std::uint32_t>(free_.at(count - 1), "free slot");
        free_.set_length(count - 1);
        memory_.note(EventKind::PopFree, index);
        return handle_of(index, memory_.template load<std::uint32_t>(slots_.at(index), "generation"));
    }
    const auto index = static_cast<std::uint32_t>(slots_.length());
    memory_.store(slots_.push(), Slot{1, free_mark}, "slot of the entity");
    return handle_of(index, 1);
}

template <class Memory>
void ChunkWorld<Memory>::release(Handle entity) {
    const Address slot = slots_.at(index_of(entity));
    if (generation_of(entity) == std::numeric_limits<std::uint32_t>::max())
        return memory_.store(slot, Slot{0, never_mark}, "no generation is left: the slot is retired");
    memory_.store(slot, Slot{generation_of(entity) + 1, free_mark}, "slot of the entity");
    make_first_room(free_, first_slots);
    memory_.store(free_.push(), index_of(entity), "free slot");
    memory_.note(EventKind::PushFree, index_of(entity));
}

template <class Memory>
void ChunkWorld<Memory>::place(Handle entity, std::uint32_t where) {
    memory_.store(slots_.at(index_of(entity)) + offsetof(Slot, where), where, "where the row is");
}

template <class Memory>
std::optional<typename ChunkWorld<Memory>::Place> ChunkWorld<Memory>::find(Handle entity) const {
    if (index_of(entity) >= slots_.length()) return std::nullopt;
    const auto slot = memory_.template load<Slot>(slots_.at(index_of(entity)), "slot of the entity");
    if (slot.generation != generation_of(entity) || slot.where >= never_mark) return std::nullopt;
    const std::uint32_t id = slot.where >> EntityIndex::row_bits;
    const auto home = memory_.template load<ChunkHome>(table_.at(id), "where the chunk is");
    return Place{id, slot.where & (EntityIndex::max_rows_per_chunk - 1), home.archetype, home.chunk};
}

template <class Memory>
bool ChunkWorld<Memory>::look_alive(Handle entity) const {
    const auto slots = Array::look(memory_.arena(), slots_head());
    if (index_of(entity) >= slots.length) return false;
    const auto slot = look<Slot>(slots.data + index_of(entity) * sizeof(Slot));
    return slot.generation == generation_of(entity) && slot.where < never_mark;
}

template <class Memory>
std::optional<Address> ChunkWorld<Memory>::value_at(const Place& place, TypeIndex type) const {
    const std::uint32_t rank = rank_[type];
    if ((mask_of(place.archetype) >> rank & 1) == 0) return std::nullopt;
    const std::uint32_t start = start_of(place.archetype, rank);
    return place.chunk + start + std::uint64_t{place.row} * sorted_[rank]->size;
}

template class ChunkWorld<PlainMemory>;
template class ChunkWorld<TracedMemory>;

}  // namespace ecs::lab
