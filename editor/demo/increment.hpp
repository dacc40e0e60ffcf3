// The sample of article 001: eight points in space are rotated, scaled by one, rotated again and moved.
#pragma once

#include "editor/game/scene.hpp"

namespace editor {

Scene increment_scene();

}  // namespace editor
