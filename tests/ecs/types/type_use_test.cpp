// C++ types that are registered by their first use, and described before, later or never.
#include <array>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/snapshot/snapshot.hpp"
#include "ecs/snapshot/state_hash.hpp"
#include "ecs/support/failures_told.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/support/world_state.hpp"
#include "ecs/world/commands.hpp"
#include "ecs/world/view.hpp"
#include "ecs/world/world.hpp"

namespace game {

struct Position {
    float x = 0, y = 0;
};
struct Speed {
    float value = 1;
};
struct Enemy {};
struct Bag {
    std::vector<int> items;
};
template <class T>
struct Grid {
    T cells[4] = {};
};

}  // namespace game

struct GlobalPlace {
    float x = 1, y = 2;
};

namespace type_use_test {

using namespace ecs;
using test::contains;
using test::FailuresAreTold;

namespace {

const ComponentType& type_of(const World& world, std::string_view name) {
    const ComponentType* type = world.types().find(name);
    REQUIRE(type);
    return *type;
}

ComponentType made_at_run_time(std::string name, std::vector<const char*> numbers) {
    ComponentType type;
    type.name = std::move(name);
    for (const char* number : numbers) {
        Field field;
        field.name = number;
        type.fields.push_back(field);
    }
    return type;
}

}  // namespace

TEST_CASE("First use: create, add, id, a view and commands register what they meet", "[ecs][type_registry]") {
    World world;
    const Entity entity = world.create(game::Position{1, 2}, game::Enemy{});
    world.add(entity, game::Speed{3});
    CHECK(type_of(world, "game::Position").made_by_use);
    CHECK(type_of(world, "game::Position").fields.empty());
    CHECK(type_of(world, "game::Enemy").is_tag());
    CHECK(world.get<game::Speed>(entity).value == 3);
    CHECK(world.has<game::Enemy>(entity));
    const ComponentId bag = world.id<game::Bag>();
    CHECK(type_of(world, "game::Bag").id == bag);
    CHECK_FALSE(type_of(world, "game::Bag").trivial);
    const View<const GlobalPlace> places(world);
    CHECK(world.types().find("GlobalPlace"));
    Commands commands(world);
    const Entity made = commands.create(game::Grid<int>{{1, 2, 3, 4}});
    commands.add(made, game::Grid<int[2]>{});
    commands.play_back();
    CHECK(world.get<game::Grid<int>>(made).cells[3] == 4);
    CHECK(world.types().find("game::Grid<int>"));
    CHECK(world.has<game::Grid<int[2]>>(made));
}

TEST_CASE("First use: values with a destructor are moved and destroyed as those of described types",
          "[ecs][type_registry]") {
    World world;
    std::vector<Entity> bags;
    for (int i = 0; i < 300; ++i) bags.push_back(world.create(game::Bag{{i, i}}));
    for (int i = 0; i < 300; i += 3) world.destroy(bags[std::size_t(i)]);
    for (int i = 1; i < 300; i += 3) world.add(bags[std::size_t(i)], game::Position{});
    for (int i = 1; i < 300; i += 3) REQUIRE(world.get<game::Bag>(bags[std::size_t(i)]).items == std::vector{i, i});
    CHECK(test::storage_fault(world).empty());
}

TEST_CASE("First use: asking for a type that was never met finds nothing and registers nothing",
          "[ecs][type_registry]") {
    const FailuresAreTold handler;
    World world;
    const World& reading = world;
    const Entity entity = world.create();
    const std::size_t types = world.types().size();
    CHECK(reading.id<GlobalPlace>() == no_component);
    CHECK_FALSE(world.has<GlobalPlace>(entity));
    CHECK(world.find<GlobalPlace>(entity) == nullptr);
    CHECK_FALSE(world.remove<GlobalPlace>(entity));
    CHECK(View<const GlobalPlace>(reading).each([](const GlobalPlace&) {}) == 0);
    CHECK(View<const GlobalPlace*>(reading).each([](const GlobalPlace* place) { CHECK(place == nullptr); }) == 1);
    CHECK(View<Without<GlobalPlace>>(reading).each([](Entity) {}) == 1);
    CHECK(reading.find_resource<GlobalPlace>() == nullptr);
    Commands commands(world);
    commands.remove<GlobalPlace>(entity);
    commands.play_back();
    CHECK(world.types().size() == types);
    CHECK(FailuresAreTold::told().empty());
}

TEST_CASE("First use: get of a type that was never met names it", "[ecs][type_registry]") {
    const test::FailuresThrow failures;
    World world;
    const Entity entity = world.create();
    CHECK_THROWS_WITH(world.get<GlobalPlace>(entity),
                      "World: get<GlobalPlace>(1v1): the entity does not have this component");
    CHECK_THROWS_WITH(world.get_mut<GlobalPlace>(entity),
                      "World: get_mut<GlobalPlace>(1v1): the entity does not have this component");
    CHECK_THROWS_WITH(world.get<GlobalPlace>(Entity{7, 1}),
                      "World: get<GlobalPlace>(7v1): there is no such entity (any more)");
}

TEST_CASE("First use: a view of a const world finds types that the world meets later", "[ecs][view]") {
    World world;
    const World& reading = world;
    View<const game::Position, const GlobalPlace*, Without<game::Enemy>> view(reading);
    const auto count = [&] { return view.each([](const game::Position&, const GlobalPlace*) {}); };
    CHECK(count() == 0);
    world.create(game::Speed{});
    CHECK(count() == 0);
    world.create(game::Position{});
    CHECK(count() == 1);
    world.create(game::Position{}, game::Enemy{});
    CHECK(count() == 1);
    world.create(game::Position{}, GlobalPlace{});
    std::size_t with_place = 0;
    CHECK(view.each([&](const game::Position&, const GlobalPlace* place) { with_place += place && place->y == 2; }) ==
          2);
    CHECK(with_place == 1);
}

TEST_CASE("First use: a later description gives name and fields to the type that is there", "[ecs][type_registry]") {
    const test::FailuresThrow failures;
    World world;
    const Entity entity = world.create(game::Position{1, 2});
    const ComponentId id = world.id<game::Position>();
    const auto describe = [&] {
        return world.types()
            .add<game::Position>("Position", "Where it is")
            .field("x", &game::Position::x, {.unit = "m"})
            .field("y", &game::Position::y)
            .id();
    };
    CHECK(describe() == id);
    const ComponentType& type = world.types()[id];
    CHECK(type.name == "Position");
    CHECK(type.description == "Where it is");
    REQUIRE(type.fields.size() == 2);
    CHECK(type.fields[1].offset == 4);
    CHECK_FALSE(type.made_by_use);
    CHECK(world.types().find("game::Position") == nullptr);
    CHECK(world.get<game::Position>(entity).y == 2);
    CHECK(describe() == id);  // the same again is fine
    CHECK_THROWS_WITH(world.types().add<game::Position>("Other"), contains("registered already, as Position"));

    World other;  // described first: the worlds are the same
    other.types().add<game::Position>("Position").field("x", &game::Position::x).field("y", &game::Position::y);
    other.create(game::Position{1, 2});
    CHECK(state_hash(world) == state_hash(other));
}

TEST_CASE("First use: a description under the name that is there already adds the fields", "[ecs][type_registry]") {
    World world;
    world.create(GlobalPlace{});
    world.types().add<GlobalPlace>("GlobalPlace", "A place").field("x", &GlobalPlace::x).field("y", &GlobalPlace::y);
    CHECK(type_of(world, "GlobalPlace").fields.size() == 2);
    CHECK(type_of(world, "GlobalPlace").description == "A place");
    CHECK(type_of(world, "GlobalPlace").id == world.id<GlobalPlace>());
}

TEST_CASE("First use: a copy of a world keeps what was never described", "[ecs][type_registry]") {
    World world;
    const Entity entity = world.create(GlobalPlace{5, 6}, game::Enemy{});
    Snapshots snapshots(world);
    const std::unique_ptr<World> copy = snapshots.take()->make_world();
    CHECK(copy->get<GlobalPlace>(entity).y == 6);
    CHECK(state_hash(*copy) == state_hash(world));
    copy->types().add<GlobalPlace>("Spot").field("x", &GlobalPlace::x).field("y", &GlobalPlace::y);
    CHECK(copy->types()[copy->id<GlobalPlace>()].name == "Spot");
    CHECK(world.types()[world.id<GlobalPlace>()].name == "GlobalPlace");
}

TEST_CASE("First use: a name that belongs to another type is refused, and the values are never mixed up",
          "[ecs][type_registry]") {
    World world;
    REQUIRE(world.types().add_at_run_time(made_at_run_time("GlobalPlace", {"x", "y"})));
    const std::string sentence =
        "TypeRegistry: the C++ type of GlobalPlace cannot stand behind the component GlobalPlace that was made at run "
        "time: it has "
        "no field 1, not x f32 at 0; register the type with TypeRegistry::add before its first use";
    {
        const test::FailuresThrow failures;
        CHECK_THROWS_WITH(world.create(GlobalPlace{}), sentence);
        CHECK(world.entity_count() == 0);
        CHECK(world.types().find<GlobalPlace>() == no_component);
    }
    const FailuresAreTold handler;
    const Entity entity = world.create(GlobalPlace{3, 4});
    CHECK(FailuresAreTold::told() == std::vector{sentence});
    CHECK(world.get<GlobalPlace>(entity).y == 4);
    CHECK_FALSE(world.has(entity, type_of(world, "GlobalPlace").id));
    CHECK(world.has(entity, type_of(world, "GlobalPlace (2)").id));
    CHECK(test::storage_fault(world).empty());

    World described;
    REQUIRE(described.types().add_at_run_time(made_at_run_time("GlobalPlace", {"x", "y"})));
    described.types().add<GlobalPlace>("GlobalPlace").field("x", &GlobalPlace::x).field("y", &GlobalPlace::y);
    CHECK(described.get<GlobalPlace>(described.create(GlobalPlace{3, 4})).x == 3);
    CHECK(FailuresAreTold::told().size() == 1);
}

TEST_CASE("First use: a tag stands behind the tag of that name that a file brought", "[ecs][type_registry]") {
    const test::FailuresThrow failures;
    World world;
    const ComponentId read = *world.types().add_at_run_time(made_at_run_time("game::Enemy", {}));
    const Entity entity = world.create_with(std::array{read});
    CHECK(world.id<game::Enemy>() == read);
    CHECK(world.has<game::Enemy>(entity));
}

TEST_CASE("First use: a later description does not take the name or the place of another component",
          "[ecs][type_registry]") {
    const test::FailuresThrow failures;
    World world;
    world.create(game::Position{});
    world.types().add<GlobalPlace>("GlobalPlace").field("x", &GlobalPlace::x);
    REQUIRE(world.types().add_at_run_time(made_at_run_time("Position", {"x", "y"})));
    CHECK_THROWS_WITH(world.types().add<game::Position>("GlobalPlace"), contains("GlobalPlace is registered already"));
    CHECK_THROWS_WITH(
        world.types().add<game::Position>("Position").field("x", &game::Position::x).field("y", &game::Position::y),
        contains("it is registered already, as game::Position"));
    CHECK(world.types()[world.id<game::Position>()].name == "game::Position");
}

TEST_CASE("First use: types of one name and two layouts have two keys", "[ecs][type_registry]") {
    struct Small {
        std::int32_t number;
    };
    struct Large {
        std::int64_t number;
    };
    static_assert(type_key<Small>() != type_key<Large>());
    static_assert(type_key<game::Enemy>() != type_key<game::Speed>());
    static_assert(type_name<game::Position>() == "game::Position");
    static_assert(type_name<game::Grid<game::Speed>>() == "game::Grid<game::Speed>");
    // What the compiler writes for an array ends with a bracket, as the signature of a function does.
    static_assert(type_name<game::Grid<int[2]>>() != type_name<game::Grid<int[2][3]>>());
    CHECK(type_name<game::Grid<int[2]>>().back() == '>');
}

TEST_CASE("First use: code that may run on several threads registers nothing", "[ecs][type_registry]") {
    World world;
    const Entity entity = world.create(game::Speed{});
    const FailuresAreTold handler;
    const std::size_t types = world.types().size();
    {
        Commands commands(world);
        const HoldGuard hold(world);
        CHECK(world.id<GlobalPlace>() == no_component);
        commands.add(entity, GlobalPlace{});
        CHECK(commands.empty());
        CHECK(world.id<game::Speed>() != no_component);
        CHECK(View<GlobalPlace>(world).each([](GlobalPlace&) {}) == 0);
    }
    CHECK(world.types().size() == types);
    REQUIRE(FailuresAreTold::told().size() == 4);
    CHECK(FailuresAreTold::told().front() ==
          "World: the type GlobalPlace is used for the first time by code that may run on several threads; use or "
          "register it "
          "before");
    CHECK(FailuresAreTold::told()[2] == "Commands: add was given an empty value");
}

TEST_CASE("First use: what is refused while a query iterates registers nothing", "[ecs][type_registry]") {
    World world;
    const Entity entity = world.create(game::Speed{});
    const FailuresAreTold handler;
    const std::size_t types = world.types().size();
    {
        const IterationGuard guard(world);
        CHECK_FALSE(world.create(GlobalPlace{}));
        world.add(entity, GlobalPlace{});
        world.set_resource(GlobalPlace{});
    }
    CHECK(world.types().size() == types);
    CHECK(FailuresAreTold::told().size() == 3);
    CHECK(FailuresAreTold::told().front() ==
          "World: create was called while a query iterates; Commands can record create, destroy, add, remove and "
          "set_parent instead, and play back when the system is done");
}

}  // namespace type_use_test
