#include "ecs/mirror/pool_doctor.hpp"

#include <algorithm>

#include "catch.hpp"
#include "ecs/base/random.hpp"

namespace pool_doctor_test {

using ecs::OwnerPool;
using ecs::PoolBlockKind;
using ecs::PoolShape;

namespace {

/// A pool of these entities that wastes nothing that a pool need not.
OwnerPool pool_of(const char* name, std::vector<ecs::OwnerKey> entities) {
    OwnerPool pool;
    pool.name = name;
    pool.entity_bytes = 4;
    pool.value_bytes = 8;
    pool.entities = std::move(entities);
    pool.capacity = pool.entities.size();
    ecs::OwnerKey last = 0;
    for (const ecs::OwnerKey entity : pool.entities) last = std::max(last, entity == ecs::no_owner_key ? 0 : entity);
    for (std::size_t page = 0; page <= last / 4096; ++page)
        pool.blocks.push_back({PoolBlockKind::SparsePage, nullptr, 4096 * 4, page * 4096, 4096, 0});
    pool.blocks.push_back({PoolBlockKind::Packed, nullptr, pool.capacity * 4, 0, pool.capacity, pool.size()});
    for (std::size_t first = 0; first < pool.capacity; first += 1024)
        pool.blocks.push_back({PoolBlockKind::ValuePage, nullptr, 1024 * 8, first, 1024, 0});
    return pool;
}

std::vector<ecs::OwnerKey> row_of(std::size_t count, std::size_t step = 1) {
    std::vector<ecs::OwnerKey> entities(count);
    for (std::size_t i = 0; i < count; ++i) entities[i] = i * step;
    return entities;
}

}  // namespace

TEST_CASE("Pool doctor: pools that are full and in one order have no finding", "[ecs][mirror]") {
    const ecs::OwnerMemory memory{"", {pool_of("Position", row_of(5000)), pool_of("Velocity", row_of(3000))}};
    CHECK(ecs::diagnose(memory).empty());
}

TEST_CASE("Pool doctor: a loop over two pools of different orders jumps about", "[ecs][mirror]") {
    std::vector<ecs::OwnerKey> shuffled = row_of(3000);
    ecs::Random random(1);
    for (std::size_t i = shuffled.size(); i > 1; --i) std::swap(shuffled[i - 1], shuffled[random.next() % i]);
    const ecs::OwnerMemory memory{"", {pool_of("Position", row_of(5000)), pool_of("Velocity", shuffled)}};
    const std::vector<ecs::PoolFinding> findings = ecs::diagnose(memory);
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].shape == PoolShape::ScatteredPools);
    CHECK(findings[0].jumps > 2900);
    CHECK(findings[0].jumps == ecs::jumps_between(memory.pools[1], memory.pools[0]));
    CHECK(findings[0].remedy == "Sort Position as Velocity, or let a group own both");
}

TEST_CASE("Pool doctor: few entities with ids far apart take a sparse page each", "[ecs][mirror]") {
    const ecs::OwnerMemory memory{"", {pool_of("Boss", row_of(10, 4096))}};
    const std::vector<ecs::PoolFinding> findings = ecs::diagnose(memory);
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].shape == PoolShape::SparsePages);
    CHECK(findings[0].wasted_bytes == 10 * 4096 * 4 - 10 * 4);
}

TEST_CASE("Pool doctor: a pool that keeps addresses is full of tombstones after most entities went", "[ecs][mirror]") {
    OwnerPool pool = pool_of("Anchored", row_of(2000));
    for (std::size_t i = 0; i < 1500; ++i) pool.entities[i] = ecs::no_owner_key;
    pool.tombstones = 1500;
    pool.keeps_addresses = true;
    const std::vector<ecs::PoolFinding> findings = ecs::diagnose({"", {pool}});
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].shape == PoolShape::Tombstones);
    CHECK(findings[0].wasted_bytes == 1500 * 12);
}

TEST_CASE("Pool doctor: a pool that most entities left has room for them still", "[ecs][mirror]") {
    OwnerPool pool = pool_of("Bullet", row_of(8192));
    pool.entities.resize(100);
    const std::vector<ecs::PoolFinding> findings = ecs::diagnose({"", {pool}});
    REQUIRE_FALSE(findings.empty());
    CHECK(findings[0].shape == PoolShape::RoomyPool);
    CHECK(findings[0].wasted_bytes == 8192 * 12 - 100 * 12);
}

