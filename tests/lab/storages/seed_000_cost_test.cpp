// Article 000, row by row of the checklist: what it costs, its headlines, and the reference numbers of the design.
#include <vector>

#include "catch.hpp"
#include "lab/support/population.hpp"
#include "lab/support/seed_000.hpp"

namespace seed_000_cost_test {

using namespace seed_000;
using lab_test::Health;
using lab_test::populate;
using lab_test::Position;
using lab_test::Velocity;

TEST_CASE("000-cost: attaching, getting and asking take a constant number of probes, whatever the size",
          "[lab][seed_000]") {
    double few[3]{}, many[3]{};
    for (const int count : {1000, 16000}) {
        Lab lab(Mode::Faithful);
        double* result = count == 1000 ? few : many;
        std::vector<Handle> entities;
        Work with, get, has;
        for (int i = 0; i < count; ++i) entities.push_back(lab.make());
        for (const Handle entity : entities) REQUIRE(lab.add(entity, lab_test::position, Position{}));
        for (const Handle entity : entities) {
            with += lab.work_of([&] { lab.add(entity, lab_test::position, Position{1, 1, 1}); });
            get += lab.work_of([&] { lab.get<Position>(entity, lab_test::position); });
            has += lab.work_of([&] { lab.storage.has(entity, lab_test::position); });
        }
        result[0] = static_cast<double>(with.probes) / count;
        result[1] = static_cast<double>(get.probes) / count;
        result[2] = static_cast<double>(has.probes) / count;
        CHECK(with.probes == 2 * get.probes);  // hasKey, then index[entity]
        CHECK(get.probes == has.probes);
        CHECK(get.reads == static_cast<std::uint64_t>(count));  // the value, one read each
    }
    for (int i = 0; i < 3; ++i) {
        CHECK(many[i] < 5);
        CHECK(many[i] < 2 * few[i]);
    }
}

TEST_CASE("000-cost: deleting looks once into each storage there is, three times where it takes away",
          "[lab][seed_000]") {
    for (TypeIndex owned = 0; owned <= 5; ++owned) {
        Lab lab(Mode::Faithful);
        // A single entity: every look at a table is one probe, and taking away looks at the next slot, too.
        const Handle other = lab.make();
        const std::byte zeros[32]{};
        for (TypeIndex type = 0; type < 5; ++type) REQUIRE(lab.storage.add(other, {type, zeros}));
        REQUIRE(lab.storage.destroy(other));
        const Handle entity = lab.make();
        for (TypeIndex type = 0; type < owned; ++type) REQUIRE(lab.storage.add(entity, {type, zeros}));
        const Work work = lab.work_of([&] { lab.storage.destroy(entity); });
        CHECK(work.probes == 5 + 3 * std::uint64_t{owned});
    }
}

TEST_CASE("000-cost: iterating looks at every slot of the table, however few are in use", "[lab][seed_000]") {
    Lab lab(Mode::Faithful);
    std::vector<Handle> entities;
    for (int i = 0; i < 1000; ++i) {
        entities.push_back(lab.make());
        REQUIRE(lab.add(entities.back(), lab_test::health, Health{1}));
    }
    const TypeIndex join[]{lab_test::health};
    for (const std::uint64_t left : {std::uint64_t{1000}, std::uint64_t{10}}) {
        while (lab.storage.size() > left) {
            REQUIRE(lab.storage.destroy(entities.back()));
            entities.pop_back();
        }
        std::uint64_t visited = 0;
        const Work work = lab.work_of([&] { lab.storage.each(join, [&](Row&) { ++visited; }); });
        CHECK(visited == left);
        CHECK(lab.storage.look(lab_test::health).index_slots == 2048);
        CHECK(work.probes == 2048);
        CHECK(work.reads == left);
    }
}

TEST_CASE("000-H1: any two components can be given to any entity", "[lab][seed_000]") {
    for (const Mode mode : both_modes) {
        Lab lab(mode);
        const auto count = static_cast<TypeIndex>(lab_test::types().size());
        const std::byte zeros[32]{};
        for (TypeIndex first = 0; first < count; ++first)
            for (TypeIndex second = 0; second < count; ++second) {
                const Handle entity = lab.make();
                REQUIRE(lab.storage.add(entity, {first, zeros}).verdict == Verdict::Done);
                REQUIRE(lab.storage.add(entity, {second, zeros}).verdict == Verdict::Done);
                for (TypeIndex type = 0; type < count; ++type)
                    CHECK(lab.storage.has(entity, type) == (type == first || type == second));
            }
    }
}

TEST_CASE("000-H2: making and deleting at the same count never makes the values longer", "[lab][seed_000]") {
    for (const Mode mode : both_modes) {
        Lab lab(mode);
        std::vector<Handle> entities;
        for (int i = 0; i < 500; ++i) {
            entities.push_back(lab.make());
            REQUIRE(lab.add(entities.back(), lab_test::position, Position{}));
        }
        for (std::size_t round = 0; round < 2000; ++round) {
            Handle& entity = entities[round * 37 % 500];
            REQUIRE(lab.storage.destroy(entity));
            entity = lab.make();
            REQUIRE(lab.add(entity, lab_test::position, Position{1, 1, 1}));
        }
        CHECK(lab.storage.look(lab_test::position).length == 500);
        CHECK(lab.storage.look(lab_test::position).free_slots.empty());
        CHECK(entities[0].bits > 500);
    }
}

TEST_CASE("000-H3: an array that is reached through a hash table is not friendly to the cache", "[lab][seed_000]") {
    // The join as the article would write it: over the velocities, getting the position of each.
    Lab faithful(Mode::Faithful), repaired(Mode::Repaired);
    populate(faithful.storage, 10'000);
    populate(repaired.storage, 10'000);
    std::uint64_t joined = 0;
    const Work by_hand = faithful.work_of([&] {
        const TypeIndex join[]{lab_test::velocity};
        faithful.storage.each(join, [&](Row& row) {
            Position position;
            Velocity velocity;
            row.read(0, &velocity);
            if (!faithful.storage.has(row.entity(), lab_test::position)) return;
            REQUIRE(faithful.storage.get(row.entity(), lab_test::position, &position));
            CHECK(position.x == velocity.y);
            ++joined;
        });
    });
    const Work by_join = repaired.work_of([&] {
        const TypeIndex join[]{lab_test::velocity, lab_test::position};
        repaired.storage.each(join, [&](Row& row) {
            Position position;
            Velocity velocity;
            row.read(0, &velocity);
            row.read(1, &position);
            CHECK(position.x == velocity.y);
        });
    });
    const std::uint64_t ideal = joined * (sizeof(Position) + sizeof(Velocity)) / line_bytes;
    CHECK(joined == 5000);
    CHECK(ideal == 1875);
    CHECK(by_join.lines > 5 * ideal);
    CHECK(by_hand.lines >= by_join.lines);  // it reads velocities that have no position, too
}

TEST_CASE("000: reference numbers of the design", "[lab][seed_000]") {
    for (const Mode mode : both_modes) {
        Arena arena;
        const auto storage = make_storage(StorageKind::HashIndex, mode, {}, lab_test::types(), arena, nullptr);
        populate(*storage, 10'000);
        const Account account = account_of(*storage, arena);
        CHECK(account.allocated == 1'048'576);
        CHECK(account.payload == 209'920);
        CHECK(account.index == 786'432);
        CHECK(account.holes == 0);
        CHECK(account.spare == 52'224);
        CHECK(account.padding == 0);
    }
    Arena tiny;
    const auto storage = make_storage(StorageKind::HashIndex, Mode::Faithful, {}, lab_test::types(), tiny, nullptr);
    populate(*storage, 50);
    CHECK(account_of(*storage, tiny).allocated == 5'120);
}

TEST_CASE("000: joining from the rarer type looks into the other table less often", "[lab][seed_000]") {
    std::uint64_t probes[2]{};
    for (const auto base : {StorageOptions::JoinBase::AsAsked, StorageOptions::JoinBase::Smallest}) {
        StorageOptions options;
        options.join_base = base;
        Lab lab(Mode::Repaired, lab_test::types(), options);
        for (int i = 0; i < 1000; ++i) {
            const Handle entity = lab.make();
            REQUIRE(lab.add(entity, lab_test::position, Position{}));
            if (i % 100 == 0) REQUIRE(lab.add(entity, lab_test::velocity, Velocity{}));
        }
        const TypeIndex join[]{lab_test::position, lab_test::velocity};
        int rows = 0;
        probes[static_cast<int>(base)] = lab.work_of([&] { lab.storage.each(join, [&](Row&) { ++rows; }); }).probes;
        CHECK(rows == 10);
    }
    CHECK(probes[1] * 20 < probes[0]);
}

}  // namespace seed_000_cost_test
