#include "ecs/snapshot/packed_snapshot.hpp"

#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/snapshot/running_hash.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/deep_state.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/support/tracked.hpp"

namespace packed_snapshot_test {

using namespace ecs;
using namespace test;

namespace {

/// A world in which everything happens at random.
struct Churn {
    World world;
    Random random{11};
    std::vector<Entity> parked;

    Churn() {
        register_types(world);
        register_tracked(world);
    }
    Entity some() {
        for (int i = 0; i < 20; ++i) {
            const auto slots = static_cast<std::uint32_t>(world.slot_count());
            const Entity entity = slots == 0 ? null_entity : world.entity_at_slot(random.below(slots));
            if (entity) return entity;
        }
        return null_entity;
    }
    void change() {
        const Entity entity = some();
        switch (random.below(9)) {
            case 0:
            case 1:
                world.create(Position{random.unit(), 1, 2}, Health{static_cast<int>(random.below(9))});
                break;
            case 2:
                world.create(Name{std::string(random.below(40), 'n')}, Label{std::string(random.below(40), 'l')});
                break;
            case 3:
                if (entity && world.entity_count() > 300) world.destroy(entity);
                break;
            case 4:
                if (entity && !world.has<Tracked>(entity)) world.add(entity, Tracked(7));
                break;
            case 5:
                if (entity && world.has<Tracked>(entity)) world.remove<Tracked>(entity);
                break;
            case 6:
                if (entity && world.has<Position>(entity)) world.get_mut<Position>(entity).x = random.unit();
                break;
            case 7:
                if (entity && world.has<Label>(entity)) world.get_mut<Label>(entity).text = "changed";
                break;
            default:
                if (const Entity parent = some(); entity && parent && parent != entity) {
                    Entity above = parent;
                    while (above && above != entity) above = world.parent(above);
                    if (!above) world.set_parent(entity, parent);
                }
        }
    }
};

}  // namespace

TEST_CASE("PackedSnapshots: any of many moments comes back exactly, in any order", "[ecs][snapshot]") {
    Churn churn;
    PackedSnapshots snapshots(churn.world);
    std::vector<std::pair<PackedSnapshot, DeepState>> moments;
    for (int i = 0; i < 120; ++i) {
        for (std::uint32_t n = churn.random.below(60); n > 0; --n) churn.change();
        churn.world.set_tick(churn.world.tick() + 1);
        if (churn.random.below(4) == 0 && !moments.empty()) {
            const auto& [snapshot, state] = moments[churn.random.below(static_cast<std::uint32_t>(moments.size()))];
            REQUIRE(snapshots.restore(snapshot));
            REQUIRE(difference(state, deep_state(churn.world)).empty());
        }
        moments.emplace_back(*snapshots.take(), deep_state(churn.world));
        if (moments.size() > 40) moments.erase(moments.begin() + churn.random.below(40));
    }
    bool own_worlds = true;
    for (const auto& [snapshot, state] : moments)
        own_worlds = own_worlds && state_hash(*snapshot.make_world()) == state.hash;
    CHECK(own_worlds);
    CHECK(snapshots.bytes() > 0);
    moments.clear();
    const std::size_t only_bases = snapshots.bytes();
    CHECK(only_bases < 600'000);
}

TEST_CASE("PackedSnapshots: a world in which little changes takes little", "[ecs][snapshot]") {
    World world;
    register_types(world);
    std::vector<Entity> entities;
    for (int i = 0; i < 10'000; ++i) entities.push_back(world.create(Position{float(i), 0, 0}, Health{i}));
    PackedSnapshots snapshots(world);
    std::vector<PackedSnapshot> all{*snapshots.take()};
    const std::size_t first = snapshots.bytes();
    for (int i = 0; i < 100; ++i) {
        world.get_mut<Health>(entities[static_cast<std::size_t>(i) * 97]).hp = -1;
        all.push_back(*snapshots.take());
    }
    CHECK(snapshots.bytes() < 2 * first);
    REQUIRE(snapshots.restore(all[50]));
    CHECK(world.get<Health>(entities[49 * 97]).hp == -1);
    CHECK(world.get<Health>(entities[50 * 97]).hp == 50 * 97);
}

TEST_CASE("PackedSnapshots: one of another world is refused", "[ecs][snapshot]") {
    World world, other;
    PackedSnapshots snapshots(world), others(other);
    const PackedSnapshot empty = *others.take();
    CHECK_FALSE(snapshots.restore(empty));
    CHECK_FALSE(snapshots.restore({}));
    REQUIRE(snapshots.take());
}

TEST_CASE("RunningHash: it is the same for the same state and differs for each change", "[ecs][snapshot]") {
    Churn churn;
    RunningHash running(churn.world);
    std::uint64_t before = running.now(), state = state_hash(churn.world);
    bool agree = true;
    for (int i = 0; i < 2000; ++i) {
        churn.change();
        const std::uint64_t now = running.now(), hash = state_hash(churn.world);
        agree = agree && (now == before) == (hash == state);
        if (i % 50 == 0) agree = agree && RunningHash(churn.world).now() == now;
        before = now;
        state = hash;
    }
    CHECK(agree);
}

}  // namespace packed_snapshot_test
