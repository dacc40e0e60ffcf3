#include "panels/inspector/entity_edits.hpp"

#include <cstdint>
#include <variant>
#include <vector>

#include "catch.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "panels/support/headless.hpp"

namespace entity_edits_test {

namespace {

struct Health {
    std::int32_t hp = 100;
};
struct Frozen {};

struct Crowd {
    Harness harness{{320, 200}};
    ecs::World& world = harness.world;
    std::vector<ecs::Entity> all;

    Crowd() {
        world.types().add<Health>("Health").field("hp", &Health::hp);
        world.types().add<Frozen>("Frozen");
        for (int i = 0; i < 500; ++i) all.push_back(world.create(Health{i}));
        harness.frames(1);
    }
    const ecs::HistoryStep& last() const { return harness.history.steps().back(); }
};

}  // namespace

TEST_CASE("Entity edits: what many get or lose is one edit, and undo brings each value back", "[panels][inspector]") {
    Crowd c;
    const std::uint64_t before = ecs::state_hash(c.world);
    panels::request_add(c.harness.context(), c.all, c.world.id<Frozen>());
    c.harness.frames(2);
    REQUIRE(c.last().edits.size() == 1);
    CHECK(std::holds_alternative<ecs::RemoveFromMany>(c.last().edits.front()));
    CHECK(c.last().label == "Add Frozen to 500 entities");
    CHECK(c.world.has<Frozen>(c.all.back()));
    panels::request_remove(c.harness.context(), c.all, c.world.id<Health>());
    c.harness.frames(2);
    REQUIRE(c.last().edits.size() == 1);
    CHECK(std::holds_alternative<ecs::AddToMany>(c.last().edits.front()));
    CHECK_FALSE(c.world.has<Health>(c.all.front()));
    const std::vector<ecs::Value> pasted{ecs::Value::of(c.world.types()[c.world.id<Health>()], Health{7})};
    panels::request_set_all(c.harness.context(), c.all, pasted);
    c.harness.frames(2);
    CHECK(c.last().edits.size() == 1);
    CHECK(c.world.get<Health>(c.all[3]).hp == 7);
    for (int i = 0; i < 3; ++i) REQUIRE(c.harness.history.undo().empty());
    CHECK(ecs::state_hash(c.world) == before);
    CHECK(c.world.get<Health>(c.all[3]).hp == 3);
}

TEST_CASE("Entity edits: a few get and lose components one by one", "[panels][inspector]") {
    Crowd c;
    const std::vector<ecs::Entity> two{c.all[1], c.all[2]};
    panels::request_add(c.harness.context(), two, c.world.id<Frozen>());
    c.harness.frames(2);
    CHECK(c.last().edits.size() == 2);
}

}  // namespace entity_edits_test
