// What a WorldOwner says of the memory of its world, against the world itself.
#include <cstring>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/ecs.hpp"
#include "probe/world/world_owner.hpp"

namespace world_memory_test {

namespace {

struct Place {
    float x = 0, y = 0;
};
struct Odd {
    std::uint8_t byte = 0;
    std::int32_t number = 0;
};
struct Marked {};

void describe(ecs::World& world) {
    world.types().add<Place>("Place").field("x", &Place::x).field("y", &Place::y);
    world.types().add<Odd>("Odd").field("byte", &Odd::byte).field("number", &Odd::number);
    world.types().add<Marked>("Marked");
}

void change(ecs::World& world, ecs::Random& random) {
    const auto slots = static_cast<std::uint32_t>(world.slot_count());
    const ecs::Entity entity = slots == 0 ? ecs::null_entity : world.entity_at_slot(random.below(slots));
    switch (random.below(7)) {
        case 0:
        case 1:
            world.create(Place{float(random.below(100)), 1});
            break;
        case 2:
            world.create(Place{1, 2}, Odd{3, 4}, Marked{});
            break;
        case 3:
            if (entity && random.below(2) == 0) world.destroy(entity);
            break;
        case 4:
            if (entity) world.add(entity, Odd{7, 8});
            break;
        case 5:
            if (entity) world.add(entity, ecs::Name{"name " + std::to_string(random.below(9))});
            break;
        default:
            if (entity) world.remove<Place>(entity);
    }
}

/// Where the bytes of a span are in the world itself.
const void* place_of(const ecs::World& world, const ecs::OwnerPool& pool, const ecs::PoolSpan& span) {
    const std::string& component = pool.columns[static_cast<std::size_t>(span.column)].component;
    const ecs::ComponentType& type = *world.types().find(component);
    const auto* const value = static_cast<const std::byte*>(world.get(ecs::entity_of_bits(span.entity), type.id));
    return span.field < 0 ? value : value + type.fields[static_cast<std::size_t>(span.field)].offset;
}

void check_block(const ecs::World& world, const ecs::OwnerPool& pool, const ecs::PoolBlock& block,
                 const ecs::PoolBytes& read) {
    REQUIRE(read.bytes.size() == block.bytes);
    CHECK(std::memcmp(read.bytes.data(), block.begin, block.bytes) == 0);
    std::size_t end = 0, entities = 0;
    for (const ecs::PoolSpan& span : read.spans) {
        REQUIRE(span.offset == end);
        end += span.size;
        if (span.role == ecs::PoolByteRole::Entity) {
            REQUIRE(std::memcmp(&span.entity, block.begin + span.offset, sizeof span.entity) == 0);
            REQUIRE(pool.entities[block.first + entities++] == span.entity);
        } else if (span.role == ecs::PoolByteRole::Field) {
            REQUIRE(place_of(world, pool, span) == block.begin + span.offset);
        }
    }
    CHECK(end == block.bytes);
    CHECK(entities == block.used);
}

}  // namespace

TEST_CASE("World memory: every block, byte and count is that of the world", "[world_owner]") {
    ecs::World world;
    describe(world);
    probe::WorldOwner owner(world);
    ecs::Pull pull;
    ecs::Random random(5);
    for (int round = 0; round < 4; ++round) {
        for (int i = 0; i < 3'000; ++i) change(world, random);
        owner.pull(pull);
        const ecs::OwnerMemory memory = owner.memory();
        std::size_t pools = 0, entities = 0;
        for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) {
            const ecs::Archetype& archetype = world.archetype(id);
            if (archetype.chunk_count() == 0) continue;
            REQUIRE(pools < memory.pools.size());
            const ecs::OwnerPool& pool = memory.pools[pools];
            CHECK(pool.kind == ecs::PoolKind::Archetype);
            CHECK(pool.bytes() == archetype.bytes());
            CHECK(pool.used_bytes() == archetype.used_bytes());
            CHECK(pool.entities.size() == archetype.entity_count());
            REQUIRE(pool.blocks.size() == archetype.chunk_count());
            for (std::size_t b = 0; b < pool.blocks.size(); ++b) {
                CHECK(pool.blocks[b].begin == archetype.chunk(b).at(0));
                const auto read = owner.read_block(memory, {pools, b, 0, pool.blocks[b].bytes});
                REQUIRE(read);
                check_block(world, pool, pool.blocks[b], *read);
            }
            entities += pool.size();
            ++pools;
        }
        CHECK(pools == memory.pools.size());
        CHECK(pools > 4);
        CHECK(entities == world.entity_count());
    }
}

TEST_CASE("World memory: a part of a block ends where the block ends, and its spans with it", "[world_owner]") {
    ecs::World world;
    describe(world);
    for (int i = 0; i < 100; ++i) world.create(Place{float(i), 0});
    const probe::WorldOwner owner(world);
    const ecs::OwnerMemory memory = owner.memory();
    REQUIRE(memory.pools.size() == 1);
    const ecs::PoolBlock& block = memory.pools[0].blocks[0];
    const auto middle = owner.read_block(memory, {0, 0, 70, 100});
    REQUIRE(middle);
    CHECK(middle->bytes.size() == 100);
    CHECK(middle->spans.front().offset == 70);
    CHECK(middle->spans.back().offset + middle->spans.back().size == 170);
    const auto tail = owner.read_block(memory, {0, 0, block.bytes - 3, 100});
    REQUIRE(tail);
    CHECK(tail->bytes.size() == 3);
    const auto behind = owner.read_block(memory, {0, 0, block.bytes + 3, 100});
    REQUIRE(behind);
    CHECK(behind->bytes.empty());
    CHECK(behind->spans.empty());
}

}  // namespace world_memory_test
