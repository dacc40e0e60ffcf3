#include "ecs/breakpoints/last_write.hpp"

#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/schedule/schedule_state.hpp"
#include "ecs/snapshot/snapshot.hpp"
#include "ecs/support/test_types.hpp"

namespace last_write_test {

using namespace test;

namespace {

/// Keeps a snapshot of each tick.
class EveryTick final : public ecs::TimeSource {
public:
    EveryTick(ecs::World& world, ecs::Schedule& schedule) : world_(world), schedule_(schedule) { keep(); }

    void play(int ticks) {
        for (int i = 0; i < ticks; ++i) {
            schedule_.tick(world_);
            keep();
        }
    }
    std::uint64_t first_tick() const override { return first_; }
    std::uint64_t last_tick() const override { return kept_.size() - 1; }
    bool seek(std::uint64_t tick) override {
        if (tick < first_ || tick >= kept_.size() || !snapshots_.restore(kept_[tick].first)) return false;
        kept_[tick].second.put_back(schedule_);
        return true;
    }
    bool run_tick() override {
        schedule_.tick(world_);
        return true;
    }
    bool run_tick_in_steps(const std::function<void(ecs::WriterKind, std::string_view)>& ran) override {
        const std::uint64_t tick = world_.tick();
        while (world_.tick() == tick)
            if (const ecs::System* const system = schedule_.step_system(world_))
                ran(ecs::WriterKind::BySystem, system->description.name);
        return true;
    }
    const ecs::World& world() const override { return world_; }
    void forget_before(std::uint64_t tick) { first_ = tick; }

private:
    void keep() { kept_.emplace_back(*snapshots_.take(), ecs::ScheduleState(schedule_)); }

