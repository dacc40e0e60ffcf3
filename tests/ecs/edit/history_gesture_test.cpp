#include "ecs/edit/history_desk.hpp"

namespace history_gesture_test {

using namespace test;
using Desk = test::HistoryDesk;

TEST_CASE("History: one drag is one undo step", "[history]") {
    Desk desk;
    for (const int value : {10, 20, 30}) REQUIRE(desk.set_health(value).empty());  // three frames of the same drag
    CHECK(desk.history.steps().size() == 1);
    desk.history.seal();  // mouse released
    REQUIRE(desk.set_health(99).empty());
    CHECK(desk.history.steps().size() == 2);

    CHECK(desk.history.undo().empty());
    CHECK(desk.hp() == 30);
    CHECK(desk.history.undo().empty());
    CHECK(desk.hp() == 0);
    CHECK_FALSE(desk.history.can_undo());

    CHECK(desk.history.redo().empty());
    CHECK(desk.hp() == 30);
    CHECK(desk.history.redo().empty());
    CHECK(desk.hp() == 99);
    CHECK_FALSE(desk.history.can_redo());
}

TEST_CASE("History: a gesture that is given up never was", "[history]") {
    Desk desk;
    CHECK_FALSE(desk.history.give_up_gesture());
    REQUIRE(desk.set_health(5).empty());
    desk.history.seal();
    const std::uint64_t state = desk.history.state();
    CHECK_FALSE(desk.history.give_up_gesture());  // it has ended
    for (const int value : {10, 20}) REQUIRE(desk.set_health(value).empty());
    CHECK(desk.history.give_up_gesture());
    CHECK(desk.hp() == 5);
    CHECK(desk.history.state() == state);
    CHECK(desk.history.steps().size() == 1);
    CHECK_FALSE(desk.history.can_redo());
    CHECK_FALSE(desk.history.give_up_gesture());
    CHECK(desk.hp() == 5);
}

TEST_CASE("History: a gesture that is given up brings back what could be redone", "[history]") {
    Desk desk;
    for (const int value : {1, 2, 3}) {
        REQUIRE(desk.set_health(value).empty());
        desk.history.seal();
    }
    REQUIRE(desk.history.perform({"Create", {ecs::CreateEntities{{ecs::EntityRecord{}}}}}).empty());
    const std::uint64_t newest = desk.history.state();
    const std::size_t entities = desk.world.entity_count();
    for (int i = 0; i < 3; ++i) REQUIRE(desk.history.undo().empty());
    const std::uint64_t state = desk.history.state();
    const std::size_t bytes = desk.history.bytes();
    for (const int value : {10, 20}) {
        REQUIRE(desk.set_health(value).empty());
        CHECK_FALSE(desk.history.can_redo());
    }

    SECTION("all of it, in order") {
        CHECK(desk.history.give_up_gesture());
        CHECK(desk.history.state() == state);
        CHECK(desk.history.bytes() == bytes);
        REQUIRE(desk.history.steps().size() == 4);
        for (int i = 0; i < 3; ++i) REQUIRE(desk.history.redo().empty());
        CHECK(desk.hp() == 3);
        CHECK(desk.world.entity_count() == entities);
        CHECK(desk.history.state() == newest);
    }
    SECTION("not once the gesture has ended") {
        desk.history.seal();
        CHECK_FALSE(desk.history.give_up_gesture());
        CHECK_FALSE(desk.history.can_redo());
        CHECK(desk.history.steps().size() == 2);
    }
    SECTION("not when another step came") {
        REQUIRE(desk.move_x(3).empty());
        CHECK(desk.history.give_up_gesture());
        CHECK(desk.hp() == 20);
        CHECK_FALSE(desk.history.can_redo());
    }
}

TEST_CASE("History: only edits of the same fields of the same entities are one gesture", "[history]") {
    Desk desk;
    const ecs::Entity other = desk.world.create(Health{5});
    REQUIRE(desk.set_health(10).empty());

    SECTION("another label does not matter, and the last one names the step") {
        REQUIRE(desk.history.perform({"Something else", {desk.health_edit(desk.hero, 11)}}).empty());
        CHECK(desk.history.steps().size() == 1);
        CHECK(desk.history.steps()[0].label == "Something else");
    }
    SECTION("another entity does") {
        REQUIRE(desk.history.perform({"Set hp of Hero", {desk.health_edit(other, 11)}}).empty());
        CHECK(desk.history.steps().size() == 2);
    }
    SECTION("another component does") {
        REQUIRE(desk.move_x(3).empty());
        CHECK(desk.history.steps().size() == 2);
    }
    SECTION("other fields do") {
        REQUIRE(desk.move_x(3).empty());
        const ecs::ComponentType& type = desk.world.types()[desk.world.id<Position>()];
        const ecs::Value value = ecs::Value::of(type, Position{0, 4});
        REQUIRE(desk.history.perform({"Set y", {ecs::SetComponent{desk.hero, value, {1}}}}).empty());
        CHECK(desk.history.steps().size() == 3);
    }
    SECTION("the same set of entities is one gesture, too") {
        for (const int value : {20, 21, 22})
            REQUIRE(
                desk.history.perform({"Set both", {desk.health_edit(desk.hero, value), desk.health_edit(other, value)}})
                    .empty());
        CHECK(desk.history.steps().size() == 2);
        REQUIRE(desk.history.undo().empty());
        CHECK(desk.hp() == 10);
        CHECK(desk.world.get<Health>(other).hp == 5);
        REQUIRE(desk.history.redo().empty());
        CHECK(desk.world.get<Health>(other).hp == 22);
    }
    SECTION("another kind of edit does") {
        REQUIRE(desk.destroy(other).empty());
        REQUIRE(desk.set_health(11).empty());
        CHECK(desk.history.steps().size() == 3);
    }
    SECTION("what was undone and set again is a step of its own") {
        REQUIRE(desk.history.undo().empty());
        REQUIRE(desk.history.redo().empty());
        REQUIRE(desk.set_health(11).empty());
        CHECK(desk.history.steps().size() == 2);
    }
}

}  // namespace history_gesture_test
