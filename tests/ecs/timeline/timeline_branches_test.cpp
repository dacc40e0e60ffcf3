#include "ecs/timeline/timeline.hpp"

#include <map>

#include "catch.hpp"
#include "ecs/snapshot/snapshot.hpp"
#include "ecs/timeline/timeline_game.hpp"

namespace timeline_branches_test {

using namespace ecs;
using namespace test;
using Game = TimelineGame;

TEST_CASE("Timeline: what is played or edited in the past is a branch, and no branch changes another",
          "[ecs][timeline]") {
    Game game;
    game.start();
    std::map<std::pair<BranchId, std::uint64_t>, std::uint64_t> hashes;
    const auto play = [&](int ticks) {
        for (int i = 0; i < ticks; ++i) {
            game.tick();
            hashes[{game.timeline.branch(), game.world.tick()}] = game.hash();
        }
    };
    play(100);
    REQUIRE(game.timeline.seek(40).empty());
    REQUIRE(game.set_health(500, game.player).empty());
    CHECK(game.timeline.branches().size() == 2);
    CHECK(game.timeline.at_now());
    play(100);
    const BranchId second = game.timeline.branch();
    CHECK(game.timeline.find(second)->parent == 0u);
    CHECK(game.timeline.find(second)->fork_tick == 40);
    REQUIRE(game.timeline.seek({0, 80}).empty());
    play(30);
    CHECK(game.timeline.branches().size() == 3);
    REQUIRE(game.timeline.seek({second, 90}).empty());
    play(10);
    const BranchId fourth = game.timeline.branch();
    CHECK(game.timeline.find(fourth)->parent == second);

    Random random(1);
    bool same = true;
    for (int i = 0; i < 200; ++i) {
        auto each = hashes.begin();
        std::advance(each, random.below(static_cast<std::uint32_t>(hashes.size())));
        REQUIRE(game.timeline.seek({each->first.first, each->first.second}).empty());
        same = same && game.hash() == each->second;
    }
    CHECK(same);
    // Ticks before a branch are those of the one that it grew from.
    REQUIRE(game.timeline.seek({fourth, 60}).empty());
    CHECK(game.hash() == hashes[{second, 60}]);
    REQUIRE(game.timeline.seek({fourth, 20}).empty());
    CHECK(game.hash() == hashes[{0, 20}]);

    CHECK(game.timeline.rename(second, "With more health"));
    CHECK_FALSE(game.timeline.rename(second, ""));
    CHECK_FALSE(game.timeline.remove(fourth).empty());
    REQUIRE(game.timeline.switch_to(0).empty());
    CHECK(game.timeline.at_now());
    CHECK(game.hash() == hashes[{0, 100}]);
    REQUIRE(game.timeline.remove(second).empty());
    CHECK(game.timeline.find(second) == nullptr);
    REQUIRE(game.timeline.seek({fourth, 95}).empty());
    CHECK(game.hash() == hashes[{fourth, 95}]);
    CHECK_FALSE(game.timeline.seek({fourth, 60}).empty());
}

TEST_CASE("Timeline: the history has the steps of the moment, and the others come back", "[ecs][timeline]") {
    Game game;
    game.start();
    game.tick(10);
    REQUIRE(game.perform(SetComponent{game.player, game.value(Health{50}), {}}).empty());
    game.tick(10);
    REQUIRE(game.perform(SetComponent{game.player, game.value(Health{90}), {}}).empty());
    game.tick(10);
    REQUIRE(game.timeline.seek(15).empty());
    CHECK(game.history.steps().size() == 1);
    CHECK_FALSE(game.history.can_redo());
    REQUIRE(game.timeline.seek(5).empty());
    CHECK(game.history.steps().empty());
    REQUIRE(game.timeline.return_to_now().empty());
    CHECK(game.history.steps().size() == 2);

    REQUIRE(game.timeline.seek(15).empty());
    REQUIRE(game.history.undo().empty());
    CHECK(game.world.get<Health>(game.player).hp == 15);
    CHECK(game.timeline.branches().size() == 2);
    CHECK(game.history.can_redo());
    REQUIRE(game.timeline.switch_to(0).empty());
    CHECK(game.history.done() == 2);
    REQUIRE(game.history.undo().empty());
    REQUIRE(game.history.undo().empty());
    CHECK(game.world.get<Health>(game.player).hp == 15);
}

TEST_CASE("Timeline: of a moment whose last step was undone later, the steps before it are there and can be undone",
          "[ecs][timeline]") {
    Game game;
    game.start();
    game.tick(10);
    REQUIRE(game.perform(SetComponent{game.player, game.value(Position{70, 0, 0}), {}}).empty());
    game.tick(10);
    REQUIRE(game.perform(SetComponent{game.player, game.value(Health{90}), {}}).empty());
    game.tick(10);
    REQUIRE(game.history.undo().empty());
    if (GENERATE(false, true)) REQUIRE(game.perform(SetComponent{game.player, game.value(Health{7}), {}}).empty());
    const std::size_t steps = game.history.steps().size(), done = game.history.done();
    game.tick(10);
    REQUIRE(game.timeline.seek(25).empty());
    CHECK(game.world.get<Health>(game.player).hp == 95);
    REQUIRE(game.history.steps().size() == 1);
    CHECK(game.history.can_undo());
    REQUIRE(game.history.undo().empty());
    CHECK(game.world.get<Position>(game.player).x < 70);
    CHECK(game.world.get<Health>(game.player).hp == 95);
    REQUIRE(game.timeline.switch_to(0).empty());
    CHECK(game.history.steps().size() == steps);
    CHECK(game.history.done() == done);
}

TEST_CASE("Timeline: a world that was put back by other means begins a branch", "[ecs][timeline]") {
    Game game;
    game.start();
    game.tick(5);
    Snapshots snapshots(game.world);
    const Snapshot five = *snapshots.take();
    game.tick(20);
    const std::uint64_t end = game.hash();
    REQUIRE(snapshots.restore(five));
    game.history.log->world_replaced();
    CHECK(game.timeline.branches().size() == 2);
    CHECK(game.timeline.at_now());
    game.tick(3);
    const std::uint64_t eight = game.hash();
    REQUIRE(game.timeline.seek({0, 25}).empty());
    CHECK(game.hash() == end);
    REQUIRE(game.timeline.seek({1, 8}).empty());
    CHECK(game.hash() == eight);
}

TEST_CASE("Timeline: moments are compared across branches, and the world stays where it is", "[ecs][timeline]") {
    Game game;
    game.start();
    game.tick(10);
    REQUIRE(game.timeline.seek(5).empty());
    REQUIRE(game.perform(SetComponent{game.player, game.value(Health{77}), {}}).empty());
    const std::uint64_t hash = game.hash();
    const auto compared = game.timeline.compare({0, 5}, {1, 5});
    REQUIRE(compared);
    REQUIRE(compared->differences.entries.size() == 1);
    CHECK(compared->differences.entries[0].entity == game.player);
    CHECK(compared->after->get<Health>(game.player).hp == 77);
    CHECK(game.hash() == hash);
    CHECK(game.timeline.at_now());
    CHECK(game.history.can_undo());
    CHECK_FALSE(game.timeline.compare({0, 5}, {7, 5}));
}

}  // namespace timeline_branches_test
