// Components that cannot be copied, in all that takes snapshots of a world.
#include "ecs/snapshot/left_out.hpp"

#include <cstring>
#include <memory>

#include "catch.hpp"
#include "ecs/diff/diff_edits.hpp"
#include "ecs/snapshot/packed_snapshot.hpp"
#include "ecs/snapshot/running_hash.hpp"
#include "ecs/snapshot/snapshot.hpp"
#include "ecs/snapshot/world_order.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/types/clone.hpp"

namespace left_out_test {

using namespace ecs;
using namespace test;

namespace {

/// Owns what has one owner.
struct Body {
    float mass = 1;
    std::unique_ptr<int> owned = std::make_unique<int>(-1);

    Body() = default;
    Body(float m, int number) : mass(m), owned(std::make_unique<int>(number)) {}
};

/// Two thirds of it are not described.
struct Transform {
    float x = 0;
    float hidden[15] = {};
    float y = 0;
};

struct Scene {
    World world;

    Scene() {
        register_types(world);
        world.types().add<Body>("Body").field("mass", &Body::mass);
        world.types().add<Transform>("Transform").field("x", &Transform::x).field("y", &Transform::y);
    }
    int body(Entity entity) { return *world.get<Body>(entity).owned; }
};

template <class All>
void live_values_stay(All& snapshots, Scene& s) {
    World& world = s.world;
    std::vector<Entity> all;
    for (int i = 0; i < 500; ++i) all.push_back(world.create(Position{float(i), 0, 0}, Body(1, i)));
    const Entity plain = world.create(Position{-1, 0, 0});
    const auto before = *snapshots.take();
    for (const Entity each : all) {
        world.get_mut<Position>(each).x += 1000;
        *world.get_mut<Body>(each).owned += 1000;
    }
    world.destroy(all[7]);
    world.remove<Body>(all[8]);
    world.add(all[9], Frozen{});
    world.add(plain, Body(5, 5));
    const Entity late = world.create(Body(6, 6));
    REQUIRE(snapshots.restore(before));
    CHECK_FALSE(world.alive(late));
    CHECK_FALSE(world.has<Body>(plain));
    CHECK_FALSE(world.has<Frozen>(all[9]));
    bool positions = true, bodies = true;
    for (int i = 0; i < 500; ++i) {
        positions = positions && world.get<Position>(all[std::size_t(i)]).x == float(i);
        bodies = bodies && s.body(all[std::size_t(i)]) == (i == 7 || i == 8 ? -1 : i + 1000);
    }
    CHECK(positions);
    CHECK(bodies);
    // And again, with nothing in between.
    REQUIRE(snapshots.restore(before));
    CHECK(s.body(all[3]) == 1003);
}

}  // namespace

TEST_CASE("Left out: a snapshot goes back with all else, and live values stay", "[ecs][snapshot]") {
    Scene s;
    Snapshots snapshots(s.world);
    live_values_stay(snapshots, s);
}

TEST_CASE("Left out: a packed snapshot does the same", "[ecs][snapshot]") {
    Scene s;
    PackedSnapshots snapshots(s.world);
    live_values_stay(snapshots, s);
}

TEST_CASE("Left out: it is said which, and of how many entities", "[ecs][snapshot]") {
    Scene s;
    CHECK(left_out_of(s.world).empty());
    CHECK(left_out_text(s.world).empty());
    const Entity one = s.world.create(Body(2, 2));
    CHECK(left_out_text(s.world) == "Body (1 entity)");
    s.world.create(Position{}, Body(3, 3));
    REQUIRE(left_out_of(s.world).size() == 1);
    CHECK(left_out_of(s.world)[0].component == s.world.id<Body>());
    CHECK(left_out_text(s.world) == "Body (2 entities)");
    const std::uint64_t version = s.world.version();
    s.world.create(Position{});
    CHECK(left_out_written_since(s.world, version).empty());
    s.world.get_mut<Body>(one).mass = 9;
    CHECK(left_out_written_since(s.world, version) == "Body");
}

TEST_CASE("Left out: a world that a snapshot made has stand-ins, which nobody compares", "[ecs][snapshot]") {
    Scene s;
    const Entity entity = s.world.create(Position{1, 2, 3}, Body(4, 4));
    Snapshots snapshots(s.world);
    const std::unique_ptr<World> made = snapshots.take()->make_world();
    CHECK(made->has(entity, s.world.id<Body>()));
    CHECK(is_stand_in(*made->types().find("Body")));
    CHECK_FALSE(is_stand_in(*s.world.types().find("Body")));
    CHECK(diff(*made, s.world).empty());
    s.world.get_mut<Position>(entity).x = 5;
    CHECK(diff(*made, s.world).entries.size() == 1);
    // An entity of it can be made here: with a new value, as nobody knows what it was.
    s.world.destroy(entity);
    auto edits = edits_of(diff(s.world, *made), s.world, *made);
    REQUIRE(edits);
    Schedule schedule(s.world);
    REQUIRE(apply_all(s.world, schedule, *edits).why.empty());
    CHECK(s.body(entity) == -1);
}

TEST_CASE("Left out: values do not count in a running hash, but who has them does", "[ecs][snapshot]") {
    Scene s;
    const Entity entity = s.world.create(Body(4, 4));
    RunningHash hash(s.world);
    const std::uint64_t before = hash.now();
    s.world.get_mut<Body>(entity).mass = 5;
    CHECK(hash.now() == before);
    s.world.remove<Body>(entity);
    CHECK(hash.now() != before);
}

TEST_CASE("Left out: rows are put into an order with their live values", "[ecs][snapshot]") {
    Scene s;
    std::vector<Entity> all;
    for (int i = 0; i < 5; ++i) all.push_back(s.world.create(Body(1, i)));
    WorldOrder order = order_of(s.world);
    for (WorldOrder::OfArchetype& each : order.archetypes) std::reverse(each.rows.begin(), each.rows.end());
    REQUIRE(restore_order(s.world, order).empty());
    CHECK(s.world.location(all[0]).row == 4);
    for (int i = 0; i < 5; ++i) CHECK(s.body(all[std::size_t(i)]) == i);
}

TEST_CASE("Left out: nothing is, where the program clones", "[ecs][snapshot]") {
    Scene s;
    clone_with<Body>(s.world.types(), [](const Body& body) { return Body(body.mass, *body.owned); });
    const Entity entity = s.world.create(Body(2, 20));
    CHECK(left_out_text(s.world).empty());
    Snapshots snapshots(s.world);
    PackedSnapshots packed(s.world);
    const Snapshot before = *snapshots.take();
    const PackedSnapshot packed_before = *packed.take();
    *s.world.get_mut<Body>(entity).owned = 30;
    REQUIRE(snapshots.restore(before));
    CHECK(s.body(entity) == 20);
    *s.world.get_mut<Body>(entity).owned = 40;
    REQUIRE(packed.restore(packed_before));
    CHECK(s.body(entity) == 20);
    const std::unique_ptr<World> made = before.make_world();
    CHECK(*made->get<Body>(entity).owned == 20);
    CHECK(made->get<Body>(entity).owned != s.world.get<Body>(entity).owned);
}

TEST_CASE("Snapshots: bytes that no field describes go back, too", "[ecs][snapshot]") {
    Scene s;
    const Entity entity = s.world.create(Transform{1, {2, 3}, 4});
    // A type made at run time with more bytes than its fields need.
    ComponentType type;
    type.name = "Tag of 64 bytes";
    type.size = 64;
    type.align = 8;
    Field text;
    text.name = "text";
    text.kind = FieldKind::String;
    type.fields.push_back(text);
    const ComponentId wide = *s.world.types().add_at_run_time(type);
    s.world.add(entity, wide);
    constexpr std::size_t behind = 40;
    const auto put = [&](const char* letters) {
        std::memcpy(static_cast<std::byte*>(s.world.get_mut(entity, wide)) + behind, letters, 4);
    };
    const auto letters = [&](const World& world) {
        return std::string(static_cast<const char*>(world.get(entity, wide)) + behind, 4);
    };
    put("mine");
    Snapshots snapshots(s.world);
    PackedSnapshots packed(s.world);
    const Snapshot before = *snapshots.take();
    const PackedSnapshot packed_before = *packed.take();
    const auto change = [&] {
        s.world.get_mut<Transform>(entity).hidden[1] = 9;
        put("else");
    };
    change();
    REQUIRE(snapshots.restore(before));
    CHECK(s.world.get<Transform>(entity).hidden[1] == 3);
    CHECK(letters(s.world) == "mine");
    change();
    REQUIRE(packed.restore(packed_before));
    CHECK(s.world.get<Transform>(entity).hidden[1] == 3);
    CHECK(letters(s.world) == "mine");
    const std::unique_ptr<World> made = packed_before.make_world();
    CHECK(made->get<Transform>(entity).hidden[1] == 3);
    CHECK(letters(*made) == "mine");
}

}  // namespace left_out_test
