// Article 000, row by row of the checklist: what it can do.
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "catch.hpp"
#include "lab/support/population.hpp"
#include "lab/support/seed_000.hpp"

namespace seed_000_capabilities_test {

using namespace seed_000;
using ecs::lab::hash_index::Entity;
using ecs::lab::hash_index::World;
using lab_test::Health;
using lab_test::populate;
using lab_test::Position;
using lab_test::Velocity;

TEST_CASE("000-C1: ids count up from 1 and are never used again", "[lab][seed_000]") {
    for (const Mode mode : both_modes) {
        World world(named_types(), mode);
        const Entity first = world.new_entity(), second = world.new_entity(), third = world.new_entity();
        CHECK(first.id() == 1);
        CHECK(second.id() == 2);
        CHECK(third.id() == 3);
        second.destroy();
        CHECK(second.id() == 0);
        CHECK(world.new_entity().id() == 4);
        third.destroy();
        CHECK(world.new_entity().id() == 5);
    }
}

TEST_CASE("000-C2: attaching is chained, and the first use of a type makes its storage", "[lab][seed_000]") {
    for (const Mode mode : both_modes) {
        World world(named_types(), mode);
        const Entity bob = world.new_entity();
        CHECK_FALSE(world.has<Position>());
        CHECK_FALSE(world.has<Name>());
        bob.with(Position{1, 2, 0}).with(Name{"Bob"});
        CHECK(world.has<Position>());
        CHECK(world.has<Name>());
    }
}

TEST_CASE("000-C3: a freed slot is taken again, the newest first, and overwriting stays in place", "[lab][seed_000]") {
    for (const Mode mode : both_modes) {
        Lab lab(mode);
        std::map<char, Handle> entity;
        const auto attach = [&](char name) {
            entity[name] = lab.make();
            REQUIRE(lab.add(entity[name], lab_test::position, Position{static_cast<float>(name), 0, 0}));
            return lab.storage.slot_of(entity[name], lab_test::position);
        };
        CHECK(attach('A') == 0);
        CHECK(attach('B') == 1);
        CHECK(attach('C') == 2);
        REQUIRE(lab.storage.destroy(entity['A']));
        REQUIRE(lab.storage.destroy(entity['C']));
        CHECK(lab.storage.look(lab_test::position).free_slots == std::vector<std::uint64_t>{0, 2});
        CHECK(attach('D') == 2);
        CHECK(attach('E') == 0);
        CHECK(attach('F') == 3);
        CHECK(lab.storage.look(lab_test::position).length == 4);

        const Address values = lab.storage.look(lab_test::position).values;
        REQUIRE(lab.add(entity['B'], lab_test::position, Position{7, 8, 9}));
        CHECK(lab.storage.slot_of(entity['B'], lab_test::position) == 1);
        CHECK(lab.storage.look(lab_test::position).length == 4);
        Position at_slot_1;
        std::memcpy(&at_slot_1, lab.arena.at(values + sizeof(Position)), sizeof at_slot_1);
        CHECK(at_slot_1 == Position{7, 8, 9});
    }
}

TEST_CASE("000-C3: taking a slot and giving one back are events of the trace", "[lab][seed_000]") {
    Lab lab(Mode::Faithful);
    const Handle a = lab.make();
    REQUIRE(lab.add(a, lab_test::health, Health{1}));
    const auto events_of = [&](EventKind kind, const auto& act) {
        lab.trace.begin_operation("one");
        act();
        std::vector<std::uint64_t> slots;
        const Trace::Operation& operation = lab.trace.operations().back();
        for (std::size_t i = operation.begin; i < operation.end; ++i)
            if (lab.trace.events()[i].kind == kind) slots.push_back(lab.trace.events()[i].at);
        return slots;
    };
    CHECK(events_of(EventKind::PushFree, [&] { lab.storage.destroy(a); }) == std::vector<std::uint64_t>{0});
    const Handle b = lab.make();
    CHECK(events_of(EventKind::PopFree, [&] { lab.add(b, lab_test::health, Health{2}); }) ==
          std::vector<std::uint64_t>{0});
}

TEST_CASE("000-C4: getting gives a copy, several at once in the order asked for", "[lab][seed_000]") {
    for (const Mode mode : both_modes) {
        World world(named_types(), mode);
        const Entity bob = world.new_entity();
        bob.with(Position{1, 2, 0}).with(Name{"Bob"});
        CHECK(bob.get<Position>() == Position{1, 2, 0});
        const auto [position, name] = bob.get_all<Position, Name>();
        CHECK(position == Position{1, 2, 0});
        CHECK(std::string(name.text) == "Bob");
        const auto [name_first, position_second] = bob.get_all<Name, Position>();
        CHECK(name_first == name);
        CHECK(position_second == position);

        Position copy = bob.get<Position>();
        copy.x += 50;
        CHECK(copy.x == 51);
        CHECK(bob.get<Position>().x == 1);
    }
}

TEST_CASE("000-C5: having one is world and entity, having all is every one of them", "[lab][seed_000]") {
    for (const Mode mode : both_modes) {
        for (const bool with_position : {false, true})
            for (const bool with_name : {false, true}) {
                World world(named_types(), mode);
                const Entity entity = world.new_entity();
                if (with_position) entity.with(Position{});
                if (with_name) entity.with(Name{});
                CHECK(entity.has<Position>() == with_position);
                CHECK(entity.has<Name>() == with_name);
                CHECK(entity.has_all<Position, Name>() == (with_position && with_name));
                CHECK(entity.has_all<Name, Position>() == (with_position && with_name));
            }
        World world(named_types(), mode);
        const Entity without = world.new_entity();
        world.new_entity().with(Position{});
        CHECK(world.has<Position>());          // the world has the type …
        CHECK_FALSE(without.has<Position>());  // … the entity does not
    }
}

TEST_CASE("000-C6: values and pairs of one type visit each owner once and none of the deleted", "[lab][seed_000]") {
    for (const Mode mode : both_modes) {
        World world(named_types(), mode);
        std::vector<Entity> entities;
        std::map<std::uint64_t, float> expected;
        for (int i = 0; i < 100; ++i) {
            const Entity entity = world.new_entity();
            if (i % 3 != 0) entity.with(Position{static_cast<float>(i), 0, 0});
            if (i % 5 == 0)
                entities.push_back(entity);
            else if (i % 3 != 0)
                expected[entity.id()] = static_cast<float>(i);
        }
        for (const Entity& entity : entities) entity.destroy();

        std::map<std::uint64_t, float> pairs;
        for (const auto& [entity, position] : world.components_of<Position>())
            CHECK(pairs.emplace(entity.id(), position.x).second);
        CHECK(pairs == expected);

        std::multiset<float> values, expected_values;
        for (const Position& position : world.components_of<Position>().values()) values.insert(position.x);
        for (const auto& [id, x] : expected) expected_values.insert(x);
        CHECK(values == expected_values);
    }
}

TEST_CASE("000-C6: more than one type at once is refused, and repaired joins any three", "[lab][seed_000]") {
    Lab faithful(Mode::Faithful), repaired(Mode::Repaired);
    populate(faithful.storage, 60);
    populate(repaired.storage, 60);
    const TypeIndex join[]{lab_test::velocity, lab_test::position, lab_test::health};
    const Outcome wall = faithful.storage.each(join, [](Row&) { FAIL("no row is visited"); });
    CHECK(wall.verdict == Verdict::Refused);
    CHECK(wall.rule == "000-C6");
    std::set<std::uint64_t> seen;
    REQUIRE(repaired.storage.each(join, [&](Row& row) {
        Velocity velocity;
        Position position;
        Health health;
        row.read(0, &velocity);
        row.read(1, &position);
        row.read(2, &health);
        CHECK(velocity.y == health.points);
        CHECK(position.x == health.points);
        seen.insert(row.entity().bits);
    }));
    CHECK(seen.size() == 30);  // tens 1, 2 and 5 have both
}

TEST_CASE("000-C7: deleting drops the index, keeps the bytes, and every alias sees it", "[lab][seed_000]") {
    for (const Mode mode : both_modes) {
        Lab lab(mode);
        World world(lab.storage);
        const Entity bob = world.new_entity();
        const Entity alias = bob;
        const std::vector<Entity> more{alias, bob};
        bob.with(Position{1, 2, 3}).with(Velocity{4, 5, 6});
        world.new_entity().with(Health{1});  // a type that bob does not own

        const auto bytes_of = [&](TypeIndex type) {
            const auto look = lab.storage.look(type);
            const std::uint64_t bytes = lab_test::types()[type]->size;
            const std::byte* begin = lab.arena.at(look.values);
            return std::vector<std::byte>(begin, begin + look.length * bytes);
        };
        const auto positions = bytes_of(lab_test::position), velocities = bytes_of(lab_test::velocity);
        const auto free_count = [&] {
            std::size_t count = 0;
            for (TypeIndex type = 0; type < lab_test::types().size(); ++type)
                count += lab.storage.look(type).free_slots.size();
            return count;
        };
        CHECK(free_count() == 0);
        CHECK(alias.is_valid());
        bob.destroy();
        CHECK_FALSE(bob.is_valid());
        CHECK_FALSE(alias.is_valid());
        for (const Entity& other : more) CHECK_FALSE(other.is_valid());
        CHECK(free_count() == 2);  // as many as bob owned
        CHECK(bytes_of(lab_test::position) == positions);
        CHECK(bytes_of(lab_test::velocity) == velocities);
        CHECK(lab.storage.look(lab_test::position).owners == 0);
        CHECK(lab.storage.size() == 1);
    }
}

TEST_CASE("000-C7: the references are the program's, not counted as the storage's", "[lab][seed_000]") {
    Lab lab(Mode::Faithful);
    for (int i = 0; i < 1000; ++i) lab.make();
    CHECK(lab.arena.allocated() == 0);
    std::set<std::uint64_t> described;
    lab.storage.describe([&](const Span& span) {
        if (span.handle == 0) return;
        CHECK(lab.arena.block_of(span.at)->kind == BlockKind::Program);
        std::uint64_t id = 0;
        std::memcpy(&id, lab.arena.at(span.at), sizeof id);
        CHECK(id == span.handle);
        Address world = 0;  // each knows its world
        std::memcpy(&world, lab.arena.at(span.at + 8), sizeof world);
        CHECK(lab.arena.block_of(world)->what == "world");
        described.insert(span.handle);
    });
    CHECK(described.size() == 1000);
}

TEST_CASE("000-C8: the world finds its storages by the names of the types", "[lab][seed_000]") {
    World world(named_types(), Mode::Faithful);
    CHECK(world.storage().look(0).key == "Position");
    CHECK(world.storage().look(1).key == "Name");
    CHECK(world.storage().look(ui_position).key == "Position");
    World repaired(named_types(), Mode::Repaired);
    CHECK(repaired.storage().look(ui_position).key == "ui.Position");
}

}  // namespace seed_000_capabilities_test
