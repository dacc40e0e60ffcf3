// Zones of a program's own loop as systems in its client, here in one process. The program runs on a thread of its own,
// because it waits between two zones.
#include "ecs/schedule/zone.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "catch.hpp"
#include "ecs/breakpoints/owner_breakpoints.hpp"
#include "ecs/ecs.hpp"
#include "ecs/mirror/fake_owner.hpp"
#include "remote/support/linked_program.hpp"

namespace program_zones_test {

namespace {

using Control = ecs::OwnerControl;

struct Count {
    std::int32_t moves = 0, fights = 0;
};
struct Score {
    std::int32_t points = 0;
};

/// A program without a schedule: each of its ticks moves, fights and counts.
class Program {
public:
    Program() : thread_([this] { run(); }) {}
    ~Program() {
        ends_ = true;
        thread_.join();
    }
    std::uint16_t port() const {
        while (port_ == 0) std::this_thread::yield();
        return port_;
    }
    const std::string& token() const { return token_; }

private:
    void run() {
        ecs::World world;
        world.types().add<Count>("Count").field("moves", &Count::moves).field("fights", &Count::fights);
        world.types().add<Score>("Score").field("points", &Score::points);
        const ecs::Entity counter = world.create(ecs::Name{"Counter"}, Count{}, Score{});
        test::FakeOwner other;
        const ecs::OwnerKey hero = other.spawn();
        probe::Probe probe("test", {.announced = false, .share = 0});
        probe.show("loop", world);
        probe.show("other", other);
        token_ = probe.token();
        port_ = probe.port();
        while (!ends_) {
            if (!probe.tick()) continue;
            {
                const ecs::Zone zone("move");
                const ecs::Zone below("a part of it");
                ++world.get_mut<Count>(counter).moves;
            }
            {
                const ecs::Zone zone("fight");
                ++world.get_mut<Count>(counter).fights;
                other.set(hero, test::FakeOwner::health, world.get<Count>(counter).fights);
            }
            {
                const ecs::Zone zone("score");
                ++world.get_mut<Score>(counter).points;
            }
        }
    }

    std::atomic<std::uint16_t> port_ = 0;
    std::atomic<bool> ends_ = false;
    std::string token_;  // before port_
    std::thread thread_;
};

/// The program waits while it has a client, so the client goes first.
struct Both : Program, test::ProgramClient {
    Both() : ProgramClient({.port = port(), .token = token()}) {}

