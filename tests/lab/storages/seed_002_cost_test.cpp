// Article 002 through the lab's interface: what it costs, in bytes and counted steps.
#include "ecs/lab/storages/storage.hpp"

#include <vector>

#include "catch.hpp"
#include "ecs/lab/memory/trace.hpp"
#include "lab/support/lab_types.hpp"
#include "lab/support/population.hpp"
#include "lab/support/seed_002_subject.hpp"

namespace seed_002_cost_test {

using namespace ecs::lab;
using lab_test::Health;
using lab_test::Position;
using lab_test::Velocity;
using seed_002::Removal;
using seed_002::Subject;

TEST_CASE("002: reference numbers of the design", "[lab][002]") {
    Subject subject(Mode::Repaired, Removal::SwapLast, true);
    lab_test::populate(*subject.storage, 10'000);
    const Account account = account_of(*subject.storage, subject.arena);
    CHECK(account.allocated == 655'360);
    CHECK(account.payload == 209'920);
    CHECK(account.index == 302'144);
    CHECK(account.holes == 0);
    CHECK(account.spare == 143'296);
    CHECK(account.padding == 0);

    // 1,875 lines would hold the bytes that the join needs.
    subject.trace->begin_operation("join");
    const TypeIndex join[]{lab_test::position, lab_test::velocity};
    std::uint64_t rows = 0;
    subject.storage->each(join, [&](Row& row) {
        Position position;
        Velocity velocity;
        row.read(0, &position);
        row.read(1, &velocity);
        position.x += velocity.x;
        row.write(0, &position);
        ++rows;
    });
    CHECK(rows == 5'000);
    CHECK(rows * 24 / line_bytes == 1'875);
    CHECK(subject.trace->operations().back().work.lines == 1'876);

    Subject tiny(Mode::Repaired);
    lab_test::populate(*tiny.storage, 50);
    CHECK(tiny.arena.allocated() == 2'816);
}

TEST_CASE("002: faithful, there is no table of locations, and no column of ids", "[lab][002]") {
    Subject subject(Mode::Faithful);
    lab_test::populate(*subject.storage, 10'000);
    const Account account = account_of(*subject.storage, subject.arena);
    CHECK(account.payload == 209'920);
    CHECK(account.index == 0);
    CHECK(account.allocated == 8192 * 28 + 2048 * 16 + 4096 * 16 + 1024 * 4);
    CHECK(account.spare == account.allocated - account.payload);
}

TEST_CASE("002-C8: removing copies one row, or all behind it", "[lab][002]") {
    for (const Mode mode : {Mode::Faithful, Mode::Repaired})
        for (const Removal removal : {Removal::SwapLast, Removal::Shift}) {
            Subject subject(mode, removal, true);
            std::vector<Handle> handles;
            for (int i = 0; i < 100; ++i) handles.push_back(subject.create(lab_test::health, Health{1}));
            subject.trace->begin_operation("destroy");
            REQUIRE(subject.storage->destroy(handles[30]));
            const std::uint64_t row_bytes = mode == Mode::Faithful ? 4 : 8;
            CHECK(subject.trace->operations().back().work.bytes_moved ==
                  row_bytes * (removal == Removal::Shift ? 69 : 1));
            CHECK(fault_of(*subject.storage, subject.arena) == "");
        }
}

TEST_CASE("002-H2: an entity takes less than the objects of article 004 do", "[lab][002]") {
    const auto bytes_of = [](StorageKind kind, int count) {
        Arena arena;
        const auto storage = make_storage(kind, Mode::Repaired, {}, lab_test::types(), arena, nullptr);
        lab_test::populate(*storage, count);
        return account_of(*storage, arena).allocated;
    };
    for (const int count : {50, 10'000})
        CHECK(bytes_of(StorageKind::ArchetypeBlock, count) < bytes_of(StorageKind::SharedObject, count));
}

TEST_CASE("002-H4: visiting costs a search of all archetypes first: with few entities objects do less", "[lab][002]") {
    // Counted, not timed: everything that a visit does to memory, the list of archetypes included. An object of the
    // component-oriented kind takes three reads: the pointer to it, where its code is, and its value.
    const auto events_of = [](std::uint32_t entities, std::uint32_t archetypes) {
        Subject subject(Mode::Faithful, Removal::SwapLast, true);
        const std::vector<std::byte> zeros(64);
        for (std::uint32_t i = 0; i < entities; ++i) {
            const std::uint32_t others = i % archetypes;  // a subset of four types
            std::vector<Value> values{{lab_test::health, zeros.data()}};
            for (const TypeIndex type : {lab_test::position, lab_test::velocity, lab_test::wide, lab_test::small})
                if ((others >> (type < 2 ? type : type - 1) & 1) != 0) values.push_back({type, zeros.data()});
            REQUIRE(subject.storage->create(values));
        }
        subject.trace->begin_operation("visit");
        const std::size_t before = subject.trace->events().size();
        const TypeIndex join[]{lab_test::health};
        subject.storage->each(join, [](Row& row) {
            Health health;
            row.read(0, &health);
        });
        return subject.trace->events().size() - before;
    };
    const auto crossover = [&](std::uint32_t archetypes) {
        std::uint32_t entities = archetypes;
        while (events_of(entities, archetypes) >= std::size_t{3} * entities) ++entities;
        return entities;
    };
    const std::uint32_t one = crossover(1), sixteen = crossover(16);
    CHECK(one > 1);
    CHECK(one < 16);
    CHECK(sixteen > 2 * one);
    CHECK(events_of(1000, 16) - events_of(900, 16) == 100);  // one read for each entity
    CHECK(events_of(1000, 16) - 1000 > 10 * (events_of(1000, 1) - 1000));
}

}  // namespace seed_002_cost_test
