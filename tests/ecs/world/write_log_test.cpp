#include "ecs/world/write_log.hpp"

#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/ecs.hpp"

namespace write_log_test {

namespace {

struct Place {
    float x = 0;
};
struct Health {
    float hp = 0;
};

struct Logged {
    ecs::World world;
    ecs::Entity one = world.create(Place{}, Health{}, ecs::Name{"one"}), other = world.create(Place{});
    ecs::WriteLog log{world};

    ecs::ComponentId place = world.id<Place>(), health = world.id<Health>();
    std::vector<ecs::Entity> rows_of(ecs::ComponentId component) const {
        std::vector<ecs::Entity> rows;
        for (const ecs::WriteLog::Row& row : log.rows())
            if (row.component == component) rows.push_back(row.entity);
        return rows;
    }
};

}  // namespace

TEST_CASE("Write log: single values are named, in their order", "[ecs][world]") {
    Logged logged;
    CHECK(logged.log.rows().empty());
    logged.world.get_mut<Place>(logged.other).x = 1;
    logged.world.get_mut<Health>(logged.one).hp = 1;
    logged.world.add(logged.one, Place{2});  // which it has: its value is set
    CHECK(logged.rows_of(logged.place) == std::vector{logged.other, logged.one});
    CHECK(logged.rows_of(logged.health) == std::vector{logged.one});
    CHECK_FALSE(logged.log.all_rows(logged.place));
    (void)logged.world.get<Place>(logged.one);
    CHECK(logged.log.rows().size() == 3);
    logged.log.clear();
    CHECK(logged.log.rows().empty());
    CHECK(logged.log.complete());
}

TEST_CASE("Write log: a pass that writes a column is noted by its component", "[ecs][world]") {
    Logged logged;
    ecs::View<Place, const Health> view(logged.world);
    view.each(logged.world, [](Place& place, const Health&) { place.x = 3; });
    CHECK(logged.log.all_rows(logged.place));
    CHECK_FALSE(logged.log.all_rows(logged.health));
    CHECK(logged.log.rows().empty());
    logged.log.clear();
    CHECK_FALSE(logged.log.all_rows(logged.place));
}

TEST_CASE("Write log: while rows are held for several threads, a component counts as written everywhere",
          "[ecs][world]") {
    Logged logged;
    {
        const ecs::HoldGuard hold(logged.world);
        logged.world.get_mut<Health>(logged.one).hp = 2;
    }
    CHECK(logged.log.all_rows(logged.health));
    CHECK_FALSE(logged.log.all_rows(logged.place));
    CHECK(logged.log.rows().empty());
}

TEST_CASE("Write log: of too many values it says that it is not complete", "[ecs][world]") {
    Logged logged;
    for (std::size_t i = 0; i < ecs::WriteLog::most_rows; ++i) logged.world.get_mut<Place>(logged.one).x = 1;
    CHECK(logged.log.complete());
    logged.world.get_mut<Place>(logged.one).x = 2;
    CHECK_FALSE(logged.log.complete());
    logged.log.clear();
    CHECK(logged.log.complete());
}

TEST_CASE("Write log: several readers have one each, which end in any order", "[ecs][world]") {
    ecs::World world;
    const ecs::Entity one = world.create(Place{});
    std::optional<ecs::WriteLog> first(std::in_place, world), second(std::in_place, world), third(std::in_place, world);
    const auto write = [&] { world.get_mut<Place>(one).x = 1; };
    write();
    second.reset();
    write();
    CHECK(first->rows().size() == 2);
    CHECK(third->rows().size() == 2);
    third.reset();
    first->clear();
    write();
    CHECK(first->rows().size() == 1);
    first.reset();
    write();
    const ecs::WriteLog again(world);
    CHECK(again.rows().empty());
}

}  // namespace write_log_test
