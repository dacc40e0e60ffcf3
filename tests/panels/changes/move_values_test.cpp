#include "panels/changes/move_values.hpp"

#include "catch.hpp"
#include "ecs/snapshot/snapshot.hpp"
#include "ecs/world/commands.hpp"
#include "ecs/world/query.hpp"

namespace move_values_test {

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
        const auto all = values.of(world, operation);
        if (!all) return "unseen";
        const MovedValue* value = find_value(*all, entity, component);
        return value ? value->text : "unknown";
    }
    std::string about(const MoveValues& of, const ecs::Operation& operation) const {
        const auto known = of.of(world, operation);
        return about_values(world, operation, known ? &*known : nullptr);
    }
    std::string about(const ecs::Operation& operation) const { return about(values, operation); }
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
    CHECK(f.about(added) == "Values as they were right after it");

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
    CHECK(f.about(added) == "Values as they were right after it; Position was written again before this was seen");
    f.world.get_mut<Velocity>(entity).x = 8;
    MoveValues late;
    late.look(f.world, f.journal);
    CHECK(f.about(late, added) == "No values: Position and Velocity were written again before this was seen");
}

TEST_CASE("MoveValues: says plainly when nothing is known", "[panels][moves]") {
    Fixture f;
    const ecs::Entity entity = f.world.create(Position{1, 2});
    const ecs::Operation created = f.last();
    f.world.add<Frozen>(entity);
    f.values.look(f.world, f.journal);
    CHECK_FALSE(f.values.of(f.world, created));
    CHECK(f.about(created) ==
          "No values: they are taken down while this panel is shown, and those of the last 512 rows are kept");
    f.world.destroy(entity);
    f.values.look(f.world, f.journal);
    CHECK(f.about(f.last()) == "No values: they ended with the row, and the journal keeps places and bytes only");
    f.world.create(Frozen{});
    f.values.look(f.world, f.journal);
    CHECK(f.about(f.last()) == "No values: these rows consist of tags and an id");
}

TEST_CASE("MoveValues: keeps those of the last changes, and forgets the others", "[panels][moves]") {
    Fixture f;
    const ecs::Entity entity = f.world.create(Position{});
    f.values.look(f.world, f.journal);
    const ecs::Operation created = f.last();
    REQUIRE(f.values.of(f.world, created));
    for (std::size_t i = 0; i < MoveValues::rows_kept; ++i) {
        if (f.world.has<Frozen>(entity))
            f.world.remove<Frozen>(entity);
        else
            f.world.add<Frozen>(entity);
        f.values.look(f.world, f.journal);
    }
    CHECK_FALSE(f.values.of(f.world, created));
    CHECK(f.values.of(f.world, f.last()));
    f.values.clear();
    CHECK_FALSE(f.values.of(f.world, f.last()));
}

namespace {

/// The same, told of each change as it is made.
struct Listening : Fixture {
    Listening() { journal.tell(&values); }
    ~Listening() { journal.tell(nullptr); }
    std::vector<ecs::Operation> all() const { return ecs::last_operations(journal, 1000); }
};

}  // namespace

TEST_CASE("MoveValues: listening, each of many changes between two looks has its values", "[panels][moves]") {
    Listening f;
    const ecs::ComponentId position = f.world.id<Position>(), velocity = f.world.id<Velocity>();
    const ecs::Entity first = f.world.create(Position{1, 2});
    const ecs::Entity second = f.world.create(Position{3, 4}, Velocity{5});
    f.world.add(first, Velocity{7});
    f.world.get_mut<Position>(first).x = 50;
    f.world.remove<Velocity>(first);
    f.world.add<Frozen>(second);
    f.world.get_mut<Velocity>(second).x = 60;
    f.values.look(f.world, f.journal);
    const std::vector<ecs::Operation> all = f.all();
    REQUIRE(all.size() == 5);
    CHECK(f.text(all[0], first, position) == "1.00, 2.00");
    CHECK(f.text(all[1], second, position) == "3.00, 4.00");
    CHECK(f.text(all[1], second, velocity) == "5.00");
    CHECK(f.text(all[2], first, position) == "1.00, 2.00");
    CHECK(f.text(all[2], first, velocity) == "7.00");
    CHECK(f.text(all[3], first, position) == "50.00, 2.00");
    CHECK(f.text(all[4], second, position) == "3.00, 4.00");
    CHECK(f.text(all[4], second, velocity) == "5.00");
}

