// Destroying many entities at once, and bringing them back without a trace.
#include <algorithm>
#include <numeric>
#include <vector>

#include "catch.hpp"
#include "ecs/edit/edit_facts.hpp"
#include "ecs/edit/history.hpp"
#include "ecs/snapshot/world_order.hpp"
#include "ecs/support/edit_support.hpp"
#include "ecs/support/world_state.hpp"

namespace destroy_many_test {

using namespace ecs;
using namespace test;

namespace {

/// Trees, loose entities, texts and values that are counted, in several archetypes of some chunks.
std::vector<Entity> fill(EditFixture& f, std::size_t count, Random& random) {
    std::vector<Entity> all;
    for (std::size_t i = 0; i < count; ++i) {
        const float x = static_cast<float>(i);
        Entity made = i % 3 == 0   ? f.world.create(Position{x, 0, 0}, Velocity{})
                      : i % 3 == 1 ? f.world.create(Position{x, 1, 0}, Label{std::to_string(i)})
                                   : f.world.create(Health{static_cast<std::int32_t>(i)}, Tracked(1));
        if (!all.empty() && i % 4 == 0) f.world.set_parent(made, all[random.below(static_cast<std::uint32_t>(i))]);
        all.push_back(made);
    }
    return all;
}

/// Everything that undo must bring back. Only the count of structural changes goes on.
WorldOrder order(const World& world) {
    WorldOrder result = order_of(world);
    result.structural_changes = 0;
    result.parked.clear();
    return result;
}

/// Empty when both are the same.
std::string difference_of(const WorldOrder& before, const WorldOrder& after) {
    if (before.archetypes.size() != after.archetypes.size()) return "other archetypes";
    for (std::size_t i = 0; i < before.archetypes.size(); ++i) {
        const WorldOrder::OfArchetype &a = before.archetypes[i], &b = after.archetypes[i];
        const std::string of = " of archetype " + std::to_string(i);
        if (a.components != b.components) return "components" + of;
        if (a.rows != b.rows) return "rows" + of;
        if (a.made_at_ticks != b.made_at_ticks) return "ticks of chunks" + of;
        if (a.block_bytes != b.block_bytes)
            return std::to_string(a.block_bytes) + " and " + std::to_string(b.block_bytes) + " bytes a block" + of;
    }
    if (before.families != after.families) return "children";
    return before == after ? "" : "something else";
}

DestroyMany some_of(const World& world, std::span<const Entity> all, Random& random, std::uint32_t percent) {
    DestroyMany edit;
    for (const Entity entity : all)
        if (world.alive(entity) && random.below(100) < percent) edit.entities.push_back(entity);
    return edit;
}

}  // namespace

TEST_CASE("Destroy many: undo and redo bring back ids, order of rows and of children, and the hash", "[history]") {
    const TrackedScope scope;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        EditFixture f;
        Random random(seed);
        const std::vector<Entity> all = fill(f, 2500, random);
        f.world.set_tick(seed);
        History history(f.world, f.schedule);
        std::vector<WorldOrder> orders{order(f.world)};
        std::vector<State> states{f.state()};
        for (const std::uint32_t percent : {3u, 40u, 90u, 100u}) {
            f.world.set_tick(f.world.tick() + 1);
            REQUIRE(history.perform({"Destroy", {some_of(f.world, all, random, percent)}}).empty());
            history.seal();
            REQUIRE(storage_fault(f.world).empty());
            orders.push_back(order(f.world));
            states.push_back(f.state());
        }
        CHECK(f.world.entity_count() <= 4);
        for (int round = 0; round < 2; ++round) {
            for (std::size_t step = states.size() - 1; step-- > 0;) {
                REQUIRE(history.undo().empty());
                REQUIRE(storage_fault(f.world).empty());
                REQUIRE(f.state() == states[step]);
                REQUIRE(difference_of(orders[step], order(f.world)) == "");
            }
            for (std::size_t step = 1; step < states.size(); ++step) {
                REQUIRE(history.redo().empty());
                REQUIRE(f.state() == states[step]);
                REQUIRE(difference_of(orders[step], order(f.world)) == "");
            }
        }
    }
    CHECK(scope.clean());
}

TEST_CASE("Destroy many: as one by one, with all that is below", "[history]") {
    EditFixture one_by_one, at_once;
    Random first(5), second(5);
    const std::vector<Entity> all = fill(one_by_one, 1000, first);
    fill(at_once, 1000, second);
    const DestroyMany edit = some_of(at_once.world, all, first, 30);
    for (const Entity entity : edit.entities.list())
        if (one_by_one.world.alive(entity)) one_by_one.world.destroy_and_park(entity);
    History history(at_once.world, at_once.schedule);
    REQUIRE(history.perform({"Destroy", {edit}}).empty());
    CHECK(at_once.world.entity_count() < 750);
    CHECK(state_of(at_once.world).entities == state_of(one_by_one.world).entities);
    CHECK(state_hash(at_once.world) == state_hash(one_by_one.world));
    // What is kept for undo has every id once.
    const std::vector<Entity> kept = entities_of(history.steps().back());
    CHECK(kept.size() == all.size() + 4 - at_once.world.entity_count());
}

