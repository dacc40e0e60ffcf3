#include "ecs/schedule/schedule.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "ecs/support/some_time.hpp"
#include "ecs/support/test_types.hpp"

namespace schedule_test {

using namespace ecs;
using namespace test;

namespace {

struct Fixture {
    World world;
    Schedule schedule;
    std::vector<std::string> log;

    Fixture() { register_types(world); }

    SystemDescription system(const std::string& name, Phase phase = Phase::Update) {
        SystemDescription description;
        description.name = name;
        description.phase = phase;
        description.run = [this, name](SystemContext&) { log.push_back(name); };
        return description;
    }
    void add(SystemDescription description) { REQUIRE(schedule.add(std::move(description))); }
    std::vector<std::string> order() const {
        std::vector<std::string> names;
        for (const System* each : schedule.systems()) names.push_back(each->description.name);
        return names;
    }
};

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("Schedule: systems run by phase, then before and after, then in the order of adding", "[ecs][schedule]") {
    Fixture f;
    f.add(f.system("late", Phase::PostUpdate));
    f.add(f.system("a"));
    SystemDescription b = f.system("b");
    b.after = {"d", "late", "nobody"};  // of another phase, and unknown: both are passed over
    f.add(b);
    f.add(f.system("c"));
    SystemDescription d = f.system("d");
    d.before = {"a"};
    f.add(d);
    f.add(f.system("early", Phase::PreUpdate));
    CHECK(f.order() == Names{"early", "c", "d", "a", "b", "late"});
    f.schedule.tick(f.world);
    CHECK(f.log == f.order());
}

TEST_CASE("Schedule: what cannot be added is refused with the reason", "[ecs][schedule]") {
    Fixture f;
    f.add(f.system("Seek"));
    CHECK(f.schedule.add(f.system("Seek")).error() == "there is a system named Seek already");
    CHECK(f.schedule.add(f.system("")).error() == "a system needs a name");

    SystemDescription movement = f.system("Movement");
    movement.after = {"Seek"};
    f.add(movement);
    SystemDescription circle = f.system("Target");
    circle.after = {"Movement"};
    circle.before = {"Seek"};
    const auto refused = f.schedule.add(circle);
    REQUIRE_FALSE(refused);
    CHECK(refused.error() ==
          "systems wait for each other in a circle: Seek runs after Target, which runs after Movement, which runs "
          "after Seek");
    SystemDescription self = f.system("Self");
    self.before = {"Self"};
    CHECK(f.schedule.add(self).error() == "systems wait for each other in a circle: Self runs after Self");
    CHECK(f.order() == Names{"Seek", "Movement"});

    SystemDescription nested = f.system("Nested");
    std::string error;
    nested.run = [&](SystemContext&) { error = f.schedule.add(f.system("More")).error(); };
    f.add(nested);
    f.schedule.tick(f.world);
    CHECK(error == "More cannot be added in the middle of a tick");
    CHECK(f.schedule.add(f.system("More")));
}

TEST_CASE("Schedule: commands play back after each system, so that the next one sees them", "[ecs][schedule]") {
    Fixture f;
    Entity made;
    SystemDescription spawn = f.system("Spawn");
    spawn.run = [&](SystemContext& context) { made = context.commands.create(Position{}); };
    f.add(spawn);
    SystemDescription look = f.system("Look");
    bool seen = false;
    look.run = [&](SystemContext& context) { seen = context.world.alive(made); };
    f.add(look);
    f.schedule.tick(f.world);
    CHECK(seen);
}

TEST_CASE("Schedule: counts runs, time, entities, structural changes and skipped commands", "[ecs][schedule]") {
    Fixture f;
    for (int i = 0; i < 5; ++i) f.world.create(Health{i});
    const Entity gone = f.world.create();
    f.world.destroy(gone);
    View<Health> view(f.world);
    SystemDescription description = f.system("Work");
    std::vector<double> inside_secs;
    description.run = [&](SystemContext& context) {
        context.each(view, [](Health& health) { ++health.hp; });
        context.each_chunk(view, [](std::span<const Entity>, std::span<Health>) {});
        context.entities_visited += 100;
        context.commands.create();
        context.commands.destroy(gone);
        context.world.create();
        inside_secs.push_back(test::some_time());
    };
    f.add(description);
    f.schedule.tick(f.world);
    f.schedule.tick(f.world);
    const SystemStats& stats = f.schedule.find("Work")->stats;
    CHECK(stats.runs == 2);
    CHECK(stats.entities_visited == 110);
    CHECK(stats.structural_changes == 2);
    CHECK(stats.skipped_commands == 2);
    REQUIRE(inside_secs.size() == 2);
    CHECK(stats.last_secs >= inside_secs[1]);
    CHECK(stats.min_secs >= std::min(inside_secs[0], inside_secs[1]));
    CHECK(stats.max_secs >= std::max(inside_secs[0], inside_secs[1]));
    CHECK(stats.max_secs >= stats.min_secs);
    CHECK(stats.total_secs >= stats.min_secs + stats.max_secs - 1e-9);
    CHECK(stats.mean_secs() == stats.total_secs / 2);
    CHECK(f.schedule.total_calls() == 2);
}

TEST_CASE("Schedule: on_create runs once before the first run, on_destroy once at the end in reverse",
          "[ecs][schedule]") {
    Fixture f;
    for (const char* name : {"a", "b", "never"}) {
        SystemDescription description = f.system(name);
        description.enabled = description.name != "never";
        description.on_create = [&f, name](SystemContext& context) {
            f.log.push_back(std::string("+") + name);
            context.commands.create();
        };
        description.on_destroy = [&f, name](SystemContext& context) {
            f.log.push_back(std::string("-") + name);
            context.commands.create();
        };
        f.add(description);
    }
    f.schedule.shut_down(f.world);  // nothing was created yet
    f.schedule.tick(f.world);
    f.schedule.tick(f.world);
    CHECK(f.log == Names{"+a", "a", "+b", "b", "a", "b"});
    CHECK(f.world.entity_count() == 2);
    f.log.clear();
    f.schedule.shut_down(f.world);
    CHECK(f.log == Names{"-b", "-a"});
    CHECK(f.world.entity_count() == 4);
    f.schedule.shut_down(f.world);
    CHECK(f.log.size() == 2);
}

TEST_CASE("Schedule: the clock goes on by one at the end of a tick", "[ecs][schedule]") {
    Fixture f;
    std::vector<std::uint64_t> ticks;
    SystemDescription description = f.system("Clock");
    description.run = [&](SystemContext& context) {
        ticks.push_back(context.tick);
        CHECK(context.tick == context.world.tick());
        CHECK(context.dt_secs == 0.25f);
    };
    f.add(description);
    f.schedule.dt_secs = 0.25f;
    f.world.set_tick(40);
    f.schedule.tick(f.world);
    f.schedule.tick(f.world);
    CHECK(ticks == std::vector<std::uint64_t>{40, 41});
    CHECK(f.world.tick() == 42);
}

TEST_CASE("Schedule: systems are stepped one by one, and tick finishes what was begun", "[ecs][schedule]") {
    Fixture f;
    for (const char* name : {"a", "b", "c", "d"}) f.add(f.system(name));
    f.schedule.set_enabled("c", false);

    CHECK(f.schedule.next_system()->description.name == "a");
    CHECK(f.schedule.step_system(f.world)->description.name == "a");
    CHECK(f.schedule.within_tick());
    CHECK(f.world.tick() == 0);
    CHECK(f.schedule.next_system()->description.name == "b");
    f.schedule.tick(f.world);
    CHECK(f.log == Names{"a", "b", "d"});
    CHECK(f.world.tick() == 1);
    CHECK_FALSE(f.schedule.within_tick());

    f.log.clear();
    for (int i = 0; i < 3; ++i) CHECK(f.schedule.step_system(f.world) != nullptr);
    CHECK(f.log == Names{"a", "b", "d"});
    CHECK(f.world.tick() == 2);
    CHECK_FALSE(f.schedule.within_tick());
}

TEST_CASE("Schedule: systems may be switched in the middle of a tick", "[ecs][schedule]") {
    Fixture f;
    for (const char* name : {"a", "b", "c"}) f.add(f.system(name));
    f.schedule.step_system(f.world);
    CHECK(f.schedule.set_enabled("b", false));
    CHECK(f.schedule.next_system()->description.name == "c");
    CHECK(f.schedule.step_system(f.world)->description.name == "c");
    CHECK(f.world.tick() == 1);

    f.log.clear();
    f.schedule.step_system(f.world);
    f.schedule.set_enabled("c", false);
    CHECK(f.schedule.next_system() == nullptr);
    CHECK(f.schedule.step_system(f.world) == nullptr);  // nothing is left, the tick ends
    CHECK(f.world.tick() == 2);
    f.schedule.set_enabled("a", false);
    CHECK(f.schedule.step_system(f.world) == nullptr);
    CHECK(f.world.tick() == 3);
    CHECK(f.log == Names{"a"});
    CHECK_FALSE(f.schedule.set_enabled("nobody", true));

    Fixture g;
    SystemDescription first = g.system("first");
    first.run = [&](SystemContext&) { g.schedule.set_enabled("second", false); };
    g.add(first);
    g.add(g.system("second"));
    g.schedule.tick(g.world);
    CHECK(g.log.empty());
}

TEST_CASE("Schedule: a system conflicts with those that write what it uses or use what it writes", "[ecs][schedule]") {
    Fixture f;
    const auto add = [&](const char* name, std::vector<SystemAccess> accesses) {
        SystemDescription description = f.system(name);
        description.accesses = std::move(accesses);
        f.add(description);
    };
    add("Move", access<Position, const Velocity>(f.world));
    add("Draw", access<const Position>(f.world));
    add("Measure", access<const Position, const Velocity>(f.world));
    add("Steer", access<Velocity>(f.world));
    add("Heal", access<Health>(f.world));
    const auto conflicts = [&](const char* name) { return f.schedule.conflicts(*f.schedule.find(name)); };
    CHECK(conflicts("Move") == Names{"Draw", "Measure", "Steer"});
    CHECK(conflicts("Draw") == Names{"Move"});
    CHECK(conflicts("Measure") == Names{"Move", "Steer"});
    CHECK(conflicts("Heal").empty());
}

TEST_CASE("Schedule: changes are put down to the system that made them", "[ecs][schedule]") {
    Fixture f;
    Journal journal;
    f.world.observe(&journal);
    SystemDescription description = f.system("Spawn");
    description.run = [](SystemContext& context) {
        context.world.create();
        context.commands.create();
    };
    f.add(description);
    f.schedule.tick(f.world);
    f.world.create();
    std::vector<std::string> causes;
    for (std::size_t i = 0; i < journal.size(); ++i)
        if (journal[i].kind == ChangeKind::Created) causes.emplace_back(f.world.cause_name(journal[i].cause));
    CHECK(causes == Names{"Spawn", "Spawn", "direct call"});
    CHECK(f.world.cause_name(f.schedule.find("Spawn")->cause) == "Spawn");
    f.world.observe(nullptr);
}

TEST_CASE("Schedule: a hook is told before and after each system that runs", "[ecs][schedule]") {
    struct Recorder : ScheduleHook {
        Names calls;
        void before_system(const World&, const System& system) override {
            calls.push_back("<" + system.description.name + std::to_string(system.stats.runs));
        }
        void after_system(const World&, const System& system) override {
            calls.push_back(">" + system.description.name + std::to_string(system.stats.runs));
        }
    } recorder;
    Fixture f;
    f.add(f.system("a"));
    f.add(f.system("b"));
    f.schedule.set_enabled("b", false);
    f.schedule.hook = &recorder;
    f.schedule.tick(f.world);
    CHECK(recorder.calls == Names{"<a0", ">a1"});
}

TEST_CASE("Schedule: a system that fails leaves the schedule usable", "[ecs][schedule]") {
    Fixture f;
    SystemDescription bad = f.system("Bad");
    bad.run = [&](SystemContext& context) {
        context.commands.create();
        f.schedule.tick(context.world);
    };
    f.add(bad);
    f.add(f.system("Good"));
    {
        const FailuresThrow failures;
        CHECK_THROWS_WITH(f.schedule.tick(f.world), contains("tick was called by a system"));
    }
    CHECK(f.world.entity_count() == 0);
    f.world.create();
    f.schedule.tick(f.world);
    CHECK(f.log == Names{"Good"});
    CHECK(f.world.tick() == 1);
}

TEST_CASE("Schedule: all listeners are told of a tick, in the order in which they came", "[ecs][schedule]") {
    struct Listener final : TickListener {
        Names& log;
        std::string name;
        Listener(Names& to, std::string its_name) : log(to), name(std::move(its_name)) {}
        void tick_ended(const World& world) override { log.push_back(name + std::to_string(world.tick())); }
    };
    Fixture f;
    Names told;
    Listener one(told, "one"), two(told, "two");
    f.schedule.add_listener(one);
    f.schedule.add_listener(two);
    f.schedule.add_listener(two);
    f.schedule.tick(f.world);
    f.schedule.remove_listener(one);
    f.schedule.tick(f.world);
    f.schedule.remove_listener(one);
    CHECK(told == Names{"one1", "two1", "two2"});
    CHECK(f.schedule.listeners().size() == 1);
}

TEST_CASE("Schedule: on_create can be run without a tick, and runs once", "[ecs][schedule]") {
    Fixture f;
    int created = 0;
    SystemDescription maker = f.system("Maker");
    maker.on_create = [&](SystemContext&) { ++created; };
    f.add(maker);
    const std::vector<std::string> names{"Maker", "nobody"};
    f.schedule.run_on_create(f.world, names);
    f.schedule.run_on_create(f.world, names);
    f.schedule.tick(f.world);
    CHECK(created == 1);
    CHECK(f.schedule.find("Maker")->created);
}

}  // namespace schedule_test
