#include "ecs/world/journal.hpp"

#include "catch.hpp"
#include "ecs/support/test_types.hpp"

namespace journal_test {

using namespace ecs;
using namespace test;

namespace {

StructuralChange change(std::uint32_t number) {
    StructuralChange result;
    result.entity = {number, 1};
    return result;
}

}  // namespace

TEST_CASE("Journal: remembers the last changes, oldest first, and counts those it dropped", "[ecs][journal]") {
    Journal journal(4);
    CHECK(journal.size() == 0);
    for (std::uint32_t i = 1; i <= 11; ++i) {
        journal.record(change(i));
        const std::uint32_t kept = std::min(i, 4u);
        REQUIRE(journal.size() == kept);
        REQUIRE(journal.total() == i);
        REQUIRE(journal.dropped() == i - kept);
        for (std::uint32_t k = 0; k < kept; ++k) REQUIRE(journal[k].entity.index == i - kept + 1 + k);
    }
    journal.clear();
    CHECK(journal.size() == 0);
    CHECK(journal.total() == 0);
    CHECK(journal.dropped() == 0);
    journal.record(change(1));
    CHECK(journal[0].entity.index == 1);
}

TEST_CASE("Journal: grows with what it holds, and goes on from there", "[ecs][journal]") {
    for (const std::uint32_t before : {0u, 2u, 4u, 7u}) {
        Journal journal(4);
        for (std::uint32_t i = 1; i <= before; ++i) journal.record(change(i));
        const std::uint64_t dropped = journal.dropped();
        journal.reserve(3);  // it has more
        CHECK(journal.capacity() == 4);
        journal.reserve(6);
        CHECK(journal.capacity() == 6);
        CHECK(journal.dropped() == dropped);
        for (std::uint32_t i = before + 1; i <= before + 9; ++i) {
            journal.record(change(i));
            const std::uint64_t kept = std::min<std::uint64_t>(i - dropped, 6);
            REQUIRE(journal.total() == i);
            REQUIRE(journal.size() == kept);
            for (std::size_t k = 0; k < kept; ++k) REQUIRE(journal[k].entity.index == i - kept + 1 + k);
        }
    }
    Journal none(0);
    none.record(change(1));
    none.reserve(2);
    CHECK(none.dropped() == 1);
    none.record(change(2));
    CHECK(none[0].entity.index == 2);
    none.clear();
    CHECK(none.total() == 0);
    CHECK(none.size() == 0);
}

TEST_CASE("Journal: without capacity it only counts", "[ecs][journal]") {
    Journal journal(0);
    journal.record(change(1));
    CHECK(journal.size() == 0);
    CHECK(journal.total() == 1);
    CHECK(journal.dropped() == 1);
}

TEST_CASE("Journal: tells what happened to the rows of a world", "[ecs][journal]") {
    World world;
    register_types(world);
    Journal journal;
    world.observe(&journal);
    world.set_tick(12);
    const CauseId cause = world.cause("Spawner");
    const CauseId former = world.set_cause(cause);
    const Entity first = world.create(Position{});
    const Entity second = world.create(Position{});
    world.set_cause(former);
    world.add(first, Velocity{});
    world.destroy(second);
    world.observe(nullptr);
    world.create(Position{});

    std::vector<StructuralChange> rows;
    for (std::size_t i = 0; i < journal.size(); ++i)
        if (journal[i].kind != ChangeKind::ChunkMade && journal[i].kind != ChangeKind::ChunkFreed)
            rows.push_back(journal[i]);
    REQUIRE(rows.size() == 5);
    CHECK(rows[0].kind == ChangeKind::Created);
    CHECK(rows[0].entity == first);
    CHECK(world.cause_name(rows[0].cause) == "Spawner");
    CHECK(rows[0].tick == 12);
    CHECK(rows[1].to.row == 1);
    CHECK(rows[2].kind == ChangeKind::Moved);
    CHECK(rows[2].component == world.id<Velocity>());
    CHECK(rows[2].added);
    CHECK(rows[2].bytes_copied == 8 + 12);
    CHECK(world.cause_name(rows[2].cause) == "direct call");
    CHECK(rows[3].kind == ChangeKind::FilledHole);
    CHECK(rows[3].entity == second);
    CHECK(rows[4].kind == ChangeKind::Destroyed);
    CHECK(rows[4].entity == second);
}

TEST_CASE("Journal: every kind of change has a name", "[ecs][journal]") {
    CHECK(name_of(ChangeKind::Created) == "created");
    CHECK(name_of(ChangeKind::FilledHole) == "filled hole");
    CHECK(name_of(ChangeKind::ChunkFreed) == "chunk freed");
    CHECK(name_of(ChangeKind::Restored) == "restored");
}

TEST_CASE("Journal: keeps every part of a change, ticks beyond 32 bits too", "[ecs][journal]") {
    Journal journal(3);
    StructuralChange change;
    change.kind = ChangeKind::Moved;
    change.entity = {7, 9};
    change.from = {3, (1u << 21) - 2, 2047};
    change.to = {no_archetype - 1, 5, 6};
    change.component = 77;
    change.added = true;
    change.bytes_copied = 0xfffffff0u;
    change.tick = 0xffffffffu;
    change.cause = 12;
    journal.record(change);
    const StructuralChange first = journal[0];
    CHECK(first.kind == change.kind);
    CHECK(first.entity == change.entity);
    CHECK(first.from == change.from);
    CHECK(first.to == change.to);
    CHECK(first.component == 77);
    CHECK(first.added);
    CHECK(first.bytes_copied == 0xfffffff0u);
    CHECK(first.cause == 12);

    StructuralChange later;
    later.tick = 0x100000003u;
    journal.record(later);
    CHECK(journal[0].tick == 0xffffffffu);
    CHECK(journal[1].tick == 0x100000003u);
    later.tick = 5;  // a world that went back
    journal.record(later);
    CHECK(journal[2].tick == 5);
    CHECK(journal[1].component == no_component);
    CHECK(journal[1].from == Location{});
}

}  // namespace journal_test
