#include "ecs/mirror/mirror.hpp"

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "ecs/mirror/mirror_desk.hpp"
#include "ecs/mirror/owner_model.hpp"

namespace mirror_test {

using test::difference;
using test::run_owner;
using Desk = test::MirrorDesk;
using test::FakeOwner;
using Edits = std::vector<ecs::Edit>;

TEST_CASE("Mirror: it shows the owner's entities with their values, names and parents", "[ecs][mirror]") {
    Desk desk;
    const ecs::OwnerKey hero = desk.hero(7), sword = desk.owner.spawn();
    desk.owner.set(sword, FakeOwner::label, std::string("a text that is too long to stand in a string itself"));
    desk.owner.tag(sword);
    desk.owner.put_below(sword, hero);
    const ecs::Mirror::News& news = desk.mirror.update();
    CHECK(news.created == 1);
    CHECK(desk.seen<int>(hero, FakeOwner::health) == 7);
    CHECK(desk.world().name(desk.mirror.entity_of(hero)) == "Hero");
    CHECK(desk.world().parent(desk.mirror.entity_of(sword)) == desk.mirror.entity_of(hero));
    CHECK(difference(desk.mirror, desk.owner).empty());
    CHECK(desk.mirror.entity_of(hero) == ecs::Entity{101, 1});  // as the owner wanted
}

TEST_CASE("Mirror: an update writes what changed and nothing else", "[ecs][mirror]") {
    Desk desk;
    const ecs::OwnerKey hero = desk.hero();
    desk.hero();
    CHECK(desk.mirror.update().written == 0);
    desk.owner.set(hero, FakeOwner::health, 99);
    const ecs::Mirror::News news = desk.mirror.update();
    CHECK(news.written == 1);
    CHECK(news.created + news.destroyed + news.changed == 0);
    CHECK(desk.seen<int>(hero, FakeOwner::health) == 99);
}

TEST_CASE("Mirror: what stands below a destroyed entity stays until the owner says that it went", "[ecs][mirror]") {
    Desk desk;
    const ecs::OwnerKey hero = desk.hero(), sword = desk.hero();
    desk.owner.put_below(sword, hero);
    desk.mirror.update();
    desk.owner.kill(hero);
    desk.mirror.update();
    CHECK_FALSE(desk.mirror.entity_of(hero));
    CHECK(desk.mirror.entity_of(sword));
    CHECK(difference(desk.mirror, desk.owner).empty());
}

TEST_CASE(
    "Mirror: entities that changed places above and below each other since the last update are where they are now",
    "[ecs][mirror]") {
    Desk desk;
    const ecs::OwnerKey a = desk.owner.spawn(), b = desk.owner.spawn(), c = desk.owner.spawn();
    desk.owner.put_below(b, a);
    desk.owner.put_below(c, b);
    desk.mirror.update();
    desk.owner.put_below(c, ecs::no_owner_key);
    desk.owner.put_below(b, c);
    desk.owner.put_below(a, b);
    desk.mirror.update();
    CHECK(difference(desk.mirror, desk.owner) == "");
    // Circles, and entities below themselves, are said by an owner that is wrong. The others move.
    const ecs::OwnerKey d = desk.owner.spawn();
    desk.owner.put_below(c, a);
    desk.owner.put_below(d, d);
    desk.owner.put_below(desk.owner.spawn(), d);
    desk.mirror.update();
    CHECK(desk.world().entity_count() == 5);
    CHECK(desk.world().parent(desk.mirror.entity_of(d)) == ecs::null_entity);
    CHECK(desk.world().children(desk.mirror.entity_of(d)).size() == 1);
}

TEST_CASE("Mirror: it equals the owner's world after each of 1,000 random ticks", "[ecs][mirror]") {
    Desk desk;
    ecs::Random random(31);
    for (int tick = 0; tick < 1000; ++tick) {
        run_owner(desk.owner, random);
        const ecs::Mirror::News& news = desk.mirror.update();
        REQUIRE(news.messages.empty());
        REQUIRE(difference(desk.mirror, desk.owner) == "");
    }
    CHECK(desk.owner.things.size() > 10);
}

TEST_CASE("Mirror: when the owner disappears, the copy stays, and goes on when it comes back", "[ecs][mirror]") {
    Desk desk;
    const ecs::OwnerKey hero = desk.hero(10);
    desk.owner.gone = "the connection is lost";
    desk.mirror.update();
    CHECK(desk.mirror.lost() == "the connection is lost");
    CHECK(desk.seen<int>(hero, FakeOwner::health) == 10);
    desk.owner.gone.clear();
    desk.mirror.update();
    CHECK(desk.mirror.lost().empty());
    REQUIRE(desk.set_hp(hero, 50).empty());
    desk.mirror.update();
    CHECK(desk.hp_there(hero) == 50);
    CHECK(difference(desk.mirror, desk.owner).empty());
}

TEST_CASE("Mirror: without a clock, updates that were missed are counted, so that a record shows the gap",
          "[ecs][mirror]") {
    Desk desk;
    desk.mirror.check();  // before anything came
    desk.mirror.update();
    CHECK(desk.world().tick() == 1);
    SECTION("while the owner is lost") {
        desk.owner.gone = "the connection is lost";
        for (int i = 0; i < 5; ++i) desk.mirror.update();
        CHECK(desk.world().tick() == 1);
        desk.owner.gone.clear();
    }
    SECTION("while an earlier moment is in view") {
        desk.history.stand_still("the past is in view");
        for (int i = 0; i < 3; ++i) desk.mirror.update();
        for (int i = 0; i < 2; ++i) desk.mirror.check();
        CHECK(desk.world().tick() == 1);
        desk.history.stand_still({});
    }
    desk.mirror.update();
    CHECK(desk.world().tick() == 7);
    desk.mirror.update();
    CHECK(desk.world().tick() == 8);
}

TEST_CASE("Mirror: while the owner is lost, nothing is done, undone or redone, also not later", "[ecs][mirror]") {
    Desk desk;
    const ecs::OwnerKey hero = desk.hero(10);
    for (const int hp : {20, 30}) {
        REQUIRE(desk.set_hp(hero, hp).empty());
        desk.history.seal();
    }
    REQUIRE(desk.history.undo().empty());
    desk.mirror.update();
    const std::size_t asked = desk.owner.asked.size();
    desk.owner.gone = "the connection is lost";
    desk.mirror.update();
    CHECK(desk.set_hp(hero, 50) == "Cannot set hp of Hero: the connection is lost");
    CHECK(desk.history.perform({"Destroy Hero", Desk::Edits{ecs::DestroyEntity{desk.mirror.entity_of(hero)}}}) ==
          "Cannot destroy Hero: the connection is lost");
    CHECK(desk.history.undo() == "Cannot undo set hp of Hero: the connection is lost");
    CHECK(desk.history.redo() == "Cannot redo set hp of Hero: the connection is lost");
    CHECK(desk.seen<int>(hero, FakeOwner::health) == 20);
    desk.owner.gone.clear();
    desk.mirror.update();
    CHECK(desk.owner.asked.size() == asked);
    // Each step is still there.
    CHECK(desk.history.redo().empty());
    CHECK(desk.history.undo().empty());
    CHECK(desk.history.undo().empty());
    CHECK(desk.hp_there(hero) == 10);
    CHECK(difference(desk.mirror, desk.owner).empty());
}

TEST_CASE("Mirror: what others do to the copy is put right", "[ecs][mirror]") {
    Desk desk;
    const ecs::OwnerKey hero = desk.hero(10), sword = desk.hero(20);
    ecs::World& world = desk.world();
    *static_cast<int*>(world.get_mut(desk.mirror.entity_of(hero), desk.id(FakeOwner::health))) = -1;
    world.add(desk.mirror.entity_of(hero), desk.id(FakeOwner::frozen));
    world.destroy(desk.mirror.entity_of(sword));
    world.create();
    CHECK(desk.mirror.update().put_right);
    CHECK_FALSE(desk.mirror.update().put_right);
    CHECK(difference(desk.mirror, desk.owner) == "");
    CHECK(desk.owner.asked.empty());
}

TEST_CASE("Mirror: it fills a world that somebody else keeps", "[ecs][mirror]") {
    FakeOwner owner;
    ecs::World world;
    const ecs::OwnerKey key = owner.spawn();
    owner.call(key, "Hero");
    {
        ecs::Mirror mirror(owner, world);
        mirror.update();
        CHECK(&mirror.world() == &world);
        CHECK(world.name(mirror.entity_of(key)) == "Hero");
    }
    CHECK(world.entity_count() == 1);
    owner.forget();
}

TEST_CASE("Mirror: a type of the owner that is called like one of every world gets the owner's name, too",
          "[ecs][mirror]") {
    struct Named : FakeOwner {
        Named() {
            type.name = "Name";
            ecs::Field field;
            field.name = "length";
            field.kind = ecs::FieldKind::I32;
            type.fields.push_back(field);
            type.size = 4;
            type.align = 4;
        }
        std::span<const ecs::ComponentType> types() const override { return {&type, 1}; }
        ecs::ComponentType type;
    } owner;
    ecs::Mirror mirror(owner);
    mirror.update();
    CHECK(mirror.world().types()[mirror.component_of(0)].name == "Fake::Name");
    CHECK(mirror.type_of(mirror.world().name_id()) == ecs::OwnerPool::no_type);
}

}  // namespace mirror_test
