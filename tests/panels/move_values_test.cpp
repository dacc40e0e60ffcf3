#include "panels/move_values.hpp"

#include "catch.hpp"

using namespace panels;

namespace {

struct Position {
    float x = 0, y = 0;
};
struct Velocity {
    float x = 0;
};
struct Frozen {};

struct Fixture {
    ecs::World world;
    ecs::Journal journal{1000};
    MoveValues values;
    Fixture() {
        world.types().add<Position>("Position").field("x", &Position::x).field("y", &Position::y);
        world.types().add<Velocity>("Velocity").field("x", &Velocity::x);
        world.types().add<Frozen>("Frozen");
        world.observe(&journal);
    }
    ~Fixture() { world.observe(nullptr); }
    ecs::Operation last() const { return ecs::last_operations(journal, 1).at(0); }
    std::string text(const ecs::Operation& operation, ecs::Entity entity, ecs::ComponentId component) const {
        const auto* all = values.of(operation);
        if (all == nullptr) return "unseen";
        const MovedValue* value = find_value(*all, entity, component);
        return value ? value->text : "unknown";
    }
};

}  // namespace

TEST_CASE("MoveValues: the row that moved and the one that filled its hole keep the values they had then",
          "[panels][moves]") {
    Fixture f;
    const ecs::Entity first = f.world.create(Position{1, 2}), last = f.world.create(Position{3, 4});
    f.world.add(first, Velocity{7});
    const ecs::Operation added = f.last();
    f.values.look(f.world, f.journal);
    const ecs::ComponentId position = f.world.id<Position>(), velocity = f.world.id<Velocity>();
    CHECK(f.text(added, first, position) == "1.00, 2.00");
    CHECK(f.text(added, first, velocity) == "7.00");
    CHECK(f.text(added, last, position) == "3.00, 4.00");
    CHECK(about_values(f.world, added, f.values.of(added)) == "Values as they were right after it");

    // Whatever comes later, these are of then.
    f.world.get_mut<Position>(first).x = 99;
    f.world.remove<Velocity>(first);
    f.values.look(f.world, f.journal);
    CHECK(f.text(added, first, position) == "1.00, 2.00");
    CHECK(f.text(f.last(), first, position) == "99.00, 2.00");
}

TEST_CASE("MoveValues: what was written between the change and the look is not shown as if it had moved",
          "[panels][moves]") {
    Fixture f;
    const ecs::Entity entity = f.world.create(Position{1, 2}, Velocity{7});
    f.world.add<Frozen>(entity);
    f.world.get_mut<Position>(entity).x = 50;
    f.values.look(f.world, f.journal);
    const ecs::Operation added = f.last();
    CHECK(f.text(added, entity, f.world.id<Position>()) == "unknown");
    CHECK(f.text(added, entity, f.world.id<Velocity>()) == "7.00");
    CHECK(about_values(f.world, added, f.values.of(added)) ==
          "Values as they were right after it; Position was written again before this was seen");
    f.world.get_mut<Velocity>(entity).x = 8;
    MoveValues late;
    late.look(f.world, f.journal);
    CHECK(about_values(f.world, added, late.of(added)) ==
          "No values: Position and Velocity were written again before this was seen");
}

TEST_CASE("MoveValues: says plainly when nothing is known", "[panels][moves]") {
    Fixture f;
    const ecs::Entity entity = f.world.create(Position{1, 2});
    const ecs::Operation created = f.last();
    f.world.add<Frozen>(entity);
    f.values.look(f.world, f.journal);
    CHECK(f.values.of(created) == nullptr);
    CHECK(about_values(f.world, created, f.values.of(created)) ==
          "No values: the journal keeps places and bytes only, and more changes came before this one was seen");
    f.world.destroy(entity);
    f.values.look(f.world, f.journal);
    CHECK(about_values(f.world, f.last(), f.values.of(f.last())) ==
          "No values: they ended with the row, and the journal keeps places and bytes only");
    f.world.create(Frozen{});
    f.values.look(f.world, f.journal);
    CHECK(about_values(f.world, f.last(), f.values.of(f.last())) == "No values: these rows consist of tags and an id");
}

TEST_CASE("MoveValues: keeps those of the last changes, and forgets the others", "[panels][moves]") {
    Fixture f;
    const ecs::Entity entity = f.world.create(Position{});
    f.values.look(f.world, f.journal);
    const ecs::Operation created = f.last();
    REQUIRE(f.values.of(created));
    for (std::size_t i = 0; i < MoveValues::most_kept; ++i) {
        if (f.world.has<Frozen>(entity))
            f.world.remove<Frozen>(entity);
        else
            f.world.add<Frozen>(entity);
        f.values.look(f.world, f.journal);
    }
    CHECK(f.values.of(created) == nullptr);
    CHECK(f.values.of(f.last()));
    f.values.clear();
    CHECK(f.values.of(f.last()) == nullptr);
}
