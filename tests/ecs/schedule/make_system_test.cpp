// Systems that declare what they read and write by the list of their terms.
#include "ecs/schedule/make_system.hpp"

#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/base/job_pool.hpp"
#include "ecs/support/failures_told.hpp"
#include "ecs/support/test_types.hpp"

namespace make_system_test {

using namespace ecs;
using namespace test;

namespace {

struct Gravity {
    float value = 10;
};
struct Clock {
    int ticks = 0;
};

struct Fixture {
    World world;
    Schedule schedule{world};
    Entity ball = world.create(Position{}, Velocity{1, 2, 0});
    Entity wall = world.create(Position{});
    Entity enemy = world.create(Position{}, Velocity{1, 2, 0}, Enemy{});

    std::string accesses(std::string_view name) const {
        std::string text;
        for (const SystemAccess& each : schedule.find(name)->description.accesses)
            text += (each.access == Access::Write ? " writes " : " reads ") + world.types()[each.component].name;
        return text;
    }
};

}  // namespace

TEST_CASE("System: its list declares what it reads and writes", "[ecs][schedule]") {
    Fixture f;
    f.schedule.system<Position, const Velocity>("Move", [](Position& p, const Velocity& v) { p.x += v.x; });
    CHECK(f.accesses("Move") == " writes test::Position reads test::Velocity");
    f.schedule
        .system<const Position*, Enemy, Without<Frozen>, With<Velocity>, Resource<Clock>, Resource<const Gravity>>(
            "All", [](const Position*, Clock&, const Gravity&) {});
    CHECK(f.accesses("All").find(" reads test::Position writes ") == 0);
    CHECK(f.schedule.find("All")->description.accesses.size() == 3);
    f.schedule.set_enabled("All", false);
    f.schedule.tick();
    f.schedule.tick();
    CHECK(f.world.get<Position>(f.ball).x == 2);
    CHECK(f.world.get<Position>(f.wall).x == 0);
    CHECK(f.schedule.find("Move")->stats.entities_visited == 2);
    CHECK(f.world.tick() == 2);
}

TEST_CASE("System: the visitor takes the entity, the context or the commands if it needs them", "[ecs][schedule]") {
    Fixture f;
    std::vector<Entity> seen;
    f.schedule.dt_secs = 0.5f;
    f.schedule.system<const Velocity>("Entity", [&](Entity entity, const Velocity&) { seen.push_back(entity); });
    f.schedule.system<Position, const Velocity>(
        "Context", [](SystemContext& context, Position& p, const Velocity& v) { p.y += v.y * context.dt_secs; });
    f.schedule.system<const Position, Enemy>(
        "Commands", [](Commands& commands, Entity entity, const Position&) { commands.destroy(entity); });
    f.schedule.system<Position>("Spans", [](std::span<Position> positions) {
        for (Position& each : positions) each.z = 1;
    });
    f.schedule.system<const Position>("Context and spans", [](SystemContext& context, std::span<const Entity> entities,
                                                              std::span<const Position> positions) {
        if (entities.size() == positions.size()) context.commands.create(Health{int(entities.size())});
    });
    f.schedule.tick();
    CHECK(seen == std::vector{f.ball, f.enemy});
    CHECK(f.world.get<Position>(f.ball) == Position{0, 1, 1});
    CHECK_FALSE(f.world.alive(f.enemy));
    int rows = 0;
    View<const Health>(f.world).each([&](const Health& health) { rows += health.hp; });
    CHECK(rows == 2);
    CHECK(f.schedule.find("Context and spans")->stats.entities_visited == 2);
}

TEST_CASE("System: without a term that chooses entities it runs once in a tick", "[ecs][schedule]") {
    Fixture f;
    f.world.set_resource(Clock{});
    int calls = 0;
    f.schedule.system<Resource<Clock>>("Count", [](Clock& clock) { ++clock.ticks; });
    f.schedule.system("Call", [&] { ++calls; });
    f.schedule.system("Spawn", [](SystemContext& context) { context.world.create(Label{}); });
    f.schedule.system<Resource<const Clock>>(
        "Record", [](Commands& commands, const Clock& clock) { commands.create(Health{clock.ticks}); });
    f.schedule.tick();
    f.schedule.tick();
    CHECK(f.world.resource<Clock>().ticks == 2);
    CHECK(calls == 2);
    CHECK(f.accesses("Spawn").empty());
    CHECK(View<const Label>(f.world).each([](const Label&) {}) == 2);
    CHECK(View<const Health>(f.world).each([](const Health&) {}) == 2);
}

TEST_CASE("System: what the list says settles which systems run at the same time", "[ecs][schedule]") {
    Fixture f;
    f.world.set_resource(Gravity{});
    JobPool pool(2);
    f.schedule.pool = &pool;
    f.schedule.share_from_secs = 0;
    const SystemDescription parallel{.parallel = true};
    f.schedule.system<Velocity, Resource<const Gravity>>(
        "Fall", [](Velocity& v, const Gravity& gravity) { v.z -= gravity.value; }, parallel);
    f.schedule.system<Position>(
        "Shake", [](Position& p) { p.x += 1; }, parallel);
    f.schedule.system<Position, const Velocity>(
        "Move", [](Position& p, const Velocity& v) { p.x += v.x; }, parallel);
    f.schedule.system<Resource<Gravity>>(
        "Grow", [](Gravity& gravity) { gravity.value += 1; }, parallel);
    f.schedule.system<const Velocity>(
        "End", [](Commands& commands, Entity entity, const Velocity&) { commands.destroy(entity); }, parallel);
    f.schedule.system<const Position>(
        "After", [](const Position&) {}, parallel);
    CHECK(std::vector<std::size_t>(f.schedule.stages().begin(), f.schedule.stages().end()) ==
          std::vector<std::size_t>{0, 0, 1, 1, 1, 2});
    CHECK(f.schedule.find("End")->description.records_commands);
    CHECK_FALSE(f.schedule.find("Move")->description.records_commands);
    f.schedule.tick();
    CHECK(f.world.resource<Gravity>().value == 11);
    CHECK(f.world.get<Position>(f.wall).x == 1);
    CHECK_FALSE(f.world.alive(f.ball));
}

TEST_CASE("System: everything else of its description can be given, accesses on top of those of the list",
          "[ecs][schedule]") {
    Fixture f;
    std::string order;
    f.schedule.system("Late", [&] { order += 'l'; }, {.phase = Phase::PostUpdate});
    f.schedule.system("Second", [&] { order += '2'; }, {.after = {"First"}});
    f.schedule.system("First", [&] { order += '1'; }, {.description = "Goes first"});
    f.schedule.system("Off", [&] { order += 'o'; }, {.enabled = false});
    f.schedule.system<Velocity>("Chase", [&](Velocity& v) { v.x = f.world.get<Position>(f.wall).x; },
                                {.accesses = access<const Position>(f.world)});
    f.schedule.tick();
    CHECK(order == "12l");
    CHECK(f.schedule.find("First")->description.description == "Goes first");
    CHECK(f.accesses("Chase") == " reads test::Position writes test::Velocity");
}

TEST_CASE("System: what the schedule refuses is a failure with its reason", "[ecs][schedule]") {
    Fixture f;
    const FailuresAreTold handler;
    f.schedule.system<Position>("Move", [](Position&) {});
    f.schedule.system<Position>("Move", [](Position&) {});
    Schedule without_world;
    without_world.system("Move", [] {});
    without_world.tick();
    CHECK(without_world.systems().empty());
    CHECK(
        FailuresAreTold::told() ==
        std::vector<std::string>{"Schedule: there is a system named Move already",
                                 "Schedule: system needs a world; make the schedule with one: Schedule schedule(world)",
                                 "Schedule: tick needs a world; make the schedule with one: Schedule schedule(world)"});
    CHECK(f.schedule.systems().size() == 1);
}

TEST_CASE("System: a description made for a world can be added to any schedule of it", "[ecs][schedule]") {
    Fixture f;
    Schedule schedule;
    REQUIRE(schedule.add(make_system<Position>(f.world, "Shake", [](Position& p) { p.x += 1; })));
    schedule.tick(f.world);
    CHECK(f.world.get<Position>(f.wall).x == 1);
}

#if ECS_ENABLE_ASSERTS
TEST_CASE("System: a resource that it reads beside its list is named", "[ecs][schedule]") {
    Fixture f;
    f.world.set_resource(Gravity{});
    f.schedule.system<Velocity>("Fall", [&](Velocity& v) { v.z -= f.world.resource<Gravity>().value; });
    const FailuresThrow failures;
    CHECK_THROWS_WITH(f.schedule.tick(),
                      contains("system Fall reads") && contains("Gravity, which it did not declare"));
}
#endif

}  // namespace make_system_test
