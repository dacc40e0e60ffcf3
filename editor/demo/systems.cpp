#include "editor/demo/system_table.hpp"

namespace editor {

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
