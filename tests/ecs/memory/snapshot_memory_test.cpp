// Snapshots and memory: what allocates, what is left over, and what happens when there is none.
#include <array>

#include "catch.hpp"
#include "ecs/snapshot/snapshot.hpp"
#include "ecs/support/deep_state.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/support/tracked.hpp"
#include "ecs/world/view.hpp"
#include "oom/failing_allocator.hpp"

namespace snapshot_memory_test {

using namespace ecs;
using namespace test;

namespace {

void fill(World& world, std::size_t count) {
    std::vector<Entity> made(count);
    world.create_many(made, std::array{world.id<Position>(), world.id<Velocity>()});
}

/// Two moments between which everything a snapshot has changed.
class TwoMoments {
public:
    TwoMoments() {
        register_types(world);
        register_tracked(world);
        fill(world, 1200);
        for (int i = 0; i < 40; ++i)
            texts_.push_back(world.create(Label{"a label longer than short strings are, " + std::to_string(i)}));
        parent_ = world.create(Name{"a name longer than short strings are"}, Tracked(1));
        for (std::size_t i = 0; i < 5; ++i) world.set_parent(texts_[i], parent_);
        world.destroy_and_park(texts_[10]);
    }
    void change() {
        for (std::size_t i = 20; i < 30; ++i) world.destroy(texts_[i]);
        for (std::size_t i = 30; i < 40; ++i) world.add(texts_[i], Tracked(int(i)));
        fill(world, 2000);
        world.set_parent(texts_[1], null_entity);
        world.set_parent(texts_[15], parent_);
        world.get_mut<Label>(texts_[2]).text += " and longer still";
        View<Position>(world).each(world, [](Position& p) { p.x += 1; });
    }

    World world;
    Snapshots snapshots{world};

private:
    std::vector<Entity> texts_;
    Entity parent_;
};

/// Lets each allocation fail in turn, until `call` needs no more. Returns how many failed.
template <class Call, class Check>
std::size_t fail_each_allocation(bool all_after, Call&& call, Check&& check) {
    for (std::size_t first = 1;; ++first) {
        bool threw = false;
        {
            AllocationsFail fail(first, all_after);
            try {
                call();
            } catch (const std::bad_alloc&) {
                threw = true;
            }
            if (!AllocationsFail::happened()) return first - 1;
        }
        REQUIRE(threw);
        check();
    }
}

}  // namespace

TEST_CASE("Snapshots: without memory a take leaves everything as it was", "[ecs][snapshot][oom]") {
    TrackedScope scope;
    const bool all_after = GENERATE(false, true);
    {
        TwoMoments m;
        const Snapshot before = *m.snapshots.take();
        m.change();
        const DeepState now = deep_state(m.world);
        const std::size_t in_use = m.snapshots.stats().bytes_in_use;
        const std::ptrdiff_t tracked = Tracked::live;
        Snapshot taken;
        const std::size_t failed = fail_each_allocation(
            all_after, [&] { taken = *m.snapshots.take(); },
            [&] {
                REQUIRE(m.snapshots.stats().bytes_in_use == in_use);
                REQUIRE(Tracked::live == tracked);
                REQUIRE(difference(now, deep_state(m.world)) == "");
            });
        CHECK(failed > 10);
        m.change();
        REQUIRE(m.snapshots.restore(taken));
        CHECK(difference(now, deep_state(m.world)) == "");
    }
    CHECK(TrackedScope::clean());
}

TEST_CASE("Snapshots: without memory a restore leaves the world as it is", "[ecs][snapshot][oom]") {
    TrackedScope scope;
    const bool all_after = GENERATE(false, true);
    {
        TwoMoments m;
        const Snapshot before = *m.snapshots.take();
        const DeepState expected = deep_state(m.world);
        m.change();
        const Snapshot after = *m.snapshots.take();
        const DeepState now = deep_state(m.world);
        const std::ptrdiff_t tracked = Tracked::live;
        const std::size_t failed = fail_each_allocation(
            all_after, [&] { static_cast<void>(m.snapshots.restore(before)); },
            [&] {
                REQUIRE(Tracked::live == tracked);
                REQUIRE(difference(now, deep_state(m.world)) == "");
            });
        CHECK(failed > 10);
        CHECK(difference(expected, deep_state(m.world)) == "");
        REQUIRE(m.snapshots.restore(after));
        CHECK(difference(now, deep_state(m.world)) == "");
    }
    CHECK(TrackedScope::clean());
}

TEST_CASE("Snapshots: without memory no world is made of one, and none is left over", "[ecs][snapshot][oom]") {
    TrackedScope scope;
    {
        TwoMoments m;
        const Snapshot snapshot = *m.snapshots.take();
        const std::ptrdiff_t tracked = Tracked::live, live = live_allocations();
        std::unique_ptr<World> made;
        const std::size_t failed = fail_each_allocation(
            true, [&] { made = snapshot.make_world(); },
            [&] {
                REQUIRE(live_allocations() == live);
                REQUIRE(Tracked::live == tracked);
            });
        CHECK(failed > 10);
        CHECK(difference(deep_state(m.world), deep_state(*made)) == "");
    }
    CHECK(TrackedScope::clean());
}

TEST_CASE("Snapshots: with buffers to use again, neither take nor restore allocates", "[ecs][snapshot][oom]") {
    World world;
    register_types(world);
    fill(world, 20'000);
    Snapshots snapshots(world);
    View<Position> positions(world);
    std::array<Snapshot, 3> last;
    const auto tick = [&](std::size_t number) {
        positions.each(world, [](Position& p) { p.x += 1; });
        world.destroy(world.entity_at_slot(1 + number));
        world.create_with(std::array{world.id<Position>(), world.id<Velocity>()});
        last[number % 3] = {};
        last[number % 3] = *snapshots.take();
    };
    for (std::size_t i = 0; i < 9; ++i) tick(i);
    REQUIRE(snapshots.restore(last[0]));
    REQUIRE(snapshots.restore(last[2]));
    {
        AllocationsFail fail(1, true);
        for (std::size_t i = 9; i < 15; ++i) tick(i);
        static_cast<void>(snapshots.restore(last[0]));
        static_cast<void>(snapshots.restore(last[1]));
    }
    CHECK_FALSE(AllocationsFail::happened());
    CHECK(snapshots.stats().taken == 15);
}

TEST_CASE("Snapshots: worlds, stores and snapshots leave nothing behind, in whatever order they go",
          "[ecs][snapshot][oom]") {
    const std::ptrdiff_t live = live_allocations();
    {
        auto moments = std::make_unique<TwoMoments>();
        Snapshot first = *moments->snapshots.take();
        moments->change();
        Snapshot second = *moments->snapshots.take();
        moments.reset();
        first = {};
        second = {};
        CHECK(live_allocations() == live);
    }
    {
        TwoMoments moments;
        const Snapshot first = *moments.snapshots.take();
        moments.change();
        const std::unique_ptr<World> copy = moments.snapshots.take()->make_world();
        static_cast<void>(moments.snapshots.restore(first));
    }
    CHECK(live_allocations() == live);
}

}  // namespace snapshot_memory_test
