// Recorded ticks that run again like any other, until somebody changes something.
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/breakpoints/breakpoints.hpp"
#include "ecs/support/deep_state.hpp"
#include "ecs/timeline/timeline.hpp"
#include "ecs/timeline/timeline_game.hpp"

namespace recorded_tick_test {

using namespace ecs;
using namespace test;
using Game = TimelineGame;

namespace {

/// One tick along what was recorded, as a program with a clock does it.
void go_on(Game& game) {
    if (!game.timeline.begin_recorded_tick()) {
        REQUIRE(game.timeline.seek(game.world.tick() + 1).empty());
        return;
    }
    game.schedule.tick(game.world);
    game.timeline.end_recorded_tick();
}

}  // namespace

TEST_CASE("Timeline: recorded ticks run again with their keys and edits, up to now, and begin no branch",
          "[ecs][timeline]") {
    Game game;
    game.start({.hitch_secs = 1e9, .hash_every = 1, .hash_share = 1e9});  // each tick is compared
    RandomEdits edits(game, 3);
    Random random(21);
    std::vector<std::uint64_t> hashes{game.hash()}, states{game.history.state()};
    for (int i = 0; i < 200; ++i) {
        game.key = i / 20 % 2 == 0 ? "-" : "down";
        if (random.below(7) == 0) (void)game.perform(edits.next());
        if (random.below(15) == 0 && game.history.can_undo()) (void)game.history.undo();
        hashes.back() = game.hash();
        states.back() = game.history.state();
        game.tick();
        hashes.push_back(game.hash());
        states.push_back(game.history.state());
    }
    const std::string held = game.key;
    game.key = "-";
    REQUIRE(game.timeline.seek(30).empty());
    const std::uint64_t jumps = game.timeline.jumps();
    std::string differs;
    for (std::uint64_t tick = 31; tick <= 200 && differs.empty(); ++tick) {
        go_on(game);
        if (game.world.tick() != tick || game.hash() != hashes[tick] || game.history.state() != states[tick] ||
            game.key != "-")
            differs = "tick " + std::to_string(tick);
    }
    CHECK(differs.empty());
    INFO(differs);
    CHECK(game.timeline.jumps() == jumps);  // none of these ticks had an edit between its systems
    CHECK(game.timeline.at_now());
    CHECK(game.timeline.branches().size() == 1);
    INFO((game.timeline.divergence() ? game.timeline.divergence()->sentence : std::string()));
    CHECK_FALSE(game.timeline.divergence());
    CHECK_FALSE(game.timeline.begin_recorded_tick());
    game.key = held;
    game.tick();
    CHECK(game.timeline.last_tick() == 201);
    CHECK(game.timeline.branches().size() == 1);
}

TEST_CASE("Timeline: who changes something while recorded ticks run begins a branch there", "[ecs][timeline]") {
    Game game;
    game.start();
    game.key = "down";
    game.tick(100);
    const std::uint64_t now = game.hash();
    REQUIRE(game.timeline.seek(40).empty());
    for (int i = 0; i < 10; ++i) go_on(game);
    CHECK(game.timeline.branches().size() == 1);
    std::uint64_t forked_at = 50;
    SECTION("an edit between ticks") { REQUIRE(game.perform(DestroyEntity{game.player}).empty()); }
    SECTION("an edit between two systems") {
        REQUIRE(game.timeline.begin_recorded_tick());
        (void)game.schedule.step_system(game.world);
        CHECK(game.timeline.within_recorded_tick());
        REQUIRE(game.perform(DestroyEntity{game.player}).empty());
        CHECK_FALSE(game.timeline.within_recorded_tick());
        while (game.schedule.within_tick()) game.schedule.tick(game.world);
        game.timeline.end_recorded_tick();
    }
    SECTION("another key") {
        REQUIRE(game.timeline.begin_recorded_tick());
        game.key = "up";
        game.schedule.tick(game.world);
        game.timeline.end_recorded_tick();
    }
    SECTION("a tick that is not asked to be a recorded one") {
        CHECK_FALSE(game.timeline.at_now());
        game.tick();
    }
    REQUIRE(game.timeline.branches().size() == 2);
    CHECK(game.timeline.at_now());
    CHECK(game.timeline.branches()[1]->fork_tick == forked_at);
    game.tick(5);
    const std::uint64_t branched = game.hash();
    const std::uint64_t end = game.world.tick();
    REQUIRE(game.timeline.switch_to(0).empty());
    CHECK(game.hash() == now);
    REQUIRE(game.timeline.switch_to(1).empty());
    CHECK(game.world.tick() == end);
    CHECK(game.hash() == branched);
    CHECK_FALSE(game.timeline.divergence());
}

TEST_CASE("Timeline: a breakpoint stops a recorded tick between its systems, and it goes on", "[ecs][timeline]") {
    Game game;
    game.start();
    game.tick(60);
    const std::uint64_t now = game.hash();
    REQUIRE(game.timeline.seek(20).empty());
    Breakpoints breakpoints;
    breakpoints.attach(game.world, game.schedule);
    const std::string second = game.schedule.systems()[1]->description.name;
    breakpoints.add("on system \"" + second + "\"");
    REQUIRE(game.timeline.begin_recorded_tick());
    game.schedule.tick(game.world);
    game.timeline.end_recorded_tick();
    REQUIRE(breakpoints.take_stop());
    CHECK(game.schedule.within_tick());
    CHECK(game.timeline.within_recorded_tick());
    breakpoints.clear();
    game.schedule.tick(game.world);
    game.timeline.end_recorded_tick();
    CHECK(game.world.tick() == 21);
    CHECK_FALSE(game.timeline.within_recorded_tick());
    while (!game.timeline.at_now()) go_on(game);
    CHECK(game.hash() == now);
    CHECK(game.timeline.branches().size() == 1);
    breakpoints.detach();
}

TEST_CASE("Timeline: recorded ticks that run again add no hits, and have a count of their own", "[ecs][timeline]") {
    Game game;
    game.start();
    Breakpoints breakpoints;
    breakpoints.attach(game.world, game.schedule);
    breakpoints.set_timeline(&game.timeline);
    const bool by_system = GENERATE(false, true);
    CAPTURE(by_system);
    const std::string first = game.schedule.systems()[0]->description.name;
    const std::string text =
        by_system ? "on system \"" + first + "\"" : "on change Health.hp where #" + to_string(game.player);
    const BreakpointId id = breakpoints.add(text + ", 10 times");
    const auto finish = [&] {
        while (game.schedule.within_tick()) game.schedule.tick(game.world);
        game.timeline.end_recorded_tick();
    };
    for (int tick = 0; tick < 14; ++tick) {
        game.tick();
        finish();
    }
    REQUIRE(breakpoints.take_stop());
    const std::uint64_t hits = breakpoints.find(id)->hits;
    CHECK(hits >= 13);

    // In the past it stops after ten times from there, and again after each jump.
    for (const std::uint64_t from : {1, 3}) {
        REQUIRE(game.timeline.seek(from).empty());
        breakpoints.rebase();
        std::optional<BreakpointHit> hit;
        while (!hit && !game.timeline.at_now()) {
            REQUIRE(game.timeline.begin_recorded_tick());
            game.schedule.tick(game.world);
            hit = breakpoints.take_stop();
            finish();
        }
        REQUIRE(hit);
        CHECK(hit->tick == from + 9);
        CHECK(hit->number == 0);
        CHECK(breakpoints.find(id)->hits == hits);
    }
    // Now it goes on counting where it was.
    REQUIRE(game.timeline.return_to_now().empty());
    breakpoints.rebase();
    std::optional<BreakpointHit> hit;
    while (!hit) {
        game.tick();
        hit = breakpoints.take_stop();
        finish();
    }
    CHECK(hit->number == 20);
    // A tick that begins a branch runs for the first time.
    REQUIRE(game.timeline.seek(5).empty());
    breakpoints.rebase();
    const std::uint64_t before = breakpoints.find(id)->hits;
    game.tick();
    finish();
    CHECK(game.timeline.branches().size() == 2);
    CHECK(breakpoints.find(id)->hits == before + 1);
    breakpoints.detach();
}

TEST_CASE("Timeline: a tick with an edit between its systems is gone to instead", "[ecs][timeline]") {
    Game game;
    game.start();
    game.tick(10);
    (void)game.schedule.step_system(game.world);
    REQUIRE(game.perform(DestroyEntity{game.player}).empty());
    game.schedule.tick(game.world);
    game.tick(10);
    const std::uint64_t now = game.hash();
    REQUIRE(game.timeline.seek(10).empty());
    CHECK_FALSE(game.timeline.begin_recorded_tick());
    while (!game.timeline.at_now()) go_on(game);
    CHECK(game.hash() == now);
    CHECK(game.timeline.branches().size() == 1);
}

}  // namespace recorded_tick_test