    ecs::World& world_;
    ecs::Schedule& schedule_;
    ecs::Snapshots snapshots_{world_};
    std::vector<std::pair<ecs::Snapshot, ecs::ScheduleState>> kept_;
    std::uint64_t first_ = 0;
};

}  // namespace

TEST_CASE("Last write: the planted one is found in 200 random cases", "[break]") {
    ecs::Random random(99);
    for (int round = 0; round < 200; ++round) {
        ecs::World world;
        register_types(world);
        ecs::Schedule schedule(world);
        std::vector<ecs::Entity> all;
        for (int i = 0; i < 12; ++i) all.push_back(world.create(Position{0, 0, 0}, Health{100}));
        const ecs::Entity victim = all[random.below(12)];
        const auto ticks = 20 + random.below(120);
        const std::uint64_t when = random.below(ticks);
        const std::uint32_t who = random.below(4), kind = random.below(4);
        for (std::uint32_t number = 0; number < 4; ++number) {
            REQUIRE(schedule.add({.name = "S" + std::to_string(number), .run = [=](ecs::SystemContext& context) {
                                      ecs::World& its = context.world;
                                      for (const ecs::Entity each : all) its.get_mut<Position>(each).x += 1;
                                      const bool here = its.tick() == when && number == who;
                                      const bool before =
                                          its.tick() < when && number == (who + 1) % 4 && its.tick() % 7 == 0;
                                      switch (kind) {
                                          case 0:  // once
                                              if (here) its.get_mut<Health>(victim).hp = 7;
                                              break;
                                          case 1:  // often before
                                              if (before) its.get_mut<Health>(victim).hp += 1;
                                              if (here) its.get_mut<Health>(victim).hp = -7;
                                              break;
                                          case 2:  // away and back again: what it is now, it was before
                                              if (its.tick() + 1 == when && number == 0)
                                                  its.get_mut<Health>(victim).hp = 1;
                                              if (here) its.get_mut<Health>(victim).hp = 100;
                                              break;
                                          default:  // it got the component
                                              if (its.tick() == 0 && number == 0 && when > 0)
                                                  its.remove<Health>(victim);
                                              if (here && (when > 0 || number > 0)) {
                                                  its.remove<Health>(victim);
                                                  its.add(victim, Health{3});
                                              }
                                      }
                                  }}));
        }
        EveryTick source(world, schedule);
        source.play(static_cast<int>(ticks));
        const ecs::LastWriteSearch search =
            ecs::find_last_write(source, {victim, world.id<Health>(), 0}, source.last_tick());
        INFO("round " << round << ", kind " << kind << ", tick " << when << " of " << ticks);
        REQUIRE(search.problem.empty());
        if (when == 0 && kind >= 2) continue;  // nothing came before it
        REQUIRE(search.found);
        REQUIRE(search.found->tick == when);
        REQUIRE(search.found->writer_name == "S" + std::to_string(who));
        REQUIRE(search.ticks_run <= 2 * (ticks - when) + 18);
    }
}

TEST_CASE("Last write: what was not written in recorded time is told so, and how far back", "[break]") {
    ecs::World world;
    register_types(world);
    ecs::Schedule schedule(world);
    const ecs::Entity hero = world.create(Health{1}, Position{});
    REQUIRE(schedule.add({.name = "Hurt", .run = [=](ecs::SystemContext& context) {
                              if (context.world.tick() == 5) context.world.get_mut<Health>(hero).hp = 9;
                              context.world.get_mut<Position>(hero).y = static_cast<float>(context.world.tick());
                          }}));
    EveryTick source(world, schedule);
    source.play(60);
    source.forget_before(10);
    const auto search = ecs::find_last_write(source, {hero, world.id<Health>(), 0}, 60);
    CHECK_FALSE(search.found);
    CHECK(search.problem.empty());
    CHECK(search.searched_from == 10);
    const auto member = ecs::find_last_write(source, {hero, world.id<Position>(), 4}, 60);
    REQUIRE(member.found);
    CHECK(member.found->tick == 59);
    CHECK_FALSE(ecs::find_last_write(source, {hero, world.id<Position>(), 0}, 60).found);
    const auto given_up = ecs::find_last_write(source, {hero, world.id<Health>(), 0}, 60, [] { return true; });
    CHECK(given_up.problem == "The search was given up");
}

TEST_CASE("Last write: in parts, with other work between them, the same is found", "[break]") {
    ecs::Random random(5);
    for (int round = 0; round < 60; ++round) {
        ecs::World world;
        register_types(world);
        ecs::Schedule schedule(world);
        const ecs::Entity hero = world.create(Health{1});
        const std::uint64_t ticks = 1 + random.below(300), when = random.below(static_cast<std::uint32_t>(ticks));
        REQUIRE(schedule.add({.name = "Hurt", .run = [=](ecs::SystemContext& context) {
                                  if (context.world.tick() == when) context.world.get_mut<Health>(hero).hp = 9;
                              }}));
        EveryTick source(world, schedule);
        source.play(static_cast<int>(ticks));
        const ecs::WrittenPlace place{hero, world.id<Health>(), 0};
        const ecs::LastWriteSearch whole = ecs::find_last_write(source, place, ticks);
        REQUIRE(source.seek(ticks));
        ecs::LastWriteParts parts(source, place, ticks);
        int count = 0;
        std::uint64_t behind = 0;
        while (!parts.go_on(source, [] { return true; })) {
            ++count;
            REQUIRE(source.seek(random.below(static_cast<std::uint32_t>(ticks + 1))));
            REQUIRE(parts.ticks_behind() >= behind);
            behind = parts.ticks_behind();
            REQUIRE(behind <= parts.ticks_in_all());
        }
        INFO("round " << round << ", tick " << when << " of " << ticks << ", " << count << " parts");
        REQUIRE(whole.found);
        REQUIRE(parts.result().found);
        CHECK(parts.result().found->tick == when);
        CHECK(parts.result().found->writer_name == whole.found->writer_name);
        CHECK(parts.result().searched_from == whole.searched_from);
        // A stride a part: it shrinks while each is too much.
        if (ticks > 60 && when < ticks - 60) CHECK(count > 20);
    }
}

TEST_CASE("Last write: where nobody knows, it was one of the systems that say that they write it", "[break]") {
    ecs::World world;
    ecs::Schedule schedule(world);
    schedule.system<Position, const Velocity>("Move", [](Position&, const Velocity&) {});
    schedule.system<const Position>("Look", [](const Position&) {});
    schedule.system<Position>("Turn", [](Position&) {});
    CHECK(ecs::writers_of(schedule, world.id<Position>()) == std::vector<std::string>{"Move", "Turn"});
    CHECK(ecs::writers_of(schedule, world.id<Velocity>()).empty());
}

}  // namespace last_write_test
