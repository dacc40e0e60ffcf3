#include "ecs/world/commands.hpp"

#include "catch.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/support/tracked.hpp"
#include "ecs/world/view.hpp"

namespace commands_test {

using namespace ecs;
using namespace test;

namespace {

struct Fixture {
    World world;
    Fixture() {
        register_types(world);
        register_tracked(world);
    }
};

}  // namespace

TEST_CASE("Commands: nothing happens before play_back, everything after, in order", "[ecs][commands]") {
    Fixture f;
    const Entity old = f.world.create(Health{1});
    Commands commands(f.world);
    const Entity made = commands.create(Position{1, 2, 3}, Frozen{});
    commands.add(old, Health{2});
    commands.add(old, Health{3});
    commands.remove<Frozen>(made);
    commands.add(made, Label{"new"});
    commands.set_parent(made, old);
    CHECK(commands.size() == 8);
    CHECK_FALSE(f.world.alive(made));
    CHECK(f.world.entity_count() == 1);
    CHECK(f.world.get<Health>(old).hp == 1);

    CHECK(commands.play_back() == 0);
    CHECK(commands.empty());
    REQUIRE(f.world.alive(made));
    CHECK(f.world.entity_count() == 2);
    CHECK(f.world.get<Position>(made) == Position{1, 2, 3});
    CHECK_FALSE(f.world.has<Frozen>(made));
    CHECK(f.world.get<Label>(made).text == "new");
    CHECK(f.world.parent(made) == old);
    CHECK(f.world.get<Health>(old).hp == 3);
    CHECK(commands.play_back() == 0);
    CHECK(f.world.entity_count() == 2);
}

TEST_CASE("Commands: can be recorded while a query iterates, but not played back there", "[ecs][commands]") {
    Fixture f;
    for (int i = 0; i < 100; ++i) f.world.create(Health{i});
    Commands commands(f.world);
    View<const Health> view(f.world);
    view.each(f.world, [&](Entity entity, const Health& health) {
        if (health.hp % 2 == 0)
            commands.destroy(entity);
        else
            commands.create(Health{1000 + health.hp});
    });
    {
        const FailuresThrow failures;
        const IterationGuard guard(f.world);
        CHECK_THROWS_WITH(commands.play_back(), contains("play_back was called while"));
    }
    CHECK(commands.size() == 50 + 100);
    CHECK(commands.play_back() == 0);
    CHECK(f.world.entity_count() == 100);
    std::size_t made = 0;
    view.each(f.world, [&](const Health& health) {
        CHECK(health.hp % 2 == 1);
        made += health.hp >= 1000;
    });
    CHECK(made == 50);
}

TEST_CASE("Commands: an entity can be created and destroyed before it ever lived", "[ecs][commands]") {
    Fixture f;
    Commands commands(f.world);
    const Entity brief = commands.create(Position{});
    commands.destroy(brief);
    commands.add(brief, Velocity{});
    CHECK(commands.play_back() == 1);  // the add, whose entity is gone by then
    CHECK_FALSE(f.world.alive(brief));
    CHECK(f.world.entity_count() == 0);
    const Entity next = f.world.create();
    CHECK(next.index == brief.index);
    CHECK(next.generation == brief.generation + 1);
}

TEST_CASE("Commands: those whose entity is gone are passed over and counted", "[ecs][commands]") {
    Fixture f;
    const Entity gone = f.world.create(Health{1}), stays = f.world.create(), child = f.world.create();
    Commands commands(f.world);
    commands.add(gone, Position{});
    commands.remove<Health>(gone);
    commands.destroy(gone);
    commands.set_parent(stays, gone);
    commands.remove<Health>(stays);  // it never had one: not counted, as the entity is there
    commands.set_parent(child, stays);
    commands.set_parent(stays, child);  // would be a circle
    f.world.destroy(gone);
    CHECK(commands.play_back() == 5);
    CHECK(f.world.parent(stays) == null_entity);
    CHECK(f.world.parent(child) == stays);
}

TEST_CASE("Commands: handles that were reserved and dropped become free again", "[ecs][commands]") {
    const TrackedScope scope;
    Fixture f;
    Entity reserved;
    {
        Commands commands(f.world);
        reserved = commands.create(Tracked(3));
        CHECK(f.world.entity_index().reserved(reserved));
        CHECK(f.world.create() != reserved);
    }
    CHECK_FALSE(f.world.entity_index().reserved(reserved));
    CHECK_FALSE(f.world.alive(reserved));
    CHECK(f.world.create().index == reserved.index);
    CHECK(scope.clean());
}

TEST_CASE("Commands: a created entity is put into its final archetype at once", "[ecs][commands]") {
    Fixture f;
    Commands commands(f.world);
    const Entity entity = commands.create(Position{}, Velocity{}, Label{"x"}, Frozen{});
    const std::uint64_t before = f.world.structural_changes();
    commands.play_back();
    CHECK(f.world.structural_changes() == before + 1);
    CHECK(f.world.get<Label>(entity).text == "x");
    CHECK(f.world.has<Frozen>(entity));
}

TEST_CASE("Commands: a parent given as a component links the tree", "[ecs][commands]") {
    Fixture f;
    const Entity parent = f.world.create();
    Commands commands(f.world);
    const Entity child = commands.create(Parent{parent}, Position{});
    CHECK(commands.play_back() == 0);
    CHECK(f.world.parent(child) == parent);
    REQUIRE(f.world.children(parent).size() == 1);
    CHECK(f.world.children(parent)[0] == child);
    CHECK(f.world.has<Position>(child));
}

TEST_CASE("Commands: no value is leaked or destroyed twice", "[ecs][commands]") {
    const TrackedScope scope;
    {
        Fixture f;
        const Entity old = f.world.create(Tracked(1));
        Commands commands(f.world);
        for (int i = 0; i < 50; ++i) {
            const Entity entity = commands.create(Tracked(i), Position{});
            if (i % 3 == 0) commands.add(entity, Tracked(-i));
            if (i % 5 == 0) commands.remove<Tracked>(entity);
            if (i % 7 == 0) commands.destroy(entity);
        }
        commands.add(old, Tracked(2));
        commands.play_back();
        CHECK(f.world.get<Tracked>(old).value == 2);
        Commands dropped(f.world);
        dropped.create(Tracked(9));
    }
    CHECK(scope.clean());
}

}  // namespace commands_test
