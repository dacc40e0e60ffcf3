// The systems of the demo scenes, by name. A scene or a world file says which of them run. To add one, write its
// function, declare it here, and add its row to the table of systems.cpp.
#pragma once

#include <vector>

#include "editor/demo/components.hpp"
#include "editor/game/game.hpp"

namespace editor {

/// Every system of the demo scenes (systems.cpp).
std::vector<GameSystem> demo_systems();

// Motion (systems_motion.cpp)
ecs::SystemDescription make_movement(const ecs::World& world, const HeldKeys& input);
ecs::SystemDescription make_bounce(const ecs::World& world, const HeldKeys& input);
ecs::SystemDescription make_spin(const ecs::World& world, const HeldKeys& input);
ecs::SystemDescription make_orbit(const ecs::World& world, const HeldKeys& input);

// A tag that is added and removed (systems_frost.cpp)
ecs::SystemDescription make_freeze(const ecs::World& world, const HeldKeys& input);
ecs::SystemDescription make_thaw(const ecs::World& world, const HeldKeys& input);

// The chase (systems_chase.cpp)
ecs::SystemDescription make_target(const ecs::World& world, const HeldKeys& input);
ecs::SystemDescription make_input(const ecs::World& world, const HeldKeys& input);
ecs::SystemDescription make_seek(const ecs::World& world, const HeldKeys& input);

// The game of bullets and players (systems_bullets.cpp)
ecs::SystemDescription make_fire(const ecs::World& world, const HeldKeys& input);
ecs::SystemDescription make_hits(const ecs::World& world, const HeldKeys& input);
ecs::SystemDescription make_leave(const ecs::World& world, const HeldKeys& input);
ecs::SystemDescription make_tint(const ecs::World& world, const HeldKeys& input);
ecs::SystemDescription make_waves(const ecs::World& world, const HeldKeys& input);

// Points in space that rotate and move (systems_increment.cpp)
ecs::SystemDescription make_shuffle(const ecs::World& world, const HeldKeys& input);
ecs::SystemDescription make_increment(const ecs::World& world, const HeldKeys& input);
ecs::SystemDescription make_shuffle_again(const ecs::World& world, const HeldKeys& input);
ecs::SystemDescription make_apply_velocity(const ecs::World& world, const HeldKeys& input);
ecs::SystemDescription make_project(const ecs::World& world, const HeldKeys& input);

// A component that is added later, and its effect (systems_two_phase.cpp)
ecs::SystemDescription make_add_scale(const ecs::World& world, const HeldKeys& input);
ecs::SystemDescription make_update(const ecs::World& world, const HeldKeys& input);

/// Where the Project system draws a point in space.
Position projected(const Position3D& at);

}  // namespace editor
