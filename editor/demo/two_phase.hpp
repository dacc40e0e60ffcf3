// The sample of article 002: many entities are created with a position and get a scale later, which moves their rows.
#pragma once

#include "editor/game/scene.hpp"

namespace editor {

Scene two_phase_scene();

}  // namespace editor
