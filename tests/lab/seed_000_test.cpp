// Article 000, row by row of the checklist.
#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "catch.hpp"
#include "ecs/lab/hash_index.hpp"
#include "ecs/lab/hash_table.hpp"
#include "ecs/lab/trace.hpp"
#include "failures.hpp"
#include "lab_types.hpp"
#include "population.hpp"

using namespace ecs::lab;
using hash_index::Entity;
using hash_index::World;
using lab_test::Health;
using lab_test::populate;
using lab_test::Position;
using lab_test::Velocity;

namespace {

struct Name {
    char text[12] = {};
    friend bool operator==(const Name&, const Name&) = default;
};

/// The types of the article's example, and two of the same name.
namespace game {
struct Position {
    float x = 0, y = 0, z = 0;
    friend bool operator==(const Position&, const Position&) = default;
};
}  // namespace game
namespace ui {
struct Position {
    std::int32_t column = 0, row = 0;
    friend bool operator==(const Position&, const Position&) = default;
};
struct Rectangle {
    double values[6] = {};
};
}  // namespace ui
namespace far_away {
using Position = ui::Rectangle;
}

std::span<const ecs::ComponentType* const> named_types() {
    struct Types {
        ecs::TypeRegistry registry;
        std::vector<const ecs::ComponentType*> list;
        Types() {
            registry.add<lab_test::Position>("Position");
            registry.add<Name>("Name");
            registry.add<game::Position>("game.Position");
            registry.add<ui::Position>("ui.Position");
            registry.add<far_away::Position>("far_away.Position");
            for (const char* name : {"Position", "Name", "game.Position", "ui.Position", "far_away.Position"})
                list.push_back(registry.find(name));
        }
    };
    static const Types types;
    return types.list;
}
constexpr TypeIndex game_position = 2, ui_position = 3, far_position = 4;

struct Lab {
    Arena arena;
    Trace trace{arena};
    std::unique_ptr<Storage> made;
    HashIndexStorage& storage;

    explicit Lab(Mode mode, std::span<const ecs::ComponentType* const> types = lab_test::types(),
                 const StorageOptions& options = {})
        : made(make_storage(StorageKind::HashIndex, mode, options, types, arena, &trace)),
          storage(static_cast<HashIndexStorage&>(*made)) {}

    Handle make() { return storage.create({}).handle; }
    template <class T>
    Outcome add(Handle entity, TypeIndex type, const T& value) {
        return storage.add(entity, {type, &value});
    }
    template <class T>
    T get(Handle entity, TypeIndex type) {
        T value;
        REQUIRE(storage.get(entity, type, &value));
        return value;
    }
    template <class Act>
    Work work_of(const Act& act) {
        trace.begin_operation("measured");
        act();
        trace.end_operation();
        return trace.operations().back().work;
    }
};

const std::initializer_list<Mode> both_modes{Mode::Faithful, Mode::Repaired};

}  // namespace

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
        CHECK(lab.arena.block_of(span.at)->place == Place::Program);
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
        CHECK(lab->storage.supports(Operation::Remove).verdict == removed.verdict);
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
        CHECK((lab.storage.supports(Operation::MutateInEach).verdict == Verdict::Done) == (mode == Mode::Repaired));
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
