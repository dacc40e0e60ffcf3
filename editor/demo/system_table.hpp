// The table of systems: one row per system, with its name and its make function. Private to the systems of this
// library.
#pragma once

#include <string_view>

#include "editor/demo/systems.hpp"

namespace editor {

struct SystemRow {
    std::string_view name;
    ecs::SystemDescription (*make)(const ecs::World& world, const InputState& input);
};

// Motion (systems_motion.cpp)
ecs::SystemDescription make_movement(const ecs::World& world, const InputState& input);
ecs::SystemDescription make_bounce(const ecs::World& world, const InputState& input);
ecs::SystemDescription make_spin(const ecs::World& world, const InputState& input);
ecs::SystemDescription make_orbit(const ecs::World& world, const InputState& input);

// A tag that is added and removed (systems_frost.cpp)
ecs::SystemDescription make_freeze(const ecs::World& world, const InputState& input);
ecs::SystemDescription make_thaw(const ecs::World& world, const InputState& input);

// The chase (systems_chase.cpp)
ecs::SystemDescription make_target(const ecs::World& world, const InputState& input);
ecs::SystemDescription make_input(const ecs::World& world, const InputState& input);
ecs::SystemDescription make_seek(const ecs::World& world, const InputState& input);

// The game of bullets and players (systems_bullets.cpp)
ecs::SystemDescription make_fire(const ecs::World& world, const InputState& input);
ecs::SystemDescription make_hits(const ecs::World& world, const InputState& input);
ecs::SystemDescription make_leave(const ecs::World& world, const InputState& input);
ecs::SystemDescription make_tint(const ecs::World& world, const InputState& input);
ecs::SystemDescription make_waves(const ecs::World& world, const InputState& input);

// Points in space that rotate and move (systems_increment.cpp)
ecs::SystemDescription make_shuffle(const ecs::World& world, const InputState& input);
ecs::SystemDescription make_increment(const ecs::World& world, const InputState& input);
ecs::SystemDescription make_shuffle_again(const ecs::World& world, const InputState& input);
ecs::SystemDescription make_apply_velocity(const ecs::World& world, const InputState& input);
ecs::SystemDescription make_project(const ecs::World& world, const InputState& input);

// A component that is added later, and its effect (systems_two_phase.cpp)
ecs::SystemDescription make_add_scale(const ecs::World& world, const InputState& input);
ecs::SystemDescription make_update(const ecs::World& world, const InputState& input);

}  // namespace editor
