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
struct Mana {
    float now = 5;
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

TEST_CASE("Entity edits: a copy stands beside its original, and not beside a stranger that has its id",
          "[panels][inspector]") {
    Harness harness{{320, 200}};
    harness.world.types().add<Health>("Health").field("hp", &Health::hp);
    harness.world.types().add<Mana>("Mana").field("now", &Mana::now);
    const ecs::Entity rock = harness.world.create(ecs::Name{"Rock"}, Health{3});
    std::vector<float> ways;
    panels::SceneLink link;
    link.bounds = [](ecs::Entity) { return std::optional(ecs::Vec3{0, 0, 40}); };
    link.shift = [&](ecs::EntityRecord&, ecs::Vec2 by) { ways.push_back(by.x); };
    panels::Context context = harness.context();
    context.viewport = &link;
    const auto paste = [&](const char* name, auto value) {
        ecs::CreateEntities create;
        create.entities.emplace_back();
        std::vector<ecs::Value>& values = create.entities.back().values;
        values.push_back(ecs::Value::of(harness.world.types()[harness.world.name_id()], ecs::Name{name}));
        values.push_back(ecs::Value::of(harness.world.types()[harness.world.id<decltype(value)>()], value));
        (void)panels::copies_request(context, "Paste", std::move(create), {rock});
    };
    paste("Rock", Health{7});
    paste("Tree", Health{3});  // of another window, where it has the same id
    paste("Rock", Mana{});
    CHECK(ways == std::vector<float>{60, 0, 0});
}

TEST_CASE("Entity edits: a few get and lose components one by one", "[panels][inspector]") {
    Crowd c;
    const std::vector<ecs::Entity> two{c.all[1], c.all[2]};
    panels::request_add(c.harness.context(), two, c.world.id<Frozen>());
    c.harness.frames(2);
    CHECK(c.last().edits.size() == 2);
}

}  // namespace entity_edits_test
