#include "ecs/timeline/timeline.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "catch.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/timeline/timeline_game.hpp"

namespace timeline_limits_test {

using namespace ecs;
using namespace test;
using Game = TimelineGame;

TEST_CASE("Timeline: thinned and capped, each tick from the first on stays the same", "[ecs][timeline]") {
    for (const bool drops : {false, true}) {
        Game game;
        for (int i = 0; i < 400; ++i) game.world.create(Position{float(i), 0, 0}, Label{"x"});
        TimelineOptions options;
        options.cap_bytes = drops ? 150'000 : 400'000;
        options.recent_ticks = 60;
        options.recent_secs = 1e-9;  // a key frame each tick, whatever it costs
        options.record_share = 1e9;
        options.hitch_secs = 1e9;
        options.older_secs = 50e-6;
        options.most_secs = drops ? 1e-9 : 1e9;  // rather drop the oldest ticks, or rather be slow
        game.start(options);
        const std::size_t cap = game.timeline.options().cap_bytes;
        std::vector<std::uint64_t> hashes{game.hash()};
        bool below = true;
        for (int i = 0; i < 1500; ++i) {
            game.tick();
            if (i % 7 == 0) REQUIRE(game.set_health(i, game.player).empty());
            game.history.seal();
            below = below && game.timeline.stats().bytes <= cap;
            hashes.push_back(game.hash());
        }
        CHECK(below);
        const TimelineStats stats = game.timeline.stats();
        const auto first = static_cast<std::uint32_t>(game.timeline.first_tick());
        CHECK(stats.dropped_ticks == first);
        CHECK((first > 0) == drops);
        CHECK(stats.why_dropped.empty() != drops);
        if (!drops) CHECK(stats.thinned > 100);
        REQUIRE(first < 1495);
        bool same = true;
        Random random(2);
        for (int i = 0; i < 200; ++i) {
            const std::uint64_t tick = first + random.below(1501 - first);
            REQUIRE(game.timeline.seek(tick).empty());
            same = same && game.hash() == hashes[tick];
        }
        CHECK(same);
        if (drops)
            CHECK(game.timeline.seek(first - 1) == "Tick " + std::to_string(first - 1) + " is not kept any more");
        CHECK(game.timeline.seek(1501) == "Main ends at tick 1500");
    }
}

TEST_CASE("Timeline: a system that remembers more than the world is found", "[ecs][timeline]") {
    Game game;
    SystemDescription guilty;
    guilty.name = "Guilty";
    View<Health> healed(game.world);
    guilty.run = [healed, calls = std::make_shared<int>(0)](SystemContext& context) mutable {
        ++*calls;
        if (context.tick == 25) context.each(healed, [&](Health& health) { health.hp += *calls; });
    };
    REQUIRE(game.schedule.add(guilty));
    TimelineOptions options;
    options.hash_every = 1;
    options.hash_share = 1e9;
    game.start(options);
    game.tick(60);
    REQUIRE(game.timeline.seek(20).empty());
    CHECK_FALSE(game.timeline.divergence());
    REQUIRE(game.timeline.seek(0).empty());
    REQUIRE(game.timeline.seek(40).empty());
    REQUIRE(game.timeline.divergence());
    const Divergence& found = *game.timeline.divergence();
    CHECK(found.system == "Guilty");
    CHECK(found.found.tick == 26);
    CHECK(found.after.tick == 25);
    CHECK(found.field == "Health.hp");
    CHECK(found.entity == game.player);
    CHECK(found.sentence ==
          "The ticks after 25 are not the same when they run again: Health.hp of Player (1v1) differs. Guilty depends "
          "on something that is not in the world");
    REQUIRE(game.timeline.return_to_now().empty());
    CHECK(game.world.tick() == 60);
}

TEST_CASE("Timeline: a component that cannot be copied does not keep time from being recorded", "[ecs][timeline]") {
    struct Owner {
        int ticks = 0;
        std::unique_ptr<int> owned;
    };
    Game game;
    game.world.types().add<Owner>("Owner").field("ticks", &Owner::ticks);
    const Entity entity = game.player;
    game.world.add(entity, Owner{});
    SystemDescription counts;
    counts.name = "Count";
    counts.run = [owners = View<Owner>(game.world)](SystemContext& context) mutable {
        context.each(owners, [](Owner& owner) { ++owner.ticks; });
    };
    REQUIRE(game.schedule.add(counts));
    TimelineOptions options;
    options.hash_every = 1;
    options.hash_share = 1e9;
    game.start(options);
    REQUIRE(game.timeline.recording());
    std::vector<int> health{game.world.get<Health>(entity).hp};
    for (int i = 0; i < 60; ++i) {
        game.tick();
        health.push_back(game.world.get<Health>(entity).hp);
    }
    REQUIRE(game.timeline.seek(20).empty());
    CHECK(game.world.get<Health>(entity).hp == health[20]);
    CHECK(game.world.get<Owner>(entity).ticks >= 60);
    // It stays as it is, and is no difference of a replay.
    CHECK_FALSE(game.timeline.divergence());
    REQUIRE(game.timeline.return_to_now().empty());
    CHECK(game.world.get<Health>(entity).hp == health[60]);
}

#if defined(__GLIBC__)

namespace {

/// Bytes that the program has from the heap, as the allocator says.
std::size_t heap_bytes() {
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

}  // namespace

TEST_CASE("Timeline: what it keeps is what it counts, and stays below the cap", "[ecs][timeline]") {
    World world;
    Schedule schedule(world);
    History history(world, schedule);
    register_types(world);
    // The first key frame takes more than a quarter of the cap.
    for (int i = 0; i < 40'000; ++i) world.create(Position{float(i), 0, 0}, Velocity{1, 2, 3});
    for (int i = 0; i < 500; ++i) world.create(Label{"a label that is longer than a string inside"}, Health{i});
    schedule.system<Position>("Move", [](Position& at) { at.x *= 1.01f, at.y += 0.3f, at.z -= at.x; });
    schedule.tick(world);
    TimelineOptions options;
    options.cap_bytes = 4'000'000;
    options.recent_ticks = 20;
    options.recent_secs = 1e-9;  // a key frame each tick, whatever it costs
    options.record_share = 1e9;
    options.hitch_secs = 1e9;
    options.most_secs = 1e-9;  // rather drop the oldest ticks
    const std::size_t before = heap_bytes();
    Timeline timeline(world, schedule, history);
    timeline.start(nullptr, options);
    REQUIRE(timeline.recording());
    CHECK(timeline.options().cap_bytes == 4'000'000);
    CHECK(timeline.stats().bytes > 1'000'000);
    constexpr std::size_t beside = 300'000;  // of the schedule, and what the allocator rounds up
    std::size_t most = 0, most_in_past = 0, most_uncounted = 0;
    const auto look = [&](std::size_t& highest) {
        const std::size_t counted = timeline.stats().bytes, taken = heap_bytes() - std::min(before, heap_bytes());
        highest = std::max(highest, counted);
        most_uncounted = std::max(most_uncounted, taken - std::min(taken, counted));
    };
    for (int i = 0; i < 150; ++i) {
        schedule.tick(world);
        look(most);
        if (i % 40 != 39) continue;
        REQUIRE(timeline.step_back().empty());
        look(most_in_past);
        REQUIRE(timeline.return_to_now().empty());
        look(most_in_past);
    }
    CHECK(timeline.stats().dropped_ticks > 0);
    CHECK(most <= 4'000'000);
    CHECK(most_in_past <= 6'000'000);  // no tick goes because somebody looks at another one
    CHECK(most_uncounted < beside);
}

#endif

}  // namespace timeline_limits_test
