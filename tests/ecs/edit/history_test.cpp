#include "ecs/edit/history.hpp"

#include <string>

#include "catch.hpp"
#include "ecs/edit/history_desk.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/world/hierarchy.hpp"

namespace history_test {

using namespace test;
using Catch::Matchers::Contains;
using ecs::History;
using ecs::HistoryStep;

using Desk = test::HistoryDesk;

TEST_CASE("History: a command that does not fit changes nothing and says why", "[history]") {
    Desk desk;
    const ecs::Entity gone = desk.world.create();
    desk.world.destroy(gone);
    REQUIRE(desk.create("Before").empty());
    REQUIRE(desk.history.undo().empty());
    const std::uint64_t hash = ecs::state_hash(desk.world);
    const std::size_t slots = desk.world.slot_count();
    const std::vector<ecs::Entity> free_list = desk.world.entity_index().free_list();

    ecs::CreateEntities create;
    create.entities.resize(3);
    const std::string reason = desk.history.perform({"Set hp of all", {std::move(create), desk.health_edit(gone, 3)}});
    CHECK(reason == "Cannot set hp of all: " + ecs::to_string(gone) + " is gone");
    CHECK(ecs::state_hash(desk.world) == hash);
    CHECK(desk.history.steps().size() == 1);  // what can be redone still can
    CHECK(desk.history.can_redo());
    // The handles that were taken for a moment are free again.
    CHECK(desk.world.slot_count() == slots);
    CHECK(desk.world.entity_index().free_list() == free_list);
}

TEST_CASE("History: what was undone is forgotten when something else is done", "[history]") {
    Desk desk;
    REQUIRE(desk.create("A").empty());
    REQUIRE(desk.create("B").empty());
    const ecs::Entity b = desk.world.find_by_name("B");
    desk.schedule.tick(desk.world);  // a system may have noted the handle
    REQUIRE(desk.history.undo().empty());
    CHECK(desk.world.entity_index().parked(b));
    REQUIRE(desk.set_health(5).empty());
    CHECK(desk.history.steps().size() == 2);
    CHECK_FALSE(desk.history.can_redo());
    CHECK(desk.world.entity_index().parked(b));  // the gesture may be given up
    desk.history.seal();
    CHECK_FALSE(desk.world.entity_index().parked(b));  // its slot may be used again
    CHECK(desk.history.redo() == "There is nothing to redo");
}

TEST_CASE("History: undone entities come back with their handles", "[history]") {
    Desk desk;
    const ecs::Entity child = desk.world.create(ecs::Name{"Child"}, ecs::Parent{desk.hero});
    const std::uint64_t hash = ecs::state_hash(desk.world);
    REQUIRE(desk.destroy(desk.hero).empty());
    CHECK(desk.world.entity_count() == 0);
    const ecs::Entity between = desk.world.create();  // a system makes something meanwhile
    CHECK(between.index != desk.hero.index);
    REQUIRE(desk.history.undo().empty());
    desk.world.destroy(between);
    CHECK(ecs::state_hash(desk.world) == hash);
    CHECK(desk.world.parent(child) == desk.hero);
    REQUIRE(desk.history.redo().empty());
    REQUIRE(desk.history.undo().empty());
    CHECK(ecs::state_hash(desk.world) == hash);
}

TEST_CASE("History: a step that can't be undone any more is dropped with a reason", "[history]") {
    Desk desk;
    REQUIRE(desk.move_x(7).empty());
    REQUIRE(desk.set_health(10).empty());
    desk.world.remove<Health>(desk.hero);  // a system did
    const std::string reason = desk.history.undo();
    CHECK_THAT(reason, Contains("Cannot undo set hp of Hero: ") && Contains("Health"));
    CHECK(desk.history.steps().size() == 1);
    CHECK(desk.history.done() == 1);
    REQUIRE(desk.history.undo().empty());
    CHECK(desk.world.get<Position>(desk.hero).x == 1);
}

TEST_CASE("History: a step that can't be redone any more is dropped with a reason", "[history]") {
    Desk desk;
    REQUIRE(desk.set_health(10).empty());
    REQUIRE(desk.move_x(7).empty());
    REQUIRE(desk.history.go_to(0).empty());
    desk.world.remove<Health>(desk.hero);
    CHECK_THAT(desk.history.redo(), Contains("Cannot redo set hp of Hero: "));
    CHECK(desk.history.steps().size() == 1);
    REQUIRE(desk.history.redo().empty());
    CHECK(desk.world.get<Position>(desk.hero).x == 7);
}

TEST_CASE("History: it goes to any step and back", "[history]") {
    Desk desk;
    std::vector<std::uint64_t> hashes{ecs::state_hash(desk.world)};
    for (const char* name : {"A", "B", "C", "D"}) {
        REQUIRE(desk.create(name).empty());
        hashes.push_back(ecs::state_hash(desk.world));
    }
    for (const std::size_t step : {2, 0, 4, 1, 3, 99}) {
        REQUIRE(desk.history.go_to(step).empty());
        CHECK(desk.history.done() == std::min<std::size_t>(step, 4));
        CHECK(ecs::state_hash(desk.world) == hashes[std::min<std::size_t>(step, 4)]);
    }
}

TEST_CASE("History: the oldest steps are forgotten beyond the limit, and their handles freed", "[history]") {
    Desk desk;
    desk.history.limit = 3;
    const ecs::Entity victim = desk.world.create();
    REQUIRE(desk.destroy(victim).empty());
    CHECK(desk.world.entity_index().parked(victim));
    for (const int value : {1, 2, 3}) {
        REQUIRE(desk.set_health(value).empty());
        desk.history.seal();
    }
    CHECK(desk.history.steps().size() == 3);
    CHECK(desk.history.done() == 3);
    CHECK_FALSE(desk.world.entity_index().parked(victim));
    REQUIRE(desk.history.go_to(0).empty());
    CHECK(desk.hp() == 0);
    CHECK(desk.history.undo() == "There is nothing to undo");
}

TEST_CASE("History: the oldest steps are forgotten beyond the limit of memory", "[history]") {
    Desk desk;
    const auto name_hero = [&](char letter) {
        REQUIRE(desk.history.perform({"Rename", {ecs::rename(desk.world, desk.hero, std::string(10'000, letter))}})
                    .empty());
        desk.history.seal();
    };
    for (const char letter : {'a', 'b', 'c', 'd', 'e', 'f'}) name_hero(letter);
    const std::size_t all = desk.history.bytes();
    CHECK(all > 100'000);  // each step knows the name before it and the one after it
    CHECK(all < 130'000);
    desk.history.set_memory_limit(all / 2);
    CHECK(desk.history.bytes() <= all / 2);
    CHECK(desk.history.steps().size() == 2);
    CHECK(desk.history.done() == 2);
    CHECK(desk.history.forgotten() == 4);
    REQUIRE(desk.history.go_to(0).empty());
    CHECK(desk.world.name(desk.hero) == std::string(10'000, 'd'));
    CHECK_FALSE(desk.history.can_undo());

    // What is undone goes last, from its end.
    desk.history.set_memory_limit(15'000);
    CHECK(desk.history.steps().size() == 1);
    REQUIRE(desk.history.redo().empty());
    CHECK(desk.world.name(desk.hero) == std::string(10'000, 'e'));

    // One step alone stays, however large it is: else the last change could not be taken back.
    desk.history.set_memory_limit(1);
    CHECK(desk.history.steps().size() == 1);
    name_hero('z');
    CHECK(desk.history.steps().size() == 1);
    CHECK(desk.history.bytes() > 1);
    REQUIRE(desk.history.undo().empty());
    CHECK(desk.world.name(desk.hero) == std::string(10'000, 'e'));
}

TEST_CASE("History: going back over many steps keeps them until it is there", "[history]") {
    Desk desk;
    for (int i = 0; i < 5; ++i) {
        REQUIRE(desk.destroy(desk.world.create(ecs::Name{std::string(2'000, 'n')}, Health{i})).empty());
    }
    // The redo of a destruction holds next to nothing, its undo the entity.
    const std::size_t all = desk.history.bytes();
    desk.history.set_memory_limit(all + all / 2);
    REQUIRE(desk.history.go_to(0).empty());
    CHECK(desk.history.bytes() < all / 2);
    CHECK(desk.history.steps().size() == 5);
    REQUIRE(desk.history.go_to(5).empty());
    CHECK(desk.history.bytes() > all / 2);
    CHECK(desk.history.forgotten() == 0);
}

TEST_CASE("History: a step knows what it did, whether it is in force or not", "[history]") {
    Desk desk;
    desk.schedule.tick(desk.world);
    REQUIRE(desk.set_health(5).empty());
    REQUIRE(desk.set_health(6).empty());  // the same gesture
    REQUIRE(desk.create("Lamp").empty());
    const ecs::Entity lamp = desk.world.find_by_name("Lamp");
    const ecs::Entity child = desk.world.create(ecs::Parent{lamp});
    REQUIRE(desk.destroy(lamp).empty());
    REQUIRE(
        desk.history.perform({"Mixed", {desk.health_edit(desk.hero, 9), ecs::ToggleSystem{"Spin", false}}}).empty());
    const auto says = [&](std::size_t step) {
        std::string text;
        REQUIRE(desk.history.steps()[step].repeatable);
        for (const ecs::Edit& edit : ecs::forward_edits(desk.history.steps()[step]))
            text += ecs::describe_edit(desk.world, edit) + ";";
        return text;
    };
    const auto hp_set = [&] {
        return static_cast<const Health*>(
                   std::get<ecs::SetComponent>(ecs::forward_edits(desk.history.steps()[0])[0]).value.data())
            ->hp;
    };
    for (int round = 0; round < 2; ++round) {
        CHECK(hp_set() == 6);
        CHECK(says(1) == "Create Lamp;");
        CHECK(says(3) == "Set Health.hp of Hero;Switch Spin off;");
        const auto& made = std::get<ecs::CreateEntities>(ecs::forward_edits(desk.history.steps()[1])[0]);
        CHECK(made.entities[0].entity == lamp);  // its handle, too
        CHECK(ecs::name_of(ecs::forward_edits(desk.history.steps()[2])[0]) == "destroy");
        REQUIRE(desk.history.go_to(2).empty());
        if (desk.world.alive(child)) desk.world.destroy(child);
        REQUIRE(desk.history.go_to(0).empty());
    }
    const auto steps = desk.history.steps();
    CHECK(steps[0].kind == "set");
    CHECK(steps[1].kind == "create");
    CHECK(steps[2].kind == "destroy");
    CHECK(steps[3].kind.empty());
    CHECK(steps[0].tick == 1);
    CHECK(steps[0].entities == 1);
    CHECK(steps[2].entities == 2);
    CHECK(ecs::entities_of(steps[2]) == std::vector<ecs::Entity>{lamp, child});
}

TEST_CASE("History: the unsaved mark follows edits, undo and merging", "[history]") {
    Desk desk;
    CHECK_FALSE(desk.history.unsaved());
    REQUIRE(desk.set_health(10).empty());
    CHECK(desk.history.unsaved());
    desk.undo();
    CHECK_FALSE(desk.history.unsaved());  // back at what was saved
    desk.redo();
    desk.history.mark_saved();
    CHECK_FALSE(desk.history.unsaved());

    SECTION("by undo and redo") {
        desk.undo();
        CHECK(desk.history.unsaved());
        desk.redo();
        CHECK_FALSE(desk.history.unsaved());
    }
    SECTION("a save in the middle of a gesture does not hide the rest of it") {
        desk.history.seal();
        REQUIRE(desk.set_health(20).empty());
        desk.history.mark_saved();
        REQUIRE(desk.set_health(21).empty());
        CHECK(desk.history.steps().size() == 2);
        CHECK(desk.history.unsaved());
        desk.undo();
        CHECK(desk.history.unsaved());
        desk.redo();
        CHECK(desk.history.unsaved());
    }
    SECTION("another branch is never the saved one") {
        desk.undo();
        REQUIRE(desk.set_health(77).empty());
        CHECK(desk.history.unsaved());
        desk.undo();
        CHECK(desk.history.unsaved());
        desk.redo();
        CHECK(desk.history.unsaved());
    }
    SECTION("the limit forgets steps, not the mark") {
        desk.history.limit = 1;
        desk.history.seal();
        REQUIRE(desk.set_health(20).empty());
        desk.history.mark_saved();
        desk.history.seal();
        REQUIRE(desk.set_health(30).empty());
        CHECK(desk.history.unsaved());
        desk.undo();
        CHECK_FALSE(desk.history.unsaved());
    }
    SECTION("a step that could not be undone leaves nothing that was saved to return to") {
        desk.history.seal();
        REQUIRE(desk.move_x(9).empty());
        desk.world.remove<Position>(desk.hero);
        CHECK_FALSE(desk.history.undo().empty());
        CHECK(desk.history.unsaved());
        desk.undo();
        CHECK(desk.history.unsaved());
        desk.redo();
        CHECK(desk.history.unsaved());
    }
    SECTION("a step that could not be redone leaves nothing that was saved to go on to") {
        desk.history.seal();
        REQUIRE(desk.move_x(9).empty());
        desk.history.mark_saved();
        REQUIRE(desk.history.go_to(0).empty());
        desk.world.remove<Health>(desk.hero);
        CHECK_FALSE(desk.history.redo().empty());
        desk.redo();
        CHECK(desk.world.get<Position>(desk.hero).x == 9);
        CHECK(desk.history.unsaved());
    }
    SECTION("a recovered world is unsaved in every state") {
        desk.history.mark_unsaved();
        CHECK(desk.history.unsaved());
        desk.undo();
        CHECK(desk.history.unsaved());
        desk.history.mark_saved();
        CHECK_FALSE(desk.history.unsaved());
    }
}

TEST_CASE("History: a step still finds its handle after a later one that used it is forgotten", "[history]") {
    Desk desk;
    const ecs::Entity victim = desk.world.create(Position{3, 4});
    REQUIRE(desk.destroy(victim).empty());
    ecs::CreateEntities again;
    again.entities.push_back({victim, {}, {}});  // as a script can
    REQUIRE(desk.history.perform({"Create it again", {std::move(again)}}).empty());
    REQUIRE(desk.history.undo().empty());
    REQUIRE(desk.set_health(5).empty());  // forgets the second creation
    CHECK(desk.world.entity_index().parked(victim));
    REQUIRE(desk.history.go_to(0).empty());
    CHECK(desk.world.get<Position>(victim).x == 3);
}

TEST_CASE("History: an empty command is no step", "[history]") {
    Desk desk;
    CHECK(desk.history.perform({"Nothing", {}}).empty());
    CHECK_FALSE(desk.history.can_undo());
    CHECK_FALSE(desk.history.unsaved());
}

TEST_CASE("History: a state is in force until its step is undone", "[history]") {
    Desk desk;
    REQUIRE(desk.set_health(1).empty());
    desk.history.seal();
    const std::uint64_t first = desk.history.state();
    REQUIRE(desk.set_health(2).empty());
    CHECK(desk.history.in_force(first));
    desk.undo();
    CHECK(desk.history.in_force(first));
    desk.undo();
    CHECK_FALSE(desk.history.in_force(first));
    desk.redo();
    CHECK(desk.history.in_force(first));
}

}  // namespace history_test
