// What can stand in the list of a view, and what the visitor gets for it.
#include "ecs/world/view_terms.hpp"

#include <set>
#include <string>
#include <vector>

#include "catch.hpp"
#include "ecs/base/job_pool.hpp"
#include "ecs/support/failures_told.hpp"
#include "ecs/support/test_types.hpp"
#include "ecs/world/commands.hpp"
#include "ecs/world/view.hpp"

namespace view_terms_test {

using namespace ecs;
using namespace test;

namespace {

struct Wind {
    float speed = 2;
};

struct Fixture {
    World world;
    Entity plain, moving, frozen, enemy;
    Fixture() {
        plain = world.create(Position{1, 0, 0});
        moving = world.create(Position{2, 0, 0}, Velocity{1, 0, 0});
        frozen = world.create(Position{3, 0, 0}, Velocity{1, 0, 0}, Frozen{});
        enemy = world.create(Position{4, 0, 0}, Velocity{1, 0, 0}, Enemy{}, Health{7});
    }
    template <class... Ts>
    std::set<Entity> chosen() {
        std::set<Entity> result;
        const std::size_t visited =
            View<Ts...>(world).each([&](Entity entity, const auto&...) { result.insert(entity); });
        CHECK(visited == result.size());
        return result;
    }
};

}  // namespace

TEST_CASE("View: knows its world", "[ecs][view]") {
    Fixture f;
    View<Position, const Velocity> moving(f.world);
    CHECK(moving.each([](Position& p, const Velocity& v) { p.x += v.x; }) == 3);
    CHECK(f.world.get<Position>(f.moving).x == 3);
    CHECK(f.world.get<Position>(f.plain).x == 1);
    CHECK(moving.each_chunk([](std::span<const Entity>, std::span<Position> p, std::span<const Velocity> v) {
        for (std::size_t i = 0; i < p.size(); ++i) p[i].x += v[i].x;
    }) == 3);
    CHECK(moving.each_chunk([](std::span<Position> p, std::span<const Velocity> v) {
        for (std::size_t i = 0; i < p.size(); ++i) p[i].x += v[i].x;
    }) == 3);
    CHECK(f.world.get<Position>(f.moving).x == 5);
    CHECK(moving.each(f.world, [](Position& p, const Velocity&) { p.x = 0; }) == 3);  // as before
}

TEST_CASE("View: tags, With and Without stand in the list and give the visitor nothing", "[ecs][view]") {
    Fixture f;
    CHECK(f.chosen<const Position>() == std::set{f.plain, f.moving, f.frozen, f.enemy});
    CHECK(f.chosen<const Position, Enemy>() == std::set{f.enemy});
    CHECK(f.chosen<Enemy, const Position>() == std::set{f.enemy});
    CHECK(f.chosen<const Position, const Velocity, Without<Frozen>>() == std::set{f.moving, f.enemy});
    CHECK(f.chosen<const Position, Without<Velocity, Health>>() == std::set{f.plain});
    CHECK(f.chosen<With<Velocity, Position>, Without<Enemy>>() == std::set{f.moving, f.frozen});
    CHECK(f.chosen<Frozen>() == std::set{f.frozen});
    float sum = 0;
    View<const Velocity, Enemy, Without<Frozen>, Position> view(f.world);
    CHECK(view.each([&](const Velocity& v, Position& p) { sum += v.x + p.x; }) == 1);
    CHECK(sum == 5);
    CHECK(View<Enemy>(f.world).each([&] { sum = 0; }) == 1);
    CHECK(sum == 0);
}

TEST_CASE("View: a filter neither reads nor writes", "[ecs][view]") {
    Fixture f;
    View<const Position, With<Velocity>, Enemy> view(f.world);
    std::vector<Access> accesses;
    for (const QueryTerm& term : view.query().terms()) accesses.push_back(term.access);
    CHECK(accesses == std::vector{Access::Read, Access::None, Access::None});
    const std::uint64_t version = f.world.version();
    view.each([](const Position&) {});
    CHECK(f.world.version() == version);
}

TEST_CASE("View: a resource stands in the list and is the same value for every row", "[ecs][view]") {
    Fixture f;
    f.world.set_resource(Wind{10});
    View<Position, Resource<const Wind>, const Velocity*> blown(f.world);
    CHECK(blown.each([](Entity, Position& p, const Wind& wind, const Velocity* v) { p.x += v ? wind.speed : 0; }) == 4);
    CHECK(f.world.get<Position>(f.plain).x == 1);
    CHECK(f.world.get<Position>(f.moving).x == 12);
    View<Enemy, Resource<Wind>> counting(f.world);
    CHECK(counting.each([](Wind& wind) { wind.speed += 1; }) == 1);
    CHECK(f.world.resource<Wind>().speed == 11);
    CHECK(blown.each_chunk([](std::span<Position> p, const Wind& wind, std::span<const Velocity>) {
        for (Position& each : p) each.x = wind.speed;
    }) == 4);
    CHECK(f.world.get<Position>(f.plain).x == 11);

    JobPool pool(2);
    Commands commands(f.world);
    CHECK(blown.each_parallel(f.world, commands, &pool,
                              [](Commands& own, Entity entity, Position& p, const Wind& wind, const Velocity*) {
                                  p.x -= wind.speed;
                                  own.add(entity, Health{1});
                              }) == 4);
    CHECK(commands.size() == 4);
    CHECK(f.world.get<Position>(f.enemy).x == 0);
}

TEST_CASE("View: a resource that the world has not is named, and nobody is visited", "[ecs][view]") {
    Fixture f;
    View<Position, Resource<const Wind>> view(f.world);
    const FailuresAreTold handler;
    CHECK(view.each([](Position& p, const Wind&) { p.x = 9; }) == 0);
    CHECK(f.world.get<Position>(f.plain).x == 1);
    CHECK(FailuresAreTold::told() ==
          std::vector<std::string>{"View: the world has no resource " + std::string(type_name<Wind>()) +
                                   "; call World::set_resource first"});
}

TEST_CASE("View: one that writes and was made with a const world says what it needs", "[ecs][view]") {
    Fixture f;
    View<Position> view(std::as_const(f.world));
    CHECK(view.each(f.world, [](Position&) {}) == 4);
    const FailuresAreTold handler;
    CHECK(view.each([](Position&) {}) == 0);
    CHECK(FailuresAreTold::told() ==
          std::vector<std::string>{
              "View: a view that writes was made with a const World; make it with a World, or give it to each()"});
    CHECK(View<const Position>(std::as_const(f.world)).each([](const Position&) {}) == 4);
}

}  // namespace view_terms_test
