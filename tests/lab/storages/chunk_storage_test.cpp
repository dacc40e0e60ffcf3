// The lab's transcription of our own storage is held to ecs::World: the same operations, then the same of everything.
#include <cstring>
#include <map>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/diagnose/describe.hpp"
#include "ecs/lab/memory/trace.hpp"
#include "ecs/lab/storages/storage.hpp"
#include "ecs/world/world.hpp"

namespace chunk_storage_test {

using namespace ecs::lab;

namespace {

struct Position {
    float x = 0, y = 0, z = 0;
};
struct Velocity {
    float x = 0, y = 0, z = 0;
};
struct Health {
    float points = 0;
};
struct Small {
    std::uint8_t level = 0;
};
struct Wide {
    std::array<double, 3> values{};
};
struct Large {  // its first block has 8 KiB
    std::array<std::uint32_t, 1250> values{};
};
struct Huge {  // one row takes a block of 32 KiB
    std::array<std::uint32_t, 5000> values{};
};
struct Marked {};

/// A world and the lab's storage of the same types.
struct Pair {
    ecs::World world;
    std::vector<const ecs::ComponentType*> types;
    Arena arena;
    std::unique_ptr<Trace> trace;
    std::unique_ptr<Storage> storage;

    explicit Pair(Mode mode = Mode::Faithful, bool traced = false) {
        ecs::TypeRegistry& registry = world.types();
        for (const ecs::ComponentId id :
             {registry.add<Position>("Position").id(), registry.add<Velocity>("Velocity").id(),
              registry.add<Health>("Health").id(), registry.add<Small>("Small").id(), registry.add<Wide>("Wide").id(),
              registry.add<Marked>("Marked").id(), registry.add<Large>("Large").id(), registry.add<Huge>("Huge").id()})
            types.push_back(&registry[id]);
        std::swap(types[0], types[2]);  // columns are in the order of ids, not of this list
        if (traced) trace = std::make_unique<Trace>(arena);
        storage = make_storage(StorageKind::Chunks, mode, {}, types, arena, trace.get());
    }
};

using Bytes = std::vector<std::byte>;
using Join = std::vector<TypeIndex>;

Bytes random_value(ecs::Random& random, const ecs::ComponentType& type) {
    Bytes bytes(type.size);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.below(256));
    return bytes;
}

Role role_of(const ecs::ByteSpan& span) {
    switch (span.role) {
        case ecs::ByteRole::Header:
            return Role::Header;
        case ecs::ByteRole::Entity:
            return Role::EntityId;
        case ecs::ByteRole::Field:
            return Role::Payload;
        case ecs::ByteRole::Padding:
            return span.row >= 0 ? Role::Payload : Role::Padding;
        default:
            return span.row >= 0 ? Role::Spare : Role::Padding;
    }
}

std::uint64_t bytes_of(const Arena& arena, std::string_view what) {
    std::uint64_t sum = 0;
    for (const auto& [begin, block] : arena.blocks())
        if (block.what == what) sum += block.bytes;
    return sum;
}

/// Archetypes, chunks, the sizes of their blocks, the order of rows, every byte of the columns, what each byte is.
void check_equal(Pair& pair) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, Address> chunks;  // by archetype and position
    for (const auto& [begin, block] : pair.arena.blocks()) {
        if (block.what != "chunk") continue;
        const auto* header = reinterpret_cast<const ecs::Chunk*>(pair.arena.at(begin));
        REQUIRE(header->block_bytes == block.bytes);
        REQUIRE(chunks.emplace(std::pair(header->archetype, header->position), begin).second);
    }
    std::map<Address, Role> roles;  // by first byte; a role holds up to the next
    pair.storage->describe([&](const Span& span) { roles[span.at] = span.role; });

