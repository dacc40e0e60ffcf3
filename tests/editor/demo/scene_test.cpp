#include "editor/demo/demo_game.hpp"

#include <cmath>
#include <set>
#include <string>

#include "catch.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/world/hierarchy.hpp"
#include "ecs/world/query.hpp"
#include "editor/demo/components.hpp"
#include "editor/session/session.hpp"
#include "editor/support/demo.hpp"
#include "editor/support/shuffled_copy.hpp"

namespace scene_test {

using namespace editor;

namespace {

template <class T>
std::size_t count_of(const ecs::World& world) {
    return ecs::Query(world, {{.component = world.id<T>(), .access = ecs::Access::None}}).entity_count();
}

std::unique_ptr<Session> open(const char* scene, std::optional<std::size_t> count = {}, std::uint64_t seed = 1) {
    return demo::start(demo::scene(scene), count, seed);
}

std::size_t archetypes_with_entities(const ecs::World& world) {
    std::size_t count = 0;
    for (ecs::ArchetypeId id = 0; id < world.archetype_count(); ++id) count += world.archetype(id).entity_count() > 0;
    return count;
}

}  // namespace

TEST_CASE("Scenes: chase comes first, and each is described and finds its systems", "[editor][scene]") {
    REQUIRE(editor::demo_game().scenes.size() >= 2);
    CHECK(editor::demo_game().scenes.front().name == "chase");
    CHECK(demo_game().find_scene("nowhere") == nullptr);
    for (const Scene& scene : editor::demo_game().scenes) {
        INFO(scene.name);
        CHECK(demo_game().find_scene(scene.name) == &scene);
        CHECK_FALSE(scene.description.empty());
        CHECK_FALSE(scene.keys.empty());
        const auto session = demo::start(scene, 10);
        CHECK(session->schedule.systems().size() == scene.systems.size());
    }
}

TEST_CASE("Scenes: the same count and seed give the same world, another seed another", "[editor][scene]") {
    for (const char* scene : {"chase", "bob", "bullets", "fragments", "stress", "traffic"}) {
        INFO(scene);
        CHECK(open(scene, 300, 7)->hash_line() == open(scene, 300, 7)->hash_line());
        CHECK(ecs::state_hash(open(scene, 300, 7)->world) != ecs::state_hash(open(scene, 300, 8)->world));
        CHECK(open(scene, 300, 7)->hash_line() != open(scene, 301, 7)->hash_line());
    }
}

// A scene or system that is changed on purpose changes these; another compiler, build type or machine must not.
TEST_CASE("Scenes: the same seed and ticks give the same bits everywhere", "[editor][scene]") {
    const auto after_ten_seconds = [](const char* scene, std::optional<std::size_t> count) {
        const auto session = open(scene, count);
        for (int i = 0; i < 600; ++i) session->tick();
        return session->hash_line();
    };
    CHECK(after_ten_seconds("chase", {}) == "tick 600 hash 74ceb1d1cf3d4985");
    CHECK(after_ten_seconds("stress", 1000) == "tick 600 hash 50d10a23b4104b49");
    CHECK(after_ten_seconds("bob", {}) == "tick 600 hash 23253d8ac63bcfb9");
    CHECK(after_ten_seconds("increment", {}) == "tick 600 hash d0c81c57592b4576");
    CHECK(after_ten_seconds("two-phase", 1000) == "tick 600 hash c806d30cd313fab6");
    CHECK(after_ten_seconds("bullets", {}) == "tick 600 hash 82ad6370bd4ac4dc");
}

TEST_CASE("Scenes: what they come to does not depend on the order of rows", "[editor][scene]") {
    for (const char* scene : {"chase", "bullets", "increment", "stress", "two-phase"}) {
        for (const unsigned shuffle_seed : {1u, 2u, 3u}) {
            INFO(scene << ", shuffle " << shuffle_seed);
            const auto straight = open(scene, 200, 5);
            const auto shuffled = shuffled_copy(*straight, shuffle_seed);
            REQUIRE(straight->hash_line() == shuffled->hash_line());
            straight->keys.right = shuffled->keys.right = true;
            for (int i = 0; i < 240; ++i) {
                straight->tick();
                shuffled->tick();
            }
            CHECK(straight->hash_line() == shuffled->hash_line());
        }
    }
}

TEST_CASE("Chase: with one enemy it is the seed's own world", "[editor][scene]") {
    const auto session = open("chase", 1);
    const ecs::World& world = session->world;
    CHECK(world.entity_count() == 2);
    CHECK(count_of<PlayerInput>(world) == 1);
    CHECK(count_of<MoveTarget>(world) == 1);
    CHECK(count_of<Velocity>(world) == 2);
    CHECK(count_of<Position>(world) == 2);

    const ecs::Entity player = world.find_by_name("Player"), enemy = world.find_by_name("Enemy 1");
    REQUIRE(player);
    REQUIRE(enemy);
    CHECK(player == ecs::Entity{1, 1});
    CHECK(world.get<Position>(player).x == 150);
    CHECK(world.get<Position>(player).y == 150);
    CHECK(world.get<Radius>(player).value == 10);
    CHECK(world.get<PlayerInput>(player).speed == 2);
    CHECK(world.has<Player>(player));
    CHECK(world.get<Position>(enemy).x == 10);
    CHECK(world.get<Position>(enemy).y == 10);
    CHECK(world.get<Radius>(enemy).value == 15);
    CHECK(world.get<MoveTarget>(enemy).range == 100);
    CHECK(world.has<Enemy>(enemy));
    const ecs::Rgba green = world.get<Color>(player).value, red = world.get<Color>(enemy).value;
    CHECK((green.g > green.r && green.g > green.b));
    CHECK((red.r > red.g && red.r > red.b));

    std::vector<std::string> order;
    for (const ecs::System* system : session->schedule.systems()) order.push_back(system->description.name);
    REQUIRE(order.size() >= 4);
    order.resize(4);
    CHECK(order == std::vector<std::string>{"Target", "Input", "Seek", "Movement"});
    CHECK(session->schedule.dt_secs == Approx(1.0 / 60));
}

TEST_CASE("Chase: the enemy waits until the player comes near, then follows it", "[editor][scene]") {
    const auto session = open("chase", 1);
    ecs::World& world = session->world;
    const ecs::Entity player = world.find_by_name("Player"), enemy = world.find_by_name("Enemy 1");
    for (int i = 0; i < 60; ++i) session->tick();
    CHECK(world.get<Position>(enemy).x == 10);
    session->keys = {.up = true, .left = true};
    for (int i = 0; i < 30; ++i) session->tick();
    CHECK(world.get<Position>(player).x == 90);  // two a tick and axis
    CHECK(world.get<Position>(player).y == 90);
    for (int i = 0; i < 10; ++i) session->tick();
    CHECK(world.get<Position>(enemy).x > 10);
    CHECK(world.get<Position>(enemy).y > 10);
}

TEST_CASE("Chase: the default world is lively and has something for every panel", "[editor][scene]") {
    const auto session = open("chase");
    ecs::World& world = session->world;
    CHECK(count_of<MoveTarget>(world) == 24);
    CHECK(archetypes_with_entities(world) >= 5);
    CHECK(count_of<ecs::Parent>(world) >= 1);
    CHECK(world.children(world.find_by_name("Player")).size() == 1);
    std::set<std::string> names;
    for (std::size_t slot = 0; slot < world.slot_count(); ++slot)
        if (const ecs::Entity entity = world.entity_at_slot(slot)) CHECK(names.emplace(world.name(entity)).second);

    // Nobody covers the player before it moves.
    const Position start = world.get<Position>(world.find_by_name("Player"));
    ecs::View<const Position, const MoveTarget>(world).each(world, [&](const Position& at, const MoveTarget& aim) {
        CHECK(std::hypot(at.x - start.x, at.y - start.y) > aim.range);
    });

    // Without a key pressed, and for as long as somebody looks.
    for (int i = 0; i < 60 * 60; ++i) session->tick();
    std::size_t moving = 0;
    ecs::View<const Velocity>(world).each(world, [&](const Velocity& v) { moving += v.x * v.x + v.y * v.y > 0.25f; });
    CHECK(moving >= 2);
}

TEST_CASE("Chase: it has as many enemies as asked for", "[editor][scene]") {
    for (const std::size_t count : {0, 1, 7, 8, 2000})
        CHECK(count_of<MoveTarget>(open("chase", count)->world) == count);
}

TEST_CASE("Stress: it has as many shapes as asked for, of many archetypes", "[editor][scene]") {
    for (const std::size_t count : {0, 1, 99, 100, 10'007}) {
        INFO(count);
        const auto session = open("stress", count);
        CHECK(count_of<Position>(session->world) == count);
        CHECK(session->world.entity_count() == count + 1);  // and the arena
    }
    const auto session = open("stress");
    const ecs::World& world = session->world;
    CHECK(count_of<Position>(world) == 10'000);
    CHECK(archetypes_with_entities(world) >= 9);
    CHECK(count_of<ecs::Name>(world) < 200);
    for (const std::size_t some : {count_of<Spin>(world), count_of<Scale>(world), count_of<Frozen>(world),
                                   count_of<Health>(world), count_of<Color>(world), count_of<Obstacle>(world)}) {
        CHECK(some > 0);
        CHECK(some < 10'000);
    }
}

TEST_CASE("Stress: everything starts in the arena, moves and stays there", "[editor][scene]") {
    const auto session = open("stress", 5000);
    ecs::World& world = session->world;
    const Arena arena = world.get<Arena>(world.find_by_name("Arena"));
    const auto far_out = [&] {
        std::size_t count = 0;
        ecs::View<const Position>(world).each(world, [&](const Position& at) {
            count += at.x < -2 || at.y < -2 || at.x > arena.width + 2 || at.y > arena.height + 2;
        });
        return count;
    };
    CHECK(far_out() == 0);
    const std::uint64_t before = ecs::state_hash(world);
    for (int i = 0; i < 600; ++i) session->tick();
    CHECK(far_out() == 0);
    CHECK(ecs::state_hash(world) != before);
    CHECK(session->camera.x == Approx(arena.width / 2));
    CHECK(session->camera.zoom * arena.width == Approx(800).epsilon(0.01));
}

}  // namespace scene_test