TEST_CASE("Pool doctor: tables that nobody is in, and tables with one entity each because of pairs", "[ecs][mirror]") {
    ecs::OwnerMemory memory;
    const auto add = [&](std::size_t entities, const char* pair) {
        OwnerPool table;
        table.kind = ecs::PoolKind::Table;
        table.name = std::string("Position, ") + pair;
        table.entity_bytes = 8;
        table.value_bytes = 8;
        table.tags = {pair};
        for (std::size_t i = 0; i < entities; ++i) table.entities.push_back(memory.pools.size() * 10 + i);
        table.capacity = entities + 2;
        table.blocks.push_back({PoolBlockKind::Packed, nullptr, table.capacity * 8, 0, table.capacity, entities});
        table.blocks.push_back(
            {PoolBlockKind::Column, nullptr, table.capacity * 8, 0, table.capacity, entities, "Position", 0});
        memory.pools.push_back(std::move(table));
    };
    for (int i = 0; i < 40; ++i) add(1, "(Likes, somebody)");
    std::vector<ecs::PoolFinding> findings = ecs::diagnose(memory);
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].shape == PoolShape::LonelyTables);
    CHECK(findings[0].pools.size() == 40);
    CHECK(findings[0].wasted_bytes == memory.wasted_bytes());
    CHECK(findings[0].remedy.starts_with("Pairs with different targets"));
    for (int i = 0; i < 50; ++i) add(0, "(Likes, nobody)");
    findings = ecs::diagnose(memory);
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].shape == PoolShape::EmptyTables);
    CHECK(findings[0].cause.starts_with("50 of 90 tables are empty"));
}

TEST_CASE("Pool doctor: columns of a table with much more room than rows", "[ecs][mirror]") {
    OwnerPool table;
    table.kind = ecs::PoolKind::Table;
    table.name = "Position";
    table.entity_bytes = 8;
    table.value_bytes = 8;
    table.entities = row_of(100);
    table.capacity = 4096;
    table.blocks.push_back({PoolBlockKind::Packed, nullptr, 4096 * 8, 0, 4096, 100});
    table.blocks.push_back({PoolBlockKind::Column, nullptr, 4096 * 8, 0, 4096, 100, "Position", 0});
    const std::vector<ecs::PoolFinding> findings = ecs::diagnose({"", {table}});
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].shape == PoolShape::RoomyPool);
    CHECK(findings[0].wasted_bytes == 2 * 8 * (4096 - 100));
    CHECK(findings[0].cause == "The table Position has room for 4096 rows and uses 100");
}

TEST_CASE("Pool doctor: an archetype with much more room than rows, and many with one entity", "[ecs][mirror]") {
    ecs::OwnerMemory memory;
    for (std::size_t i = 0; i < 33; ++i) {
        OwnerPool& pool = memory.pools.emplace_back();
        pool.kind = ecs::PoolKind::Archetype;
        pool.name = "Position, Tag " + std::to_string(i);
        pool.entity_bytes = pool.value_bytes = 8;
        pool.header_bytes = 64;
        pool.entities = {i};
        const std::size_t bytes = i == 0 ? 16384 : 80;
        pool.capacity = (bytes - 64) / 16;
        pool.blocks.push_back({PoolBlockKind::Chunk, nullptr, bytes, 0, pool.capacity, 1});
    }
    const std::vector<ecs::PoolFinding> findings = ecs::diagnose(memory);
    REQUIRE(findings.size() == 2);
    for (const ecs::PoolFinding& finding : findings) {
        CHECK(finding.wasted_bytes == 16384 - 80);  // headers are in use
        CHECK(ecs::title_of(finding.shape, ecs::PoolKind::Archetype).find("rchetype") != std::string_view::npos);
    }
    CHECK(findings[0].cause == "The archetype Position, Tag 0 has room for 1020 rows and uses 1");
    CHECK(findings[1].cause == "33 archetypes hold 33 entities, so a loop over them goes from chunk to chunk");
}

TEST_CASE("Pool doctor: a million scattered entities are judged by a part of them", "[ecs][mirror]") {
    std::vector<ecs::OwnerKey> shuffled = row_of(1'000'000);
    ecs::Random random(1);
    for (std::size_t i = shuffled.size(); i > 1; --i) std::swap(shuffled[i - 1], shuffled[random.next() % i]);
    const ecs::OwnerMemory memory{"", {pool_of("Position", row_of(1'000'000)), pool_of("Velocity", shuffled)}};
    const std::vector<ecs::PoolFinding> findings = ecs::diagnose(memory);
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].jumps > 990'000);
    CHECK(findings[0].jumps < 1'010'000);
}

}  // namespace pool_doctor_test
