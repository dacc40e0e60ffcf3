// Article 003, row by row of the checklist: what it cannot do, its headline, and the reference numbers of the design.
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "ecs/lab/scenario/chase.hpp"
#include "ecs/lab/storages/ledger.hpp"
#include "lab/support/failures.hpp"
#include "lab/support/population.hpp"
#include "lab/support/seed_003.hpp"

namespace seed_003_limits_test {

using namespace seed_003;
using lab_test::populate;
using packed_vector::Component;
using packed_vector::EntityId;

TEST_CASE("003-L1: nothing can be taken away, repaired the last row fills the gap and the map knows",
          "[lab][seed_003]") {
    {
        Lab lab(Mode::Faithful);
        lab.positions.push(1, at_x(1));
        for (const Outcome& wall :
             {lab.storage.remove({1}, lab_test::position), lab.storage.destroy({1}),
              lab.storage.supports(OperationKind::Remove), lab.storage.supports(OperationKind::Destroy)}) {
            CHECK(wall.verdict == Verdict::Refused);
            CHECK(wall.rule == "003-L1");
        }
        CHECK(lab.positions.get(1) == at_x(1));
    }
    Lab lab(Mode::Repaired);
    for (EntityId id = 1; id <= 5; ++id) lab.positions.push(id, at_x(static_cast<float>(id)));
    const Work middle = lab.work_of([&] { REQUIRE(lab.storage.remove({2}, lab_test::position)); });
    CHECK(middle.bytes_moved == sizeof(Component<Position>));
    CHECK(lab.storage.find(lab_test::position, 5) == 1);
    CHECK_FALSE(lab.positions.get(2).has_value());
    std::vector<EntityId> order;
    for (const auto& [id, position] : lab.positions.iter()) {
        CHECK(position.x == static_cast<float>(id));
        CHECK(lab.positions.get(id) == position);
        order.push_back(id);
    }
    CHECK(order == std::vector<EntityId>{1, 5, 3, 4});
    CHECK(lab.work_of([&] { REQUIRE(lab.storage.destroy({4})); }).bytes_moved == 0);  // the last one
    CHECK(lab.storage.destroy({4}).verdict == Verdict::Refused);
    CHECK(lab.storage.alive({2}));
    CHECK_FALSE(lab.storage.alive({4}));
    lab_test::Failures failures;
    lab.positions.push(4, at_x(0));
    CHECK(failures.messages() == std::vector<std::string>{"003-L1: No living entity has this id"});
}

TEST_CASE("003-L2: pushing twice leaves a row that iterating sees and getting does not, repaired there is one",
          "[lab][seed_003]") {
    for (const Mode mode : both_modes) {
        Lab lab(mode);
        lab.positions.push(1, at_x(1));
        lab.positions.push(2, at_x(2));
        const Position second = at_x(11);
        const Outcome outcome = lab.storage.add({1}, {lab_test::position, &second});
        CHECK(lab.positions.get(1) == at_x(11));
        std::vector<std::pair<EntityId, float>> seen;
        for (const auto& [id, position] : lab.positions.iter()) seen.emplace_back(id, position.x);
        CHECK(fault_of(lab.storage, lab.arena) == "");
        const Account account = account_of(lab.storage, lab.arena);
        CHECK(account.payload == 2 * sizeof(Position));
        if (mode == Mode::Faithful) {
            CHECK(outcome.verdict == Verdict::Bitten);
            CHECK(outcome.rule == "003-L2");
            CHECK(seen == std::vector<std::pair<EntityId, float>>{{1, 1}, {2, 2}, {1, 11}});
            CHECK(account.holes == sizeof(Position));
            CHECK(lab.storage.look(lab_test::position).map_keys == 2);
        } else {
            CHECK(outcome.verdict == Verdict::Done);
            CHECK(seen == std::vector<std::pair<EntityId, float>>{{1, 11}, {2, 2}});
            CHECK(account.holes == 0);
        }
    }
}

TEST_CASE("003-L3: only the base can be changed (more than two others do not compile), repaired all can",
          "[lab][seed_003]") {
    for (const Mode mode : both_modes) {
        Lab lab(mode);
        populate(lab.storage, 30);
        const TypeIndex join[]{lab_test::velocity, lab_test::position, lab_test::health};
        int rows = 0;
        REQUIRE(lab.storage.each(join, [&](Row& row) {
            ++rows;
            const Velocity velocity{1, 2, 3};
            const Position position{4, 5, 6};
            const Health health{7};
            CHECK(row.write(0, &velocity));
            CHECK(row.write(1, &position) == (mode == Mode::Repaired));
            CHECK(row.write(2, &health) == (mode == Mode::Repaired));
        }));
        CHECK(rows == 20);
        CHECK(lab.velocities.get(11) == Velocity{1, 2, 3});
        CHECK(lab.positions.get(11) == (mode == Mode::Repaired ? Position{4, 5, 6} : at_x(10)));
        CHECK(lab.storage.supports(OperationKind::MutateInEach).verdict == Verdict::Done);
    }
    STATIC_REQUIRE(max_join == 3);
}

TEST_CASE("003-L4: a join looks into the map of each other once for every row of its base", "[lab][seed_003]") {
    // Few enough that no two ids want the same slot: one look is one probe.
    Lab lab(Mode::Faithful);
    for (EntityId id = 1; id <= 5; ++id) lab.positions.push(id, at_x(1));
    lab.velocities.push(3, by_x(1));
    const auto probes = [&](TypeIndex base, TypeIndex other) {
        const TypeIndex join[]{base, other};
        int rows = 0;
        const Work work = lab.work_of([&] { lab.storage.each(join, [&](Row&) { ++rows; }); });
        CHECK(rows == 1);
        return work.probes;
    };
    CHECK(probes(lab_test::position, lab_test::velocity) == 5);
    CHECK(probes(lab_test::velocity, lab_test::position) == 1);

    std::uint64_t many[2]{};
    for (const auto base : {StorageOptions::JoinBase::AsAsked, StorageOptions::JoinBase::Smallest}) {
        StorageOptions options;
        options.join_base = base;
        Lab large(Mode::Faithful, options);
        for (EntityId id = 1; id <= 1000; ++id) {
            large.positions.push(id, at_x(1));
            if (id % 10 == 0) large.velocities.push(id, by_x(1));
        }
        const TypeIndex join[]{lab_test::position, lab_test::velocity};
        int rows = 0;
        many[static_cast<int>(base)] = large.work_of([&] { large.storage.each(join, [&](Row&) { ++rows; }); }).probes;
        CHECK(rows == 100);
    }
    CHECK(many[0] >= 1000);
    CHECK(many[1] >= 100);
    CHECK(many[1] * 5 < many[0]);
}

TEST_CASE("003-H1: a type costs only for those who own it: rows of id and value, and a map", "[lab][seed_003]") {
    // 16 players among 1,000 enemies: what is spent on Input depends on the players alone.
    const auto input_bytes = [](int enemies) {
        Arena arena;
        const auto storage =
            make_storage(StorageKind::PackedVector, Mode::Faithful, {}, chase::types(), arena, nullptr);
        Chase game(*storage);
        for (int i = 0; i < 16; ++i) REQUIRE(game.add_player());
        for (int i = 0; i < enemies; ++i) REQUIRE(game.add_enemy());
        std::uint64_t bytes = 0;
        storage->describe([&](const Span& span) {
            if (span.type == chase::input && arena.block_of(span.at)->kind == BlockKind::Heap) bytes += span.bytes;
        });
        return bytes;
    };
    CHECK(input_bytes(0) == 16 * (4 + sizeof(chase::Input)) + 32 * 16);  // 32 slots hold 16 keys
    CHECK(input_bytes(1000) == input_bytes(0));

    // For powers of two, so that nothing is spare: sum of n * (4 + padding + size) and the map.
    Lab lab(Mode::Faithful);
    for (EntityId id = 1; id <= 256; ++id) {
        lab.positions.push(id, {});
        if (id <= 64) lab.velocities.push(id, {});
    }
    const Account account = account_of(lab.storage, lab.arena);
    CHECK(account.allocated == 256 * 16 + 64 * 16 + 512 * 16 + 128 * 16);
    CHECK(account.spare == 0);
    CHECK(account.payload == 320 * sizeof(Position));
}

TEST_CASE("003: reference numbers of the design", "[lab][seed_003]") {
    Lab lab(Mode::Faithful);
    populate(lab.storage, 10'000);
    const Account account = account_of(lab.storage, lab.arena);
    CHECK(account.allocated == 1'179'648);
    CHECK(account.payload == 209'920);
    CHECK(account.index == 883'072);
    CHECK(account.holes == 0);
    CHECK(account.spare == 86'656);
    CHECK(account.padding == 0);

    // The order of the values is that of the ids here, and still the other's map is in between.
    const TypeIndex join[]{lab_test::velocity, lab_test::position};
    std::uint64_t rows = 0;
    const Work work = lab.work_of([&] {
        lab.storage.each(join, [&](Row& row) {
            Velocity velocity;
            Position position;
            row.read(0, &velocity);
            row.read(1, &position);
            CHECK(velocity.y == position.x);
            ++rows;
        });
    });
    const std::uint64_t ideal = rows * (sizeof(Position) + sizeof(Velocity)) / line_bytes;
    CHECK(ideal == 1875);
    CHECK(work.lines > 3 * ideal);
    CHECK(work.lines < 4 * ideal);

    // Repaired pays for knowing who lives: one bit an entity, in an array that doubles.
    Arena repaired;
    const auto storage =
        make_storage(StorageKind::PackedVector, Mode::Repaired, {}, lab_test::types(), repaired, nullptr);
    populate(*storage, 10'000);
    CHECK(account_of(*storage, repaired).allocated == 1'179'648 + 256 * 8);

    Arena tiny;
    const auto few = make_storage(StorageKind::PackedVector, Mode::Faithful, {}, lab_test::types(), tiny, nullptr);
    populate(*few, 50);
    CHECK(account_of(*few, tiny).allocated == 5'632);
}

}  // namespace seed_003_limits_test
