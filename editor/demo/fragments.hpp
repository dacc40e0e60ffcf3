// The scene "fragments": one case of every shape of fragmentation that the doctor finds (ecs/diagnose/doctor.hpp).
#pragma once

#include "editor/game/scene.hpp"

namespace editor {

Scene fragments_scene();

}  // namespace editor
