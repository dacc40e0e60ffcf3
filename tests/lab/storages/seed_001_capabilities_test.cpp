// Article 001 (Vec<Option<T>> by the index of generational ids), row by row of the checklist: what it can do.
#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "lab/support/seed_001.hpp"

namespace seed_001_capabilities_test {

using namespace seed_001;

namespace {

void shuffle_system(SingleComponentExclusiveIterMut<Position> positions) {
    for (Position& p : positions) p.at = {p.at.z, p.at.x, p.at.y};
}

void increment_system(SingleComponentExclusiveIterMut<Position> positions) {
    for (Position& p : positions) p.at = {p.at.x + 1, p.at.y + 1, p.at.z + 1};
}

}  // namespace

TEST_CASE("001-C1: attaching gives back the previous value or none", "[lab][seed001]") {
    for (const Mode mode : both_modes) {
        World world = World::builder(mode).register_component<int>().build();
        const GenerationalId entity = world.new_entity();
        CHECK(entity == GenerationalId{0, 0});
        CHECK_FALSE(world.attach_component(entity, 42));
        CHECK(world.attach_component(entity, 43) == std::optional(42));
        int seen = 0;
        CHECK(world.execute([&](SingleComponentExclusiveIter<int> all) {
            for (const int& value : all) seen += value;
        }));
        CHECK(seen == 43);
    }
}

TEST_CASE("001-C2: ids have the six properties whatever is created and destroyed", "[lab][seed001]") {
    Ids issuer(StorageOptions::FreeList::Smallest, true);
    ecs::Random random(3);
    std::set<std::uint64_t> ever;
    std::vector<GenerationalId> living, dead;
    std::set<std::uint32_t> used;
    for (int i = 0; i < 5000; ++i) {
        const std::uint32_t what = random.below(5);
        if (living.empty() || what < 3) {
            std::uint32_t smallest = 0;  // of those that no living id has
            for (const std::uint32_t index : used) {
                if (index != smallest) break;
                ++smallest;
            }
            const GenerationalId id = issuer.ids.add().id;
            REQUIRE(id.index == smallest);
            REQUIRE(ever.insert(handle_of(id).bits).second);
            REQUIRE(used.insert(id.index).second);
            REQUIRE(issuer.ids.alive(id));
            living.push_back(id);
        } else if (what == 3 || dead.empty()) {
            const std::size_t at = random.below(static_cast<std::uint32_t>(living.size()));
            const GenerationalId id = living[at];
            living.erase(living.begin() + static_cast<std::ptrdiff_t>(at));
            used.erase(id.index);
            dead.push_back(id);
            REQUIRE(issuer.ids.remove(id) == GenerationalVec::Removal::Done);
            REQUIRE_FALSE(issuer.ids.alive(id));
        } else {
            const GenerationalId id = dead[random.below(static_cast<std::uint32_t>(dead.size()))];
            REQUIRE(issuer.ids.remove(id) != GenerationalVec::Removal::Done);
        }
        REQUIRE(issuer.ids.living() == living.size());
    }
    for (const GenerationalId id : living) CHECK(issuer.ids.alive(id));
    for (const GenerationalId id : dead) CHECK_FALSE(issuer.ids.alive(id));
}

TEST_CASE("001-C2: an index whose generations are used up is never issued again", "[lab][seed001]") {
    Ids issuer(StorageOptions::FreeList::Smallest, true);
    const GenerationalId first = issuer.ids.add().id;
    const auto entries = GrowingArray<PlainMemory>::look(issuer.arena, first_address);
    issuer.memory.store(entries.data, GenerationalVec::Entry{GenerationalVec::last_generation, 1});
    CHECK_FALSE(issuer.ids.alive(first));
    CHECK(issuer.ids.remove({0, GenerationalVec::last_generation}) == GenerationalVec::Removal::Done);
    CHECK(issuer.ids.add().id == GenerationalId{1, 0});
}

TEST_CASE("001-C3: replace grows with None up to the index and swaps", "[lab][seed001]") {
    Arena arena;
    const PlainMemory memory(arena, nullptr);
    SparseVec<int> values = *TypeErasedSparseVec::make<int>(memory).downcast<int>();
    CHECK(values.len() == 0);
    CHECK(values.get(1000) == nullptr);
    CHECK_FALSE(values.remove(1000));
    CHECK_FALSE(values.replace(1000, 7));
    CHECK(values.len() == 1001);
    std::uint64_t holes = 0;
    for (std::uint64_t i = 0; i < values.len(); ++i) holes += values.get(i) == nullptr;
    CHECK(holes == 1000);
    CHECK(values.replace(1000, 8) == std::optional(7));
    *values.get_mut(1000) += 1;
    CHECK(*values.get(1000) == 9);
    CHECK(values.remove(1000) == std::optional(9));
    CHECK_FALSE(values.remove(1000));
    CHECK(values.len() == 1001);
    CHECK_FALSE(values.replace(1000, 1));
}

TEST_CASE("001-C4: a column asked for as another type is none, not undefined behaviour", "[lab][seed001]") {
    Arena arena;
    const TypeErasedSparseVec erased = TypeErasedSparseVec::make<int>(PlainMemory(arena, nullptr));
    CHECK_FALSE(erased.downcast<float>());
    CHECK_FALSE(erased.downcast<Position>());
    REQUIRE(erased.downcast<int>());
    erased.downcast<int>()->replace(0, 5);
    CHECK(*erased.downcast<int>()->get(0) == 5);
}

TEST_CASE("001-C5: single iterators skip None, pairs end at the shorter column", "[lab][seed001]") {
    for (const Mode mode : both_modes) {
        Sample sample(mode);
        int single = 0, written = 0, pair = 0, pair_written = 0;
        CHECK(sample.world.execute([&](SingleComponentExclusiveIter<Position> all) {
            for (const Position& p : all) single += p.at.z > 0;
        }));
        CHECK(sample.world.execute([&](SingleComponentExclusiveIterMut<Velocity> all) {
            for (Velocity& v : all) {
                v.by.x += 1;
                ++written;
            }
        }));
        CHECK(sample.world.execute([&](PairComponentsRefIter<Position, Velocity> both) {
            for (auto [p, v] : both) pair += p.at.y > 0 && v.by.x >= 1;
        }));
        CHECK(sample.world.execute([&](PairComponentsRefIterMut<Velocity, Position> both) {
            for (auto [v, p] : both) {
                p.at.x += v.by.x;
                ++pair_written;
            }
        }));
        CHECK(single == 8);
        CHECK(written == 3);
        CHECK(pair == 3);
        CHECK(pair_written == 3);
        CHECK(sample.positions()[5][0] == 1.0f);

        // A ninth entity without a velocity makes positions the longer column: the pairs end before it.
        sample.add(9);
        int after = 0;
        CHECK(sample.world.execute([&](PairComponentsRefIter<Position, Velocity> both) {
            for ([[maybe_unused]] auto values : both) ++after;
        }));
        CHECK(after == 3);
    }
}

TEST_CASE("001-C6: any function that takes one of the iterators is a system", "[lab][seed001]") {
    static_assert(SystemOf<decltype(&increment_system), World>);
    const auto single = [](SingleComponentExclusiveIter<Position>) {};
    const auto single_mut = [](SingleComponentExclusiveIterMut<Position>) {};
    const auto pair = [](PairComponentsRefIter<Position, Velocity>) {};
    auto pair_mut = [](PairComponentsRefIterMut<Position, Velocity>) mutable {};
    static_assert(SystemOf<decltype(single), World> && SystemOf<decltype(single_mut), World>);
    static_assert(SystemOf<decltype(pair), World> && SystemOf<decltype(pair_mut), World>);
    const auto no_system = [](int) {};
    static_assert(!FromWorld<Parameter<decltype(no_system)>::Type, World>);

    Sample sample(Mode::Faithful);
    CHECK(sample.world.execute(single).verdict == Verdict::Done);
    CHECK(sample.world.execute(single_mut).verdict == Verdict::Done);
    CHECK(sample.world.execute(pair).verdict == Verdict::Done);
    CHECK(sample.world.execute(pair_mut).verdict == Verdict::Done);
    CHECK(sample.world.execute(increment_system).verdict == Verdict::Done);
    CHECK(sample.positions()[0] == std::array{1.0f, 2.0f, 3.0f});
    const Outcome unknown = sample.world.execute([](SingleComponentExclusiveIter<int>) { FAIL("must not run"); });
    CHECK(unknown.verdict == Verdict::Refused);
    CHECK(unknown.rule == "001-L5");
}

TEST_CASE("001-C7: a column borrowed exclusively is lent no second time", "[lab][seed001]") {
    Sample sample(Mode::Faithful);
    const Outcome twice = sample.world.execute(
        [](PairComponentsRefIterMut<Position, Position>) { FAIL("two mutable borrows of one column"); });
    CHECK(twice.verdict == Verdict::Refused);
    CHECK(twice.rule == "001-C7");
    CHECK(twice.why == "already borrowed");
    // The first borrow was given back, and shared ones go together.
    int count = 0;
    CHECK(sample.world.execute([&](PairComponentsRefIter<Position, Position> both) {
        for (auto [a, b] : both) count += &a == &b;
    }));
    CHECK(count == 8);
    // A system inside of a system: reading beside reading goes, writing does not.
    sample.world.execute([&](PairComponentsRefIter<Position, Velocity>) {
        CHECK(sample.world.execute([](PairComponentsRefIter<Position, Velocity>) {}));
        CHECK_FALSE(sample.world.execute([](SingleComponentExclusiveIterMut<Velocity>) { FAIL("borrowed"); }));
        Outcome outcome;
        CHECK_FALSE(sample.world.attach_component(sample.entities[0], Velocity{}, &outcome));
        CHECK(outcome.rule == "001-C7");
    });

    Lab lab(Mode::Faithful);
    lab.create();
    const TypeIndex same[]{lab_test::health, lab_test::health};
    CHECK(lab.storage->each(same, [](Row&) {}).rule == "001-C7");
    const lab_test::Health value{1};
    const Handle entity = lab.create({{lab_test::health, &value}});
    const TypeIndex join[]{lab_test::health};
    lab.storage->each(join, [&](Row& row) {
        lab_test::Health read;
        CHECK(lab.storage->get(row.entity(), lab_test::health, &read).rule == "001-C7");
    });
    CHECK(lab.health_of(entity) == 1);
}

TEST_CASE("001-C8: the documented sample gives the documented positions", "[lab][seed001]") {
    for (const Mode mode : both_modes) {
        Sample sample(mode);
        sample.world.execute(shuffle_system);
        sample.world.execute(increment_system);
        sample.world.execute(shuffle_system);
        using Row3 = std::array<float, 3>;
        const std::vector<Row3> golden{{2, 3, 1}, {3, 4, 2}, {4, 5, 3}, {5, 6, 4},
                                       {6, 7, 5}, {2, 3, 1}, {3, 4, 2}, {4, 5, 3}};
        CHECK(sample.positions() == golden);
        sample.world.execute([](PairComponentsRefIterMut<Position, Velocity> moving) {
            for (auto [p, v] : moving) p.at = {p.at.x + v.by.x, p.at.y + v.by.y, p.at.z + v.by.z};
        });
        const std::vector<Row3> moved = sample.positions();
        CHECK(std::equal(golden.begin(), golden.begin() + 5, moved.begin()));
        const Row3 expected[]{{2, 3, 1}, {3.1f, 4.1f, 2.1f}, {4.2f, 5.2f, 3.2f}};
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t axis = 0; axis < 3; ++axis)
                CHECK(std::fabs(moved[5 + i][axis] - expected[i][axis]) < 1e-5f);
    }
}

}  // namespace seed_001_capabilities_test