TEST_CASE("MoveValues: listening, what commands create and add has the values that they brought", "[panels][moves]") {
    Listening f;
    const ecs::ComponentId position = f.world.id<Position>(), velocity = f.world.id<Velocity>();
    ecs::Commands commands(f.world);
    const ecs::Entity bullet = commands.create();
    commands.add(bullet, Position{8, 9});
    const ecs::Entity other = commands.create();
    commands.add(other, Position{10, 11});
    commands.play_back();
    ecs::Commands later(f.world);
    later.add(bullet, Velocity{12});
    later.play_back();
    f.world.get_mut<Velocity>(bullet).x = 99;
    f.world.get_mut<Position>(bullet).x = 99;
    f.world.get_mut<Position>(other).x = 99;
    f.values.look(f.world, f.journal);
    const std::vector<ecs::Operation> all = f.all();
    REQUIRE(all.size() == 3);
    CHECK(f.text(all[0], bullet, position) == "8.00, 9.00");
    CHECK(f.text(all[1], other, position) == "10.00, 11.00");
    CHECK(f.text(all[2], bullet, velocity) == "12.00");
    CHECK(f.text(all[2], bullet, position) == "8.00, 9.00");
    CHECK(f.text(all[2], other, position) == "10.00, 11.00");  // it filled the hole
}

TEST_CASE(
    "MoveValues: listening, a value that was written before anything else happened is not taken for the one that "
    "moved",
    "[panels][moves]") {
    Listening f;
    const ecs::ComponentId position = f.world.id<Position>(), velocity = f.world.id<Velocity>();
    const ecs::Entity entity = f.world.create(Position{1, 2});
    f.world.add(entity, Velocity{7});
    f.world.get_mut<Velocity>(entity).x = 50;
    f.world.create(Position{});
    f.values.look(f.world, f.journal);
    const ecs::Operation added = f.all()[1];
    CHECK(f.text(added, entity, velocity) == "unknown");
    CHECK(f.text(added, entity, position) == "1.00, 2.00");
}

TEST_CASE("MoveValues: listening, texts that end with their rows are not read any more", "[panels][moves]") {
    Listening f;
    const ecs::ComponentId name = f.world.name_id();
    const ecs::Entity player = f.world.create(ecs::Name{"Player with a name that is not short"}, Position{1, 2});
    const ecs::Entity enemy = f.world.create(ecs::Name{"Enemy with a name that is not short either"}, Position{3, 4});
    f.world.add(player, Velocity{7});
    const ecs::Operation moved = f.last();
    f.world.destroy(player);
    ecs::Query all(f.world, {{f.world.id<Position>()}});
    f.world.create(ecs::Name{"Third with a name that is not short either"}, Position{5, 6});
    f.world.destroy_all(all);
    f.values.look(f.world, f.journal);
    CHECK(f.text(moved, player, name).find("Player with") != std::string::npos);
    CHECK(f.text(moved, enemy, name).find("Enemy with") != std::string::npos);
    CHECK(f.text(f.all()[2], player, f.world.id<Velocity>()) == "7.00");
}

TEST_CASE("MoveValues: listening, memory stays bounded, and a world that was restored is no trouble",
          "[panels][moves]") {
    Listening f;
    struct Large {
        std::byte bytes[4096] = {};
    };
    f.world.types().add<Large>("Large");
    ecs::Snapshots snapshots(f.world);
    const ecs::Entity entity = f.world.create(Position{1, 2}, Large{});
    const auto before = snapshots.take();
    REQUIRE(before);
    const ecs::Operation created = f.last();
    f.world.add(entity, Velocity{3});
    REQUIRE(snapshots.restore(*before));
    f.values.look(f.world, f.journal);
    CHECK(f.text(created, entity, f.world.id<Position>()) == "1.00, 2.00");
    CHECK(f.about(created) == "Values as they were right after it; Large is too large to be kept");
    for (std::size_t i = 0; i < MoveValues::rows_kept; ++i) f.world.destroy(f.world.create(Position{}));
    CHECK_FALSE(f.values.of(f.world, created));
}

}  // namespace move_values_test
