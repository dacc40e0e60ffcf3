// A world of which figures are made: three archetypes with fields, paddings of both kinds, tags and several chunks.
#pragma once

#include <string>
#include <utility>

#include "catch.hpp"
#include "ecs/world/hierarchy.hpp"
#include "ecs/world/world.hpp"
#include "figures/world/figure.hpp"

namespace test {

struct Position {
    float x = 0, y = 0;
};
struct Velocity {
    float x = 0, y = 0;
};
struct Health {  // three bytes of padding, and four more than it says
    std::uint8_t shield = 1;
    float hp = 100;
};
struct Enemy {};

struct FigureWorld {
    ecs::World world;
    ecs::Schedule schedule;
    ecs::Journal journal;
    ecs::ArchetypeId movers, fighters, single;

    explicit FigureWorld(int mover_count = 1500) {
        world.types().add<Position>("game::Position").field("x", &Position::x).field("y", &Position::y);
        world.types().add<Velocity>("game::Velocity").field("x", &Velocity::x).field("y", &Velocity::y);
        world.types().add<Health>("game::Health").field("shield", &Health::shield).field("hp", &Health::hp);
        world.types().add<Enemy>("game::Enemy");
        ecs::SystemDescription movement;
        movement.name = "Movement";
        movement.accesses = ecs::access<Position, const Velocity>(world);
        CHECK(schedule.add(std::move(movement)));
        world.observe(&journal);
        traffic.read(journal, world.tick());
        ecs::Entity last;
        for (int i = 0; i < mover_count; ++i)
            last = world.create(Position{static_cast<float>(i), 2}, Velocity{1, -0.5f});
        movers = world.location(last).archetype;
        for (int i = 0; i < 40; ++i) last = world.create(Position{}, Health{}, Enemy{});
        fighters = world.location(last).archetype;
        last = world.create(Health{}, ecs::Name{"The <only> \"one\" & more"});
        single = world.location(last).archetype;
        traffic.read(journal, world.tick() + 1);
    }
    FigureWorld(const FigureWorld&) = delete;
    FigureWorld& operator=(const FigureWorld&) = delete;
    const ecs::Archetype& archetype(ecs::ArchetypeId id) const { return world.archetype(id); }

    figures::Drawing draw(figures::FigureKind kind, ecs::ArchetypeId id = ecs::no_archetype,
                          std::size_t chunk = 0) const {
        return figures::make_drawing({world, &schedule}, request(kind, id, chunk), "scene test, seed 1");
    }
    /// With all that this figure needs.
    figures::FigureRequest request(figures::FigureKind kind, ecs::ArchetypeId id = ecs::no_archetype,
                                   std::size_t chunk = 0) const {
        figures::FigureRequest request{kind, id, chunk};
        if (kind == figures::FigureKind::Lines) request.system = "Movement";
        if (kind == figures::FigureKind::Layout)
            request.components = {world.id<Position>(), world.id<Health>(), world.id<Enemy>()};
        if (kind == figures::FigureKind::Traffic) request.traffic = figures::take_traffic(traffic);
        if (kind == figures::FigureKind::Move) request.operation = ecs::last_operations(journal, 1).at(0);
        return request;
    }

private:
    ecs::Traffic traffic;
};

/// A type that no C++ type stands behind: a tag, or one with as many bytes.
inline ecs::ComponentId add_type(ecs::World& world, const std::string& name, std::uint32_t bytes = 0) {
    ecs::ComponentType type;
    type.name = name;
    if (bytes > 0) {
        ecs::Field field;
        field.name = "bytes";
        field.kind = ecs::FieldKind::U8;
        field.element_size = 1;
        field.count = bytes;
        type.fields.push_back(field);
    }
    return *world.types().add_at_run_time(std::move(type));
}

}  // namespace test
