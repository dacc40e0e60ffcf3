// What steps about many entities cost recorded time.
#include <array>
#include <vector>

#include "catch.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/timeline/timeline.hpp"

namespace timeline_many_test {

using namespace ecs;
using namespace test;

namespace {

struct Game {
    World world;
    Schedule schedule{world};
    History history{world, schedule};
    Timeline timeline{world, schedule, history};
    std::vector<Entity> all;

    explicit Game(std::size_t count) : all(count) {
        register_types(world);
        world.create_many(all, std::array{world.id<Position>(), world.id<Velocity>()});
        schedule.system<Position>("Move", [](Position& position) { position.x += 1; });
        timeline.start();
    }
    void tick(int count) {
        for (; count > 0; --count) schedule.tick();
    }
    void destroy_all() { REQUIRE(history.perform({"Destroy all", {DestroyMany{EntityRuns(all)}}}).empty()); }
};

}  // namespace

TEST_CASE("Timeline: 100,000 entities that are destroyed and come back cost no recorded time", "[timeline]") {
    Game game(100'000);
    game.tick(5);
    const std::size_t row_bytes = game.world.archetype_of(game.all.front()).row_bytes();
    const std::size_t before = game.timeline.stats().input_bytes;
    game.destroy_all();
    // The entities lie side by side: nothing of each is kept.
    CHECK(game.timeline.stats().input_bytes - before < 4096);
    REQUIRE(game.history.undo().empty());
    CHECK(game.timeline.stats().input_bytes - before < game.all.size() * row_bytes * 5 / 4);
    CHECK(game.timeline.first_tick() == 0);
    CHECK(game.timeline.stats().dropped_ticks == 0);
    CHECK(game.timeline.why_dropped().empty());
}

TEST_CASE("Timeline: ticks around a step about many run again as they were", "[timeline]") {
    Game game(3000);
    std::vector<std::uint64_t> hashes{state_hash(game.world)};
    const auto tick = [&](int count) {
        for (; count > 0; --count) {
            game.tick(1);
            hashes.push_back(state_hash(game.world));
        }
    };
    tick(10);
    game.destroy_all();
    hashes.back() = state_hash(game.world);
    tick(10);
    REQUIRE(game.history.undo().empty());
    hashes.back() = state_hash(game.world);
    tick(10);
    REQUIRE(game.history.redo().empty());
    hashes.back() = state_hash(game.world);
    tick(5);
    for (const std::uint64_t at : {std::uint64_t{33}, std::uint64_t{21}, std::uint64_t{9}, std::uint64_t{20},
                                   std::uint64_t{30}, std::uint64_t{35}, std::uint64_t{15}}) {
        INFO(at);
        REQUIRE(game.timeline.seek(at).empty());
        CHECK(state_hash(game.world) == hashes[at]);
    }
    CHECK_FALSE(game.timeline.divergence());
}

}  // namespace timeline_many_test
