#include "panels/base/timeline_request.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/timeline/timeline.hpp"
#include "panels/desk/jobs.hpp"
#include "panels/desk/request_runner.hpp"
#include "panels/desk/seek_in_parts.hpp"
#include "panels/desk/world_records.hpp"
#include "panels/support/aging_world.hpp"

namespace timeline_request_test {

using panels::TimelineRequest;
using Kind = TimelineRequest::Kind;

namespace {

using aging::Health;

/// A world in which the health of one entity is the tick.
struct Desk {
    ecs::World world;
    ecs::Schedule schedule;
    ecs::History history{world, schedule};
    ecs::Timeline timeline{world, schedule, history};
    panels::Selection selection;
    panels::Transport transport;
    panels::WorldRecords watch;
    std::vector<std::string> refused;
    int jumps = 0;
    ecs::Entity hero;

    Desk() {
        hero = aging::add_hero(world, schedule);
        timeline.start();
        watch.start(world, schedule, history, &timeline);
    }
    ~Desk() { watch.stop(); }

    void tick(int count) {
        for (; count > 0; --count) {
            schedule.tick(world);
            watch.sample();
        }
    }
    panels::RequestRunner::Subject subject() {
        return {world, schedule, history, selection, transport, nullptr, &timeline};
    }
    void ask(panels::Request request) {
        panels::RequestRunner::Program program;
        program.refused = [this](const std::string& reason) { refused.push_back(reason); };
        program.time_jumped = [this] {
            ++jumps;
            watch.time_jumped();
        };
        panels::RequestRunner runner(std::move(program));
        std::vector<panels::Request> requests;
        requests.push_back(std::move(request));
        if (std::holds_alternative<TimelineRequest>(requests.front())) CHECK(panels::changes_world(requests.front()));
        runner.execute(subject(), requests, false);
        watch.sample();  // as each frame does
    }
    int hp() const { return world.get<Health>(hero).hp; }
};

}  // namespace

TEST_CASE("Timeline requests: running back goes to where a value was written last, and says by whom",
          "[panels][timeline]") {
    Desk desk;
    desk.tick(9);
    std::vector<std::string> told;
    panels::RequestRunner::Program program;
    program.told = [&](const std::string& text) { told.push_back(text); };
    program.refused = program.told;
    panels::RequestRunner runner(program);
    const panels::RunBackRequest hp{desk.hero, desk.world.id<Health>(), 0, "Health.hp of Hero"};
    const auto ask = [&] {
        std::vector<panels::Request> requests{hp};
        runner.execute(desk.subject(), requests, false);
        while (runner.busy()) runner.go_on(desk.subject());
    };
    REQUIRE(desk.history.perform({"Switch off Age", {ecs::ToggleSystem{"Age", false}}}).empty());
    desk.tick(5);
    CHECK(desk.hp() == 9);
    ask();
    CHECK(told == std::vector<std::string>{"Age wrote Health.hp of Hero last, in tick 8"});
    CHECK(desk.world.tick() == 9);
    CHECK(desk.hp() == 9);
    CHECK(desk.selection.has(desk.hero));
    CHECK(desk.selection.flash.has(desk.hero));
    CHECK(desk.selection.flash.has(desk.world.id<Health>()));
}

namespace {

/// A search whose parts end after a few ticks, as if the machine were slow, with its job.
struct Search {
    Desk desk;
    std::vector<std::string> told, refused;
    double secs = 0;
    panels::Jobs jobs;
    std::size_t started = 0;
    panels::RequestRunner runner;

