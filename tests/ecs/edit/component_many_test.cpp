// Adding a component to many entities at once, and removing it from them.
#include <array>
#include <vector>

#include "catch.hpp"
#include "ecs/edit/edit_facts.hpp"
#include "ecs/edit/history.hpp"
#include "ecs/snapshot/world_order.hpp"
#include "ecs/support/edit_support.hpp"
#include "ecs/support/world_state.hpp"

namespace component_many_test {

using namespace ecs;
using namespace test;

namespace {

/// Loose entities and some families, in several archetypes of some chunks.
std::vector<Entity> fill(EditFixture& f, std::size_t count) {
    std::vector<Entity> all;
    for (std::size_t i = 0; i < count; ++i) {
        const float x = static_cast<float>(i);
        const Entity made = i % 3 == 0   ? f.world.create(Position{x, 0, 0}, Velocity{})
                            : i % 3 == 1 ? f.world.create(Position{x, 1, 0}, Label{std::to_string(i)})
                                         : f.world.create(Health{static_cast<std::int32_t>(i)}, Tracked(1));
        if (i % 7 == 0 && !all.empty()) f.world.set_parent(made, all[i / 2]);
        all.push_back(made);
    }
    return all;
}

/// Some of those that have the component, or that lack it, from whichever end.
EntityRuns some_of(const World& world, std::vector<Entity> all, ComponentId component, bool has, Random& random) {
    EntityRuns chosen;
    if (random.below(2) == 0) std::reverse(all.begin(), all.end());
    for (const Entity entity : all)
        if (world.has(entity, component) == has && random.below(3) != 0) chosen.push_back(entity);
    return chosen;
}

Value value_for(const World& world, ComponentId component, int number) {
    const ComponentType& type = world.types()[component];
    if (component == world.types().find<Label>())
        return Value::of(type, Label{std::to_string(number) + " is its text"});
    if (component == world.types().find<Tracked>()) return Value::of(type, Tracked(number));
    if (component == world.types().find<Health>()) return Value::of(type, Health{number});
    return Value(type);
}

}  // namespace

TEST_CASE("Component of many: as one by one, and undo and redo bring all of it back", "[history]") {
    const TrackedScope scope;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        EditFixture at_once, one_by_one;
        Random random(seed);
        const std::vector<Entity> all = fill(at_once, 1500);
        fill(one_by_one, 1500);
        History history(at_once.world, at_once.schedule);
        std::vector<State> states{at_once.state()};
        const auto id = [&](auto one) { return at_once.world.id<decltype(one)>(); };
        const std::array components{id(Label{}), id(Tracked(0)), id(Health{}), id(Frozen{}), id(Velocity{})};
        for (int step = 0; step < 20; ++step) {
            const ComponentId component = components[random.below(components.size())];
            const bool adds = random.below(2) == 0;
            const EntityRuns chosen = some_of(at_once.world, all, component, !adds, random);
            const Value value = value_for(at_once.world, component, step);
            chosen.each([&](Entity entity) {
                if (adds)
                    one_by_one.world.add(entity, value_for(one_by_one.world, component, step));
                else
                    one_by_one.world.remove(entity, component);
            });
            const Edit edit = adds ? Edit(add_to_many(chosen, value)) : Edit(RemoveFromMany{component, chosen});
            REQUIRE(history.perform({"Change", {edit}}).empty());
            history.seal();
            REQUIRE(storage_fault(at_once.world).empty());
            states.push_back(at_once.state());
            REQUIRE(states.back() == one_by_one.state());
        }
        for (int round = 0; round < 2; ++round) {
            for (std::size_t step = states.size() - 1; step-- > 0;) {
                REQUIRE(history.undo().empty());
                REQUIRE(storage_fault(at_once.world).empty());
                REQUIRE(at_once.state() == states[step]);
            }
            for (std::size_t step = 1; step < states.size(); ++step) {
                REQUIRE(history.redo().empty());
                REQUIRE(at_once.state() == states[step]);
            }
        }
    }
    CHECK(scope.clean());
}

