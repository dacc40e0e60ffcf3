// Values name entities: the owner's by the ids of its program, and those of a person by handles of the mirror.
#include <algorithm>

#include "catch.hpp"
#include "ecs/mirror/mirror_desk.hpp"

namespace mirror_references_test {

namespace {

using test::FakeOwner;
using Edits = std::vector<ecs::Edit>;
using Kind = ecs::OwnerRequest::Kind;

struct Desk : test::MirrorDesk {
    ecs::OwnerKey aims_at(ecs::OwnerKey other) {
        const ecs::OwnerKey key = owner.spawn();
        owner.set(key, FakeOwner::target, FakeOwner::wanted(other));
        return key;
    }
    ecs::Entity aim_of(ecs::OwnerKey key) { return seen<ecs::Entity>(key, FakeOwner::target); }
    /// Of two that are not known before, in this order, each aims at the other.
    void create_two() {
        ecs::CreateEntities create;
        for (const std::size_t other : {1u, 0u})
            create.entities.emplace_back().values.push_back(value(FakeOwner::target, ecs::handle_of_record(other)));
        REQUIRE(history.perform({"Create two", Edits{std::move(create)}}).empty());
    }
};

}  // namespace

TEST_CASE("Mirror references: in another run, a value names whom its program means", "[mirror]") {
    Desk desk;
    const ecs::OwnerKey first = desk.owner.next_key;
    (void)desk.aims_at(first + 1);  // who comes after it in the same pull
    (void)desk.aims_at(first);
    desk.mirror.update();
    REQUIRE(desk.aim_of(first) == FakeOwner::wanted(first + 1));

    desk.owner.begin_again();
    (void)desk.aims_at(first + 1);
    (void)desk.aims_at(first);
    const ecs::OwnerKey lost = desk.aims_at(first + 7);  // nobody
    const ecs::OwnerKey aimless = desk.owner.spawn();
    desk.owner.set(aimless, FakeOwner::target, ecs::null_entity);
    desk.mirror.update();
    REQUIRE(desk.mirror.entity_of(first) != FakeOwner::wanted(first));  // nobody has the handle of another run
    CHECK(desk.aim_of(first) == desk.mirror.entity_of(first + 1));
    CHECK(desk.aim_of(first + 1) == desk.mirror.entity_of(first));
    CHECK_FALSE(desk.world().alive(desk.aim_of(lost)));
    CHECK(desk.aim_of(aimless) == ecs::null_entity);
}

TEST_CASE("Mirror references: a value that named an entity before it came names it afterwards", "[mirror]") {
    Desk desk;
    desk.mirror.update();
    // Its handle is taken here, by who waits for an answer.
    desk.owner.late = true;
    const ecs::Entity made = desk.world().entity_index().next();
    REQUIRE(desk.history.perform({"Create", Edits{ecs::CreateEntities{{ecs::EntityRecord{}}}}}).empty());
    const ecs::OwnerKey to_come = made.index - 1;
    REQUIRE(FakeOwner::wanted(to_come) == made);
    const ecs::OwnerKey key = desk.aims_at(to_come);
    desk.mirror.update();
    desk.owner.spawn(to_come);
    desk.mirror.update();
    desk.mirror.update();
    REQUIRE(desk.mirror.entity_of(to_come) != made);
    CHECK(desk.aim_of(key) == desk.mirror.entity_of(to_come));
}

TEST_CASE("Mirror references: a value never names another one that has the handle here", "[mirror]") {
    Desk desk;
    const ecs::OwnerKey first = desk.owner.spawn();
    desk.mirror.update();
    desk.owner.begin_again();
    desk.owner.spawn(first);
    desk.mirror.update();
    const ecs::Entity here = desk.mirror.entity_of(first);
    // What the program means is gone, and was called like `here`.
    const ecs::OwnerKey key = desk.owner.spawn();
    desk.owner.set(key, FakeOwner::target, here);
    desk.mirror.update();
    CHECK(desk.aim_of(key) == ecs::null_entity);
}

TEST_CASE("Mirror references: two that are created and name each other are known to the owner when it hears so",
          "[mirror]") {
    Desk desk;
    desk.mirror.update();
    desk.owner.late = true;
    desk.create_two();
    REQUIRE(desk.owner.asked.size() == 2);
    CHECK(desk.owner.asked[0].kind == Kind::Create);
    CHECK(desk.owner.asked[1].kind == Kind::Create);
    desk.owner.answer_now();
    desk.mirror.update();
    REQUIRE(desk.owner.asked.size() == 4);
    for (const std::size_t i : {2u, 3u}) {
        CHECK(desk.owner.asked[i].kind == Kind::Set);
        const auto aim = *static_cast<const ecs::Entity*>(desk.owner.asked[i].parts.at(0).value.data());
        CHECK(desk.mirror.key_of(aim) == desk.owner.asked[5 - i].key);
    }
}

TEST_CASE("Mirror references: an edit that names an entity waits until the owner has created it", "[mirror]") {
    Desk desk;
    const ecs::OwnerKey hero = desk.owner.spawn();
    desk.owner.set(hero, FakeOwner::target, ecs::null_entity);
    desk.mirror.update();
    desk.owner.late = true;
    const ecs::Entity made = desk.world().entity_index().next();
    REQUIRE(desk.history.perform({"Create", Edits{ecs::CreateEntities{{ecs::EntityRecord{}}}}}).empty());
    REQUIRE(desk.history
                .perform({"Aim", Edits{ecs::SetComponent{
                                     desk.mirror.entity_of(hero), desk.value(FakeOwner::target, made), {0}}}})
                .empty());
    CHECK(desk.owner.asked.size() == 1);
    desk.owner.answer_now();
    desk.mirror.update();
    REQUIRE(desk.owner.asked.size() == 2);
    CHECK(desk.owner.asked[1].kind == Kind::Set);
    CHECK(desk.mirror.key_of(made) != ecs::no_owner_key);
}

TEST_CASE("Mirror references: who comes back under another id is named by those that named it before", "[mirror]") {
    Desk desk;
    const bool late = GENERATE(false, true);
    const ecs::OwnerKey enemy = desk.owner.spawn(), hero = desk.aims_at(enemy);
    desk.mirror.update();
    const ecs::Entity entity = desk.mirror.entity_of(enemy);
    REQUIRE(desk.history.perform({"Destroy", Edits{ecs::DestroyEntity{entity}}}).empty());
    desk.mirror.update();
    desk.owner.asked.clear();
    desk.owner.late = late;

    SECTION("under another one") {
        desk.owner.gives_new_keys = true;
        REQUIRE(desk.history.undo().empty());
        while (desk.mirror.unanswered() > 0) {
            desk.owner.answer_now();
            desk.mirror.update();
        }
        REQUIRE(desk.owner.asked.size() == 2);
        CHECK(desk.owner.asked[1].kind == Kind::Set);
        CHECK(desk.owner.asked[1].key == hero);
        CHECK(desk.owner.asked[1].fields == std::vector<std::uint32_t>{0});
        const auto aim = *static_cast<const ecs::Entity*>(desk.owner.asked[1].parts.at(0).value.data());
        CHECK(desk.mirror.key_of(aim) != enemy);
        CHECK(desk.mirror.key_of(aim) != ecs::no_owner_key);
        CHECK(desk.aim_of(hero) == entity);
    }
    SECTION("under the same one, nothing is said of it") {
        REQUIRE(desk.history.undo().empty());
        desk.owner.answer_now();
        desk.mirror.update();
        CHECK(desk.owner.asked.size() == 1);
        CHECK(desk.mirror.unanswered() == 0);
    }
    SECTION("the step is done, although that is refused") {
        desk.owner.gives_new_keys = true;
        desk.owner.refuses = [hero](const ecs::OwnerRequest& request) {
            return request.key == hero ? "it is locked" : "";
        };
        REQUIRE(desk.history.undo().empty());
        std::vector<std::string> told;
        for (int i = 0; i < 4; ++i) {
            desk.owner.answer_now();
            for (const std::string& each : desk.mirror.update().messages) told.push_back(each);
        }
        CHECK(desk.mirror.unanswered() == 0);
        CHECK(desk.owner.things.size() == 2);
        CHECK(desk.world().alive(entity));
        CHECK(std::count(told.begin(), told.end(), "Fake did \"Destroy\", but it is locked") == 1);
        CHECK(desk.aim_of(hero) == ecs::null_entity);  // as it is there
    }
}

TEST_CASE("Mirror references: also when another one had its slot since", "[mirror]") {
    Desk desk;
    const ecs::OwnerKey enemy = desk.owner.spawn(), hero = desk.aims_at(enemy);
    desk.mirror.update();
    const ecs::Entity entity = desk.mirror.entity_of(enemy);
    desk.owner.kill(enemy);
    desk.mirror.update();
    const ecs::OwnerKey other = desk.owner.spawn(1u << 24);  // its own handle is too far
    desk.mirror.update();
    REQUIRE(desk.mirror.entity_of(other).index == entity.index);
    ecs::CreateEntities back{{ecs::EntityRecord{entity, {}, {}}}};
    back.in_any_dead_slot = true;
    const Edits edits{ecs::DestroyEntities{{desk.mirror.entity_of(other)}}, back};
    REQUIRE(desk.history.perform({"Restore", edits}).empty());
    desk.mirror.update();
    REQUIRE(desk.mirror.key_of(entity) != ecs::no_owner_key);
    REQUIRE(desk.owner.asked.size() == 3);
    CHECK(desk.owner.asked[2].kind == Kind::Set);
    CHECK(desk.owner.asked[2].key == hero);
    CHECK(*static_cast<const ecs::Entity*>(desk.owner.asked[2].parts.at(0).value.data()) == entity);
}

}  // namespace mirror_references_test
