#include "ecs/schedule/trace_recorder.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/some_time.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/world/observers.hpp"

namespace trace_recorder_test {

using namespace ecs;
using namespace test;

namespace {

struct Fixture {
    World world;
    JobPool pool;
    Schedule schedule{world};
    TraceRecorder recorder;

    explicit Fixture(std::size_t threads = 1, std::size_t ticks = 8, std::size_t most_events = 4096)
        : pool(threads), recorder(ticks, most_events) {
        register_types(world);
        for (int i = 0; i < 4000; ++i) world.create(Position{}, Velocity{}, Health{i});
        schedule.pool = &pool;
        schedule.share_from_rows = 0;
        schedule.share_from_secs = 0;
        schedule.trace = &recorder;
    }
    /// One that visits on all threads, two that may share a stage, and one that records commands.
    void add_all() {
        SystemDescription wide;
        wide.name = "Wide";
        wide.run = [this](SystemContext& context) {
            View<Position, const Velocity> view(world);
            context.each_parallel(view, [](Position& position, const Velocity&) { position.x += 1; });
        };
        REQUIRE(schedule.add(std::move(wide)));
        for (const char* name : {"Left", "Right"}) {
            SystemDescription side;
            side.name = name;
            side.parallel = true;
            side.run = [](SystemContext&) { some_time(); };
            REQUIRE(schedule.add(std::move(side)));
        }
        schedule.system<Health>("Suffer", [](Commands& commands, Entity entity, Health& health) {
            if (--health.hp < -1) commands.destroy(entity);
        });
    }
    double secs_in(const TracedTick& tick, std::string_view name) const {
        double secs = 0;
        for (const TraceEvent& event : tick.events)
            if (event.name != TraceEvent::no_name && recorder.name(event.name) == name &&
                (event.kind == SpanKind::System || event.kind == SpanKind::Playback))
                secs += event.secs();
        return secs;
    }
};

/// Whether the spans of each thread lie within each other or apart.
bool nested(const TracedTick& tick) {
    std::vector<TraceEvent> open;
    for (const TraceEvent& event : tick.events) {
        while (!open.empty() && (open.back().thread != event.thread || open.back().end_ns <= event.begin_ns))
            open.pop_back();
        if (event.end_ns < event.begin_ns || (!open.empty() && event.end_ns > open.back().end_ns)) return false;
        open.push_back(event);
    }
    return true;
}

}  // namespace

TEST_CASE("TraceRecorder: the spans of a system last as long as its times say", "[schedule][trace]") {
    const std::size_t threads = GENERATE(1u, 2u, 4u);
    Fixture fixture(threads);
    fixture.add_all();
    for (int tick = 0; tick < 6; ++tick) {
        fixture.schedule.tick();
        const TracedTick& last = fixture.recorder[fixture.recorder.size() - 1];
        CHECK(last.tick == static_cast<std::uint64_t>(tick));
        CHECK(last.dropped == 0);
        CHECK(nested(last));
        double sum = 0;
        for (const System* system : fixture.schedule.systems()) {
            // Stamps are whole nanoseconds.
            CHECK(std::abs(fixture.secs_in(last, system->description.name) - system->stats.last_secs) < 4e-9);
            sum += system->stats.last_secs;
        }
        if (threads == 1) CHECK(sum <= last.secs());
        for (const TraceEvent& event : last.events) {
            CHECK(event.begin_ns >= last.begin_ns);
            CHECK(event.end_ns <= last.end_ns);
            CHECK(event.thread < threads);
        }
    }
}

TEST_CASE("TraceRecorder: what other threads do of a system lies within the system's time", "[schedule][trace]") {
    Fixture fixture(2);
    fixture.add_all();
    bool helped = false;
    for (int tick = 0; tick < 2000 && !helped; ++tick) {
        fixture.schedule.tick();
        const TracedTick& last = fixture.recorder[fixture.recorder.size() - 1];
        const auto system = [&] {
            for (const TraceEvent& event : last.events)
                if (event.kind == SpanKind::System && fixture.recorder.name(event.name) == "Wide") return event;
            return TraceEvent{};
        }();
        for (const TraceEvent& event : last.events) {
            if (event.kind != SpanKind::Jobs) continue;
            REQUIRE(fixture.recorder.name(event.name) == "Wide");
            REQUIRE(event.begin_ns >= system.begin_ns);
            REQUIRE(event.end_ns <= system.end_ns);
            helped |= event.thread == 1;
        }
    }
    CHECK(helped);
    CHECK(fixture.recorder.thread_count() == 2);
}

TEST_CASE("TraceRecorder: a tick tells its moves, chunks and memory", "[schedule][trace]") {
    Fixture fixture;
    fixture.schedule.system("Grow", [](SystemContext& context) {
        for (int i = 0; i < 5000; ++i) context.commands.create(Position{}, Frozen{});
    });
    fixture.schedule.tick();
    const TracedTick& tick = fixture.recorder[0];
    CHECK(tick.structural_changes == 5000);
    CHECK(tick.entities == 9000);
    CHECK(tick.chunks_made > 0);
    CHECK(tick.bytes_in_use == fixture.world.blocks().bytes_in_use());
    CHECK(tick.bytes_reserved == fixture.world.blocks().bytes_reserved());
    std::uint64_t played_back = 0;
    for (const TraceEvent& event : tick.events)
        if (event.kind == SpanKind::Playback) played_back += event.amount;
    CHECK(played_back == 5000);
}

TEST_CASE("TraceRecorder: it keeps the last ticks, and of each no more than it may", "[schedule][trace]") {
    Fixture fixture(1, 3, 5);
    for (int i = 0; i < 9; ++i) fixture.schedule.system("System " + std::to_string(i), [](SystemContext&) {});
    for (int i = 0; i < 7; ++i) fixture.schedule.tick();
    REQUIRE(fixture.recorder.size() == 3);
    CHECK(fixture.recorder.total() == 7);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(fixture.recorder[i].tick == 4 + i);
        CHECK(fixture.recorder[i].events.size() == 5);
        CHECK(fixture.recorder[i].dropped == 4);
    }
    CHECK(fixture.recorder.name_count() == 5);
}

