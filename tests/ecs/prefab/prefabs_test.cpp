#include "ecs/prefab/prefabs.hpp"

#include "catch.hpp"
#include "ecs/prefab/prefab_world.hpp"
#include "ecs/world/view.hpp"

namespace prefabs_test {

using namespace prefab_world;

TEST_CASE("Prefabs: queries pass over a prefab unless they name it", "[ecs][prefab]") {
    PrefabWorld test;
    ecs::Query before(test.world, {{test.world.id<Life>()}});
    CHECK(before.entity_count() == 0);
    const ecs::Entity root = test.turret();
    const ecs::Entity prefab = test.prefab_from(root);
    REQUIRE(prefab);

    CHECK(before.entity_count() == 2);
    ecs::Query named(test.world, {{test.world.id<Life>()}, {test.world.id<ecs::Prefab>()}});
    CHECK(named.entity_count() == 2);
    ecs::Query optional(test.world, {{test.world.id<Life>()}, {test.world.id<ecs::Prefab>(), ecs::Presence::Optional}});
    CHECK(optional.entity_count() == 4);
    std::size_t visited = 0;
    ecs::View<const Life>(test.world).each(test.world, [&](const Life&) { ++visited; });
    CHECK(visited == 2);
}

TEST_CASE("Prefabs: a query that is older than the types of prefabs passes over them, too", "[ecs][prefab]") {
    ecs::World world;
    const ecs::Entity entity = world.create(Life{});
    ecs::Query query(world, {{world.id<Life>()}});
    CHECK(query.entity_count() == 1);
    REQUIRE(ecs::register_prefab_types(world.types()).empty());
    world.add<ecs::Prefab>(entity);
    CHECK(query.entity_count() == 0);
}

TEST_CASE("Prefabs: a world with another type of that name says that it can have none", "[ecs][prefab]") {
    ecs::World world;
    world.types().add<Life>("Prefab").field("hp", &Life::hp).field("max", &Life::max);
    CHECK(ecs::register_prefab_types(world.types()).starts_with("This world can have no prefabs: "));
    CHECK(ecs::prefab_type(world.types()) == ecs::no_component);
}

TEST_CASE("Prefabs: the entity that a prefab is made from becomes its first instance", "[ecs][prefab]") {
    PrefabWorld test;
    const ecs::Entity root = test.turret(), above = test.world.create(), aims = test.world.create(Aim{root});
    test.world.set_parent(root, above);
    const std::uint64_t hash = ecs::state_hash(test.world);
    const ecs::Entity prefab = test.prefab_from(root);
    REQUIRE(prefab);

    const ecs::Prefabs prefabs = test.prefabs();
    CHECK(prefabs.is_prefab(prefab));
    CHECK(prefabs.is_instance(root));
    CHECK(prefabs.all() == std::vector{prefab});
    CHECK(test.world.parent(prefab) == ecs::null_entity);
    CHECK(test.world.parent(root) == above);
    CHECK(test.world.get<Aim>(aims).target == root);
    CHECK(test.words(root).empty());

    const ecs::Entity gun = test.child(prefab, "Gun");
    CHECK(prefabs.prefab_of(gun) == prefab);
    CHECK(test.world.get<Aim>(gun).target == test.child(gun, "Barrel"));
    CHECK(prefabs.instance_of(test.child(root, "Gun")) == root);
    CHECK(prefabs.parts(root).size() == 3);
    CHECK(prefabs.with_source(gun) == std::vector{test.child(root, "Gun")});

    REQUIRE(test.history.undo().empty());
    CHECK(ecs::state_hash(test.world) == hash);
    REQUIRE(test.history.redo().empty());
    CHECK(test.prefabs().is_instance(root));
}

TEST_CASE("Prefabs: an instance stands where it is placed, with all of its parts", "[ecs][prefab]") {
    PrefabWorld test;
    const ecs::Entity prefab = test.prefab_from(test.turret());
    const ecs::Entity placed = test.place(prefab, {.position = ecs::Vec2{300, 20}});
    REQUIRE(placed);
    CHECK(test.world.get<Place>(placed).x == 300);
    CHECK(test.world.get<Place>(placed).y == 20);
    const ecs::Entity gun = test.child(placed, "Gun");
    CHECK(test.world.get<Place>(gun).x == 310);
    CHECK(test.world.get<Aim>(gun).target == test.child(gun, "Barrel"));
    CHECK_FALSE(test.prefabs().in_prefab(gun));
    CHECK(test.words(placed).empty());
}

TEST_CASE("Prefabs: place, name and parent of an instance's root are its own", "[ecs][prefab]") {
    PrefabWorld test;
    const ecs::Entity prefab = test.prefab_from(test.turret());
    const ecs::Entity placed = test.place(prefab, {.position = ecs::Vec2{1e6f, -3.3f}});
    (void)test.perform(ecs::rename(test.world, placed, "North"));
    (void)test.perform(ecs::SetParent{placed, test.world.create()});
    CHECK(test.words(placed).empty());

    // A part is where it is relative to the root.
    const ecs::Entity gun = test.child(placed, "Gun");
    (void)test.perform(ecs::SetComponent{gun, test.value(Place{5, 5}), {}});
    CHECK(test.words(placed) == std::vector<std::string>{"Position.x differs", "Position.y differs"});
}

TEST_CASE("Prefabs: a prefab cannot contain itself", "[ecs][prefab]") {
    PrefabWorld test;
    const ecs::Entity inner = test.prefab_from(test.turret());
    const ecs::Entity base = test.world.create(ecs::Name{"Base"}, Life{});
    REQUIRE(test.place(inner, {.parent = base}));
    const ecs::Entity outer = test.prefab_from(base);
    REQUIRE(outer);
    CHECK(ecs::would_contain_itself(test.world, outer, inner));
    CHECK_FALSE(ecs::would_contain_itself(test.world, inner, outer));
    const auto refused = ecs::place_prefab(test.world, outer, {.parent = inner}, test.placing);
    CHECK(refused.error() == ecs::label_of(test.world, outer) + " would contain itself");
}

TEST_CASE("Prefabs: an unpacked instance is an ordinary subtree", "[ecs][prefab]") {
    PrefabWorld test;
    const ecs::Entity root = test.turret();
    const ecs::Entity prefab = test.prefab_from(root);
    CHECK(ecs::why_not_destroy_prefabs(test.world, {prefab}).find("unpack or destroy it first") != std::string::npos);
    CHECK(ecs::why_not_destroy_prefabs(test.world, {prefab, root}).empty());
    REQUIRE(test.perform(ecs::unpack(test.world, root)).empty());
    CHECK_FALSE(test.prefabs().is_instance(root));
    CHECK_FALSE(test.world.has<ecs::InstanceOf>(test.child(root, "Gun")));
    CHECK(ecs::why_not_destroy_prefabs(test.world, {prefab}).empty());
    test.set_hp(prefab, 99);
    CHECK(test.hp(root) == 10);
}

TEST_CASE("Prefabs: destroying a prefab unpacks its instances in the same step", "[ecs][prefab]") {
    PrefabWorld test;
    const ecs::Entity root = test.turret();
    const ecs::Entity prefab = test.prefab_from(root);
    const ecs::Entity second = test.place(prefab);
    REQUIRE(test.perform(ecs::destroy_prefab(test.world, prefab)).empty());
    CHECK_FALSE(test.world.alive(prefab));
    CHECK(test.world.alive(second));
    CHECK_FALSE(test.world.has<ecs::InstanceOf>(root));
    REQUIRE(test.history.undo().empty());
    CHECK(test.prefabs().is_instance(second));
}

}  // namespace prefabs_test