TEST_CASE("Component of many: rows of whole archetypes come back in their order", "[history]") {
    World world;
    register_types(world);
    Schedule schedule;
    std::vector<Entity> all(5000);
    world.create_many(all, std::array{world.id<Position>(), world.id<Velocity>()});
    const WorldOrder before = order_of(world);
    History history(world, schedule);
    REQUIRE(history.perform({"Add", {add_to_many(EntityRuns(all), Value(world.types()[world.id<Health>()]))}}).empty());
    REQUIRE(history.perform({"Remove", {RemoveFromMany{world.id<Velocity>(), EntityRuns(all)}}}).empty());
    CHECK(world.location(all.front()).row == 0);
    CHECK(world.location(all[1]).row == 1);
    REQUIRE(history.undo().empty());
    REQUIRE(history.undo().empty());
    const WorldOrder after = order_of(world);
    CHECK(after.archetypes[world.archetype_of(all[0]).id()].rows ==
          before.archetypes[world.archetype_of(all[0]).id()].rows);
}

TEST_CASE("Component of many: 100,000 entities take little more than the bytes of their values", "[history]") {
    World world;
    register_types(world);
    Schedule schedule;
    std::vector<Entity> all(100'000);
    world.create_many(all, std::array{world.id<Position>(), world.id<Velocity>()});
    History history(world, schedule);
    // One value for all, and handles that follow each other are a run.
    REQUIRE(history.perform({"Add", {add_to_many(EntityRuns(all), Value(world.types()[world.id<Frozen>()]))}}).empty());
    REQUIRE(history.perform({"Add", {add_to_many(EntityRuns(all), Value(world.types()[world.id<Health>()]))}}).empty());
    CHECK(history.steps().back().entities == all.size());
    CHECK(count_of_edits(history.steps().back().edits) == all.size());
    CHECK(history.bytes() < 8192);
    REQUIRE(history.perform({"Remove", {RemoveFromMany{world.id<Velocity>(), EntityRuns(all)}}}).empty());
    CHECK(history.bytes() < all.size() * sizeof(Velocity) * 5 / 4);
}

TEST_CASE("Component of many: what does not fit is named, and nothing changes", "[edit]") {
    EditFixture f;
    const std::uint64_t hash = state_hash(f.world);
    const auto all = [&](Entity a, Entity b) { return EntityRuns(std::vector{a, b}); };
    const Value health = f.value(Health{1});
    CHECK(f.why_not(add_to_many(all(f.child, f.other), health)) == "4v1 already has Health");
    CHECK(f.why_not(add_to_many(all(f.child, f.child), health)) == "2v1 is listed twice");
    CHECK(f.why_not(add_to_many(all(f.child, Entity{9, 1}), health)) == "9v1 is gone");
    CHECK(f.why_not(RemoveFromMany{f.world.id<Health>(), all(f.other, f.child)}) == "2v1 has no Health");
    CHECK(f.why_not(RemoveFromMany{f.world.parent_id(), all(f.child, f.grandchild)}) ==
          "the parent of an entity changes when it is moved below another entity");
    CHECK(state_hash(f.world) == hash);
}

TEST_CASE("Component of many: a copy of what is kept stays whole when the original comes back", "[history]") {
    const TrackedScope scope;
    {
        EditFixture f;
        const std::vector<Entity> all = fill(f, 300);
        EntityRuns with;
        for (const Entity entity : all)
            if (f.world.has<Label>(entity)) with.push_back(entity);
        const std::uint64_t hash = state_hash(f.world);
        Edit edit = RemoveFromMany{f.world.id<Label>(), with};
        apply(f.world, f.schedule, edit);
        Edit copy = *copy_of(edit);
        apply(f.world, f.schedule, edit);
        REQUIRE(state_hash(f.world) == hash);
        apply(f.world, f.schedule, edit);
        apply(f.world, f.schedule, copy);
        CHECK(state_hash(f.world) == hash);
    }
    CHECK(scope.clean());
}

TEST_CASE("Component of many: the journal hears of every row that moves, and of the values", "[history]") {
    EditFixture f;
    const std::vector<Entity> all = fill(f, 200);
    Journal journal(10'000);
    f.world.observe(&journal);
    const EntityRuns entities(all);
    Edit edit = add_to_many(entities, f.tag<Frozen>());
    const auto heard = [&](bool added) {
        std::size_t count = 0;
        for (std::size_t i = 0; i < journal.size(); ++i)
            count += journal[i].kind == ChangeKind::Moved && journal[i].component == f.world.id<Frozen>() &&
                     journal[i].added == added;
        return count;
    };
    apply(f.world, f.schedule, edit);
    CHECK(heard(true) == all.size());
    apply(f.world, f.schedule, edit);
    CHECK(heard(false) == all.size());
    f.world.observe(nullptr);
}

}  // namespace component_many_test