TEST_CASE("TraceRecorder: systems that are stepped are one tick, and one that began unseen is left out",
          "[schedule][trace]") {
    Fixture fixture;
    fixture.schedule.trace = nullptr;
    for (const char* name : {"First", "Second"}) fixture.schedule.system(name, [](SystemContext&) {});
    fixture.schedule.step_system(fixture.world);
    fixture.schedule.trace = &fixture.recorder;
    fixture.schedule.step_system(fixture.world);
    CHECK(fixture.recorder.size() == 0);
    fixture.schedule.step_system(fixture.world);
    fixture.schedule.step_system(fixture.world);
    REQUIRE(fixture.recorder.size() == 1);
    CHECK(fixture.recorder[0].events.size() == 2);
}

TEST_CASE("TraceRecorder: names stay when systems go, and hooks have spans without one", "[schedule][trace]") {
    Fixture fixture;
    fixture.world.observers().added<Frozen>("Chill", [](World&, Entity) {});
    fixture.schedule.system("Gone", [](SystemContext&) {});
    fixture.schedule.tick();
    REQUIRE(fixture.schedule.remove(fixture.world, "Gone"));
    std::size_t hooks = 0, systems = 0;
    for (const TraceEvent& event : fixture.recorder[0].events) {
        hooks += event.kind == SpanKind::Hooks && event.name == TraceEvent::no_name;
        systems += event.kind == SpanKind::System && fixture.recorder.name(event.name) == "Gone";
    }
    CHECK(hooks == 2);
    CHECK(systems == 1);
}

TEST_CASE("TraceRecorder: a recorded world is the same as one that nobody records", "[schedule][trace]") {
    const auto hash_of = [](bool recorded) {
        Fixture fixture(3);
        fixture.add_all();
        if (!recorded) fixture.schedule.trace = nullptr;
        for (int i = 0; i < 20; ++i) fixture.schedule.tick();
        return state_hash(fixture.world);
    };
    CHECK(hash_of(true) == hash_of(false));
}

}  // namespace trace_recorder_test
