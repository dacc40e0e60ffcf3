#include <algorithm>

#include "flecs_desk.hpp"

namespace shown_test {

using namespace flecs_test;

namespace {

enum class Mood : std::int32_t { Calm, Angry = 7 };

std::vector<std::string> inherited_of(Desk& desk, ecs_entity_t entity) {
    std::vector<std::string> found;
    for (const ecs::OwnerInherited& each : desk.attached.owner().inherited(entity))
        found.push_back(desk.attached.owner().types()[each.type].name + " from " + ecs_get_name(desk.world, each.from));
    std::sort(found.begin(), found.end());
    return found;
}

flecs::opaque<std::vector<std::int32_t>, std::int32_t> list_of_ints(flecs::world& world) {
    return flecs::opaque<std::vector<std::int32_t>, std::int32_t>()
        .as_type(world.vector<std::int32_t>())
        .serialize([](const flecs::serializer* to, const std::vector<std::int32_t>* from) {
            for (const std::int32_t each : *from) to->value(each);
            return 0;
        })
        .count([](const std::vector<std::int32_t>* of) { return of->size(); })
        .ensure_element([](std::vector<std::int32_t>* of, std::size_t i) {
            if (of->size() <= i) of->resize(i + 1);
            return &(*of)[i];
        })
        .resize([](std::vector<std::int32_t>* of, std::size_t size) { of->resize(size); });
}

const ecs::Field& field_of(Desk& desk, const char* type, const char* name) {
    const ecs::Field* const found = desk.seen().types()[desk.id(type)].find_field(name);
    REQUIRE(found != nullptr);
    return *found;
}

}  // namespace

TEST_CASE("flecs: entities are shown with names, parents, tags and pairs", "[flecs]") {
    Desk desk;
    const flecs::entity apple = desk.world.entity("Apple");
    const flecs::entity hero = desk.world.entity("Hero").add<Likes>(apple).set<Owes>(apple, {12}).add<Frozen>();
    const flecs::entity sword = desk.world.entity("Sword").child_of(hero).set<Position>({1, 2});
    desk.attached.update();
    const ecs::Entity shown = desk.attached.handle(hero);
    CHECK(shown == chunkscope::flecs::handle_of(hero));
    CHECK(desk.seen().name(shown) == "Hero");
    CHECK(desk.seen().parent(desk.attached.handle(sword)) == shown);
    CHECK(desk.seen().has(shown, desk.id("(Likes, Apple)")));
    CHECK(desk.seen().types()[desk.id("(Likes, Apple)")].is_tag());
    CHECK(desk.value_of<Owes>(hero, "(Owes, Apple)")->gold == 12);
    CHECK(desk.seen().has(shown, desk.id("Frozen")));
    CHECK_THAT(desk.attached.owner().name(), contains("flecs 4."));
}

namespace {

enum class Small : std::uint8_t { A, B };
struct OfSmall {
    Small small = Small::A;
};

}  // namespace

TEST_CASE("flecs: a value of an enum without a name has the sign of its integer", "[flecs]") {
    Desk desk;
    const auto small = desk.world.component<Small>("Small").constant("A", Small::A).constant("B", Small::B);
    desk.world.component<OfSmall>("OfSmall").member(small, "small");
    const flecs::entity hero = desk.world.entity("Hero").set<OfSmall>({static_cast<Small>(200)});
    desk.attached.update();
    CHECK(ecs::read_enum(field_of(desk, "OfSmall", "small"), desk.value_of<OfSmall>(hero, "OfSmall")) == 200);
}

TEST_CASE("flecs: what flecs brings along, modules, components and systems are hidden", "[flecs]") {
    Desk desk;
    desk.world.system<Position>("Move").each([](Position&) {});
    const flecs::entity hero = desk.world.entity("Hero");
    desk.attached.update();
    CHECK(desk.seen().entity_count() == 1);
    CHECK(desk.attached.handle(hero));

    auto everything = chunkscope::flecs::attach(desk.world, {.show_internals = true});
    everything.update();
    CHECK(everything.world().entity_count() > 100);
    CHECK(everything.handle(desk.world.component<Position>().id()));
    CHECK(everything.update().created == 0);
}

namespace {
struct Level {
    float width = 0;
};
struct Empty {};
enum class Kind { Ground, Water };
struct Tile {
    Kind kind = Kind::Ground;
};
}  // namespace

TEST_CASE("flecs: what lies below types and modules is shown, and what is hidden is counted", "[flecs]") {
    Desk desk;
    const flecs::entity level = desk.world.component<Level>(), empty = desk.world.component<Empty>(),
                        kind = desk.world.component<Kind>(), module = desk.world.entity("Game").add(flecs::Module);
    desk.world.component<Tile>().member<Kind>("kind");
    const flecs::entity tree = desk.world.entity("Tree").child_of(level).set<Position>({1, 2}),
                        leaf = desk.world.entity("Leaf").child_of(tree).set<Position>({3, 4}),
                        turret = desk.world.entity("Turret").child_of(module),
                        stone = desk.world.entity().child_of(empty);
    const flecs::entity system = desk.world.system<Position>("Move").each([](Position&) {}),
                        inner = desk.world.entity("Inner").child_of(system);
    desk.attached.update();
    for (const flecs::entity shown : {tree, leaf, turret, stone}) CHECK(desk.attached.handle(shown));
    CHECK(desk.seen().parent(desk.attached.handle(leaf)) == desk.attached.handle(tree));
    const flecs::entity water = kind.lookup("Water");
    REQUIRE(water);
    for (const flecs::entity hidden : {level, module, kind, water, system, inner})
        CHECK_FALSE(desk.attached.handle(hidden));
    const std::size_t count = desk.attached.owner().hidden(), seen = desk.seen().entity_count();
    CHECK(count >= 6);

    desk.attached.mirror().show_hidden(true);
    desk.attached.update();
    for (const flecs::entity shown : {level, module, kind, water, system, inner}) CHECK(desk.attached.handle(shown));
    CHECK_FALSE(desk.attached.handle(flecs::Name));
    CHECK(desk.seen().entity_count() == seen + count);
    CHECK(desk.attached.owner().shows_hidden());

    desk.attached.mirror().show_hidden(false);
    desk.attached.update();
    CHECK(desk.seen().entity_count() == seen);
    CHECK_FALSE(desk.attached.handle(level));
}

TEST_CASE("flecs: a singleton is shown, prefabs and disabled entities with their tags", "[flecs]") {
    Desk desk;
    desk.world.set<Health>({5, 6});
    const flecs::entity prefab = desk.world.prefab("Tree").set<Position>({1, 2});
    const flecs::entity off = desk.world.entity("Off").disable();
    desk.attached.update();
    const ecs_entity_t singleton = desk.world.component<Health>().id();
    REQUIRE(desk.attached.handle(singleton));
    CHECK(desk.value_of<Health>(singleton, "Health")->hp == 5);
    CHECK(desk.seen().has(desk.attached.handle(prefab), desk.id("Prefab")));
    CHECK(desk.seen().has(desk.attached.handle(off), desk.id("Disabled")));
    CHECK_FALSE(desk.attached.handle(desk.world.component<Position>().id()));
}

TEST_CASE("flecs: an instance says what it inherits, and from whom", "[flecs]") {
    Desk desk;
    desk.world.component<Health>().add(flecs::OnInstantiate, flecs::Inherit);
    desk.world.component<Owes>().add(flecs::OnInstantiate, flecs::Inherit);
    const flecs::entity tree = desk.world.prefab("Tree").set<Health>({1, 2}).set<Position>({3, 4});
    const flecs::entity oak = desk.world.prefab("Oak").is_a(tree).set<Owes>({9});
    const flecs::entity instance = desk.world.entity("Instance").is_a(oak);
    desk.attached.update();
    CHECK(inherited_of(desk, instance) == std::vector<std::string>{"Health from Tree", "Owes from Oak"});
    CHECK(desk.seen().has(desk.attached.handle(instance), desk.id("(IsA, Oak)")));
    CHECK(desk.value_of<Position>(instance, "Position")->y == 4);  // copied, as flecs does unless it is told otherwise
    CHECK_FALSE(desk.seen().has(desk.attached.handle(instance), desk.id("Health")));

    instance.set<Health>({7, 8});  // its own from now on
    desk.attached.update();
    CHECK(inherited_of(desk, instance) == std::vector<std::string>{"Owes from Oak"});
    CHECK(desk.value_of<Health>(instance, "Health")->hp == 7);
}

TEST_CASE("flecs: fields are those that its reflection describes", "[flecs]") {
    Desk desk;
    ecs_world_t* const world = desk.world;
    struct Inner {
        float a = 0;
        ecs_entity_t friend_ = 0;
    };
    struct Everything {
        bool flag = false;
        std::uint8_t byte = 0;
        std::int32_t mood = 0;
        std::uint32_t bits = 0;
        float list[3] = {};
        Inner inner;
        double deep = 0;
    };
    const auto inner = desk.world.component<Inner>("Inner").member<float>("a").member(flecs::Entity, "friend_");
    const auto mood = desk.world.component<Mood>("Mood").constant("Calm", Mood::Calm).constant("Angry", Mood::Angry);
    ecs_entity_desc_t named = {};
    named.name = "Toppings";
    ecs_bitmask_desc_t bits = {};
    bits.entity = ecs_entity_init(world, &named);
    bits.constants[0].name = "Ham";
    bits.constants[0].value = 1;
    bits.constants[1].name = "Cheese";
    bits.constants[1].value = 2;
    const ecs_entity_t toppings = ecs_bitmask_init(world, &bits);
    desk.world.component<Everything>("Everything")
        .member<bool>("flag")
        .member<std::uint8_t>("byte")
        .member(mood, "mood")
        .member(toppings, "bits")
        .member<float>("list", 3)
        .member(inner, "inner")
        .member<double>("deep");
    const flecs::entity hero = desk.world.entity("Hero");
    hero.set<Everything>({true, 3, 7, 2, {1, 2, 3}, {4, hero}, 5});
    desk.attached.update();

    const ecs::ComponentType& type = desk.seen().types()[desk.id("Everything")];
    CHECK(type.fields.size() == 7);
    CHECK(field_of(desk, "Everything", "flag").kind == ecs::FieldKind::Bool);
    CHECK(field_of(desk, "Everything", "byte").kind == ecs::FieldKind::U8);
    CHECK(field_of(desk, "Everything", "mood").kind == ecs::FieldKind::Enum);
    CHECK(field_of(desk, "Everything", "mood").names == std::vector<ecs::EnumName>{{"Calm", 0}, {"Angry", 7}});
    CHECK(field_of(desk, "Everything", "bits").kind == ecs::FieldKind::U32);
    CHECK(field_of(desk, "Everything", "bits").description == "Bits: Ham = 1, Cheese = 2");
    CHECK(field_of(desk, "Everything", "list").count == 3);
    CHECK(field_of(desk, "Everything", "inner").fields.size() == 2);
    const auto* const value =
        static_cast<const std::byte*>(desk.seen().get(desk.attached.handle(hero), desk.id("Everything")));
    REQUIRE(value != nullptr);
    const ecs::Field& friend_field = field_of(desk, "Everything", "inner").fields[1];
    CHECK(friend_field.kind == ecs::FieldKind::Entity);
    CHECK(*reinterpret_cast<const ecs::Entity*>(value + field_of(desk, "Everything", "inner").offset +
                                                friend_field.offset) == desk.attached.handle(hero));
    CHECK(*reinterpret_cast<const double*>(value + field_of(desk, "Everything", "deep").offset) == 5);
}

TEST_CASE("flecs: texts are texts, lists are JSON, and both can be changed", "[flecs]") {
    Desk desk;
    desk.world.component<std::vector<std::int32_t>>("Ints").opaque(list_of_ints);
    desk.world.component<Chest>("Chest").member("coins", &Chest::coins);
    const flecs::entity hero = desk.world.entity("Hero").set<Chest>({{1, 2, 3}});
    desk.set_label(hero, "a text");
    desk.attached.update();
    CHECK(*desk.value_of<std::string>(hero, "Label") == "a text");
    CHECK(*desk.value_of<std::string>(hero, "Chest") == "[1, 2, 3]");

    REQUIRE(desk.perform(ecs::SetComponent{desk.attached.handle(hero), desk.value("Chest", std::string("[5]")), {0}})
                .empty());
    REQUIRE(desk.attached.update().messages.empty());
    CHECK(desk.get<Chest>(hero)->coins == std::vector<int>{5});
    REQUIRE(desk.perform(ecs::SetComponent{desk.attached.handle(hero), desk.value("Label", std::string("other")), {0}})
                .empty());
    CHECK(desk.label_of(hero) == "other");
    REQUIRE(desk.perform(ecs::SetComponent{desk.attached.handle(hero), desk.value("Chest", std::string("[no")), {0}})
                .empty());
    const std::vector<std::string> messages = desk.attached.update().messages;
    REQUIRE(messages.size() == 1);
    CHECK_THAT(messages[0], contains("\"[no\" is no "));
    desk.attached.update();
    CHECK(*desk.value_of<std::string>(hero, "Chest") == "[5]");
}

TEST_CASE("flecs: more targets of a relationship than a person can read are one type", "[flecs]") {
    Desk desk({.most_targets = 4});
    const flecs::entity hero = desk.world.entity("Hero");
    for (int i = 0; i < 10; ++i) hero.add<Likes>(desk.world.entity(("Thing" + std::to_string(i)).c_str()));
    desk.attached.update();
    const ecs::Entity shown = desk.attached.handle(hero);
    CHECK(desk.seen().has(shown, desk.id("(Likes, Thing0)")));
    CHECK(desk.seen().has(shown, desk.id("(Likes, others)")));
    CHECK_FALSE(desk.has_type("(Likes, Thing9)"));
    CHECK_THAT(desk.attached.mirror().why_not(ecs::RemoveComponent{shown, desk.id("(Likes, others)")}),
               contains("stands for several pairs"));
    CHECK_THAT(desk.attached.mirror().why_not(ecs::DestroyEntity{shown}), contains("stands for pairs"));
}

TEST_CASE("flecs: what is written in place is seen, too", "[flecs]") {
    Desk desk;
    const flecs::entity hero = desk.world.entity().set<Health>({1, 2});
    desk.attached.update();
    const_cast<Health*>(desk.get<Health>(hero))->hp = 77;
    CHECK(desk.attached.update().written == 1);
    CHECK(desk.value_of<Health>(hero, "Health")->hp == 77);
    CHECK(desk.attached.update().written == 0);
}

TEST_CASE("flecs: an index that is taken again is another entity", "[flecs]") {
    Desk desk;
    const ecs_entity_t first = desk.world.entity().set<Position>({1, 1});
    desk.attached.update();
    const ecs::Entity shown = desk.attached.handle(first);
    ecs_delete(desk.world, first);
    const ecs_entity_t second = desk.world.entity().add<Frozen>();
    REQUIRE(static_cast<std::uint32_t>(first) == static_cast<std::uint32_t>(second));
    desk.attached.update();
    CHECK_FALSE(desk.seen().alive(shown));
    const ecs::Entity other = desk.attached.handle(second);
    CHECK(other.index == shown.index);
    CHECK(other.generation == shown.generation + 1);
    CHECK_FALSE(desk.seen().has(other, desk.id("Position")));
}

#if FLECS_VERSION_MINOR >= 1
TEST_CASE("flecs: components that are in no table are shown", "[flecs]") {
    Desk desk;
    desk.world.component<Bytes>().add(flecs::DontFragment);
    const flecs::entity hero = desk.world.entity("Hero").set<Bytes>({3, 4});
    desk.attached.update();
    REQUIRE(desk.value_of<Bytes>(hero, "Bytes") != nullptr);
    CHECK(desk.value_of<Bytes>(hero, "Bytes")->b == 4);
    hero.set<Bytes>({5, 6});
    desk.attached.update();
    CHECK(desk.value_of<Bytes>(hero, "Bytes")->a == 5);
    hero.remove<Bytes>();
    desk.attached.update();
    CHECK_FALSE(desk.seen().has(desk.attached.handle(hero), desk.id("Bytes")));
}

TEST_CASE("flecs: relationships that are in no table are shown, changed, and come back", "[flecs]") {
    Desk desk;
    desk.world.component<Likes>().add(flecs::DontFragment);
    desk.world.component<Owes>().add(flecs::DontFragment);
    const flecs::entity apple = desk.world.entity("Apple"), pear = desk.world.entity("Pear");
    const flecs::entity hero = desk.world.entity("Hero").add<Likes>(apple).set<Owes>(apple, {3}).set<Owes>(pear, {4});
    desk.attached.update();
    const ecs::Entity shown = desk.attached.handle(hero);
    CHECK(desk.seen().has(shown, desk.id("(Likes, Apple)")));
    CHECK(desk.value_of<Owes>(hero, "(Owes, Pear)")->gold == 4);
    REQUIRE(desk.perform(ecs::SetComponent{shown, desk.value("(Owes, Pear)", Owes{9}), {0}}).empty());
    CHECK(desk.get<Owes>(hero, pear)->gold == 9);
    REQUIRE(desk.perform(ecs::RemoveComponent{shown, desk.id("(Likes, Apple)")}).empty());
    CHECK_FALSE(hero.has<Likes>(apple));
    if (FLECS_VERSION_PATCH < 2) {
        CHECK_THAT(desk.attached.mirror().why_not(ecs::DestroyEntity{desk.attached.handle(apple)}),
                   contains("flecs before 4.1.2 could not give (Owes, Apple) back to Hero"));
        return;
    }
    REQUIRE(desk.perform(ecs::DestroyEntity{desk.attached.handle(apple)}).empty());
    REQUIRE(desk.attached.update().messages.empty());
    CHECK_FALSE(desk.seen().has(shown, desk.id("(Owes, Apple)")));
    while (desk.history.can_undo()) {
        REQUIRE(desk.history.undo().empty());
        REQUIRE(desk.attached.update().messages.empty());
    }
    CHECK(hero.has<Likes>(apple));
    CHECK(desk.get<Owes>(hero, apple)->gold == 3);
    CHECK(desk.get<Owes>(hero, pear)->gold == 4);
    CHECK(desk.value_of<Owes>(hero, "(Owes, Apple)")->gold == 3);
}
#endif

TEST_CASE("flecs: when the world is destroyed, what was seen last stays", "[flecs]") {
    ecs_world_t* const world = ecs_init();
    const ecs_entity_t hero = ecs_new(world);
    ecs_set_name(world, hero, "Hero");
    auto attached = chunkscope::flecs::attach(world);
    attached.update();
    ecs_fini(world);
    attached.update();
    CHECK(attached.mirror().lost() == "the world was destroyed");
    CHECK(attached.world().name(attached.handle(hero)) == "Hero");
    CHECK(attached.owner().memory().unknown == "the world was destroyed");
    CHECK_FALSE(attached.mirror().why_not(ecs::DestroyEntity{attached.handle(hero)}).empty());
}

TEST_CASE("flecs: who goes before the world leaves it as it was", "[flecs]") {
    flecs::world world;
    const int entities = ecs_get_entities(world).alive_count;
    for (int i = 0; i < 3; ++i) {
        auto attached = chunkscope::flecs::attach(world);
        attached.update();
        attached.update();
    }
    CHECK(ecs_get_entities(world).alive_count == entities);
    CHECK(world.progress(0.1f));
}

}  // namespace shown_test