    std::size_t chunk_count = 0;
    for (ecs::ArchetypeId a = 0; a < pair.world.archetype_count(); ++a) {
        const ecs::Archetype& archetype = pair.world.archetype(a);
        for (std::size_t c = 0; c < archetype.chunk_count(); ++c, ++chunk_count) {
            const ecs::Chunk& real = archetype.chunk(c);
            const auto found = chunks.find({a, static_cast<std::uint32_t>(c)});
            REQUIRE(found != chunks.end());
            const auto& ours = *reinterpret_cast<const ecs::Chunk*>(pair.arena.at(found->second));
            REQUIRE(ours.id == real.id);
            REQUIRE(ours.rows == real.rows);
            REQUIRE(ours.capacity == real.capacity);
            REQUIRE(ours.block_bytes == real.block_bytes);
            for (std::size_t row = 0; row < real.rows; ++row) REQUIRE(ours.entities()[row] == real.entities()[row]);
            for (std::size_t i = 0; i < archetype.types().size(); ++i) {
                const std::uint32_t start = archetype.layout().offsets[i];
                if (start == ecs::no_offset) continue;
                REQUIRE(std::memcmp(ours.at(start), real.at(start),
                                    std::size_t{real.rows} * archetype.types()[i]->size) == 0);
            }
            for (const ecs::ByteSpan& span : ecs::describe(archetype, c))
                for (const std::uint32_t offset : {span.offset, span.offset + span.size - 1})
                    REQUIRE(std::prev(roles.upper_bound(found->second + offset))->second == role_of(span));
        }
    }
    REQUIRE(chunk_count == chunks.size());
}

void check_order(Pair& pair, std::span<const TypeIndex> join) {
    std::vector<std::uint64_t> expected, seen;
    for (ecs::ArchetypeId a = 0; a < pair.world.archetype_count(); ++a) {
        const ecs::Archetype& archetype = pair.world.archetype(a);
        bool all = true;
        for (const TypeIndex type : join) all = all && archetype.has(pair.types[type]->id);
        for (std::size_t c = 0; all && c < archetype.chunk_count(); ++c)
            for (const ecs::Entity entity : archetype.chunk(c).entities()) expected.push_back(entity.bits());
    }
    REQUIRE(pair.storage->each(join, [&](Row& row) { seen.push_back(row.entity().bits); }));
    REQUIRE(seen == expected);
}

ecs::Entity entity_of(Handle handle) {
    return {static_cast<std::uint32_t>(handle.bits), static_cast<std::uint32_t>(handle.bits >> 32)};
}

/// The same random operation to both.
void step(Pair& pair, ecs::Random& random, std::vector<Handle>& alive, std::vector<Handle>& dead, bool shrinking) {
    const std::uint32_t what = random.below(10);
    // The large types are seldom: their columns are most of the bytes.
    const auto some_type = [&] { return random.below(random.below(20) == 0 ? 8 : 6); };
    if (alive.empty() || what < (shrinking ? 1u : 5u)) {
        std::vector<TypeIndex> chosen;
        std::vector<Bytes> bytes;
        std::vector<Value> values;
        std::vector<ecs::ComponentId> ids;
        for (TypeIndex type = 0; type < 6; ++type)
            if (random.below(4) == 0) chosen.push_back(type);
        for (const TypeIndex type : chosen) bytes.push_back(random_value(random, *pair.types[type]));
        for (std::size_t i = 0; i < chosen.size(); ++i) {
            values.push_back({chosen[i], bytes[i].data()});
            ids.push_back(pair.types[chosen[i]]->id);
        }
        const Outcome made = pair.storage->create(values);
        const ecs::Entity entity = pair.world.create_with(ids);
        for (std::size_t i = 0; i < chosen.size(); ++i)
            if (!bytes[i].empty()) std::memcpy(pair.world.get_mut(entity, ids[i]), bytes[i].data(), bytes[i].size());
        REQUIRE(made.verdict == Verdict::Done);
        REQUIRE(made.handle.bits == entity.bits());
        alive.push_back(made.handle);
        return;
    }
    const std::uint32_t at = random.below(static_cast<std::uint32_t>(alive.size()));
    const Handle handle = alive[at];
    const ecs::Entity entity = entity_of(handle);
    const TypeIndex type = some_type();
    const ecs::ComponentId id = pair.types[type]->id;
    const bool has = pair.world.has(entity, id);
    REQUIRE(pair.storage->has(handle, type) == has);
    if (what < 6) {
        REQUIRE(pair.storage->destroy(handle));
        pair.world.destroy(entity);
        dead.push_back(handle);
        alive[at] = alive.back();
        alive.pop_back();
    } else if (what < 8) {
        const Bytes value = random_value(random, *pair.types[type]);
        REQUIRE(pair.storage->add(handle, {type, value.data()}).handle == handle);
        REQUIRE(pair.world.add(entity, ecs::Value(*pair.types[type], value.data())));
    } else {
        REQUIRE(static_cast<bool>(pair.storage->remove(handle, type)) == has);
        REQUIRE(pair.world.remove(entity, id) == has);
    }
}