    bool known() {
        return until([&] { return shown.systems().size() == 3 && shown.systems()[2]->stats.runs > 0; });
    }
    const ecs::OwnerClock& clock() const { return *owner.clock(); }
    bool stands_before(const std::string& zone, std::uint64_t tick) {
        return until([&] { return clock().paused && clock().next_system == zone && clock().tick == tick; });
    }
    bool stands_between_ticks(std::uint64_t tick) { return stands_before({}, tick); }
    bool step_to(const std::string& zone, std::uint64_t tick) {
        return control({.kind = Control::Kind::StepSystem}) && stands_before(zone, tick);
    }
    bool paused() {
        return control({.kind = Control::Kind::Pause}) && until([&] { return clock().paused; });
    }
    std::string counts() const {
        const ecs::World& world = mirror.world();
        const ecs::Entity counter = world.find_by_name("Counter");
        const auto number = [&](const char* path) {
            const ecs::FieldPath field = *ecs::find_field(world.types(), path);
            return static_cast<std::int64_t>(ecs::read_number(field, world.get(counter, field.component)));
        };
        const std::int64_t moves = number("Count.moves");
        return std::to_string(number("Count.fights") - moves) + " " + std::to_string(number("Score.points") - moves);
    }
    /// The program has this breakpoint, and no other.
    bool armed(const ecs::WantedBreakpoint& wanted) {
        owner.breakpoints()->want({wanted});
        return until([&] {
            const std::vector<ecs::BreakpointNews> news = owner.breakpoints()->take_news();
            return std::any_of(news.begin(), news.end(), [&](const auto& each) { return each.id == wanted.id; });
        });
    }
    std::optional<ecs::BreakpointHit> stop() {
        std::optional<ecs::BreakpointHit> hit;
        (void)until([&] { return (hit = owner.breakpoints()->take_stop()).has_value(); });
        return hit;
    }
};

}  // namespace

TEST_CASE("Program zones: they are systems with times, in their order, with what they were seen to write",
          "[program][zones]") {
    Both both;
    REQUIRE(both.known());
    const auto system = [&](std::size_t i) -> const ecs::System& { return *both.shown.systems()[i]; };
    CHECK(system(0).description.name == "move");
    CHECK(system(1).description.name == "fight");
    CHECK(system(2).description.name == "score");
    const auto writes = [&](std::size_t i, const char* type) {
        const ecs::ComponentType* const found = both.mirror.world().types().find(type);
        const auto& accesses = system(i).description.accesses;
        return found != nullptr && std::any_of(accesses.begin(), accesses.end(), [&](const ecs::SystemAccess& each) {
                   return each.component == found->id && each.access == ecs::Access::Write;
               });
    };
    CHECK(both.until([&] { return writes(0, "Count") && writes(1, "Count") && writes(2, "Score"); }));
    CHECK_FALSE(writes(0, "Score"));
    CHECK_FALSE(writes(2, "Count"));
    CHECK(both.owner.why_not(ecs::OwnerAbility::SeeSystems).empty());
    CHECK(both.clock().why_not_systems.empty());
}

TEST_CASE("Program zones: a step runs to the end of the next zone, and behind the last one the tick is over",
          "[program][zones]") {
    Both both;
    REQUIRE(both.known());
    REQUIRE(both.paused());
    const std::uint64_t tick = both.clock().tick;
    CHECK(both.counts() == "0 0");
    for (int round = 0; round < 3; ++round) {
        const std::uint64_t now = tick + static_cast<std::uint64_t>(round);
        REQUIRE(both.step_to("fight", now));
        CHECK(both.counts() == "-1 -1");
        REQUIRE(both.step_to("score", now));
        CHECK(both.counts() == "0 -1");
        REQUIRE(both.control({.kind = Control::Kind::StepSystem}));
        REQUIRE(both.stands_between_ticks(now + 1));
        CHECK(both.counts() == "0 0");
    }
    // The rest of a tick that is half done counts as one.
    REQUIRE(both.step_to("fight", tick + 3));
    REQUIRE(both.control({.kind = Control::Kind::StepTicks, .ticks = 2}));
    REQUIRE(both.stands_between_ticks(tick + 5));
    // Two at once
    REQUIRE(both.control({.kind = Control::Kind::StepSystem}));
    REQUIRE(both.step_to("score", tick + 5));
    REQUIRE(both.control({.kind = Control::Kind::RunToTick, .ticks = tick + 9}));
    REQUIRE(both.stands_between_ticks(tick + 9));
    REQUIRE(both.step_to("fight", tick + 9));
    REQUIRE(both.control({.kind = Control::Kind::Go}));
    CHECK(both.until([&] { return both.clock().tick > tick + 20 && !both.clock().paused; }));
}

TEST_CASE("Program zones: a breakpoint stops behind the zone that did it, and before a zone that is named",
          "[program][zones]") {
    Both both;
    REQUIRE(both.known());
    REQUIRE(both.paused());
    const std::uint64_t tick = both.clock().tick;
    // Each tick adds one to each; the ticks are those since the program began.
    REQUIRE(both.armed({.id = 1, .text = "on change Count.fights"}));
    REQUIRE(both.control({.kind = Control::Kind::StepTicks, .ticks = 5}));
    std::optional<ecs::BreakpointHit> hit = both.stop();
    REQUIRE(hit);
    CHECK(hit->writer == ecs::WriterKind::BySystem);
    CHECK(hit->writer_name == "fight");
    CHECK(hit->tick == tick);
    CHECK(both.clock().next_system == "score");
    CHECK(both.counts() == "0 -1");

    REQUIRE(both.armed({.id = 2, .text = "on system \"fight\""}));
    REQUIRE(both.control({.kind = Control::Kind::Go}));
    for (std::uint64_t next = tick + 1; next < tick + 4; ++next) {
        hit = both.stop();
        REQUIRE(hit);
        CHECK(hit->kind == ecs::BreakpointKind::System);
        CHECK(hit->tick == next);
        CHECK(both.clock().next_system == "fight");
        CHECK(both.counts() == "-1 -1");
        REQUIRE(both.control({.kind = Control::Kind::Go}));
    }
}

TEST_CASE("Program zones: a breakpoint in a world of another library stops behind the zone that did it",
          "[program][zones]") {
    Both both;
    REQUIRE(both.known());
    both.mirror.show_world("other");
    REQUIRE(both.until([&] { return both.owner.worlds()->shown == 1 && both.shown.systems().size() == 3; }));
    REQUIRE(both.armed({.id = 1, .text = "on change Health.hp"}));
    const std::optional<ecs::BreakpointHit> hit = both.stop();
    REQUIRE(hit);
    CHECK(hit->writer == ecs::WriterKind::BySystem);
    CHECK(hit->writer_name == "fight");
    CHECK(both.clock().next_system == "score");
    REQUIRE(hit->after);
    CHECK(*static_cast<const int*>(hit->after.data()) == *static_cast<const int*>(hit->before.data()) + 1);
    REQUIRE(both.armed({.id = 2, .text = "on system \"move\""}));
    REQUIRE(both.control({.kind = Control::Kind::Go}));
    REQUIRE(both.stop());
    CHECK(both.clock().next_system == "move");
}

TEST_CASE("Program zones: while the program waits before a zone, its client looks at another world, and comes back",
          "[program][zones]") {
    Both both;
    REQUIRE(both.known());
    REQUIRE(both.armed({.id = 1, .text = "on system \"fight\""}));
    for (int round = 0; round < 8; ++round) {
        REQUIRE(both.until([&] { return both.owner.breakpoints() != nullptr; }));
        REQUIRE(both.stop());
        both.mirror.show_world("other");
        REQUIRE(both.until([&] { return both.owner.worlds()->shown == 1 && both.clock().next_system.empty(); }));
        both.mirror.show_world("loop");
        REQUIRE(both.until([&] { return both.owner.worlds()->shown == 0; }));
        CHECK(both.clock().paused);  // between two ticks by now
        REQUIRE(both.control({.kind = Control::Kind::Go}));
    }
}

TEST_CASE(
    "Program zones: while the program waits in the middle of a tick, edits reach it, and the end of the connection "
    "lets it go on",
    "[program][zones]") {
    Program program;
    const remote::LinkOptions link{.port = program.port(), .token = program.token()};
    std::uint64_t tick = 0;
    {
        test::ProgramClient client(link);
        const ecs::Mirror& mirror = client.mirror;
        const remote::ProgramOwner& owner = client.owner;
        REQUIRE(client.until([&] { return owner.clock() != nullptr && owner.clock()->why_not_systems.empty(); }));
        REQUIRE(client.control({.kind = Control::Kind::StepSystem}));
        REQUIRE(client.until([&] { return owner.clock()->next_system == "fight"; }));
        REQUIRE(
            client.history.perform({.label = "Create", .edits = {ecs::CreateEntities{{ecs::EntityRecord{}}}}}).empty());
        REQUIRE(client.until([&] { return mirror.unanswered() == 0; }));
        CHECK(owner.clock()->next_system == "fight");
        tick = owner.clock()->tick;
    }
    test::ProgramClient client(link);
    CHECK(client.until([&] { return client.owner.clock() != nullptr && client.owner.clock()->tick > tick + 2; }));
    CHECK(client.mirror.world().entity_count() == 2);
    CHECK_FALSE(client.owner.clock()->paused);
}

}  // namespace program_zones_test
