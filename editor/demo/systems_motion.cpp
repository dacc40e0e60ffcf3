#include <cmath>
#include <optional>

#include "ecs/base/language.hpp"
#include "editor/demo/components.hpp"
#include "editor/demo/system_table.hpp"

namespace editor {

namespace {

/// The velocity, turned back inside if the position has left [0, extent].
float turned_back(float position, float velocity, float extent) {
    const bool outwards = (position < 0 && velocity < 0) || (position > extent && velocity > 0);
    return outwards ? -velocity : velocity;
}

/// The place of the entity at the centre of all orbits above `entity`, plus these orbits.
std::optional<Position> orbit_position(const ecs::World& world, ecs::Entity entity) {
    Position offset;
    while (const auto* orbit = world.find<Orbit>(entity)) {
        const ecs::Entity parent = world.parent(entity);
        if (!parent) break;
        offset.x += orbit->x;
        offset.y += orbit->y;
        entity = parent;
    }
    const auto* middle = world.find<Position>(entity);
    if (!middle) return std::nullopt;
    return Position{middle->x + offset.x, middle->y + offset.y};
}

}  // namespace

ecs::SystemDescription make_movement(const ecs::World& world, const HeldKeys&) {
    ecs::SystemDescription system;
    system.description = ecs::tr_later("Moves everything by its velocity, unless it is frozen");
    system.accesses = ecs::access<Position, const Velocity, const Frozen>(world);
    system.parallel = true;
    ecs::View<Position, const Velocity> moving(world);
    moving.without<Frozen>();
    system.queries = ecs::queries_of(moving);
    system.run = [moving](ecs::SystemContext& context) mutable {
        context.each_chunk_parallel(moving, [](std::span<const ecs::Entity>, std::span<Position> positions,
                                               std::span<const Velocity> velocities) {
            for (std::size_t row = 0; row < positions.size(); ++row) {
                positions[row].x += velocities[row].x;
                positions[row].y += velocities[row].y;
            }
        });
    };
    return system;
}

ecs::SystemDescription make_bounce(const ecs::World& world, const HeldKeys&) {
    ecs::SystemDescription system;
    system.description = ecs::tr_later("Turns back what leaves the arena");
    system.accesses = ecs::access<Velocity, const Position, const Arena>(world);
    system.parallel = true;
    ecs::View<Velocity, const Position> moving(world);
    ecs::View<const Arena> arenas(world);
    system.queries = ecs::queries_of(moving, arenas);
    system.run = [moving, arenas](ecs::SystemContext& context) mutable {
        ecs::Entity first;
        Arena arena;
        arenas.each(context.world, [&](ecs::Entity entity, const Arena& each) {
            if (first && first < entity) return;
            first = entity;
            arena = each;
        });
        if (!first) return;
        context.each_chunk_parallel(moving, [&](std::span<const ecs::Entity>, std::span<Velocity> velocities,
                                                std::span<const Position> positions) {
            for (std::size_t row = 0; row < positions.size(); ++row) {
                velocities[row].x = turned_back(positions[row].x, velocities[row].x, arena.width);
                velocities[row].y = turned_back(positions[row].y, velocities[row].y, arena.height);
            }
        });
    };
    return system;
}

ecs::SystemDescription make_spin(const ecs::World& world, const HeldKeys&) {
    ecs::SystemDescription system;
    system.description = ecs::tr_later("Turns everything by its spin, unless it is frozen");
    system.accesses = ecs::access<Rotation, const Spin, const Frozen>(world);
    system.parallel = true;
    ecs::View<Rotation, const Spin> spinning(world);
    spinning.without<Frozen>();
    system.queries = ecs::queries_of(spinning);
    system.run = [spinning](ecs::SystemContext& context) mutable {
        context.each_chunk_parallel(
            spinning, [](std::span<const ecs::Entity>, std::span<Rotation> rotations, std::span<const Spin> spins) {
                for (std::size_t row = 0; row < rotations.size(); ++row) {
                    float angle = rotations[row].angle + spins[row].speed;
                    if (angle >= 360) angle -= 360;
                    if (angle < 0) angle += 360;
                    rotations[row].angle = angle;
                }
            });
    };
    return system;
}

ecs::SystemDescription make_orbit(const ecs::World& world, const HeldKeys&) {
    ecs::SystemDescription system;
    system.description = ecs::tr_later("Takes everything that orbits one step around its parent");
    system.accesses = ecs::access<Position, Orbit, const ecs::Parent>(world);
    system.parallel = true;
    ecs::View<Orbit> orbits(world);
    ecs::View<Position, const Orbit, const ecs::Parent> orbiting(world);
    system.queries = ecs::queries_of(orbits, orbiting);
    system.run = [orbits, orbiting](ecs::SystemContext& context) mutable {
        // All orbits turn before any entity is placed: an orbit around an orbiting entity must not depend on the
        // order of rows.
        orbits.each(context.world, [](Orbit& orbit) {
            // The half-angle form keeps the distance exact without sin and cos, which differ between machines.
            const double half = double{orbit.speed} * (3.14159265358979323846 / 360);
            const double scale = 1 / (1 + half * half);
            const double cosine = (1 - half * half) * scale, sine = 2 * half * scale;
            const double x = orbit.x, y = orbit.y;
            orbit.x = static_cast<float>(x * cosine - y * sine);
            orbit.y = static_cast<float>(x * sine + y * cosine);
        });
        context.each(orbiting, [&](ecs::Entity entity, Position& position, const Orbit&, const ecs::Parent&) {
            if (const auto placed = orbit_position(context.world, entity)) position = *placed;
        });
    };
    return system;
}

}  // namespace editor
