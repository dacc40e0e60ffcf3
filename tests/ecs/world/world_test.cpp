#include "ecs/world/world.hpp"

#include "catch.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/world/query.hpp"
#include "ecs/world/view.hpp"

namespace world_test {

using namespace ecs;
using namespace test;

namespace {

struct Fixture {
    World world;
    Fixture() { register_types(world); }
};

}  // namespace

TEST_CASE("World: an entity has the values it was created with", "[ecs][world]") {
    Fixture f;
    const Entity entity = f.world.create(Position{1, 2, 3}, Label{"hello"}, Frozen{});
    CHECK(f.world.alive(entity));
    CHECK(f.world.get<Position>(entity) == Position{1, 2, 3});
    CHECK(f.world.get<Label>(entity).text == "hello");
    CHECK(f.world.has<Frozen>(entity));
    CHECK_FALSE(f.world.has<Velocity>(entity));
    CHECK(f.world.find<Velocity>(entity) == nullptr);
    CHECK(f.world.get(entity, f.world.id<Frozen>()) == nullptr);
}

TEST_CASE("World: the order in which components were added never matters", "[ecs][world]") {
    Fixture f;
    const Entity a = f.world.create(Position{}, Velocity{}, Frozen{});
    const Entity b = f.world.create(Frozen{}, Position{}, Velocity{});
    const Entity c = f.world.create();
    f.world.add(c, Velocity{});
    f.world.add<Frozen>(c);
    f.world.add(c, Position{});
    CHECK(f.world.location(a).archetype == f.world.location(b).archetype);
    CHECK(f.world.location(a).archetype == f.world.location(c).archetype);
}

TEST_CASE("World: a destroyed handle never answers for the entity that took its slot", "[ecs][world]") {
    Fixture f;
    const Entity old = f.world.create(Health{5});
    f.world.destroy(old);
    const Entity fresh = f.world.create(Health{7});
    REQUIRE(fresh.index == old.index);
    CHECK_FALSE(f.world.alive(old));
    CHECK(f.world.find<Health>(old) == nullptr);
    CHECK_FALSE(f.world.remove<Health>(old));
    f.world.destroy(old);  // nothing happens
    CHECK(f.world.get<Health>(fresh).hp == 7);

    FailuresThrow failures;
    CHECK_THROWS_WITH(f.world.get<Health>(old), contains("get<Health>(1v1): there is no such entity"));
    CHECK_THROWS_WITH(f.world.get<Position>(fresh), contains("get<Position>(1v2): the entity does not have"));
    CHECK_THROWS_WITH(f.world.add(old, Position{}), contains("add<Position>(1v1)"));
    CHECK_THROWS_WITH(f.world.location(old), contains("1v1"));
}

TEST_CASE("World: removing a row moves the last row of the archetype into the hole", "[ecs][world]") {
    Fixture f;
    std::vector<Entity> entities;
    for (int i = 0; i < 1000; ++i) entities.push_back(f.world.create(Position{float(i), 0, 0}));
    REQUIRE(f.world.archetype_of(entities[0]).chunk_count() == 2);
    const Location hole = f.world.location(entities[3]);
    f.world.destroy(entities[3]);
    CHECK(f.world.location(entities[999]) == hole);
    CHECK(f.world.get<Position>(entities[999]).x == 999);
    while (f.world.archetype_of(entities[999]).chunk_count() == 2) {
        const Chunk& last = f.world.archetype_of(entities[999]).chunk(1);
        f.world.destroy(last.entities().back());
    }
    CHECK(f.world.archetype_of(entities[999]).entity_count() == 816);
}

TEST_CASE("World: components that own memory survive every move and are destroyed with their entity", "[ecs][world]") {
    Fixture f;
    const std::string text = "a text too long for the small string of any standard library";
    std::vector<Entity> entities;
    for (int i = 0; i < 300; ++i) entities.push_back(f.world.create(Label{text + std::to_string(i)}));
    for (int i = 0; i < 300; i += 2) f.world.add(entities[std::size_t(i)], Wide{});
    for (int i = 0; i < 300; i += 3) f.world.remove<Label>(entities[std::size_t(i)]);
    for (int i = 1; i < 300; i += 3) f.world.destroy(entities[std::size_t(i)]);
    for (int i = 2; i < 300; i += 3)
        REQUIRE(f.world.get<Label>(entities[std::size_t(i)]).text == text + std::to_string(i));
    for (int i = 0; i < 300; i += 6) {
        const Wide& wide = f.world.get<Wide>(entities[std::size_t(i)]);
        REQUIRE(reinterpret_cast<std::uintptr_t>(&wide) % alignof(Wide) == 0);
        REQUIRE(wide == Wide{});
    }
}

TEST_CASE("World: take hands the value over", "[ecs][world]") {
    Fixture f;
    const Entity entity = f.world.create(Label{"mine"}, Health{3});
    Value label = f.world.take(entity, f.world.id<Label>());
    CHECK(static_cast<const Label*>(label.data())->text == "mine");
    CHECK_FALSE(f.world.has<Label>(entity));
    CHECK_FALSE(f.world.take(entity, f.world.id<Label>()));
    CHECK(f.world.add(entity, std::move(label)));
    CHECK(f.world.get<Label>(entity).text == "mine");
    CHECK(f.world.get<Health>(entity).hp == 3);
}

TEST_CASE("World: an entity comes back with the same handle", "[ecs][world]") {
    Fixture f;
    const Entity entity = f.world.create(Health{});
    f.world.destroy_and_park(entity);
    CHECK_FALSE(f.world.alive(entity));
    CHECK(f.world.create().index != entity.index);
    CHECK(f.world.create_at(entity));
    CHECK(f.world.alive(entity));
    CHECK_FALSE(f.world.create_at(entity));
}

TEST_CASE("World: destroying an entity destroys all below it", "[ecs][world][hierarchy]") {
    Fixture f;
    const Entity root = f.world.create(), child = f.world.create(), grandchild = f.world.create(Label{"deep"});
    const Entity other = f.world.create();
    REQUIRE(f.world.set_parent(child, root));
    REQUIRE(f.world.set_parent(grandchild, child));
    REQUIRE(f.world.set_parent(other, root));
    CHECK(f.world.is_below(grandchild, root));
    CHECK(f.world.children(root).size() == 2);
    f.world.destroy(child);
    CHECK_FALSE(f.world.alive(grandchild));
    CHECK(f.world.alive(other));
    CHECK(f.world.children(root).size() == 1);
    CHECK(f.world.children(root)[0] == other);
    CHECK(f.world.entity_count() == 2);
}

TEST_CASE("World: a circle of parents, or a parent that is gone, is refused", "[ecs][world][hierarchy]") {
    Fixture f;
    const Entity a = f.world.create(), b = f.world.create(), c = f.world.create();
    REQUIRE(f.world.set_parent(b, a));
    REQUIRE(f.world.set_parent(c, b));
    CHECK_FALSE(f.world.set_parent(a, c));
    CHECK_FALSE(f.world.set_parent(a, a));
    f.world.destroy(c);
    CHECK_FALSE(f.world.set_parent(b, c));
    CHECK(f.world.parent(b) == a);
    CHECK(f.world.set_parent(b, null_entity));
    CHECK_FALSE(f.world.parent(b));
    CHECK(f.world.children(a).empty());
    CHECK_FALSE(f.world.has<Parent>(b));
}

TEST_CASE("World: Parent cannot be changed behind the hierarchy's back", "[ecs][world][hierarchy]") {
    Fixture f;
    const Entity a = f.world.create(), b = f.world.create();
    f.world.add(b, Parent{a});
    CHECK(f.world.children(a).size() == 1);
    CHECK(f.world.get_mut(b, f.world.parent_id()) == nullptr);
    FailuresThrow failures;
    CHECK_THROWS_WITH((View<Parent>(f.world)), contains("set_parent"));
    CHECK(f.world.remove<Parent>(b));
    CHECK(f.world.children(a).empty());
    const Entity created_below = f.world.create(Parent{a}, Health{1});
    CHECK(f.world.parent(created_below) == a);
    CHECK(f.world.get<Health>(created_below).hp == 1);
}

TEST_CASE("World: names are found, the lowest slot first", "[ecs][world]") {
    Fixture f;
    const Entity first = f.world.create(Name{"Lamp"});
    f.world.create(Name{"Lamp"}, Health{});
    CHECK(f.world.find_by_name("Lamp") == first);
    CHECK(f.world.name(first) == "Lamp");
    CHECK_FALSE(f.world.find_by_name("Door"));
    const auto before = f.world.names_version();
    f.world.create(Health{});
    CHECK(f.world.names_version() == before);
    f.world.get_mut<Name>(first).value = "Light";
    CHECK(f.world.names_version() > before);
}

TEST_CASE("World: structural changes while a query iterates are refused in every build", "[ecs][world]") {
    Fixture f;
    const Entity entity = f.world.create(Position{});
    View<Position> view(f.world);
    FailuresThrow failures;
    int refused = 0;
    view.each(f.world, [&](Position&) {
        const auto must_refuse = [&](auto change) {
            try {
                change();
            } catch (const Failure& failure) {
                CHECK_THAT(failure.what(), contains("while a query iterates"));
                ++refused;
            }
        };
        must_refuse([&] { f.world.create(); });
        must_refuse([&] { f.world.create(Velocity{}); });
        must_refuse([&] { f.world.destroy(entity); });
        must_refuse([&] { f.world.add(entity, Velocity{}); });
        must_refuse([&] { f.world.add(entity, f.world.id<Velocity>()); });
        must_refuse([&] { f.world.remove<Position>(entity); });
        must_refuse([&] { f.world.set_parent(entity, null_entity); });
        must_refuse([&] { f.world.take(entity, f.world.id<Position>()); });
        must_refuse([&] { f.world.add_to_all(view.query(), f.world.id<Velocity>()); });
        must_refuse([&] { f.world.destroy_all(view.query()); });
        f.world.get_mut<Position>(entity).x = 4;  // writing values is fine
    });
    CHECK(refused == 10);
    CHECK(f.world.entity_count() == 1);
    CHECK_FALSE(f.world.iterating());
}

TEST_CASE("World: versions grow for what is written, and only for that", "[ecs][world]") {
    Fixture f;
    const Entity entity = f.world.create(Position{}, Velocity{});
    const Archetype& archetype = f.world.archetype_of(entity);
    const int position = archetype.column_of(f.world.id<Position>());
    const int velocity = archetype.column_of(f.world.id<Velocity>());
    const auto version = [&](int column) { return archetype.column_version(0, column); };

    auto before = f.world.version();
    f.world.get_mut<Position>(entity).x = 1;
    CHECK(version(position) > before);
    CHECK(version(velocity) <= before);

    before = f.world.version();
    View<Position, const Velocity> view(f.world);
    view.each(f.world, [](Position&, const Velocity&) {});
    CHECK(version(position) > before);
    CHECK(version(velocity) <= before);

    before = f.world.version();
    CHECK(f.world.get<Position>(entity).x == 1);
    View<const Position> reading(f.world);
    reading.each(f.world, [](const Position&) {});
    CHECK(f.world.version() == before);

    const auto structure = f.world.structure_version();
    f.world.create(Position{}, Velocity{});
    CHECK(f.world.structure_version() > structure);
    CHECK(version(velocity) > before);
}

TEST_CASE("World: batches do what single calls do", "[ecs][world]") {
    Fixture f;
    const std::array ids{f.world.id<Position>(), f.world.id<Health>()};
    std::vector<Entity> made(3000);
    f.world.create_many(made, ids);
    CHECK(f.world.entity_count() == 3000);
    CHECK(f.world.get<Health>(made[2999]).hp == 100);
    for (std::size_t i = 0; i < made.size(); ++i) f.world.get_mut<Position>(made[i]).x = float(i);
    for (std::size_t i = 0; i < made.size(); i += 3) f.world.add<Frozen>(made[i]);

    View<const Position> all(f.world);
    CHECK(f.world.add_to_all(all.query(), f.world.id<Velocity>()) == 3000);
    CHECK(f.world.add_to_all(all.query(), f.world.id<Velocity>()) == 0);
    CHECK(f.world.add_to_all(all.query(), f.world.id<Label>()) == 3000);
    CHECK(f.world.remove_from_all(all.query(), f.world.id<Health>()) == 3000);
    CHECK(f.world.remove_from_all(all.query(), f.world.id<Label>()) == 3000);
    for (std::size_t i = 0; i < made.size(); ++i) {
        REQUIRE(f.world.get<Position>(made[i]).x == float(i));
        REQUIRE(f.world.get<Velocity>(made[i]) == Velocity{});
        REQUIRE(f.world.has<Frozen>(made[i]) == (i % 3 == 0));
        REQUIRE_FALSE(f.world.has<Health>(made[i]));
    }
    View<const Position> frozen(f.world);
    frozen.with<Frozen>();
    CHECK(f.world.destroy_all(frozen.query()) == 1000);
    CHECK(f.world.entity_count() == 2000);
    CHECK(f.world.create().generation == 2);  // the slots are free again
}

TEST_CASE("World: destroying by query takes what is below along", "[ecs][world][hierarchy]") {
    Fixture f;
    const Entity enemy = f.world.create(Enemy{}), shield = f.world.create(Health{}), other = f.world.create(Health{});
    REQUIRE(f.world.set_parent(shield, enemy));
    Query enemies(f.world, {{f.world.id<Enemy>()}});
    CHECK(f.world.destroy_all(enemies) == 2);
    CHECK(f.world.alive(other));
}

TEST_CASE("World: run-time types with strings and structs move like any other", "[ecs][world]") {
    Fixture f;
    ComponentType type;
    type.name = "Note";
    Field text, numbers;
    text.name = "text";
    text.kind = FieldKind::String;
    text.count = 2;
    numbers.name = "number";
    numbers.kind = FieldKind::I32;
    type.fields = {numbers, text};
    const ComponentId note = *f.world.types().add_at_run_time(type);
    const std::size_t offset = f.world.types()[note].find_field("text")->offset;
    const auto text_of = [&](Entity entity) -> std::string& {
        return *reinterpret_cast<std::string*>(static_cast<std::byte*>(f.world.get_mut(entity, note)) + offset);
    };
    std::vector<Entity> entities;
    for (int i = 0; i < 500; ++i) {
        entities.push_back(f.world.create());
        REQUIRE(f.world.add(entities.back(), note));
        text_of(entities.back()) = "note number " + std::to_string(i) + ", long enough to be on the heap";
    }
    for (int i = 0; i < 500; i += 2) f.world.add(entities[std::size_t(i)], Position{});
    for (int i = 0; i < 500; i += 5) f.world.destroy(entities[std::size_t(i)]);
    for (int i = 0; i < 500; ++i)
        if (i % 5 != 0)
            REQUIRE(text_of(entities[std::size_t(i)]) ==
                    "note number " + std::to_string(i) + ", long enough to be on the heap");
}

}  // namespace world_test
