#include "ecs/storage/chunk.hpp"

#include <algorithm>

#include "catch.hpp"
#include "ecs/support/test_types.hpp"

namespace chunk_test {

using namespace ecs;

namespace {

struct Types {
    std::vector<std::unique_ptr<ComponentType>> owned;
    std::vector<const ComponentType*> list;

    explicit Types(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& sizes) {
        for (auto [size, align] : sizes) {
            owned.push_back(std::make_unique<ComponentType>());
            owned.back()->size = size;
            owned.back()->align = align;
            list.push_back(owned.back().get());
        }
    }
};

// The rule as ecs.md states it, tried from the largest conceivable row count downwards.
std::size_t brute_force_capacity(const Types& types, std::size_t block) {
    for (std::size_t rows = block / 8; rows > 0; --rows) {
        std::size_t end = 64 + rows * 8;
        for (const ComponentType* type : types.list) {
            if (type->size == 0) continue;
            const std::size_t align = std::max<std::size_t>(16, type->align);
            end = (end + align - 1) / align * align + rows * type->size;
        }
        if (end <= block) return rows;
    }
    return 0;
}

}  // namespace

TEST_CASE("Chunk: the capacities at 16 KiB are those of the design", "[ecs][chunk]") {
    const auto capacity = [](std::vector<std::pair<std::uint32_t, std::uint32_t>> sizes) {
        return lay_out_chunk(Types(sizes).list, Chunk::full_bytes).capacity;
    };
    CHECK(capacity({{12, 4}}) == 816);
    CHECK(capacity({{12, 4}, {12, 4}}) == 509);
    CHECK(capacity({{12, 4}, {12, 4}, {4, 4}}) == 452);
    CHECK(capacity({{24, 8}, {24, 8}}) == 291);
    CHECK(capacity({{64, 4}}) == 226);
    CHECK(capacity({{1024, 4}}) == 15);
    CHECK(capacity({}) == 2040);
    CHECK(capacity({{0, 1}, {12, 4}}) == 816);  // a tag costs nothing
}

TEST_CASE("Chunk: capacity equals a brute force, and columns are aligned and do not overlap", "[ecs][chunk]") {
    std::uint32_t seed = 1;
    const auto next = [&](std::uint32_t below) { return (seed = seed * 1664525u + 1013904223u) / 65536u % below; };
    for (int round = 0; round < 300; ++round) {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> sizes(1 + next(6));
        for (auto& [size, align] : sizes) {
            align = 1u << next(7);
            size = next(5) == 0 ? 0 : align * (1 + next(8));
        }
        const Types types(sizes);
        const std::size_t block = full_block_bytes(types.list);
        const ChunkLayout layout = lay_out_chunk(types.list, block);
        REQUIRE(layout.capacity == brute_force_capacity(types, block));
        std::size_t end = 64 + std::size_t{layout.capacity} * 8;
        for (std::size_t c = 0; c < types.list.size(); ++c) {
            const ComponentType& type = *types.list[c];
            if (type.is_tag()) {
                REQUIRE(layout.offsets[c] == no_offset);
                continue;
            }
            REQUIRE(layout.offsets[c] >= end);
            REQUIRE(layout.offsets[c] < end + std::max(16u, type.align));
            REQUIRE(layout.offsets[c] % std::max(16u, type.align) == 0);
            end = layout.offsets[c] + std::size_t{layout.capacity} * type.size;
        }
        REQUIRE(end <= block);
    }
}

TEST_CASE("Chunk: a row larger than a chunk gets the next power of two that holds one", "[ecs][chunk]") {
    const Types types({{20'000, 8}});
    CHECK(full_block_bytes(types.list) == 32 * 1024);
    CHECK(lay_out_chunk(types.list, 32 * 1024).capacity == 1);
    CHECK(full_block_bytes(Types({{16'384 - 64 - 16, 8}}).list) == 16 * 1024);
    CHECK(full_block_bytes(Types({{16'384 - 64 - 8, 8}}).list) == 32 * 1024);
}

TEST_CASE("Chunk: a small archetype grows to a full block before it gets a second chunk", "[ecs][chunk][world]") {
    World world;
    test::register_types(world);
    std::vector<std::uint32_t> blocks;
    for (int i = 0; i < 2000; ++i) {
        const Entity entity = world.create(test::Position{float(i), 0, 0});
        const Archetype& archetype = world.archetype_of(entity);
        if (blocks.empty() || blocks.back() != archetype.chunk(0).block_bytes)
            blocks.push_back(archetype.chunk(0).block_bytes);
        if (archetype.chunk_count() > 1) REQUIRE(archetype.chunk(0).block_bytes == Chunk::full_bytes);
    }
    CHECK(blocks == std::vector<std::uint32_t>{256, 512, 1024, 2048, 4096, 8192, 16384});
    const auto entities = test::entities_of(world);
    for (std::size_t i = 0; i < entities.size(); ++i) REQUIRE(world.get<test::Position>(entities[i]).x == float(i));
}

TEST_CASE("Chunk: ten thousand archetypes of one entity cost about 10 MiB of blocks at most", "[ecs][chunk][world]") {
    World world;
    std::vector<ComponentId> tags;
    for (int i = 0; i < 14; ++i) {
        ComponentType type;
        type.name = "Tag" + std::to_string(i);
        tags.push_back(*world.types().add_at_run_time(std::move(type)));
    }
    for (unsigned set = 0; set < 10'000; ++set) {
        std::vector<ComponentId> chosen;
        for (unsigned bit = 0; bit < 14; ++bit)
            if (set >> bit & 1) chosen.push_back(tags[bit]);
        world.create_with(chosen);
    }
    CHECK(world.archetype_count() == 10'000);
    CHECK(world.blocks().bytes_in_use() == 10'000 * 256);
    CHECK(world.blocks().bytes_reserved() < 10u << 20);
}

TEST_CASE("BlockPool: blocks are aligned, come back, and empty slabs are given back", "[ecs][block_pool]") {
    BlockPool pool;
    std::vector<void*> blocks;
    for (int i = 0; i < 100; ++i) {
        blocks.push_back(pool.take(16 * 1024));
        CHECK(reinterpret_cast<std::uintptr_t>(blocks.back()) % 64 == 0);
        std::memset(blocks.back(), i, 16 * 1024);
    }
    CHECK(pool.bytes_in_use() == 100u * 16 * 1024);
    const std::size_t reserved = pool.bytes_reserved();
    for (void* block : blocks) pool.give_back(block, 16 * 1024);
    CHECK(pool.bytes_in_use() == 0);
    CHECK(pool.bytes_reserved() < reserved);
    CHECK(pool.bytes_reserved() > 0);  // one slab is kept against churn
    void* wide = pool.take(256, 4096);
    CHECK(reinterpret_cast<std::uintptr_t>(wide) % 4096 == 0);
    pool.give_back(wide, 256, 4096);
}

}  // namespace chunk_test
