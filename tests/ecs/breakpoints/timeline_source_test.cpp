#include <stdexcept>
#include <string>
#include <string_view>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/breakpoints/last_write.hpp"
#include "ecs/edit/history.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/timeline/timeline.hpp"

namespace timeline_source_test {

using namespace test;

TEST_CASE("Timeline source: the planted write is found in 100 random recordings, by systems and by edits",
          "[break][timeline]") {
    ecs::Random random(7);
    for (int round = 0; round < 100; ++round) {
        ecs::World world;
        register_types(world);
        ecs::Schedule schedule(world);
        ecs::History history(world, schedule);
        ecs::Timeline timeline(world, schedule, history);
        const ecs::Entity victim = world.create(Position{0, 0, 0}, Health{100});
        const auto ticks = 20 + random.below(200);
        const std::uint64_t when = random.below(ticks);
        const std::uint32_t who = random.below(4);  // 3: an edit after the tick
        for (std::uint32_t number = 0; number < 3; ++number)
            REQUIRE(schedule.add({.name = "S" + std::to_string(number), .run = [=](ecs::SystemContext& context) {
                                      context.world.get_mut<Position>(victim).x += 1;
                                      if (context.tick == when && number == who)
                                          context.world.get_mut<Health>(victim).hp = 7;
                                  }}));
        timeline.start();
        const std::uint64_t quiet = when + 1 + random.below(40);  // from here on no system runs
        for (std::uint64_t tick = 0; tick < ticks; ++tick) {
            for (int number = 0; number < 3 && tick == quiet; ++number)
                REQUIRE(history.perform({"Off", {ecs::ToggleSystem{"S" + std::to_string(number), false}}}).empty());
            schedule.tick(world);
            if (tick != when || who != 3) continue;
            const ecs::ComponentType& type = world.types()[world.id<Health>()];
            REQUIRE(
                history.perform({"Hurt", {ecs::SetComponent{victim, ecs::Value::of(type, Health{5}), {}}}}).empty());
        }
        ecs::TimelineSource source(timeline, world);
        const ecs::LastWriteSearch search = ecs::find_last_write(source, {victim, world.id<Health>(), 0}, ticks);
        INFO("round " << round << ", tick " << when << " of " << ticks << ", by " << who);
        REQUIRE(search.found);
        CHECK(search.found->tick == when);
        CHECK(search.found->writer == (who == 3 ? ecs::WriterKind::ByStep : ecs::WriterKind::BySystem));
        if (who != 3) CHECK(search.found->writer_name == "S" + std::to_string(who));
        REQUIRE(timeline.return_to_now().empty());
        CHECK(timeline.branches().size() == 1);
        CHECK(world.tick() == ticks);
        CHECK(world.get<Health>(victim).hp == (who == 3 ? 5 : 7));
    }
}

TEST_CASE("Timeline source: what was never written is said to be so", "[break][timeline]") {
    ecs::World world;
    register_types(world);
    ecs::Schedule schedule(world);
    ecs::History history(world, schedule);
    ecs::Timeline timeline(world, schedule, history);
    const ecs::Entity victim = world.create(Health{100});
    timeline.start();
    for (int tick = 0; tick < 50; ++tick) schedule.tick(world);
    ecs::TimelineSource source(timeline, world);
    const ecs::LastWriteSearch search = ecs::find_last_write(source, {victim, world.id<Health>(), 0}, 50);
    CHECK_FALSE(search.found);
    CHECK(search.problem.empty());
    CHECK(search.searched_from == 0);
}

TEST_CASE("Timeline source: a system that throws when its tick runs again leaves no hook behind", "[break][timeline]") {
    ecs::World world;
    register_types(world);
    ecs::Schedule schedule(world);
    ecs::History history(world, schedule);
    ecs::Timeline timeline(world, schedule, history);
    world.create(Health{100});
    bool throws = false;
    REQUIRE(schedule.add({.name = "S", .run = [&](ecs::SystemContext&) {
                              if (throws) throw std::runtime_error("not again");
                          }}));
    timeline.start();
    for (int tick = 0; tick < 20; ++tick) schedule.tick(world);
    ecs::TimelineSource source(timeline, world);
    REQUIRE(source.seek(5));
    throws = true;
    CHECK_THROWS_AS(source.run_to(8, [] {}), std::runtime_error);
    CHECK(timeline.replay_hook == nullptr);
    throws = false;
    REQUIRE(source.seek(5));
    throws = true;
    CHECK_THROWS_AS(source.run_tick_in_steps([](ecs::WriterKind, std::string_view) {}), std::runtime_error);
    CHECK(timeline.replay_hook == nullptr);
    throws = false;
    CHECK(timeline.return_to_now().empty());
    CHECK(world.tick() == 20);
}

}  // namespace timeline_source_test
