// The components of the demo scenes. To add one, write a struct here and its registration in components.cpp.
#pragma once

#include <cstdint>

#include "ecs/types/field.hpp"
#include "ecs/types/type_registry.hpp"
#include "editor/game/draw_roles.hpp"

namespace editor {

struct Position {
    float x = 0, y = 0;  // world units, y down
};
struct Velocity {
    float x = 0, y = 0;  // world units per tick
};
struct Rotation {
    float angle = 0;  // degrees, clockwise
};
struct Scale {
    float value = 1;
};
struct Shape {
    ShapeKind kind = ShapeKind::Circle;
};
struct Color {
    ecs::Rgba value;
};
struct Radius {
    float value = 10;  // world units, before Scale
};
struct Health {
    std::int32_t hp = 100;
    std::int32_t max = 100;
};
/// Marks an entity that the player's keys move.
struct PlayerInput {
    float speed = 2;  // world units per tick
};
/// An enemy's aim: the enemy follows while the target is nearer than `range`.
struct MoveTarget {
    ecs::Entity target;
    float range = 100;
    float distance = 0;  // to the target, as of the last tick
};
struct Spin {
    float speed = 1;  // degrees per tick
};
/// Circles around the parent; `x`, `y` is its present place relative to the parent.
struct Orbit {
    float x = 30, y = 0;  // world units
    float speed = 2;      // degrees per tick, clockwise
};
/// The Bounce system keeps moving entities inside this area, from (0, 0) to this corner. One entity of a world has
/// it.
struct Arena {
    float width = 800, height = 600;  // world units
};
/// Health that a hit takes from its target. The entity with the damage is destroyed by the hit.
struct Damage {
    std::int32_t points = 1;
};
/// Fires a bullet upwards every `period` ticks.
struct Gun {
    std::int32_t period = 20;
    std::int32_t wait = 20;  // ticks until the next shot
};
/// Creates rows of players whenever none is left. One entity of a world has it.
struct Wave {
    std::int32_t players = 24;
    std::int32_t number = 1;  // of the present wave
};
/// A point in space. The Project system computes its place on the screen.
struct Position3D {
    float x = 0, y = 0, z = 0;
};
struct Velocity3D {
    float x = 0, y = 0, z = 0;  // added each time that it is applied
};
struct Player {};
struct Enemy {};
struct Frozen {};
struct Obstacle {};

/// Registers all of them, always in the same order.
void register_components(ecs::TypeRegistry& types);

}  // namespace editor
