// The chase: a player that the keys move, and enemies that follow the nearest player while it is in range.
#pragma once

#include "editor/demo/scene.hpp"

namespace editor {

Scene chase_scene();

}  // namespace editor
