#include "ecs/prefab/override_edits.hpp"

#include <cstring>

#include "catch.hpp"
#include "ecs/prefab/prefab_world.hpp"

namespace override_edits_test {

using namespace prefab_world;

namespace {

/// Two instances of the turret, and their prefab.
struct Turrets : PrefabWorld {
    ecs::Entity first = turret();
    ecs::Entity prefab = prefab_from(first);
    ecs::Entity second = place(prefab, {.position = ecs::Vec2{400, 400}});

    ecs::Entity gun(ecs::Entity turret) const { return child(turret, "Gun"); }
    ecs::Entity barrel(ecs::Entity turret) const { return child(gun(turret), "Barrel"); }
    std::string revert_all(ecs::Entity instance) { return perform(ecs::revert(world, overrides(instance), placing)); }
    std::string apply_all(ecs::Entity instance, std::size_t levels = 1) {
        return perform(ecs::apply_to_prefab(world, overrides(instance), placing, levels));
    }
};

}  // namespace

TEST_CASE("with_instances: what was as in the prefab follows it, an override stays", "[ecs][prefab]") {
    Turrets test;
    test.set_hp(test.first, 7);
    CHECK(test.words(test.first) == std::vector<std::string>{"Life.hp differs"});
    test.set_hp(test.prefab, 20);
    CHECK(test.hp(test.first) == 7);
    CHECK(test.hp(test.second) == 20);
    REQUIRE(test.history.undo().empty());
    CHECK(test.hp(test.second) == 10);
    CHECK(test.hp(test.prefab) == 10);
}

TEST_CASE("with_instances: texts and references of the prefab reach the instances", "[ecs][prefab]") {
    Turrets test;
    REQUIRE(test.perform(ecs::SetComponent{test.barrel(test.prefab), test.value(Note{"warm"}), {}}).empty());
    CHECK(test.world.get<Note>(test.barrel(test.second)).text == "warm");
    REQUIRE(test.perform(ecs::SetComponent{test.gun(test.prefab), test.value(Aim{test.prefab, 5}), {0}}).empty());
    CHECK(test.world.get<Aim>(test.gun(test.second)).target == test.second);
    CHECK(test.world.get<Aim>(test.gun(test.first)).target == test.first);
    CHECK(test.words(test.first).empty());
}

TEST_CASE("with_instances: a drag that passes over an override leaves it one", "[ecs][prefab]") {
    Turrets test;
    test.set_hp(test.first, 12);
    const std::unordered_set<ecs::Entity> only{test.second};
    for (const std::int32_t hp : {11, 12, 13}) {
        std::vector<ecs::Edit> edits;
        edits.push_back(ecs::SetComponent{test.prefab, test.value(Life{hp, 10}), {0}});
        auto all = ecs::with_instances(test.world, std::move(edits), test.placing, &only);
        REQUIRE(all);
        REQUIRE(test.history.perform({"Drag", std::move(*all)}).empty());
    }
    CHECK(test.hp(test.first) == 12);
    CHECK(test.hp(test.second) == 13);
}

TEST_CASE("with_instances: a component that the prefab gets or loses comes and goes everywhere", "[ecs][prefab]") {
    Turrets test;
    REQUIRE(test.perform(ecs::AddComponent{test.gun(test.prefab), test.value(Note{"new"})}).empty());
    CHECK(test.world.get<Note>(test.gun(test.second)).text == "new");
    CHECK(test.words(test.second).empty());
    REQUIRE(test.perform(ecs::SetComponent{test.gun(test.first), test.value(Note{"mine"}), {}}).empty());
    REQUIRE(test.perform(ecs::RemoveComponent{test.gun(test.prefab), test.world.id<Note>()}).empty());
    CHECK_FALSE(test.world.has<Note>(test.gun(test.second)));
    // What somebody set is not lost.
    CHECK(test.words(test.first) == std::vector<std::string>{"Note was added"});
}

TEST_CASE("with_instances: a child of the prefab comes and goes in all instances", "[ecs][prefab]") {
    Turrets test;
    ecs::CreateEntities create;
    create.entities.push_back({ecs::null_entity, test.prefab, {}});
    create.entities.back().values.push_back(test.value(ecs::Name{"Lamp"}));
    create.entities.back().values.push_back(test.value(Place{90, 50}));
    create.entities.push_back({ecs::null_entity, ecs::handle_of_record(0), {}});
    create.entities.back().values.push_back(test.value(Aim{ecs::handle_of_record(0), 1}));
    REQUIRE(test.perform(std::move(create)).empty());
    const ecs::Entity lamp = test.child(test.second, "Lamp");
    REQUIRE(lamp);
    CHECK(test.prefabs().source_of(lamp) == test.child(test.prefab, "Lamp"));
    CHECK(test.prefabs().in_prefab(test.child(test.prefab, "Lamp")));
    CHECK(test.world.get<Place>(lamp).x == 390);
    CHECK(test.world.get<Aim>(test.world.children(lamp).front()).target == lamp);
    CHECK(test.words(test.second).empty());
    REQUIRE(test.history.undo().empty());
    CHECK_FALSE(test.child(test.second, "Lamp"));

    REQUIRE(test.perform(ecs::DestroyEntity{test.gun(test.prefab)}).empty());
    CHECK_FALSE(test.gun(test.first));
    CHECK_FALSE(test.gun(test.second));

    // By the edit for many, too; one of them is destroyed by it itself.
    REQUIRE(test.history.undo().empty());
    const ecs::EntityRuns guns(std::vector{test.gun(test.prefab), test.gun(test.second)});
    REQUIRE(test.perform(ecs::DestroyMany{guns}).empty());
    CHECK_FALSE(test.gun(test.prefab));
    CHECK_FALSE(test.gun(test.first));
    CHECK_FALSE(test.gun(test.second));
    REQUIRE(test.history.undo().empty());
    CHECK(test.gun(test.first));
    CHECK(test.gun(test.second));
}

TEST_CASE("with_instances: edits that say what becomes of the instances are not said twice", "[ecs][prefab]") {
    Turrets test;
    const std::vector<ecs::Entity> handles = ecs::next_handles(test.world, 3);
    ecs::CreateEntities create;
    create.entities.push_back({handles[0], test.prefab, {}});
    create.entities.push_back({handles[1], test.first, {}});
    create.entities.back().values.push_back(test.value(ecs::InstanceOf{handles[0]}));
    create.entities.push_back({handles[2], test.second, {}});
    create.entities.back().values.push_back(test.value(ecs::InstanceOf{handles[0]}));
    std::vector<ecs::Edit> edits;
    edits.push_back(std::move(create));
    edits.push_back(ecs::DestroyEntity{test.gun(test.prefab)});
    edits.push_back(ecs::DestroyEntity{test.gun(test.first)});
    REQUIRE(test.perform(std::move(edits)).empty());
    REQUIRE(test.world.children(test.first).size() == 1);
    CHECK(test.world.children(test.first).front() == handles[1]);
    CHECK(test.world.children(test.second).size() == 1);
    CHECK(test.words(test.second).empty());
}

TEST_CASE("with_instances: parts that move inside of the prefab move in the instances", "[ecs][prefab]") {
    Turrets test;
    REQUIRE(test.perform(ecs::SetParent{test.barrel(test.prefab), test.prefab}).empty());
    CHECK(test.child(test.second, "Barrel"));
    CHECK(test.words(test.second).empty());
    CHECK_FALSE(test.perform(ecs::SetParent{test.gun(test.prefab), test.first}).empty());
    CHECK_FALSE(test.perform(ecs::SetParent{test.world.create(), test.prefab}).empty());
}

TEST_CASE("with_instances: a prefab whose root moves alone leaves no override", "[ecs][prefab]") {
    Turrets test;
    REQUIRE(test.perform(ecs::SetComponent{test.prefab, test.value(Place{130, 50}), {0}}).empty());
    CHECK(test.world.get<Place>(test.second).x == 400);
    CHECK(test.world.get<Place>(test.gun(test.second)).x == 380);
    CHECK(test.words(test.second).empty());
}

TEST_CASE("with_instances: a prefab that moves as a whole moves no instance", "[ecs][prefab]") {
    Turrets test;
    const ecs::Entity gun = test.gun(test.prefab), barrel = test.barrel(test.prefab);
    const ecs::ComponentId place = test.world.id<Place>();
    const std::vector<float> to{107, 117, 127};
    std::vector<std::byte> bytes(to.size() * sizeof(float));
    std::memcpy(bytes.data(), to.data(), bytes.size());
    REQUIRE(test.perform(ecs::SetField{place, 0, {test.prefab, gun, barrel}, bytes}).empty());
    CHECK(test.world.get<Place>(test.gun(test.second)).x == 410);
    CHECK(test.words(test.second).empty());
    // Of several single edits the same.
    std::vector<ecs::Edit> edits;
    edits.push_back(ecs::SetComponent{test.prefab, test.value(Place{100, 50}), {}});
    edits.push_back(ecs::SetComponent{gun, test.value(Place{113, 50}), {}});
    edits.push_back(ecs::SetComponent{barrel, test.value(Place{120, 50}), {}});
    REQUIRE(test.perform(std::move(edits)).empty());
    CHECK(test.world.get<Place>(test.gun(test.second)).x == 413);
    CHECK(test.world.get<Place>(test.barrel(test.second)).x == 420);
    CHECK(test.words(test.second).empty());
}

TEST_CASE("revert: a field, and all, is as in the prefab again", "[ecs][prefab]") {
    Turrets test;
    test.set_hp(test.second, 1);
    REQUIRE(test.perform(ecs::SetComponent{test.gun(test.second), test.value(Aim{test.first, 8}), {}}).empty());
    REQUIRE(test.perform(ecs::SetComponent{test.gun(test.second), test.value(Place{1, 2}), {}}).empty());
    const std::vector<ecs::Override> found = test.overrides(test.second);
    REQUIRE(found.size() == 5);
    REQUIRE(test.perform(ecs::revert(test.world, std::vector{found.front()}, test.placing)).empty());
    CHECK(test.hp(test.second) == 10);
    CHECK(test.overrides(test.second).size() == 4);
    REQUIRE(test.revert_all(test.second).empty());
    CHECK(test.words(test.second).empty());
    CHECK(test.world.get<Aim>(test.gun(test.second)).target == test.barrel(test.second));
    CHECK(test.world.get<Place>(test.gun(test.second)).x == 410);
}

// ## Test o3de#18868: a component that was removed could only come back by reverting the whole entity.
TEST_CASE("revert: a removed component comes back alone, other overrides stay", "[ecs][prefab]") {
    Turrets test;
    test.set_hp(test.gun(test.second), 3);
    REQUIRE(test.perform(ecs::RemoveComponent{test.gun(test.second), test.world.id<Aim>()}).empty());
    CHECK(test.words(test.second) == std::vector<std::string>{"Life.hp differs", "Aim was removed"});
    const std::vector<ecs::Override> found = test.overrides(test.second);
    REQUIRE(test.perform(ecs::revert(test.world, std::vector{found[1]}, test.placing)).empty());
    CHECK(test.world.get<Aim>(test.gun(test.second)).target == test.barrel(test.second));
    CHECK(test.words(test.second) == std::vector<std::string>{"Life.hp differs"});
}

// ## Test o3de#13437: reverting the parent of children that were added and removed did nothing.
TEST_CASE("revert: added children go and removed ones come back, with the references to them", "[ecs][prefab]") {
    Turrets test;
    (void)test.perform(ecs::DestroyEntity{test.barrel(test.second)});
    const ecs::Entity extra = test.world.create(ecs::Name{"Extra"}, ecs::Parent{test.second});
    CHECK(test.words(test.second) == std::vector<std::string>{"Extra was added", "Barrel was removed"});
    REQUIRE(test.revert_all(test.second).empty());
    CHECK_FALSE(test.world.alive(extra));
    const ecs::Entity barrel = test.barrel(test.second);
    REQUIRE(barrel);
    CHECK(test.world.get<Aim>(test.gun(test.second)).target == barrel);
    CHECK(test.world.get<Place>(barrel).x == 420);
    CHECK(test.words(test.second).empty());
}

TEST_CASE("apply: an override becomes the prefab's, and the other instances follow", "[ecs][prefab]") {
    Turrets test;
    test.set_hp(test.gun(test.second), 3);
    REQUIRE(test.perform(ecs::RemoveComponent{test.barrel(test.second), test.world.id<Note>()}).empty());
    REQUIRE(test.perform(ecs::AddComponent{test.second, ecs::Value(test.world.types()[test.world.id<Hot>()])}).empty());
    REQUIRE(test.perform(ecs::SetComponent{test.gun(test.second), test.value(Aim{test.second, 5}), {0}}).empty());
    REQUIRE(test.apply_all(test.second).empty());
    CHECK(test.words(test.second).empty());
    CHECK(test.words(test.first).empty());
    CHECK(test.hp(test.gun(test.first)) == 3);
    CHECK_FALSE(test.world.has<Note>(test.barrel(test.first)));
    CHECK(test.world.has<Hot>(test.first));
    CHECK(test.world.get<Aim>(test.gun(test.first)).target == test.first);
    CHECK(test.world.get<Aim>(test.gun(test.prefab)).target == test.prefab);
    const std::uint64_t hash = ecs::state_hash(test.world);
    REQUIRE(test.history.undo().empty());
    CHECK(test.words(test.second).size() == 4);
    REQUIRE(test.history.redo().empty());
    CHECK(ecs::state_hash(test.world) == hash);
}

TEST_CASE("apply: added and removed children become the prefab's", "[ecs][prefab]") {
    Turrets test;
    (void)test.perform(ecs::DestroyEntity{test.barrel(test.second)});
    const ecs::Entity extra =
        test.world.create(ecs::Name{"Extra"}, ecs::Parent{test.second}, Place{410, 400}, Aim{test.gun(test.second), 2});
    REQUIRE(test.apply_all(test.second).empty());
    CHECK(test.words(test.second).empty());
    CHECK(test.words(test.first).empty());
    CHECK(test.child(test.second, "Extra") == extra);
    CHECK(test.world.children(test.second).size() == 2);
    const ecs::Entity other = test.child(test.first, "Extra");
    REQUIRE(other);
    CHECK(test.world.get<Place>(other).x == 110);
    CHECK(test.world.get<Aim>(other).target == test.gun(test.first));
    CHECK_FALSE(test.barrel(test.first));
}

TEST_CASE("apply: nested prefabs follow from the inside to the outside, the outer override wins", "[ecs][prefab]") {
    struct Row {
        std::int32_t inner, outer, instance;  // what is set, in this order; 0: nothing
        std::int32_t wanted_outer, wanted_instance;
    };
    const Row rows[] = {{20, 0, 0, 20, 20},  {0, 30, 0, 30, 30},  {0, 0, 40, 10, 40},
                        {20, 30, 0, 30, 30}, {20, 0, 40, 20, 40}, {20, 30, 40, 30, 40}};
    for (const Row& row : rows) {
        CAPTURE(row.inner, row.outer, row.instance);
        for (const bool inner_last : {false, true}) {
            Turrets test;
            const ecs::Entity base = test.world.create(ecs::Name{"Base"}, Place{0, 0});
            REQUIRE(test.place(test.prefab, {.parent = base}));
            const ecs::Entity outer = test.prefab_from(base);
            REQUIRE(outer);
            const ecs::Entity nested = test.child(outer, "Turret"), part = test.child(base, "Turret");
            CHECK(test.prefabs().levels(part) == 2);
            CHECK(test.prefabs().source_of(nested) == test.prefab);
            if (row.inner != 0 && !inner_last) test.set_hp(test.prefab, row.inner);
            if (row.outer != 0) test.set_hp(nested, row.outer);
            if (row.instance != 0) test.set_hp(part, row.instance);
            if (row.inner != 0 && inner_last) test.set_hp(test.prefab, row.inner);
            CHECK(test.hp(nested) == row.wanted_outer);
            CHECK(test.hp(part) == row.wanted_instance);
        }
    }
}

TEST_CASE("apply: one level down changes the nested prefab, too", "[ecs][prefab]") {
    Turrets test;
    const ecs::Entity base = test.world.create(ecs::Name{"Base"});
    REQUIRE(test.place(test.prefab, {.parent = base}));
    const ecs::Entity outer = test.prefab_from(base);
    const ecs::Entity nested = test.child(outer, "Turret"), part = test.child(base, "Turret");
    test.set_hp(nested, 30);
    test.set_hp(part, 40);
    REQUIRE(test.overrides(base).size() == 1);
    CHECK(ecs::levels_of(test.world, test.overrides(base).front()) == 2);
    REQUIRE(test.apply_all(base, 2).empty());
    CHECK(test.hp(test.prefab) == 40);
    CHECK(test.hp(nested) == 40);
    CHECK(test.hp(test.first) == 40);
    CHECK(test.words(base).empty());
    CHECK(test.words(nested).empty());
    CHECK(test.apply_all(base, 3).empty());  // there is nothing left to apply
    test.set_hp(part, 50);
    CHECK(test.apply_all(base, 3) == "Life.hp cannot be applied further down");
}

TEST_CASE("apply: the copy of an instance is an instance with the same overrides", "[ecs][prefab]") {
    Turrets test;
    test.set_hp(test.second, 3);
    REQUIRE(test.perform(ecs::duplicate(test.world, {test.second})).empty());
    const std::vector<ecs::Entity> instances = test.prefabs().with_source(test.prefab);
    REQUIRE(instances.size() == 3);
    CHECK(test.words(instances.back()) == std::vector<std::string>{"Life.hp differs"});
}

}  // namespace override_edits_test
