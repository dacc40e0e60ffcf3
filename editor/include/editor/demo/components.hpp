// The components of the demo scenes. Adding one is a struct here and its registration in components.cpp.
#pragma once

#include <cstdint>

#include "ecs/types/field.hpp"
#include "ecs/types/type_registry.hpp"

namespace editor {

struct Position {
    float x = 0, y = 0;  // world units, y down
};
struct Velocity {
    float x = 0, y = 0;  // world units a tick
};
struct Rotation {
    float angle = 0;  // degrees, clockwise
};
struct Scale {
    float value = 1;
};
enum class ShapeKind : std::int32_t { Circle, Square, Triangle, Diamond };
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
    float speed = 2;  // world units a tick
};
/// An enemy's aim: it follows while the target is nearer than `range`.
struct MoveTarget {
    ecs::Entity target;
    float range = 100;
    float distance = 0;  // to the target, as of the last tick
};
struct Spin {
    float speed = 1;  // degrees a tick
};
/// Circles around the parent; `x`, `y` is where it is now, seen from there.
struct Orbit {
    float x = 30, y = 0;  // world units
    float speed = 2;      // degrees a tick, clockwise
};
/// The area in which the Bounce system keeps what moves: from (0, 0) to this corner. One entity of a world has it.
struct Arena {
    float width = 800, height = 600;  // world units
};
/// What it takes from the health of whom it hits; it is gone then.
struct Damage {
    std::int32_t points = 1;
};
/// Fires a bullet upwards each `period` ticks.
struct Gun {
    std::int32_t period = 20;
    std::int32_t wait = 20;  // ticks until the next
};
/// Brings players in rows whenever none is left. One entity of a world has it.
struct Wave {
    std::int32_t players = 24;
    std::int32_t number = 1;  // of the wave that is there now
};
/// A point in space; the Project system places what is drawn of it.
struct Position3D {
    float x = 0, y = 0, z = 0;
};
struct Velocity3D {
    float x = 0, y = 0, z = 0;  // for each time that it is applied
};
struct Player {};
struct Enemy {};
struct Frozen {};
struct Obstacle {};

/// Registers them all, always in the same order.
void register_components(ecs::TypeRegistry& types);

}  // namespace editor
