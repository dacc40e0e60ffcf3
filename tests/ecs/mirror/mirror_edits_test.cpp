// The way of edits to the owner, and of its refusals back.
#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/mirror/mirror_desk.hpp"
#include "ecs/mirror/owner_model.hpp"

namespace mirror_edits_test {

using test::contains;
using test::difference;
using test::run_owner;
using Desk = test::MirrorDesk;
using test::FakeOwner;
using Edits = std::vector<ecs::Edit>;

namespace {

/// A step that a person could do.
Edits random_edit(Desk& desk, ecs::Random& random) {
    std::vector<ecs::Entity> all;
    for (std::size_t slot = 0; slot < desk.world().slot_count(); ++slot)
        if (const ecs::Entity entity = desk.world().entity_at_slot(slot)) all.push_back(entity);
    const auto any = [&] { return all.empty() ? ecs::null_entity : all[random.next() % all.size()]; };
    const ecs::Entity entity = any();
    const int number = static_cast<int>(random.next() % 1000);
    switch (random.next() % 8) {
        case 0: {
            ecs::EntityRecord record;
            record.parent = random.next() % 2 == 0 ? entity : ecs::null_entity;
            record.values.push_back(desk.value(FakeOwner::health, number));
            ecs::EntityRecord child;
            child.parent = ecs::handle_of_record(0);
            child.values.push_back(desk.value(FakeOwner::label, "child " + std::to_string(number)));
            return {ecs::CreateEntities{{record, child}}};
        }
        case 1: {
            if (number % 3 != 0) return {ecs::DestroyEntity{entity}};
            const ecs::Entity other = any();
            ecs::DestroyMany many;
            many.entities.push_back(entity);
            if (other != entity) many.entities.push_back(other);
            return {many};
        }
        case 2:
            return {ecs::AddComponent{entity, desk.value(FakeOwner::position, test::Place{1, float(number)})}};
        case 3:
            return {ecs::RemoveComponent{entity, desk.id(static_cast<std::uint32_t>(random.next() % 4))}};
        case 4:
            return {ecs::SetComponent{entity, desk.value(FakeOwner::health, number), {0}}};
        case 5:
            return {ecs::SetParent{entity, any()}};
        case 6:
            return {ecs::rename(desk.world(), entity, number % 4 == 0 ? "" : "N" + std::to_string(number))};
        default:
            return {ecs::AddComponent{entity, ecs::Value(desk.type(FakeOwner::frozen))}};
    }
}

}  // namespace

TEST_CASE("Mirror: an edit reaches the owner at once, and so does its undoing", "[ecs][mirror]") {
    Desk desk;
    const ecs::OwnerKey hero = desk.hero(10);
    REQUIRE(desk.set_hp(hero, 50).empty());
    CHECK(desk.hp_there(hero) == 50);
    CHECK(desk.owner.asked.back().fields == std::vector<std::uint32_t>{0});
    REQUIRE(desk.history.undo().empty());
    CHECK(desk.hp_there(hero) == 10);
    REQUIRE(desk.history.redo().empty());
    CHECK(desk.hp_there(hero) == 50);
    CHECK(desk.mirror.update().messages.empty());
    CHECK(difference(desk.mirror, desk.owner).empty());
}

TEST_CASE("Mirror: a destroyed entity comes back with its key", "[ecs][mirror]") {
    Desk desk;
    const ecs::OwnerKey hero = desk.hero(10);
    REQUIRE(desk.history.perform({"Destroy Hero", Edits{ecs::DestroyEntity{desk.mirror.entity_of(hero)}}}).empty());
    CHECK(desk.owner.things.empty());
    desk.mirror.update();
    REQUIRE(desk.history.undo().empty());
    REQUIRE(desk.owner.things.contains(hero));
    CHECK(desk.hp_there(hero) == 10);
    CHECK(desk.owner.things[hero].name == "Hero");
    desk.mirror.update();
    CHECK(difference(desk.mirror, desk.owner).empty());
}

TEST_CASE("Mirror: an entity that comes back under another id is known by that one, and a person is told",
          "[ecs][mirror]") {
    Desk desk;
    const ecs::OwnerKey key = desk.hero();
    const ecs::Entity entity = desk.mirror.entity_of(key);
    CHECK_FALSE(desk.mirror.id_there(entity));
    desk.owner.gives_new_keys = true;
    REQUIRE(desk.history.perform({"Destroy Hero", Edits{ecs::DestroyEntity{entity}}}) == "");
    (void)desk.mirror.update();
    REQUIRE(desk.history.undo() == "");
    const ecs::Mirror::News news = desk.mirror.update();
    REQUIRE(desk.owner.things.size() == 1);
    const ecs::OwnerKey now = desk.owner.things.begin()->first;
    REQUIRE(now != key);
    CHECK(desk.mirror.entity_of(now) == entity);
    const ecs::Entity there = desk.mirror.id_there(entity);
    CHECK(there == ecs::Entity{static_cast<std::uint32_t>(now) + 1, 1});
    REQUIRE(news.messages.size() == 1);
    CHECK(news.messages[0] == "Fake created Hero again: its id is " + ecs::to_string(there) + " now");
    // It is said once, and the edits of before still find it.
    CHECK(desk.mirror.update().messages.empty());
    CHECK(desk.set_hp(now, 3) == "");
    CHECK(desk.hp_there(now) == 3);
}

TEST_CASE("Mirror: 1,000 random edits and their undoing are equal on both sides", "[ecs][mirror]") {
    const bool late = GENERATE(false, true);
    CAPTURE(late);
    Desk desk;
    ecs::Random random(7);
    for (int i = 0; i < 40; ++i) run_owner(desk.owner, random);
    desk.mirror.update();
    const auto settle = [&] {
        for (int i = 0; i < 12 && desk.mirror.unanswered() > 0; ++i) {
            desk.owner.answer_now();
            REQUIRE(desk.mirror.update().messages == std::vector<std::string>());
        }
        REQUIRE(desk.mirror.unanswered() == 0);
        REQUIRE(desk.mirror.update().messages.empty());
        REQUIRE(desk.mirror.update().messages.empty());
    };
    desk.owner.late = late;
    int done = 0;
    for (int tries = 0; done < 1000 && tries < 20'000; ++tries) {
        desk.history.seal();
        if (!desk.history.perform({"Step", random_edit(desk, random)}).empty()) continue;
        ++done;
        if (late && done % 5 != 0) continue;
        settle();
        REQUIRE(difference(desk.mirror, desk.owner) == "");
    }
    REQUIRE(done == 1000);
    int undone = 0;
    for (; desk.history.can_undo(); ++undone) {
        REQUIRE(desk.history.undo() == "");
        if (late && undone % 5 != 0) continue;
        settle();
        REQUIRE(difference(desk.mirror, desk.owner) == "");
    }
    CHECK(undone == 1000);
    settle();
    CHECK(difference(desk.mirror, desk.owner) == "");
}

TEST_CASE("Mirror: what the owner refuses is taken back, and a person is told why", "[ecs][mirror]") {
    Desk desk;
    const ecs::OwnerKey hero = desk.hero(10);
    desk.owner.refuses = [](const ecs::OwnerRequest&) { return "hp is read only"; };
    REQUIRE(desk.set_hp(hero, 50).empty());
    const ecs::Mirror::News news = desk.mirror.update();
    REQUIRE(news.messages.size() == 1);
    CHECK_THAT(news.messages[0], contains("Fake refused \"Set hp of Hero\": hp is read only"));
    CHECK(desk.seen<int>(hero, FakeOwner::health) == 10);
    CHECK_FALSE(desk.history.can_undo());
    CHECK(desk.hp_there(hero) == 10);
}

TEST_CASE("Mirror: the refusal of a step that could not be undone takes back no other step", "[ecs][mirror]") {
    Desk desk;
    const ecs::OwnerKey hero = desk.hero(10), other = desk.hero(20);
    REQUIRE(desk.set_hp(other, 25).empty());
    desk.mirror.update();
    desk.owner.late = true;
    REQUIRE(desk.set_hp(hero, 50).empty());
    desk.mirror.update();
    // Its program destroys the entity before it gets to the edit.
    desk.owner.kill(hero);
    desk.mirror.update();
    CHECK_FALSE(desk.history.undo().empty());
    CHECK(desk.history.done() == 1);
    desk.owner.answer_now();
    desk.mirror.update();
    desk.mirror.update();
    CHECK(desk.history.done() == 1);
    CHECK(desk.seen<int>(other, FakeOwner::health) == 25);
    CHECK(difference(desk.mirror, desk.owner).empty());
}

TEST_CASE("Mirror: a step of which the owner refuses a part is taken back on both sides", "[ecs][mirror]") {
    Desk desk;
    const ecs::OwnerKey hero = desk.hero(10), other = desk.hero(20);
    desk.owner.refuses = [&](const ecs::OwnerRequest& request) { return request.key == other ? "no" : ""; };
    const ecs::Entity entities[] = {desk.mirror.entity_of(hero), desk.mirror.entity_of(other)};
    ecs::SetField set{desk.id(FakeOwner::health), 0, {entities[0], entities[1]}, std::vector<std::byte>(8)};
    REQUIRE(desk.history.perform({"Set hp", Edits{set}}).empty());
    CHECK(desk.hp_there(hero) == 0);
    CHECK(desk.mirror.update().messages.size() == 1);
    CHECK(desk.hp_there(hero) == 10);
    CHECK(desk.mirror.update().messages.empty());
    CHECK(difference(desk.mirror, desk.owner).empty());
}

TEST_CASE("Mirror: of a step that may be partial, only what the owner refuses is taken back", "[ecs][mirror]") {
    Desk desk;
    const ecs::OwnerKey hero = desk.hero(10), other = desk.hero(20), third = desk.hero(30);
    const auto refuse_other = [&](const ecs::OwnerRequest& request) { return request.key == other ? "no" : ""; };
    (GENERATE(false, true) ? desk.owner.knows_before : desk.owner.refuses) = refuse_other;
    const auto set_all = [&](int hp) {
        Edits edits;
        for (const ecs::OwnerKey key : {hero, other, third})
            edits.push_back(ecs::SetComponent{desk.mirror.entity_of(key), desk.value(FakeOwner::health, hp), {0}});
        REQUIRE(desk.history.perform({.label = "Restore", .edits = std::move(edits), .may_be_partial = true}).empty());
    };
    set_all(1);
    const std::vector<std::string> messages = desk.mirror.update().messages;
    CHECK(messages == std::vector<std::string>{"Fake did \"Restore\", but refused 1 of 3 changes: no"});
    CHECK(desk.hp_there(hero) == 1);
    CHECK(desk.hp_there(other) == 20);
    desk.mirror.update();
    CHECK(difference(desk.mirror, desk.owner).empty());
    REQUIRE(desk.history.undo().empty());
    desk.mirror.update();
    desk.mirror.update();
    CHECK(desk.hp_there(hero) == 10);
    CHECK(desk.hp_there(third) == 30);
    CHECK(difference(desk.mirror, desk.owner).empty());
}

TEST_CASE("Mirror: a step that may be partial is taken back when all of it is refused", "[ecs][mirror]") {
    Desk desk;
    const ecs::OwnerKey hero = desk.hero(10);
    desk.owner.refuses = [](const ecs::OwnerRequest&) { return "no"; };
    ecs::EntityRecord record;
    record.values.push_back(desk.value(FakeOwner::health, 3));
    Edits edits{ecs::SetComponent{desk.mirror.entity_of(hero), desk.value(FakeOwner::health, 1), {0}},
                ecs::CreateEntities{{std::move(record)}}};
    REQUIRE(desk.history.perform({.label = "Restore", .edits = std::move(edits), .may_be_partial = true}).empty());
    const std::vector<std::string> messages = desk.mirror.update().messages;
    CHECK(messages == std::vector<std::string>{"Fake refused \"Restore\": no"});
    CHECK_FALSE(desk.history.can_undo());
    desk.mirror.update();
    CHECK(difference(desk.mirror, desk.owner).empty());
}

TEST_CASE("Mirror: nothing of a step is asked when the owner knows before that it would refuse a part",
          "[ecs][mirror]") {
    Desk desk;
    const ecs::OwnerKey hero = desk.hero(10), other = desk.hero(20);
    desk.owner.knows_before = [&](const ecs::OwnerRequest& request) { return request.key == other ? "no" : ""; };
    ecs::SetField set{desk.id(FakeOwner::health),
                      0,
                      {desk.mirror.entity_of(hero), desk.mirror.entity_of(other)},
                      std::vector<std::byte>(8)};
    REQUIRE(desk.history.perform({"Set hp", Edits{set}}).empty());
    CHECK(desk.owner.asked.empty());
    desk.mirror.update();
    desk.mirror.update();
    CHECK(difference(desk.mirror, desk.owner).empty());
    CHECK(desk.mirror.why_not(ecs::SetComponent{desk.mirror.entity_of(other), desk.value(FakeOwner::health, 1), {}}) ==
          "no");
}

TEST_CASE("Mirror: who comes back does so without what nobody outside can make, and that is said", "[ecs][mirror]") {
    Desk desk;
    const bool late = GENERATE(false, true);
    const ecs::OwnerKey key = desk.hero(10);
    desk.owner.set(key, FakeOwner::position, test::Place{1, 2});
    desk.mirror.update();
    const ecs::Entity entity = desk.mirror.entity_of(key);
    desk.owner.knows_before = [](const ecs::OwnerRequest& request) {
        const bool makes_health = request.kind == ecs::OwnerRequest::Kind::Create &&
                                  std::any_of(request.parts.begin(), request.parts.end(),
                                              [](const auto& part) { return part.type == FakeOwner::health; });
        return makes_health ? "nobody can make Health" : "";
    };
    REQUIRE(desk.history.perform({"Destroy", Edits{ecs::DestroyEntity{entity}}}).empty());
    desk.mirror.update();
    desk.owner.late = late;
    REQUIRE(desk.history.undo().empty());
    desk.owner.answer_now();
    const ecs::Mirror::News news = desk.mirror.update();
    CHECK(news.messages == std::vector<std::string>{"Hero comes back without Health: nobody can make Health"});
    REQUIRE(desk.owner.things.size() == 1);
    CHECK(desk.owner.get<test::Place>(key, FakeOwner::position).y == 2);
    CHECK_FALSE(desk.owner.things.at(key).parts.contains(FakeOwner::health));
    CHECK(desk.seen<test::Place>(key, FakeOwner::position).y == 2);
    CHECK_FALSE(desk.world().has(entity, desk.id(FakeOwner::health)));
    // It goes on: back and forth, and what was done before.
    CHECK(desk.history.redo().empty());
    desk.owner.answer_now();
    desk.mirror.update();
    CHECK(desk.owner.things.empty());
}

TEST_CASE("Mirror: of a step that may be partial, who was to come back and is refused is gone, with what is below",
          "[ecs][mirror]") {
    Desk desk;
    const bool late = GENERATE(false, true);
    const ecs::OwnerKey key = desk.hero(10), other = desk.hero(20);
    const ecs::Entity entity = desk.mirror.entity_of(key), stays = desk.mirror.entity_of(other);
    REQUIRE(desk.history.perform({"Destroy", Edits{ecs::DestroyEntity{entity}}}).empty());
    desk.mirror.update();
    desk.owner.refuses = [](const ecs::OwnerRequest& request) {
        return request.kind == ecs::OwnerRequest::Kind::Create ? "no room" : "";
    };
    desk.owner.late = late;
    ecs::CreateEntities back{{ecs::EntityRecord{entity, {}, {}}, ecs::EntityRecord{{}, ecs::handle_of_record(0), {}}}};
    back.in_any_dead_slot = true;
    const Edits edits{ecs::SetComponent{stays, desk.value(FakeOwner::health, 5), {0}}, back};
    REQUIRE(desk.history.perform({.label = "Restore", .edits = edits, .may_be_partial = true}).empty());
    REQUIRE(desk.world().entity_count() == 3);
    for (int i = 0; i < 3; ++i) {
        desk.owner.answer_now();
        desk.mirror.update();
    }
    CHECK(desk.hp_there(other) == 5);
    CHECK(desk.owner.things.size() == 1);
    CHECK_FALSE(desk.world().alive(entity));
    CHECK(desk.world().entity_count() == 1);
}

TEST_CASE("Mirror: edits of types and memory are not for a world that belongs to others", "[ecs][mirror]") {
    Desk desk;
    const ecs::OwnerKey hero = desk.hero();
    desk.owner.tag(hero);
    desk.mirror.update();
    const ecs::Edit fold = ecs::FoldTags{{desk.id(FakeOwner::frozen)}, "Flags", {}};
    CHECK_THAT(desk.mirror.why_not(fold), contains("has its own types"));
    REQUIRE(desk.history.perform({"Fold", Edits{fold}}).empty());
    CHECK(desk.mirror.update().messages.size() == 1);
    desk.mirror.update();
    CHECK(desk.owner.asked.empty());
    CHECK(difference(desk.mirror, desk.owner).empty());
}

TEST_CASE("Mirror: while an answer is awaited, older values of the owner are held back", "[ecs][mirror]") {
    Desk desk;
    const ecs::OwnerKey hero = desk.hero(10);
    desk.owner.late = true;
    REQUIRE(desk.set_hp(hero, 50).empty());
    CHECK(desk.mirror.waits(desk.mirror.entity_of(hero)));
    desk.owner.set(hero, FakeOwner::health, 11);  // the program's own, before it looks at the request
    desk.mirror.update();
    CHECK(desk.seen<int>(hero, FakeOwner::health) == 50);
    desk.owner.answer_now();
    desk.mirror.update();
    CHECK_FALSE(desk.mirror.waits(desk.mirror.entity_of(hero)));
    desk.mirror.update();
    CHECK(desk.seen<int>(hero, FakeOwner::health) == 50);
    CHECK(difference(desk.mirror, desk.owner).empty());
}

TEST_CASE("Mirror: a late refusal takes the step back", "[ecs][mirror]") {
    Desk desk;
    const ecs::OwnerKey hero = desk.hero(10);
    desk.owner.late = true;
    desk.owner.refuses = [](const ecs::OwnerRequest&) { return "too late"; };
    REQUIRE(desk.set_hp(hero, 50).empty());
    SECTION("when it is the last one") { CHECK(desk.history.done() == 1); }
    SECTION("when another step followed, by the owner's word") {
        desk.history.seal();
        REQUIRE(desk.set_hp(hero, 60).empty());
    }
    desk.owner.answer_now();
    CHECK_FALSE(desk.mirror.update().messages.empty());
    desk.owner.refuses = {};
    for (int i = 0; i < 3; ++i) {
        desk.owner.answer_now();
        desk.mirror.update();
    }
    CHECK(desk.seen<int>(hero, FakeOwner::health) == 10);
    CHECK(difference(desk.mirror, desk.owner).empty());
}

TEST_CASE("Mirror: a request whose outcome nobody knows is asked again, three times in all", "[ecs][mirror]") {
    Desk desk;
    const ecs::OwnerKey hero = desk.hero(10);
    SECTION("until it is known") {
        desk.owner.forgets = 2;
        REQUIRE(desk.set_hp(hero, 50).empty());
        CHECK(desk.mirror.unanswered() == 1);
        for (int i = 0; i < 3; ++i) CHECK(desk.mirror.update().messages.empty());
        CHECK(desk.mirror.unanswered() == 0);
        CHECK(desk.owner.asked.size() == 3);
        CHECK_FALSE(desk.owner.asked.front().again);
        CHECK(desk.owner.asked.back().again);
        CHECK(desk.hp_there(hero) == 50);
    }
    SECTION("then it counts as refused, and the owner's word is what is shown") {
        desk.owner.forgets = 100;
        REQUIRE(desk.set_hp(hero, 50).empty());
        std::size_t messages = 0;
        for (int i = 0; i < 10; ++i) messages += desk.mirror.update().messages.size();
        CHECK(messages == 1);
        CHECK(desk.owner.asked.size() == 3);
    }
    desk.mirror.update();
    CHECK(difference(desk.mirror, desk.owner).empty());
}

}  // namespace mirror_edits_test
