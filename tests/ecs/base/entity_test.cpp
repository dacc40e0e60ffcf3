#include "ecs/base/entity.hpp"

#include <array>

#include "catch.hpp"
#include "ecs/storage/entity_index.hpp"

namespace entity_test {

using ecs::DeadSlots;
using ecs::Entity;
using ecs::EntityIndex;
using ecs::FreeRun;

TEST_CASE("Entity: reads back what it prints", "[ecs][entity]") {
    CHECK(ecs::to_string({12, 3}) == "12v3");
    CHECK(ecs::to_string(ecs::null_entity) == "none");
    CHECK(ecs::parse_entity("12v3") == Entity{12, 3});
    CHECK(ecs::parse_entity("4294967295v4294967295") == Entity{0xffffffffu, 0xffffffffu});
}

TEST_CASE("Entity: text that is no id gives nothing", "[ecs][entity]") {
    for (const char* text : {"", "v", "1", "1v", "v1", "0v1", "1v0", "-1v1", "1v1 ", " 1v1", "01v1", "1v01", "1x1",
                             "4294967296v1", "1v4294967296", "door"}) {
        INFO(text);
        CHECK_FALSE(ecs::parse_entity(text));
    }
}

TEST_CASE("EntityIndex: the first handle is 1v1 and a freed slot comes back with the next generation",
          "[ecs][entity_index]") {
    EntityIndex index;
    const Entity first = index.acquire();
    CHECK(first == Entity{1, 1});
    CHECK_FALSE(index.alive(first));  // reserved until placed
    index.place(first, 5, 7);
    CHECK(index.alive(first));
    CHECK(index.chunk_id(first) == 5);
    CHECK(index.row(first) == 7);
    index.release(first);
    CHECK_FALSE(index.alive(first));
    CHECK(index.acquire() == Entity{1, 2});
    CHECK(index.acquire() == Entity{2, 1});
}

TEST_CASE("EntityIndex: an exact handle beyond the end frees the slots in between, lowest first",
          "[ecs][entity_index]") {
    EntityIndex index;
    REQUIRE(index.acquire(Entity{4, 9}));
    CHECK(index.acquire() == Entity{1, 1});
    CHECK(index.acquire() == Entity{2, 1});
    CHECK(index.acquire() == Entity{3, 1});
    CHECK(index.acquire() == Entity{5, 1});
}

TEST_CASE("EntityIndex: exact handles that would wake an old handle are refused", "[ecs][entity_index]") {
    EntityIndex index;
    Entity entity = index.acquire();
    index.place(entity, 0, 0);
    CHECK_FALSE(index.acquire(entity));
    CHECK_FALSE(index.acquire(Entity{1, 2}));
    index.release(entity);
    CHECK_FALSE(index.acquire(entity));  // 1v1 was in use before
    CHECK(index.acquire(Entity{1, 5}));
    CHECK_FALSE(index.acquire(Entity{0, 1}));
    CHECK_FALSE(index.acquire(Entity{EntityIndex::max_index + 1, 1}));
}

TEST_CASE("EntityIndex: a parked slot waits for its handle", "[ecs][entity_index]") {
    EntityIndex index;
    const Entity entity = index.acquire();
    index.place(entity, 0, 0);
    index.park(entity);
    CHECK_FALSE(index.alive(entity));
    CHECK(index.acquire() == Entity{2, 1});
    CHECK_FALSE(index.acquire(Entity{1, 2}));
    CHECK(index.acquire(entity));
    index.place(entity, 0, 0);
    index.park(entity);
    index.unpark(entity);
    index.unpark(entity);  // twice is harmless
    CHECK(index.acquire() == Entity{1, 2});
}

TEST_CASE("EntityIndex: a slot whose generations are used up is retired", "[ecs][entity_index]") {
    EntityIndex index;
    const Entity last{1, 0xffffffffu};
    REQUIRE(index.acquire(last));
    index.place(last, 0, 0);
    index.release(last);
    CHECK_FALSE(index.alive(last));
    CHECK(index.acquire() == Entity{2, 1});
}

TEST_CASE("EntityIndex: a free list that is set again hands out the same handles", "[ecs][entity_index]") {
    EntityIndex original;
    std::vector<Entity> handles;
    for (int i = 0; i < 8; ++i) {
        handles.push_back(original.acquire());
        original.place(handles.back(), 0, 0);
    }
    for (int i : {2, 5, 3}) original.release(handles[static_cast<std::size_t>(i)]);
    REQUIRE(original.acquire(Entity{6, 2}));  // leaves a stale entry behind
    original.place(Entity{6, 2}, 0, 0);

    EntityIndex copy;
    for (std::uint32_t slot = 1; slot < original.slot_count(); ++slot)
        if (Entity entity = original.entity_at(slot)) {
            REQUIRE(copy.acquire(entity));
            copy.place(entity, 0, 0);
        }
    copy.set_free_list(original.free_list());
    for (int i = 0; i < 6; ++i) CHECK(copy.acquire() == original.acquire());
}

TEST_CASE("EntityIndex: taking and freeing one exact slot for ever does not grow the free list",
          "[ecs][entity_index]") {
    EntityIndex index;
    for (std::uint32_t generation = 1; generation < 10'000; ++generation) {
        REQUIRE(index.acquire(Entity{1, generation}));
        index.place(Entity{1, generation}, 0, 0);
        index.release(Entity{1, generation});
    }
    CHECK(index.free_list() == std::vector<Entity>{{1, 10'000}});
}

TEST_CASE("EntityIndex: handles that are taken back are handed out again as if they never had been",
          "[ecs][entity_index]") {
    EntityIndex index;
    std::vector<Entity> first;
    for (int i = 0; i < 4; ++i) first.push_back(index.acquire());
    for (const Entity entity : first) index.place(entity, 0, 0);
    index.release(first[1]);
    index.release(first[3]);
    const std::vector<Entity> free_before = index.free_list();
    const std::size_t slots_before = index.slot_count();

    std::vector<Entity> taken;
    for (int i = 0; i < 4; ++i) {  // two free ones, and two beyond the end
        const Entity announced = index.next();
        taken.push_back(index.acquire());
        CHECK(taken.back() == announced);
        index.place(taken.back(), 0, 0);
    }
    REQUIRE(index.acquire(Entity{20, 3}));
    taken.push_back({20, 3});
    index.place({20, 3}, 0, 0);
    for (const Entity entity : taken) index.park(entity);
    index.take_back(taken, slots_before);
    CHECK(index.free_list() == free_before);
    CHECK(index.slot_count() == slots_before);
    CHECK_FALSE(index.can_acquire(first[0]));
    CHECK(index.can_acquire(taken[0]));
    for (int i = 0; i < 4; ++i) CHECK(index.acquire() == taken[static_cast<std::size_t>(i)]);

    // While one beyond the end is in use nothing is forgotten, and handles that are not parked stay as they are.
    index.place(taken[2], 0, 0);
    index.place(taken[3], 0, 0);
    index.park(taken[2]);
    index.take_back(std::vector<Entity>{taken[2], taken[3]}, slots_before);
    CHECK(index.alive(taken[3]));
    CHECK(index.slot_count() == slots_before + 2);
    CHECK(index.next() == taken[2]);
}

TEST_CASE("EntityIndex: memory is for slots that were used, however high the highest is", "[ecs][entity_index]") {
    EntityIndex index;
    constexpr std::uint32_t high = 16'777'215;
    std::vector<Entity> alive{{high, 1}, {5'000'000, 3}, {high - 1, 7}, {9, 1}};
    for (const Entity entity : alive) {
        REQUIRE(index.acquire(entity));
        index.place(entity, 1, 2);
    }
    CHECK(index.slot_count() == high + std::size_t{1});
    CHECK(index.bytes() < 64 * 1024);
    for (const Entity entity : alive) {
        CHECK(index.alive(entity));
        CHECK(index.entity_at(entity.index) == entity);
    }
    CHECK_FALSE(index.alive({8, 1}));
    CHECK(index.free_runs() == std::vector<FreeRun>{{{1, 1}, 8}, {{10, 1}, 4'999'990}, {{5'000'001, 1}, 11'777'213}});

    SECTION("Gaps are handed out, the lowest first, and what is freed before them") {
        CHECK(index.acquire() == Entity{1, 1});
        index.place({1, 1}, 0, 0);
        for (std::uint32_t slot = 2; slot < 9; ++slot) CHECK(index.acquire() == Entity{slot, 1});
        index.release({1, 1});
        CHECK(index.next() == Entity{1, 2});
        CHECK(index.acquire() == Entity{1, 2});
        CHECK(index.acquire() == Entity{10, 1});
        REQUIRE(index.acquire(Entity{11, 4}));  // out of turn
        CHECK(index.next() == Entity{12, 1});
        CHECK(index.acquire() == Entity{12, 1});
    }
    SECTION("The free list of another index is set, or none at all") {
        const std::vector<FreeRun> runs = index.free_runs();
        index.set_free_runs({});
        CHECK(index.free_runs().empty());
        CHECK(index.next() == Entity{high + 1, 1});
        index.set_free_runs(runs);
        CHECK(index.free_runs() == runs);
        index.set_free_runs(std::array{FreeRun{{1, 2}, 12}});  // 9 is alive
        CHECK(index.free_runs() == std::vector<FreeRun>{{{1, 2}, 8}, {{10, 2}, 3}});
        CHECK(index.bytes() < 64 * 1024);
    }
    SECTION("What is saved of it is as small, and restores all") {
        index.set_free_runs(std::array{FreeRun{{20, 1}, 1'000'000}, FreeRun{{3, 1}}});
        index.count_alive(4);
        DeadSlots dead;
        index.save_dead(dead);
        CHECK(dead.runs.size() < 10);
        const std::vector<FreeRun> runs = index.free_runs();
        for (int i = 0; i < 100; ++i) index.place(index.acquire(), 0, 0);
        index.release({20, 1});
        index.restore_dead(dead);
        for (const Entity entity : alive) index.put(entity, 1, 2);
        CHECK(index.free_runs() == runs);
        CHECK(index.next() == Entity{20, 1});
        CHECK_FALSE(index.alive({25, 1}));
        CHECK(index.bytes() < 64 * 1024);
    }
    SECTION("Slots beyond what there was are taken back from ranges, too") {
        REQUIRE(index.acquire(Entity{high + 100, 1}));
        index.place({high + 100, 1}, 0, 0);
        index.park({high + 100, 1});
        index.take_back(std::array{Entity{high + 100, 1}}, high + 50);
        CHECK(index.slot_count() == high + 50);
        CHECK(index.next() == Entity{high + 1, 1});
        CHECK(index.free_runs().front() == FreeRun{{high + 1, 1}, 49});
    }
}

TEST_CASE("EntityIndex: ids that lie far apart take a page each, not all between them", "[ecs][entity_index]") {
    EntityIndex index;
    for (std::uint32_t slot = 100'000; slot < EntityIndex::max_index / 4; slot += 100'000) {
        REQUIRE(index.acquire(Entity{slot, 1}));
        index.place({slot, 1}, 0, 0);
    }
    CHECK(index.bytes() < 168 * std::size_t{8192});
    CHECK(index.free_runs().size() == 167);
    CHECK(index.next_used(100'001) == 200'000);
    CHECK(index.next_used(index.slot_count() - 1) == index.slot_count() - 1);
    CHECK(index.next_used(index.slot_count()) == index.slot_count());
}

TEST_CASE("EntityIndex: a table that grows far and then further keeps what is in it", "[ecs][entity_index]") {
    EntityIndex index;
    for (std::uint32_t slot = 1; slot < 1'000'000; slot *= 3) {
        REQUIRE(index.acquire(Entity{slot, slot}));
        index.place({slot, slot}, slot % 100, slot % 2000);
    }
    for (std::uint32_t slot = 1; slot < 1'000'000; slot *= 3) {
        REQUIRE(index.alive({slot, slot}));
        CHECK(index.row({slot, slot}) == slot % 2000);
    }
    CHECK(index.next() == Entity{177'148, 1});  // the lowest of the last gap
    CHECK(index.free_runs().back() == FreeRun{{2, 1}, 1});
}

}  // namespace entity_test