    explicit Search(int ticks_since) {
        desk.tick(9);
        REQUIRE(desk.history.perform({"Switch off Age", {ecs::ToggleSystem{"Age", false}}}).empty());
        desk.tick(ticks_since);
        panels::RequestRunner::Program program;
        program.told = [this](const std::string& text) { told.push_back(text); };
        program.refused = [this](const std::string& text) { refused.push_back(text); };
        program.now_secs = [this] { return secs += 10; };
        program.other = [this](panels::Request& request) {
            auto* const job = std::get_if<panels::JobRequest>(&request);
            REQUIRE(job != nullptr);
            jobs.start(std::move(job->job));
            ++started;
        };
        runner = panels::RequestRunner(program);
        std::vector<panels::Request> requests{
            panels::RunBackRequest{desk.hero, desk.world.id<Health>(), 0, "Health.hp of Hero"}};
        runner.execute(desk.subject(), requests, false);
    }
    panels::Jobs::Ended ended() {
        for (;;) {
            if (auto end = jobs.take_ended()) return *end;
            (void)jobs.wait_for(std::chrono::seconds(1));
        }
    }
};

}  // namespace

TEST_CASE("Timeline requests: a long search goes on frame by frame, and between its parts the world is where it was",
          "[panels][timeline]") {
    Search search(200);
    const std::uint64_t state = ecs::state_hash(search.desk.world);
    int parts = 1;
    while (search.runner.busy()) {
        REQUIRE(search.desk.world.tick() == 209);
        REQUIRE(search.desk.timeline.at_now());
        REQUIRE(ecs::state_hash(search.desk.world) == state);
        REQUIRE(search.desk.history.done() == 1);
        REQUIRE(search.jobs.running());
        search.runner.go_on(search.desk.subject());
        ++parts;
    }
    CHECK(parts > 2);
    CHECK(search.started == 1);
    CHECK(search.told == std::vector<std::string>{"Age wrote Health.hp of Hero last, in tick 8"});
    CHECK(search.refused.empty());
    CHECK(search.desk.world.tick() == 9);
    CHECK(search.ended().good());
}

TEST_CASE("Timeline requests: a search that is cancelled leaves the world where it was", "[panels][timeline]") {
    Search search(200);
    REQUIRE(search.runner.busy());
    search.runner.go_on(search.desk.subject());
    search.jobs.cancel();
    CHECK(search.ended().told() == "Searching who wrote Health.hp of Hero was cancelled");
    search.runner.go_on(search.desk.subject());
    CHECK_FALSE(search.runner.busy());
    CHECK(search.desk.world.tick() == 209);
    CHECK(search.told.empty());
    CHECK(search.refused.empty());
}

namespace {

/// A way to another tick whose parts end after few ticks, as if the machine were slow.
struct Way {
    Desk desk;
    double secs = 0;
    std::string reason;
    panels::RequestRunner::Program program;
    panels::Jobs jobs;
    std::vector<std::uint64_t> ticks;  // after each part