/// The entities of the articles' pattern.
void create_pattern(Pair& pair, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
        const Position position{static_cast<float>(i), 0, 0};
        const Velocity velocity{1, 2, 3};
        const Health health{100};
        std::vector<Value> values;
        std::vector<ecs::ComponentId> ids;
        if (i / 10 % 3 != 0) values.push_back({2, &position});
        if (i / 10 % 4 != 0) values.push_back({1, &velocity});
        values.push_back({0, &health});
        for (const Value& value : values) ids.push_back(pair.types[value.type]->id);
        const ecs::Entity entity = pair.world.create_with(ids);
        for (const Value& value : values)
            std::memcpy(pair.world.get_mut(entity, pair.types[value.type]->id), value.bytes,
                        pair.types[value.type]->size);
        REQUIRE(pair.storage->create(values).handle.bits == entity.bits());
    }
}

}  // namespace

TEST_CASE("Chunks: 20,000 random operations leave the lab's rows as they leave a world's", "[lab][chunks]") {
    for (const Mode mode : {Mode::Faithful, Mode::Repaired}) {
        Pair pair(mode);
        ecs::Random random(11);
        std::vector<Handle> alive, dead;
        std::size_t most = 0, max_chunks = 0;
        for (int i = 0; i < 20'000; ++i) {
            step(pair, random, alive, dead, i / 5000 % 2 == 1);
            REQUIRE(bytes_of(pair.arena, "chunk") == pair.world.blocks().bytes_in_use());
            most = std::max(most, alive.size());
            if (i % 500 != 499) continue;
            check_equal(pair);
            REQUIRE(pair.storage->size() == pair.world.entity_count());
            for (const Join& join : {Join{0}, Join{1, 2}, Join{3, 5, 0}}) check_order(pair, join);
            for (const Handle handle : dead) {
                REQUIRE_FALSE(pair.world.alive(entity_of(handle)));
                REQUIRE_FALSE(pair.storage->alive(handle));
            }
            for (ecs::ArchetypeId a = 0; a < pair.world.archetype_count(); ++a)
                max_chunks = std::max(max_chunks, pair.world.archetype(a).chunk_count());
        }
        // The run went through all that it should: second chunks, and blocks that were given back.
        CHECK(most > 1000);
        CHECK(max_chunks > 1);
        CHECK(pair.world.archetype_count() > 60);
        while (!alive.empty()) {
            REQUIRE(pair.storage->destroy(alive.back()));
            pair.world.destroy(entity_of(alive.back()));
            alive.pop_back();
        }
        check_equal(pair);
        CHECK(bytes_of(pair.arena, "chunk") == pair.world.blocks().bytes_in_use());
    }
}

