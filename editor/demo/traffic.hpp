// Shapes that freeze and thaw in turn, so that rows move between archetypes all the time, for the Moves panel.
#pragma once

#include "editor/game/scene.hpp"

namespace editor {

Scene traffic_scene();

}  // namespace editor
