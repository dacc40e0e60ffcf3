#include "editor/demo/system_table.hpp"

namespace editor {

// Motion (systems_motion.cpp)
ecs::SystemDescription make_movement(const ecs::World&, const HeldKeys&);
ecs::SystemDescription make_bounce(const ecs::World&, const HeldKeys&);
ecs::SystemDescription make_spin(const ecs::World&, const HeldKeys&);
ecs::SystemDescription make_orbit(const ecs::World&, const HeldKeys&);

// A tag that is added and removed (systems_frost.cpp)
ecs::SystemDescription make_freeze(const ecs::World&, const HeldKeys&);
ecs::SystemDescription make_thaw(const ecs::World&, const HeldKeys&);

// The chase (systems_chase.cpp)
ecs::SystemDescription make_target(const ecs::World&, const HeldKeys&);
ecs::SystemDescription make_input(const ecs::World&, const HeldKeys&);
ecs::SystemDescription make_seek(const ecs::World&, const HeldKeys&);

// The game of bullets and players (systems_bullets.cpp)
ecs::SystemDescription make_fire(const ecs::World&, const HeldKeys&);
ecs::SystemDescription make_hits(const ecs::World&, const HeldKeys&);
ecs::SystemDescription make_leave(const ecs::World&, const HeldKeys&);
ecs::SystemDescription make_tint(const ecs::World&, const HeldKeys&);
ecs::SystemDescription make_waves(const ecs::World&, const HeldKeys&);

// Points in space that rotate and move (systems_increment.cpp)
ecs::SystemDescription make_shuffle(const ecs::World&, const HeldKeys&);
ecs::SystemDescription make_increment(const ecs::World&, const HeldKeys&);
ecs::SystemDescription make_shuffle_again(const ecs::World&, const HeldKeys&);
ecs::SystemDescription make_apply_velocity(const ecs::World&, const HeldKeys&);
ecs::SystemDescription make_project(const ecs::World&, const HeldKeys&);

// A component that is added later, and its effect (systems_two_phase.cpp)
ecs::SystemDescription make_add_scale(const ecs::World&, const HeldKeys&);
ecs::SystemDescription make_update(const ecs::World&, const HeldKeys&);

std::vector<GameSystem> demo_systems() {
    return {
        {"Target", make_target},
        {"Input", make_input},
        {"Seek", make_seek},
        {"Movement", make_movement},
        {"Bounce", make_bounce},
        {"Spin", make_spin},
        {"Orbit", make_orbit},
        {"Freeze", make_freeze},
        {"Thaw", make_thaw},
        {"Fire", make_fire},
        {"Hits", make_hits},
        {"Leave", make_leave},
        {"Tint", make_tint},
        {"Waves", make_waves},
        {"Shuffle", make_shuffle},
        {"Increment", make_increment},
        {"Shuffle again", make_shuffle_again},
        {"Apply velocity", make_apply_velocity},
        {"Project", make_project},
        {"Add scale", make_add_scale},
        {"Update", make_update},
    };
}

}  // namespace editor
