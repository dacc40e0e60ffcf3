#include "flecs_desk.hpp"

namespace edits_test {

using namespace flecs_test;

namespace {

std::string why_not_destroy(Desk& desk, ecs_entity_t entity) {
    return desk.attached.mirror().why_not(ecs::DestroyEntity{desk.attached.handle(entity)});
}

}  // namespace

TEST_CASE("flecs: edits are set by flecs, so hooks and observers run", "[flecs]") {
    Desk desk;
    int hooks = 0, observers = 0, added = 0;
    desk.world.component<Health>().on_set([&](Health&) { ++hooks; });
    desk.world.observer<Health>().event(flecs::OnSet).each([&](Health&) { ++observers; });
    desk.world.observer<Frozen>().event(flecs::OnAdd).each([&](flecs::entity, Frozen) { ++added; });
    const flecs::entity hero = desk.world.entity().set<Health>({10, 99});
    const flecs::entity other = desk.world.entity().add<Frozen>();
    desk.attached.update();
    hooks = observers = added = 0;
    const ecs::Entity shown = desk.attached.handle(hero);
    REQUIRE(desk.perform(ecs::SetComponent{shown, desk.value("Health", Health{50, 0}), {0}}).empty());
    CHECK(desk.get<Health>(hero)->hp == 50);
    CHECK(desk.get<Health>(hero)->max == 99);
    CHECK(hooks == 1);
    CHECK(observers == 1);
    REQUIRE(desk.history.undo().empty());
    CHECK(desk.get<Health>(hero)->hp == 10);
    CHECK(observers == 2);
    REQUIRE(desk.perform(ecs::AddComponent{shown, ecs::Value(desk.seen().types()[desk.id("Frozen")])}).empty());
    CHECK(added == 1);
    CHECK(hero.has<Frozen>());
    CHECK(other.has<Frozen>());
}

TEST_CASE("flecs: a destroyed entity comes back as the same one, with those that were below it", "[flecs]") {
    Desk desk;
    const flecs::entity apple = desk.world.entity("Apple");
    const flecs::entity hero = desk.world.entity("Hero").set<Position>({1, 2});
    const flecs::entity sword = desk.world.entity("Sword").child_of(hero).add<Likes>(apple);
    const flecs::entity friend_ = desk.world.entity("Friend").add<Likes>(hero).set<Owes>(sword, {3});
    desk.attached.update();
    REQUIRE(desk.perform(ecs::DestroyEntity{desk.attached.handle(hero)}).empty());
    CHECK_FALSE(hero.is_alive());
    CHECK_FALSE(sword.is_alive());
    REQUIRE(desk.attached.update().messages.empty());
    CHECK_FALSE(desk.seen().has(desk.attached.handle(friend_), desk.id("(Likes, Hero)")));
    REQUIRE(desk.history.undo().empty());
    REQUIRE(desk.attached.update().messages.empty());
    REQUIRE(hero.is_alive());
    CHECK(desk.get<Position>(hero)->y == 2);
    CHECK(std::string(hero.name().c_str()) == "Hero");
    REQUIRE(sword.is_alive());
    CHECK(sword.parent() == hero);
    CHECK(sword.has<Likes>(apple));
    CHECK(friend_.has<Likes>(hero));  // flecs took these pairs away with their targets
    CHECK(desk.get<Owes>(friend_, sword)->gold == 3);
    CHECK(desk.seen().has(desk.attached.handle(friend_), desk.id("(Likes, Hero)")));
}

TEST_CASE("flecs: entities that were destroyed together find each other again", "[flecs]") {
    Desk desk;
    const flecs::entity a = desk.world.entity("A"), b = desk.world.entity("B").add<Likes>(a);
    a.add<Likes>(b);
    desk.attached.update();
    REQUIRE(
        desk.history.perform({"Destroy", {ecs::DestroyEntities{{desk.attached.handle(a), desk.attached.handle(b)}}}})
            .empty());
    REQUIRE(desk.attached.update().messages.empty());
    CHECK_FALSE(a.is_alive());
    CHECK_FALSE(b.is_alive());
    REQUIRE(desk.history.undo().empty());
    REQUIRE(desk.attached.update().messages.empty());
    CHECK(a.has<Likes>(b));
    CHECK(b.has<Likes>(a));
}

TEST_CASE("flecs: an instance comes back with its own children, and no copies of the prefab's", "[flecs]") {
    Desk desk;
    const flecs::entity tree = desk.world.prefab("Tree");
    desk.world.prefab("Leaf").child_of(tree).set<Position>({1, 1});
    const flecs::entity instance = desk.world.entity("Instance").is_a(tree);
    const flecs::entity leaf = instance.lookup("Leaf");
    REQUIRE(leaf);
    leaf.set<Position>({5, 6});
    desk.attached.update();
    const std::size_t count = desk.seen().entity_count();
    REQUIRE(desk.perform(ecs::DestroyEntity{desk.attached.handle(instance)}).empty());
    desk.attached.update();
    REQUIRE(desk.history.undo().empty());
    REQUIRE(desk.attached.update().messages.empty());
    CHECK(desk.seen().entity_count() == count);
    CHECK(leaf.is_alive());
    CHECK(desk.get<Position>(leaf)->y == 6);
}

TEST_CASE("flecs: names and parents are changed, unless flecs would mistake one for another", "[flecs]") {
    Desk desk;
    const flecs::entity hero = desk.world.entity("Hero"), sword = desk.world.entity("Sword");
    const flecs::entity other = desk.world.entity("Sword2").child_of(hero);
    desk.attached.update();
    const ecs::Entity shown = desk.attached.handle(sword);
    REQUIRE(desk.perform(ecs::SetParent{shown, desk.attached.handle(hero)}).empty());
    CHECK(sword.parent() == hero);
    CHECK(desk.attached.update().messages.empty());
    REQUIRE(desk.perform(ecs::SetComponent{
                             shown, ecs::Value::of(desk.seen().types()[desk.seen().name_id()], ecs::Name{"Blade"}), {}})
                .empty());
    CHECK(std::string(sword.name().c_str()) == "Blade");
    REQUIRE(
        desk.perform(ecs::SetComponent{
                         shown, ecs::Value::of(desk.seen().types()[desk.seen().name_id()], ecs::Name{"Sword2"}), {}})
            .empty());
    const std::vector<std::string> messages = desk.attached.update().messages;
    REQUIRE(messages.size() == 1);
    CHECK_THAT(messages[0], contains("Hero has another entity called Sword2"));
    CHECK(std::string(sword.name().c_str()) == "Blade");
    while (desk.history.can_undo()) REQUIRE(desk.history.undo().empty());
    CHECK(sword.parent() == flecs::entity());
    CHECK(std::string(sword.name().c_str()) == "Sword");
    CHECK(other.parent() == hero);
}

TEST_CASE("flecs: what undoing could not bring back is refused, with the reason", "[flecs]") {
    Desk desk;
    const flecs::entity chest = desk.world.entity("Chest1").set<Chest>({{1, 2}});
    const flecs::entity tag = desk.world.entity("Tag"), user = desk.world.entity("User").add(tag);
    const flecs::entity guarded = desk.world.entity("Guarded").add(flecs::OnDelete, flecs::Panic);
    const flecs::entity part_of = desk.world.entity("PartOf").add(flecs::OnDeleteTarget, flecs::Delete);
    const flecs::entity whole = desk.world.entity("Whole"), part = desk.world.entity("Part").add(part_of, whole);
    desk.attached.update();
    CHECK_THAT(why_not_destroy(desk, chest), contains("Chest has members that flecs does not describe"));
    CHECK_THAT(desk.attached.mirror().why_not(ecs::RemoveComponent{desk.attached.handle(chest), desk.id("Chest")}),
               contains("Chest has members that flecs does not describe"));
    CHECK_THAT(why_not_destroy(desk, tag), contains("used as a component, tag or relationship"));
    CHECK_THAT(why_not_destroy(desk, guarded), contains("(OnDelete, Panic)"));
    CHECK_THAT(why_not_destroy(desk, whole), contains("Part would go, too"));
    desk.world.system<>("Admire").with<Likes>(desk.world.entity("Statue")).each([](flecs::entity) {});
    desk.attached.update();
    CHECK(why_not_destroy(desk, desk.world.lookup("Statue")) == "Admire asks for it");
    CHECK(why_not_destroy(desk, part) == "");
    CHECK(why_not_destroy(desk, user) == "");

    REQUIRE(desk.perform(ecs::DestroyEntity{desk.attached.handle(chest)}).empty());
    CHECK(desk.attached.update().messages.size() == 1);
    desk.attached.update();
    CHECK(chest.is_alive());
    CHECK(desk.seen().alive(desk.attached.handle(chest)));
}

TEST_CASE("flecs: what flecs would stop the program for is refused", "[flecs]") {
    Desk desk;
    const flecs::entity only = desk.world.entity("Only").add(flecs::Exclusive);
    const flecs::entity a = desk.world.entity("A"), b = desk.world.entity("B");
    const flecs::entity hero = desk.world.entity("Hero").add(only, a);
    desk.world.entity("Other").add(only, b);
    const flecs::entity base = desk.world.entity("Base"), derived = desk.world.entity("Derived").is_a(base);
    desk.world.entity("More").is_a(derived);
    desk.attached.update();
    const auto why_not_add = [&](flecs::entity entity, const char* name) {
        return desk.attached.mirror().why_not(
            ecs::AddComponent{desk.attached.handle(entity), ecs::Value(desk.seen().types()[desk.id(name)])});
    };
    CHECK_THAT(why_not_add(hero, "(Only, B)"), contains("(Only, A) has to be removed first"));
    CHECK_THAT(why_not_add(base, "(IsA, Derived)"), contains("would close a circle"));
    CHECK(why_not_add(hero, "(IsA, Base)") == "");

    ecs_defer_begin(desk.world);
    CHECK_THAT(why_not_add(hero, "(IsA, Base)"), contains("in the middle of a frame"));
    ecs_defer_end(desk.world);
}

#if FLECS_VERSION_MINOR >= 1 && FLECS_VERSION_PATCH >= 5
TEST_CASE("flecs: parents that are a component are parents, too", "[flecs]") {
    Desk desk;
    const flecs::entity hero = desk.world.entity("Hero"), other = desk.world.entity("Other");
    const flecs::entity sword = desk.world.entity();
    const EcsParent below = {hero};
    ecs_set_id(desk.world, sword, ecs_id(EcsParent), sizeof below, &below);
    desk.attached.update();
    const ecs::Entity shown = desk.attached.handle(sword);
    CHECK(desk.seen().parent(shown) == desk.attached.handle(hero));
    REQUIRE(desk.perform(ecs::SetParent{shown, desk.attached.handle(other)}).empty());
    REQUIRE(desk.attached.update().messages.empty());
    CHECK(sword.parent() == other);
    CHECK(sword.has<flecs::Parent>());
    REQUIRE(desk.perform(ecs::SetParent{shown, ecs::null_entity}).empty());
    REQUIRE(desk.attached.update().messages.empty());
    CHECK(sword.parent() == flecs::entity());
    CHECK_FALSE(desk.seen().parent(shown));
    REQUIRE(desk.history.undo().empty());
    REQUIRE(desk.history.undo().empty());
    REQUIRE(desk.attached.update().messages.empty());
    CHECK(sword.parent() == hero);

    REQUIRE(desk.perform(ecs::DestroyEntity{desk.attached.handle(hero)}).empty());
    CHECK_FALSE(sword.is_alive());
    REQUIRE(desk.history.undo().empty());
    REQUIRE(desk.attached.update().messages.empty());
    CHECK(sword.parent() == hero);
}
#endif

}  // namespace edits_test