TEST_CASE("Destroy many: when other entities came meanwhile, all come back behind them", "[history]") {
    EditFixture f;
    Random random(9);
    const std::vector<Entity> all = fill(f, 900, random);
    const std::uint64_t hash = state_hash(f.world);
    History history(f.world, f.schedule);
    REQUIRE(history.perform({"Destroy", {some_of(f.world, all, random, 50)}}).empty());
    std::vector<Entity> others;
    for (int i = 0; i < 300; ++i) others.push_back(f.world.create(Position{}, Velocity{}));
    const Entity child = f.world.create(Position{});
    f.world.set_parent(child, f.player);
    f.schedule.tick(f.world);
    REQUIRE(history.undo().empty());
    CHECK(storage_fault(f.world).empty());
    for (const Entity entity : all) CHECK(f.world.alive(entity));
    CHECK(f.world.children(f.player).back() == child);
    for (const Entity entity : others) f.world.destroy(entity);
    f.world.destroy(child);
    CHECK(state_hash(f.world) == hash);
}

TEST_CASE("Destroy many: a parent that went meanwhile is a reason, and nothing changes", "[history]") {
    EditFixture f;
    const Entity below = f.world.create(Health{1});
    f.world.set_parent(below, f.other);
    History history(f.world, f.schedule);
    REQUIRE(history.perform({"Destroy", {DestroyMany{EntityRuns(std::vector{below})}}}).empty());
    f.world.destroy(f.other);
    CHECK(history.undo() == "Cannot undo destroy: 4v1, the parent of 5v1, is gone");
    CHECK(storage_fault(f.world).empty());
}

TEST_CASE("Destroy many: a copy of what is kept stays whole when the original comes back", "[history]") {
    const TrackedScope scope;
    {
        EditFixture f;
        Random random(3);
        const std::vector<Entity> all = fill(f, 300, random);
        const std::uint64_t hash = state_hash(f.world);
        Edit edit = some_of(f.world, all, random, 100);
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

TEST_CASE("Destroy many: 100,000 entities take little more than their bytes, and are one step", "[history]") {
    World world;
    register_types(world);
    Schedule schedule;
    std::vector<Entity> all(100'000);
    world.create_many(all, std::array{world.id<Position>(), world.id<Velocity>()});
    const std::size_t row_bytes = world.archetype_of(all.front()).row_bytes();
    History history(world, schedule);
    // What is kept does not grow with the number of entities alone: handles that follow each other are a run.
    REQUIRE(history.perform({"Destroy", {DestroyMany{EntityRuns(all)}}}).empty());
    CHECK(world.entity_count() == 0);
    CHECK(history.steps().back().entities == all.size());
    CHECK(history.bytes() < all.size() * row_bytes * 5 / 4);
    REQUIRE(history.undo().empty());
    CHECK(history.bytes() < 4096);
    CHECK(world.entity_count() == all.size());
}

TEST_CASE("Destroy many: the journal hears of every row that goes and comes back", "[history]") {
    EditFixture f;
    Random random(4);
    const std::vector<Entity> all = fill(f, 200, random);
    Journal journal(10'000);
    f.world.observe(&journal);
    Edit edit = DestroyMany{EntityRuns(all)};
    const auto heard = [&](ChangeKind kind) {
        std::size_t count = 0;
        for (std::size_t i = 0; i < journal.size(); ++i) count += journal[i].kind == kind;
        return count;
    };
    apply(f.world, f.schedule, edit);
    CHECK(heard(ChangeKind::Destroyed) == all.size());
    apply(f.world, f.schedule, edit);
    CHECK(heard(ChangeKind::Created) == all.size());
    f.world.observe(nullptr);
}

TEST_CASE("Entity runs: a list in its order, in which neighbours take no room", "[ecs]") {
    EntityRuns runs;
    for (std::uint32_t i = 10; i < 1010; ++i) runs.push_back({i, 1});
    for (const Entity each : {Entity{5, 2}, Entity{6, 3}, Entity{7, 3}, Entity{4, 1}}) runs.push_back(each);
    CHECK(runs.size() == 1004);
    CHECK(runs.bytes() <= 8 * 12);
    const std::vector<Entity> list = runs.list();
    CHECK(list.size() == 1004);
    CHECK(list[999] == Entity{1009, 1});
    CHECK(list[1000] == Entity{5, 2});
    CHECK(list[1003] == Entity{4, 1});
    CHECK(EntityRuns(list) == runs);
    EntityRuns twice = runs;
    twice.append(runs);
    CHECK(twice.list().size() == 2008);
    CHECK(twice.list()[1004 + 1001] == Entity{6, 3});
}

}  // namespace destroy_many_test
