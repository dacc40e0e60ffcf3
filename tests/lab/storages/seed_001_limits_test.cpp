// Article 001, row by row of the checklist: what it cannot do, and what bites.
#include <optional>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "ecs/lab/storages/ledger.hpp"
#include "lab/support/seed_001.hpp"

namespace seed_001_limits_test {

using namespace seed_001;

TEST_CASE("001-L1: systems take one component or two; repaired, three", "[lab][seed001]") {
    const lab_test::Position p{1, 2, 3};
    const lab_test::Velocity v{4, 5, 6};
    const lab_test::Health h{7};
    for (const Mode mode : both_modes) {
        Lab lab(mode);
        lab.create({{lab_test::position, &p}, {lab_test::velocity, &v}, {lab_test::health, &h}});
        CHECK(lab.visits({lab_test::position, lab_test::velocity}) == 1);
        const TypeIndex three[]{lab_test::position, lab_test::velocity, lab_test::health};
        int count = 0;
        const Outcome visited = lab.storage->each(three, [&](Row&) { ++count; });
        CHECK(visited.verdict == (mode == Mode::Faithful ? Verdict::Refused : Verdict::Done));
        CHECK(visited.rule == (mode == Mode::Faithful ? "001-L1" : ""));
        CHECK(count == (mode == Mode::Faithful ? 0 : 1));
    }
}

TEST_CASE("001-L2: a system can add and remove nothing; repaired, everything, and values stay right",
          "[lab][seed001]") {
    const lab_test::Health ten{10};
    const TypeIndex join[]{lab_test::health};
    Lab faithful(Mode::Faithful);
    const Handle only = faithful.create({{lab_test::health, &ten}});
    int visits = 0;
    faithful.storage->each(join, [&](Row& row) {
        ++visits;
        CHECK(faithful.storage->create({}).rule == "001-L2");
        CHECK(faithful.storage->destroy(row.entity()).rule == "001-L2");
        CHECK(faithful.storage->add(row.entity(), {lab_test::health, &ten}).rule == "001-L2");
        CHECK(faithful.storage->remove(row.entity(), lab_test::health).rule == "001-L2");
        CHECK(faithful.storage->each(join, [](Row&) {}).rule == "001-L2");
        const lab_test::Health changed{11};
        CHECK(row.write(0, &changed));
    });
    CHECK(visits == 1);
    CHECK(faithful.health_of(only) == 11);
    CHECK(faithful.storage->size() == 1);
    CHECK(faithful.storage->supports(OperationKind::ChangeInEach).rule == "001-L2");

    Lab repaired(Mode::Repaired);
    CHECK(repaired.storage->supports(OperationKind::ChangeInEach));
    std::vector<Handle> entities;
    for (int i = 0; i < 4; ++i) entities.push_back(repaired.create({{lab_test::health, &ten}}));
    std::vector<Handle> seen, made;
    repaired.storage->each(join, [&](Row& row) {
        seen.push_back(row.entity());
        if (row.entity() == entities[0]) {
            for (int i = 0; i < 100; ++i) made.push_back(repaired.create({{lab_test::health, &ten}}));
            CHECK(repaired.storage->destroy(entities[1]));
            CHECK(repaired.storage->remove(entities[2], lab_test::health));
        }
        const lab_test::Health changed{20};
        CHECK(row.write(0, &changed));  // the column moved since the row was found
    });
    CHECK(seen == std::vector{entities[0], entities[3]});
    CHECK(repaired.health_of(entities[0]) == 20);
    CHECK(repaired.health_of(entities[3]) == 20);
    CHECK(repaired.health_of(made[99]) == 10);
    CHECK(repaired.storage->size() == 103);
}

TEST_CASE("001-L3: values are lent, never given away, and systems run one after another as they are called",
          "[lab][seed001]") {
    static_assert(
        std::is_same_v<decltype(*std::declval<SingleComponentExclusiveIter<Position>&>().begin()), const Position&>);
    static_assert(
        std::is_same_v<decltype(*std::declval<SingleComponentExclusiveIterMut<Position>&>().begin()), Position&>);
    Sample sample(Mode::Faithful);
    std::vector<int> order;
    const auto first = [&](SingleComponentExclusiveIter<Position>) { order.push_back(1); };
    const auto second = [&](SingleComponentExclusiveIter<Position>) { order.push_back(2); };
    sample.world.execute(second);
    sample.world.execute(first);
    sample.world.execute(second);
    CHECK(order == std::vector{2, 1, 2});
    CHECK(sample.positions().size() == 8);
}

TEST_CASE("001-L4: the order of the entities decides how much is None and how many lines are read", "[lab][seed001]") {
    const lab_test::Position value{1, 2, 3};
    const auto measure = [&](bool spread) {
        Lab lab(Mode::Repaired, true);
        for (int i = 0; i < 1000; ++i)
            if (spread ? i % 10 == 9 : i < 100)
                lab.create({{lab_test::position, &value}});
            else
                lab.create();
        lab.trace->begin_operation("each");
        const TypeIndex join[]{lab_test::position};
        lab.storage->each(join, [](Row& row) {
            lab_test::Position read;
            row.read(0, &read);
        });
        return std::pair(lab.trace->operations().back().work.lines, account_of(*lab.storage, lab.arena).holes);
    };
    CHECK(measure(false) == std::pair<std::uint64_t, std::uint64_t>(25, 0));
    CHECK(measure(true) == std::pair<std::uint64_t, std::uint64_t>(250, 900 * 12));
}

TEST_CASE("001-L5: what is attached of an unregistered type is lost; repaired registers it", "[lab][seed001]") {
    World faithful(Mode::Faithful);
    const GenerationalId entity = faithful.new_entity();
    Outcome outcome;
    CHECK_FALSE(faithful.attach_component(entity, 42, &outcome));
    CHECK(outcome.verdict == Verdict::Bitten);
    CHECK(outcome.rule == "001-L5");
    CHECK_FALSE(faithful.attach_component(entity, 43));  // looks the same as if there had been no previous value
    CHECK_FALSE(faithful.registered<int>());

    World repaired(Mode::Repaired);
    const GenerationalId other = repaired.new_entity();
    CHECK_FALSE(repaired.attach_component(other, 42, &outcome));
    CHECK(outcome.verdict == Verdict::Done);
    CHECK(repaired.attach_component(other, 43) == std::optional(42));
}

TEST_CASE("001-L6: a stale id writes to the new owner, who inherits; repaired refuses and clears", "[lab][seed001]") {
    const lab_test::Health ten{10}, twenty{20};
    Lab faithful(Mode::Faithful);
    const Handle old = faithful.create({{lab_test::health, &ten}});
    CHECK(faithful.storage->destroy(old).rule == "001-L6");
    CHECK(faithful.visits({lab_test::health}) == 1);  // a dead entity is still iterated
    CHECK(account_of(*faithful.storage, faithful.arena).payload == 0);
    const Outcome made = faithful.storage->create({});
    CHECK(made.verdict == Verdict::Bitten);
    CHECK(made.rule == "001-L6");
    CHECK(generational_id_of(made.handle) == GenerationalId{0, 1});
    CHECK(faithful.storage->has(made.handle, lab_test::health));
    CHECK(faithful.health_of(made.handle) == 10);
    const Outcome written = faithful.storage->add(old, {lab_test::health, &twenty});
    CHECK(written.verdict == Verdict::Bitten);
    CHECK(written.rule == "001-L6");
    CHECK(faithful.health_of(made.handle) == 20);
    CHECK_FALSE(faithful.storage->alive(old));
    for (const Handle unknown : {Handle{}, handle_of({0, 9}), handle_of({77, 0})})
        CHECK(faithful.storage->add(unknown, {lab_test::health, &ten}).rule == "001-C2");

    Lab repaired(Mode::Repaired);
    const Handle gone = repaired.create({{lab_test::health, &ten}});
    CHECK(repaired.storage->destroy(gone).verdict == Verdict::Done);
    const Handle fresh = repaired.create();
    CHECK(generational_id_of(fresh).index == generational_id_of(gone).index);
    CHECK_FALSE(repaired.storage->has(fresh, lab_test::health));
    CHECK(repaired.storage->add(gone, {lab_test::health, &twenty}).verdict == Verdict::Refused);
    CHECK(repaired.storage->remove(gone, lab_test::health).verdict == Verdict::Refused);
    CHECK_FALSE(repaired.storage->has(fresh, lab_test::health));

    World world = World::builder(Mode::Faithful).register_component<int>().build();
    const GenerationalId first = world.new_entity();
    world.attach_component(first, 1);
    world.remove_entity(first);
    const GenerationalId second = world.new_entity();
    Outcome outcome;
    CHECK(world.attach_component(first, 2, &outcome) == std::optional(1));
    CHECK(outcome.rule == "001-L6");
    CHECK(world.attach_component(second, 3) == std::optional(2));
}

TEST_CASE("001-L7: the author's queue reuses the oldest index and takes one twice; repaired the smallest, once",
          "[lab][seed001]") {
    Lab faithful(Mode::Faithful), repaired(Mode::Repaired);
    const auto free_two_then_zero = [](Lab& lab) {
        const Handle a = lab.create();
        lab.create();
        const Handle c = lab.create();
        lab.storage->destroy(c);
        lab.storage->destroy(a);
        return generational_id_of(lab.create());
    };
    CHECK(free_two_then_zero(faithful) == GenerationalId{2, 1});
    CHECK(free_two_then_zero(repaired) == GenerationalId{0, 1});

    Lab author(Mode::Faithful);
    const Handle entity = author.create();
    CHECK(author.storage->destroy(entity).verdict == Verdict::Done);
    const Outcome twice = author.storage->destroy(entity);
    CHECK(twice.verdict == Verdict::Bitten);
    CHECK(twice.rule == "001-L7");
    const Outcome first = author.storage->create({}), second = author.storage->create({});
    CHECK(first.verdict == Verdict::Done);
    CHECK(second.verdict == Verdict::Bitten);
    CHECK(second.rule == "001-L7");
    CHECK(generational_id_of(first.handle) == GenerationalId{0, 1});
    CHECK(generational_id_of(second.handle) == GenerationalId{0, 2});

    Lab mended(Mode::Repaired);
    const Handle once = mended.create();
    CHECK(mended.storage->destroy(once));
    CHECK(mended.storage->destroy(once).rule == "001-L7");
    CHECK(generational_id_of(mended.create()) == GenerationalId{0, 1});
    CHECK(generational_id_of(mended.create()) == GenerationalId{1, 0});
}

TEST_CASE("001-L7: repaired, the free list can be a stack or a queue instead, and a queue does not grow by churn",
          "[lab][seed001]") {
    const auto order_of = [](StorageOptions::FreeList order) {
        Ids issuer(order, true);
        for (int i = 0; i < 4; ++i) issuer.ids.add();
        for (const std::uint32_t index : {2u, 0u, 3u}) issuer.ids.remove({index, 0});
        std::vector<std::uint32_t> indices;
        for (int i = 0; i < 4; ++i) indices.push_back(issuer.ids.add().id.index);
        return indices;
    };
    CHECK(order_of(StorageOptions::FreeList::Newest) == std::vector{3u, 0u, 2u, 4u});
    CHECK(order_of(StorageOptions::FreeList::Oldest) == std::vector{2u, 0u, 3u, 4u});
    CHECK(order_of(StorageOptions::FreeList::Smallest) == std::vector{0u, 2u, 3u, 4u});

    Ids issuer(StorageOptions::FreeList::Oldest, true);
    std::vector<GenerationalId> living;
    for (int i = 0; i < 10; ++i) living.push_back(issuer.ids.add().id);
    for (int i = 0; i < 3; ++i) issuer.ids.remove(living[static_cast<std::size_t>(i)]);
    for (std::size_t i = 3; i < 1000; ++i) {
        living.push_back(issuer.ids.add().id);
        REQUIRE(issuer.ids.remove(living[i]) == GenerationalVec::Removal::Done);
    }
    CHECK(GrowingArray<PlainMemory>::look(issuer.arena, first_address + 24).capacity <= 8);
}

TEST_CASE("001-L8: as printed, the second storage is borrowed from the first one's cell, which is refused",
          "[lab][seed001]") {
    Sample sample(Mode::Faithful);
    Outcome outcome;
    {
        const auto a_storage = sample.world.borrow_mut<Position>(outcome);
        REQUIRE(a_storage);
        const auto as_printed = sample.world.borrow_mut<Position>(outcome);
        CHECK_FALSE(as_printed);
        CHECK(outcome.rule == "001-C7");
        const auto b_storage = sample.world.borrow_mut<Velocity>(outcome);
        REQUIRE(b_storage);
        CHECK((*b_storage)->len() == 8);
    }
    CHECK(sample.world.borrow_mut<Position>(outcome));
}

TEST_CASE("001-L9: the single iterator that only reads wants the world exclusively; ours has one that does not",
          "[lab][seed001]") {
    static_assert(FromWorld<SingleComponentExclusiveIter<Position>, World>);
    static_assert(!FromWorld<SingleComponentExclusiveIter<Position>, const World>);
    static_assert(!FromWorld<SingleComponentExclusiveIterMut<Position>, const World>);
    static_assert(FromWorld<SingleComponentRefIter<Position>, const World>);
    static_assert(FromWorld<PairComponentsRefIter<Position, Velocity>, const World>);
    const Sample sample(Mode::Repaired);
    const World& world = sample.world;
    int count = 0;
    CHECK(world.execute([&](SingleComponentRefIter<Position> outer) {
        for ([[maybe_unused]] const Position& a : outer)
            CHECK(world.execute([&](SingleComponentRefIter<Position> inner) {
                for ([[maybe_unused]] const Position& b : inner) ++count;
            }));
    }));
    CHECK(count == 64);
}

}  // namespace seed_001_limits_test
