// A world small enough for a beginner to look at every entity: Bob of article 000, a few objects, and Ann, who was
// created after other entities had been destroyed.
#pragma once

#include "editor/game/scene.hpp"

namespace editor {

Scene bob_scene();

}  // namespace editor
