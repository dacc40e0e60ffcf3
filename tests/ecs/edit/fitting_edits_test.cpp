// The world ran on since a step was done: what of it still fits is undone, and the rest is counted.
#include "ecs/edit/fitting_edits.hpp"

#include "catch.hpp"
#include "ecs/diff/diff_edits.hpp"
#include "ecs/edit/history_desk.hpp"
#include "ecs/snapshot/state_hash.hpp"

namespace fitting_edits_test {

using test::contains;
using test::Health;
using test::Position;
using test::Velocity;
using Edits = std::vector<ecs::Edit>;

namespace {

struct Desk : test::HistoryDesk {
    ecs::Entity other = world.create(ecs::Name{"Other"}, Health{5});

    ecs::EntityRecord record(const char* name, ecs::Entity parent = {}) {
        ecs::EntityRecord made{{}, parent, {}};
        made.values.push_back(ecs::Value::of(world.types()[world.name_id()], ecs::Name{name}));
        return made;
    }
    int hp_of(ecs::Entity entity) const { return world.get<Health>(entity).hp; }
    ecs::Entity find(std::string_view name) const {
        for (std::size_t slot = 0; slot < world.slot_count(); ++slot)
            if (const ecs::Entity each = world.entity_at_slot(slot); each && world.name(each) == name) return each;
        return {};
    }
};

/// With what a Desk has at first, under the same handles.
void fill_as_desk(ecs::World& world) {
    test::register_types(world);
    (void)world.create(ecs::Name{"Hero"}, Health{0}, Position{1, 2});
    (void)world.create(ecs::Name{"Other"}, Health{5});
}

}  // namespace

TEST_CASE("Fitting edits: a step about several entities is undone without those that are gone", "[ecs][edit]") {
    Desk desk;
    REQUIRE(desk.history.perform({"Set hp", Edits{desk.health_edit(desk.hero, 7), desk.health_edit(desk.other, 8)}})
                .empty());
    desk.world.destroy(desk.hero);
    REQUIRE(desk.history.undo().empty());
    CHECK(desk.hp_of(desk.other) == 5);
    CHECK(desk.history.left_out().count == 1);
    CHECK(desk.history.left_out().of == 2);
    CHECK_THAT(desk.history.left_out().why, contains("is gone"));
    REQUIRE(desk.history.redo().empty());
    CHECK(desk.hp_of(desk.other) == 8);
    CHECK(desk.history.left_out().count == 0);  // it is no part of the step any more
}

TEST_CASE("Fitting edits: a redo leaves out what is gone, too", "[ecs][edit]") {
    Desk desk;
    REQUIRE(desk.history.perform({"Set hp", Edits{desk.health_edit(desk.hero, 7), desk.health_edit(desk.other, 8)}})
                .empty());
    REQUIRE(desk.history.undo().empty());
    desk.world.remove<Health>(desk.hero);
    REQUIRE(desk.history.redo().empty());
    CHECK(desk.hp_of(desk.other) == 8);
    CHECK(desk.history.left_out().count == 1);
    CHECK_THAT(desk.history.left_out().why, contains("Health"));
}

TEST_CASE("Fitting edits: of one edit for many entities, those that are gone are left out", "[ecs][edit]") {
    Desk desk;
    const ecs::ComponentId health = desk.world.id<Health>();
    const ecs::Entity both[] = {desk.hero, desk.other};
    SECTION("of which one field was set") {
        REQUIRE(desk.history
                    .perform({"Set", Edits{ecs::SetField{health, 0, {both[0], both[1]}, std::vector<std::byte>(8)}}})
                    .empty());
        desk.world.destroy(desk.hero);
        REQUIRE(desk.history.undo().empty());
        CHECK(desk.hp_of(desk.other) == 5);
    }
    SECTION("to which a component was added") {
        const ecs::Value value(desk.world.types()[desk.world.id<Velocity>()]);
        REQUIRE(desk.history.perform({"Add", Edits{ecs::add_to_many(ecs::EntityRuns(both), value)}}).empty());
        desk.world.destroy(desk.hero);
        REQUIRE(desk.history.undo().empty());
        CHECK_FALSE(desk.world.has<Velocity>(desk.other));
    }
    SECTION("which were destroyed again by a redo") {
        REQUIRE(desk.history.perform({"Destroy", Edits{ecs::DestroyMany{ecs::EntityRuns(both)}}}).empty());
        REQUIRE(desk.history.undo().empty());
        desk.world.destroy(desk.hero);
        REQUIRE(desk.history.redo().empty());
        CHECK(desk.world.entity_count() == 0);
    }
    CHECK(desk.history.left_out().count == 1);
    CHECK(desk.history.left_out().of == 2);
    CHECK_THAT(desk.history.left_out().why, contains("is gone"));
}

TEST_CASE("Fitting edits: the entities that a step created go without those that are gone or were used",
          "[ecs][edit]") {
    Desk desk;
    const auto create = [&] {
        Edits edits{ecs::CreateEntities{{desk.record("Parent"), desk.record("A", ecs::handle_of_record(0)),
                                         desk.record("B", ecs::handle_of_record(0)), desk.record("C")}}};
        REQUIRE(desk.history.perform({"Create four", std::move(edits)}).empty());
    };
    SECTION("one is gone") {
        create();
        desk.world.destroy(desk.find("A"));
        REQUIRE(desk.history.undo().empty());
        CHECK(desk.world.entity_count() == 2);
        CHECK(desk.history.left_out().count == 1);
        REQUIRE(desk.history.redo().empty());
        CHECK(desk.world.entity_count() == 5);
        CHECK(desk.world.parent(desk.find("B")) == desk.find("Parent"));
    }
    SECTION("one has a child of the program's, and stays with all that is above it") {
        create();
        const ecs::Entity child = desk.world.create(ecs::Parent{desk.find("A")});
        REQUIRE(desk.history.undo().empty());
        CHECK(desk.world.alive(child));
        CHECK(desk.world.alive(desk.find("A")));
        CHECK(desk.world.alive(desk.find("Parent")));
        CHECK_FALSE(desk.find("B"));
        CHECK_FALSE(desk.find("C"));
        CHECK(desk.history.left_out().count == 2);
        CHECK(desk.history.left_out().of == 4);
    }
    SECTION("none fits: the step is dropped, and nothing changes") {
        create();
        for (const char* name : {"A", "B", "C", "Parent"}) desk.world.destroy(desk.find(name));
        const std::uint64_t before = ecs::state_hash(desk.world);
        CHECK_THAT(desk.history.undo(), contains("Cannot undo create four: ") && contains("is gone"));
        CHECK(ecs::state_hash(desk.world) == before);
        CHECK_FALSE(desk.history.can_undo());
        CHECK(desk.history.left_out().count == 0);
    }
}

TEST_CASE("Fitting edits: what was destroyed comes back without what lost its parent or its slot", "[ecs][edit]") {
    Desk desk;
    ecs::World then;
    fill_as_desk(then);
    const ecs::Entity third = then.create(ecs::Name{"Third"}, Health{6});
    (void)then.create(ecs::Name{"Child"}, ecs::Parent{third});
    const ecs::Entity fifth = then.create(ecs::Name{"Fifth"});
    ecs::Result<Edits> edits = ecs::edits_of(ecs::diff(desk.world, then), desk.world, then);
    REQUIRE(edits);
    REQUIRE(desk.history.perform({"Restore", std::move(*edits)}).empty());
    REQUIRE(desk.history.undo().empty());
    // The program makes entities of its own in these slots.
    while (!desk.world.entity_at_slot(third.index)) (void)desk.world.create();
    desk.world.destroy(desk.world.entity_at_slot(third.index));
    while (!desk.world.entity_at_slot(third.index)) (void)desk.world.create();
    REQUIRE(desk.world.entity_at_slot(third.index) != third);
    REQUIRE(desk.history.redo().empty());
    CHECK(desk.world.name(fifth) == "Fifth");
    CHECK_FALSE(desk.find("Third"));
    CHECK_FALSE(desk.find("Child"));
    CHECK(desk.history.left_out().count == 2);
    CHECK(desk.history.left_out().of == 3);
    CHECK_THAT(desk.history.left_out().why, contains("cannot be created"));
}

TEST_CASE("Fitting edits: what took the slots of others gives them back, also when one of it is gone", "[ecs][edit]") {
    Desk desk;
    ecs::World then;
    fill_as_desk(then);
    const ecs::Entity bullet = then.create(ecs::Name{"Bullet"}), rock = then.create(ecs::Name{"Rock"});
    // Now another bullet has the slot of the one of then.
    desk.world.destroy(desk.world.create());
    const ecs::Entity later = desk.world.create(ecs::Name{"Later"});
    REQUIRE(later.index == bullet.index);
    REQUIRE(later != bullet);
    ecs::Result<Edits> edits = ecs::edits_of(ecs::diff(desk.world, then), desk.world, then);
    REQUIRE(edits);
    REQUIRE(desk.history.perform({"Restore", std::move(*edits)}).empty());
    REQUIRE(desk.world.alive(bullet));
    desk.world.destroy(rock);
    CHECK(desk.history.undo() == "");
    CHECK(desk.history.left_out().count == 1);
    CHECK_FALSE(desk.world.alive(bullet));
    CHECK(desk.world.name(later) == "Later");
    CHECK(desk.history.redo() == "");
    CHECK(desk.world.name(bullet) == "Bullet");
    CHECK(desk.history.undo() == "");
    CHECK(desk.world.name(later) == "Later");
}

TEST_CASE("Fitting edits: a step whose moves the program has turned into a circle ends with a reason", "[ecs][edit]") {
    Desk desk;
    const ecs::Entity p = desk.world.create(), q = desk.world.create(), a = desk.world.create(ecs::Parent{p});
    Edits edits{ecs::SetParent{a, q}, ecs::CreateEntities{{desk.record("X", a)}}};
    REQUIRE(desk.history.perform({"Move and create", std::move(edits)}).empty());
    desk.world.set_parent(p, a);
    (void)desk.world.create(ecs::Parent{desk.find("X")});
    const std::uint64_t before = ecs::state_hash(desk.world);
    const std::string why = desk.history.undo();
    CHECK_THAT(why, contains("Cannot undo move and create: "));
    CHECK(ecs::state_hash(desk.world) == before);
}

TEST_CASE("Fitting edits: of several steps, the counts and the reason are those of the steps that lost some",
          "[ecs][edit]") {
    Desk desk;
    REQUIRE(desk.history.perform({"First", Edits{desk.health_edit(desk.hero, 7), desk.health_edit(desk.other, 8)}})
                .empty());
    desk.history.seal();
    REQUIRE(desk.create("New").empty());
    desk.world.destroy(desk.hero);
    REQUIRE(desk.history.go_to(0).empty());
    CHECK(desk.history.left_out().count == 1);
    CHECK(desk.history.left_out().of == 2);
    CHECK(desk.history.left_out().label == "First");
    CHECK_THAT(desk.history.left_out().why, contains("is gone"));
}

TEST_CASE("Fitting edits: nothing is left out of a step that is not about entities alone", "[ecs][edit]") {
    Desk desk;
    REQUIRE(desk.history
                .perform({"Set hp, stop Spin", Edits{desk.health_edit(desk.hero, 7), ecs::ToggleSystem{"Spin", false}}})
                .empty());
    desk.world.destroy(desk.hero);
    CHECK_THAT(desk.history.undo(), contains("is gone"));
    CHECK_FALSE(desk.schedule.find("Spin")->enabled);
}

}  // namespace fitting_edits_test
