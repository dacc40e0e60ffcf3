#include "ecs/storage/access.hpp"

#include <functional>

#include "catch.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/test_types.hpp"

namespace access_test {

using namespace ecs;
using namespace test;

namespace {

struct Fixture {
    World world;
    Schedule schedule;
    JobPool pool{2};
    Entity entity, other;
    View<Position> positions;
    View<const Health> healths;
    View<Health*> optional_healths;
    View<Velocity> velocities;

    Fixture()
        : entity((register_types(world), world.create(Name{"one"}, Position{}, Velocity{}, Health{}))),
          other(world.create(Name{"other"}, Position{})),
          positions(world),
          healths(world),
          optional_healths(world),
          velocities(world) {
        world.set_parent(entity, other);
        schedule.share_from_rows = 0;
        schedule.share_from_secs = 0;
    }

    /// What is said when a system does `run`; empty when nothing is.
    std::string said(SystemDescription description, SystemFunction run) {
        const FailuresThrow failures;
        Schedule alone;
        alone.pool = schedule.pool;
        alone.share_from_rows = 0;
        description.name = "Movement";
        description.run = std::move(run);
        REQUIRE(alone.add(std::move(description)));
        try {
            alone.tick(world);
        } catch (const Failure& failure) {
            return failure.what();
        }
        return {};
    }
};

using Say = std::pair<SystemFunction, std::string>;

}  // namespace

#if ECS_ENABLE_ASSERTS

TEST_CASE("Access: what a system did not declare is named, however it comes by it", "[ecs][access]") {
    Fixture f;
    const ComponentId health = f.world.id<Health>(), velocity = f.world.id<Velocity>(), label = f.world.id<Label>();
    Query velocity_query(f.world, {{.component = velocity, .access = Access::Write}});
    const std::string undeclared = ", which it did not declare", only_read = ", which it only declared to read";
    const std::string reads = "Schedule: system Movement reads ", writes = "Schedule: system Movement writes ";
    const std::vector<Say> anywhere{
        {[&](SystemContext& c) { c.each(f.healths, [](const Health&) {}); }, reads + "Health" + undeclared},
        {[&](SystemContext& c) { c.each(f.optional_healths, [](Health*) {}); }, writes + "Health" + undeclared},
        {[&](SystemContext& c) { c.each(f.velocities, [](Velocity&) {}); }, writes + "Velocity" + only_read},
        {[&](SystemContext& c) { c.each_parallel(f.velocities, [](Velocity&) {}); }, writes + "Velocity" + only_read},
        {[&](SystemContext& c) { velocity_query.each_chunk(c.world, [](const ChunkRows&) {}); },
         writes + "Velocity" + only_read},
        {[&](SystemContext& c) { c.world.find<Health>(f.entity); }, reads + "Health" + undeclared},
        {[&](SystemContext& c) { c.world.get<Health>(f.entity); }, reads + "Health" + undeclared},
        {[&](SystemContext& c) { c.world.get(f.other, health); }, reads + "Health" + undeclared},  // even if not there
        {[&](SystemContext& c) { c.world.get_mut<Velocity>(f.entity); }, writes + "Velocity" + only_read},
        {[&](SystemContext& c) { c.world.get_mut(f.entity, velocity); }, writes + "Velocity" + only_read},
        {[&](SystemContext& c) { c.world.name(f.entity); }, reads + "Name" + undeclared},
        {[&](SystemContext& c) { c.world.find_by_name("one"); }, reads + "Name" + undeclared},
        {[&](SystemContext& c) { c.world.parent(f.entity); }, reads + "Parent" + undeclared},
        {[&](SystemContext& c) { c.world.archetype_of(f.entity).column_data(0, 0); }, reads + "Name" + undeclared},
        {[&](SystemContext& c) { state_hash(c.world); }, reads + "Name" + undeclared},
    };
    const std::vector<Say> alone{
        {[&](SystemContext& c) { c.world.add(f.entity, Velocity{}); }, writes + "Velocity" + only_read},
        {[&](SystemContext& c) { c.world.add(f.entity, Label{}); }, writes + "Label" + undeclared},
        {[&](SystemContext& c) { c.world.add(f.entity, label); }, writes + "Label" + undeclared},
        {[&](SystemContext& c) { c.world.add(f.entity, Value(c.world.types()[label])); },
         writes + "Label" + undeclared},
        {[&](SystemContext& c) { c.world.remove<Velocity>(f.entity); }, writes + "Velocity" + only_read},
        {[&](SystemContext& c) { c.world.take(f.entity, health); }, writes + "Health" + undeclared},
        {[&](SystemContext& c) { c.world.set_parent(f.entity, null_entity); }, writes + "Parent" + undeclared},
        {[&](SystemContext& c) { c.world.add_to_all(f.positions.query(), label); }, writes + "Label" + undeclared},
        {[&](SystemContext& c) { c.world.remove_from_all(f.positions.query(), velocity); },
         writes + "Velocity" + only_read},
    };
    SystemDescription description;
    description.accesses = access<Position, const Velocity>(f.world);
    for (JobPool* pool : {static_cast<JobPool*>(nullptr), &f.pool}) {
        f.schedule.pool = pool;
        for (const bool parallel : {false, true}) {
            description.parallel = parallel;
            for (const auto& [run, message] : anywhere) CHECK(f.said(description, run) == message);
        }
        description.parallel = false;
        for (const auto& [run, message] : alone) CHECK(f.said(description, run) == message);
    }
}

TEST_CASE("Access: what is declared, and what touches no component, is fine", "[ecs][access]") {
    Fixture f;
    View<Position, const Velocity> moving(f.world);
    moving.with<Health>().without<Frozen>();  // which archetypes there are is nobody's secret
    SystemDescription description;
    description.accesses = access<Position, const Velocity, const Name>(f.world);
    const SystemFunction allowed = [&](SystemContext& c) {
        c.each(moving, [](Position&, const Velocity&) {});
        c.each_parallel(moving, [](Position&, const Velocity&) {});
        c.world.get_mut<Position>(f.entity).x = 1;
        CHECK(c.world.get<Velocity>(f.entity).x == 0);
        CHECK(c.world.name(f.entity) == "one");
        CHECK(c.world.has<Health>(f.entity));
        CHECK(c.world.alive(f.other));
        CHECK(c.world.children(f.other).size() == 1);
        CHECK(c.world.is_below(f.entity, f.other));
        CHECK(c.world.archetype_of(f.entity).entity_count() == 1);
    };
    for (const bool parallel : {false, true}) {
        description.parallel = parallel;
        CHECK(f.said(description, allowed).empty());
    }
    SystemDescription silent;  // declares nothing: it runs alone, and nobody asks
    CHECK(f.said(silent, [&](SystemContext& c) { c.world.get_mut<Health>(f.entity); }).empty());

    description.parallel = false;  // alone it may make and end entities of all kinds
    CHECK(f.said(description, [&](SystemContext& c) {
               const Entity made = c.world.create(Label{}, Health{});
               c.world.set_tick(c.world.tick());
               c.world.destroy(f.entity);
               c.world.destroy(made);
           }).empty());
}

TEST_CASE("Access: a parallel system that declares nothing may touch nothing", "[ecs][access]") {
    Fixture f;
    SystemDescription description;
    description.parallel = true;
    CHECK(f.said(description, [&](SystemContext& c) { c.world.get<Health>(f.entity); }) ==
          "Schedule: system Movement reads Health, which it did not declare");
    CHECK(f.said(description, [](SystemContext&) {}).empty());
}

TEST_CASE("Access: on_create and on_destroy set things up and are not held to it", "[ecs][access]") {
    Fixture f;
    SystemDescription description;
    description.name = "Movement";
    description.parallel = true;
    description.accesses = access<Position>(f.world);
    int calls = 0;
    description.on_create = description.on_destroy = [&](SystemContext& c) {
        c.world.get_mut<Health>(f.entity).hp = ++calls;
        c.world.create();
        c.commands.create();
        c.random.next();
    };
    const FailuresThrow failures;
    REQUIRE(f.schedule.add(description));
    f.schedule.tick(f.world);
    f.schedule.shut_down(f.world);
    CHECK(calls == 2);
}

TEST_CASE("Access: other worlds than the schedule's are not looked at", "[ecs][access]") {
    Fixture f;
    World mine;
    register_types(mine);
    const Entity entity = mine.create(Health{});
    View<Health> view(mine);
    SystemDescription description;
    description.accesses = access<const Position>(f.world);
    description.parallel = true;
    CHECK(f.said(description, [&](SystemContext&) {
               mine.get_mut<Health>(entity).hp = 3;
               mine.add(entity, Label{});
               view.each(mine, [](Health& health) { ++health.hp; });
               Commands commands(mine);
               commands.create();
               commands.play_back();
           }).empty());
    CHECK(mine.entity_count() == 2);
}

TEST_CASE("Access: a visitor of chunks in parallel keeps to the rows it is given", "[ecs][access]") {
    Fixture f;
    SystemDescription description;
    description.accesses = access<Position, Velocity, const Health>(f.world);
    const std::string system = "Schedule: system Movement ";
    const auto visiting = [&](std::function<void(SystemContext&)> act) {
        return [&f, act](SystemContext& c) { c.each_parallel(f.positions, [&](Position&) { act(c); }); };
    };
    for (JobPool* pool : {static_cast<JobPool*>(nullptr), &f.pool}) {
        f.schedule.pool = pool;
        for (const bool parallel : {false, true}) {
            description.parallel = parallel;
            CHECK(f.said(description, visiting([&](SystemContext& c) { c.world.get<Position>(f.other); })) ==
                  system + "reads Position outside of the rows it was given, while other threads write it");
            CHECK(f.said(description, visiting([&](SystemContext& c) { c.world.get_mut<Velocity>(f.entity); })) ==
                  system + "writes Velocity outside of the rows it was given, while other threads visit other chunks");
            CHECK(f.said(description, visiting([&](SystemContext& c) { c.world.get<Velocity>(f.entity); })).empty());
            CHECK(f.said(description, visiting([&](SystemContext& c) { c.each(f.healths, [](const Health&) {}); })) ==
                  "Query: a visitor of chunks in parallel may use no query; ask before it starts");
        }
    }
    Commands commands(f.world);
    const FailuresThrow failures;
    CHECK_THROWS_WITH(
        f.positions.each_parallel(f.world, commands, nullptr, [&](Position&) { f.world.get_mut<Velocity>(f.entity); }),
        "World: a visitor of chunks in parallel writes Velocity outside of the rows it was given, while "
        "other threads visit other chunks");
}

TEST_CASE("Access: a parallel system changes nothing that all systems share", "[ecs][access]") {
    Fixture f;
    SystemDescription description;
    description.accesses = access<Position>(f.world);
    description.parallel = true;
    const std::vector<std::pair<SystemFunction, std::string>> cases{
        {[](SystemContext& c) { c.world.reserve(10); }, "reserve"},
        {[](SystemContext& c) { c.world.set_tick(1); }, "set_tick"},
        {[](SystemContext& c) { c.world.observe(nullptr); }, "observe"},
        {[&](SystemContext& c) { c.world.unpark(f.entity); }, "unpark"},
        {[](SystemContext& c) { c.world.set_free_list({}); }, "set_free_list"},
        {[](SystemContext& c) { c.world.take_back({}, 0); }, "take_back"},
        {[](SystemContext& c) { c.world.cause("new"); }, "cause"},
    };
    for (const auto& [run, call] : cases)
        CHECK(f.said(description, run) == "World: " + call + " was called by system Movement, which is parallel");
}

#endif

TEST_CASE("Access: a parallel system changes rows through commands only, in every build", "[ecs][access]") {
    Fixture f;
    SystemDescription description;
    description.accesses = access<Position, Velocity, Health>(f.world);
    description.parallel = true;
    const std::vector<std::pair<SystemFunction, std::string>> cases{
        {[](SystemContext& c) { c.world.create(); }, "create"},
        {[](SystemContext& c) {
             c.world.create_at({77, 1});
         },
         "create_at"},
        {[&](SystemContext& c) { c.world.destroy(f.entity); }, "destroy"},
        {[&](SystemContext& c) { c.world.destroy_and_park(f.entity); }, "destroy_and_park"},
        {[&](SystemContext& c) { c.world.add(f.entity, Health{}); }, "add"},
        {[&](SystemContext& c) { c.world.remove<Health>(f.entity); }, "remove"},
        {[&](SystemContext& c) { c.world.take(f.entity, c.world.id<Health>()); }, "take"},
        {[&](SystemContext& c) { c.world.set_parent(f.entity, null_entity); }, "set_parent"},
        {[&](SystemContext& c) { c.world.destroy_all(f.positions.query()); }, "destroy_all"},
    };
    const std::uint64_t hash = state_hash(f.world);
    for (JobPool* pool : {static_cast<JobPool*>(nullptr), &f.pool}) {
        f.schedule.pool = pool;
        for (const auto& [run, call] : cases)
            CHECK(f.said(description, run) == "World: " + call +
                                                  " was called by system Movement, which is parallel; Commands can "
                                                  "record create, destroy, add, remove and set_parent instead, and "
                                                  "play back when the system is done");
    }
    CHECK(state_hash(f.world) == hash);
    CHECK_FALSE(f.world.iterating());
}

TEST_CASE("Access: promises about the random source and commands are kept, in every build", "[ecs][access]") {
    Fixture f;
    SystemDescription description;
    description.accesses = access<Position>(f.world);
    description.parallel = true;
    const SystemFunction draw = [](SystemContext& c) { c.random.next(); };
    const SystemFunction record = [&](SystemContext& c) { c.commands.destroy(f.entity); };
    const SystemFunction create = [&](SystemContext& c) { c.commands.create(); };
    const auto each_row = [&](auto act) {
        return [&f, act](SystemContext& c) { c.each_parallel(f.positions, [&](Position&) { act(c); }); };
    };
    CHECK(f.said(description, draw) == "Schedule: system Movement uses the random source, which it did not declare");
    CHECK(f.said(description, record) == "Schedule: system Movement records commands, which it did not declare");
    CHECK(f.world.alive(f.entity));
    CHECK(f.said(description, create) ==
          "Commands: create was called by system Movement, which is parallel; the handle would depend on what other "
          "threads do");
    description.uses_random = description.records_commands = true;
    CHECK(f.said(description, draw).empty());
    CHECK_FALSE(f.said(description, create).empty());
    CHECK(f.said(description, each_row(draw)) ==
          "Schedule: a visitor of chunks in parallel used the random source; draw before it starts");
    for (const bool parallel : {true, false}) {
        description.parallel = parallel;
        CHECK(f.said(description, each_row(record)) ==
              "Commands: destroy was called by a visitor of chunks in parallel; let it take a Commands& as its first "
              "argument");
    }
    CHECK(f.said(description,
                 [&](SystemContext& c) {
                     c.each_parallel(f.positions, [](Commands& commands, Position&) { commands.create(); });
                 }) ==
          "Commands: create was called by a visitor of chunks in parallel; the handle would depend on what "
          "other threads do");
    CHECK(f.world.alive(f.entity));
    CHECK(f.said(description, record).empty());
    CHECK_FALSE(f.world.alive(f.entity));
}

}  // namespace access_test
