// Visits and describes the rows of our own storage.
#include <cstddef>

#include "ecs/lab/storages/chunk_storage.hpp"

namespace ecs::lab {

namespace {

/// A row of a chunk.
template <class Memory>
class ChunkVisitor final : public Row {
public:
    struct Column {
        typename Memory::Cursor values;
        std::uint64_t size = 0;
    };
    std::array<Column, max_join> columns;
    std::uint64_t row = 0;

    explicit ChunkVisitor(const Memory& memory) : memory_(memory) {}

    void enter(Address chunk) { entities_ = chunk + Chunk::header_bytes; }
    void go_to(std::uint64_t to) {
        row = to;
        begin_row({});
    }
    void read(std::size_t position, void* to) override {
        const Column& column = columns[position];
        column.values.read(row * column.size, to, column.size, "value");
    }
    bool write(std::size_t position, const void* from) override {
        const Column& column = columns[position];
        column.values.write(row * column.size, from, column.size, "value");
        return true;
    }

private:
    Handle find_entity() override {
        return {memory_.template load<std::uint64_t>(entities_ + row * sizeof(Entity), "whose row it is")};
    }

    const Memory& memory_;
    Address entities_ = 0;
};

/// Counts a visit in the memory of the storage as long as it lives.
template <class Memory>
class Visit {
public:
    Visit(const Memory& memory, Address visits) : memory_(memory), visits_(visits) { change(1); }
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;
    ~Visit() { change(-1); }

private:
    void change(std::int64_t by) {
        const auto visits = memory_.template load<std::uint64_t>(visits_, "visits under way");
        memory_.store(visits_, visits + static_cast<std::uint64_t>(by), "visits under way");
    }
    Memory memory_;
    Address visits_;
};

/// Describes a growing array: its elements, its spare capacity, and the rounding of its block.
template <class Memory>
void describe_array(const Arena& arena, Address head, std::uint64_t stride, Role role, const SpanFunction& span) {
    const auto array = GrowingArray<Memory>::look(arena, head);
    if (array.data == 0) return;
    const Address used = array.data + array.length * stride, end = array.data + array.capacity * stride;
    for (std::uint64_t i = 0; i < array.length; ++i)
        span({array.data + i * stride, stride, role, -1, static_cast<std::int64_t>(i)});
    if (used < end) span({used, end - used, Role::Index});
    if (const Address block = arena.block_of(array.data)->end(); end < block) span({end, block - end, Role::Padding});
}

template <class World>
void describe_slots(const World& world, const Arena& arena, const SpanFunction& span) {
    const auto array = World::Array::look(arena, world.slots_head());
    for (std::uint32_t i = 0; i < array.length; ++i) {
        const Address at = array.data + i * sizeof(typename World::Slot);
        const auto slot = world.template look<typename World::Slot>(at);
        const bool alive = slot.where < World::never_mark;
        const std::uint64_t handle = alive ? Entity{i, slot.generation}.bits() : 0;
        span({at, 4, Role::Generation, -1, i, handle});
        span({at + 4, 4, alive ? Role::Index : Role::FreeList, -1, i, handle});
    }
    const Address used = array.data + array.length * sizeof(typename World::Slot);
    if (const Address end = arena.block_of(array.data)->end(); used < end) span({used, end - used, Role::Index});
}

template <class World>
void describe_chunk(const World& world, Address at, const SpanFunction& span) {
    const auto chunk = world.template look<Chunk>(at);
    const auto archetype = world.look_archetype(chunk.archetype);
    std::vector<std::uint64_t> handles(chunk.rows);
    for (std::uint32_t row = 0; row < chunk.rows; ++row)
        handles[row] = world.template look<std::uint64_t>(at + Chunk::header_bytes + row * sizeof(Entity));

    span({at, Chunk::header_bytes, Role::Header, -1, chunk.id});
    Address next = at + Chunk::header_bytes;
    const auto column = [&](Address start, std::uint64_t size, Role role, std::int32_t type) {
        if (next < start) span({next, start - next, Role::Padding});
        next = start;
        for (std::uint32_t row = 0; row < chunk.rows; ++row, next += size)
            span({next, size, role, type, row, handles[row]});
        const std::uint64_t spare = (chunk.capacity - chunk.rows) * size;
        if (spare > 0) span({next, spare, Role::Spare, type, chunk.rows});
        next += spare;
    };
    column(next, sizeof(Entity), Role::EntityId, -1);
    std::uint32_t rank = 0;
    for (auto left = archetype.mask; left != 0; left >>= 1, ++rank)
        if ((left & 1) != 0 && archetype.starts[rank] != no_offset) {
            const TypeIndex type = world.type_of(rank);
            column(at + archetype.starts[rank], world.size_of(rank), Role::Payload, static_cast<std::int32_t>(type));
        }
    if (const Address end = at + chunk.block_bytes; next < end) span({next, end - next, Role::Padding});
}

}  // namespace

template <class Memory>
Outcome ChunkStorage<Memory>::each(std::span<const TypeIndex> join, const RowFunction& function) {
    const Visit<Memory> visit(memory_, world_.root() + offsetof(typename World::Root, visits));
    typename World::TypeMask wanted = 0;
    for (const TypeIndex type : join) wanted |= typename World::TypeMask{1} << world_.rank_of(type);
    ChunkVisitor<Memory> row(memory_);
    for (std::size_t i = 0; i < join.size(); ++i) row.columns[i].size = types()[join[i]]->size;
    const std::uint32_t count = world_.look_root().archetype_count;
    for (std::uint32_t a = 0; a < count; ++a) {
        memory_.line(0);
        if ((world_.mask_of(a) & wanted) != wanted) continue;
        const auto chunks = world_.chunk_list(a);
        const std::uint64_t chunk_count = chunks.length();
        for (std::uint64_t c = 0; c < chunk_count; ++c) {
            memory_.line(1);
            const auto chunk = memory_.template load<Address>(chunks.at(c), "chunk of the archetype");
            const auto rows = memory_.template load<std::uint32_t>(chunk + offsetof(Chunk, rows), "rows in use");
            for (std::size_t i = 0; i < join.size(); ++i)
                row.columns[i].values = memory_.cursor(chunk + world_.start_of(a, world_.rank_of(join[i])));
            row.enter(chunk);
            for (std::uint64_t i = 0; i < rows; ++i) {
                row.go_to(i);
                function(row);
            }
        }
    }
    return Outcome::done();
}

template <class Memory>
void ChunkStorage<Memory>::describe(const SpanFunction& span) const {
    const Arena& arena = memory_.arena();
    const auto root = world_.look_root();
    for (const Address program : {world_.root(), root.archetypes})
        span({program, arena.block_of(program)->bytes, Role::Header});
    describe_slots(world_, arena, span);
    describe_array<Memory>(arena, world_.free_head(), sizeof(std::uint32_t), Role::FreeList, span);
    describe_array<Memory>(arena, world_.table_head(), sizeof(typename World::ChunkHome), Role::Pointer, span);
    describe_array<Memory>(arena, world_.free_ids_head(), sizeof(std::uint32_t), Role::FreeList, span);
    for (std::uint32_t a = 0; a < root.archetype_count; ++a) {
        const Address head = root.archetypes + a * sizeof(typename World::Archetype);
        describe_array<Memory>(arena, head, sizeof(Address), Role::Pointer, span);
        const auto chunks = GrowingArray<Memory>::look(arena, head);
        for (std::uint64_t c = 0; c < chunks.length; ++c)
            describe_chunk(world_, world_.template look<Address>(chunks.data + c * sizeof(Address)), span);
    }
}

template Outcome ChunkStorage<PlainMemory>::each(std::span<const TypeIndex>, const RowFunction&);
template Outcome ChunkStorage<TracedMemory>::each(std::span<const TypeIndex>, const RowFunction&);
template void ChunkStorage<PlainMemory>::describe(const SpanFunction&) const;
template void ChunkStorage<TracedMemory>::describe(const SpanFunction&) const;

}  // namespace ecs::lab
