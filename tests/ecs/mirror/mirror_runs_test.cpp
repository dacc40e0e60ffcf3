#include "catch.hpp"
#include "ecs/mirror/mirror_desk.hpp"
#include "ecs/mirror/owner_model.hpp"

namespace mirror_runs_test {

using test::contains;
using Desk = test::MirrorDesk;
using test::FakeOwner;

namespace {

/// An entity without a name, at the next key: the first of each run has the same one.
ecs::OwnerKey nameless(Desk& desk, int hp) {
    const ecs::OwnerKey key = desk.owner.spawn();
    desk.owner.set(key, FakeOwner::health, hp);
    desk.mirror.update();
    return key;
}

}  // namespace

TEST_CASE("Mirror: undo writes nothing into the entities of another run", "[mirror]") {
    Desk desk;
    const ecs::OwnerKey key = nameless(desk, 57);
    const ecs::Entity before = desk.mirror.entity_of(key);
    REQUIRE(desk.set_hp(key, 5000).empty());
    REQUIRE(desk.hp_there(key) == 5000);

    desk.owner.begin_again();
    REQUIRE(nameless(desk, 206) == key);  // another one, by the same key
    const ecs::Entity now = desk.mirror.entity_of(key);
    CHECK_FALSE(desk.world().alive(before));
    CHECK(now != before);
    CHECK(now.index == before.index);  // what the program calls it is still to be seen
    REQUIRE(desk.history.can_undo());
    const std::string why = desk.history.undo();
    CHECK(why == "Cannot undo set hp of Hero: the connection broke since, and " + ecs::to_string(before) +
                     " may be another entity now");
    desk.mirror.update();
    CHECK(desk.hp_there(key) == 206);
    CHECK(desk.seen<int>(key, FakeOwner::health) == 206);
    CHECK_FALSE(desk.history.can_undo());

    // What is done since is undone as ever.
    REQUIRE(desk.set_hp(key, 7).empty());
    CHECK(desk.history.undo().empty());
    CHECK(desk.hp_there(key) == 206);
}

TEST_CASE("Mirror: neither redo nor the undo of creations and deletions reaches another run", "[mirror]") {
    Desk desk;
    const ecs::OwnerKey key = desk.hero(57), victim = nameless(desk, 3);
    REQUIRE(
        desk.history.perform({"Destroy it", Desk::Edits{ecs::DestroyEntity{desk.mirror.entity_of(victim)}}}).empty());
    REQUIRE(desk.set_hp(key, 1).empty());
    REQUIRE(desk.history.undo().empty());

    desk.owner.begin_again();
    REQUIRE(desk.hero(206) == key);
    desk.owner.asked.clear();
    CHECK_THAT(desk.history.redo(), contains("Hero"));
    CHECK_THAT(desk.history.undo(), contains("Cannot undo destroy it"));
    desk.mirror.update();
    CHECK(desk.owner.asked.empty());
    CHECK(desk.owner.things.size() == 1);
    CHECK(desk.hp_there(key) == 206);
}

TEST_CASE("Mirror: requests without an answer are dropped when the run ends, and said", "[mirror]") {
    const bool goes_away = GENERATE(false, true);
    Desk desk;
    const ecs::OwnerKey key = nameless(desk, 57);
    desk.owner.late = true;
    REQUIRE(desk.set_hp(key, 5000).empty());
    desk.owner.late = false;
    if (goes_away) {
        desk.owner.gone = "away";
        desk.mirror.update();
        desk.owner.gone.clear();
    }
    desk.owner.begin_again();
    desk.owner.asked.clear();
    const ecs::OwnerKey now = desk.owner.spawn();
    REQUIRE(now == key);
    desk.owner.set(now, FakeOwner::health, 206);
    const ecs::Mirror::News& news = desk.mirror.update();
    CHECK(news.new_run);
    REQUIRE(news.messages.size() == 1);
    CHECK(news.messages[0] == "\"Set hp of Hero\" was not answered: the connection to Fake broke");
    CHECK(desk.mirror.unanswered() == 0);
    CHECK(desk.owner.asked.empty());
    CHECK_FALSE(desk.mirror.update().new_run);
    CHECK(desk.hp_there(key) == 206);
}

TEST_CASE("Mirror: in another run, entities of the same names keep their handles", "[mirror]") {
    Desk desk;
    const auto make = [&](const char* name, ecs::OwnerKey parent = ecs::no_owner_key) {
        const ecs::OwnerKey key = desk.owner.spawn();
        desk.owner.set(key, FakeOwner::health, 1);
        desk.owner.tag(key);
        desk.owner.call(key, name);
        if (parent != ecs::no_owner_key) desk.owner.put_below(key, parent);
        return key;
    };
    const ecs::OwnerKey hero = make("Hero"), helmet = make("Helmet", hero), twin = make("Twin"), twin_2 = make("Twin");
    desk.mirror.update();
    const ecs::Entity hero_was = desk.mirror.entity_of(hero), helmet_was = desk.mirror.entity_of(helmet),
                      twin_was = desk.mirror.entity_of(twin), twin_2_was = desk.mirror.entity_of(twin_2);

    desk.owner.begin_again();
    (void)desk.owner.spawn();  // the keys are others
    const ecs::OwnerKey hero_now = desk.owner.spawn();
    desk.owner.call(hero_now, "Hero");
    const ecs::OwnerKey helmet_now = make("Helmet", hero_now), lost_helmet = make("Helmet"), twin_now = make("Twin");
    desk.mirror.update();
    CHECK(desk.mirror.entity_of(hero_now) == hero_was);
    CHECK(desk.mirror.entity_of(helmet_now) == helmet_was);
    CHECK(desk.mirror.entity_of(lost_helmet) != helmet_was);
    CHECK(desk.mirror.entity_of(twin_now) != twin_was);  // which of the two nobody knows
    CHECK(desk.mirror.entity_of(twin_now) != twin_2_was);
    CHECK(desk.world().parent(helmet_was) == hero_was);
    CHECK(desk.world().name(hero_was) == "Hero");
    CHECK_FALSE(desk.world().has(hero_was, desk.id(FakeOwner::health)));  // it has none in this run
    CHECK_FALSE(desk.world().has(hero_was, desk.id(FakeOwner::frozen)));
    CHECK(desk.seen<int>(helmet_now, FakeOwner::health) == 1);
    CHECK(desk.world().entity_count() == 5);
    CHECK(desk.mirror.key_of(hero_was) == hero_now);
}

TEST_CASE("Mirror: types that another run has again are the same, the others go", "[mirror]") {
    Desk desk;
    (void)desk.hero();
    const std::size_t types = desk.world().types().size();
    const ecs::ComponentId health = desk.id(FakeOwner::health), position = desk.id(FakeOwner::position);
    for (int i = 0; i < 3; ++i) {
        desk.owner.begin_again();
        (void)desk.hero();
    }
    CHECK(desk.world().types().size() == types);
    CHECK(desk.id(FakeOwner::health) == health);

    desk.owner.begin_again();
    desk.owner.change_health();
    const ecs::OwnerKey key = desk.owner.spawn();
    desk.owner.set(key, FakeOwner::health, 2.5f);
    desk.mirror.update();
    CHECK(desk.id(FakeOwner::position) == position);
    CHECK(desk.id(FakeOwner::health) != health);
    CHECK(desk.type(FakeOwner::health).name == "Health");
    CHECK(desk.world().types()[health].retired);
    CHECK(desk.seen<float>(key, FakeOwner::health) == 2.5f);
}

TEST_CASE("Mirror: a second mirror gives entities the handles that those called alike have in the first one",
          "[mirror]") {
    Desk here;
    const ecs::OwnerKey hero_here = here.hero(5);
    const auto add = [](FakeOwner& owner, const char* name, ecs::OwnerKey parent) {
        const ecs::OwnerKey key = owner.spawn();
        owner.call(key, name);
        owner.put_below(key, parent);
        return key;
    };
    const ecs::OwnerKey sword_here = add(here.owner, "Sword", hero_here);
    (void)add(here.owner, "Only here", hero_here);
    for (int i = 0; i < 2; ++i) here.owner.call(here.owner.spawn(), "Twice");
    here.mirror.update();
    CHECK(here.mirror.handles_by_path().size() == 4);

    FakeOwner owner;
    for (int i = 0; i < 3; ++i) owner.spawn();  // so the same things have other keys
    const ecs::OwnerKey hero = owner.spawn();
    owner.call(hero, "Hero");
    owner.set(hero, FakeOwner::health, 7);
    const ecs::OwnerKey sword = add(owner, "Sword", hero), other_sword = owner.spawn();
    owner.call(other_sword, "Sword");  // below nobody
    owner.call(owner.spawn(), "Twice");
    ecs::Mirror there(owner);
    there.take_handles(here.mirror.handles_by_path());
    for (int update = 0; update < 2; ++update) {
        there.update();
        CHECK(test::difference(there, owner) == "");
        CHECK(there.entity_of(hero) == here.mirror.entity_of(hero_here));
        CHECK(there.entity_of(sword) == here.mirror.entity_of(sword_here));
        CHECK(there.entity_of(other_sword) != here.mirror.entity_of(sword_here));
        owner.set(hero, FakeOwner::health, 8);
    }
    owner.forget();
}

TEST_CASE("Mirror: entities come into their archetype at once", "[mirror]") {
    Desk desk;
    const std::size_t before = desk.world().archetype_count();
    for (int i = 0; i < 4; ++i) {
        const ecs::OwnerKey key = desk.owner.spawn();
        desk.owner.set(key, FakeOwner::health, i);
        desk.owner.set(key, FakeOwner::label, std::string("text"));
        desk.owner.tag(key);
        desk.owner.call(key, "Number " + std::to_string(i));
        if (i == 1) desk.owner.put_below(key, key - 1);
    }
    desk.mirror.update();
    REQUIRE(desk.world().entity_count() == 4);
    std::size_t empty = 0;
    for (ecs::ArchetypeId id = static_cast<ecs::ArchetypeId>(before); id < desk.world().archetype_count(); ++id)
        empty += desk.world().archetype(id).entity_count() == 0 ? 1 : 0;
    CHECK(empty <= 2);  // without anything, and only below something
    CHECK(desk.world().archetype_count() - before <= 4);
}

}  // namespace mirror_runs_test
