// Article 003, row by row of the checklist: what it can do. The game's rows (C6, C7, L5) are in chase_test.cpp.
#include <cstring>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "lab/support/failures.hpp"
#include "lab/support/seed_003.hpp"

namespace seed_003_capabilities_test {

using namespace seed_003;
using packed_vector::Component;
using packed_vector::EntityId;
using packed_vector::Mut;

namespace {

struct Vec2f {
    float x = 0, y = 0;
};
struct Double {
    double value = 0;
};
struct FourBools {
    bool a = false, b = false, c = false, d = false;
};
struct Tag {};

}  // namespace

TEST_CASE("003-C1: a component is its entity's id and the value, as large as Rust makes it", "[lab][seed_003]") {
    CHECK(sizeof(Component<Vec2f>) == 12);
    CHECK(sizeof(Component<Position>) == 16);
    CHECK(sizeof(Component<Double>) == 16);  // 4 of them a hole
    CHECK(sizeof(Component<FourBools>) == 8);
    CHECK(sizeof(Component<Tag>) == 4);

    Component<Position> component(7, {1, 2, 3});
    CHECK(component.entity_id() == 7);
    CHECK(component.inner() == Position{1, 2, 3});
    component.inner_mut().x = 9;
    CHECK(component.inner() == Position{9, 2, 3});

    // The storage's rows are the same.
    ecs::TypeRegistry registry;
    registry.add<Vec2f>("Vec2f");
    registry.add<Double>("Double");
    registry.add<FourBools>("FourBools");
    registry.add<Tag>("Tag");
    std::vector<const ecs::ComponentType*> types;
    for (const char* name : {"Vec2f", "Double", "FourBools", "Tag"}) types.push_back(registry.find(name));
    for (const Mode mode : both_modes) {
        Arena arena;
        const auto made = make_storage(StorageKind::PackedVector, mode, {}, types, arena, nullptr);
        const auto& storage = static_cast<const PackedVectorStorage&>(*made);
        CHECK(storage.look(0).row_bytes == sizeof(Component<Vec2f>));
        CHECK(storage.look(1).row_bytes == sizeof(Component<Double>));
        CHECK(storage.look(1).value_offset == 8);
        CHECK(storage.look(2).row_bytes == sizeof(Component<FourBools>));
        CHECK(storage.look(3).row_bytes == sizeof(Component<Tag>));
    }
}

TEST_CASE("003-C1: a row of the container reads as a component", "[lab][seed_003]") {
    Lab lab(Mode::Faithful);
    lab.positions.push(41, at_x(1));
    lab.positions.push(3, at_x(2));
    const auto look = lab.storage.look(lab_test::position);
    Component<Position> row(0, {});
    std::memcpy(static_cast<void*>(&row), lab.arena.at(look.rows + look.row_bytes), sizeof row);
    CHECK(row.entity_id() == 3);
    CHECK(row.inner() == at_x(2));
    CHECK(lab.positions.component(0).entity_id() == 41);
    CHECK(lab.positions.component(0).inner() == at_x(1));
}

TEST_CASE("003-C2: a container finds what was pushed, and nothing where nothing was", "[lab][seed_003]") {
    for (const Mode mode : both_modes) {
        Lab lab(mode);
        CHECK_FALSE(lab.positions.get(1).has_value());
        lab.positions.push(1, at_x(10));
        lab.positions.push(5, at_x(50));
        CHECK(lab.positions.get(1) == at_x(10));
        CHECK(lab.positions.get(5) == at_x(50));
        CHECK_FALSE(lab.positions.get(2).has_value());
        CHECK_FALSE(lab.velocities.get(1).has_value());
        if (Mut<Position> position = lab.positions.get_mut(5)) position->x += 1;
        CHECK(lab.positions.get(5) == at_x(51));
        CHECK(lab.positions.get(1) == at_x(10));
        CHECK_FALSE(static_cast<bool>(lab.positions.get_mut(2)));
        // Where it is written is what the map says.
        CHECK(lab.storage.find(lab_test::position, 1) == 0);
        CHECK(lab.storage.find(lab_test::position, 5) == 1);
    }
}

TEST_CASE("003-C2: a component that is borrowed to be changed, and is not, is not written", "[lab][seed_003]") {
    Lab lab(Mode::Faithful);
    lab.positions.push(1, at_x(10));
    CHECK(lab.work_of([&] { lab.positions.get_mut(1); }).writes == 0);
    CHECK(lab.work_of([&] { lab.positions.get_mut(1)->x = 3; }).writes == 1);
    Mut<Position> first = lab.positions.get_mut(1);
    Mut<Position> moved = std::move(first);
    moved->x = 4;
    CHECK(lab.positions.get(1) == at_x(3));  // not before it goes
    { const Mut<Position> last = std::move(moved); }
    CHECK(lab.positions.get(1) == at_x(4));
}

TEST_CASE("003-C3: iterating gives ids and components in the order in which they were pushed", "[lab][seed_003]") {
    for (const Mode mode : both_modes) {
        Lab lab(mode);
        const std::vector<EntityId> ids{9, 2, 700, 4, 1000, 3};
        if (mode == Mode::Faithful)
            for (const EntityId id : ids) lab.positions.push(id, at_x(static_cast<float>(id)));
        else  // ids that were skipped are nobody's: repaired, they count up
            for (EntityId id = 1; id <= 6; ++id) lab.positions.push(id, at_x(static_cast<float>(id)));
        const std::vector<EntityId> expected = mode == Mode::Faithful ? ids : std::vector<EntityId>{1, 2, 3, 4, 5, 6};
        std::vector<EntityId> seen;
        for (const auto& [id, position] : lab.positions.iter()) {
            CHECK(position.x == static_cast<float>(id));
            seen.push_back(id);
        }
        CHECK(seen == expected);
        seen.clear();
        for (auto [id, position] : lab.positions.iter_mut()) {
            position->x += 1;
            seen.push_back(id);
        }
        CHECK(seen == expected);
        for (const auto& [id, position] : lab.positions.iter()) CHECK(position.x == static_cast<float>(id + 1));
    }
}

TEST_CASE("003-C4: the four joins give those who are in all, in the order of the base, equal to the intersection",
          "[lab][seed_003]") {
    ecs::Random random(3);
    for (int round = 0; round < 20; ++round) {
        Lab lab(Mode::Faithful);
        std::vector<EntityId> order;
        std::map<EntityId, float> others[2];
        const auto shuffled = [&] {
            std::vector<EntityId> ids;
            for (EntityId id = 1; id <= 60; ++id)
                if (random.below(3) != 0) ids.push_back(id);
            for (std::size_t i = ids.size(); i > 1; --i)
                std::swap(ids[i - 1], ids[random.below(static_cast<std::uint32_t>(i))]);
            return ids;
        };
        for (const EntityId id : shuffled()) {
            lab.positions.push(id, at_x(static_cast<float>(id)));
            order.push_back(id);
        }
        for (const EntityId id : shuffled()) {
            lab.velocities.push(id, by_x(static_cast<float>(id) * 2));
            others[0][id] = static_cast<float>(id) * 2;
        }
        for (const EntityId id : shuffled()) {
            lab.healths.push(id, {static_cast<float>(id) * 3});
            others[1][id] = static_cast<float>(id) * 3;
        }
        std::vector<EntityId> in_two, in_three;
        for (const EntityId id : order) {
            if (others[0].contains(id)) in_two.push_back(id);
            if (others[0].contains(id) && others[1].contains(id)) in_three.push_back(id);
        }
        REQUIRE(in_three.size() < in_two.size());

        std::vector<EntityId> seen;
        for (const auto& [position, velocity] : lab.positions.iter().zip_entity(lab.velocities)) {
            const auto id = static_cast<EntityId>(position.x);
            CHECK(velocity.x == others[0][id]);
            seen.push_back(id);
        }
        CHECK(seen == in_two);
        seen.clear();
        for (const auto& [position, velocity, health] : lab.positions.iter().zip_entity2(lab.velocities, lab.healths)) {
            const auto id = static_cast<EntityId>(position.x);
            CHECK(velocity.x == others[0][id]);
            CHECK(health.points == others[1][id]);
            seen.push_back(id);
        }
        CHECK(seen == in_three);
        seen.clear();
        for (auto [position, velocity] : lab.positions.iter_mut().zip_entity(lab.velocities)) {
            seen.push_back(static_cast<EntityId>(position->x));
            position->y = velocity.x;
        }
        CHECK(seen == in_two);
        seen.clear();
        for (auto [position, velocity, health] : lab.positions.iter_mut().zip_entity2(lab.velocities, lab.healths)) {
            seen.push_back(static_cast<EntityId>(position->x));
            position->z = velocity.x + health.points;
        }
        CHECK(seen == in_three);
        for (const auto& [id, position] : lab.positions.iter()) {
            const bool two = others[0].contains(id), three = two && others[1].contains(id);
            CHECK(position.y == (two ? others[0][id] : 0));
            CHECK(position.z == (three ? others[0][id] + others[1][id] : 0));
        }

        // The same by the storage's own each, which the Lab runs.
        seen.clear();
        const TypeIndex join[]{lab_test::position, lab_test::velocity, lab_test::health};
        REQUIRE(lab.storage.each(join, [&](Row& row) { seen.push_back(static_cast<EntityId>(row.entity().bits)); }));
        CHECK(seen == in_three);
    }
}

TEST_CASE("003-C5: the containers are there from the start, one for each type that the program names",
          "[lab][seed_003]") {
    Lab lab(Mode::Faithful);
    std::set<std::int32_t> columns;
    lab.storage.describe([&](const Span& span) {
        if (span.role == Role::Header && span.type >= 0) columns.insert(span.type);
    });
    CHECK(columns.size() == lab_test::types().size());
    CHECK(lab.arena.allocated() == 0);
    lab_test::Failures failures;
    const CContainer<Double> unknown(lab.storage);
    REQUIRE(failures.messages().size() == 1);
    CHECK(failures.messages()[0].find("This storage was made without the type ") == 0);
}

TEST_CASE("003-C5: what is being iterated is borrowed, and cannot be changed, repaired it can", "[lab][seed_003]") {
    {
        Lab lab(Mode::Faithful);
        lab.positions.push(1, at_x(1));
        lab.positions.push(2, at_x(2));
        const TypeIndex join[]{lab_test::position};
        const Position value;
        const Velocity other;
        REQUIRE(lab.storage.each(join, [&](Row& row) {
            const Outcome pushed = lab.storage.add({99}, {lab_test::position, &value});
            CHECK(pushed.verdict == Verdict::Refused);
            CHECK(pushed.rule == "003-C5");
            CHECK(lab.storage.create({{Value{lab_test::position, &value}}}).verdict == Verdict::Refused);
            // Another field of the program's struct is not borrowed.
            CHECK(lab.storage.add(row.entity(), {lab_test::velocity, &other}).verdict == Verdict::Done);
        }));
        CHECK(lab.storage.look(lab_test::position).length == 2);
        CHECK(lab.storage.look(lab_test::velocity).length == 2);
        CHECK(lab.storage.size() == 2);
        CHECK(lab.storage.add({1}, {lab_test::health, &value}).verdict == Verdict::Done);  // borrowed no longer
        CHECK(lab.storage.supports(OperationKind::ChangeInEach).rule == "003-C5");

        lab_test::Failures failures;
        for (const auto& [id, position] : lab.positions.iter()) lab.positions.push(id + 10, position);
        CHECK(failures.messages().size() == 2);
        CHECK(lab.positions.size() == 2);
    }
    Lab lab(Mode::Repaired);
    for (int i = 0; i < 100; ++i) {
        const Position position = at_x(static_cast<float>(i));
        const Health health{static_cast<float>(i)};
        const Value values[]{{lab_test::position, &position}, {lab_test::health, &health}};
        REQUIRE(lab.storage.create(values));
    }
    const TypeIndex join[]{lab_test::health, lab_test::position};
    std::set<std::uint64_t> visited;
    std::size_t taken = 0;
    REQUIRE(lab.storage.each(join, [&](Row& row) {
        CHECK(visited.insert(row.entity().bits).second);
        const Position fresh = at_x(-1);
        const Health points{-1};
        const Value values[]{{lab_test::position, &fresh}, {lab_test::health, &points}};
        REQUIRE(lab.storage.create(values));
        const Handle victim{1 + row.entity().bits * 7 % 100};
        if (!visited.contains(victim.bits) && lab.storage.destroy(victim).verdict == Verdict::Done) ++taken;
        Position position;
        Health health;
        row.read(0, &health);
        row.read(1, &position);
        CHECK(health.points == position.x);
        CHECK(health.points == static_cast<float>(row.entity().bits - 1));
        REQUIRE(lab.storage.remove(row.entity(), lab_test::position));
        CHECK_FALSE(row.write(1, &position));
    }));
    CHECK(taken > 0);
    CHECK(visited.size() + taken == 100);
    CHECK(*visited.rbegin() <= 100);
}

}  // namespace seed_003_capabilities_test
