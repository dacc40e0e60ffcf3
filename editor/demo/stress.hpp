// The stress test: up to a million shapes of many archetypes, moving in an arena that grows with their number.
#pragma once

#include "editor/game/scene.hpp"

namespace editor {

Scene stress_scene();

}  // namespace editor
