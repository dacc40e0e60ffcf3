#include "ecs/entity.hpp"

#include "catch.hpp"
#include "ecs/entity_index.hpp"

using ecs::Entity;
using ecs::EntityIndex;

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
