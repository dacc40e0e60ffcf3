#include "ecs/world/chunk_pass.hpp"

#include <atomic>
#include <latch>
#include <set>
#include <thread>

#include "catch.hpp"
#include "ecs/base/job_pool.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/world/commands.hpp"
#include "ecs/world/view.hpp"

namespace chunk_pass_test {

using namespace ecs;
using namespace test;

namespace {

/// A world of some chunks of three archetypes with Position, and one without.
struct Fixture {
    World world;
    Commands commands;
    std::size_t rows = 0;

    explicit Fixture(std::size_t per_archetype = 3000) : commands((register_types(world), world)) {
        const ComponentId position = world.id<Position>(), velocity = world.id<Velocity>(), wide = world.id<Wide>();
        std::vector<Entity> entities(per_archetype);
        const std::vector<std::vector<ComponentId>> kinds{
            {position}, {position, velocity}, {position, wide}, {velocity}};
        for (const auto& kind : kinds) world.create_many(entities, kind);
        rows = per_archetype * 3;
        float x = 0;
        View<Position>(world).each(world, [&](Position& each) { each.x = ++x; });
    }
    std::size_t chunks() {
        std::size_t count = 0;
        Query(world, {{.component = world.id<Position>()}}).each_chunk(world, [&](const ChunkRows&) { ++count; });
        return count;
    }
};

}  // namespace

TEST_CASE("ChunkPass: every row is visited once, whatever the number of threads", "[ecs][chunk_pass]") {
    for (const std::size_t threads : {0u, 1u, 2u, 3u, 8u}) {
        INFO(threads);
        Fixture f;
        JobPool pool(std::max<std::size_t>(threads, 1));
        JobPool* given = threads == 0 ? nullptr : &pool;
        View<Position, const Velocity*> view(f.world);
        std::atomic<int> wrong = 0;  // checks themselves are for one thread
        CHECK(view.each_parallel(f.world, f.commands, given, [](Position& position, const Velocity* velocity) {
            position.y += velocity ? 2 : 1;
        }) == f.rows);
        CHECK(view.each_chunk_parallel(f.world, f.commands, given,
                                       [&](std::span<const Entity> entities, std::span<Position> positions,
                                           std::span<const Velocity> velocities) {
                                           for (std::size_t i = 0; i < positions.size(); ++i)
                                               positions[i].z += static_cast<float>(entities[i].index);
                                           if (!velocities.empty() && velocities.size() != positions.size()) ++wrong;
                                       }) == f.rows);
        CHECK(wrong == 0);
        bool right = true;
        View<const Position>(f.world).each(f.world, [&](Entity entity, const Position& position) {
            right &= position.y == (f.world.has<Velocity>(entity) ? 2.0f : 1.0f);
            right &= position.z == static_cast<float>(entity.index);
        });
        CHECK(right);
    }
}

TEST_CASE("ChunkPass: no chunk, one chunk and a world without entities", "[ecs][chunk_pass]") {
    JobPool pool(3);
    for (const std::size_t count : {0u, 1u}) {
        World world;
        register_types(world);
        if (count > 0) world.create(Position{});
        Commands commands(world);
        View<Position> view(world);
        std::atomic<int> calls = 0;
        CHECK(view.each_parallel(world, commands, &pool, [&](Position&) { ++calls; }) == count);
        CHECK(view.each_chunk_parallel(world, commands, &pool,
                                       [&](std::span<const Entity>, std::span<Position>) { ++calls; }) == count);
        CHECK(calls == 2 * static_cast<int>(count));
        if (count > 0) world.destroy_all(view.query());  // an empty chunk stays
        CHECK(view.each_parallel(world, commands, &pool, [&](Position&) { ++calls; }) == 0);
        CHECK_FALSE(world.iterating());
    }
}

TEST_CASE("ChunkPass: chunks are visited at the same time", "[ecs][chunk_pass]") {
    Fixture f;
    JobPool pool(2);
    REQUIRE(f.chunks() > 10);
    std::latch two_inside(2);
    std::atomic<int> visits = 0;
    View<Position> view(f.world);
    view.each_chunk_parallel(f.world, f.commands, &pool, [&](std::span<const Entity>, std::span<Position>) {
        if (visits++ < 2) two_inside.arrive_and_wait();  // the first two to come can only be two threads
    });
    CHECK(visits == static_cast<int>(f.chunks()));
}

TEST_CASE("ChunkPass: without a pool it stays on this thread and goes in order", "[ecs][chunk_pass]") {
    Fixture f;
    View<const Position> view(f.world);
    float last = 0;
    bool in_order = true, here = true;
    const auto this_thread = std::this_thread::get_id();
    view.each_parallel(f.world, f.commands, nullptr, [&](const Position& position) {
        in_order &= position.x == last + 1;
        last = position.x;
        here &= std::this_thread::get_id() == this_thread;
    });
    CHECK(in_order);
    CHECK(here);
}

TEST_CASE("ChunkPass: what visits record plays back in the order of rows", "[ecs][chunk_pass]") {
    std::vector<std::uint64_t> hashes;
    for (const std::size_t threads : {0u, 1u, 2u, 3u, 8u}) {
        Fixture f;
        JobPool pool(std::max<std::size_t>(threads, 1));
        JobPool* given = threads == 0 ? nullptr : &pool;
        const Entity last = f.world.create(Label{});
        View<const Position> view(f.world);
        const auto row_visitor = [&](Commands& commands, Entity entity, const Position& position) {
            const auto number = static_cast<int>(position.x);
            if (number % 3 == 0) commands.destroy(entity);
            if (number % 3 == 1) commands.add(entity, Health{number});
            if (number % 3 == 2) commands.set_parent(entity, last);
            commands.add(last, Label{std::to_string(number)});  // the last one that says something is right
        };
        f.commands.add(last, Label{"before"});
        view.each_parallel(f.world, f.commands, given, row_visitor);
        CHECK(f.commands.size() == 1 + 2 * f.rows);
        CHECK(f.commands.play_back() == 0);
        CHECK(f.world.get<Label>(last).text == std::to_string(f.rows));
        CHECK(f.world.children(last).size() == f.rows / 3);

        std::size_t chunks_seen = 0;
        view.each_chunk_parallel(f.world, f.commands, given,
                                 [&](Commands& commands, std::span<const Entity> entities, std::span<const Position>) {
                                     commands.remove<Velocity>(entities.front());
                                 });
        chunks_seen = f.commands.size();
        CHECK(chunks_seen == f.chunks());
        f.commands.play_back();
        hashes.push_back(state_hash(f.world));
    }
    CHECK(std::set<std::uint64_t>(hashes.begin(), hashes.end()).size() == 1);
}

TEST_CASE("ChunkPass: rows stay where they are until it is over, an exception included", "[ecs][chunk_pass]") {
    const FailuresThrow failures;
    for (const std::size_t threads : {1u, 2u, 8u}) {
        Fixture f;
        JobPool pool(threads);
        View<Position> view(f.world);
        CHECK_THROWS_WITH(view.each_parallel(f.world, f.commands, &pool, [&](Position&) { f.world.create(); }),
                          contains("World: create was called while a query iterates"));
        CHECK_FALSE(f.world.iterating());

        // Which chunk's exception comes out does not depend on the threads.
        try {
            view.each_parallel(f.world, f.commands, &pool, [&](Commands& commands, Entity entity, Position& position) {
                commands.destroy(entity);
                if (position.x >= 1500) throw std::runtime_error(std::to_string(static_cast<int>(position.x)));
            });
            FAIL("nothing was thrown");
        } catch (const std::runtime_error& error) {
            CHECK(std::string(error.what()) == "1500");
        }
        CHECK(f.commands.size() <= 1500);
        CHECK_FALSE(f.world.iterating());
        CHECK(f.world.create());
    }
}

TEST_CASE("ChunkPass: what it writes gets a new version, what it reads does not", "[ecs][chunk_pass]") {
    JobPool pool(2);
    for (JobPool* given : {static_cast<JobPool*>(nullptr), &pool}) {
        Fixture f;
        const std::uint64_t before = f.world.version();
        View<Velocity, const Position> view(f.world);
        view.each_parallel(f.world, f.commands, given, [](Velocity&, const Position&) {});
        const std::uint64_t after = f.world.version();
        CHECK(after > before);
        for (ArchetypeId id = 0; id < f.world.archetype_count(); ++id) {
            const Archetype& archetype = f.world.archetype(id);
            const int position = archetype.column_of(f.world.id<Position>()),
                      velocity = archetype.column_of(f.world.id<Velocity>());
            for (std::size_t chunk = 0; chunk < archetype.chunk_count(); ++chunk) {
                if (position != no_column) CHECK(archetype.column_version(chunk, position) <= before);
                if (velocity == no_column) continue;
                const std::uint64_t version = archetype.column_version(chunk, velocity);
                CHECK((position == no_column ? version <= before : version > before && version <= after));
            }
        }
        f.world.get_mut<Position>(f.world.entity_at_slot(1)).x = 0;
        CHECK(f.world.version() > after);  // the clock goes again
    }
}

}  // namespace chunk_pass_test
