// Shapes that freeze and thaw by turns, so that rows move between archetypes all the time: what the Moves panel counts.
#pragma once

#include "editor/demo/scene.hpp"

namespace editor {

Scene traffic_scene();

}  // namespace editor
