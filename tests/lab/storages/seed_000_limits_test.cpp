// Article 000, row by row of the checklist: what it cannot do, and what bites.
#include <algorithm>
#include <cstring>
#include <set>
#include <vector>

#include "catch.hpp"
#include "ecs/lab/memory/hash_table.hpp"
#include "lab/support/failures.hpp"
#include "lab/support/population.hpp"
#include "lab/support/seed_000.hpp"

namespace seed_000_limits_test {

using namespace seed_000;
using ecs::lab::hash_index::Entity;
using ecs::lab::hash_index::World;
using lab_test::Health;
using lab_test::populate;
using lab_test::Position;

TEST_CASE("000-L1: one component cannot be taken away, repaired can", "[lab][seed_000]") {
    Lab faithful(Mode::Faithful), repaired(Mode::Repaired);
    for (Lab* lab : {&faithful, &repaired}) {
        const Handle entity = lab->make();
        REQUIRE(lab->add(entity, lab_test::position, Position{1, 2, 3}));
        REQUIRE(lab->add(entity, lab_test::health, Health{4}));
        const Outcome removed = lab->storage.remove(entity, lab_test::position);
        CHECK(lab->storage.has(entity, lab_test::position) == (lab == &faithful));
        CHECK(lab->get<Health>(entity, lab_test::health) == Health{4});
        if (lab == &faithful) {
            CHECK(removed.verdict == Verdict::Refused);
            CHECK(removed.rule == "000-L1");
        } else {
            CHECK(removed.verdict == Verdict::Done);
            CHECK(lab->storage.remove(entity, lab_test::position).verdict == Verdict::Refused);
            CHECK(lab->storage.look(lab_test::position).free_slots == std::vector<std::uint64_t>{0});
        }
        CHECK(lab->storage.supports(OperationKind::Remove).verdict == removed.verdict);
    }
}

TEST_CASE("000-L2: changing what an iteration gives changes nothing, repaired it does", "[lab][seed_000]") {
    {
        World world(named_types(), Mode::Faithful);
        const Entity entity = world.new_entity();
        entity.with(Position{1, 2, 0});
        for (Position position : world.components_of<Position>().values()) position.x += 1;
        for (auto [owner, position] : world.components_of<Position>()) position.x += 1;
        CHECK(entity.get<Position>() == Position{1, 2, 0});
        for (const auto& [owner, position] : world.components_of<Position>())  // the way that there is
            owner.with(Position{position.x + 1, position.y, position.z});
        CHECK(entity.get<Position>() == Position{2, 2, 0});
    }
    for (const Mode mode : both_modes) {
        Lab lab(mode);
        const Handle entity = lab.make();
        REQUIRE(lab.add(entity, lab_test::position, Position{1, 2, 3}));
        const TypeIndex join[]{lab_test::position};
        lab.storage.each(join, [&](Row& row) {
            const Position moved{5, 5, 5};
            CHECK(row.write(0, &moved) == (mode == Mode::Repaired));
        });
        CHECK(lab.get<Position>(entity, lab_test::position).x == (mode == Mode::Repaired ? 5.0F : 1.0F));
        CHECK((lab.storage.supports(OperationKind::MutateInEach).verdict == Verdict::Done) == (mode == Mode::Repaired));
    }
}

TEST_CASE("000-L3: the order of iterating is that of the hash, not that in which values lie", "[lab][seed_000]") {
    for (const Mode mode : both_modes) {
        Lab lab(mode);
        populate(lab.storage, 1000);
        const TypeIndex join[]{lab_test::health};
        std::vector<std::uint64_t> order, slots, homes;
        const std::uint64_t capacity = lab.storage.look(lab_test::health).index_slots;
        lab.storage.each(join, [&](Row& row) {
            order.push_back(row.entity().bits);
            slots.push_back(*lab.storage.slot_of(row.entity(), lab_test::health));
            homes.push_back(HashTable<PlainMemory>::home_of(row.entity().bits, capacity));
        });
        REQUIRE(order.size() == 1000);
        CHECK_FALSE(std::is_sorted(slots.begin(), slots.end()));
        // A slot is taken at its home or behind it, so homes go up but for runs.
        std::size_t falls = 0, neighbours = 0;
        for (std::size_t i = 1; i < homes.size(); ++i) {
            falls += homes[i] < homes[i - 1] ? 1U : 0U;
            neighbours += slots[i] == slots[i - 1] + 1 ? 1U : 0U;
        }
        CHECK(falls < 200);
        CHECK(neighbours < 10);  // in the order of the values it would be 999
    }
}

TEST_CASE("000-L4: two types of one name share a storage, and bytes are taken for something else", "[lab][seed_000]") {
    Lab lab(Mode::Faithful, named_types());
    const Handle entity = lab.make();
    REQUIRE(lab.add(entity, game_position, game::Position{1, 2, 3}).verdict == Verdict::Done);
    CHECK(lab.storage.has_type(ui_position));
    CHECK(lab.storage.has(entity, ui_position));  // never given

    ui::Position as_ui;
    const Outcome got = lab.storage.get(entity, ui_position, &as_ui);
    CHECK(got.verdict == Verdict::Bitten);
    CHECK(got.rule == "000-L4");
    CHECK(as_ui.column == 0x3F800000);  // 1.0f
    CHECK(as_ui.row == 0x40000000);     // 2.0f

    const Outcome added = lab.add(entity, ui_position, ui::Position{0, 0});
    CHECK(added.verdict == Verdict::Bitten);
    CHECK(lab.get<game::Position>(entity, game_position) == game::Position{0, 0, 3});

    // The second value of 8 bytes lies across the first of 12.
    const Handle second = lab.make();
    CHECK(lab.add(second, ui_position, ui::Position{0x40800000, 7}).verdict == Verdict::Bitten);
    CHECK(lab.get<game::Position>(entity, game_position) == game::Position{0, 0, 4});

    // Larger ones would lie behind the end: nothing of others is harmed here, as it would be in the program.
    const Handle third = lab.make();
    const auto before = lab.get<game::Position>(entity, game_position);
    CHECK(lab.add(third, far_position, far_away::Position{}).verdict == Verdict::Bitten);
    CHECK(lab.get<game::Position>(entity, game_position) == before);
    CHECK(fault_of(lab.storage, lab.arena) == "");
}

TEST_CASE("000-L4: repaired, types of one name are kept apart", "[lab][seed_000]") {
    Lab lab(Mode::Repaired, named_types());
    const Handle entity = lab.make();
    REQUIRE(lab.add(entity, game_position, game::Position{1, 2, 3}).verdict == Verdict::Done);
    CHECK_FALSE(lab.storage.has_type(ui_position));
    CHECK_FALSE(lab.storage.has(entity, ui_position));
    REQUIRE(lab.add(entity, ui_position, ui::Position{4, 5}).verdict == Verdict::Done);
    CHECK(lab.get<game::Position>(entity, game_position) == game::Position{1, 2, 3});
    CHECK(lab.get<ui::Position>(entity, ui_position) == ui::Position{4, 5});
}

TEST_CASE("000-L5: getting what is not there is an error that names the row", "[lab][seed_000]") {
    for (const Mode mode : both_modes) {
        World world(named_types(), mode);
        const Entity entity = world.new_entity();
        lab_test::Failures failures;
        entity.get<Position>();  // no storage of the type
        REQUIRE(failures.messages().size() == 1);
        CHECK(failures.messages()[0] == "000-L5: The world has no storage for this type yet");
        world.new_entity().with(Position{});
        entity.get<Position>();  // the entity has none
        REQUIRE(failures.messages().size() == 2);
        CHECK(failures.messages()[1] == "000-L5: The entity does not have this component");
        world.components_of<Name>().values().begin();
        CHECK(failures.messages().size() == 3);
    }
}

TEST_CASE("000-L5: attaching to a deleted entity leaves a component under the id 0, repaired it is refused",
          "[lab][seed_000]") {
    {
        Lab lab(Mode::Faithful);
        World world(lab.storage);
        const Entity dead = world.new_entity(), also_dead = world.new_entity();
        dead.destroy();
        also_dead.destroy();
        const Outcome added = lab.add(dead.handle(), lab_test::health, Health{13});
        CHECK(added.verdict == Verdict::Bitten);
        CHECK(added.rule == "000-L5");
        also_dead.with(Health{14});  // another reference: another key, though its hash is the same
        CHECK(dead.get<Health>() == Health{13});
        CHECK(also_dead.get<Health>() == Health{14});
        CHECK(lab.storage.look(lab_test::health).owners == 2);
        // Both lie where the hash of 0 leads: the first two slots.
        std::vector<std::int64_t> slots;
        lab.storage.describe([&](const Span& span) {
            if (span.role == Role::Index && span.handle != 0) slots.push_back(span.slot);
        });
        CHECK(slots == std::vector<std::int64_t>{0, 1});
        std::multiset<float> seen;
        for (const auto& [entity, health] : world.components_of<Health>()) {
            CHECK(entity.id() == 0);
            seen.insert(health.points);
        }
        CHECK(seen == std::multiset<float>{13, 14});
        CHECK(lab.storage.size() == 0);
        CHECK(fault_of(lab.storage, lab.arena) == "");
        dead.destroy();  // once more: only this takes the zombie away
        CHECK(lab.storage.look(lab_test::health).owners == 1);
    }
    Lab lab(Mode::Repaired);
    const Handle dead = lab.make();
    REQUIRE(lab.storage.destroy(dead));
    const Outcome added = lab.add(dead, lab_test::health, Health{13});
    CHECK(added.verdict == Verdict::Refused);
    CHECK(added.rule == "000-L5");
    CHECK_FALSE(lab.storage.has_type(lab_test::health));
    CHECK(lab.storage.destroy(dead).verdict == Verdict::Refused);
}

TEST_CASE(
    "000-L6: a storage never shrinks, and stale bytes stay until the slot is taken again (no destructor to run: "
    "the lab's values are trivial)",
    "[lab][seed_000]") {
    for (const Mode mode : both_modes) {
        Lab lab(mode, named_types());
        std::vector<Handle> entities;
        for (int i = 0; i < 100; ++i) {
            entities.push_back(lab.make());
            REQUIRE(lab.add(entities.back(), 1, Name{"Bob"}));
        }
        const std::uint64_t allocated = lab.arena.allocated();
        for (const Handle entity : entities) REQUIRE(lab.storage.destroy(entity));
        CHECK(lab.arena.allocated() > allocated);  // the free list came on top
        const auto look = lab.storage.look(1);
        CHECK(look.length == 100);
        CHECK(look.capacity == 128);
        const auto bobs = [&] {
            int count = 0;
            lab.storage.describe([&](const Span& span) {
                if (span.type != 1 || span.bytes != sizeof(Name)) return;
                Name name;
                std::memcpy(&name, lab.arena.at(span.at), sizeof name);
                count += name == Name{"Bob"} ? 1 : 0;
                CHECK(span.role == (name == Name{"Bob"} ? Role::Hole : Role::Payload));
            });
            return count;
        };
        CHECK(bobs() == 100);
        REQUIRE(lab.add(lab.make(), 1, Name{"Alice"}));
        CHECK(bobs() == 99);
    }
}

TEST_CASE("000-L7: deleting inside of the loop stops the program, repaired it goes on", "[lab][seed_000]") {
    for (const Mode mode : both_modes) {
        Lab lab(mode);
        for (int i = 0; i < 50; ++i) REQUIRE(lab.add(lab.make(), lab_test::health, Health{1}));
        const TypeIndex join[]{lab_test::health};
        int visited = 0;
        const Outcome outcome = lab.storage.each(join, [&](Row& row) {
            ++visited;
            lab.storage.destroy(row.entity());
        });
        if (mode == Mode::Faithful) {
            CHECK(outcome.verdict == Verdict::Refused);
            CHECK(outcome.rule == "000-L7");
            CHECK(visited == 1);
            CHECK(lab.storage.size() == 49);
        } else {
            CHECK(outcome.verdict == Verdict::Done);
            CHECK(visited == 50);
            CHECK(lab.storage.size() == 0);
        }
    }
    World world(named_types(), Mode::Faithful);
    for (int i = 0; i < 3; ++i) world.new_entity().with(Position{});
    lab_test::Failures failures;
    for (const auto& [entity, position] : world.components_of<Position>()) entity.destroy();
    REQUIRE(failures.messages().size() == 1);
    CHECK(failures.messages()[0] == "000-L7: the table changed while it was iterated");
}

TEST_CASE("000-L7: repaired, a walk visits whoever had the component when it began and still has it",
          "[lab][seed_000]") {
    Lab lab(Mode::Repaired);
    std::vector<Handle> entities;
    for (int i = 0; i < 200; ++i) {
        entities.push_back(lab.make());
        REQUIRE(lab.add(entities.back(), lab_test::health, Health{static_cast<float>(i)}));
        REQUIRE(lab.add(entities.back(), lab_test::position, Position{static_cast<float>(i), 0, 0}));
    }
    const TypeIndex join[]{lab_test::health, lab_test::position};
    std::set<std::uint64_t> visited;
    std::size_t taken = 0;
    REQUIRE(lab.storage.each(join, [&](Row& row) {
        CHECK(visited.insert(row.entity().bits).second);
        // A newcomer, which makes table and values grow, and an entity that has not had its turn yet goes.
        const Handle fresh = lab.make();
        lab.add(fresh, lab_test::health, Health{-1});
        lab.add(fresh, lab_test::position, Position{-1, 0, 0});
        const Handle victim = entities[(row.entity().bits * 7) % 200];
        if (!visited.contains(victim.bits) && lab.storage.destroy(victim).verdict == Verdict::Done) ++taken;
        Position position;
        Health health;
        row.read(0, &health);
        row.read(1, &position);
        CHECK(health.points == position.x);
        CHECK(health.points == static_cast<float>(row.entity().bits - 1));
        lab.storage.remove(row.entity(), lab_test::position);
        CHECK_FALSE(row.write(1, &position));
    }));
    CHECK(taken > 0);
    CHECK(visited.size() + taken == 200);
    CHECK(*visited.rbegin() <= 200);
}

TEST_CASE("000-L8: attaching makes the storage where there is none, the opposite of what the text says",
          "[lab][seed_000]") {
    Lab lab(Mode::Faithful);
    const Handle first = lab.make();
    CHECK_FALSE(lab.storage.has_type(lab_test::health));
    REQUIRE(lab.add(first, lab_test::health, Health{1}));
    CHECK(lab.storage.has_type(lab_test::health));
    // Where it has one, none is made anew: what is in it stays.
    REQUIRE(lab.add(lab.make(), lab_test::health, Health{2}));
    CHECK(lab.get<Health>(first, lab_test::health) == Health{1});
    CHECK(lab.storage.look(lab_test::health).length == 2);
}

}  // namespace seed_000_limits_test
