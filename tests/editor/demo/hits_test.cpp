#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

#include "catch.hpp"
#include "ecs/base/random.hpp"
#include "editor/demo/components.hpp"
#include "editor/session/session.hpp"
#include "editor/support/demo.hpp"

namespace hits_test {

using namespace editor;

namespace {

template <class Component, class Function>
void each(const ecs::World& world, Function&& function) {
    ecs::View<Component>(world).each(world, function);
}

constexpr float infinity = std::numeric_limits<float>::infinity(), nothing = std::numeric_limits<float>::quiet_NaN();

/// How positions and radii are spread.
struct Spread {
    const char* name;
    float side = 0;    // of the square in which all stand
    float radius = 0;  // the greatest
    bool odd = false;  // some values are infinite or no number
};

float odd_value(ecs::Random& random) {
    switch (random.below(4)) {
        case 0:
            return infinity;
        case 1:
            return -infinity;
        case 2:
            return nothing;
        default:
            return std::numeric_limits<float>::max();
    }
}

void fill(ecs::World& world, ecs::Random& random, const Spread& spread) {
    const auto value = [&](float low, float high) {
        return spread.odd && random.below(12) == 0 ? odd_value(random) : random.between(low, high);
    };
    const auto place = [&] { return Position{value(0, spread.side), value(0, spread.side)}; };
    const std::size_t bullets = random.below(60), players = random.below(120);
    for (std::size_t i = 0; i < bullets; ++i) {
        const auto points = static_cast<std::int32_t>(random.below(4)) - 1;
        if (random.below(10) == 0)  // it hurts, and can be hurt
            world.create(place(), Radius{value(0, spread.radius)}, Damage{points}, Health{.hp = 3});
        else
            world.create(place(), Radius{value(0, spread.radius)}, Damage{points});
    }
    for (std::size_t i = 0; i < players; ++i)
        world.create(place(), Radius{value(0, spread.radius)},
                     Health{.hp = static_cast<std::int32_t>(random.below(5)) - 1});
    // Handles in another order than rows.
    std::vector<ecs::Entity> all;
    each<const Position>(world, [&](ecs::Entity entity, const Position&) { all.push_back(entity); });
    for (const ecs::Entity entity : all)
        if (random.below(7) == 0) world.destroy(entity);
}

/// What is left of whose health, when each bullet in order of handles hurts the first that it overlaps.
std::map<ecs::Entity, std::int32_t> one_by_one(const ecs::World& world) {
    std::map<ecs::Entity, std::int32_t> left;
    std::vector<ecs::Entity> flying, gone;
    each<const Damage>(world, [&](ecs::Entity entity, const Damage&) { flying.push_back(entity); });
    each<const Health>(world, [&](ecs::Entity entity, const Health& health) { left[entity] = health.hp; });
    std::sort(flying.begin(), flying.end());
    std::map<ecs::Entity, bool> hurt;
    for (const ecs::Entity bullet : flying) {
        const auto& at = world.get<Position>(bullet);
        for (auto& [player, points] : left) {
            const auto& there = world.get<Position>(player);
            const float reach = world.get<Radius>(bullet).value + world.get<Radius>(player).value;
            if (points <= 0 || player == bullet) continue;
            if (!(std::abs(at.x - there.x) < reach && std::abs(at.y - there.y) < reach)) continue;
            points -= world.get<Damage>(bullet).points;
            hurt[player] = true;
            gone.push_back(bullet);
            break;
        }
    }
    for (const auto& [player, was] : hurt)
        if (left[player] <= 0) gone.push_back(player);
    for (const ecs::Entity entity : gone) left.erase(entity);
    return left;
}

}  // namespace

TEST_CASE("Hits: 600 random worlds lose what comparing every bullet with every player takes", "[editor][hits]") {
    const Spread spreads[] = {{"far apart", 4000, 20},
                              {"crowded", 60, 20},
                              {"one spot", 0, 5},
                              {"great radii among many", 4000, 900},
                              {"odd values", 500, 40, true}};
    std::size_t hits = 0;
    for (const Spread& spread : spreads)
        for (std::uint64_t seed = 1; seed <= 120; ++seed) {
            INFO(spread.name << ", seed " << seed);
            demo::Session session;
            REQUIRE(session.add_system("Hits"));
            ecs::Random random(seed);
            fill(session.world, random, spread);
            const std::size_t before = session.world.entity_count();
            const auto expected = one_by_one(session.world);
            session.tick();
            std::map<ecs::Entity, std::int32_t> left;
            each<const Health>(session.world,
                               [&](ecs::Entity entity, const Health& health) { left[entity] = health.hp; });
            REQUIRE(left == expected);
            hits += before - session.world.entity_count();
        }
    CHECK(hits > 2000);
}

}  // namespace hits_test
