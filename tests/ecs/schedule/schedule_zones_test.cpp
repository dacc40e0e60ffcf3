#include "ecs/schedule/schedule_zones.hpp"

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/breakpoints/breakpoints.hpp"
#include "ecs/ecs.hpp"
#include "ecs/edit/system_order.hpp"
#include "ecs/record/field_recorder.hpp"

namespace schedule_zones_test {

namespace {

struct Count {
    std::int32_t moves = 0, fights = 0;
};
struct Score {
    std::int32_t points = 0;
};

struct Listener final : ecs::TickListener {
    std::vector<std::uint64_t> ticks;
    void tick_ended(const ecs::World& world) override { ticks.push_back(world.tick()); }
};

/// A program whose ticks move, fight and score.
struct Scene {
    ecs::World world;
    ecs::Schedule schedule;
    ecs::Entity counter;
    Listener listener;
    std::optional<ecs::ScheduleZones> zones;

    Scene() {
        world.types().add<Count>("Count").field("moves", &Count::moves).field("fights", &Count::fights);
        world.types().add<Score>("Score").field("points", &Score::points);
        counter = world.create(ecs::Name{"Counter"}, Count{}, Score{});
        schedule.add_listener(listener);
        zones.emplace(world, schedule);
    }
    void move() {
        const ecs::Zone zone("move");
        ++world.get_mut<Count>(counter).moves;
    }
    void fight() {
        const ecs::Zone zone("fight");
        ++world.get_mut<Count>(counter).fights;
    }
    void score() {
        const ecs::Zone zone("score");
        ++world.get_mut<Score>(counter).points;
    }
    void tick() {
        zones->begin_tick();
        move();
        fight();
        score();
        zones->end_tick();
    }
    std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (const ecs::System* each : schedule.systems()) all.push_back(each->description.name);
        return all;
    }
    std::uint64_t runs(const char* name) const { return schedule.find(name)->stats.runs; }
};

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("Schedule zones: zones are systems in the order in which they run", "[ecs][zone]") {
    Scene s;
    s.zones->begin_tick();
    s.move();
    s.score();
    s.zones->end_tick();
    CHECK(s.names() == Names{"move", "score"});
    s.tick();
    CHECK(s.names() == Names{"move", "fight", "score"});
    CHECK(s.runs("move") == 2);
    CHECK(s.runs("fight") == 1);
    CHECK(s.world.tick() == 2);
    CHECK(s.listener.ticks == std::vector<std::uint64_t>{1, 2});
    CHECK_FALSE(s.schedule.within_tick());
    // Outside a tick they are the program's alone.
    s.move();
    CHECK(s.runs("move") == 2);
}

TEST_CASE("Schedule zones: one that comes several times in a tick is one run, with the sum of its times",
          "[ecs][zone]") {
    Scene s;
    s.zones->begin_tick();
    s.move();
    s.fight();
    s.move();
    s.zones->end_tick();
    CHECK(s.names() == Names{"move", "fight"});
    const ecs::SystemStats& stats = s.schedule.find("move")->stats;
    CHECK(stats.runs == 1);
    CHECK(stats.last_secs == stats.total_secs);
    CHECK(stats.max_secs == stats.last_secs);
    CHECK(stats.min_secs == stats.last_secs);
    CHECK(stats.last_secs > 0);
}

TEST_CASE("Schedule zones: what a zone wrote is what its system writes, and who wrote it", "[ecs][zone]") {
    Scene s;
    ecs::Journal journal(100);
    s.world.observe(&journal);
    ecs::History history(s.world, s.schedule);
    ecs::FieldRecorder recorder;
    recorder.attach(s.world, s.schedule, &history);
    const ecs::ComponentId chosen[] = {s.world.id<Count>()};
    recorder.choose_components(chosen);
    s.tick();
    s.world.get_mut<Count>(s.counter).moves = 7;  // between two ticks
    s.tick();
    recorder.look_now();
    const auto writes = [&](const char* name) {
        const std::vector<ecs::SystemAccess>& all = s.schedule.find(name)->description.accesses;
        return all.size() == 1 && all[0].access == ecs::Access::Write ? all[0].component : ecs::no_component;
    };
    CHECK(writes("move") == s.world.id<Count>());
    CHECK(writes("fight") == s.world.id<Count>());
    CHECK(writes("score") == s.world.id<Score>());
    Names writers;
    recorder.each([&](const ecs::FieldRecord& record) {
        writers.emplace_back(record.writer.kind == ecs::WriterKind::BySystem ? record.writer.name : "-");
        return true;
    });
    CHECK(writers == Names{"move", "fight", "-", "move", "fight"});

    // Changes of structure have the zone as their cause.
    s.zones->begin_tick();
    {
        const ecs::Zone zone("spawn");
        s.world.create(Score{});
    }
    s.zones->end_tick();
    REQUIRE(journal.total() > 0);
    CHECK(s.world.cause_name(journal[journal.size() - 1].cause) == "spawn");
    CHECK(s.schedule.find("spawn")->stats.structural_changes > 0);
    recorder.detach();
    s.world.observe(nullptr);
}

TEST_CASE("Schedule zones: a breakpoint names the zone that did it, and the tick runs to its end", "[ecs][zone]") {
    Scene s;
    ecs::Breakpoints breakpoints;
    breakpoints.attach(s.world, s.schedule);
    breakpoints.add("Count.fights > 1");
    const ecs::BreakpointId before = breakpoints.add("on system \"score\"", false);
    s.tick();
    CHECK_FALSE(breakpoints.take_stop());
    s.tick();
    std::optional<ecs::BreakpointHit> hit = breakpoints.take_stop();
    REQUIRE(hit);
    CHECK(hit->writer_name == "fight");
    CHECK(hit->ran_on);
    CHECK(hit->tick == 1);
    CHECK(s.world.get<Score>(s.counter).points == 2);
    breakpoints.set_enabled(before, true);
    s.tick();
    hit = breakpoints.take_stop();
    REQUIRE(hit);
    CHECK(hit->kind == ecs::BreakpointKind::System);
    CHECK(hit->writer_name == "score");
    // Zones that are left out do not stop it, and none hides the next one.
    breakpoints.add("on system \"fight\"");
    s.zones->begin_tick();
    s.move();
    s.zones->end_tick();
    CHECK_FALSE(breakpoints.take_stop());
    s.zones->begin_tick();
    s.zones->leave_tick();
    CHECK_FALSE(breakpoints.take_stop());
    s.zones->begin_tick();
    s.move();
    s.score();
    s.zones->end_tick();
    hit = breakpoints.take_stop();
    REQUIRE(hit);
    CHECK(hit->writer_name == "score");
    breakpoints.detach();
}

TEST_CASE("Schedule zones: the tick of the world grows by one, or as the program counts it", "[ecs][zone]") {
    Scene s;
    s.zones->begin_tick();
    s.zones->end_tick();
    CHECK(s.world.tick() == 1);
    s.zones->begin_tick();
    s.world.set_tick(5);
    s.zones->end_tick();
    CHECK(s.world.tick() == 5);
    s.zones->begin_tick();
    s.world.set_tick(0);  // its world began again
    s.zones->end_tick();
    CHECK(s.world.tick() == 0);
    s.zones->begin_tick();
    s.move();
    s.zones->leave_tick();
    CHECK(s.world.tick() == 0);
    CHECK(s.runs("move") == 0);
    CHECK(s.listener.ticks == std::vector<std::uint64_t>{1, 5, 0});
}

TEST_CASE("Schedule zones: over a copy they only have times", "[ecs][zone]") {
    Scene s;
    s.zones->begin_tick(true);
    s.move();
    s.zones->end_tick();
    CHECK(s.world.tick() == 0);
    CHECK(s.listener.ticks.empty());
    CHECK(s.runs("move") == 1);
    CHECK(s.schedule.find("move")->description.accesses.empty());
}

TEST_CASE("Schedule zones: nobody else can change what runs, and with them it is over", "[ecs][zone]") {
    Scene s;
    s.tick();
    ecs::History history(s.world, s.schedule);
    CHECK_THAT(history.perform({"Off", {ecs::ToggleSystem{"move", false}}}), test::contains("program's own loop"));
    ecs::AddSystem rule;
    rule.description->name = "Rule";
    CHECK_THAT(history.perform({"Rule", {rule}}), test::contains("program's own loop"));
    CHECK_THAT(history.perform({"Remove", {ecs::RemoveSystem{"move"}}}), test::contains("program's own loop"));
    CHECK_THAT(history.perform({"Move", {ecs::MoveSystem{"move", 2}}}), test::contains("program's own loop"));
    CHECK_FALSE(ecs::why_not_beside(s.schedule, "move", "fight", true).empty());
    CHECK(history.perform({"Note", {ecs::NoteSystem{"move", "Group", 5}}}).empty());
    s.zones.reset();
    CHECK(s.schedule.systems().empty());
    CHECK(history.perform({"Rule", {rule}}).empty());
}

TEST_CASE("Schedule zones: an exception ends a zone, and the next ticks are as always", "[ecs][zone]") {
    Scene s;
    const auto throws = [&] {
        const ecs::Zone zone("move");
        throw std::runtime_error("not today");
    };
    s.zones->begin_tick();
    CHECK_THROWS(throws());
    s.fight();
    s.zones->begin_tick();  // ends the other one
    s.move();
    s.zones->end_tick();
    CHECK(s.names() == Names{"move", "fight"});
    CHECK(s.runs("move") == 2);
    CHECK(s.world.tick() == 2);
    // The world has no cause outside a zone.
    const ecs::CauseId cause = s.world.set_cause(0);
    CHECK(cause == 0);
}

TEST_CASE("Schedule zones: more names than a person could read are left out", "[ecs][zone]") {
    Scene s;
    s.zones->begin_tick();
    for (int i = 0; i < 300; ++i) const ecs::Zone zone("zone " + std::to_string(i));
    const ecs::Zone zone(std::string(500, 'x'));
    s.zones->end_tick();
    CHECK(s.schedule.systems().size() == ecs::ScheduleZones::most);
    CHECK(s.world.tick() == 1);
}

}  // namespace schedule_zones_test
