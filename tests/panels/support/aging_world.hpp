// A world in which the health of one entity is the tick, so that a test reads from the world at which tick it stands.
#pragma once

#include <cstdint>

#include "catch.hpp"
#include "ecs/schedule/schedule.hpp"
#include "ecs/world/world.hpp"

namespace aging {

struct Health {
    std::int32_t hp = 0;
};

/// Adds the entity, named Hero, and the system Age. Call it in tick 0.
inline ecs::Entity add_hero(ecs::World& world, ecs::Schedule& schedule) {
    world.types().add<Health>("Health").field("hp", &Health::hp);
    const ecs::Entity hero = world.create(ecs::Name{"Hero"}, Health{});
    ecs::View<Health> all(world);
    ecs::SystemDescription age;
    age.name = "Age";
    age.run = [all](ecs::SystemContext& context) mutable { context.each(all, [](Health& health) { ++health.hp; }); };
    REQUIRE(schedule.add(age));
    return hero;
}

}  // namespace aging
