// Article 004, row by row of the checklist: what it costs, its headline, and the reference numbers of the design.
#include <array>
#include <set>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/lab/memory/growing_array.hpp"
#include "ecs/lab/storages/ledger.hpp"
#include "lab/support/seed_004.hpp"

namespace seed_004_cost_test {

using namespace seed_004;

TEST_CASE("004-H1: (counted, not timed) deleting costs one write, compacting one pass of at most n moves",
          "[lab][seed004]") {
    for (const std::uint64_t n : {10u, 100u, 1000u}) {
        CAPTURE(n);
        Lab lab(Mode::Faithful, true);
        std::vector<Handle> entities;
        for (std::uint64_t i = 0; i < n; ++i) entities.push_back(lab.create(1));
        const TypeIndex join[]{lab_test::health};
        const auto walk = [&] { return lab.work_of([&] { lab.storage->each(join, [](Row&) {}); }); };
        // A line for each object and one for eight addresses.
        CHECK(walk().lines == n + (n * 8 + 63) / 64);
        for (std::uint64_t i = 0; i < n; i += 2) {
            const Work deleted = lab.work_of([&] { lab.storage->destroy(entities[i]); });
            REQUIRE(deleted.writes == 1);
            REQUIRE(deleted.bytes_written == 4);
            REQUIRE(deleted.lines == 1);
            REQUIRE(deleted.bytes_moved == 0);
        }
        const Work compacted = walk();
        CHECK(compacted.bytes_moved == n / 2 * 8);  // each survivor moves once, but for none of the first
        CHECK(compacted.lines == n + (n * 8 + 63) / 64);
        CHECK(walk().bytes_moved == 0);
    }
}

TEST_CASE("004: a number whose generations are used up is not given out again", "[lab][seed004]") {
    Lab lab(Mode::Repaired);
    lab.create(1);
    constexpr std::uint64_t last = (1u << 24) - 1;
    // The table is the first array of the program's heads; an entry is the address and, above 40 bits, the generation.
    const Address entry = GrowingArray<PlainMemory>::look(lab.arena, first_address).data;
    const PlainMemory memory(lab.arena, nullptr);
    memory.store(entry, memory.load<std::uint64_t>(entry) | last << 40);
    const Handle worn{(last + 1) << 32};
    CHECK(lab.storage->alive(worn));
    CHECK(lab.storage->destroy(worn));
    CHECK(lab.visit({lab_test::health}).empty());
    CHECK(lab.objects() == 0);
    const Handle next = lab.create(2);
    CHECK(next == Handle{std::uint64_t{1} << 32 | 1});
    CHECK_FALSE(lab.storage->alive(worn));
    CHECK(lab.storage->destroy(worn).verdict == Verdict::Refused);
    CHECK(fault_of(*lab.storage, lab.arena) == "");
}

TEST_CASE("004: a system that throws leaves a container that can be walked again", "[lab][seed004]") {
    for (const Mode mode : both_modes) {
        Lab lab(mode);
        std::vector<Handle> entities;
        for (int i = 0; i < 4; ++i) entities.push_back(lab.create(1));
        const TypeIndex join[]{lab_test::health};
        CHECK_THROWS(lab.storage->each(join, [](Row&) { throw 1; }));
        CHECK(lab.visit({lab_test::health}) == entities);
        lab.create(2);
        CHECK(lab.visit({lab_test::health}).size() == 5);  // no pass is taken to be running
        CHECK(fault_of(*lab.storage, lab.arena) == "");
    }
}

TEST_CASE("004: repaired, a full container that is to drop a quarter is compacted instead of grown", "[lab][seed004]") {
    Lab lab(Mode::Repaired);
    std::vector<Handle> living;
    for (int i = 0; i < 16; ++i) living.push_back(lab.create(1));
    const std::uint64_t allocated = lab.arena.allocated();
    for (int i = 0; i < 1000; ++i) {
        const auto at = static_cast<std::size_t>(i) % 8;
        REQUIRE(lab.storage->destroy(living[at]));
        living[at] = lab.create(2);
    }
    CHECK(lab.visit({lab_test::health}).size() == 16);
    CHECK(lab.arena.allocated() <= 2 * allocated);
}

TEST_CASE("004: the ledger tiles every byte whatever is done, pooled or not, and all can be undone", "[lab][seed004]") {
    for (const Mode mode : both_modes)
        for (const bool pooled : {false, true}) {
            CAPTURE(name_of(mode), pooled);
            Lab lab(mode, true, pooled);
            const std::size_t first_events = lab.trace->events().size();
            const Arena::Snapshot first = lab.arena.snapshot();
            ecs::Random random(11);
            std::vector<Handle> handles;
            std::set<std::uint64_t> living;
            const std::array<std::byte, 24> bytes{};
            const auto make = [&] {
                std::vector<Value> values;
                for (TypeIndex type = 0; type < 6; ++type)
                    if (random.below(2) == 0) values.push_back({type, bytes.data()});
                handles.push_back(lab.storage->create(values).handle);
                REQUIRE(living.insert(handles.back().bits).second);
            };
            const auto unmake = [&] {
                if (handles.empty()) return;
                const Handle handle = handles[random.below(static_cast<std::uint32_t>(handles.size()))];
                lab.storage->destroy(handle);
                living.erase(handle.bits);
            };
            for (int i = 0; i < 500; ++i) {
                lab.trace->begin_operation("step");
                const TypeIndex join[]{random.below(6)};
                switch (random.below(4)) {
                    case 0:
                        make();
                        break;
                    case 1:
                        unmake();
                        break;
                    case 2:
                        lab.storage->each(join, [&](Row&) {
                            const std::uint32_t what = random.below(12);
                            if (what == 0) make();
                            if (what < 3) unmake();
                        });
                        break;
                    default: {
                        std::set<std::uint64_t> seen;
                        lab.storage->each(join, [&](Row& row) { seen.insert(row.entity().bits); });
                        for (const std::uint64_t handle : seen) REQUIRE(living.contains(handle));
                    }
                }
                REQUIRE(fault_of(*lab.storage, lab.arena) == "");
                REQUIRE(lab.storage->size() == living.size());
                for (const Handle handle : handles) REQUIRE(lab.storage->alive(handle) == living.contains(handle.bits));
            }
            lab.trace->go_to(first_events);
            CHECK(lab.arena.snapshot() == first);
        }
}

TEST_CASE("004: the reference numbers of the design, as far as they depend on no heap of another language",
          "[lab][seed004]") {
    // The table's objects have 20 bytes of the heap's and their own flags; ours have 16, and 4 of padding. Its spare is
    // that of two containers of positions; ours is that of one of positions and one of velocities.
    Arena arena;
    Trace trace(arena);
    StorageOptions options;
    options.pool_objects = true;
    const auto types = lab_test::types().first(3);
    const auto storage = make_storage(StorageKind::SharedObject, Mode::Repaired, options, types, arena, &trace);
    const lab_test::Position p{1, 2, 3};
    const lab_test::Velocity v{1, 2, 3};
    const lab_test::Health h{4};
    for (int i = 0; i < 10000; ++i) {
        std::vector<Value> values;
        if (i / 10 % 3 != 0) values.push_back({lab_test::position, &p});
        if (i / 10 % 4 != 0) values.push_back({lab_test::velocity, &v});
        values.push_back({lab_test::health, &h});
        REQUIRE(storage->create(values).verdict == Verdict::Done);
    }
    CHECK(fault_of(*storage, arena) == "");
    const Account account = account_of(*storage, arena);
    CHECK(account.payload == 209'920);
    CHECK(account.holes == 70'080);
    // 625 pools of 16 objects of 48 bytes; containers with room for 8192, 8192 and 16384; a table with room for 16384;
    // and, which the table does not count, the list of the pools.
    const std::uint64_t pools = 1024 * 8;
    CHECK(account.allocated == 873'216 + pools);
    CHECK(account.index == 10'000 * 16 + (6'660 + 7'500 + 10'000) * 8 + 16'384 * 8 + 625 * 8);
    CHECK(account.spare == (1'532 + 692 + 6'384) * 8 + (1024 - 625) * 8);
    CHECK(account.padding == 10'000 * 4);
}

}  // namespace seed_004_cost_test