    Way() {
        desk.tick(400);
        program.now_secs = [this] { return secs += 10; };
        program.time_jumped = [this] { desk.watch.time_jumped(); };
    }
    bool part(panels::SeekInParts& seek) {
        const bool ended = seek.go_on(desk.subject(), program, reason);
        ticks.push_back(desk.world.tick());
        return ended;
    }
};

}  // namespace

TEST_CASE("Timeline requests: a long way to another tick goes in parts, and ends where it should",
          "[panels][timeline]") {
    Way way;
    REQUIRE(way.desk.timeline.seek(std::uint64_t{150}).empty());
    const std::uint64_t hash = ecs::state_hash(way.desk.world);
    REQUIRE(way.desk.timeline.return_to_now().empty());
    panels::SeekInParts seek(way.desk.subject(), {way.desk.timeline.branch(), 150});
    way.jobs.start(seek.job());
    while (!way.part(seek)) REQUIRE(way.ticks.size() < 500);
    CHECK(way.reason.empty());
    CHECK(way.desk.world.tick() == 150);
    CHECK(way.desk.hp() == 150);
    CHECK(ecs::state_hash(way.desk.world) == hash);
    CHECK(std::is_sorted(way.ticks.begin(), way.ticks.end()));
    // From where it stands, when that is on the way.
    way.ticks.clear();
    panels::SeekInParts further(way.desk.subject(), {way.desk.timeline.branch(), 152});
    while (!way.part(further)) REQUIRE(way.ticks.size() < 500);
    CHECK(way.desk.hp() == 152);
    CHECK(way.ticks.front() >= 150);
}

TEST_CASE("Timeline requests: a long way that is cancelled, or left by others, says so", "[panels][timeline]") {
    Way way;
    panels::SeekInParts seek(way.desk.subject(), {way.desk.timeline.branch(), 399});
    way.jobs.start(seek.job());
    REQUIRE_FALSE(way.part(seek));
    way.jobs.cancel();
    while (!way.jobs.take_ended()) (void)way.jobs.wait_for(std::chrono::seconds(1));
    const std::uint64_t stopped = way.desk.world.tick();
    REQUIRE(way.part(seek));
    CHECK(way.desk.world.tick() == stopped);
    CHECK(way.reason == "Stopped at tick " + std::to_string(stopped) + ", on the way to 399");

    panels::SeekInParts other(way.desk.subject(), {way.desk.timeline.branch(), 399});
    REQUIRE_FALSE(way.part(other));
    REQUIRE(way.desk.timeline.return_to_now().empty());
    REQUIRE(way.part(other));
    CHECK(way.desk.world.tick() == 400);
    CHECK(way.reason == "The world went on, so it is not where it was to go");
}

TEST_CASE("Timeline requests: what an edit drops of recorded time is said", "[panels][timeline]") {
    Desk desk;
    for (int i = 0; i < 20'000; ++i) desk.world.create(Health{i});
    ecs::TimelineOptions options;
    options.cap_bytes = std::size_t{1} << 20;
    desk.timeline.start(nullptr, options);
    desk.tick(30);
    std::vector<std::string> told;
    panels::RequestRunner::Program program;
    program.told = [&](const std::string& text) { told.push_back(text); };
    panels::RequestRunner runner(program);
    std::vector<panels::Request> requests;
    const auto run = [&] { runner.execute(desk.subject(), requests, false); };
    runner.go_on(desk.subject());
    told.clear();
    std::uint64_t first = desk.timeline.first_tick();
    panels::EditRequest request{.label = "Change many", .edits = {}, .ends_gesture = true};
    for (ecs::ArchetypeId id = 0; id < desk.world.archetype_count(); ++id)
        for (std::size_t chunk = 0; chunk < desk.world.archetype(id).chunk_count(); ++chunk)
            for (const ecs::Entity each : desk.world.archetype(id).chunk(chunk).entities())
                if (each != desk.hero)
                    request.edits.emplace_back(ecs::SetComponent{
                        each, ecs::Value::of(desk.world.types()[desk.world.id<Health>()], Health{1}), {0}});
    requests.emplace_back(std::move(request));
    run();
    REQUIRE(desk.timeline.first_tick() > first);
    CHECK(told == std::vector<std::string>{desk.timeline.why_dropped()});
    // An edit that drops nothing says nothing.
    told.clear();
    requests.emplace_back(panels::EditRequest{.label = "Switch", .edits = {ecs::ToggleSystem{"Age", false}}});
    run();
    runner.go_on(desk.subject());
    CHECK(told.empty());
}

TEST_CASE("Timeline requests: who goes on otherwise ends the search, and what he did stays", "[panels][timeline]") {
    Search search(200);
    search.desk.tick(1);
    search.runner.go_on(search.desk.subject());
    CHECK_FALSE(search.runner.busy());
    CHECK(search.desk.world.tick() == 210);
    CHECK(search.refused ==
          std::vector<std::string>{"The world went on, so nobody knows when Health.hp of Hero was written last"});
    CHECK(search.ended().good());

    // A world that goes takes its search along.
    Search other(200);
    REQUIRE(other.runner.busy());
    other.runner.clear();
    CHECK_FALSE(other.runner.busy());
    CHECK(other.ended().good());
}

TEST_CASE("Timeline requests: running to a tick goes along what is recorded, and runs only what is not",
          "[panels][timeline]") {
    Desk desk;
    desk.tick(20);
    std::vector<std::string> refused;
    panels::RequestRunner::Program program;
    program.refused = [&](const std::string& reason) { refused.push_back(reason); };
    panels::RequestRunner runner(program);
    const auto to = [&](std::uint64_t tick) {
        std::vector<panels::Request> requests{
            panels::TransportRequest{.kind = panels::TransportRequest::Kind::RunToTick, .tick = tick}};
        if (std::holds_alternative<TimelineRequest>(requests.front())) CHECK(panels::changes_world(requests.front()));
        runner.execute(desk.subject(), requests, false);
    };
    to(6);
    CHECK(desk.hp() == 6);
    CHECK_FALSE(desk.transport.playing);
    to(12);
    CHECK(desk.hp() == 12);
    CHECK_FALSE(desk.transport.until_tick);
    to(25);
    CHECK(desk.hp() == 20);
    CHECK(desk.timeline.at_now());
    CHECK(desk.transport.playing);
    CHECK(desk.transport.until_tick == 25);
    CHECK(desk.timeline.branches().size() == 1);
    CHECK(refused.empty());
    to(20);
    CHECK(refused == std::vector<std::string>{"Tick 20 is past"});
}

TEST_CASE("Timeline requests: in the past, a step goes along what was recorded, and begins no branch",
          "[panels][timeline]") {
    Desk desk;
    desk.tick(5);
    desk.ask(TimelineRequest{.tick = 2});
    panels::RequestRunner runner;
    std::vector<panels::Request> requests{panels::TransportRequest{panels::TransportRequest::Kind::StepTick}};
    runner.execute(desk.subject(), requests, false);
    CHECK(desk.hp() == 3);
    CHECK(desk.timeline.branches().size() == 1);
    CHECK_FALSE(desk.timeline.at_now());
}

TEST_CASE("Timeline requests: in the past, a step stops at breakpoints, and adds no hits to them",
          "[panels][timeline]") {
    Desk desk;
    ecs::Breakpoints& breakpoints = desk.watch.debugger().breakpoints();
    const ecs::BreakpointId id = breakpoints.add("Health.hp > 3");
    for (int tick = 0; tick < 6; ++tick) {
        desk.tick(1);
        while (desk.schedule.within_tick()) desk.tick(1);
    }
    CHECK(breakpoints.find(id)->hits == 1);
    desk.ask(TimelineRequest{.tick = 2});
    (void)desk.watch.debugger().take_fresh();
    panels::RequestRunner runner;
    const auto step = [&] {
        std::vector<panels::Request> requests{panels::TransportRequest{panels::TransportRequest::Kind::StepTick}};
        runner.execute(desk.subject(), requests, false);
        desk.watch.sample();
        return desk.watch.debugger().take_fresh();
    };
    CHECK_FALSE(step());
    CHECK(desk.hp() == 3);
    CHECK(step());
    REQUIRE(desk.watch.debugger().stopped() != nullptr);
    CHECK(desk.watch.debugger().stopped()->entity == desk.hero);
    CHECK(breakpoints.find(id)->hits == 1);
    CHECK(desk.timeline.branches().size() == 1);
}

TEST_CASE("TimelineRequest: the world goes to a tick, a step back, and to now again, and stands there",
          "[panels][host][timeline]") {
    Desk desk;
    desk.tick(20);
    desk.transport.playing = true;
    desk.ask(TimelineRequest{.kind = Kind::Seek, .tick = 7});
    CHECK(desk.hp() == 7);
    CHECK_FALSE(desk.transport.playing);
    desk.ask(TimelineRequest{.kind = Kind::StepBack});
    CHECK(desk.hp() == 6);
    CHECK(desk.jumps == 2);
    desk.ask(TimelineRequest{.kind = Kind::ReturnToNow});
    CHECK(desk.hp() == 20);
    desk.ask(TimelineRequest{.kind = Kind::Seek, .tick = 21});
    CHECK(desk.refused == std::vector<std::string>{"Main ends at tick 20"});
    CHECK(desk.jumps == 3);
}

TEST_CASE("TimelineRequest: branches are switched, named and removed, and ticks are marked",
          "[panels][host][timeline]") {
    Desk desk;
    desk.tick(10);
    desk.ask(TimelineRequest{.kind = Kind::Seek, .tick = 4});
    desk.tick(2);
    REQUIRE(desk.timeline.branch() == 1);
    desk.ask(TimelineRequest{.kind = Kind::Mark, .name = "Here"});
    CHECK(desk.timeline.find(1)->marks.back().text == "Here");
    desk.ask(TimelineRequest{.kind = Kind::Rename, .name = "Second"});
    CHECK(desk.timeline.find(1)->name == "Second");
    desk.ask(TimelineRequest{.kind = Kind::Switch, .branch = 0});
    CHECK(desk.hp() == 10);
    desk.ask(TimelineRequest{.kind = Kind::Remove, .branch = 1});
    CHECK(desk.timeline.branches().size() == 1);
    desk.ask(TimelineRequest{.kind = Kind::Remove, .branch = 0});
    desk.ask(TimelineRequest{.kind = Kind::Rename});
    CHECK(desk.refused ==
          std::vector<std::string>{"This branch is in use: switch to another one first", "A branch needs a name"});
}

TEST_CASE("WorldRecords: a visit to the past changes no curve, writes nothing down and fires no alert",
          "[panels][host][timeline]") {
    Desk desk;
    panels::Watches& watches = desk.watch.watches();
    REQUIRE_FALSE(watches.add_pin("Health.hp", desk.hero));
    REQUIRE_FALSE(watches.add_alert("Health.hp < 5", panels::Severity::Note, ""));
    desk.selection.select(desk.hero);
    desk.watch.follow(desk.selection);
    desk.tick(20);
    const panels::Pin& pin = watches.pins()[0];
    const std::uint64_t fired = watches.alerts()[0].fired;
    desk.ask(TimelineRequest{.kind = Kind::Seek, .tick = 3});
    CHECK(ecs::number_of(*pin.now) == 3);
    CHECK(pin.curve.newest_tick() == 20);
    CHECK(pin.curve.at(15) == 15);
    CHECK(watches.alerts()[0].count == 1);
    CHECK(watches.alerts()[0].fired == fired);
    CHECK(desk.watch.archetypes().sums().last_tick() == 20);
    // Nobody wrote the value but the system, and not in ticks that are still to come.
    std::vector<std::uint64_t> ticks;
    desk.watch.recording().records().each([&](const ecs::FieldRecord& record) {
        CHECK(record.writer.name == "Age");
        ticks.push_back(record.tick);
        return true;
    });
    CHECK(ticks == std::vector<std::uint64_t>{0, 1, 2});
    // Time that comes about anew takes the place of what was.
    desk.tick(2);
    CHECK(pin.curve.newest_tick() == 5);
    CHECK(pin.curve.at(5) == 5);
    CHECK(desk.watch.archetypes().sums().last_tick() == 5);
}

TEST_CASE("Timeline requests: of a world that somebody else runs, a moment is stepped to and restored as one step",
          "[panels][timeline]") {
    Desk desk;
    desk.timeline.start(nullptr, {.by_states = true});
    desk.tick(60);
    desk.ask(TimelineRequest{.tick = 40});
    CHECK(desk.hp() == 40);
    desk.ask(TimelineRequest{.kind = Kind::StepOn});
    CHECK(desk.hp() == 41);
    // Its program runs elsewhere, but along the record a step and Play are possible.
    desk.transport.why_not = "it runs elsewhere";
    desk.ask(panels::TransportRequest{.kind = panels::TransportRequest::Kind::StepTick});
    CHECK(desk.hp() == 42);
    desk.ask(panels::TransportRequest{.kind = panels::TransportRequest::Kind::Play});
    CHECK(desk.timeline.at_now());
    CHECK(desk.refused.empty());
    desk.ask(panels::TransportRequest{.kind = panels::TransportRequest::Kind::StepTick});
    CHECK(desk.refused == std::vector<std::string>{"it runs elsewhere"});
    desk.refused.clear();
    desk.ask(TimelineRequest{.kind = Kind::Restore, .tick = 41, .branch = desk.timeline.branch()});
    CHECK(desk.timeline.at_now());
    CHECK(desk.world.tick() == 60);
    CHECK(desk.hp() == 41);
    REQUIRE(desk.history.steps().size() == 1);
    CHECK(desk.history.steps().back().label == "Restore tick 41");
    CHECK(desk.history.undo().empty());
    CHECK(desk.hp() == 60);
    CHECK(desk.refused.empty());
    desk.ask(TimelineRequest{.kind = Kind::Restore, .tick = 60, .branch = desk.timeline.branch()});
    CHECK(desk.refused.size() == 1);  // nothing differs
}

}  // namespace timeline_request_test
