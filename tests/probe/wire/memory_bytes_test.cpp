#include "probe/wire/memory_bytes.hpp"

#include <cstdint>
#include <functional>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"

namespace memory_bytes_test {

namespace {

const std::byte here{};

probe::MemoryAnswer some_answer() {
    probe::MemoryAnswer answer{.number = 7, .owner_run = 3};
    ecs::OwnerPool& set = answer.memory.pools.emplace_back();
    set.name = "Position";
    set.type = 2;
    set.entity_bytes = 4;
    set.value_bytes = 8;
    set.keeps_addresses = set.grouped = true;
    set.sparse_mask = 0xfffff;
    set.entities = {5, ecs::no_owner_key, 9};
    set.tombstones = 1;
    set.capacity = 16;
    set.blocks.push_back({ecs::PoolBlockKind::Packed, &here, 64, 0, 16, 2});
    ecs::OwnerPool& archetype = answer.memory.pools.emplace_back();
    archetype.kind = ecs::PoolKind::Archetype;
    archetype.name = "Position, Frozen";
    archetype.entity_bytes = 8;
    archetype.header_bytes = 64;
    archetype.tags = {"Frozen"};
    archetype.columns = {{"Position", 2}};
    archetype.entities = {11};
    archetype.capacity = 12;
    archetype.blocks.push_back({ecs::PoolBlockKind::Chunk, nullptr, 256, 0, 12, 1, "a", 4});
    answer.memory.groups.push_back({"a group", {0}, {1}, 2});
    probe::MemoryAnswer::Part& part = answer.parts.emplace_back();
    part.wanted = 1;
    part.first = 60;
    part.read.bytes.assign(20, std::byte{0xab});
    part.read.spans = {{60, 4, ecs::PoolByteRole::Header},
                       {64, 8, ecs::PoolByteRole::Entity, 11, -1},
                       {72, 8, ecs::PoolByteRole::Field, 11, 1, 0}};
    return answer;
}

std::vector<std::byte> bytes_of(const probe::MemoryAnswer& answer) {
    probe::ByteWriter writer;
    probe::write_memory(writer, answer);
    return writer.take();
}

bool readable(std::span<const std::byte> bytes) {
    probe::ByteReader reader(bytes);
    (void)probe::read_memory(reader);
    return reader.fine() && reader.at_end();
}

void check_pool(const ecs::OwnerPool& read, const ecs::OwnerPool& pool) {
    CHECK(read.kind == pool.kind);
    CHECK(read.name == pool.name);
    CHECK(read.type == pool.type);
    CHECK(read.entity_bytes == pool.entity_bytes);
    CHECK(read.value_bytes == pool.value_bytes);
    CHECK(read.keeps_addresses == pool.keeps_addresses);
    CHECK(read.entities == pool.entities);
    CHECK(read.tombstones == pool.tombstones);
    CHECK(read.capacity == pool.capacity);
    CHECK(read.grouped == pool.grouped);
    CHECK(read.sparse_mask == pool.sparse_mask);
    CHECK(read.tags == pool.tags);
    CHECK(read.header_bytes == pool.header_bytes);
    CHECK(read.columns.size() == pool.columns.size());
    REQUIRE(read.blocks.size() == pool.blocks.size());
    for (std::size_t b = 0; b < pool.blocks.size(); ++b) {
        const ecs::PoolBlock &block = pool.blocks[b], &same = read.blocks[b];
        CHECK(same.kind == block.kind);
        CHECK(same.begin == block.begin);
        CHECK(same.bytes == block.bytes);
        CHECK(same.first == block.first);
        CHECK(same.entries == block.entries);
        CHECK(same.used == block.used);
        CHECK(same.component == block.component);
        CHECK(same.type == block.type);
    }
}

}  // namespace

TEST_CASE("Memory bytes: an answer comes out as it went in", "[wire]") {
    const probe::MemoryAnswer answer = some_answer();
    const std::vector<std::byte> bytes = bytes_of(answer);
    probe::ByteReader reader(bytes);
    const probe::MemoryAnswer read = probe::read_memory(reader);
    REQUIRE(reader.fine());
    CHECK(reader.at_end());
    CHECK(read.number == 7);
    CHECK(read.owner_run == 3);
    REQUIRE(read.memory.pools.size() == 2);
    for (std::size_t p = 0; p < 2; ++p) check_pool(read.memory.pools[p], answer.memory.pools[p]);
    CHECK(read.memory.pools[1].columns[0].component == "Position");
    CHECK(read.memory.pools[1].columns[0].type == 2);
    REQUIRE(read.memory.groups.size() == 1);
    CHECK(read.memory.groups[0].name == "a group");
    CHECK(read.memory.groups[0].owned == std::vector<std::size_t>{0});
    CHECK(read.memory.groups[0].observed == std::vector<std::size_t>{1});
    CHECK(read.memory.groups[0].size == 2);
    REQUIRE(read.parts.size() == 1);
    CHECK(read.parts[0].wanted == 1);
    CHECK(read.parts[0].first == 60);
    CHECK(read.parts[0].read.bytes == answer.parts[0].read.bytes);
    CHECK(read.parts[0].read.spans == answer.parts[0].read.spans);
}

TEST_CASE("Memory bytes: a wish names a block, which is found in another answer", "[wire]") {
    ecs::OwnerMemory memory = some_answer().memory;
    const probe::MemoryWish wish{9, {probe::WantedPart(memory, {1, 0, 60, 20})}};
    probe::ByteWriter writer;
    probe::write_wish(writer, wish);
    probe::ByteReader reader(writer.bytes());
    const probe::MemoryWish read = probe::read_wish(reader);
    REQUIRE(reader.fine());
    CHECK(reader.at_end());
    CHECK(read.number == 9);
    REQUIRE(read.parts == wish.parts);
    memory.pools.insert(memory.pools.begin(), ecs::OwnerPool{});
    const auto found = read.parts[0].find_in(memory);
    REQUIRE(found);
    CHECK(found->pool == 2);
    CHECK(found->block == 0);
    CHECK(found->first == 60);
    CHECK(found->size == 20);
    memory.pools[2].blocks.clear();
    CHECK_FALSE(read.parts[0].find_in(memory));
}

TEST_CASE("Memory bytes: what no owner says is refused", "[wire]") {
    const auto refused = [](const std::function<void(probe::MemoryAnswer&)>& change) {
        probe::MemoryAnswer answer = some_answer();
        change(answer);
        return !readable(bytes_of(answer));
    };
    CHECK_FALSE(refused([](auto&) {}));
    CHECK(refused([](auto& answer) { answer.memory.pools[0].blocks[0].used = 17; }));
    CHECK(refused([](auto& answer) { answer.memory.pools[0].blocks[0].bytes = ~std::size_t{0}; }));
    CHECK(refused([](auto& answer) { answer.memory.groups[0].owned = {2}; }));
    CHECK(refused([](auto& answer) { answer.parts[0].read.spans.pop_back(); }));
    CHECK(refused([](auto& answer) { answer.parts[0].read.spans[0].size = 5; }));
    CHECK(refused([](auto& answer) { answer.parts[0].read.spans[2].field = -2; }));
    CHECK(refused([](auto& answer) { answer.parts[0].read.bytes.clear(); }));
    CHECK(refused([](auto& answer) { answer.parts[0].first = std::uint64_t{1} << 60; }));
    CHECK(refused([](auto& answer) { answer.parts.resize(probe::most_wanted_parts + 1); }));
    probe::ByteWriter writer;
    probe::write_wish(writer, {1, std::vector<probe::WantedPart>(probe::most_wanted_parts + 1)});
    probe::ByteReader many(writer.bytes());
    CHECK(probe::read_wish(many).parts.empty());
    CHECK_FALSE(many.fine());
    probe::WantedPart large;
    large.size = probe::most_part_bytes + 1;
    writer.clear();
    probe::write_wish(writer, {1, {large}});
    probe::ByteReader too_large(writer.bytes());
    (void)probe::read_wish(too_large);
    CHECK_FALSE(too_large.fine());
}

TEST_CASE("Memory bytes: cut short anywhere, an answer is refused; damaged anywhere, it is refused or read", "[wire]") {
    const std::vector<std::byte> whole = bytes_of(some_answer());
    std::size_t refused = 0;
    for (std::size_t size = 0; size < whole.size(); ++size) refused += !readable(std::span(whole).first(size));
    CHECK(refused == whole.size());
    ecs::Random random(3);
    refused = 0;
    constexpr int rounds = 20'000;
    for (int i = 0; i < rounds; ++i) {
        std::vector<std::byte> bytes = whole;
        for (std::uint32_t changes = 1 + random.below(4); changes > 0; --changes)
            bytes[random.below(static_cast<std::uint32_t>(bytes.size()))] = static_cast<std::byte>(random.below(256));
        refused += !readable(bytes);
    }
    CHECK(refused > rounds / 10);
    CHECK(refused < rounds);
}

}  // namespace memory_bytes_test
