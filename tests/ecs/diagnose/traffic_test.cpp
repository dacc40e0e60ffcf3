#include "ecs/diagnose/traffic.hpp"

#include <algorithm>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/support/test_types.hpp"

namespace traffic_test {

using namespace ecs;
using namespace test;

namespace {

struct Fixture {
    World world;
    Journal journal;
    explicit Fixture(std::size_t kept = 10'000) : journal(kept) {
        register_types(world);
        world.observe(&journal);
    }
    ~Fixture() { world.observe(nullptr); }
};

const TrafficEdge* find(const std::vector<TrafficEdge>& edges, ComponentId component, bool added) {
    const auto found = std::find_if(edges.begin(), edges.end(), [&](const TrafficEdge& edge) {
        return edge.component == component && edge.added == added;
    });
    return found == edges.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("Traffic: a system that toggles a tag each tick is found within two seconds, with its name",
          "[ecs][traffic]") {
    Fixture f;
    const Entity entity = f.world.create(Position{});
    Schedule schedule;
    SystemDescription blink;
    blink.name = "Blink";
    blink.run = [&](SystemContext& context) {
        if (context.world.has<Frozen>(entity))
            context.commands.remove<Frozen>(entity);
        else
            context.commands.add<Frozen>(entity);
    };
    REQUIRE(schedule.add(blink));
    Traffic traffic(120);
    traffic.read(f.journal, f.world.tick());
    for (int i = 0; i < 120; ++i) {
        schedule.tick(f.world);
        traffic.read(f.journal, f.world.tick());
    }
    const std::vector<TrafficEdge> edges = traffic.edges();
    REQUIRE(edges.size() == 3);
    CHECK(traffic.ticks_seen() == 120);
    CHECK(edges[0].moves + edges[1].moves == 120);
    CHECK(edges[2].moves == 1);  // the creation, which the journal held before the first look
    CHECK_FALSE(edges[2].ping_pong);
    for (const TrafficEdge& edge : {edges[0], edges[1]}) {
        CHECK(edge.ping_pong);
        CHECK(f.world.cause_name(edge.cause) == "Blink");
        CHECK(edge.bytes == edge.moves * 20);
    }
}

TEST_CASE("Traffic: counts equal the moves that were made", "[ecs][traffic]") {
    Fixture f;
    Random random(5);
    std::vector<Entity> entities(50);
    f.world.create_many(entities, std::vector<ComponentId>{f.world.id<Position>()});
    Traffic traffic(10'000);
    traffic.read(f.journal, 0);
    std::uint64_t added = 0, removed = 0, bytes = 0;
    for (int i = 0; i < 2000; ++i) {
        const Entity entity = entities[random.below(50)];
        if (f.world.has<Health>(entity)) {
            f.world.remove<Health>(entity);
            ++removed;
        } else {
            f.world.add(entity, Health{});
            ++added;
        }
        if (random.below(30) == 0) traffic.read(f.journal, static_cast<std::uint64_t>(i));
    }
    traffic.read(f.journal, 3000);
    for (std::size_t i = 0; i < f.journal.size(); ++i)
        if (f.journal[i].kind == ChangeKind::Moved || f.journal[i].kind == ChangeKind::FilledHole)
            bytes += f.journal[i].bytes_copied;
    const std::vector<TrafficEdge> edges = traffic.edges();
    REQUIRE(find(edges, f.world.id<Health>(), true));
    CHECK(find(edges, f.world.id<Health>(), true)->moves == added);
    CHECK(find(edges, f.world.id<Health>(), false)->moves == removed);
    CHECK(edges[0].bytes + edges[1].bytes == bytes);
    CHECK(traffic.missed() == 0);
}

TEST_CASE("Traffic: entities that come, change once and go are not ping-pong", "[ecs][traffic]") {
    Fixture f;
    Traffic traffic(60);
    traffic.read(f.journal, 0);
    for (std::uint64_t tick = 1; tick <= 200; ++tick) {
        f.world.set_tick(tick);
        const Entity entity = f.world.create(Position{}, Frozen{});
        f.world.remove<Frozen>(entity);
        f.world.destroy(entity);
        traffic.read(f.journal, tick + 1);
    }
    const std::vector<TrafficEdge> edges = traffic.edges();
    CHECK(edges.size() == 3);
    for (const TrafficEdge& edge : edges) {
        CHECK_FALSE(edge.ping_pong);
        CHECK(edge.moves == 60);  // the window
    }
}

TEST_CASE("Traffic: what the journal dropped is counted as missed, until the window has passed", "[ecs][traffic]") {
    Fixture f(10);
    Traffic traffic(5);
    traffic.read(f.journal, 0);
    for (int i = 0; i < 25; ++i) f.world.create();
    traffic.read(f.journal, 1);
    CHECK(traffic.missed() >= 15);
    traffic.read(f.journal, 20);
    CHECK(traffic.missed() == 0);
    CHECK(traffic.edges().empty());
}

TEST_CASE("Traffic: what was dropped before the window began is not missed", "[ecs][traffic]") {
    Fixture f(60);
    Traffic traffic(5);
    traffic.read(f.journal, 0);
    // Nobody reads for a long time, and the journal holds the last ten ticks only.
    for (std::uint64_t tick = 0; tick < 100; ++tick) {
        f.world.set_tick(tick);
        for (int i = 0; i < 6; ++i) f.world.create(Position{});
    }
    REQUIRE(f.journal.dropped() > 0);
    traffic.read(f.journal, 100);
    CHECK(traffic.missed() == 0);
    REQUIRE(traffic.edges().size() == 1);
    CHECK(traffic.edges()[0].moves == 30);  // five ticks
}

TEST_CASE("Traffic: the first look counts what the journal holds already, whole ticks only", "[ecs][traffic]") {
    for (const std::size_t kept : {1000u, 50u, 8u}) {
        Fixture f(kept);
        for (std::uint64_t tick = 5; tick < 15; ++tick) {
            f.world.set_tick(tick);
            for (int i = 0; i < 10; ++i) f.world.create(Position{});
        }
        const std::uint64_t told = f.journal.size();
        Traffic traffic(120), narrow(3);
        traffic.read(f.journal, 15);
        narrow.read(f.journal, 15);
        INFO("kept " << kept);
        // A chunk that was made is told, too; the tick of the oldest change may be a part of one.
        const std::uint64_t ticks = kept == 1000 ? 10 : kept == 50 ? told / 10 - 1 : 0;
        CHECK(traffic.ticks_seen() == ticks);
        const std::vector<TrafficEdge> edges = traffic.edges();
        REQUIRE(edges.size() == (ticks > 0 ? 1 : 0));
        if (ticks > 0) CHECK(edges[0].moves == ticks * 10);
        CHECK(traffic.missed() == 0);
        CHECK(narrow.ticks_seen() == std::min<std::uint64_t>(ticks, 3));
        if (ticks > 0) CHECK(narrow.edges()[0].moves == 30);
    }
}

TEST_CASE("Traffic: a world that goes back in time begins anew", "[ecs][traffic]") {
    Fixture f;
    Traffic traffic(100);
    traffic.read(f.journal, 50);
    f.world.create();
    traffic.read(f.journal, 51);
    CHECK(traffic.edges().size() == 1);
    traffic.read(f.journal, 10);
    CHECK(traffic.edges().empty());
    CHECK(traffic.ticks_seen() == 0);
}

TEST_CASE("Traffic: who came anew, or moved before the window, does not return", "[ecs][traffic]") {
    Journal journal;
    Traffic traffic(10);
    std::uint64_t tick = 0;
    const auto record = [&](ChangeKind kind, Entity entity, ArchetypeId from, ArchetypeId to) {
        journal.record({.kind = kind, .entity = entity, .from = {from}, .to = {to}, .tick = tick});
    };
    const auto returns = [&] {
        std::uint64_t sum = 0;
        for (const TrafficEdge& edge : traffic.edges()) sum += edge.returns;
        return sum;
    };
    traffic.read(journal, tick);
    for (std::uint32_t index = 0; index < 1'000; ++index) {
        const Entity entity{index, 1}, other{index, 2};
        record(ChangeKind::Moved, entity, 1, 2);
        // Undo brings the same handle back.
        record(ChangeKind::Destroyed, entity, 2, no_archetype);
        record(ChangeKind::Created, entity, no_archetype, 2);
        record(ChangeKind::Moved, entity, 2, 1);
        record(ChangeKind::Moved, other, 1, 2);  // the next user of the slot
    }
    traffic.read(journal, ++tick);
    CHECK(returns() == 0);
    for (std::uint32_t index = 0; index < 1'000; ++index) record(ChangeKind::Moved, {index, 2}, 2, 1);
    traffic.read(journal, ++tick);
    CHECK(returns() == 1'000);
    for (; tick < 40; ++tick) traffic.read(journal, tick);
    for (std::uint32_t index = 0; index < 1'000; ++index) record(ChangeKind::Moved, {index, 2}, 1, 2);
    traffic.read(journal, ++tick);
    CHECK(returns() == 0);
}

}  // namespace traffic_test
