#include "ecs/world/journal_room.hpp"

#include "catch.hpp"
#include "ecs/diagnose/traffic.hpp"
#include "ecs/world/view.hpp"
#include "editor/demo/components.hpp"
#include "editor/session/session.hpp"
#include "editor/support/demo.hpp"

namespace journal_room_test {

using namespace editor;

TEST_CASE("Journal room: a hundred thousand shapes that freeze and thaw are counted exactly, eight ticks a frame",
          "[editor][journal_room]") {
    const auto session = demo::start("traffic", 100'000);
    ecs::Journal journal;
    ecs::Traffic traffic(120);
    session->world.observe(&journal);
    traffic.read(journal, session->world.tick());
    std::uint64_t read_until = journal.total(), max_at_once = 0;
    for (int frame = 0; frame < 4; ++frame) {
        for (int tick = 0; tick < 8; ++tick) {
            journal.reserve(ecs::journal_room(journal, read_until, session->world));
            session->tick();
        }
        max_at_once = std::max(max_at_once, journal.total() - read_until);
        traffic.read(journal, session->world.tick());
        read_until = journal.total();
    }
    CHECK(max_at_once > 50'000);  // more than any fixed room that is small
    CHECK(traffic.missed() == 0);
    CHECK(journal.dropped() == 0);
    std::uint64_t moves = 0;
    for (const ecs::TrafficEdge& edge : traffic.edges()) moves += edge.moves;
    std::uint64_t told = 0;
    for (std::size_t i = 0; i < journal.size(); ++i) told += journal[i].kind == ecs::ChangeKind::Moved ? 1 : 0;
    CHECK(moves == told);
    session->world.observe(nullptr);
}

TEST_CASE("Journal room: an edit of every row fits, and the room has an end", "[editor][journal_room]") {
    const auto session = demo::start("stress", 50'000);
    ecs::World& world = session->world;
    ecs::Journal journal;
    world.observe(&journal);
    journal.reserve(ecs::journal_room(journal, 0, world));
    CHECK(journal.capacity() >= 100'000);
    std::vector<ecs::Entity> all;
    ecs::View<const Position>(world).each(world, [&](ecs::Entity entity, const Position&) { all.push_back(entity); });
    const std::uint64_t before = journal.total();
    for (const ecs::Entity entity : all)
        if (!world.has<Enemy>(entity)) world.add(entity, world.id<Enemy>());
    CHECK(journal.total() - before > 50'000);
    CHECK(journal.dropped() == 0);
    CHECK(ecs::journal_room(journal, 0, world) <= ecs::max_journal_room);
    world.observe(nullptr);
    CHECK(ecs::journal_room(ecs::Journal(0), 0, ecs::World()) == 0);
}

TEST_CASE("Journal room: frames that bring ever more changes do not let it grow each time, because that copies",
          "[editor][journal_room]") {
    const auto session = demo::start("stress", 50'000);
    ecs::World& world = session->world;
    ecs::Journal journal;
    std::size_t grown = 0;
    for (std::uint64_t since = 0; since < 2'000; since += 10) {
        for (int i = 0; i < 10; ++i) journal.record({});
        const std::size_t before = journal.capacity();
        journal.reserve(ecs::journal_room(journal, 0, world));
        grown += journal.capacity() != before ? 1 : 0;
    }
    CHECK(grown == 1);
}

}  // namespace journal_room_test