TEST_CASE("Chunks: our own numbers are those of a world", "[lab][chunks]") {
    Pair pair;
    create_pattern(pair, 10'000);
    check_equal(pair);
    const Account account = account_of(*pair.storage, pair.arena);
    CHECK(bytes_of(pair.arena, "chunk") == pair.world.blocks().bytes_in_use());
    // A world takes pages for the slots that were used; the lab counts the room of the array that they lie in.
    const std::uint64_t index = bytes_of(pair.arena, "entity index") + bytes_of(pair.arena, "free list");
    CHECK(index == 16'384 * 8);
    CHECK(pair.world.entity_index().bytes() >= 10'001 * 8);
    CHECK(pair.world.entity_index().bytes() < index);
    CHECK(account.payload == 209'920);
    CHECK(account.by_role[static_cast<std::size_t>(Role::EntityId)] == 10'000 * sizeof(ecs::Entity));
    CHECK(account.by_role[static_cast<std::size_t>(Role::Header)] == 64 * bytes_of(pair.arena, "chunk") / 16'384);
    CHECK(account.holes == 0);
    CHECK(fault_of(*pair.storage, pair.arena) == "");
    CHECK(account.spare == 35'904);
    // Besides chunks and index: 32 entries of the chunk table, their ids when free, and four lists of chunks.
    const std::uint64_t tables = 32 * 16 + 32 * 4 + 16 * 8 + 3 * line_bytes;
    CHECK(account.allocated == 20 * 16'384 + 16'384 * 8 + tables);
    CHECK(account.padding == 576 + 3 * (line_bytes - 4 * 8));
    CHECK(account.index == account.allocated - account.payload - account.spare - account.padding);

    // The small first blocks: the same with 16 KiB chunks only would be four of them, 65,536 bytes.
    Pair tiny;
    create_pattern(tiny, 50);
    check_equal(tiny);
    CHECK(bytes_of(tiny.arena, "chunk") == tiny.world.blocks().bytes_in_use());
    CHECK(tiny.world.blocks().bytes_in_use() == 1024 + 512 + 512 + 256);
    CHECK(tiny.arena.allocated() == 2304 + 64 * 8 + 6 * line_bytes);
}

TEST_CASE("Chunks: a join touches the lines of the columns, and a line of each chunk's header", "[lab][chunks]") {
    Pair pair(Mode::Repaired, true);
    create_pattern(pair, 10'000);
    pair.trace->begin_operation("join");
    const TypeIndex join[]{2, 1};
    std::uint64_t rows = 0;
    pair.storage->each(join, [&](Row& row) {
        Position position;
        Velocity velocity;
        row.read(0, &position);
        row.read(1, &velocity);
        position.x += velocity.x;
        REQUIRE(row.write(0, &position));
        ++rows;
    });
    CHECK(rows == 5'000);
    std::uint64_t lines = 2;  // of the archetype's list of chunks: 12 addresses
    const ecs::ComponentId ids[]{pair.types[2]->id, pair.types[1]->id, pair.types[0]->id};
    const ecs::Archetype& archetype = *pair.world.find_archetype(ids);
    REQUIRE(archetype.chunk_count() == 12);
    for (std::size_t c = 0; c < archetype.chunk_count(); ++c) {
        ++lines;  // the header: how many rows
        for (const ecs::ComponentId id : {ids[0], ids[1]}) {
            const std::uint64_t begin = archetype.layout().offsets[static_cast<std::size_t>(archetype.column_of(id))];
            const std::uint64_t end = begin + archetype.chunk(c).rows * sizeof(Position);
            lines += (end + line_bytes - 1) / line_bytes - begin / line_bytes;
        }
        // Where one column ends in the line in which the other begins.
        const std::uint64_t second = archetype.layout().offsets[1];
        if (second % line_bytes != 0 && archetype.layout().offsets[0] + archetype.chunk(c).rows * sizeof(Position) >
                                            second / line_bytes * line_bytes)
            --lines;
    }
    CHECK(pair.trace->operations().back().work.lines == lines);
    CHECK(lines == 1'896);  // 1,875 would hold the bytes that are needed
}

TEST_CASE("Chunks: nothing changes while a visit is under way, as in a world", "[lab][chunks]") {
    Pair pair;
    const Health health{5};
    const Value values[]{{0, &health}};
    const Handle entity = pair.storage->create(values).handle;
    const TypeIndex join[]{0};
    int refused = 0;
    REQUIRE(pair.storage->each(join, [&](Row&) {
        refused += pair.storage->create({}).verdict == Verdict::Refused;
        refused += pair.storage->destroy(entity).verdict == Verdict::Refused;
        refused += pair.storage->remove(entity, 0).verdict == Verdict::Refused;
        refused += pair.storage->add(entity, {5, nullptr}).verdict == Verdict::Refused;
        CHECK(pair.storage->set(entity, values[0]).verdict == Verdict::Done);
    }));
    CHECK(refused == 4);
    CHECK(pair.storage->supports(OperationKind::ChangeInEach).verdict == Verdict::Refused);
    CHECK(pair.storage->destroy(entity).verdict == Verdict::Done);
    CHECK(pair.storage->destroy(entity).verdict == Verdict::Refused);
    CHECK(pair.storage->size() == 0);
}

TEST_CASE("Chunks: a small block grows by the bytes of its rows, and one of 1 KiB stays when empty", "[lab][chunks]") {
    Pair pair(Mode::Faithful, true);
    const Health health{1};
    const Value values[]{{0, &health}};
    std::vector<Handle> handles;
    std::vector<std::uint64_t> grown;  // bytes moved by each creation that moved any
    for (int i = 0; i < 1'400; ++i) {
        pair.trace->begin_operation("create");
        handles.push_back(pair.storage->create(values).handle);
        std::uint64_t moved = 0;
        for (std::size_t e = pair.trace->operations().back().begin; e < pair.trace->events().size(); ++e) {
            const Event& event = pair.trace->events()[e];
            if (event.kind == EventKind::Copy && event.text == "the column moves to the larger block")
                moved += event.bytes;
        }
        if (moved > 0) {
            CHECK(moved == static_cast<std::uint64_t>(i) * (sizeof(ecs::Entity) + sizeof(Health)));
            grown.push_back(moved);
        }
    }
    CHECK(grown.size() == 6);  // 256 B to 16 KiB
    CHECK(bytes_of(pair.arena, "chunk") == 2 * 16'384);
    while (!handles.empty()) {
        REQUIRE(pair.storage->destroy(handles.back()));
        handles.pop_back();
    }
    CHECK(bytes_of(pair.arena, "chunk") == 0);
    REQUIRE(pair.storage->destroy(pair.storage->create(values).handle));
    CHECK(bytes_of(pair.arena, "chunk") == 256);
}

TEST_CASE("Chunks: a slot whose generations are used up is not used again", "[lab][chunks]") {
    for (const StorageKind kind : {StorageKind::Chunks, StorageKind::ArchetypeBlock}) {
        Pair pair;
        Arena arena;
        const auto storage = make_storage(kind, Mode::Repaired, {}, pair.types, arena, nullptr);
        const Handle first = storage->create({}).handle;
        constexpr std::uint32_t last_generation = 0xFFFF'FFFF;
        const auto index = static_cast<std::uint32_t>(first.bits);
        const bool chunks = kind == StorageKind::Chunks;
        for (const auto& [begin, block] : arena.blocks())
            if (block.what == (chunks ? "entity index" : "location table"))
                std::memcpy(arena.at(begin) + index * (chunks ? 8 : 16), &last_generation, sizeof last_generation);
        const Handle last{ecs::Entity{index, last_generation}.bits()};
        REQUIRE_FALSE(storage->alive(first));
        REQUIRE(storage->alive(last));
        if (chunks)  // the row says whose it is
            for (const auto& [begin, block] : arena.blocks())
                if (block.what == "chunk")
                    std::memcpy(arena.at(begin) + ecs::Chunk::header_bytes, &last.bits, sizeof last.bits);
        REQUIRE(storage->destroy(last));
        CHECK_FALSE(storage->alive(last));
        CHECK(static_cast<std::uint32_t>(storage->create({}).handle.bits) == index + 1);
        CHECK(fault_of(*storage, arena) == "");
    }
}

}  // namespace chunk_storage_test
