#include "ecs/snapshot/snapshot.hpp"

#include <thread>

#include "catch.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/deep_state.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/support/tracked.hpp"
#include "ecs/world/commands.hpp"
#include "ecs/world/query.hpp"
#include "ecs/world/view.hpp"

namespace snapshot_test {

using namespace ecs;
using namespace test;

namespace {

/// A copy throws while `throws_in` counts down to zero.
struct Moody {
    static inline int throws_in = 0;
    std::string text = "a text that is too long to be kept in place";

    Moody() = default;
    Moody(Moody&&) noexcept = default;
    Moody& operator=(Moody&&) noexcept = default;
    Moody(const Moody& other) : text(other.text) {
        if (throws_in > 0 && --throws_in == 0) throw Failure("no copy today");
    }
};

struct Scene {
    World world;
    Snapshots snapshots{world};

    Scene() {
        register_types(world);
        register_tracked(world);
        world.types().add<Moody>("Moody").field("text", &Moody::text);
    }
    std::vector<Entity> fill(std::size_t count) {
        std::vector<Entity> made(count);
        const std::array ids{world.id<Position>(), world.id<Velocity>()};
        world.create_many(made, ids);
        return made;
    }
    std::size_t chunk_count() const {
        std::size_t count = 0;
        for (ArchetypeId id = 0; id < world.archetype_count(); ++id) count += world.archetype(id).chunk_count();
        return count;
    }
    Snapshot take() { return *snapshots.take(); }
    void restore(const Snapshot& snapshot) { REQUIRE(snapshots.restore(snapshot)); }
};

}  // namespace

TEST_CASE("Snapshots: restoring makes the world what it was", "[ecs][snapshot]") {
    Scene s;
    const std::vector<Entity> many = s.fill(3000);
    const Entity parent = s.world.create(Name{"a parent with quite a long name"}, Label{"label"});
    for (std::size_t i = 0; i < 5; ++i) s.world.set_parent(many[i * 7], parent);
    s.world.destroy(many[1]);
    s.world.destroy_and_park(many[2]);
    s.world.set_tick(12);
    const DeepState before = deep_state(s.world);
    const Snapshot snapshot = s.take();
    CHECK(snapshot.tick() == 12);
    CHECK(snapshot.entity_count() == s.world.entity_count());

    s.world.set_tick(13);
    s.world.set_parent(many[14], null_entity);
    s.world.get_mut<Name>(parent).value = "renamed";
    s.world.add(parent, Tracked(3));
    for (std::size_t i = 100; i < 2900; ++i) s.world.destroy(many[i]);
    s.fill(5000);
    s.world.unpark(many[2]);
    REQUIRE_FALSE(deep_state(s.world) == before);

    s.restore(snapshot);
    CHECK(difference(before, deep_state(s.world)) == "");
    CHECK(s.world.find_by_name("a parent with quite a long name") == parent);
    CHECK(s.world.create_at(many[2]));  // parked as it was
}

TEST_CASE("Snapshots: the world goes on as it did the first time", "[ecs][snapshot]") {
    Scene s;
    const std::vector<Entity> many = s.fill(100);
    for (std::size_t i = 0; i < 100; i += 3) s.world.destroy(many[i]);
    const Snapshot snapshot = s.take();
    const auto go_on = [&] {
        s.fill(70);
        s.world.create(Label{});
        s.world.destroy(many[1]);
        s.world.create(Health{});
        return deep_state(s.world);
    };
    const DeepState first = go_on();
    s.restore(snapshot);
    CHECK(difference(first, go_on()) == "");
}

TEST_CASE("Snapshots: what did not change is shared", "[ecs][snapshot]") {
    Scene s;
    const std::vector<Entity> many = s.fill(100'000);
    const Snapshot first = s.take();
    const SnapshotStats whole = s.snapshots.stats();
    CHECK(whole.chunks_copied == s.chunk_count());
    CHECK(whole.bytes_copied >= 100'000 * 32);

    const Snapshot second = s.take();
    const SnapshotStats again = s.snapshots.stats();
    CHECK(again.chunks_copied == whole.chunks_copied);
    CHECK(again.bytes_copied == whole.bytes_copied);
    CHECK(again.bytes_in_use == whole.bytes_in_use);
    CHECK(again.chunks_shared == s.chunk_count());

    // Two rows of one chunk, one of another.
    s.world.get_mut<Position>(many[3]).x = 1;
    s.world.get_mut<Velocity>(many[4]).x = 1;
    s.world.get_mut<Position>(many[50'000]).x = 1;
    const Snapshot third = s.take();
    const SnapshotStats changed = s.snapshots.stats();
    CHECK(changed.chunks_copied == again.chunks_copied + 2);
    CHECK(changed.bytes_copied - again.bytes_copied < whole.bytes_copied / 50);

    CHECK(*s.snapshots.restore(second) == 2);
    CHECK(s.world.get<Position>(many[3]).x == 0);
    CHECK(*s.snapshots.restore(first) == 0);  // the same content
    CHECK(*s.snapshots.restore(third) == 2);
    CHECK(s.world.get<Position>(many[50'000]).x == 1);
    s.take();
    CHECK(s.snapshots.stats().chunks_copied == changed.chunks_copied);  // a restored chunk equals its copy
}

TEST_CASE("Snapshots: one chunk in a hundred costs a hundredth", "[ecs][snapshot]") {
    Scene s;
    s.fill(300'000);
    const Snapshot first = s.take();
    const std::uint64_t whole = s.snapshots.stats().bytes_copied;
    const Archetype& archetype = *s.world.find_archetype(std::array{s.world.id<Position>(), s.world.id<Velocity>()});
    for (std::size_t chunk = 50; chunk < archetype.chunk_count(); chunk += 100)
        s.world.get_mut<Position>(archetype.chunk(chunk).entities()[0]).y = 2;
    const Snapshot second = s.take();
    CHECK(s.snapshots.stats().bytes_copied - whole <= whole * 11 / 1000);
}

TEST_CASE("Snapshots: the buffers of dropped snapshots are used again", "[ecs][snapshot]") {
    Scene s;
    s.fill(20'000);
    View<Position> positions(s.world);
    Snapshot previous;
    std::size_t reserved = 0;
    for (int tick = 0; tick < 6; ++tick) {
        positions.each(s.world, [](Position& p) { p.x += 1; });
        Snapshot now = s.take();
        previous = std::move(now);
        if (tick == 2) reserved = s.snapshots.stats().bytes_reserved;
    }
    CHECK(s.snapshots.stats().bytes_reserved == reserved);
    CHECK(s.snapshots.stats().bytes_in_use < reserved);
    previous = {};
    CHECK(s.snapshots.stats().bytes_in_use == 0);
    s.snapshots.trim();
    CHECK(s.snapshots.stats().bytes_reserved < reserved / 2);
    const Snapshot after = s.take();
    CHECK(s.snapshots.stats().bytes_in_use > 0);
}

TEST_CASE("Snapshots: buffers serve any archetype", "[ecs][snapshot]") {
    Scene s;
    const std::vector<Entity> many = s.fill(20'000);
    Snapshot snapshot = s.take();
    const std::size_t reserved = s.snapshots.stats().bytes_reserved;
    s.world.destroy_many(many);
    std::vector<Entity> others(20'000);
    s.world.create_many(others, std::array{s.world.id<Health>()});
    snapshot = {};
    snapshot = s.take();
    CHECK(s.snapshots.stats().bytes_reserved == reserved);
}

TEST_CASE("Snapshots: dropping one destroys the values that only it had", "[ecs][snapshot]") {
    TrackedScope scope;
    {
        Scene s;
        const Entity entity = s.world.create(Tracked(1), Label{"one"});
        Snapshot first = s.take();
        CHECK(Tracked::live == 2);
        Snapshot copy = first;
        first = {};
        CHECK(Tracked::live == 2);
        s.world.get_mut<Tracked>(entity).value = 5;
        const Snapshot second = s.take();
        CHECK(Tracked::live == 3);
        s.restore(copy);
        CHECK(s.world.get<Tracked>(entity).value == 1);
        CHECK(Tracked::live == 3);
        copy = {};
        CHECK(Tracked::live == 2);
        s.restore(second);
        CHECK(s.world.get<Tracked>(entity).value == 5);
    }
    CHECK(TrackedScope::clean());
}

TEST_CASE("Snapshots: a snapshot outlives its world and the Snapshots it came from", "[ecs][snapshot]") {
    TrackedScope scope;
    {
        Snapshot kept;
        {
            Scene s;
            s.world.create(Tracked(4), Label{"a label that is longer than a short string"}, Name{"four"});
            kept = s.take();
        }
        CHECK(Tracked::live == 1);
        const std::unique_ptr<World> world = kept.make_world();
        CHECK(world->get<Tracked>(world->find_by_name("four")).value == 4);
    }
    CHECK(TrackedScope::clean());
}

TEST_CASE("Snapshots: a world of its own equals the one the snapshot was taken of", "[ecs][snapshot]") {
    Scene s;
    ComponentType type;
    type.name = "RunTime";
    Field text;
    text.name = "text";
    text.kind = FieldKind::String;
    type.fields = {text};
    const ComponentId run_time = *s.world.types().add_at_run_time(std::move(type));
    const std::vector<Entity> many = s.fill(2000);
    s.world.add(many[5], run_time);
    *static_cast<std::string*>(s.world.get_mut(many[5], run_time)) = "known by its fields only";
    s.world.set_parent(many[7], many[5]);
    s.world.set_parent(many[6], many[5]);
    s.world.destroy(many[100]);
    s.world.destroy_and_park(many[101]);
    s.world.set_tick(99);
    const Snapshot snapshot = s.take();
    const DeepState expected = deep_state(s.world);
    s.world.destroy(many[5]);

    std::unique_ptr<World> copy;
    std::thread elsewhere([&] { copy = snapshot.make_world(); });
    s.fill(100);
    const Snapshot other = s.take();
    elsewhere.join();
    CHECK(difference(expected, deep_state(*copy)) == "");
    CHECK(copy->types().size() == s.world.types().size());
    CHECK(copy->id<Label>() == s.world.id<Label>());
    CHECK(copy->create(Label{}) == snapshot.make_world()->create(Label{}));

    Snapshots of_copy(*copy);
    const Result<std::size_t> foreign = of_copy.restore(snapshot);
    CHECK_FALSE(foreign);
    CHECK(foreign.error() == "this snapshot was taken of another world");
}

TEST_CASE("Snapshots: readers of versions see what was restored, and nothing else", "[ecs][snapshot]") {
    Scene s;
    const std::vector<Entity> many = s.fill(3000);
    s.world.create(Name{"n"});
    const Snapshot snapshot = s.take();
    s.world.get_mut<Position>(many[0]).x = 1;
    const std::uint64_t clock = s.world.version(), names = s.world.names_version();
    s.restore(snapshot);
    CHECK(s.world.version() > clock);
    CHECK(s.world.names_version() == names);
    const Archetype& archetype = s.world.archetype_of(many[0]);
    CHECK(archetype.column_version(0, 0) > clock);
    CHECK(archetype.column_version(1, 0) <= clock);

    s.world.destroy(s.world.find_by_name("n"));
    const std::uint64_t later = s.world.names_version();
    s.restore(snapshot);
    CHECK(s.world.names_version() > later);
    CHECK(s.world.structure_version() > later);
}

TEST_CASE("Snapshots: cached matches of queries stay good", "[ecs][snapshot]") {
    Scene s;
    View<Position, const Velocity> view(s.world);
    const auto sum = [&] {
        float total = 0;
        view.each(s.world, [&](Position& p, const Velocity&) { total += p.x; });
        return total;
    };
    for (Entity entity : s.fill(10)) s.world.get_mut<Position>(entity).x = 1;
    const Snapshot small = s.take();
    for (Entity entity : s.fill(2000)) s.world.get_mut<Position>(entity).x = 1;
    const Snapshot large = s.take();
    CHECK(sum() == 2010);
    s.restore(small);
    CHECK(sum() == 10);
    s.restore(large);
    CHECK(sum() == 2010);
}

TEST_CASE("Snapshots: while a query iterates nothing is taken or restored", "[ecs][snapshot]") {
    Scene s;
    s.fill(3);
    const Snapshot snapshot = s.take();
    FailuresThrow failures;
    View<const Position> view(s.world);
    view.each(static_cast<const World&>(s.world), [&](const Position&) {
        CHECK_THROWS_WITH(s.snapshots.take(), contains("take was called while a query iterates"));
        CHECK_THROWS_WITH(s.snapshots.restore(snapshot), contains("restore was called while a query iterates"));
    });
    CHECK_FALSE(s.snapshots.restore(Snapshot()));
}

TEST_CASE("Snapshots: a copy that throws leaves everything as it was", "[ecs][snapshot]") {
    Scene s;
    std::vector<Entity> moody;
    for (int i = 0; i < 600; ++i) {
        moody.push_back(s.world.create());
        s.world.add(moody.back(), s.world.id<Moody>());
        if (i % 2) s.world.add(moody.back(), Label{"label " + std::to_string(i)});
    }
    s.fill(1000);
    const Snapshot before = s.take();
    const DeepState earlier = deep_state(s.world);
    for (int i = 0; i < 600; i += 5)
        s.world.get_mut<Moody>(moody[std::size_t(i)]).text = "changed " + std::to_string(i);
    s.world.destroy(moody[7]);
    s.fill(10);
    const DeepState now = deep_state(s.world);
    const std::size_t in_use = s.snapshots.stats().bytes_in_use;
    for (const int at : {1, 2, 17, 300, 450, 598}) {
        Moody::throws_in = at;
        CHECK_THROWS_AS(s.snapshots.take(), Failure);
        CHECK(s.snapshots.stats().bytes_in_use == in_use);
        Moody::throws_in = at;
        CHECK_THROWS_AS(s.snapshots.restore(before), Failure);
        Moody::throws_in = 0;
        REQUIRE(difference(now, deep_state(s.world)) == "");
    }
    const Snapshot after = s.take();
    s.restore(before);
    CHECK(difference(earlier, deep_state(s.world)) == "");
    s.restore(after);
    CHECK(difference(now, deep_state(s.world)) == "");
}

TEST_CASE("Snapshots: commands recorded before a restore find their entities gone", "[ecs][snapshot]") {
    Scene s;
    s.fill(3);
    const Snapshot snapshot = s.take();
    const DeepState before = deep_state(s.world);
    Commands played(s.world);
    played.create(Position{});
    {
        Commands dropped(s.world);
        dropped.create();
        s.restore(snapshot);
    }
    CHECK(played.play_back() == 2);
    CHECK(difference(before, deep_state(s.world)) == "");
}

TEST_CASE("Snapshots: a handle that was reserved is reserved again", "[ecs][snapshot]") {
    Scene s;
    Commands commands(s.world);
    const Entity recorded = commands.create(Position{1, 2, 3});
    const Snapshot snapshot = s.take();
    s.fill(5);
    s.restore(snapshot);
    CHECK(commands.play_back() == 0);
    CHECK(s.world.get<Position>(recorded) == Position{1, 2, 3});
    const Snapshot played = s.take();  // no handle was taken or given back, and yet the reserved one is alive
    s.restore(snapshot);
    CHECK_FALSE(s.world.alive(recorded));
    s.restore(played);
    CHECK(s.world.alive(recorded));
}

TEST_CASE("Snapshots: a journal is told of the whole, once", "[ecs][snapshot][journal]") {
    Scene s;
    s.fill(3000);
    const Snapshot snapshot = s.take();
    s.fill(3000);
    Journal journal;
    s.world.observe(&journal);
    s.restore(snapshot);
    REQUIRE(journal.size() == 1);
    CHECK(journal[0].kind == ChangeKind::Restored);
    CHECK(journal[0].tick == snapshot.tick());
    CHECK(s.world.journal() == &journal);
}

TEST_CASE("Snapshots: handles that are many and dead come back", "[ecs][snapshot]") {
    Scene s;
    const std::vector<Entity> many = s.fill(5000);
    for (std::size_t i = 0; i < 4000; ++i) s.world.destroy(many[i]);
    const Snapshot mostly_dead = s.take();
    const DeepState before = deep_state(s.world);
    s.fill(3990);
    s.world.create_at(Entity{8000, 3});
    const Snapshot few_dead = s.take();
    const DeepState after = deep_state(s.world);
    s.restore(mostly_dead);
    CHECK(difference(before, deep_state(s.world)) == "");
    s.restore(few_dead);
    CHECK(difference(after, deep_state(s.world)) == "");
}

TEST_CASE("Snapshots: an empty world can be taken and restored", "[ecs][snapshot]") {
    Scene s;
    const Snapshot empty = s.take();
    const DeepState before = deep_state(s.world);
    s.fill(2000);
    s.restore(empty);
    CHECK(difference(before, deep_state(s.world)) == "");
    CHECK(s.world.blocks().bytes_in_use() == 0);
}

}  // namespace snapshot_test
