#include "panels/desk/world_records.hpp"

#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/timeline/timeline.hpp"
#include "panels/desk/world_questions.hpp"
#include "panels/inspector/field_writers.hpp"
#include "panels/lessons/all_panels_with_lab.hpp"
#include "panels/support/pool_owner.hpp"

namespace world_records_test {

namespace {

struct Health {
    std::int32_t hp = 100;
};
struct Steps {
    std::int32_t count = 0;
};

/// A program that records time and stops at breakpoints.
struct Program {
    ecs::World world;
    ecs::Schedule schedule{world};
    ecs::History history{world, schedule};
    ecs::Timeline timeline{world, schedule, history};
    panels::WorldRecords watch;
    ecs::Entity hero;

    Program() {
        world.types().add<Health>("Health").field("hp", &Health::hp);
        world.types().add<Steps>("Steps").field("count", &Steps::count);
        hero = world.create(ecs::Name{"Hero"}, Health{100}, Steps{});
        schedule.system<Steps>("Input", [](Steps& steps) { ++steps.count; });
        schedule.system<Health>("Hits", [](Health& health) { health.hp -= 7; });
        schedule.system<Steps>("Rest", [](Steps& steps) { ++steps.count; });
        timeline.start();
        watch.start(world, schedule, history, &timeline);
    }
    ~Program() {
        watch.stop();
        timeline.stop();
    }
    /// A tick as a program runs it, also in the past. Whether a breakpoint stopped it.
    bool tick() {
        (void)timeline.begin_recorded_tick();
        watch.make_room();
        schedule.tick(world);
        timeline.end_recorded_tick();
        watch.sample();
        return watch.debugger().take_fresh();
    }
    void step() {
        (void)timeline.begin_recorded_tick();
        watch.make_room();
        watch.debugger().step_system();
        timeline.end_recorded_tick();
        watch.sample();
    }
    void go_to(std::uint64_t tick) {
        REQUIRE(timeline.seek(tick).empty());
        watch.time_jumped();
    }
    std::string next() const { return schedule.next_system()->description.name; }
};

}  // namespace

TEST_CASE("WorldRecords: a breakpoint that is reached again from the past stops where it did first",
          "[panels][host][stops]") {
    Program p;
    (void)p.watch.debugger().breakpoints().add("Health.hp < 50");
    while (!p.tick()) REQUIRE(p.world.tick() < 20);
    const std::uint64_t tick = p.world.tick();
    REQUIRE(p.watch.debugger().stopped() != nullptr);
    const std::string told = panels::stop_text(p.world, *p.watch.debugger().stopped());
    CHECK(p.next() == "Rest");
    for (int more = 0; more < 5; ++more) CHECK_FALSE(p.tick());

    p.go_to(tick - 3);
    while (!p.tick()) REQUIRE(p.world.tick() < 20);
    CHECK(p.world.tick() == tick);
    CHECK(p.next() == "Rest");
    REQUIRE(p.watch.debugger().stopped() != nullptr);
    CHECK(panels::stop_text(p.world, *p.watch.debugger().stopped()) == told);
    // It goes on along what was recorded.
    const std::uint64_t now = p.timeline.last_tick();
    while (p.world.tick() < now) CHECK_FALSE(p.tick());
    CHECK(p.timeline.at_now());
    CHECK(p.timeline.branches().size() == 1);
}

TEST_CASE("WorldRecords: systems are run back one by one, also those of earlier ticks that are recorded",
          "[panels][host][stops]") {
    Program p;
    p.tick();
    p.tick();
    std::vector<std::uint64_t> hashes;
    std::vector<std::string> names;
    for (int i = 0; i < 11; ++i) {
        hashes.push_back(ecs::state_hash(p.world));
        names.push_back(p.next());
        p.step();
    }
    const std::uint64_t last = ecs::state_hash(p.world), tick = p.world.tick();
    (void)p.watch.debugger().breakpoints().add("Health.hp < 60");
    for (std::size_t i = hashes.size(); i-- > 0;) {
        INFO(i);
        CHECK(p.watch.debugger().why_not_back().empty());
        REQUIRE(p.watch.back_system().empty());
        CHECK(ecs::state_hash(p.world) == hashes[i]);
        CHECK(p.next() == names[i]);
        CHECK(p.world.tick() == 2 + i / 3);
    }
    CHECK(p.watch.debugger().why_not_back() == "No system was stepped before");
    for (std::size_t i = 0; i < hashes.size(); ++i) p.step();
    CHECK(ecs::state_hash(p.world) == last);
    CHECK(p.world.tick() == tick);
    CHECK(p.timeline.branches().size() == 1);
    CHECK_FALSE(p.timeline.divergence());
}

TEST_CASE("World questions: each world has its own, and what is recorded stays the program's",
          "[panels][host][questions]") {
    Program p;
    panels::Workbench workbench(panels::make_all_panels_with_lab);
    p.watch.connect(workbench.panels());
    CHECK(panels::questions_of(workbench).empty());
    (void)p.watch.debugger().breakpoints().add("Health.hp < 0, 3 times");
    REQUIRE_FALSE(p.watch.watches().add_pin("Health.hp", p.hero));
    REQUIRE_FALSE(p.watch.watches().add_alert("Health.hp < 10", panels::Severity::Error, "low\nvery"));
    p.watch.recording().choose(panels::Recording::What::Nothing);
    workbench.find_panel("query")->show_part("Steps.count > 2");
    workbench.find_panel("bulk_edit")->load_settings("change=Health%3ahp");
    const std::string ours = panels::questions_of(workbench);
    CHECK(ours.ends_with('\n'));

    panels::ask(workbench, {});
    CHECK(p.watch.debugger().breakpoints().all().empty());
    CHECK(p.watch.watches().pins().empty());
    CHECK(p.watch.watches().alerts().empty());
    CHECK(workbench.find_panel("query")->named_parts().empty());
    CHECK(workbench.find_panel("query")->save_settings().empty());
    CHECK(workbench.find_panel("bulk_edit")->save_settings().empty());
    CHECK(p.watch.recording().save() == "nothing");
    CHECK(panels::questions_of(workbench).empty());

    // Those of another world, and ours again.
    (void)p.watch.debugger().breakpoints().add("on added(Steps)");
    const std::string theirs = panels::questions_of(workbench);
    panels::ask(workbench, ours);
    REQUIRE(p.watch.debugger().breakpoints().all().size() == 1);
    CHECK(p.watch.debugger().breakpoints().all()[0].text == "Health.hp < 0, 3 times");
    REQUIRE(p.watch.watches().pins().size() == 1);
    CHECK(p.watch.watches().pins()[0].entity == p.hero);
    REQUIRE(p.watch.watches().alerts().size() == 1);
    CHECK(p.watch.watches().alerts()[0].message == "low\nvery");
    CHECK(workbench.find_panel("query")->named_parts().size() == 1);
    CHECK(panels::questions_of(workbench) == ours);
    panels::ask(workbench, theirs);
    CHECK(panels::questions_of(workbench) == theirs);

    CHECK(panels::without_questions("panel.watch", "nothing pin|hp|;") == "nothing");
    CHECK(panels::without_questions("panel.query", "query=a").empty());
    CHECK(panels::without_questions("panel.chunks", "size=2") == "size=2");
    CHECK(panels::without_questions("workspace", "debug") == "debug");
}

TEST_CASE("WorldRecords: what the owner of a mirrored world wrote is by that program, not by a direct call",
          "[panels][host][record]") {
    pool_test::PoolOwner owner;
    owner.fill(30);
    ecs::World world;
    ecs::Schedule schedule{world};
    ecs::History history{world, schedule};
    ecs::Mirror mirror(owner, world);
    mirror.update();
    panels::WorldRecords records;
    records.start(world, schedule, history, nullptr);
    records.follow(&mirror);
    records.recording().choose(panels::Recording::What::Everything);
    const ecs::Entity entity = mirror.entity_of(100);
    const ecs::ComponentId health = mirror.component_of(test::FakeOwner::health);
    const auto writers = [&] {
        return panels::last_writers(world, records.recording(), entity, health, world.types()[health].fields);
    };
    owner.set(100, test::FakeOwner::health, -7);
    mirror.update();
    records.sample();
    REQUIRE(writers().size() == 1);
    CHECK(panels::name_of_writer(writers()[0].kind, writers()[0].writer) == "Fake");
    records.follow(nullptr);  // somebody else writes now
    *static_cast<std::int32_t*>(world.get_mut(entity, health)) = 5;
    records.sample();
    CHECK(panels::name_of_writer(writers()[0].kind, writers()[0].writer) == "direct call");
    records.stop();
    owner.forget();
}

}  // namespace world_records_test
