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

TEST_CASE("PackedSnapshots: changes that follow a snapshot bring back each moment exactly", "[ecs][snapshot]") {
    Churn churn;
    PackedSnapshots snapshots(churn.world);
    struct Moment {
        std::size_t snapshot = 0, changes = 0;  // of them, so many follow the snapshot
        DeepState state;
    };
    std::vector<PackedSnapshot> taken;
    std::vector<std::vector<PackedChanges>> followed;
    std::vector<Moment> moments;
    const auto take = [&] {
        taken.push_back(*snapshots.take_and_follow());
        followed.emplace_back();
        moments.push_back({taken.size() - 1, 0, deep_state(churn.world)});
    };
    const auto changes_of = [&](const Moment& moment) {
        return std::span<const PackedChanges>(followed[moment.snapshot]).first(moment.changes);
    };
    take();
    for (int i = 0; i < 300; ++i) {
        for (std::uint32_t n = churn.random.below(60); n > 0; --n) churn.change();
        churn.world.set_tick(churn.world.tick() + 1);
        followed.back().push_back(*snapshots.take_changes());
        CHECK(followed.back().back().tick() == churn.world.tick());
        moments.push_back({taken.size() - 1, followed.back().size(), deep_state(churn.world)});
        if (churn.random.below(20) == 0) take();
        // Elsewhere and back, as who looks at the past does, and the record goes on.
        if (churn.random.below(10) != 0) continue;
        const Moment& there = moments[churn.random.below(static_cast<std::uint32_t>(moments.size()))];
        REQUIRE(snapshots.restore(taken[there.snapshot], changes_of(there)));
        REQUIRE(difference(there.state, deep_state(churn.world)).empty());
        REQUIRE(snapshots.restore(taken[moments.back().snapshot], changes_of(moments.back())));
        REQUIRE(difference(moments.back().state, deep_state(churn.world)).empty());
    }
    bool own_worlds = true;
    for (const Moment& moment : moments)
        own_worlds =
            own_worlds && state_hash(*taken[moment.snapshot].make_world(changes_of(moment))) == moment.state.hash;
    CHECK(own_worlds);
}

TEST_CASE("PackedSnapshots: what moves evenly takes less than six bytes a row and tick", "[ecs][snapshot]") {
    struct Place {
        float x, y;
    };
    World world;
    std::vector<Entity> entities;
    for (int i = 0; i < 50'000; ++i)
        entities.push_back(world.create(Place{float(i % 500) * 1.7f, float(i / 500) * 2.3f}));
    PackedSnapshots snapshots(world);
    const PackedSnapshot first = *snapshots.take_and_follow();
    std::vector<PackedChanges> changes;
    std::size_t bytes = 0;
    constexpr int ticks = 60, moving = 500;  // one in a hundred, somewhere
    for (int tick = 0; tick < ticks; ++tick) {
        for (int i = 0; i < moving; ++i) {
            auto& at = world.get_mut<Place>(entities[static_cast<std::size_t>(i) * 97 + 5]);
            at.x += 0.01f * float(i % 7 + 1);
            at.y -= 0.02f * float(i % 5 + 1);
        }
        world.set_tick(world.tick() + 1);
        changes.push_back(*snapshots.take_changes());
        if (tick > 0) bytes += changes.back().bytes();
    }
    CHECK(static_cast<double>(bytes) / (ticks - 1) / moving < 6);
    const std::uint64_t now = state_hash(world);
    CHECK(state_hash(*first.make_world(changes)) == now);
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
