// Systems that run at the same time. What a tick comes to under random schedules is in parallel_model_test.cpp.
#include <latch>
#include <set>
#include <stdexcept>
#include <thread>

#include "catch.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/some_time.hpp"
#include "ecs/support/test_types.hpp"

namespace schedule_stages_test {

using namespace ecs;
using namespace test;

namespace {

using Names = std::vector<std::string>;
constexpr std::size_t off = Schedule::no_stage;

struct Fixture {
    World world;
    JobPool pool;
    Schedule schedule;

    explicit Fixture(std::size_t threads = 2) : pool(threads) {
        register_types(world);
        for (int i = 0; i < 10; ++i) world.create(Position{}, Velocity{}, Health{});
        schedule.pool = &pool;
        schedule.share_from_secs = 0;
        schedule.share_from_rows = 0;
    }
    template <class... Ts>
    SystemDescription system(
        const std::string& name, SystemFunction run = [](SystemContext&) {}) {
        SystemDescription description;
        description.name = name;
        description.accesses = access<Ts...>(world);
        description.parallel = true;
        description.run = std::move(run);
        return description;
    }
    void add(SystemDescription description) { REQUIRE(schedule.add(std::move(description))); }
    std::vector<std::size_t> stages() const { return {schedule.stages().begin(), schedule.stages().end()}; }
    const SystemStats& stats(const char* name) const { return schedule.find(name)->stats; }
};

using Stages = std::vector<std::size_t>;

}  // namespace

TEST_CASE("Stages: neighbours that do not conflict share one", "[ecs][schedule]") {
    Fixture f;
    f.add(f.system<Position, const Velocity>("Move"));
    f.add(f.system<Health>("Heal"));
    f.add(f.system<const Velocity>("Measure"));
    f.add(f.system<Velocity>("Steer"));
    f.add(f.system<const Position>("Draw"));
    CHECK(f.stages() == Stages{0, 0, 0, 1, 1});
    f.schedule.set_enabled("Steer", false);
    CHECK(f.stages() == Stages{0, 0, 0, off, 1});  // Draw reads what Move writes
    f.schedule.set_enabled("Move", false);
    CHECK(f.stages() == Stages{off, 0, 0, off, 0});
    f.schedule.set_enabled("Heal", false);
    f.schedule.set_enabled("Measure", false);
    f.schedule.set_enabled("Draw", false);
    CHECK(f.stages() == Stages{off, off, off, off, off});
}

TEST_CASE("Stages: one that does not say that it is parallel is alone", "[ecs][schedule]") {
    Fixture f;
    f.add(f.system<Position>("a"));
    SystemDescription careful = f.system<Velocity>("b");
    careful.parallel = false;
    f.add(careful);
    f.add(f.system<Health>("c"));
    CHECK(f.stages() == Stages{0, 1, 2});
}

TEST_CASE("Stages: one that records commands ends its stage, and one of each draws random numbers", "[ecs][schedule]") {
    Fixture f;
    SystemDescription records = f.system<const Position>("Cull");
    records.records_commands = true;
    f.add(f.system<Velocity>("a"));
    f.add(records);
    f.add(f.system<Health>("b"));
    SystemDescription draws = f.system<Velocity>("Wander");
    draws.uses_random = true;
    f.add(draws);
    draws = f.system<Position>("Spread");
    draws.uses_random = true;
    f.add(draws);
    CHECK(f.stages() == Stages{0, 0, 1, 1, 2});
}

TEST_CASE("Stages: phases, before and after keep systems apart", "[ecs][schedule]") {
    Fixture f;
    f.add(f.system<Position>("a"));
    SystemDescription later = f.system<Velocity>("b");
    later.after = {"a"};
    f.add(later);
    SystemDescription sooner = f.system<Health>("c");
    sooner.before = {"d"};
    f.add(sooner);
    f.add(f.system<Position>("d"));
    SystemDescription last = f.system<Velocity>("e");
    last.phase = Phase::PostUpdate;
    f.add(last);
    CHECK(f.stages() == Stages{0, 1, 1, 2, 3});
}

TEST_CASE("Stages: systems of one stage run at the same time", "[ecs][schedule]") {
    for (const std::size_t threads : {2u, 3u, 8u}) {
        Fixture f(threads);
        std::latch* all_inside = nullptr;
        const auto meet = [&](SystemContext&) { all_inside->arrive_and_wait(); };
        f.add(f.system<Position>("a", meet));
        f.add(f.system<Velocity>("b", meet));
        for (int tick = 0; tick < 10; ++tick) {
            std::latch both(2);
            all_inside = &both;
            f.schedule.tick(f.world);
        }
        CHECK(f.stats("a").runs == 10);
        CHECK(f.world.tick() == 10);
    }
}

TEST_CASE("Stages: idle threads help a system of the stage that visits chunks in parallel", "[ecs][schedule]") {
    Fixture f;
    std::vector<Entity> many(2000);
    f.world.create_many(many, std::vector{f.world.id<Position>()});
    View<Position> view(f.world);
    std::latch two_inside(2);
    std::atomic<int> visits = 0;
    f.add(f.system<Position>("long", [&](SystemContext& context) {
        context.each_chunk_parallel(view, [&](std::span<const Entity>, std::span<Position>) {
            if (visits++ < 2) two_inside.arrive_and_wait();
        });
    }));
    f.add(f.system<Velocity>("short"));
    f.schedule.tick(f.world);
    CHECK(f.stats("long").entities_visited == 2010);
}

TEST_CASE("Stages: one thread runs systems in order, on the thread that ticks", "[ecs][schedule]") {
    Fixture f(1);
    Names order;
    bool here = true;
    const auto this_thread = std::this_thread::get_id();
    for (const char* name : {"a", "b", "c"})
        f.add(f.system<>(name, [&, name](SystemContext&) {
            order.push_back(name);
            here &= std::this_thread::get_id() == this_thread;
        }));
    CHECK(f.stages() == Stages{0, 0, 0});
    f.schedule.tick(f.world);
    CHECK(order == Names{"a", "b", "c"});
    CHECK(here);
}

TEST_CASE("Stages: what is not worth handing over stays on this thread", "[ecs][schedule]") {
    Fixture f;
    f.schedule.share_from_secs = 1e9;
    f.schedule.share_from_rows = 11;
    View<Position> view(f.world);
    const auto this_thread = std::this_thread::get_id();
    std::atomic<int> elsewhere = 0;
    const auto note = [&] { elsewhere += std::this_thread::get_id() != this_thread; };
    f.add(f.system<Position>("rows",
                             [&](SystemContext& context) { context.each_parallel(view, [&](Position&) { note(); }); }));
    f.add(f.system<Velocity>("a", [&](SystemContext&) { note(); }));
    f.add(f.system<Health>("b", [&](SystemContext&) { note(); }));
    f.schedule.tick(f.world);  // nothing is known of them
    elsewhere = 0;
    for (int tick = 0; tick < 20; ++tick) f.schedule.tick(f.world);
    CHECK(elsewhere == 0);
}

TEST_CASE("Stages: a hook makes systems run one by one, and is told of each in order", "[ecs][schedule]") {
    struct Recorder : ScheduleHook {
        Names calls;
        void before_system(const World&, const System& system) override {
            calls.push_back("<" + system.description.name);
        }
        void after_system(const World&, const System& system) override {
            calls.push_back(">" + system.description.name);
        }
    } recorder;
    Fixture f;
    f.schedule.hook = &recorder;
    for (const char* name : {"a", "b"})
        f.add(f.system<>(name, [&, name](SystemContext&) { recorder.calls.push_back(name); }));
    f.schedule.tick(f.world);
    CHECK(recorder.calls == Names{"<a", "a", ">a", "<b", "b", ">b"});
}

TEST_CASE("Stages: stepping comes to the same as ticking, and a tick finishes a stage that was begun",
          "[ecs][schedule]") {
    const auto make = [](Fixture& f) {
        f.add(f.system<Position>("a", [view = View<Position>(f.world)](SystemContext& context) mutable {
            context.each_parallel(
                view, [](Entity entity, Position& position) { position.x += static_cast<float>(entity.index); });
        }));
        SystemDescription draw =
            f.system<Velocity>("b", [view = View<Velocity>(f.world)](SystemContext& context) mutable {
                context.each(view, [&](Velocity& velocity) { velocity.x = context.random.unit(); });
            });
        draw.uses_random = true;
        f.add(draw);
        SystemDescription record = f.system<const Health>("c", [](SystemContext& context) {
            context.commands.destroy(context.world.entity_at_slot(1 + context.tick));
        });
        record.records_commands = true;
        f.add(record);
    };
    Fixture ticked, stepped, mixed;
    make(ticked), make(stepped), make(mixed);
    REQUIRE(ticked.stages() == Stages{0, 0, 0});
    for (int i = 0; i < 6; ++i) {
        ticked.schedule.tick(ticked.world);
        while (stepped.world.tick() < ticked.world.tick()) stepped.schedule.step_system(stepped.world);
        mixed.schedule.step_system(mixed.world);
        mixed.schedule.tick(mixed.world);
        CHECK(state_hash(stepped.world) == state_hash(ticked.world));
        CHECK(state_hash(mixed.world) == state_hash(ticked.world));
        CHECK(stepped.schedule.random.state() == ticked.schedule.random.state());
    }
    CHECK(ticked.world.entity_count() == 4);
    CHECK(ticked.schedule.total_calls() == 18);
    CHECK(stepped.schedule.total_calls() == 18);
}

TEST_CASE("Stages: statistics, causes and skipped commands are those of each system", "[ecs][schedule]") {
    Fixture f(3);
    Journal journal;
    f.world.observe(&journal);
    const Entity gone = f.world.create();
    f.world.destroy(gone);
    journal.clear();
    double inside_secs = 0;
    f.add(f.system<Position>("a", [&inside_secs, view = View<Position>(f.world)](SystemContext& context) mutable {
        context.each(view, [](Position&) {});
        inside_secs = test::some_time();
    }));
    f.add(f.system<Velocity>("b", [](SystemContext& context) { context.entities_visited += 77; }));
    SystemDescription cull = f.system<>("Cull", [&](SystemContext& context) {
        context.commands.destroy(gone);
        context.commands.destroy(context.world.entity_at_slot(2));
        context.commands.remove<Health>(context.world.entity_at_slot(3));
    });
    cull.records_commands = true;
    f.add(cull);
    REQUIRE(f.stages() == Stages{0, 0, 0});
    f.schedule.tick(f.world);
    CHECK(f.stats("a").runs == 1);
    CHECK(f.stats("a").entities_visited == 10);
    CHECK(f.stats("a").last_secs >= inside_secs);
    CHECK(f.stats("a").structural_changes == 0);
    CHECK(f.stats("b").entities_visited == 77);
    CHECK(f.stats("b").min_secs <= f.stats("b").max_secs);
    CHECK(f.stats("Cull").structural_changes == 2);
    CHECK(f.stats("Cull").skipped_commands == 1);
    CHECK(f.schedule.total_calls() == 3);
    std::set<std::string> causes;
    for (std::size_t i = 0; i < journal.size(); ++i) causes.emplace(f.world.cause_name(journal[i].cause));
    CHECK(causes == std::set<std::string>{"Cull"});
    f.world.observe(nullptr);
}

TEST_CASE("Stages: when systems throw, the first exception comes out and each has run once", "[ecs][schedule]") {
    for (const std::size_t threads : {1u, 2u, 8u}) {
        Fixture f(threads);
        std::atomic<int> calls = 0;
        bool armed = true;
        const auto thrower = [&](const char* what) {
            return [&, what](SystemContext&) {
                ++calls;
                if (armed) throw std::runtime_error(what);
            };
        };
        f.add(f.system<>("a", [&](SystemContext&) { ++calls; }));
        f.add(f.system<>("b", thrower("first")));
        f.add(f.system<>("c", thrower("second")));
        SystemDescription record = f.system<>("d", [&](SystemContext& context) {
            ++calls;
            context.commands.destroy(context.world.entity_at_slot(1));
        });
        record.records_commands = true;
        f.add(record);
        REQUIRE(f.stages() == Stages{0, 0, 0, 0});
        CHECK_THROWS_WITH(f.schedule.tick(f.world), "first");
        CHECK_FALSE(f.world.iterating());
        if (threads == 1) CHECK_THROWS_WITH(f.schedule.tick(f.world), "second");
        f.schedule.tick(f.world);  // what is left of it
        CHECK(calls == 4);
        CHECK(f.world.tick() == 1);
        CHECK(f.world.entity_count() == 9);
        CHECK(f.stats("a").runs == 1);
        CHECK(f.stats("b").runs == 0);
        CHECK(f.stats("d").runs == 1);
        armed = false;
        f.schedule.tick(f.world);
        CHECK(calls == 8);
        CHECK(f.world.tick() == 2);
    }
}

TEST_CASE("Stages: on_create comes before the first run and after the systems before it", "[ecs][schedule]") {
    Fixture f;
    Names log;
    std::mutex mutex;
    const auto say = [&](const std::string& what) {
        const std::lock_guard lock(mutex);
        log.push_back(what);
    };
    for (const char* name : {"a", "b", "c"}) {
        SystemDescription description = f.system<>(name, [&, name](SystemContext&) { say(name); });
        description.on_create = [&, name](SystemContext& context) {
            say(std::string("+") + name);
            context.world.create();
        };
        description.on_destroy = [&, name](SystemContext&) { say(std::string("-") + name); };
        f.add(description);
    }
    CHECK(f.stages() == Stages{0, 1, 2});  // until they are created
    f.schedule.tick(f.world);
    CHECK(log == Names{"+a", "a", "+b", "b", "+c", "c"});
    CHECK(f.stages() == Stages{0, 0, 0});
    CHECK(f.world.entity_count() == 13);
    f.schedule.tick(f.world);
    CHECK(log.size() == 9);
    log.clear();
    f.schedule.shut_down(f.world);
    CHECK(log == Names{"-c", "-b", "-a"});
}

TEST_CASE("Stages: a parallel system may not switch others, nor run the schedule", "[ecs][schedule]") {
    const FailuresThrow failures;
    for (const std::size_t threads : {1u, 2u}) {
        Fixture f(threads);
        std::function<void()> act;
        f.add(f.system<>("a", [&](SystemContext&) { act(); }));
        f.add(f.system<>("b"));
        act = [&] { f.schedule.set_enabled("b", false); };
        CHECK_THROWS_WITH(f.schedule.tick(f.world), "Schedule: set_enabled was called by system a, which is parallel");
        f.schedule.tick(f.world);
        CHECK(f.schedule.find("b")->enabled);
        while (f.schedule.within_tick()) f.schedule.tick(f.world);
        act = [&] { f.schedule.tick(f.world); };
        CHECK_THROWS_WITH(f.schedule.tick(f.world), contains("tick was called by a system"));
    }
}

TEST_CASE("Stages: a world without entities, and schedules without systems", "[ecs][schedule]") {
    JobPool pool(2);
    World world;
    register_types(world);
    Schedule schedule;
    schedule.pool = &pool;
    schedule.tick(world);
    CHECK(schedule.stages().empty());
    schedule.share_from_rows = 0;
    View<Position> positions(world);
    View<Velocity> velocities(world);
    SystemDescription a, b;
    a.name = "a", b.name = "b";
    a.parallel = b.parallel = true;
    a.accesses = access<Position>(world), b.accesses = access<Velocity>(world);
    a.run = [&](SystemContext& context) { context.each_parallel(positions, [](Position&) {}); };
    b.run = [&](SystemContext& context) { context.each_parallel(velocities, [](Velocity&) {}); };
    REQUIRE(schedule.add(a));
    REQUIRE(schedule.add(b));
    for (int i = 0; i < 3; ++i) schedule.tick(world);
    CHECK(world.tick() == 4);
    CHECK(schedule.find("a")->stats.entities_visited == 0);
}

}  // namespace schedule_stages_test
