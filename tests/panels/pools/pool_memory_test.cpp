#include "panels/pools/pool_memory.hpp"

#include "catch.hpp"
#include "panels/support/pool_owner.hpp"

namespace pool_memory_test {

using panels::PoolMemory;
using pool_test::PoolScene;

TEST_CASE("Pool memory: the owner is asked a few times a second, however often panels ask", "[panels][pools]") {
    PoolScene s;
    PoolMemory memory;
    s.harness.add([&](const panels::Context& context) {
        memory.update(context.mirror, context.time_secs);
        memory.update(context.mirror, context.time_secs);
    });
    s.harness.frames(60);
    CHECK(s.owner.memory_asked >= 2);
    CHECK(s.owner.memory_asked <= 5);
    CHECK(memory.known());
    CHECK(memory.kind() == ecs::PoolKind::SparseSet);
    CHECK(memory.number() == s.owner.memory_asked);
    memory.ask_now();
    const std::size_t before = s.owner.memory_asked;
    s.harness.frames(2);
    CHECK(s.owner.memory_asked == before + 1);
    memory.update(nullptr, 0);
    CHECK_FALSE(memory.known());
}

TEST_CASE("Pool memory: addresses are fresh in the frame in which the owner was asked, and no longer",
          "[panels][pools]") {
    PoolScene s;
    PoolMemory memory;
    std::size_t fresh = 0;
    s.harness.add([&](const panels::Context& context) {
        const std::uint64_t before = memory.number();
        memory.update(context.mirror, context.time_secs);
        CHECK(memory.fresh() == (memory.number() != before));
        fresh += memory.fresh() ? 1u : 0u;
    });
    s.harness.frames(20);
    CHECK(fresh == s.owner.memory_asked);
}

TEST_CASE("Pool memory: sums, places and tombstones are those of the pools", "[panels][pools]") {
    PoolScene s;
    PoolMemory memory;
    s.harness.add([&](const panels::Context& context) { memory.update(context.mirror, context.time_secs); });
    s.harness.frame();
    const ecs::OwnerMemory& said = memory.memory();
    REQUIRE(said.pools.size() == 2);
    CHECK(memory.sums().bytes == said.bytes());
    CHECK(memory.sums().wasted() == said.wasted_bytes());
    CHECK(memory.facts(0).entities == 600);
    CHECK(memory.facts(1).tombstones == 50);
    CHECK(memory.groups_text(0) == "Position, Health");
    for (std::size_t pool = 0; pool < 2; ++pool) {
        std::size_t gone = 0;
        for (std::size_t i = 0; i < said.pools[pool].entities.size(); ++i) {
            REQUIRE(memory.tombstones_before(pool, i) == gone);
            const ecs::OwnerKey key = said.pools[pool].entities[i];
            gone += key == ecs::no_owner_key ? 1u : 0u;
            if (i % 7 == 0 && key != ecs::no_owner_key) {
                REQUIRE(memory.position_of(pool, key) == i);
                std::size_t entry = 0;
                const ecs::PoolBlock* const sparse = memory.block_of(pool, ecs::PoolBlockKind::SparsePage, key, entry);
                REQUIRE(sparse != nullptr);
                REQUIRE(reinterpret_cast<const std::uint32_t*>(sparse->begin)[entry] == i);
            }
        }
    }
    CHECK(memory.position_of(1, said.pools[0].entities[1]) == PoolMemory::nowhere);
}

TEST_CASE("Pool memory: it knows where the selected entities stand in every pool", "[panels][pools]") {
    PoolScene s;
    PoolMemory& memory = s.harness.pool_memory;
    s.harness.add([&](const panels::Context& context) { memory.update(context.mirror, context.time_secs); });
    s.harness.frame();
    s.harness.selection.select_all({s.entity(100), s.entity(103), s.entity(104)});
    const auto places = memory.selected(0, s.harness.selection, *s.mirror);
    CHECK(std::vector<std::size_t>(places.begin(), places.end()) == std::vector<std::size_t>{0, 3, 4});
    const auto in_health = memory.selected(1, s.harness.selection, *s.mirror);
    CHECK(in_health.size() == 2);
    for (const std::size_t place : in_health) {
        const ecs::OwnerKey key = memory.memory().pools[1].entities[place];
        CHECK((key == 100 || key == 103));
    }
}

TEST_CASE("Pool memory: when the owner is lost, what it said last stays", "[panels][pools]") {
    PoolScene s;
    PoolMemory memory;
    s.harness.add([&](const panels::Context& context) { memory.update(context.mirror, context.time_secs); });
    s.harness.frame();
    s.owner.gone = "the program ended";
    s.mirror->update();
    const std::size_t asked = s.owner.memory_asked;
    s.harness.frames(60);
    CHECK(s.owner.memory_asked == asked);
    CHECK(memory.known());
}

TEST_CASE("Pool memory: while it is on its way, nothing is known, and later what came before stays",
          "[panels][pools]") {
    PoolScene s;
    PoolMemory memory;
    s.harness.add([&](const panels::Context& context) { memory.update(context.mirror, context.time_secs); });
    s.owner.memory_late = 3;
    for (int i = 0; i < 3; ++i) {
        s.harness.frame();
        CHECK(memory.on_its_way());
        CHECK_FALSE(memory.known());
    }
    s.harness.frame();  // it is asked in each frame until it is here
    CHECK_FALSE(memory.on_its_way());
    REQUIRE(memory.known());
    CHECK(memory.fresh());
    const std::uint64_t number = memory.number();
    s.owner.memory_late = 5;
    memory.ask_now();
    for (int i = 0; i < 5; ++i) {
        s.harness.frame();
        CHECK_FALSE(memory.on_its_way());
        CHECK_FALSE(memory.fresh());
        CHECK(memory.known());
        CHECK(memory.number() == number);
    }
    s.harness.frame();
    CHECK(memory.number() == number + 1);
}

TEST_CASE("Pool memory: large pools are diagnosed beside the frames", "[panels][pools]") {
    PoolScene s(60);
    PoolMemory memory;
    s.harness.add([&](const panels::Context& context) {
        memory.update(context.mirror, context.time_secs);
        (void)memory.findings();
    });
    s.harness.frames(2);
    CHECK(memory.diagnosed());
}

}  // namespace pool_memory_test
